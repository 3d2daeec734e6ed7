#!/usr/bin/env python3
"""host.py ATOLL: tables online, from outside, with the client of examples/: the protocol, whole games, reconnects,
what everybody is told and what not, refusals, limits, kills. Speaks TAP."""
import json
import os
import random
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples"))
from client import Client, Closed, Refused  # noqa: E402

ATOLL = sys.argv[1]
GAMES = [line.strip() for line in open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "games.list"),
                                       encoding="ascii")]


class Server:
    """A server on its own data, which stays when it is killed and started again."""

    def __init__(self):
        self.args, self.data = ["--per-second", "100000"], tempfile.mkdtemp(prefix="atoll-")
        self.port, self.process = 0, None
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [ATOLL, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data, *self.args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, (line, self.process.stderr.read())
        self.port = int(found.group(1))

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        code = self.process.wait(15)
        errors = self.process.stderr.read()
        self.process.stdout.close()
        self.process.stderr.close()
        if number != signal.SIGKILL:
            assert code == 0 and not errors, (code, errors)

    def again(self, *args):
        """The same with other arguments."""
        self.stop()
        self.args = args
        self.start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            if self.process.poll() is None:
                self.stop()
        finally:
            shutil.rmtree(self.data)

    def client(self, name=None, **more):
        c = Client("127.0.0.1", self.port, **more)
        if name:
            c.ask("name", name=name)
        return c


def refused(code, call, *args, **members):
    try:
        call(*args, **members)
    except Refused as no:
        assert no.code == code, (no.code, no.why, code)
        return no
    raise AssertionError(f"not refused: {args} {members}")


def sit_all(makers, game, **more):
    """A table with these clients on its seats; all have it open."""
    first, *others = makers
    table = first.ask("create", game=game, seats=["me"] + ["person"] * len(others), promise=first.promise(), **more)["table"]
    first.ask("open", table=table)
    secret = first.tables[table]["play_link"].split("/")[-1]
    for c in others:
        c.ask("open", table=table, secret=secret)
        c.ask("sit", table=table, secret=secret, promise=c.promise())
    return table


def pump(clients, seconds=0.05):
    """Takes what has come for any of them."""
    ready = [c for c in clients if c.buffer]
    if not ready:
        found = select.select([c.socket for c in clients], [], [], seconds)[0]
        ready = [c for c in clients if c.socket in found]
    for c in ready:
        c.receive()
    return bool(ready)


def settle(clients, table):
    """Until all of them have heard of the same last event."""
    end = time.monotonic() + 30
    while len({c.tables[table]["number"] for c in clients}) > 1:
        pump(clients)
        assert time.monotonic() < end, [c.tables[table]["number"] for c in clients]


def begun(clients, table):
    """Until everybody has opened and the game has begun."""
    while any(c.tables[table]["phase"] == "gathering" for c in clients):
        pump(clients)


def play_out(clients, table, rng, most=10 ** 9, watchers=()):
    """Plays at random until the game is over, or so many moves were made."""
    made = 0
    while made < most:
        settle([*clients, *watchers], table)
        now = clients[0].tables[table]
        if now["phase"] == "finished":
            break
        mover = [c for c in clients if c.turn(table)]
        if not mover:
            pump(clients)
            continue
        mover[0].move(table, rng.choice(mover[0].turn(table)))
        made += 1
    settle([*clients, *watchers], table)
    return made


# --- the connection ---

def hello_has_the_versions_and_a_cookie(server):
    c = server.client()
    assert c.hello["protocol"] == 1 and c.hello["person"] == 0 and c.hello["name"] is None
    assert {g["name"] for g in c.hello["games"]} >= set(GAMES) and all(g["rules"] for g in c.hello["games"])
    assert re.fullmatch(rf"atoll_{server.port}=[0-9a-f]{{64}}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", c.cookie_line)
    token = c.cookie.split("=")[1]
    c.ask("name", name="Ann")
    again = server.client(cookie="a=b; " + c.cookie + "; c=d")
    assert again.hello["name"] == "Ann" and again.hello["person"] > 0
    assert not hasattr(again, "cookie_line")
    for root, _, files in os.walk(server.data):
        for name in files:
            if not os.path.isfile(os.path.join(root, name)):
                continue  # the socket for `atoll admin`
            data = open(os.path.join(root, name), "rb").read()
            assert token.encode() not in data and bytes.fromhex(token) not in data, "the token itself is stored"


def only_this_host_may_be_called_and_by_its_own_pages(server):
    good = (f"Origin: http://127.0.0.1:{server.port}",)
    assert server.client(headers=good).hello
    for bad in (("Origin: http://evil.example",), ("Origin: null",), (f"Origin: http://127.0.0.1:{server.port + 1}",)):
        try:
            server.client(headers=bad)
            assert False, bad
        except Closed as no:
            assert no.code == 403
    import socket as sockets
    for host, code in (("evil.example", b"403"), (f"localhost:{server.port}", b"101"), ("[::1]:80", b"101")):
        s = sockets.create_connection(("127.0.0.1", server.port), 5)
        s.sendall(f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        assert s.recv(12)[9:12] == code, host
        s.close()


def what_is_no_upgrade_is_refused(server):
    import http.client
    c = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    c.request("GET", "/ws")
    assert c.getresponse().status == 400


def bad_messages_are_refused_and_change_nothing(server):
    c = server.client("Ann")
    for text in ("", "x", "[]", "1", "{", '{"do":"name"}', '{"do":"name","id":1}', '{"do":"name","id":"00"}',
                 '{"id":"' + "A" * 32 + '"}', '{"a":1,"a":2}', "[" * 5000, '{"id":"\\ud800"}', '{"do":"name","name":"\\u0000","id":"' + "0" * 32 + '"}'):
        c.frame(1, text.encode())
        m = c.wait(lambda m: m["type"] == "refused")
        assert m["code"] == "bad-message" and m["id"] is None, (text, m)
    refused("unknown-command", c.ask, "dance")
    refused("unknown-table", c.ask, "open", table="00" * 16)
    refused("unknown-table", c.ask, "move", table="00" * 16, ply=0, backs=0, moves=["x"])
    refused("unknown-table", c.ask, "open")
    refused("bad-message", c.ask, "open", table="xx")
    for seats in ([], ["me"] * 2, ["hard", "hard"], ["person"] * 5, "me", [1, 2], ["me", "strong"], ["me"]):
        refused("bad-message", c.ask, "create", game="reef", seats=seats)
    refused("bad-message", c.ask, "create", game="chess", seats=["me", "easy"])
    refused("bad-message", c.ask, "create", game="reef", seats=["me", "easy"], options="no-such=1")
    refused("bad-message", c.ask, "create", game="reef", seats=["me", "easy"], clock={"kind": "hour"})
    assert c.ask("mine")["tables"] == [] and c.ask("lobby")["tables"] == []


def frames_that_are_none_close_with_a_code(server):
    for data, code in ((b"\x82\x81\0\0\0\0x", 1003), (b"\x81\x82\0\0\0\0\xff\xff", 1007), (b"\x83\x80\0\0\0\0", 1002),
                       (b"\x81\x01x", 1002), (b"\x81\xff\0\0\0\0\0\x02\0\0\0\0\0\0xx", 1009)):
        c = server.client()
        c.socket.sendall(data)
        try:
            while True:
                c.read()
        except Closed as end:
            assert end.code == code, (data, end.code)


def names_are_what_people_can_read(server):
    c = server.client()
    for name in ("", "  ", "a" * 25, "a\nb", "a\u202eb", "a\u200bb", "\u200dab", "\u00ad", "a\u2028b", "\ue000", "a  b",
                 "e" + "\u0301" * 300, None, 7):
        refused("bad-name", c.ask, "name", name=name)
    assert c.hello["person"] == 0
    for name, kept in ((" Ann ", "Ann"), ("e\u0301", "\u00e9"), ("\U0001f469\u200d\U0001f680" * 24, None), ("<b>\"&", None),
                       ("\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645", None)):
        assert c.ask("name", name=name)["name"] == (kept or name)


def a_picture_comes_along_with_the_name(server):
    a, b, w = server.client(), server.client("Bob"), server.client("Eve")
    assert a.hello["picture"] == 0 and a.ask("name", name="Ann", picture=63)["picture"] == 63
    for bad in (64, -1, "1", 1.5, None, True):
        refused("bad-message", a.ask, "name", name="Ann", picture=bad)
    assert a.ask("name", name="Anna")["picture"] == 63, "a new name takes the picture away"
    assert server.client(cookie=a.cookie).hello["picture"] == 63
    twin = server.client()
    assert twin.ask("redeem", secret=a.ask("device")["link"].split("/")[1])["picture"] == 63
    twin.ask("name", name="Anna", picture=5)
    assert server.client(cookie=a.cookie).hello["picture"] == 5, "the other device has the old one"
    table = a.ask("create", game="reef", seats=["me", "person"], open=True, promise=a.promise())["table"]
    assert [(t["creator_name"], t["creator_picture"]) for t in w.ask("lobby")["tables"]] == [("Anna", 5)]
    for c in (a, b, w):
        c.ask("open", table=table)
    b.ask("name", name="Bob", picture=7)
    b.ask("sit", table=table, promise=b.promise())
    sat = w.wait(lambda m: m["type"] == "events")["events"][0]
    assert (sat["event"], sat["name"], sat["picture"]) == ("sat", "Bob", 7)
    a.ask("open", table=table)
    assert [s["picture"] for s in a.tables[table]["seats"]] == [5, 7]
    b.ask("chat", table=table, text="Hi")
    assert w.wait(lambda m: m["type"] == "chat")["picture"] == 7
    server.stop(signal.SIGKILL)
    server.start()
    back = server.client(cookie=b.cookie)
    back.ask("open", table=table)
    assert back.hello["picture"] == 7 and back.ask("chats", table=table)["lines"][0]["picture"] == 7


def another_device_is_the_same_guest_by_a_link_that_works_once(server):
    a, b, d = server.client("Ann"), server.client(), server.client()
    secret = a.ask("device")["link"].split("/")[1]
    refused("not-allowed", b.ask, "redeem", secret="00" * 32)
    assert b.ask("redeem", secret=secret)["name"] == "Ann"
    assert b.ask("redeem", secret=secret)["name"] == "Ann"  # the same again: its answer may have been lost
    refused("not-now", b.ask, "redeem", secret=a.ask("device")["link"].split("/")[1])
    refused("not-allowed", d.ask, "redeem", secret=secret)
    assert server.client(cookie=b.cookie).hello["name"] == "Ann"
    a.ask("forget")
    a.ask("forget")
    assert server.client(cookie=b.cookie).hello["person"] == 0 == server.client(cookie=a.cookie).hello["person"]


# --- tables ---

def opening_a_link_changes_nothing(server):
    a, b = server.client("Ann"), server.client()
    table = a.ask("create", game="reef", seats=["me", "person"], promise=a.promise())["table"]
    a.ask("open", table=table)
    play, watch = (a.tables[table][k].split("/")[-1] for k in ("play_link", "watch_link"))
    assert play != watch and a.tables[table]["play_link"].startswith("#")
    number = a.tables[table]["number"]
    refused("not-allowed", b.ask, "open", table=table)
    refused("not-allowed", b.ask, "open", table=table, secret="00" * 16)
    for secret in (watch, play):
        b.ask("open", table=table, secret=secret)
        assert b.tables[table]["number"] == number and "play_link" not in b.tables[table]
        assert b.tables[table]["may_sit"] == (secret == play)
    refused("name-needed", b.ask, "sit", table=table, secret=play)
    b.ask("name", name="Bob")
    refused("not-allowed", b.ask, "sit", table=table, secret=watch)
    refused("promise-needed", b.ask, "sit", table=table, secret=play)
    b.ask("sit", table=table, secret=play, promise=b.promise())
    assert b.tables[table]["you"] == 2 and not b.tables[table]["may_sit"]
    assert server.client().ask("lobby")["tables"] == []


def the_maker_removes_and_fills_and_the_game_begins(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = a.ask("create", game="reef", seats=["me", "person", "person"], open=True, promise=a.promise())["table"]
    a.ask("open", table=table)
    assert [t["table"] for t in b.ask("lobby")["tables"]] == [table]
    b.ask("open", table=table)
    b.ask("sit", table=table, seat=3, promise=b.promise())
    refused("not-yours", b.ask, "remove", table=table, seat=1)
    refused("not-yours", b.ask, "fill", table=table)
    refused("not-now", a.ask, "sit", table=table, seat=2, promise=a.promise())
    a.ask("remove", table=table, seat=3)
    settle([a, b], table)
    assert b.wait(lambda m: m["type"] == "table" and m["you"] is None or b.tables[table]["you"] is None)
    refused("not-yours", b.ask, "move", table=table, ply=0, backs=0, moves=["x"])
    a.ask("fill", table=table, level="easy")
    a.wait(lambda m: a.tables[table]["phase"] == "playing")
    refused("not-now", a.ask, "remove", table=table, seat=2)
    b.wait(lambda m: m["type"] == "lobby" and m["tables"] == [])


def ones_own_tables_tell_when_they_change(server):
    a, b, c = clients = [server.client(name) for name in ("Ann", "Bob", "Cid")]

    def last(who):
        told = [m for m in who.messages if m["type"] == "mine"]
        return dict(told[-1], **told[-1].get("tables", [{}])[0]) if told else {}

    def until(wanted):
        end = time.monotonic() + 10
        while not wanted():
            pump(clients)
            assert time.monotonic() < end, [last(c) for c in clients]

    assert all(who.ask("mine", stay=True)["tables"] == [] for who in clients)
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    for _ in range(2):
        settle([a, b], table)
        mover, other = (a, b) if a.turn(table) else (b, a)
        until(lambda: last(mover)["your_turn"] and last(other)["phase"] == "playing" and not last(other)["your_turn"])
        assert last(a)["part"] and last(a)["table"] == table and last(a)["active"] > 1.7e12
        while mover.turn(table):
            mover.move(table, mover.turn(table)[0])
            settle([a, b], table)
    assert not last(c)
    table = c.ask("create", game="reef", seats=["person", "person"], open=True)["table"]
    a.ask("open", table=table)
    a.ask("sit", table=table, promise=a.promise())
    until(lambda: last(a)["table"] == table and last(c).get("free") == 1)
    c.ask("remove", table=table, seat=1)
    until(lambda: last(a).get("gone") and last(c)["free"] == 2)
    c.ask("mine", stay=False)
    c.messages.clear()
    a.ask("sit", table=table, promise=a.promise())
    until(lambda: "gone" not in last(a))
    c.ask("mine")
    assert not last(c)


def two_people_play_whole_games_of_every_game(server):
    rng = random.Random(1)
    for game in GAMES:
        a, b, w = server.client("Ann"), server.client("Bob"), server.client()
        table = sit_all([a, b], game)
        watch = a.tables[table]["watch_link"].split("/")[-1]
        w.ask("open", table=table, secret=watch)
        for c in (a, b, w):
            c.ask("open", table=table)
        made = play_out([a, b], table, rng, watchers=[w])
        assert made > 10 and a.tables[table]["view"]["over"], game
        check_stories([a, b, w], table)
        record = a.ask("record", table=table)["record"]
        done = subprocess.run([ATOLL, "replay", "-"], input=record, capture_output=True, text=True, timeout=60)
        assert done.returncode == 0, done.stderr
        check_secrets([a, b, w], table, record, rng)


def check_stories(clients, table):
    """All have the same events without a gap but for what is masked."""
    logs = []
    for c in clients:
        number = c.tables[table]["number"]
        while len(c.tables[table]["log"]) < number:
            c.ask("events", table=table, **{"from": len(c.tables[table]["log"]) // 500 * 500 and 0, "count": 500})
            for start in range(500, number, 500):
                c.ask("events", table=table, **{"from": start, "count": 500})
        logs.append([c.tables[table]["log"][i] for i in range(number)])
    for events in zip(*logs):
        bare = [{k: v for k, v in e.items() if k not in ("move", "code")} for e in events]
        assert bare.count(bare[0]) == len(bare), events


def check_secrets(clients, table, record, rng):
    """What each viewer was told is, member by member, what `atoll` makes of the record for that viewer."""
    game = re.search("game: (.*)", record).group(1)
    for viewer, c in (("1", clients[0]), ("2", clients[1]), ("public", clients[2])):
        views = {}
        for text in c.log:
            m = json.loads(text)
            if "view" in m and m["table"] == table and not m.get("old"):
                views[m["view"]["ply"]] = m["view"]
        assert len(views) > 10
        for ply in rng.sample(sorted(views), 4):
            truth = subprocess.run([ATOLL, "replay", "-", "--to", str(ply)], input=record, capture_output=True, text=True,
                                   check=True, timeout=60).stdout
            known = subprocess.run([ATOLL, "position", game, "-", "--view", viewer, "--json"], input=truth,
                                   capture_output=True, text=True, check=True, timeout=60).stdout
            assert json.loads(known) == views[ply], (game, viewer, ply)


def in_two_worlds_everybody_else_is_told_the_same(server):
    """Two stores that differ in one secret of seat 2: all that seat 1 and a spectator are told is equal byte by byte."""
    import sqlite3
    rng = random.Random(12)
    a, b, w = server.client("Ann"), server.client("Bob"), server.client("Eve")
    table = sit_all([a, b], "my-shelfie", hints=True)
    begun([a, b], table)
    w.ask("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1])
    watch = a.tables[table]["watch_link"].split("/")[-1]
    play_out([a, b], table, rng, 3, [w])
    b.ask("events", table=table)
    deal = [e for e in b.tables[table]["log"].values() if e.get("move", "").startswith("deal 2")][0]
    cookies = [c.cookie.split("=")[1] for c in (a, b, w)]
    for c in (a, b, w):
        c.close()
    server.stop()
    with Server() as other:
        other.stop()
        for change in (1, -1, 2, -2, 3, -3):  # another goal that can be dealt
            shutil.rmtree(other.data)
            shutil.copytree(server.data, other.data)
            db = sqlite3.connect(os.path.join(other.data, "atoll.db"))
            for table_no, first, row in db.execute("SELECT table_no, first, bytes FROM commands").fetchall():
                if deal["code"].to_bytes(4, "little") in row:
                    row = row.replace(deal["code"].to_bytes(4, "little"), (deal["code"] + change).to_bytes(4, "little"))
                    db.execute("UPDATE commands SET bytes=? WHERE table_no=? AND first=?", (row, table_no, first))
            db.commit()
            db.close()
            other.start()
            c = other.client(cookie=f"atoll_{other.port}={cookies[1]}")
            c.ask("open", table=table)
            c.ask("events", table=table)
            told = [e["move"] for e in c.tables[table]["log"].values() if e.get("move", "").startswith("deal 2")]
            good = not c.tables[table]["read_only"] and told and told[0] != deal["move"]
            c.close()
            time.sleep(0.1)
            if good:
                break
            other.stop()
        server.start()
        worlds = [story(s, cookies, table, watch) for s in (server, other)]
    assert worlds[0]["b"] != worlds[1]["b"], "the worlds do not differ"
    for who in ("a", "w"):
        assert len(worlds[0][who]) == len(worlds[1][who]) > 20
        for one, two in zip(worlds[0][who], worlds[1][who]):
            assert one == two, next((who, one[i - 60:i + 60], two[i - 60:i + 60]) for i in range(len(one)) if one[i] != two[i])


def story(host, cookies, table, watch):
    """The same commands in the same order: moves, wrong ones, hints, coming back, a take-back, chat."""
    rng, count = random.Random(13), [0]

    def say(c, do, **members):
        count[0] += 1
        try:
            return c.ask(do, id="%032x" % count[0], table=table, **members)
        except Refused:
            return None
    logs = {}
    clients = [host.client(cookie=f"atoll_{host.port}={t}") for t in cookies]
    for _ in range(2):
        for c in clients:
            say(c, "open", secret=watch, last=3)
        a, b, w = clients
        for _ in range(6):
            settle(clients, table)
            mover = a if a.turn(table) else b
            t = mover.tables[table]
            legal = sorted(mover.turn(table))
            for c in clients:
                say(c, "move", ply=t["ply"], backs=t["backs"], moves=["take z9"])
                say(c, "move", ply=t["ply"] + 1, backs=t["backs"], moves=legal[:1])
            if mover is a:
                say(a, "hint")
            say(mover, "move", ply=t["ply"], backs=t["backs"], moves=[rng.choice(legal)])
        settle(clients, table)
        say(a, "back")
        say(b, "decline")
        say(b, "chat", text="well")
        for c in clients:
            say(c, "events")
            say(c, "record")
            say(c, "chats")
        settle(clients, table)
        for name, c in zip("abw", clients):
            logs.setdefault(name, []).extend(re.sub(r'"incarnation":"\w+"|"(grace|waited)":\d+', "", x) for x in c.log if '"presence"' not in x)
            c.close()
        time.sleep(0.1)
        clients = [host.client(cookie=f"atoll_{host.port}={t}") for t in cookies]
    for c in clients:
        c.close()
    return logs


def nobody_is_told_others_secrets_while_the_game_is_on(server):
    rng = random.Random(2)
    a, b, w = server.client("Ann"), server.client("Bob"), server.client()
    table = sit_all([a, b], "my-shelfie")
    w.ask("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1])
    play_out([a, b], table, rng, 6, [w])
    mine = [[g for g in c.log if '"seed"' in g] for c in (a, b, w)]
    assert mine == [[], [], []], "the seed is told too early"
    deals = {}
    for who, c in (("a", a), ("b", b), ("w", w)):
        c.tables[table]["log"].clear()
        c.ask("events", table=table)
        deals[who] = [e["move"] for e in c.tables[table]["log"].values() if e["event"] == "drew" and e["move"].startswith("deal")]
    assert len(deals["w"]) == 2 and all("?" in m for m in deals["w"]), deals
    assert [("?" in m) for m in deals["a"]] == [False, True] and [("?" in m) for m in deals["b"]] == [True, False], deals
    refused("not-now", a.ask, "record", table=table)
    assert a.tables[table]["bytes"] != b.tables[table]["bytes"] != w.tables[table]["bytes"]
    goals = [json.dumps(c.tables[table]["view"]) for c in (a, b, w)]
    assert len(set(goals)) == 3


def bots_take_their_seats_and_play(server):
    rng = random.Random(3)
    a = server.client("Ann")
    table = a.ask("create", game="my-shelfie", seats=["easy", "me", "normal"], promise=a.promise())["table"]
    a.ask("open", table=table)
    play_out([a], table, rng)
    assert a.tables[table]["phase"] == "finished"
    kinds = [s["kind"] for s in a.tables[table]["seats"]]
    assert kinds == ["bot", "person", "bot"] and a.tables[table]["seats"][2]["level"] == "normal"


def an_unfinished_record_goes_on_online(server):
    rng = random.Random(14)
    a, b = server.client("Ann"), server.client("Bob")
    for game in GAMES:
        table = sit_all([a, b], game)
        begun([a, b], table)
        play_out([a, b], table, rng, 12)
        a.ask("end", table=table)
        b.ask("agree", table=table)
        record = a.ask("record", table=table)["record"]
        moves = record.split("moves:\n")[1]
        for text in (record, re.sub("(table|host-half|host-commitment|person .|seed): .*\n", "", record)):
            following = a.ask("create", record=text, seats=["person", "me"])["table"]
            a.ask("open", table=following)
            assert a.tables[following]["phase"] == "gathering" and a.tables[following]["given"] == moves.count("\n")
            secret = a.tables[following]["play_link"].split("/")[-1]
            b.ask("open", table=following, secret=secret)
            b.ask("sit", table=following, secret=secret)
            while a.tables[following]["ply"] < moves.count("\n") or not (a.turn(following) or b.turn(following)):
                pump([a, b])
            play_out([a, b], following, rng, 3)
            a.ask("end", table=following)
            b.ask("agree", table=following)
            more = a.ask("record", table=following)["record"].split("moves:\n")[1]
            assert more.startswith(moves) and len(more) > len(moves)
    for bad in ("", 7, "game: chess\n", record.replace("players: 2", "players: 3"), record + "x\n"):
        refused("bad-message", a.ask, "create", record=bad, seats=["me", "person"])


def a_command_is_its_guests_own_and_answered_once(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = a.ask("create", game="reef", seats=["me", "person"], open=True, fair=False)["table"]
    for c in (a, b):
        c.ask("open", table=table)
    b.ask("sit", table=table)
    begun([a, b], table)
    id = os.urandom(16).hex()
    a.ask("end", id=id, table=table)
    refused("not-now", b.ask, "end", id=id, table=table)
    refused("bad-message", b.ask, "open", table=table, secret="x")
    b.ask("chat", id="0" * 32, table=table, text="Hi")
    assert len(b.ask("chats", table=table)["lines"]) == 1
    assert not b.answers, "answered twice"


def hints_where_they_are_allowed(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = a.ask("create", game="my-shelfie", seats=["me", "easy"], fair=False)["table"]
    a.ask("open", table=table)
    while not a.turn(table):
        a.receive()
    moves = a.ask("hint", table=table)["moves"]
    assert moves and moves[0]["move"] in a.turn(table) and abs(sum(moves[0]["win"]) - 1) < 1e-6
    refused("not-allowed", a.ask, "hint", table=sit_all([a, b], "reef"))


# --- the same command again, late ones, coming back ---

def a_command_sent_twice_is_done_once(server):
    a, b = server.client("Ann"), server.client("Bob")
    id = os.urandom(16).hex()
    table = a.ask("create", id=id, game="reef", seats=["me", "person"], open=True, fair=False)["table"]
    assert a.ask("create", id=id, game="reef", seats=["me", "person"], open=True, fair=False)["table"] == table
    assert len(a.ask("mine")["tables"]) == 1
    for c in (a, b):
        c.ask("open", table=table)
    sit = os.urandom(16).hex()
    first = b.ask("sit", id=sit, table=table)
    assert b.ask("sit", id=sit, table=table)["first"] == first["first"]
    settle([a, b], table)
    while not (a.turn(table) or b.turn(table)):
        pump([a, b])
    mover = a if a.turn(table) else b
    now = dict(mover.tables[table])
    id, members = os.urandom(16).hex(), dict(table=table, ply=now["ply"], backs=now["backs"], moves=[mover.turn(table)[0]])
    for _ in range(3):
        mover.send("move", id=id, **members)  # three at once
    answers = [mover.answer(id)]
    for _ in range(2):
        answers.append(mover.answer(id))
    assert all(x["type"] == "done" and x["first"] == answers[0]["first"] for x in answers), answers
    again = server.client(cookie=mover.cookie)
    assert again.ask("move", id=id, **members)["first"] == answers[0]["first"]
    again.ask("open", table=table)
    assert again.tables[table]["ply"] > now["ply"]
    events = [e for e in mover.tables[table]["log"].values() if e["event"] == "decided" and e["ply"] == now["ply"]]
    assert len(events) == 1


def late_moves_are_refused_and_chat_makes_none_late(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    while not (a.turn(table) or b.turn(table)):
        pump([a, b])
    mover, other = (a, b) if a.turn(table) else (b, a)
    now = dict(mover.tables[table])
    other.ask("chat", table=table, text="Hello")
    mover.move(table, mover.turn(table)[0])
    refused("late", mover.ask, "move", table=table, ply=now["ply"], backs=now["backs"], moves=["x"])
    refused("late", mover.ask, "move", table=table, ply=now["ply"] + 1000, backs=0, moves=["x"])
    settle([a, b], table)
    refused("bad-message", mover.ask, "move", table=table, moves=["x"])
    mover = a if a.turn(table) else b
    now = mover.tables[table]
    refused("bad-move", mover.ask, "move", table=table, ply=now["ply"], backs=now["backs"], moves=["x"])
    refused("bad-move", mover.ask, "move", table=table, ply=now["ply"], backs=now["backs"], moves=[mover.turn(table)[0]] * 40)
    refused("late", mover.ask, "move", table=table, ply=now["ply"], backs=now["backs"] + 1, moves=[mover.turn(table)[0]])


def who_comes_back_gets_the_view_and_what_was_missed(server):
    rng = random.Random(4)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    play_out([a, b], table, rng, 6)
    last = b.tables[table]["number"] - 1
    b.close()
    a.wait(lambda m: m["type"] == "presence" and not m["seats"][1]["here"])
    assert 0 < a.tables[table]["seats"][1]["grace"] <= 30000
    while a.turn(table):
        a.move(table, rng.choice(a.turn(table)))
    back = server.client(cookie=b.cookie)
    back.ask("open", table=table, last=last)
    a.wait(lambda m: m["type"] == "presence" and m["seats"][1]["here"])
    t = back.tables[table]
    assert t["you"] == 2 and t["number"] == a.tables[table]["number"]
    assert sorted(t["log"]) == list(range(last + 1, t["number"]))
    play_out([a, back], table, rng, 4)
    check_stories([a, back], table)


def without_views_there_are_hashes(server):
    rng = random.Random(5)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "my-shelfie")
    w = server.client()
    w.ask("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1], views=False)
    assert "view" not in w.tables[table]
    play_out([a, b], table, rng, 20)
    settle([a, w], table)
    hashes = [m["hash"] for m in w.messages if m["type"] == "events" and "hash" in m]
    assert len(hashes) >= 2 and all("view" not in m for m in w.messages)
    w.ask("open", table=table, views=False)
    again = server.client()
    again.ask("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1])
    assert again.tables[table]["hash"] == w.tables[table]["hash"] and again.tables[table]["bytes"] == w.tables[table]["bytes"]


# --- draws ---

def everybody_has_a_part_in_the_draws(server):
    import hashlib
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    promised = a.tables[table]["commitment"], [a.tables[table]["seats"][0]["promise"], b.tables[table]["seats"][1]["promise"]]
    begun([a, b], table)
    a.ask("open", table=table)
    assert [s["promise"] for s in a.tables[table]["seats"]] == promised[1] and a.tables[table]["fair"]
    numbers = [bytes.fromhex(s["opened"]) for s in a.tables[table]["seats"]]
    assert [hashlib.sha256(n).hexdigest() for n in numbers] == promised[1]
    a.ask("end", table=table)
    b.ask("agree", table=table)
    a.ask("events", table=table)
    half = bytes.fromhex([e["half"] for e in a.tables[table]["log"].values() if e["event"] == "opened"][0])
    assert hashlib.sha256(half).hexdigest() == promised[0]
    seed = hashlib.sha256(b"atoll seed mix 1" + bytes.fromhex(table) + half + b"".join(numbers)).hexdigest()
    record = a.ask("record", table=table)["record"]
    assert f"seed: {seed}\n" in record and f"table: {table}\n" in record, record[:900]
    done = subprocess.run([ATOLL, "replay", "-"], input=record, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def who_does_not_open_is_silent_and_the_game_begins(server):
    a, b = server.client("Ann"), server.client("Bob")
    b.promise = lambda: "77" * 32  # of a number that it does not know
    table = sit_all([a, b], "reef")
    refused("not-now", b.ask, "reveal", table=table, number="00" * 32)
    begin = time.monotonic()
    begun([a, b], table)
    assert 8 < time.monotonic() - begin < 14
    a.ask("open", table=table)
    assert [s["silent"] for s in a.tables[table]["seats"]] == [False, True]


# --- manners ---

def taking_back_and_ending_need_the_others(server):
    rng = random.Random(6)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    play_out([a, b], table, rng, 8)
    mover, other = (a, b) if a.turn(table) else (b, a)
    refused("not-now", mover.ask, "agree", table=table)
    other.ask("back", table=table)
    settle([a, b], table)
    question = mover.tables[table]["question"]
    if question:
        assert question["ask"] == "back" and question["needs"] == [mover.tables[table]["you"]]
        mover.ask("decline", table=table)
        other.ask("back", table=table)
        mover.ask("agree", table=table)
    settle([a, b], table)
    assert a.tables[table]["backs"] == 1 and a.tables[table]["question"] is None
    a.ask("end", table=table)
    settle([a, b], table)
    refused("not-now", a.ask, "agree", table=table)
    b.ask("agree", table=table)
    settle([a, b], table)
    assert a.tables[table]["phase"] == "abandoned"
    assert any(e["event"] == "opened" for e in a.tables[table]["log"].values())
    refused("bad-move", a.ask, "move", table=table, ply=a.tables[table]["ply"], backs=1, moves=["x"])


def bots_stand_in_and_people_come_back(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    refused("not-now", a.ask, "stand-in", table=table, seat=2)  # who is here decides for itself
    b.ask("stand-in", table=table, level="easy")
    settle([a, b], table)
    a.ask("open", table=table)
    assert a.tables[table]["seats"][1]["stand_in"] == "left" and a.tables[table]["seats"][1]["level"] == "easy"
    while not a.turn(table):
        a.receive()
    b.ask("return", table=table)
    a.ask("open", table=table)
    assert a.tables[table]["seats"][1]["stand_in"] is None


def after_a_grace_that_all_see_the_others_go_on(server):
    rng = random.Random(10)
    server.again("--grace", "1")
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    play_out([a, b], table, rng, 8)
    b.close()
    a.wait(lambda m: m["type"] == "presence" and 0 < m["seats"][1].get("grace", 0) <= 1000)
    refused("not-now", a.ask, "stand-in", table=table, seat=2)
    a.wait(lambda m: m["type"] == "presence" and m["seats"][1].get("grace") == 0)
    a.ask("stand-in", table=table, seat=2, level="easy")
    while not a.turn(table):
        a.receive()
    back = server.client(cookie=b.cookie)
    back.ask("open", table=table)
    assert back.tables[table]["seats"][1]["stand_in"] == "left"
    back.ask("return", table=table)
    a.ask("end", table=table)
    assert a.tables[table]["phase"] == "playing"
    back.close()  # who was asked and is away agrees
    a.wait(lambda m: a.tables[table]["phase"] == "abandoned")


def clocks_run_out_and_a_bot_moves(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef", clock={"kind": "turn", "base": 1000})
    a.wait(lambda m: m["type"] == "events" and any(e["event"] == "out-of-time" for e in m["events"]))
    t = a.tables[table]
    assert len(t["left"]) == 2 and "running" in t and max(t["left"]) <= 1000, t
    a.wait(lambda m: m["type"] == "events" and any(e["event"] == "decided" for e in m["events"]))
    assert not re.search(r'"time"|"date"|[:,\[]\d{13}[],}]', "".join(x for x in a.log if '"view"' not in x)), "a time of day is told"


def chat_has_its_own_numbers_and_limits(server):
    a, b, w = server.client("Ann"), server.client("Bob"), server.client("Eve")
    table = sit_all([a, b], "reef", open=True)
    w.ask("open", table=table)
    assert a.ask("chat", table=table, text="<b>Hi</b>")["first"] == 0
    m = b.wait(lambda m: m["type"] == "chat")
    assert m["text"] == "<b>Hi</b>" and m["name"] == "Ann" and m["number"] == 0
    id = os.urandom(16).hex()
    b.ask("chat", id=id, table=table, text="Ho")
    b.ask("chat", id=id, table=table, text="Ho")
    assert [x["text"] for x in w.ask("chats", table=table)["lines"]] == ["<b>Hi</b>", "Ho"]
    server.stop(signal.SIGKILL)
    server.start()
    a, b, w = (server.client(cookie=c.cookie) for c in (a, b, w))
    for c in (a, b, w):
        c.ask("open", table=table)
    assert b.ask("chat", id=id, table=table, text="Ho")["first"] == 1
    assert a.ask("chat", id=id, table=table, text="Ha")["first"] == 2, "the name of another's command"
    a.ask("unchat", table=table, number=2)
    assert [x["text"] for x in w.ask("chats", table=table)["lines"]] == ["<b>Hi</b>", "Ho", None]
    refused("not-yours", w.ask, "chat", table=table, text="Let me in")
    refused("bad-message", a.ask, "chat", table=table, text="x" * 301)
    refused("bad-message", a.ask, "chat", table=table, text="a\u202eb")
    refused("not-now", b.ask, "unchat", table=table, number=0)
    a.ask("unchat", table=table, number=1)
    assert [x["text"] for x in w.ask("chats", table=table)["lines"]] == ["<b>Hi</b>", None, None]
    for _ in range(8):
        try:
            b.ask("chat", table=table, text="again")
        except Refused as no:
            assert no.code == "too-fast"
            return
    assert False, "one may chat without end"


def a_rematch_keeps_the_group_and_rotates_it(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    refused("not-now", a.ask, "rematch", table=table)
    begun([a, b], table)
    a.ask("end", table=table)
    b.ask("agree", table=table)
    following = a.ask("rematch", table=table, promise=a.promise())["table"]
    assert b.wait(lambda m: m["type"] == "rematch")["next"] == following != table
    assert b.ask("rematch", table=table, promise=b.promise())["table"] == following
    for c in (a, b):
        c.ask("open", table=following)
    assert [s["name"] for s in b.tables[following]["seats"]] == ["Bob", "Ann"]
    assert {t["table"] for t in a.ask("mine")["tables"]} == {table, following}


# --- limits and the end ---

def who_is_too_fast_is_told_and_then_cut_off(server):
    server.again()
    c = server.client("Ann")
    for _ in range(600):
        c.send("mine")
    try:
        while True:
            c.receive()
    except Closed as end:
        assert end.code == 4001, end.code
    codes = [m.get("code") for m in c.answers.values()]
    assert codes.count("too-fast") >= 200 and 90 <= codes.count(None) <= 150, (codes.count("too-fast"), codes.count(None))
    assert server.client("Bob")


def one_guest_does_not_make_tables_without_end(server):
    c = server.client("Ann")
    made, ids = 0, [os.urandom(16).hex() for _ in range(150)]
    plan = {"game": "reef", "seats": ["me", "easy"], "fair": False}
    try:
        while made < 150:
            try:
                c.ask("create", id=ids[made], **plan)
                made += 1
            except Refused as no:
                if no.code != "too-fast":
                    raise
                time.sleep(0.1)
    except Refused as no:
        assert no.code == "too-many" and made == 100, (no.code, made)
    time.sleep(1)
    again = c.ask("create", id=ids[99], **plan)  # sent again, it is one of the hundred
    assert again["table"] in [t["table"] for t in c.ask("mine")["tables"]] and again["count"] > 0


def a_slow_reader_is_dropped_and_harms_nobody(server):
    rng = random.Random(7)
    a, b, w = server.client("Ann"), server.client("Bob"), server.client()
    table = sit_all([a, b], "reef-encounter")
    import socket as sockets
    w.socket.setsockopt(sockets.SOL_SOCKET, sockets.SO_RCVBUF, 4096)
    w.send("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1])
    for _ in range(60):
        w.send("open", table=table)
    play_out([a, b], table, rng, 150)
    assert server.client().hello


def sigterm_tells_everybody_to_come_back(server):
    rng = random.Random(8)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    play_out([a, b], table, rng, 4)
    number = a.tables[table]["number"]
    begin = time.monotonic()
    server.process.send_signal(signal.SIGTERM)
    try:
        while True:
            a.receive()
    except Closed as end:
        assert end.code == 1001, end.code
    a.close()
    b.close()
    assert server.process.wait(8) == 0 and time.monotonic() - begin < 6
    server.process.stdout.close()
    server.process.stderr.close()
    server.start()
    back = server.client(cookie=a.cookie)
    back.ask("open", table=table)
    assert back.hello["name"] == "Ann" and back.tables[table]["number"] == number
    assert back.hello["incarnation"] == a.hello["incarnation"]


def a_second_server_on_the_same_data_does_not_start(server):
    done = subprocess.run([ATOLL, "serve", "--listen", "127.0.0.1:0", "--data", server.data], capture_output=True,
                          text=True, timeout=10)
    assert done.returncode == 1 and done.stderr.count("\n") == 1, done


def a_table_that_cannot_go_on_is_read_only_with_the_reason(server):
    import sqlite3
    rng = random.Random(11)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    play_out([a, b], table, rng, 5)
    server.stop()
    db = sqlite3.connect(os.path.join(server.data, "atoll.db"))
    first, row = db.execute("SELECT first, bytes FROM commands ORDER BY first DESC LIMIT 1").fetchone()
    row = bytearray(row)
    row[7] ^= 0x55  # another move
    db.execute("UPDATE commands SET bytes=? WHERE first=?", (bytes(row), first))
    db.commit()
    db.close()
    server.start()
    back = server.client(cookie=a.cookie)
    back.ask("open", table=table)
    assert back.tables[table]["read_only"] and back.tables[table]["number"] == first
    refused("read-only", back.ask, "end", table=table)


class Pair(threading.Thread):
    """Two people at one table who play on, whatever happens to the server. What was acknowledged is kept."""

    def __init__(self, server, seed, stop):
        super().__init__()
        self.server, self.rng, self.stopped = server, random.Random(seed), stop
        self.cookies, self.acknowledged, self.tables, self.error, self.numbers = [None, None], {}, [], None, {}

    def connect(self, i):
        while True:
            try:
                c = Client("127.0.0.1", self.server.port, cookie=self.cookies[i], timeout=5, numbers=self.numbers)
                self.cookies[i] = c.cookie
                return c
            except (OSError, Closed):
                time.sleep(0.02)

    def insist(self, i, do, **members):
        """The same command, until it is answered."""
        id = os.urandom(16).hex()
        while True:
            try:
                return self.clients[i].ask(do, id=id, **members)
            except (OSError, Closed):
                self.clients[i].close()
                self.clients[i] = self.connect(i)
                if self.tables and do not in ("name", "create"):
                    self.reopen(i)
            except Refused as no:
                if no.code not in ("stopping", "busy", "store"):
                    raise
                time.sleep(0.02)

    def reopen(self, i):
        while True:
            try:
                return self.clients[i].ask("open", table=self.tables[-1])
            except (OSError, Closed):
                self.clients[i] = self.connect(i)
            except Refused as no:
                if no.code == "not-allowed":
                    return None
                time.sleep(0.02)

    def run(self):
        try:
            self.clients = [self.connect(i) for i in range(2)]
            for i in range(2):
                self.insist(i, "name", name=f"P{i}")
            while not self.stopped.is_set():
                self.game()
        except Exception as error:  # pylint: disable=broad-except
            self.error = error

    def game(self):
        table = self.insist(0, "create", game="reef", seats=["me", "person"], open=True, promise=self.clients[0].promise())["table"]
        self.tables.append(table)
        for i in range(2):
            self.insist(i, "open", table=table)
        self.insist(1, "sit", table=table, promise=self.clients[1].promise())
        while not self.stopped.is_set():
            for i in range(2):
                self.insist(i, "open", table=table)
                t = self.clients[i].tables[table]
                if t["phase"] == "finished":
                    return
                legal = self.clients[i].turn(table)
                if legal:
                    ply, move = t["ply"], self.rng.choice(legal)
                    done = self.insist(i, "move", table=table, ply=ply, backs=t["backs"], moves=[move])
                    self.acknowledged.setdefault(table, []).append((done["first"], ply, i + 1, move))


def kill_and_count(host, kills, pairs=6):
    """People play while the server is killed so often. Of the moves that were acknowledged: how many there were, how many
    the store has lost, how many it has twice."""
    stop = threading.Event()
    all_pairs = [Pair(host, i, stop) for i in range(pairs)]
    rng = random.Random(9)
    for p in all_pairs:
        p.start()
    for _ in range(kills):
        time.sleep(rng.uniform(0.05, 0.4))
        host.stop(signal.SIGKILL)
        host.start()
    time.sleep(0.3)
    stop.set()
    for p in all_pairs:
        p.join(30)
        assert not p.is_alive() and not p.error, p.error
    lost = doubled = acknowledged = 0
    for p in all_pairs:
        for table in p.tables:
            c = host.client(cookie=p.cookies[0])
            c.ask("open", table=table)
            if not c.tables[table]["number"]:
                continue
            c.ask("events", table=table)
            log = c.tables[table]["log"]
            assert sorted(log) == list(range(c.tables[table]["number"]))
            plies = [e["ply"] for e in log.values() if e["event"] in ("decided", "drew")]
            doubled += len(plies) - len(set(plies))
            for first, ply, seat, move in p.acknowledged.get(table, []):
                e = log.get(first)
                acknowledged += 1
                lost += not (e and e["event"] == "decided" and e["ply"] == ply and e["seat"] == seat and e["move"] == move)
            c.close()
    return acknowledged, lost, doubled


def kills_lose_and_double_nothing(server):
    acknowledged, lost, doubled = kill_and_count(server, 20)
    print(f"# 20 kills, {acknowledged} acknowledged moves, {lost} lost, {doubled} doubled", flush=True)
    assert lost == doubled == 0 and acknowledged > 50


def run_tests(names):
    """All functions of a server, each with a new one; or those named on the command line."""
    tests = [f for f in list(names.values()) if callable(f) and getattr(f, "__code__", None)
             and f.__code__.co_argcount and f.__code__.co_varnames[0] == "server"]
    tests = [t for t in tests if len(sys.argv) < 3 or t.__name__ in sys.argv[2:]]
    print(f"1..{len(tests)}")
    failed = 0
    for number, test in enumerate(tests, 1):
        begin = time.monotonic()
        try:
            with Server() as server:
                test(server)
            print(f"ok {number} - {test.__name__} # {time.monotonic() - begin:.1f} s", flush=True)
        except Exception as error:  # pylint: disable=broad-except
            import traceback
            failed += 1
            traceback.print_exc(file=sys.stdout)
            print(f"not ok {number} - {test.__name__}: {error!r}", flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

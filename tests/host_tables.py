#!/usr/bin/env python3
"""host_tables.py ATOLL: tables online, from outside, with the client of examples/: making, watching, playing and
continuing them; what each viewer is told; commands that come again or late; draws. Speaks TAP."""
import json
import os
import random
import re
import shutil
import sqlite3
import struct
import subprocess
import sys
import tempfile
import time

import tap
from online import ATOLL, GAMES, HERE, Refused, Server, begun, play_out, pump, refused, run_tests, settle, sit_all


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


def the_maker_chooses_who_begins(server):
    a, b = server.client("Ann"), server.client("Bob")
    refused("bad-message", a.ask, "create", game="reef", seats=["me", "person"], first=3, promise=a.promise())
    refused("bad-message", a.ask, "create", game="reef", seats=["me", "person"], first="me", promise=a.promise())
    for game in GAMES:
        for first in (1, 2):
            table = a.ask("create", game=game, seats=["me", "person"], first=first, open=True, promise=a.promise())["table"]
            for c in (a, b):
                c.ask("open", table=table)
                assert c.tables[table]["first"] == first
            b.ask("sit", table=table, promise=b.promise())
            begun([a, b], table)
            a.ask("end", table=table)
            b.ask("agree", table=table)
            settle([a, b], table)
            record = a.ask("record", table=table)["record"]
            assert f"\nfirst: {first}\n" in record.split("moves:")[0] and f"\nfirst {first}\n" in record.split("moves:")[1]


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
        end = time.monotonic() + tap.HANG
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
    # Whoever was removed comes in again by the new link alone.
    c.ask("open", table=table)
    link = c.tables[table]["play_link"].split("/")[-1]
    c.ask("mine", stay=False)
    c.messages.clear()
    a.ask("sit", table=table, promise=a.promise(), secret=link)
    until(lambda: "gone" not in last(a))
    c.ask("mine")
    assert not last(c)


def ones_own_tables_follow_whoever_one_is(server):
    """A spectator before it has a name, with one, after it was forgotten, and with another."""
    maker, c = server.client("Ann"), server.client()
    c.ask("mine", stay=True)
    for name in ("Bob", "Cid"):
        c.ask("name", name=name)
        table = maker.ask("create", game="reef", seats=["person", "person"], open=True, fair=False)["table"]
        c.ask("open", table=table)
        c.ask("sit", table=table)
        assert [m["tables"][0]["table"] for m in c.messages if m["type"] == "mine" and m.get("part")] == [table]
        c.messages.clear()
        c.ask("forget")


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
        done = subprocess.run([ATOLL, "replay", "-"], input=record, capture_output=True, text=True, timeout=tap.HANG)
        assert done.returncode == 0, done.stderr
        check_secrets([a, b, w], table, record, rng)


def check_stories(clients, table):
    """All have the same events without a gap, except for the masked parts."""
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
    """Each viewer's messages are, member by member, what `atoll` makes of the record for that viewer."""
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
                                   check=True, timeout=tap.HANG).stdout
            known = subprocess.run([ATOLL, "position", game, "-", "--view", viewer, "--json"], input=truth,
                                   capture_output=True, text=True, check=True, timeout=tap.HANG).stdout
            assert json.loads(known) == views[ply], (game, viewer, ply)


def mixed(h, data):
    """base/hash.h"""
    words = [data[i:i + 8] for i in range(0, len(data) - 7, 8)] + [bytes([b]) for b in data[len(data) // 8 * 8:]]
    for word in words:
        h = (h ^ int.from_bytes(word, "little")) * 0x9fb21c651e98df25 % 2 ** 64
        h ^= h >> 32
    return h


def row_sum(table, command, first, count, time, row):
    """The hash that store/sums.c keeps with a row of events."""
    h = mixed(0x61746f6c6c2d726f, table + command + struct.pack("<IIQ", first, count, time))
    return struct.unpack("<q", struct.pack("<Q", mixed(h, row)))[0]


def in_two_worlds_everybody_else_is_told_the_same(server):
    """Two stores that differ in one secret of seat 2: all messages to seat 1 and to a spectator are equal byte by
    byte."""
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
            rows = db.execute("SELECT table_no, id, command, first, count, time, bytes FROM commands JOIN tables ON tables.no = table_no")
            for no, *head, row in rows.fetchall():
                if deal["code"].to_bytes(4, "little") in row:
                    row = row.replace(deal["code"].to_bytes(4, "little"), (deal["code"] + change).to_bytes(4, "little"))
                    db.execute("UPDATE commands SET bytes=?, hash=? WHERE table_no=? AND first=?", (row, row_sum(*head, row), no, head[2]))
            db.commit()
            db.close()
            other.start()
            c = other.client(cookie=f"atoll_{other.port}={cookies[1]}")
            c.ask("open", table=table)
            c.ask("events", table=table)
            told = [e["move"] for e in c.tables[table]["log"].values() if e.get("move", "").startswith("deal 2")]
            good = not c.tables[table]["read_only"] and told and told[0] != deal["move"]
            c.close()
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
    """The same commands in the same order: moves, wrong ones, hints, reconnecting, a take-back, chat."""
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
            logs.setdefault(name, []).extend(re.sub(r'"incarnation":"\w+"|"(grace|waited|absent_in|lapses_in|ready_in)":\d+', "", x) for x in c.log if '"presence"' not in x)
            c.close()
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
    table = a.ask("create", game="my-shelfie", seats=["skilled", "me", "normal"], promise=a.promise())["table"]
    a.ask("open", table=table)
    play_out([a], table, rng)
    assert a.tables[table]["phase"] == "finished"
    seats = a.tables[table]["seats"]
    assert [s["kind"] for s in seats] == ["bot", "person", "bot"]
    assert seats[0]["level"] == "skilled" and seats[2]["level"] == "normal"


def an_unfinished_record_goes_on_online(server):
    rng, verified = random.Random(14), 0
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
        verified += check_fair_end(a, b, record, rng)
    assert verified > 0
    for bad in ("", 7, "game: chess\n", record.replace("players: 2", "players: 3"), record + "x\n"):
        refused("bad-message", a.ask, "create", record=bad, seats=["me", "person"])


def verdicts(record):
    """Exit codes and words of `atoll replay` and of the independent script about a record."""
    with tempfile.NamedTemporaryFile("w", suffix=".record", encoding="utf-8") as file:
        file.write(record)
        file.flush()
        replay = subprocess.run([ATOLL, "replay", file.name], capture_output=True, text=True, timeout=tap.HANG)
        script = subprocess.run([sys.executable, os.path.join(HERE, "..", "examples", "verify_record.py"), file.name, ATOLL],
                                capture_output=True, text=True, timeout=tap.HANG)
    return replay.returncode, script.returncode, replay.stdout + replay.stderr + script.stdout


def check_fair_end(a, b, record, rng):
    """A record continues with draws that nobody chooses: those of the seed."""
    given = record.split("moves:\n")[1].count("\n")
    refused("promise-needed", a.ask, "create", record=record, seats=["person", "me"], fair=True)
    table = a.ask("create", record=record, seats=["person", "me"], fair=True, promise=a.promise())["table"]
    a.ask("open", table=table)
    secret = a.tables[table]["play_link"].split("/")[-1]
    b.ask("open", table=table, secret=secret)
    b.ask("sit", table=table, secret=secret, promise=b.promise())
    assert a.tables[table]["fair"] and a.tables[table]["given"] == given
    while a.tables[table]["ply"] < given or not (a.turn(table) or b.turn(table)):
        pump([a, b])
    play_out([a, b], table, rng, 6)
    if rng.randrange(2):  # into the given part: later draws come from the seed
        a.ask("events", table=table)
        given = max(e["ply"] for e in a.tables[table]["log"].values() if e["event"] == "decided" and e["seat"] == 2 and e["ply"] < given)
        a.ask("back", table=table, ply=given)
        settle([a, b], table)
        if a.tables[table]["question"]:
            b.ask("agree", table=table)
        settle([a, b], table)
        assert a.tables[table]["ply"] == given and a.turn(table)
        play_out([a, b], table, rng, 6)
    a.ask("end", table=table)
    b.ask("agree", table=table)
    text = a.ask("record", table=table)["record"]
    assert f"\ngiven: {given}\ntable: {table}\n" in text
    assert text.split("moves:\n")[1].split("\n")[:given] == record.split("moves:\n")[1].split("\n")[:given]
    first, second, words = verdicts(text)
    assert first == second == 0 and "promises kept" in words and f"the first {given} moves" in words, words
    for bad in (text.replace(f"given: {given}\n", ""), text.replace(f"given: {given}\n", f"given: {given - given}\n"),
                text.replace(f"given: {given}\n", f"given: {given}\n" * 2)):
        assert verdicts(bad)[0] == 1, bad[:200]
    return int(re.search(r"(\d+) draws verified", words)[1])


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


# --- repeated commands, late ones, reconnecting ---

def who_has_made_a_table_and_gone_finds_it(server):
    """The socket is gone before the table is made; the same command on another one finds the table, with its author
    in the seat."""
    for _ in range(5):
        ann, id = server.client("Ann"), os.urandom(16).hex()
        members = {"game": "reef", "seats": ["me", "person"], "promise": ann.promise()}
        ann.send("create", id=id, **members)
        ann.close()
        again = server.client(cookie=ann.cookie)
        table = again.ask("create", id=id, **members)["table"]
        again.ask("open", table=table)
        assert [s["kind"] for s in again.tables[table]["seats"]] == ["person", "free"]


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
    assert 0 < a.tables[table]["seats"][1]["grace"] <= 120000
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


def what_changes_makes_the_whole_view(server):
    """Each seat has a second client that is sent only changes; views are compared with the order of their members."""
    rng = random.Random(6)
    for game in GAMES:
        a, b, w = server.client("Ann"), server.client("Bob"), server.client("Eve")
        table = sit_all([a, b], game)
        secret = a.tables[table]["watch_link"].split("/")[-1]
        whole, short = [a, b, w], [server.client(cookie=c.cookie) for c in (a, b, w)]
        w.ask("open", table=table, secret=secret)
        refused("bad-message", short[0].ask, "open", table=table, secret=secret, views="some")
        for c in short:
            c.ask("open", table=table, secret=secret, views="changed")
        for _ in range(12):
            made = play_out([a, b], table, rng, 5, watchers=[w, *short])
            for one, other in zip(whole, short):
                assert json.dumps(one.tables[table]["view"]) == json.dumps(other.tables[table]["view"])
            mover = [c for c in (a, b) if c.turn(table)]
            if made and mover and rng.random() < 0.5:
                other = a if mover[0] is b else b
                mover[0].ask("back", table=table)
                settle([*whole, *short], table)
                if other.tables[table]["question"]:
                    other.ask("agree", table=table)
        events = [[m for m in c.messages if m["type"] == "events" and not m["old"]] for c in (w, short[2])]
        assert all("view" in m and "changes" not in m for m in events[0])
        assert all("changes" in m and "view" not in m for m in events[1][-20:])
        sizes = [sum(len(json.dumps(m)) for m in told[-20:]) for told in events]
        assert 2 * sizes[1] < sizes[0], sizes
        for c in whole + short:
            c.close()


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
    done = subprocess.run([ATOLL, "replay", "-"], input=record, capture_output=True, text=True, timeout=tap.HANG)
    assert done.returncode == 0, done.stderr


def who_does_not_open_is_silent_and_the_game_begins(server):
    a, b = server.client("Ann"), server.client("Bob")
    b.promise = lambda: "77" * 32  # of a number that it does not know
    table = sit_all([a, b], "reef")
    refused("not-now", b.ask, "reveal", table=table, number="00" * 32)
    begin = time.monotonic()
    begun([a, b], table)
    assert time.monotonic() - begin > 8
    a.ask("open", table=table)
    assert [s["silent"] for s in a.tables[table]["seats"]] == [False, True]


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

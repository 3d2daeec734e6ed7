#!/usr/bin/env python3
"""join.py ATOLL: `atoll join`, from outside: bots and programs play whole games of every game at a host, a person types,
the server goes and comes back, promises are checked; people apart in time, whose time is made to pass. Speaks TAP."""
import json
import os
import re
import select
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "examples"))
import verify_record  # noqa: E402
from client import Client  # noqa: E402
from engines import free_port  # noqa: E402
from forger import FORGERIES, forger  # noqa: E402
from host_times import LIBRARY, Clocks  # noqa: E402
import tap  # noqa: E402

ATOLL = sys.argv[1]
GAMES = [line.strip() for line in open(os.path.join(HERE, "..", "games.list"), encoding="ascii")]
PYTHON_BOT = f"exec:{sys.executable} {os.path.join(HERE, '..', 'examples', 'bot.py')}"


class Server:
    """A server with its data, which stays when it is stopped and started again."""

    def __init__(self):
        self.data, self.port, self.process = tempfile.mkdtemp(prefix="atoll-"), free_port(), None
        self.joined = []
        self.clocks, self.passed = Clocks(self.data), 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [ATOLL, "serve", "--listen", f"127.0.0.1:{self.port}", "--data", self.data + "/tables", "--per-second", "100000"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=dict(os.environ, LD_PRELOAD=LIBRARY, ATOLL_JUMP=self.clocks.path))
        line = self.process.stdout.readline()
        assert re.search(r"http://127\.0\.0\.1:\d+/", line), (line, self.process.stderr.read())

    def stop(self, number=signal.SIGTERM):
        self.process.send_signal(number)
        self.process.wait(tap.HANG)
        self.process.stdout.close()
        self.process.stderr.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        for p in self.joined:
            if p.poll() is None:
                p.kill()
                p.wait()
        if self.process.poll() is None:
            self.stop()
        shutil.rmtree(self.data)

    def go(self, seconds, *stay):
        """Lets this much time pass at the host. These people stay active; others may lose the connection, and
        reconnect."""
        while seconds > 0:
            step = min(seconds, 15) if stay else seconds
            seconds -= step
            self.passed += step * 1000
            self.clocks.set(0, self.passed)
            for p in stay:
                p.type("hint")
                p.until("refused: there are no hints at this table")

    def table(self, game, seats, **more):
        """A table with these seats, made by a person who does not play; returns its links."""
        host = Client("127.0.0.1", self.port)
        host.ask("name", name="Hetty")
        made = host.ask("create", game=game, seats=seats, **more)
        host.ask("open", table=made["table"])
        host.close()
        t = host.tables[made["table"]]
        return [f"http://127.0.0.1:{self.port}/{t[k]}" for k in ("play_link", "watch_link")]

    def join(self, link, guest, *more, **how):
        p = subprocess.Popen([ATOLL, "join", link, "--guest", os.path.join(self.data, guest), *more], text=True,
                             stdin=how.get("stdin", subprocess.DEVNULL), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        self.joined.append(p)
        return p


def end(process, seconds=tap.HANG):
    """Its output, once it has exited with 0."""
    out, err = process.communicate(timeout=seconds)
    assert process.returncode == 0 and not err, (process.returncode, out[-500:], err)
    return out


KEPT = r"The record is correct: \d+ moves checked, draws verified; promises kept, 2 numbers opened\."


def bots_play_whole_games_of_every_game(server):
    pairs = []
    for i, game in enumerate(GAMES):
        play, _ = server.table(game, ["person", "person"])
        pairs.append((server.join(play, f"a{i}", "--name", "Ann", "--bot", "easy"),
                      server.join(play, f"b{i}", "--name", "Bob", "--bot", PYTHON_BOT, "--save", f"{server.data}/{i}.record")))
    for i, pair in enumerate(pairs):
        outs = [end(p) for p in pair]
        for out in outs:
            assert re.search(KEPT, out) and re.search(r"Winner: (Ann|Bob) \(seat [12]\)", out), out[-800:]
        scores = [re.sub(r".* is away\n", "", o[o.index("The game is over."):]) for o in outs]  # one is gone first
        assert scores[0] == scores[1], scores
        subprocess.run([ATOLL, "replay", f"{server.data}/{i}.record"], check=True, stdout=subprocess.DEVNULL)


class Person:
    """A person who types: the output is read up to a prompt, when there is something to type."""

    def __init__(self, process):
        self.process, self.seen, self.all = process, "", ""

    def until(self, text, seconds=tap.HANG):
        stop = time.monotonic() + seconds
        while not re.search(text, self.seen):
            left = stop - time.monotonic()
            assert left > 0, (text, self.seen[-1500:])
            if select.select([self.process.stdout], [], [], left)[0]:
                data = os.read(self.process.stdout.fileno(), 65536).decode()
                assert data, (text, self.seen[-1500:])
                self.seen += data
                self.all += data
        found = re.search(text, self.seen)
        self.seen = self.seen[found.end():]
        return found

    def type(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()


def person(server, link, guest, *more):
    return Person(server.join(link, guest, *more, stdin=subprocess.PIPE))


def a_person_types_moves_questions_and_words(server):
    play, _ = server.table("reef", ["person", "person"])
    ann, bob = person(server, play, "ann", "--name", "Ann"), None
    ann.until("You have seat 1. Waiting for 1 more")
    bob = person(server, play, "bob", "--name", "B\u00f6b")
    both = {1: ann, 2: bob}
    for p in both.values():
        p.until("The game begins")
    seat = 1 if select_turn(ann, bob) is ann else 2
    mover, other = both[seat], both[3 - seat]
    mover.type("?")
    mover.until("say TEXT")
    mover.type("dance")
    mover.until(f"seat {seat}> ")
    other.type("1")
    other.until("It is not your turn")
    mover.type("moves take")
    mover.until(r"take")
    mover.type("hint")
    mover.until("refused: there are no hints at this table")
    mover.type("say hello <b>there")
    other.until(r"(Ann|B\u00f6b) says: hello <b>there")
    mover.type("1")
    other.until(rf"\(seat {seat}\): ")
    mover.type("undo")
    found = other.until("asks to take back|takes back")
    if found.group(0).startswith("asks"):
        other.until("agree or decline")
        other.type("agree")
        other.until("takes back")
    mover.until("Your turn")
    mover.type("end")
    other.until("asks to end the game")
    other.type("decline")
    mover.until("declines")
    mover.type("quit")
    assert mover.process.wait(tap.HANG) == 0
    again = person(server, play, "ann" if mover is ann else "bob")
    again.until("Your turn")
    again.type("2")
    again.until(r"is to move|Your turn")
    again.type("leave")
    assert again.process.wait(tap.HANG) == 0
    other.until("has left; a bot moves meanwhile|stands up")
    other.process.stdin.close()
    assert other.process.wait(tap.HANG) == 0


def a_bot_agrees_to_questions_and_comes_back_to_its_seat(server):
    play, _ = server.table("my-shelfie", ["person", "person"], fair=False)
    p = person(server, play, "p", "--name", "Ann")
    p.until("You have seat 1")
    bot = server.join(play, "b", "--name", "Bob", "--bot", "greedy")
    p.until("Your turn")
    p.type("1")
    p.until(r"Bob \(seat 2\): ")
    p.until("Your turn")
    p.type("undo")
    p.until("Bob \\(seat 2\\) agrees")
    p.until("Your turn")
    bot.send_signal(signal.SIGTERM)
    bot.communicate()
    assert bot.returncode == 128 + signal.SIGTERM
    p.until(r"Bob \(seat 2\) is away")
    p.type("1")
    p.until(r"Bob \(seat 2\) is to move")
    bot = server.join(play, "b", "--bot", "greedy")
    p.until(r"Bob \(seat 2\): ")
    p.type("stand-in")
    p.until("Ann \\(seat 1\\) has left; a bot moves meanwhile")
    p.type("quit")
    assert "the host alone chose the seed, as it had promised" in end(bot)
    p.process.wait(tap.HANG)
    ended = server.join(play, "p", "--bot", "random")
    assert "The game is over." in end(ended)


def a_bot_takes_its_seat_back_from_the_one_that_stood_in(server):
    play, _ = server.table("reef", ["person", "person"], hints=True)
    ann = person(server, play, "ann", "--name", "Ann")
    ann.until("You have seat 1")
    bob = person(server, play, "bob", "--name", "Bob")
    mover = select_turn(ann, bob)
    mover.type("hint")
    mover.until(r"% to win, about")
    mover.type("score")
    mover.until("total")
    late = server.join(play, "late", "--bot", "greedy")
    _, err = late.communicate(timeout=tap.HANG)
    assert late.returncode == 1 and "begun without you" in err, err
    ann.type("stand-in")  # Bob does not move, so the game waits for the bots below
    ann.until(r"Ann \(seat 1\) has left; a bot moves meanwhile")
    for p in (ann, bob):
        p.type("quit")
        assert p.process.wait(tap.HANG) == 0
    a = server.join(play, "ann", "--bot", "greedy")
    Person(a).until(r"Ann \(seat 1\) is back")
    b = server.join(play, "bob", "--bot", "greedy")
    assert "The game is over." in end(a) and "The game is over." in end(b)


def select_turn(*people):
    """The seat to move."""
    stop = time.monotonic() + tap.HANG
    while time.monotonic() < stop:
        for p in people:
            if "Your turn" in p.seen:
                return p
        for p in people:
            if select.select([p.process.stdout], [], [], 0.05)[0]:
                data = os.read(p.process.stdout.fileno(), 65536).decode()
                p.seen += data
                p.all += data
    raise AssertionError([p.seen for p in people])


DAY = 86400
DAYS3 = {"kind": "turn", "base": 3 * DAY * 1000}
TURN = {"kind": "turn", "base": 60000}


def sit(server, names, **more):
    """These people at a table of Reef whose game has begun; returns its links."""
    links = server.table("reef", ["person"] * len(names), **more)
    people = []
    for i, name in enumerate(names):
        people.append(person(server, links[0], name.lower(), "--name", name))
        people[i].name, people[i].seat = rf"{name} \(seat {i + 1}\)", i + 1
        people[i].until(f"You have seat {i + 1}|The game begins")
    for p in people:
        p.until("Your turn|is to move")
    return people, links


def has_turn(p):
    p.type("moves zz")
    return p.until("No legal move begins with 'zz'|It is not your turn").group(0).startswith("No")


def in_turn(a, b):
    """The seat to move, then the other; a has acted last."""
    return (a, b) if has_turn(a) else (b, a)


def gone(p):
    p.type("quit")
    assert p.process.wait(tap.HANG) == 0


def over(p, how):
    """It is told how the game has ended, and exits with 0."""
    p.until(how)
    out = p.seen + end(p.process)
    assert re.search(how, out) and re.search(KEPT, out) and "Winner" not in out, out[-800:]
    return out


def questions_are_told_to_their_end(server):
    people, _ = sit(server, ["Ann", "Bob"])
    mover, other = in_turn(*people)
    mover.type("?")
    mover.until(r"end-absent(.|\n)*resign(.|\n)*nudge \[SEAT\](.|\n)*give-time \[SEAT\](.|\n)*ready")
    while has_turn(mover):
        mover.type("1")
    mover.type("undo")
    other.until(f"{mover.name} asks to take back 1 move of {mover.name}")
    other.until(f"asks to take back 1 move of {mover.name}. Still to answer: {other.name}. The question lapses in (23 h|1 d)")
    other.until("You are asked: agree or decline")
    other.type("agree")
    mover.until(f"{other.name} agrees")
    mover.until(f"{mover.name} takes back 1 move of {mover.name}")
    other.type("end")
    mover.until(f"{other.name} asks to end the game")
    mover.type("decline")
    other.until(f"{mover.name} declines")
    other.type("end")
    other.until("refused: ")
    while has_turn(mover):
        mover.type("1")
    other.type("end")
    other.until("`decline` withdraws your question")
    other.type("decline")
    mover.until(f"{other.name} withdraws the question")
    mover.type("end")
    other.until("You are asked: agree or decline")
    other.type("1")
    mover.until(f"{other.name} has moved, so the question of {mover.name} is off the table")
    while has_turn(other):
        other.type("1")
    mover.until("Your turn")
    mover.type("end")
    mover.until("`decline` withdraws your question")
    server.go(DAY + 60)
    for p in people:
        p.until(f"The question of {mover.name} was not answered in time")


def agreement_ends_a_game_and_says_who_asked(server):
    (ann, bob), _ = sit(server, ["Ann", "Bob"], clock=DAYS3)
    ann.type("end")
    bob.until("asks to end the game")
    bob.type("agree")
    for p in (ann, bob):
        over(p, f"The game was ended by agreement; it was asked for by {ann.name}")


def at_days_time_is_given_runs_out_and_the_game_may_be_ended(server):
    people, _ = sit(server, ["Ann", "Bob"], clock=DAYS3)
    mover, other = in_turn(*people)
    gone(mover)
    other.until("is away")
    other.type("give-time")
    other.until(f"{mover.name} has one day more, from {other.name}")
    other.until("Time left by seat: .*(3 d 23|4 d 0) h")
    for words in ("give-time", f"stand-in {mover.seat}", "end-absent", f"nudge {mover.seat}"):
        other.type(words)
        other.until("refused: ")
    server.go(4 * DAY + 60)
    other.until(rf"{mover.name} has no time left; a bot moves meanwhile \(\w+\)")
    other.until(f"{mover.name}, by a bot: ")
    other.until("Your turn")
    other.type("end-absent")
    out = over(other, f"The game was ended, because a player does not come back: {mover.name}")
    assert re.search(rf"A bot made \d+ moves? for {mover.name}\.", out), out


def who_resigns_leaves_or_is_no_more_is_told(server):
    (ann, bob), _ = sit(server, ["Ann", "Bob"], clock=DAYS3)
    ann.type("resign")
    bob.until(f"{ann.name} resigns\n")
    for p in (ann, bob):
        over(p, f"The game is over, because a player has resigned: {ann.name}")
    (ann, bob, cid, dan), links = sit(server, ["Ann", "Bob", "Cid", "Dan"])
    ann.type("resign")
    dan.until(rf"{ann.name} resigns; a bot plays on \(\w+\)")
    ann.type("return")
    ann.until("refused: ")
    with open(f"{server.data}/bob", encoding="utf-8") as file:
        cookie = json.load(file)["cookie"]
    again = Client("127.0.0.1", server.port, cookie=cookie)
    again.ask("forget")
    again.close()
    dan.until(rf"{bob.name} has deleted their data; a bot plays on \(\w+\)")
    cid.type("leave")
    assert cid.process.wait(tap.HANG) == 0
    dan.until(rf"{cid.name} has left; a bot moves meanwhile \(\w+\)")
    again = person(server, links[0], "cid")
    again.until("You have|is to move|Your turn")
    again.type("return")
    dan.until(f"{cid.name} is back")


def a_start_waits_for_ready_and_bots_say_it(server):
    play, _ = server.table("reef", ["person", "person"], clock=TURN)
    ann = person(server, play, "ann", "--name", "Ann")
    ann.until("You have seat 1. Waiting for 1 more")
    ann.type("ready")
    ann.until("refused: ")
    bob = person(server, play, "bob", "--name", "Bob")
    bob.until("You are ready")
    ann.until(r"Bob \(seat 2\) is ready")
    ann.until(r"Are you there\? Type ready")
    ann.type("ready")
    for p in (ann, bob):
        p.until("The game begins")
    play, _ = server.table("reef", ["person", "person"], clock=TURN)
    bot = server.join(play, "bot", "--name", "Zoe", "--bot", "random")
    Person(bot).until("sits down")
    ann = person(server, play, "cid", "--name", "Cid")
    ann.until("The game begins")


def nudges_let_a_bot_in(server):
    people, _ = sit(server, ["Ann", "Bob"])
    mover, other = in_turn(*people)
    server.go(600, *people)
    for _ in range(2):
        other.type("nudge")
        mover.until(f"{mover.name} is asked to move, from {other.name}")
        other.type("nudge")
        other.until("refused: ")
        server.go(60, *people)
    other.type(f"stand-in {mover.seat}")
    for p in people:
        p.until(rf"{mover.name} is away; a bot moves meanwhile \(\w+\); it was let in by {other.name}")
        p.until(f"{mover.name}, by a bot: ")
    other.until("Your turn")
    mover.type("return")
    other.until(rf"{mover.name} is back; the bot made \d+ moves?")


def a_game_that_nobody_plays_pauses_and_is_abandoned(server):
    people, links = sit(server, ["Ann", "Bob"])
    watcher = person(server, links[1], "w", "--watch")
    watcher.until("is to move")
    mover, _ = in_turn(*people)
    for again in (True, False):
        for p in people:
            gone(p)
            watcher.until("is away")
        server.go(15)
        watcher.until("Nobody plays: the game is paused, and so are its clocks")
        watcher.until("The game is paused. It goes on when")
        if again:
            people = [person(server, links[0], "ann" if mover.seat == 1 else "bob")]
            watcher.until("The game goes on")
            people[0].until("Your turn")
    server.go(61 * DAY)
    over(watcher, "The game was ended, because nobody has played for 60 days")


def a_server_that_starts_again_is_found_again(server):
    play, watch = server.table("reef-encounter", ["person", "person"])
    w = server.join(watch, "w", "--watch")
    Person(w).until("you watch")
    a = server.join(play, "a", "--name", "Ann", "--bot", "easy")
    b = server.join(play, "b", "--name", "Bob", "--bot", "search:ms=30")  # so that a kill comes in time
    outs = {}
    readers = [threading.Thread(target=lambda p=p: outs.update({p: end(p)})) for p in (a, b, w)]
    wait_for_moves(server, play, 20)
    server.stop(signal.SIGKILL)
    for r in readers:
        r.start()
    server.start()
    for r in readers:
        r.join(tap.HANG)
    assert len(outs) == 3, outs.keys()
    for p in (a, b, w):
        assert "The connection was lost; reconnecting." in outs[p] and re.search(KEPT, outs[p]), outs[p][-800:]
    told = [[line for line in outs[p].splitlines() if re.match(r"  (Ann|Bob) \(seat \d\): ", line)] for p in (a, b, w)]
    seen = [len(t) for t in told]
    assert seen[0] == seen[1] >= seen[2], seen  # a client that comes late is told at most 500 events at once


def wait_for_moves(server, link, n):
    c = Client("127.0.0.1", server.port)
    _, table, secret = link.split("#")[1].split("/")
    c.ask("open", table=table, secret=secret, views=False)
    c.wait(lambda m: c.tables[table]["ply"] >= n and c.tables[table]["phase"] == "playing")
    assert c.tables[table]["phase"] == "playing"
    c.close()


def what_is_kept_is_only_for_the_owner_and_one_program(server):
    play, _ = server.table("reef", ["person", "person"])
    env = dict(os.environ, XDG_STATE_HOME=server.data + "/state")
    p = subprocess.Popen([ATOLL, "join", play], env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    Person(p).until("You have seat 1")
    path = f"{server.data}/state/atoll/person_127.0.0.1_{server.port}.json"
    assert stat.S_IMODE(os.stat(path).st_mode) == 0o600
    table = play.split("/")[-2]
    kept = json.load(open(path, encoding="utf-8"))
    assert kept["cookie"].startswith("atoll_") and len(kept["tables"][table]["number"]) == 64
    second = subprocess.run([ATOLL, "join", play], env=env, capture_output=True, text=True, timeout=tap.HANG)
    assert second.returncode == 1 and "--guest FILE" in second.stderr
    p.communicate("quit\n")
    assert p.returncode == 0
    abroad = subprocess.run([ATOLL, "join", play.replace("127.0.0.1", "localhost"), "--guest", path], capture_output=True, text=True, timeout=tap.HANG)
    assert abroad.returncode == 1 and f"known at 127.0.0.1:{server.port}" in abroad.stderr, abroad
    kept["tables"][table]["commitment"] = "00" * 32
    json.dump(kept, open(path, "w", encoding="utf-8"))
    liar = subprocess.run([ATOLL, "join", play], env=env, capture_output=True, text=True, timeout=tap.HANG)
    assert liar.returncode == 1 and "changed its promise" in liar.stderr, liar


def a_broken_promise_is_noticed_at_the_end(server):
    play, _ = server.table("reef", ["person", "easy"])
    p = person(server, play, "a")
    p.until("Your turn")
    p.type("quit")
    assert p.process.wait(tap.HANG) == 0
    path, table = f"{server.data}/a", play.split("/")[-2]
    kept = json.load(open(path, encoding="utf-8"))
    kept["tables"][table]["number"] = "11" * 32
    json.dump(kept, open(path, "w", encoding="utf-8"))
    done = server.join(play, "a", "--bot", "random")
    _, err = done.communicate(timeout=tap.HANG)
    assert done.returncode == 1 and "not correct: your number is not the one that you promised" in err, err


def a_forged_record_is_found_out(server):
    """By the terminal, and by the independent script; tests/web/online.mjs shows it for the page."""
    for kind, forge in FORGERIES.items():
        play, _ = server.table("reef", ["person", "easy"])
        lie = play.replace(f":{server.port}/", f":{forger(ATOLL, server.port, kind)}/")
        p = server.join(lie, kind, "--name", "Ann", "--bot", "random")
        out, err = p.communicate(timeout=tap.HANG)
        assert p.returncode == 1 and "the record is not correct: " in err, (kind, out[-300:], err)
        assert "The game is over." in out and "The record is correct" not in out, (kind, out[-300:])
    for game in ("reef", "my-shelfie"):
        c = Client("127.0.0.1", server.port)
        c.ask("name", name="Ann")
        table = c.ask("create", game=game, seats=["me", "easy"], promise=c.promise())["table"]
        c.ask("open", table=table)
        c.ask("events", table=table)
        c.play(table)
        record, path, seen = c.ask("record", table=table)["record"], f"{server.data}/{game}", f"{server.data}/{game}.json"
        with open(seen, "w", encoding="utf-8") as file:
            json.dump(c.seen(table), file)
        c.close()
        for forge in (None, *FORGERIES.values()):
            with open(path, "w", encoding="utf-8") as file:
                file.write(forge(ATOLL, record) if forge else record)
            assert verify_record.main(path, None, seen) == (1 if forge else 0), (game, forge)


def a_bot_that_fails_and_what_is_no_link_are_told(server):
    play, watch = server.table("reef", ["person", "easy"])
    for link, code, word in (("http://127.0.0.1/", 2, "#table/"), ("https://h/#table/" + "0" * 32, 2, "http://"), ("x", 2, "http://"),
                             ("http://[../..]/#table/" + "0" * 32, 2, "host"),
                             ("http://h:99999/#table/" + "0" * 32, 2, "port"), (play[:-1], 2, "cut off"),
                             (f"http://127.0.0.1:1/#table/{'0' * 32}", 1, "refused"),
                             (f"http://127.0.0.1:{server.port}/#table/{'0' * 32}", 1, "no such table|unknown|there is no"),
                             (play[:-2] + "00", 1, "refused: "), (play, 1, "exec:false")):
        p = server.join(link, "x", "--bot", "exec:false")
        _, err = p.communicate(timeout=tap.HANG)
        assert p.returncode == code and re.search(word, err), (link, p.returncode, err)
    p = server.join(watch, "y", "--bot", "easy")
    _, err = p.communicate(timeout=tap.HANG)
    assert p.returncode == 1 and "refused" in err, err
    out = subprocess.run([ATOLL, "join", "--help"], capture_output=True, text=True, check=True).stdout
    assert "exec:PROGRAM" in out and "--guest" in out


def each(test):
    with Server() as server:
        test(server)


if __name__ == "__main__":
    sys.exit(tap.run(globals(), ("server",), each))

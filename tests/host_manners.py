#!/usr/bin/env python3
"""host_manners.py ATOLL: tables online, from outside: people with each other: taking back, leaving, clocks, chat,
playing again. Speaks TAP."""
import os
import random
import re
import signal
import sys

from online import HERE, Refused, begun, play_out, refused, run_tests, settle, sit_all


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
        mover.ask("agree", table=table)
    settle([a, b], table)
    assert a.tables[table]["backs"] == 1 and a.tables[table]["question"] is None
    mover.ask("end", table=table)  # the other one has asked in this turn
    settle([a, b], table)
    refused("not-now", mover.ask, "agree", table=table)
    other.ask("agree", table=table)
    settle([a, b], table)
    assert a.tables[table]["phase"] == "abandoned"
    assert any(e["event"] == "opened" for e in a.tables[table]["log"].values())
    refused("bad-move", a.ask, "move", table=table, ply=a.tables[table]["ply"], backs=1, moves=["x"])


def out_of_turn_is_a_bad_move(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    refused("bad-move", a.ask, "move", table=table, ply=0, backs=0, moves=["x"])  # before it has begun
    begun([a, b], table)
    play_out([a, b], table, random.Random(4), 2)
    mover, other = (a, b) if a.turn(table) else (b, a)
    move = mover.turn(table)[0]
    no = refused("bad-move", other.move, table, move)
    assert "not to move" in no.why, no.why
    mover.move(table, move)
    refused("not-now", a.ask, "record", table=table)


def bots_stand_in_and_people_come_back(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    refused("not-now", a.ask, "stand-in", table=table, seat=2)  # a person who is here makes the decision
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
    assert back.tables[table]["seats"][1]["stand_in"] == "away"
    back.ask("return", table=table)
    a.ask("end", table=table)
    assert a.tables[table]["phase"] == "playing"
    back.ask("agree", table=table)
    a.wait(lambda m: a.tables[table]["phase"] == "abandoned")


def own_moves_come_back_as_everybody_sees_them(server):
    """A move that takes the bag's last tile of a colour reports that, also to its author."""
    with open(os.path.join(HERE, "games", "reef-encounter", "4.records"), encoding="utf-8") as file:
        head, moves = file.read().split("===")[1].split("\n", 1)[1].split("moves:\n")
    record = re.sub("seed: .*\n", "", head) + "moves:\n" + "".join(moves.splitlines(True)[:712])
    a = server.client("Ann")
    table = a.ask("create", record=record, seats=["me", "easy", "easy", "easy"])["table"]
    a.ask("open", table=table)
    while not a.turn(table):
        a.receive()
    assert a.tables[table]["ply"] == 712 and "swap-tile orange" in a.turn(table)
    done = a.move(table, "swap-tile orange")
    assert a.tables[table]["log"][done["first"]]["move"] == "swap-tile orange gone orange"


def what_needs_open_is_refused_without_it(server):
    """After each new connection; the other commands of people at their table work at once."""
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    back = server.client(cookie=a.cookie)
    for do, more in (("events", {}), ("record", {}), ("chat", {"text": "Hi"}), ("unchat", {"number": 0}), ("chats", {})):
        refused("not-open", back.ask, do, table=table, **more)
    for do in ("leave", "return", "end", "decline"):
        back.ask(do, table=table)
    back.ask("open", table=table)
    assert back.ask("chat", table=table, text="Hi")["first"] == 0
    back.ask("close", table=table)
    refused("not-open", back.ask, "chats", table=table)


def who_makes_a_table_and_leaves_has_a_free_seat_there(server):
    a, b = server.client("Ann"), server.client("Bob")
    table = a.ask("create", game="reef", seats=["me", "person"], open=True, promise=a.promise())["table"]
    a.ask("leave", table=table)
    refused("not-yours", a.ask, "leave", table=table)
    a.ask("open", table=table)
    assert a.tables[table]["you"] is None and [s["kind"] for s in a.tables[table]["seats"]] == ["free"] * 2
    assert a.tables[table]["phase"] == "gathering" and a.tables[table]["may_sit"]
    assert [t["table"] for t in a.ask("mine")["tables"]] == [table], "who made it does not find it"
    refused("promise-needed", b.ask, "sit", table=table)
    b.ask("sit", table=table, promise=b.promise())
    a.ask("remove", table=table, seat=1)
    a.ask("sit", table=table, promise=a.promise())


def who_leaves_while_the_game_begins_is_replaced_by_a_bot(server):
    """The last seat is taken, and the game's beginning is on its way to the disk: which leaving it is shows only then."""
    a = server.client("Ann")
    for _ in range(10):
        table = a.ask("create", game="reef", seats=["me", "person"], fair=False)["table"]
        a.ask("fill", table=table)
        a.ask("leave", table=table)
        a.ask("open", table=table)
        t = a.tables[table]
        assert (t["phase"], t["seats"][0].get("stand_in")) == ("playing", "left"), t


def one_hint_at_a_time(server):
    a = server.client("Ann")
    table = a.ask("create", game="reef", seats=["me", "easy"], fair=False)["table"]
    a.ask("open", table=table)
    while not a.turn(table):
        a.receive()
    text = [f'{{"do":"hint","id":"{os.urandom(16).hex()}","table":"{table}"}}' for _ in range(2)]
    frames = b"".join(b"\x81" + bytes([0x80 | len(t)]) + bytes(4) + t.encode() for t in text)
    a.socket.sendall(frames)  # in one packet: the second arrives before the first is handled
    refused("busy", a.answer, text[1].split('"')[7])
    assert a.answer(text[0].split('"')[7])["type"] == "hint"


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
    refused("bad-message", a.ask, "chat", table=table)
    refused("bad-message", a.ask, "unchat", table=table, number=3)  # there is no such line
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


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

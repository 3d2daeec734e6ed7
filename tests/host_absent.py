#!/usr/bin/env python3
"""host_absent.py ATOLL: tables online whose people are apart in time, from outside: silence, leaving, clocks, pauses, lapses,
readiness. Time is made to pass. Speaks TAP."""
import contextlib
import random
import sys

import tap
from host_times import jumping
from online import begun, play_out, pump, refused, settle, sit_all

SECOND, MINUTE, DAY = 1000, 60 * 1000, 86400 * 1000
DAYS3 = {"kind": "turn", "base": 3 * DAY}
TURN = {"kind": "turn", "base": MINUTE}


class World:
    """A server whose clock can be moved, and people who stay connected meanwhile."""

    def __init__(self, server, clocks):
        self.server, self.clocks, self.passed = server, clocks, 0

    def client(self, name=None, **more):
        return self.server.client(name, **more)

    def go(self, ms, *stay):
        """Lets this much time pass; these clients answer all the while, others may be dropped for their silence."""
        step = 15 * SECOND if stay else ms
        while ms > 0:
            self.passed += min(step, ms)
            ms -= step
            self.clocks.set(0, self.passed)
            for c in stay:
                c.ask("ping")

    def empty(self, table, watcher):
        """Everybody has left this table: it pauses, as a spectator sees."""
        watcher.ask("open", table=table)
        self.go(15 * SECOND, watcher)
        until(watcher, table, lambda t: t["paused"])

    def back(self, who, table, **more):
        """The same person on a new connection."""
        c = self.client(cookie=who.cookie, numbers=who.numbers)
        c.ask("open", table=table, **more)
        return c


@contextlib.contextmanager
def world(*args):
    with jumping(*args) as (server, clocks):
        yield World(server, clocks)


def two(w, moves=0, **more):
    people = [w.client("Ann"), w.client("Bob")]
    table = sit_all(people, "reef", **more)
    begun(people, table)
    play_out(people, table, random.Random(3), moves)
    while not any(c.turn(table) for c in people):
        pump(people)
    settle(people, table)
    return people, table


def in_turn(people, table):
    """The seat to move, then the other."""
    return people if people[0].turn(table) else people[::-1]


def events(c, table):
    c.ask("events", table=table)
    return [e["event"] for _, e in sorted(c.tables[table]["log"].items())]


def until(c, table, true):
    while not true(c.tables[table]):
        c.receive()
    return c.tables[table]


def silence_never_agrees_and_a_question_lapses():
    """At a table without a clock, with a minute and with days: the other person closes the page and the game does not
    end."""
    for clock, wait in (({"kind": "none"}, DAY), (DAYS3, 3 * DAY)):
        with world() as w:
            people, table = two(w, 4, clock=clock)
            mover, other = in_turn(people, table)
            mover.close()
            other.ask("end", table=table)
            question = until(other, table, lambda t: t["question"])["question"]
            assert question["ask"] == "end" and wait - MINUTE < question["lapses_in"] <= wait
            refused("not-now", other.ask, "end", table=table)
            w.go(wait + MINUTE)
            other = w.back(other, table)
            until(other, table, lambda t: not t["question"])
            assert other.tables[table]["phase"] == "playing" and "lapsed" in events(other, table)
            assert "ended" not in events(other, table) and "closed" not in events(other, table)


def two_who_refuse_everything_stay_where_they_are():
    with world() as w:
        people, table = two(w, 8)
        for _ in range(3):
            mover, other = in_turn(people, table)
            for do, one, two_ in (("end", mover, other), ("back", other, mover)):
                one.ask(do, table=table)
                settle(people, table)
                if one.tables[table]["question"]:
                    two_.ask("decline", table=table)
                    refused("not-now", one.ask, "end", table=table)
            settle(people, table)
            assert mover.tables[table]["phase"] == "playing" and not mover.tables[table]["question"]
            while mover.turn(table):
                mover.move(table, mover.turn(table)[0])
                settle(people, table)
        assert "took-back" not in events(mover, table) or mover.tables[table]["backs"] <= 3


def what_was_drawn_is_no_free_look():
    """Somebody takes a card, sees the next one and asks to take it back: the other person must agree, here or away."""
    with world() as w:
        people, table = two(w, 8)
        mover, other = in_turn(people, table)
        take = next(m for m in mover.turn(table) if m.startswith("take"))
        mover.move(table, take)
        settle(people, table)
        other.close()
        mover.ask("back", table=table)
        question = until(mover, table, lambda t: t["question"])["question"]
        assert question["needs"] == [3 - mover.tables[table]["you"]] and mover.tables[table]["backs"] == 0


def resigning_always_works():
    with world() as w:
        (a, b), table = two(w, 3, clock=DAYS3)
        b.close()
        a.ask("resign", table=table)
        t = until(a, table, lambda t: t["phase"] == "abandoned")
        assert t["ending"] == {"how": "resigned", "seats": [1]}
    with world() as w:
        people = [w.client(n) for n in ("Ann", "Bob", "Cid")]
        table = sit_all(people, "reef")
        begun(people, table)
        people[0].ask("resign", table=table, level="easy")
        refused("not-now", people[0].ask, "return", table=table)
        people[1].ask("open", table=table)
        assert people[1].tables[table]["seats"][0]["stand_in"] == "resigned"
        play_out(people[1:], table, random.Random(1), 6)


def at_days_no_bot_moves_before_the_time_is_up():
    with world() as w:
        people, table = two(w, 4, clock=DAYS3)
        mover, other = in_turn(people, table)
        seat = mover.tables[table]["you"]
        mover.close()
        w.go(3 * MINUTE, other)
        refused("not-now", other.ask, "stand-in", table=table, seat=seat)
        refused("not-now", other.ask, "end-absent", table=table)
        other.ask("give-time", table=table, seat=seat)
        refused("not-now", other.ask, "give-time", table=table, seat=seat)
        w.go(3 * DAY + MINUTE)
        other = w.back(other, table)
        assert other.tables[table]["seats"][seat - 1]["stand_in"] is None, "the gift"
        w.go(DAY)
        other = w.back(other, table)
        until(other, table, lambda t: "out-of-time" in [e["event"] for e in t["log"].values()] or other.turn(table))
        assert "out-of-time" in events(other, table)
        other.ask("end-absent", table=table)
        t = until(other, table, lambda t: t["phase"] == "abandoned")
        assert t["ending"] == {"how": "absent", "seats": [seat]}


def bots_do_not_finish_what_nobody_plays():
    """Both miss a turn of a minute: the table pauses, its clock too; it goes on with the mover. Nothing for sixty days ends it."""
    with world() as w:
        people, table = two(w, 4, clock=TURN, open=True)
        mover, _ = in_turn(people, table)
        for c in people:
            c.close()
        w.empty(table, w.client())
        w.go(10 * MINUTE)
        again = w.back(mover, table)
        until(again, table, lambda t: not t["paused"])
        said = events(again, table)
        assert "paused" in said and "went-on" in said and "out-of-time" not in said, said
        assert again.turn(table) and again.tables[table]["left"][again.tables[table]["you"] - 1] > 30 * SECOND
        again.close()
        w.empty(table, w.client())
        w.go(61 * DAY)
        again = w.back(mover, table)
        t = until(again, table, lambda t: t["phase"] == "abandoned")
        assert t["ending"]["how"] == "abandoned"
        assert again.ask("record", table=table)["record"]


def somebody_who_is_not_the_mover_waits_two_minutes():
    with world() as w:
        people, table = two(w, 4, clock=TURN, open=True)
        mover, other = in_turn(people, table)
        for c in people:
            c.close()
        w.empty(table, w.client())
        w.go(MINUTE)
        again = w.back(other, table)
        until(again, table, lambda t: t["paused"])
        w.go(MINUTE, again)
        assert again.tables[table]["paused"]
        w.go(75 * SECOND, again)
        until(again, table, lambda t: not t["paused"])
        w.go(2 * MINUTE, again)
        until(again, table, lambda t: t["seats"][mover.tables[table]["you"] - 1].get("stand_in") or again.turn(table))
        assert "out-of-time" in events(again, table)


def four_who_leave_and_come_home():
    with world() as w:
        people = [w.client(n) for n in ("Ann", "Bob", "Cid", "Dan")]
        table = sit_all(people, "reef")
        begun(people, table)
        for c in people:
            c.ask("leave", table=table, level="easy")
        settle(people, table)
        w.go(15 * SECOND, *people)
        until(people[0], table, lambda t: t["paused"])
        ply = people[0].tables[table]["ply"]
        w.go(10 * MINUTE, people[0])
        assert people[0].tables[table]["paused"] and people[0].tables[table]["ply"] == ply
        people[0].ask("return", table=table)
        w.go(3 * MINUTE, people[0])
        until(people[0], table, lambda t: not t["paused"])
        until(people[0], table, lambda t: people[0].turn(table))


def after_two_minutes_others_let_a_bot_in():
    with world() as w:
        people, table = two(w, 4)
        mover, other = in_turn(people, table)
        seat = mover.tables[table]["you"]
        mover.close()
        other.wait(lambda m: m["type"] == "presence" and 0 < m["seats"][seat - 1].get("grace", 0) <= 2 * MINUTE)
        w.go(105 * SECOND, other)
        refused("not-now", other.ask, "stand-in", table=table, seat=seat)
        w.go(30 * SECOND, other)
        other.ask("stand-in", table=table, seat=seat, level="easy")
        until(other, table, lambda t: other.turn(table))
        again = w.back(mover, table)
        assert again.tables[table]["seats"][seat - 1]["stand_in"] == "away"
        again.ask("return", table=table)


def who_is_here_and_leaves_two_nudges_counts_as_away():
    with world() as w:
        people, table = two(w, 4)
        mover, other = in_turn(people, table)
        seat = mover.tables[table]["you"]
        refused("not-now", other.ask, "nudge", table=table, seat=seat)
        refused("not-now", mover.ask, "nudge", table=table, seat=seat)
        w.go(10 * MINUTE, *people)
        for _ in range(2):
            refused("not-now", other.ask, "stand-in", table=table, seat=seat)
            other.ask("nudge", table=table, seat=seat)
            refused("not-now", other.ask, "nudge", table=table, seat=seat)
            w.go(MINUTE, *people)
        other.ask("stand-in", table=table, seat=seat)
        until(other, table, lambda t: other.turn(table))


def ten_minutes_away_may_end_a_live_game():
    with world() as w:
        people, table = two(w, 4)
        mover, other = in_turn(people, table)
        mover.close()
        w.go(9 * MINUTE, other)
        refused("not-now", other.ask, "end-absent", table=table)
        w.go(2 * MINUTE, other)
        other.ask("end-absent", table=table)
        t = until(other, table, lambda t: t["phase"] == "abandoned")
        assert t["ending"] == {"how": "absent", "seats": [mover.tables[table]["you"]]}


def nobody_waits_for_who_deleted_their_data():
    with world() as w:
        people, table = two(w, 4, clock=DAYS3)
        mover, other = in_turn(people, table)
        gathering = mover.ask("create", game="reef", seats=["me", "person"], promise=mover.promise())["table"]
        mover.ask("forget")
        until(other, table, lambda t: other.turn(table))
        assert "erased" in events(other, table)
        other.ask("open", table=table)
        assert other.tables[table]["seats"][2 - other.tables[table]["you"]]["stand_in"] == "erased"
        other.ask("resign", table=table)
        until(other, table, lambda t: t["phase"] == "abandoned")
        assert gathering


def ready(c, table, **more):
    c.ask("open", table=table, presence=True, **more)


def a_start_waits_until_everybody_is_ready():
    """With a live clock: a person who closed the page while the last seat was taken is not in the game."""
    with world() as w:
        a, b, c = (w.client(n) for n in ("Ann", "Bob", "Cid"))
        table = a.ask("create", game="reef", seats=["me", "person"], open=True, clock=TURN, promise=a.promise())["table"]
        ready(a, table)
        refused("not-now", a.ask, "ready", table=table)
        ready(b, table)
        b.ask("sit", table=table, promise=b.promise())
        t = until(a, table, lambda t: t["seats"][1].get("ready"))
        assert t["unopened"] == [] and not t["seats"][0]["ready"] and 0 < t["ready_in"] <= 30 * SECOND
        refused("not-now", b.ask, "reveal", table=table, number="11" * 32)
        a.close()
        w.go(30 * SECOND, b)
        until(b, table, lambda t: "stood-up" in [e["event"] for e in t["log"].values()])
        assert "number-opened" not in events(b, table)
        ready(c, table)
        c.ask("sit", table=table, promise=c.promise())
        until(b, table, lambda t: t.get("ready_in"))
        b.ask("ready", table=table)
        begun([b, c], table)


def at_days_nobody_has_to_be_ready_and_numbers_have_a_day():
    with world() as w:
        a, b = w.client("Ann"), w.client("Bob", numbers={})
        table = a.ask("create", game="reef", seats=["me", "person"], open=True, clock=DAYS3, promise=a.promise())["table"]
        ready(a, table)
        b.ask("sit", table=table, promise=b.promise())  # and never looks again
        w.go(MINUTE, a)
        assert a.tables[table]["phase"] == "gathering"
        w.go(DAY)
        a = w.back(a, table)
        until(a, table, lambda t: t["phase"] == "playing")
        assert "was-silent" in events(a, table)


def a_table_whose_maker_is_gone_leaves_the_list():
    with world() as w:
        a, b = w.client("Ann"), w.client("Bob")
        for clock, stays in ((TURN, False), (DAYS3, True)):
            table = a.ask("create", game="reef", seats=["me", "person"], open=True, clock=clock, promise=a.promise())["table"]
            ready(a, table)
            w.go(3 * MINUTE, a, b)
            assert [t["table"] for t in b.ask("lobby", stay=True)["tables"]] == [table]
            a.close()
            b.ask("ping")
            w.go(3 * MINUTE, b)
            assert bool(b.ask("lobby", stay=True)["tables"]) == stays
            a = w.back(a, table, presence=True)
            assert [t["table"] for t in b.ask("lobby", stay=True)["tables"]] == [table]
            a.ask("leave", table=table)
            b.ask("open", table=table)
            b.ask("sit", table=table, promise=b.promise())
            a.ask("sit", table=table, promise=a.promise())
            begun([a, b], table)


def who_was_removed_does_not_come_in_by_the_same_link():
    """Not as the same person, nor as another one by that link, also after a restart; by the new link they do. At a table that is
    open to all, too."""
    for is_open in (False, True):
        with world() as w:
            a, b, c = (w.client(n) for n in ("Ann", "Bob", "Cleo"))
            table = a.ask("create", game="reef", seats=["me", "person", "person"], fair=False, open=is_open)["table"]
            a.ask("open", table=table)
            old = a.tables[table]["play_link"].split("/")[2]
            b.ask("open", table=table, secret=old)
            b.ask("sit", table=table, secret=old)
            settle([a, b], table)
            a.ask("remove", table=table, seat=2)
            settle([a, b], table)
            assert [e for e in a.tables[table]["log"].values() if e["event"] == "stood-up"][0]["removed"] is True
            refused("not-allowed", b.ask, "sit", table=table, secret=old)
            b.ask("open", table=table, secret=old)
            assert b.tables[table]["removed"] and not b.tables[table]["may_sit"]
            if not is_open:
                refused("not-allowed", c.ask, "sit", table=table, secret=old)
            w.server.stop()
            w.server.start()
            a, b = (w.server.client(cookie=x.cookie) for x in (a, b))
            refused("not-allowed", b.ask, "sit", table=table, secret=old)
            a.ask("open", table=table)
            new = a.tables[table]["play_link"].split("/")[2]
            assert new != old
            b.ask("sit", table=table, secret=new)


def whoever_stands_up_or_was_not_ready_may_come_back():
    """Only the maker's removal counts."""
    with world() as w:
        a, b = w.client("Ann"), w.client("Bob")
        table = a.ask("create", game="reef", seats=["me", "person", "person"], fair=False)["table"]
        a.ask("open", table=table)
        secret = a.tables[table]["play_link"].split("/")[2]
        b.ask("sit", table=table, secret=secret)
        b.ask("leave", table=table)
        b.ask("sit", table=table, secret=secret)


def a_program_says_that_it_plays():
    with world() as w:
        a, b = w.client("Ann"), w.client("Bob")
        table = sit_all([a, b], "reef", fair=False)
        b.ask("open", table=table, program=True)
        a.wait(lambda m: m["type"] == "presence" and m["seats"][1].get("program"))
        a.ask("open", table=table)
        assert [s.get("program") for s in a.tables[table]["seats"]] == [None, True]
        b.ask("open", table=table)
        a.wait(lambda m: m["type"] == "presence" and not m["seats"][1].get("program"))


if __name__ == "__main__":
    sys.exit(tap.run(globals()))

#!/usr/bin/env python3
"""host_lasting.py ATOLL: what lasts at a host: results of games, and seats whose people have lost their devices. Speaks TAP."""
import hashlib
import os
import random
import sqlite3
import subprocess
import sys
import time

import tap
from online import ATOLL, Server, begun, play_out, pump, refused, run_tests, settle, sit_all

DAYS = {"kind": "turn", "base": 3 * 86400000}


def two(server, game="my-shelfie", **more):
    people = [server.client("Ann"), server.client("Bob")]
    table = sit_all(people, game, **more)
    begun(people, table)
    return people, table


def results(c, true=bool, **members):
    """Once this is true of them: a result is stored after the game's last event is told."""
    late = time.monotonic() + tap.HANG
    while True:
        found = c.ask("results", **members)["results"]
        if true(found):
            return found
        assert time.monotonic() < late, found
        time.sleep(0.01)


def end(people, table):
    people[0].ask("end", table=table)
    people[1].ask("agree", table=table)
    settle(people, table)


def a_finished_game_is_a_result(server):
    people, table = two(server)
    a, b = people
    made = play_out(people, table, random.Random(1))
    [result] = results(a, records=True)
    assert result["table"] == table and result["game"] == "my-shelfie" and result["phase"] == "finished"
    assert result["moves"] == made and result["ending"] is None and result["ended"] >= result["created"] > 0
    assert result["record"] == a.ask("record", table=table)["record"]
    assert [(s["seat"], s["name"], s["kind"]) for s in result["seats"]] == [(1, "Ann", "person"), (2, "Bob", "person")]
    assert sum(s["moves"] for s in result["seats"]) == made and not any("bot_moves" in s for s in result["seats"])
    assert 1 in [s["place"] for s in result["seats"]]
    best = max(s["score"] for s in result["seats"])
    assert all(s["score"] == sum(line["points"] for line in s["lines"]) for s in result["seats"])
    assert all(s["score"] == best for s in result["seats"] if s["place"] == 1)
    assert results(b, records=True) == [result]
    assert "record" not in results(a)[0]
    # names are those of today
    b.ask("name", name="Benno")
    assert results(a, lambda r: r[0]["seats"][1]["name"] == "Benno")


def results_are_for_the_people_of_the_table(server):
    people, table = two(server)
    watcher, maker = server.client("Wanda"), server.client("Mia")
    secret = people[0].tables[table]["watch_link"].split("/")[-1]
    watcher.ask("open", table=table, secret=secret)
    end(people, table)
    assert len(results(people[0])) == len(results(people[1])) == 1
    assert watcher.ask("results")["results"] == maker.ask("results")["results"] == []
    assert server.client().ask("results")["results"] == []  # nobody's


def pages_of_results_follow_each_other(server):
    people = [server.client("Ann"), server.client("Bob")]
    tables = []
    for _ in range(3):
        tables.append(sit_all(people, "my-shelfie"))
        begun(people, tables[-1])
        end(people, tables[-1])
        results(people[0], lambda r: len(r) == len(tables))
    first = people[0].ask("results", count=2)
    rest = people[0].ask("results", count=2, after=first["after"], ended=first["ended"])
    assert [r["table"] for r in first["results"] + rest["results"]] == tables[::-1] and "after" not in rest
    refused("bad-message", people[0].ask, "results", ended="now")
    refused("bad-message", people[0].ask, "results", count=51)
    refused("bad-message", people[0].ask, "results", count=7, records=True)


def moves_of_bots_are_counted(server):
    people, table = two(server)
    a, b = people
    play_out(people, table, random.Random(3), 6)
    b.ask("leave", table=table, level="beginner")
    while a.tables[table]["phase"] == "playing":
        if a.turn(table):
            a.move(table, a.turn(table)[0])
        else:
            pump(people)
    seats = results(a)[0]["seats"]
    assert seats[1]["stand_in"] == "beginner" and 0 < seats[1]["bot_moves"] < seats[1]["moves"], seats
    assert "bot_moves" not in seats[0]


def who_resigns_is_last(server):
    people, table = two(server)
    play_out(people, table, random.Random(3), 4)
    people[0].ask("resign", table=table)
    settle(people, table)
    [result] = results(people[1])
    assert result["phase"] == "abandoned" and result["ending"] == {"how": "resigned", "seats": [1]}, result
    assert [s["place"] for s in result["seats"]] == [2, 1] and result["seats"][0]["resigned"]
    # and of a game that ends without a winner nobody is
    table = sit_all(people, "my-shelfie")
    begun(people, table)
    end(people, table)
    found = results(people[0], lambda r: len(r) == 2)
    assert [s["place"] for s in found[0]["seats"]] == [0, 0]


def what_is_missing_is_kept_later(server):
    """Results of a store from before there were any, and of a server that was killed between an end and its result."""
    people, table = two(server)
    end(people, table)
    had = results(people[0], records=True)
    server.stop()
    with sqlite3.connect(os.path.join(server.data, "atoll.db")) as db:
        db.execute("DELETE FROM results")
        db.execute("DELETE FROM players")
        db.execute("DELETE FROM meta WHERE key = 'kept'")
    server.start()
    a = server.client(cookie=people[0].cookie)
    assert results(a, records=True) == had


def whoever_deletes_their_data_has_no_results(server):
    people, table = two(server)
    end(people, table)
    assert results(people[0]) and results(people[1])
    people[0].ask("forget")
    assert people[0].ask("results")["results"] == []
    seats = results(people[1], lambda r: r[0]["seats"][0]["name"] is None)[0]["seats"]
    assert seats[1]["name"] == "Bob"


def my_tables_say_who_where_and_when(server):
    people, table = two(server, clock=DAYS)
    a, b = people
    [own] = a.ask("mine", details=True)["tables"]
    assert [s["name"] for s in own["seats"]] == ["Ann", "Bob"]
    assert own["mover"] == a.tables[table]["mover"] and 0 < own["left"] <= DAYS["base"] + 60000  # it starts once the moves before were shown
    assert "seats" not in a.ask("mine")["tables"][0]
    # from the store, which is asked where the table is not in memory
    server.stop()
    server.start()
    a, b = people = [server.client(cookie=c.cookie) for c in people]
    [stored] = a.ask("mine", details=True)["tables"]
    assert [s["name"] for s in stored["seats"]] == ["Ann", "Bob"] and stored["mover"] == own["mover"]
    assert 0 < stored["left"] <= own["left"]
    for c in people:
        c.ask("open", table=table)
    a.ask("mine", stay=True)
    end(people, table)
    results(a)
    [over] = a.ask("mine", details=True)["tables"]
    assert over["ending"] == "agreed" and [s["place"] for s in over["seats"]] == [0, 0]
    server.stop()
    server.start()
    [stored] = server.client(cookie=a.cookie).ask("mine", details=True)["tables"]
    assert stored["ending"] == "agreed" and [s["score"] for s in stored["seats"]] == [s["score"] for s in over["seats"]]


def once_more_from_any_result(server):
    """Each game of a group follows the last one, whichever of their results one begins with."""
    people, table = two(server)
    end(people, table)
    again = [c.ask("rematch", table=table, promise=c.promise())["table"] for c in people]
    assert again[0] == again[1] != table
    for c in people:
        c.ask("open", table=again[0])
    begun(people, again[0])
    end(people, again[0])
    third = people[1].ask("rematch", table=table, promise=people[1].promise())["table"]
    assert third not in (table, again[0])
    assert people[0].ask("rematch", table=again[0], promise=people[0].promise())["table"] == third


def fetch(c, code):
    return c.ask("recover", code=code)


def a_code_brings_name_tables_and_seats_back(server):
    (a, b), table = two(server, clock=DAYS)
    assert a.ask("code")["made"] is None
    answer = a.ask("code", make=True)
    code = answer["code"]
    assert len(code) == 32 and answer["made"] > 0
    assert a.ask("code")["made"] == answer["made"] and "code" not in a.ask("code")
    a.close()
    fresh = server.client()
    refused("not-allowed", fetch, fresh, "0" * 32)
    refused("bad-message", fetch, fresh, "no code")
    done = fetch(fresh, code)
    assert done["name"] == "Ann" and done["person"] > 0
    [own] = fresh.ask("mine")["tables"]
    assert own["table"] == table
    fresh.ask("open", table=table)
    assert fresh.tables[table]["you"] == 1
    # whoever has a name keeps it
    refused("not-now", fetch, b, code)
    # it stays good, also after a restart, until there is another
    again = fresh.ask("code", make=True)["code"]
    server.stop()
    server.start()
    other = server.client()
    refused("not-allowed", fetch, other, code)
    assert fetch(other, again)["name"] == "Ann"
    other.ask("forget")
    refused("not-allowed", fetch, server.client(), again)


def a_code_is_kept_as_a_hash(server):
    a = server.client("Ann")
    code = bytes.fromhex(a.ask("code", make=True)["code"])
    assert a.ask("code", make=True)["code"] != code.hex()
    code = bytes.fromhex(a.ask("code", make=True)["code"])
    server.stop()
    for name in os.listdir(server.data):
        with open(os.path.join(server.data, name), "rb") as f:
            kept = f.read()
        assert code not in kept and code.hex().encode() not in kept, name
    with sqlite3.connect(os.path.join(server.data, "atoll.db")) as db:
        rows = db.execute("SELECT hash FROM codes").fetchall()
    assert rows == [(hashlib.sha256(b"atoll code" + code).digest(),)]
    server.start()


def codes_are_tried_slowly(server):
    tried = 0
    try:
        while tried < 100:
            refused("not-allowed", fetch, server.client(), f"{tried:032x}")
            tried += 1
    except AssertionError:
        refused("too-fast", fetch, server.client(), f"{tried:032x}")
    assert tried == 10, tried


def admin(server, *args, code=0):
    done = subprocess.run([ATOLL, "admin", server.data, *map(str, args)], capture_output=True, text=True, check=False)
    assert done.returncode == code, (args, done.stdout, done.stderr)
    return done.stdout + done.stderr


def the_host_gives_a_seat_to_another_device(server):
    """While the host runs: the new one plays on and sees the hand, the one before does not, and the log says so."""
    (a, b), table = two(server, "reef", clock=DAYS)
    fresh = server.client("Anna")
    number = fresh.ask("name", name="Ann two")["person"]
    assert "there is no such guest" in admin(server, "reseat", table, 1, 999, code=1)
    assert "sits at the table already" in admin(server, "reseat", table, 2, b.ask("name", name="Bob")["person"], code=1)
    assert "takes the ID" in admin(server, "reseat", table, 1, code=2)
    fresh.ask("open", table=table, secret=a.tables[table]["play_link"].split("/")[-1])
    assert fresh.tables[table]["you"] is None
    assert "Ann two" in admin(server, "reseat", table, 1, number)
    while fresh.tables[table]["you"] != 1:
        fresh.receive()
    while a.tables[table]["you"] is not None:
        a.receive()
    while b.tables[table]["seats"][0]["name"] != "Ann two":
        b.receive()
    b.ask("events", table=table)
    happened = [e["event"] for _, e in sorted(b.tables[table]["log"].items())]
    assert "reseated" in happened, happened
    refused("not-yours", a.ask, "resign", table=table)
    assert [t["table"] for t in fresh.ask("mine")["tables"]] == [table]
    fresh.ask("resign", table=table)
    assert results(fresh)[0]["seats"][0]["name"] == "Ann two"


def a_seat_is_given_while_the_host_is_down(server):
    (_, b), table = two(server, clock=DAYS)
    fresh = server.client("New")
    number = fresh.ask("name", name="Newer")["person"]
    server.stop()
    admin(server, "reseat", table, 1, number)
    server.start()
    fresh = server.client(cookie=fresh.cookie)
    fresh.ask("open", table=table)
    assert fresh.tables[table]["you"] == 1 and fresh.tables[table]["seats"][1]["name"] == "Bob"


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

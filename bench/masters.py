#!/usr/bin/env python3
"""masters.py BUILD [TABLES [SECONDS]]: how late bots are while one address has hundreds of tables of `master`s: 4
guests with 368 tables by default; meanwhile others, each from a separate address, play against `easy`, `hard` and
`master`. The milliseconds from a move to the next one that the person may make, before the attack and during it.
Nothing passes or fails here: tests/queue.c and tests/host_limits.py test the order, whatever the machine."""
import os
import random
import sys
import threading
import time

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
BUILD = os.path.abspath(sys.argv[1])
TABLES = int(sys.argv[2]) if len(sys.argv) > 2 else 368
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 20
sys.argv[1] = os.path.join(BUILD, "atoll")  # the folder of online.py
sys.path.insert(0, os.path.join(ROOT, "tests"))
from online import Closed, Refused, Server  # noqa: E402

GAMES, GUESTS, PEOPLE = ("my-shelfie", "reef", "reef-encounter"), 4, 6
LEVELS = ("easy", "easy", "easy", "easy", "hard", "master")


def table_of(client, game, bots):
    table = client.ask("create", game=game, seats=["me", *bots], fair=False)["table"]
    client.ask("open", table=table)
    return table


class Person(threading.Thread):
    """Plays one game after the other against one bot; the bots' times, and their levels, are in `took`."""

    def __init__(self, server, number, level):
        super().__init__(daemon=True)
        self.rng, self.level, self.took, self.ends = random.Random(number), level, [], time.monotonic() + SECONDS
        self.client = server.client(f"P{number}", source=f"127.0.1.{number + 1}", timeout=SECONDS + 120)

    def run(self):
        try:
            while time.monotonic() < self.ends:
                self.game()
        except (OSError, Closed):
            self.took.append(float("inf"))

    def game(self):
        c = self.client
        table = table_of(c, self.rng.choice(GAMES), [self.level])
        while c.tables[table]["phase"] in ("gathering", "playing") and time.monotonic() < self.ends:
            if not c.turn(table):
                c.receive()
                continue
            begin = time.monotonic()
            c.move(table, self.rng.choice(c.turn(table)))
            waited = False
            while not c.turn(table) and c.tables[table]["phase"] == "playing":
                waited |= c.tables[table]["mover"] == 2
                c.receive()
            if waited or c.tables[table]["ply"]:
                self.took.append((time.monotonic() - begin) * 1e3)
        c.ask("close", table=table)


def attack(server):
    """The tables, each with three masters that are to move or will be."""
    rng, sockets, cookies = random.Random(1), [], {}
    for i in range(TABLES):
        if i % (GUESTS * 25) < GUESTS:  # a socket may open 32 tables
            who = i % GUESTS
            c = server.client(None if who in cookies else f"M{i}", source="127.0.0.66", timeout=120, cookie=cookies.get(who))
            cookies[who] = c.cookie
            sockets.append(c)
        c = sockets[i % GUESTS - GUESTS if len(sockets) % GUESTS == 0 else -1]
        try:
            table = table_of(c, GAMES[i % 3], ["master"] * 3)
            while c.tables[table]["phase"] == "gathering":
                c.receive()
            if c.turn(table):
                c.move(table, rng.choice(c.turn(table)))
        except Refused as no:
            print(f"{i} tables: {no.code}: {no.why}", flush=True)
            break
    return sockets


def row(what, people):
    for level in dict.fromkeys(LEVELS):
        took = sorted(x for p in people if p.level == level for x in p.took)
        if took:
            print(f"{what:<14}{level:<8}{len(took):>7} turns   median {took[len(took) // 2]:>9.1f} ms   "
                  f"p99 {took[len(took) * 99 // 100]:>9.1f} ms   longest {took[-1]:>9.1f} ms", flush=True)


def play(server):
    people = [Person(server, i, LEVELS[i]) for i in range(PEOPLE)]
    for p in people:
        p.start()
    for p in people:
        p.join()
    return people


def main():
    with Server() as server:
        row("before", play(server))
        guests = attack(server)
        row("under attack", play(server))
        for c in guests:
            c.close()


if __name__ == "__main__":
    main()

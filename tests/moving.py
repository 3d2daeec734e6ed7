#!/usr/bin/env python3
"""moving.py ATOLL: PostgreSQL as hosts use it: refusals, and moving to it and back. Run by on_postgresql.py. Speaks
TAP."""
import os
import random
import re
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request

import online
from online import ATOLL, Server, begun, new_schema, play_out, sit_all
import tap


def atoll(*args, code=0, env=None):
    done = subprocess.run([ATOLL, *args], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=tap.HANG, check=False,
                          env=dict(os.environ, **(env or {})))
    assert done.returncode == code, (args, done.returncode, done.stdout, done.stderr)
    return done.stdout + done.stderr


def fill(server, most=10 ** 9):
    """People, links, chat (with a removed line) and tables: finished ones (or ones with this many moves), running
    ones, waiting ones."""
    ann, ben = server.client("Ann \\ \"Ann\""), server.client("Bérénice")
    ann.ask("device")
    ann.ask("code", make=True)
    for game, moves in (("my-shelfie", most), ("reef", 7), ("reef-encounter", 3)):
        table = sit_all([ann, ben], game)
        begun([ann, ben], table)
        play_out([ann, ben], table, random.Random(4), moves)
    for line in ("a tab\\t and a stroke \\\\N", "gone", "ça va?"):
        ann.ask("chat", table=table, text=line)
    ann.ask("unchat", table=table, number=1)
    ben.ask("create", game="reef", seats=["me", "person", "easy"], promise=ben.promise(), open=True)
    return table, [ann.cookie, ben.cookie]


def everything_moves_both_ways():
    with tempfile.TemporaryDirectory() as folder:
        def file(name):
            return os.path.join(folder, name)

        store, again = new_schema(), new_schema()
        with Server(data=tempfile.mkdtemp(prefix="atoll-")) as server:
            table, cookies = fill(server)
            atoll("export", server.data, file("running"))
            server.stop()
            told = atoll("export", server.data, file("one")).split(": ", 1)[1]
            assert "4 tables and 3 guests" in told, told  # the third is the host's clock
            assert "must not exist" in atoll("export", "--help")
            assert "File exists" in atoll("export", server.data, file("one"), code=1)
            server.start()
        assert atoll("import", file("one"), store).split(": ", 1)[1] == told
        assert "not empty" in atoll("import", file("one"), store, code=1)
        assert atoll("export", store, file("two")).split(": ", 1)[1] == told
        assert atoll("import", file("two"), file("back")).split(": ", 1)[1] == told
        assert atoll("export", file("back"), file("three")).split(": ", 1)[1] == told
        assert atoll("import", file("three"), again).split(": ", 1)[1] == told
        texts = {open(file(name), "rb").read() for name in ("one", "two", "three")}
        assert len(texts) == 1
        text = texts.pop()
        last = text.rstrip().rsplit(b"\n", 1)[1].split()
        assert subprocess.run(["sha256sum"], input=text[:text.rindex(b"sha256")], capture_output=True,
                              check=True).stdout.split()[0] == last[1]

        go_on([store], table, cookies)
        damaged(file, text)


def all_of(stores):
    """The arguments for these databases, between the command's name and the others."""
    return [stores[0], *(word for store in stores[1:] for word in ("--also", store))]


def several_databases_move_as_one():
    """From a directory into three databases, into two, and back: always the same file. People play on in two
    databases that give tables the same numbers, and that moves, too."""
    with tempfile.TemporaryDirectory() as folder:
        def file(name):
            return os.path.join(folder, name)

        def out(stores, name):
            return atoll("export", stores[0], file(name), *all_of(stores)[1:]).split(": ", 1)[1]

        def into(name, stores):
            return atoll("import", file(name), *all_of(stores)).split(": ", 1)[1]

        three, two = ([new_schema() for _ in range(n)] for n in (3, 2))
        with Server(data=tempfile.mkdtemp(prefix="atoll-")) as server:
            table, cookies = fill(server, 5)
            server.stop()
            told = out([server.data], "one")
            server.start()
        assert {into("one", three), out(three, "three"), into("three", two), out(two, "two"), into("two", [file("back")])} == {told}
        assert open(file("one"), "rb").read() == open(file("two"), "rb").read()

        for wrong in (two[:1], two[1:]):
            assert "one of 2" in atoll("export", *wrong, file("part"), code=1)
            assert "one of 2" in atoll("serve", "--check", "--store", *wrong, code=1)
        for wrong in (two[::-1], three[:2]):
            assert "this database is part" in atoll("export", wrong[0], file("part"), "--also", wrong[1], code=1)
        go_on(two, table, cookies)
        told = out(two, "later")
        assert {into("later", [file("last")]), out([file("last")], "end")} == {told}
        assert open(file("later"), "rb").read() == open(file("end"), "rb").read()


def what_a_host_removes_from_several_databases():
    """All of them are told that a backup was restored."""
    stores = [new_schema() for _ in range(2)]
    args = [word for store in stores for word in ("--store", store)]

    def admin(*words, code=0):
        return atoll("admin", stores[0], *words, "--also", stores[1], code=code)

    with Server(store=args) as server:
        people = [server.client(f"Guest {i}") for i in range(4)]
        table = sit_all(people, "reef")
        begun(people, table)
        people[0].ask("chat", table=table, text="hello")
        shown = admin("show-table", table)
        assert all(f": Guest {i}" in shown for i in range(4)) and ": hello" in shown, shown
        admin("remove-chat", table)
        person = people[2].ask("name", name="Guest 2")["person"]
        admin("remove-guest", str(person))
        shown = admin("show-table", table)
        assert "Guest 2" not in shown and "Guest 3" in shown and "(removed)" in shown, shown
        assert "nodes are at work" in admin("restored", code=1)
        before = people[0].hello["incarnation"]
        server.stop()
        assert admin("restored") == "done\n"
        server.start()
        assert server.client().hello["incarnation"] != before
    with Server(data=tempfile.mkdtemp(prefix="atoll-")) as server:
        assert "by itself" in atoll("admin", server.data, "restored", code=1)
    assert "ID is missing" in admin("show-table", code=2)


def go_on(stores, table, cookies):
    """The same people at the same tables, now at a node; and new tables."""
    with Server(store=[word for store in stores for word in ("--store", store)]) as server:
        ann, ben = (server.client(cookie=cookie) for cookie in cookies)  # as they were
        for c in (ann, ben):
            assert c.hello["person"], "known"
            c.ask("open", table=table)
        lines = ann.ask("chats", table=table)["lines"]
        assert [line["text"] for line in lines] == ["a tab\\t and a stroke \\\\N", None, "ça va?"], lines
        play_out([ann, ben], table, random.Random(4), 5)
        cid = server.client().ask("name", name="Cid")
        assert cid["person"] > max(c.hello["person"] for c in (ann, ben))
        for _ in range(6):
            ann.ask("create", game="reef", seats=["me", "person"], promise=ann.promise(), open=True)


def damaged(file, text):
    stores = new_schema(), file("fresh")
    for wrong in (text.replace(b"guests 2", b"guests 9", 1), text[:len(text) // 2], text[:-2] + (b"1\n" if text[-2:-1] == b"0" else b"0\n"), b"something else\n"):
        with open(file("damaged"), "wb") as out:
            out.write(wrong)
        for store in stores:
            assert "atoll import: " in atoll("import", file("damaged"), store, code=1)
            os.path.exists(file("left")) and os.unlink(file("left"))
            assert ": 0 tables and 0 guests" in atoll("export", store, file("left"))


def what_is_wrong_with_an_address_is_said():
    inside = online.STORE.split("@")[1]
    for address, why in (("postgresql://atoll:coral@" + inside, "PGPASSWORD"),
                         (online.STORE + "?password=coral", "PGPASSWORD"),
                         (online.STORE + "?nonsense=1", "nonsense"),
                         ("postgresql://atoll@127.0.0.1:1/x", "refused")):
        said = atoll("serve", "--listen", "127.0.0.1:0", "--store", address, code=1)
        assert why in said, said
        said = atoll("serve", "--check", "--store", address, code=1)
        assert why in said, said
    said = atoll("serve", "--check", "--store", "mysql://somewhere/x", code=2)
    assert "--store is an address such as postgresql://" in said and said.count("\n") == 1, said
    said = atoll("serve", "--check", "--store", online.STORE.replace("@", "@127.0.0.1:1,"), env={"PGPASSWORD": "wrong"}, code=1)
    assert "refused" in said and "password" in said, said
    assert "not in both" in atoll("serve", "--data", "/tmp/x", "--store", online.STORE, code=2)
    assert "Nothing is wrong" in atoll("serve", "--check", "--store", new_schema())
    with tempfile.NamedTemporaryFile("w") as word:
        word.write("*:*:*:*:" + os.environ["PGPASSWORD"])
        word.flush()
        env = {"PGPASSWORD": "", "PGPASSFILE": word.name}
        assert "Nothing is wrong" in atoll("serve", "--check", "--store", new_schema(), env=env)
    assert "password" in atoll("serve", "--check", "--store", new_schema(), env={"PGPASSWORD": "", "PGPASSFILE": "/dev/null"}, code=1)


def get(server, path):
    try:
        with urllib.request.urlopen(f"http://127.0.0.1:{server.port}{path}", timeout=tap.HANG) as answer:
            return answer.status, dict(answer.headers), answer.read()
    except urllib.error.HTTPError as no:
        return no.code, dict(no.headers), no.read()


def a_page_of_another_version_finds_its_files():
    with Server() as server:
        def sql(text):
            return subprocess.run(["psql", "-XAtqwd", server.store[1], "-c", text], check=True, capture_output=True, text=True).stdout

        sql("INSERT INTO files VALUES ('/part-0123456789.js', 'text/javascript; charset=utf-8', 'abc', 'let a', NULL, NULL, "
            "(extract(epoch FROM now()) * 1000)::bigint)")
        status, headers, body = get(server, "/part-0123456789.js")
        assert status == 200 and body == b"let a" and headers["ETag"] == '"abc"', (status, headers, body)
        assert "immutable" in headers["Cache-Control"] and headers["X-Content-Type-Options"] == "nosniff", headers
        assert get(server, "/part-9999999999.js")[0] == 404 and get(server, "/part.js")[0] == 404
        # if the page is built in, its files are there for the others
        own = re.findall(rb'(?:src|href)="([^"/:]+-[0-9a-f]{10}\.\w+)"', get(server, "/")[2])
        there = set(sql("SELECT path FROM files").split())
        assert {"/" + name.decode() for name in own} <= there, (own, there)


def a_host_may_have_several_databases():
    """Tables and people are in either database; with two nodes nobody notices."""
    parts = [os.environ["ATOLL_TEST_STORE_2"], os.environ["ATOLL_TEST_STORE_3"]]
    args = [word for part in parts for word in ("--store", part)]
    with Server(store=args) as one, Server(store=args) as two:
        people = [(one, two)[i % 2].client() for i in range(6)]
        numbers = [c.ask("name", name=f"Guest {i}")["person"] for i, c in enumerate(people)]
        assert len(set(numbers)) == 6, numbers
        for i in range(4):
            pair = [people[i], people[i + 1]]
            table = sit_all(pair, "reef")
            begun(pair, table)
            play_out(pair, table, random.Random(i), 9)
            pair[0].ask("chat", table=table, text="hello")
            pair[1].wait(lambda m: m["type"] == "chat" and m["text"] == "hello")
        for i in range(3):
            people[i].ask("create", game="reef", seats=["me", "person"], promise=people[i].promise(), open=True)
        for server in (one, two):
            c = server.client()
            c.send("lobby")
            tables = c.wait(lambda m: m["type"] == "lobby")["tables"]
            assert len(tables) == 3, tables
        link = people[0].ask("device")["link"]
        device = two.client()
        assert device.ask("redeem", secret=link.split("/")[1])["person"] == numbers[0]
        counts = [subprocess.run(["psql", "-XAtqwd", part, "-c", "SELECT count(*) FROM guests"], check=True, capture_output=True,
                                 text=True).stdout.strip() for part in parts]
        assert sum(map(int, counts)) == 7, counts  # one is the host's clock


def a_node_that_is_too_old_says_so_and_stops():
    server = Server()
    store = server.store[1]
    subprocess.run(["psql", "-Xqwd", store, "-c", "UPDATE meta SET value = 99 WHERE key IN ('version', 'least')"], check=True)
    assert server.process.wait(tap.HANG) == 1
    assert "too old" in server.process.stderr.read()
    server.__exit__()
    assert "newer Atoll" in atoll("serve", "--listen", "127.0.0.1:0", "--store", store, code=1)


if __name__ == "__main__":
    sys.exit(tap.run(globals()))

#!/usr/bin/env python3
"""operation.py ATOLL: the tasks of people who run a host: backups, removing, reading what it reports. Speaks TAP."""
import contextlib
import json
import os
import random
import re
import shutil
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

import tap
from host_times import jumping
from online import ATOLL, Closed, Pair, Refused, Server, begun, play_out, pump, refused, sit_all


def atoll(*words, code=0):
    done = subprocess.run([ATOLL, *words], capture_output=True, text=True, timeout=tap.HANG, check=False)
    assert done.returncode == code, (words, done)
    return done.stdout if code == 0 else done.stderr


def eventually(what, seconds=tap.HANG):
    end = time.monotonic() + seconds
    while not what():
        assert time.monotonic() < end, "it did not come about"
        time.sleep(0.02)


def heard(client, wanted):
    return [m for m in client.messages if wanted(m)]


# --- backups ---

def a_backup_under_load_is_whole_and_has_an_incarnation_of_its_own():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        stop, pairs = threading.Event(), []
        for i in range(3):
            pairs.append(Pair(server, i, stop))
            pairs[-1].start()
        eventually(lambda: all(len(m) > 5 for p in pairs for m in [sum(p.acknowledged.values(), [])]) and all(p.acknowledged for p in pairs))
        before = [sum(p.acknowledged.values(), []) for p in pairs]
        known = [dict((t, list(m)) for t, m in list(p.acknowledged.items())) for p in pairs]
        copy = os.path.join(folder, "copy")
        assert atoll("backup", server.data, copy).startswith(copy)
        after = [len(sum(p.acknowledged.values(), [])) for p in pairs]
        stop.set()
        for p in pairs:
            p.join(30)
            assert not p.error, p.error
        assert all(a >= len(b) for a, b in zip(after, before))
        assert stat.S_IMODE(os.stat(copy).st_mode) == 0o600
        assert "is there already" in atoll("backup", server.data, copy, code=1)
        first = server.client().hello["incarnation"]
        restored = os.path.join(folder, "restored")
        os.mkdir(restored)
        shutil.copy(copy, os.path.join(restored, "atoll.db"))
        second = Server(data=restored)
        try:
            assert second.client().hello["incarnation"] != first
            for p, moves in zip(pairs, known):
                cookie = p.cookies[0].replace(str(server.port), str(second.port), 1)
                for table, made in moves.items():
                    c = second.client(cookie=cookie)
                    c.ask("open", table=table)
                    c.ask("events", table=table)
                    log = c.tables[table]["log"]
                    assert all(log[at]["ply"] == ply and log[at]["move"] == move for at, ply, _, move in made), table
                    c.close()
        finally:
            second.stop()


def a_backup_of_nothing_is_refused():
    with tempfile.TemporaryDirectory() as folder:
        assert "there is no store" in atoll("backup", folder, os.path.join(folder, "copy"), code=1)
        assert os.listdir(folder) == []


# --- removing ---

def playing(server):
    clients = [server.client("Ann"), server.client("Ben")]
    table = sit_all(clients, "reef")
    begun(clients, table)
    play_out(clients, table, random.Random(3), 4)
    return clients, table


def control_is_for_its_owner_alone():
    with Server() as server:
        control = os.path.join(server.data, "control")
        assert stat.S_IMODE(os.stat(control).st_mode) == 0o600
        server.stop(signal.SIGKILL)
        server.start()  # leftovers of a killed one disturb nobody
        assert "no such table" in atoll("admin", server.data, "remove-table", "0" * 32, code=1)
        server.stop()
        assert not os.path.exists(control)
        server.start()


def a_removed_table_is_gone_for_all():
    with Server() as server:
        clients, table = playing(server)
        assert re.search(r"seat 2  guest \d+: Ben", atoll("admin", server.data, "show-table", table))
        assert atoll("admin", server.data, "remove-table", table) == "done\n"
        for c in clients:
            eventually(lambda c=c: pump([c]) and c.tables[table]["read_only"])
            refused("unknown-table", c.ask, "open", table=table)
            assert c.ask("mine")["tables"] == []
        assert "no such table" in atoll("admin", server.data, "remove-table", table, code=1)
        server.stop()
        server.start()
        refused("unknown-table", server.client().ask, "open", table=table)


def a_table_is_removed_while_it_is_busy():
    with Server() as server:
        stop = threading.Event()
        pair = Pair(server, 0, stop)
        pair.start()
        for _ in range(2):
            n = len(pair.tables)
            eventually(lambda n=n: len(pair.tables) >= n and pair.tables and len(pair.acknowledged.get(pair.tables[-1], [])) > 3)
            atoll("admin", server.data, "remove-table", pair.tables[-1])
            stop.set()  # the pair ends, with its table gone
            pair.join(30)
            stop = threading.Event()
            pair = Pair(server, 0, stop)
            pair.start()
        stop.set()
        pair.join(30)
        assert server.process.poll() is None


def chat_is_removed():
    with Server() as server:
        clients, table = playing(server)
        for text in ("one", "two", "three"):
            clients[0].ask("chat", table=table, text=text)
        assert "chat 1  guest" in atoll("admin", server.data, "show-table", table)
        atoll("admin", server.data, "remove-chat", table, "1")
        eventually(lambda: pump(clients[1:]) and heard(clients[1], lambda m: m["type"] == "unchat" and m["number"] == 1))
        assert [line["text"] for line in clients[1].ask("chats", table=table)["lines"]] == ["one", None, "three"]
        assert "no such line" in atoll("admin", server.data, "remove-chat", table, "7", code=1)
        atoll("admin", server.data, "remove-chat", table)
        assert [line["text"] for line in clients[1].ask("chats", table=table)["lines"]] == [None] * 3


def a_removed_guest_is_nobody():
    with Server() as server:
        clients, table = playing(server)
        clients[0].ask("chat", table=table, text="here I am")
        person = clients[0].hello["person"] or server.client(cookie=clients[0].cookie).hello["person"]
        atoll("admin", server.data, "remove-guest", str(person))
        try:
            while True:
                clients[0].receive()
        except Closed as closed:
            assert closed.code == 1001
        assert server.client(cookie=clients[0].cookie).hello["person"] == 0
        assert [line["text"] for line in clients[1].ask("chats", table=table)["lines"]] == [None]
        assert "no such guest" in atoll("admin", server.data, "remove-guest", str(person), code=1)


def removing_works_without_a_server_too():
    with Server() as server:
        _, table = playing(server)
        server.stop()
        assert atoll("admin", server.data, "remove-table", table) == "done\n"
        assert "no such table" in atoll("admin", server.data, "show-table", table, code=1)
        server.start()
        refused("unknown-table", server.client().ask, "open", table=table)


def the_log_has_one_line_an_event_and_names_nobody():
    with Server("--notify", "exit 3", "--notify-after", "1") as server:
        clients, table = playing(server)
        for c in clients:
            c.ask("close", table=table)  # whoever looks is not told
        first = server.process.stdout.readline()  # the command has failed
        atoll("admin", server.data, "remove-table", table)
        for c in server.clients:
            c.close()
        server.process.terminate()
        lines = (first + server.process.stdout.read()).splitlines()
        assert len(lines) == 2 and all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ [a-z]+: ", line) for line in lines), lines
        assert lines[1].endswith("admin: table removed") and not any(table in line or "Ann" in line for line in lines)
        assert server.process.wait(tap.HANG) == 0


def the_log_as_json_has_the_way_of_every_command():
    with Server("--log", "json") as server:
        clients, table = playing(server)
        while not any(c.turn(table) for c in clients):
            pump(clients)
        a = next(c for c in clients if c.turn(table))
        t = a.tables[table]
        moved = a.send("move", table=table, ply=t["ply"], backs=t["backs"], moves=[a.turn(table)[0]])
        a.answer(moved)
        late = a.send("move", table=table, ply=999, backs=0, moves=["done"])
        nowhere = a.send("open", table="00" * 16)
        for id in (late, nowhere):
            with contextlib.suppress(Refused):
                a.answer(id)
        for c in server.clients:
            c.close()
        server.process.terminate()
        lines = [json.loads(line) for line in server.process.stdout.read().splitlines()]
        assert server.process.wait(tap.HANG) == 0
    stages = {id: [m["stage"] for m in lines if m.get("id") == id] for id in (moved, late, nowhere)}
    assert stages[moved] == ["read", "tried", "stored", "answered"], stages
    assert stages[late] == ["read", "tried", "answered"] and stages[nowhere] == ["read", "answered"], stages
    codes = {m["id"]: m["code"] for m in lines if "code" in m and m["id"] in stages}
    assert codes == {late: "late", nowhere: "unknown-table"}, codes
    assert all(re.match(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$", m["time"]) for m in lines)
    assert not any(table in str(m) or "Ann" in str(m) for m in lines), "it names nobody"


def bad_orders_change_nothing():
    with Server() as server:
        _, table = playing(server)
        for words in (["remove-table", table[:-1]], ["remove-table", table + "0"], ["remove-guest", "0"],
                      ["remove-guest", "1x"], ["remove-table", ""], ["remove-chat", "x" * 500], ["remove-guest", "99999999999"],
                      ["remove-table", "guest 1"], ["remove-guest", "1\nguest 2"]):
            atoll("admin", server.data, *words, code=1)
        for words in (["remove", table], ["remove-table"], ["remove-table", table, "1"], ["remove-chat", table, "x"]):
            atoll("admin", server.data, *words, code=2)
        assert "guest" in atoll("admin", server.data, "show-table", table)


# --- damage ---

def asked(server, sql):
    with contextlib.closing(sqlite3.connect(os.path.join(server.data, "atoll.db"))) as db:
        return db.execute(sql).fetchall()


def change(server, sql, *values):
    db = sqlite3.connect(os.path.join(server.data, "atoll.db"))
    db.execute(sql, values)
    db.commit()
    db.close()


ROW = "(SELECT no FROM commands WHERE table_no = (SELECT no FROM tables WHERE id = ?) ORDER BY no LIMIT 1 OFFSET {})"


def a_damaged_table_is_set_aside_and_brought_back():
    """One damage is found when somebody opens the table, one by the check; the backup is older than the last moves."""
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        clients, table = playing(server)
        other = sit_all(clients, "reef")
        copy = os.path.join(folder, "copy")
        atoll("backup", server.data, copy)
        play_out(clients, table, random.Random(4), 4)
        number = clients[0].tables[table]["number"]
        assert "damaged: 0" in atoll("check", server.data)
        server.stop()
        rows = change_rows(server, table)
        change(server, f"UPDATE commands SET bytes = zeroblob(length(bytes)) WHERE no = {ROW.format(2)}", bytes.fromhex(table))
        change(server, "UPDATE openings SET bytes = zeroblob(length(bytes)) WHERE table_no = (SELECT no FROM tables WHERE id = ?)",
               bytes.fromhex(other))
        said = subprocess.run([ATOLL, "check", server.data], capture_output=True, text=True, check=False)
        assert said.returncode == 1 and "damaged: 2" in said.stdout and table in said.stdout and other in said.stdout, said
        server.start()
        c = server.client(cookie=clients[0].cookie)
        c.ask("open", table=table)
        assert "damaged" in c.tables[table]["read_only"]
        refused("read-only", c.ask, "open", table=other)
        refused("read-only", c.ask, "leave", table=table)
        eventually(lambda: get(server.port, "/healthz")[1] == "ok\ndamaged: 2\n")
        listed = atoll("admin", server.data, "damaged")
        assert all(f"{t}  since 20" in listed for t in (table, other)), listed
        assert "does not have this table" in atoll("admin", server.data, "restore-table", "0" * 32, copy, code=1)
        assert "restored: " in atoll("admin", server.data, "restore-table", table, copy)
        eventually(lambda: pump([c]) and c.tables[table]["read_only"] is None)
        assert c.tables[table]["number"] == number and rows == change_rows(server, table)
        atoll("admin", server.data, "restore-table", other, copy)
        c.ask("open", table=other)
        assert get(server.port, "/healthz")[1] == "ok\n"
        assert "No table is known to be damaged" in atoll("admin", server.data, "damaged") and "damaged: 0" in atoll("check", server.data)
        # events after the backup are damaged, too: the table is as in the backup
        server.stop()
        change(server, f"UPDATE commands SET time = time + 1 WHERE no = {ROW.format(rows - 1)}", bytes.fromhex(table))
        assert "and lost" in atoll("admin", server.data, "restore-table", table, copy)
        server.start()
        c = server.client(cookie=clients[0].cookie)
        c.ask("open", table=table)
        assert c.tables[table]["number"] < number and c.tables[table]["read_only"] is None


def change_rows(server, table):
    db = sqlite3.connect(os.path.join(server.data, "atoll.db"))
    count = db.execute("SELECT count(*) FROM commands WHERE table_no = (SELECT no FROM tables WHERE id = ?)", (bytes.fromhex(table),)).fetchone()[0]
    db.close()
    return count


def the_pass_finds_what_nobody_opens():
    with Server() as server:
        _, table = playing(server)
        server.stop()
        change(server, f"UPDATE commands SET count = count + 1 WHERE no = {ROW.format(1)}", bytes.fromhex(table))
        server.start()
        eventually(lambda: "damaged: 1" in get(server.port, "/healthz")[1])
        assert table in atoll("admin", server.data, "damaged")
        atoll("admin", server.data, "remove-table", table)
        assert get(server.port, "/healthz")[1] == "ok\n"
        server.process.terminate()
        lines = [line for line in server.process.stdout.read().splitlines() if "damaged" in line]
        assert len(lines) == 1 and "set aside" in lines[0] and table not in lines[0], lines


def a_missing_log_is_refused():
    with Server() as server, tempfile.TemporaryDirectory() as folder:
        _, table = playing(server)
        server.stop(signal.SIGKILL)
        log = os.path.join(server.data, "atoll.db-wal")
        assert "damaged: 0" in atoll("check", server.data)
        os.remove(log)
        for words in (("check", server.data), ("serve", "--listen", "127.0.0.1:0", "--data", server.data)):
            said = atoll(*words, code=1)
            assert "atoll.db-wal, which holds its last changes, is missing" in said and "atoll backup" in said, said
        os.mkdir(os.path.join(folder, "new"))
        atoll("backup", server.data, os.path.join(folder, "new", "atoll.db"))
        with Server(data=os.path.join(folder, "new")) as again:
            assert again.client().hello["incarnation"]


def whoever_started_it_hears_that_it_is_ready_and_alive():
    """Also while the store waits, here for a lock on its file."""
    with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(os.path.join(folder, "notify"))
        manager.settimeout(tap.HANG)
        with Server(env=dict(os.environ, NOTIFY_SOCKET=manager.getsockname(), WATCHDOG_USEC="90000")) as server:
            assert manager.recv(100) == b"READY=1"
            c = server.client("Ann")
            with contextlib.closing(sqlite3.connect(os.path.join(server.data, "atoll.db"))) as db:
                db.execute("BEGIN IMMEDIATE")
                id = c.send("create", game="reef", seats=["person", "person"])
                for _ in range(5):
                    assert manager.recv(100) == b"WATCHDOG=1"
                assert db.execute("SELECT count(*) FROM tables").fetchone() == (0,)
                db.rollback()
            assert c.answer(id)["table"]
            server.stop()
            last = b""
            while last != b"STOPPING=1":
                last = manager.recv(100)
                assert last in (b"WATCHDOG=1", b"STOPPING=1")


# --- expiry and reports ---

def old_tables_are_removed():
    """Nobody has been at either for three days; but if a pause may still end, the days count from its end."""
    with Server() as server:
        clients, old = playing(server)
        new = sit_all(clients, "reef")
        begun(clients, new)
        server.stop()
        change(server, "UPDATE moments SET active = active - 3 * 86400000")
        change(server, f"UPDATE tables SET deadline = 0 WHERE id = x'{old}'")
        change(server, f"UPDATE tables SET deadline = (SELECT active FROM moments WHERE table_no = no) + 86400000 * 60 WHERE id = x'{new}'")
        for days, there in (("4", 2), ("2", 1)):
            server.args = ["--keep-days", days]
            server.start()
            eventually(lambda n=there: len(server.client(cookie=clients[0].cookie).ask("mine")["tables"]) == n)
            refused("unknown-table", server.client().ask, "open", table="0" * 32)
            server.stop()
        server.start()
        c = server.client(cookie=clients[0].cookie)
        refused("unknown-table", c.ask, "open", table=old)
        c.ask("open", table=new)


def kept(server):
    db = sqlite3.connect(os.path.join(server.data, "atoll.db"))
    count = db.execute("SELECT count(*) FROM tables").fetchone()[0]
    db.close()
    return count


def a_wrong_clock_removes_nothing_for_a_day():
    """The clock is 8 days ahead of the last stored date; a second start knows that still."""
    with Server() as server:
        playing(server)
        server.stop()
        change(server, "UPDATE moments SET active = active - 3 * 86400000")
        change(server, "UPDATE tables SET deadline = 0")
        change(server, "UPDATE meta SET value = value - 8 * 86400000 WHERE key = 'date'")
        server.args += ["--keep-days", "2"]
        for _ in range(2):
            server.start()
            c = server.client("Bob")  # what is removed at the start is removed before the second name is stored
            c.ask("name", name="Rob")
            server.stop()
            assert kept(server) == 1
        change(server, "UPDATE meta SET value = value - 86400000 WHERE key = 'spare'")
        server.start()
        eventually(lambda: kept(server) == 0)


def no_more_than_a_hundred_tables_go_in_an_hour():
    with Server() as server:
        playing(server)
        server.stop()
        change(server, "INSERT INTO tables SELECT NULL, randomblob(16), game, seats, creator, created, phase, listed, free, flags, shown, 0, 1, 0 "
                       "FROM tables, (WITH RECURSIVE n (i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 150) SELECT i FROM n)")
        change(server, "INSERT INTO moments SELECT no, 0, 0, 0, 0 FROM tables WHERE no NOT IN (SELECT table_no FROM moments)")
        server.args += ["--keep-days", "2"]
        server.start()
        eventually(lambda: kept(server) == 51)
        for _ in range(2):  # it is the same hour after a start
            server.stop()
            assert kept(server) == 51
            server.start()


def guests_who_do_not_come_are_forgotten():
    """Ann sits at a table that stays, Ben does not and has written a chat line, Cem has come since."""
    with Server() as server:
        (ann, ben), table = playing(server)
        cem, dan = server.client("Cem"), server.client("Dan")
        other = dan.ask("create", game="reef", seats=["me", "person"], open=True, promise=dan.promise())["table"]
        for c in (ben, ann):
            c.ask("open", table=other)
        ben.ask("sit", table=other, promise=ben.promise())
        ben.ask("chat", table=other, text="see you")
        server.stop()
        db = sqlite3.connect(os.path.join(server.data, "atoll.db"))
        db.execute("UPDATE guests SET seen = seen - 9 * 86400000 WHERE name <> ''")
        db.execute("DELETE FROM members WHERE person = (SELECT person FROM guests WHERE name = 'Ben')")
        db.commit()
        db.close()
        server.start()
        assert server.client(cookie=cem.cookie).hello["name"] == "Cem"
        server.stop()
        server.args += ["--keep-days", "5"]
        server.start()
        early = server.client(cookie=ben.cookie)  # perhaps still known for a moment, then disconnected
        eventually(lambda: server.client(cookie=ben.cookie).hello["name"] is None)
        try:
            refused("name-needed", early.ask, "device")
            known = False
        except Closed as end:
            known = end.code == 1001
        assert known == (early.hello["name"] == "Ben")
        names = [server.client(cookie=c.cookie).hello["name"] for c in (ann, ben, cem, dan)]
        assert names == ["Ann", None, "Cem", "Dan"], names
        back = server.client(cookie=ann.cookie)
        back.ask("open", table=other)
        assert [line["text"] for line in back.ask("chats", table=other)["lines"]] == [None]
        back.ask("open", table=table)


def get(port, path):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=tap.HANG) as reply:
        return reply.headers["Content-Type"], reply.read().decode()


def metrics(port):
    """The values, by name; every line must have Prometheus' format."""
    kind, text = get(port, "/metrics")
    assert kind.startswith("text/plain; version=0.0.4") and text.endswith("\n")
    values, types = {}, {}
    for line in text.splitlines():
        if line.startswith("# HELP "):
            continue
        if line.startswith("# TYPE "):
            _, _, name, kind = line.split()
            assert kind in ("gauge", "counter", "histogram") and (kind == "counter") == name.endswith("_total")
            types[name] = kind
            continue
        name, label, value = re.fullmatch(r'([a-z_]+)((?:\{[a-z]+="[^"]+"\})?) (\d+(?:\.\d+)?)', line).groups()
        assert name in types or types[re.sub("_(bucket|sum|count)$", "", name)] == "histogram"
        assert types.get(name) != "histogram" and name + label not in values
        values[name + label] = float(value) if "." in value else int(value)
    for name in (name for name, kind in types.items() if kind == "histogram"):
        steps = [n for key, n in values.items() if key.startswith(name + "_bucket{")]
        assert steps == sorted(steps) and steps[-1] == values[name + '_bucket{le="+Inf"}'] == values[name + "_count"], name
    return values, text


def metrics_count_and_name_nobody():
    with Server("--metrics", "page") as server:
        clients, table = playing(server)
        values, text = metrics(server.port)
        assert values["atoll_sockets"] == 2 and values["atoll_tables_stored"] == values["atoll_tables_awake"] == 1
        assert values["atoll_messages_total"] > 8
        for secret in (table, "Ann", "Ben", "reef", clients[0].cookie.split("=")[1], "127.0.0.1", server.data):
            assert secret not in text


def metrics_say_how_long_and_why_not():
    with Server("--metrics", "page") as server:
        before = metrics(server.port)[0]
        assert before["atoll_acknowledgement_seconds_count"] == before["atoll_thinking_seconds_count"] == 0
        clients, table = playing(server)
        c = clients[0]
        alone = c.ask("create", game="reef", seats=["me", "easy"], promise=c.promise())["table"]
        c.ask("open", table=alone)
        refused("unknown-table", c.ask, "open", table="0" * 32)
        refused("unknown-command", c.ask, "fly")
        refused("unknown-command", c.ask, "sing")
        while c.tables[alone]["phase"] != "finished":
            if c.turn(alone):
                c.move(alone, c.turn(alone)[0])
            else:
                pump([c])
        values = metrics(server.port)[0]
        assert values["atoll_tables_made_total"] == 2 and values["atoll_tables_damaged"] == 0
        assert values["atoll_acknowledgement_seconds_count"] >= 6 and values["atoll_thinking_seconds_count"] > 0
        assert values["atoll_store_seconds_count"] > values["atoll_acknowledgement_seconds_count"], "the host has commands, too"
        no = {key[26:-2]: n for key, n in values.items() if key.startswith("atoll_refused_total{")}
        assert (no["unknown-table"], no["unknown-command"], no["too-fast"], no["other"]) == (1, 2, 0, 0), no
        assert values["atoll_memory_bytes"] > values["atoll_sockets_bytes"] > 0


def metrics_count_what_is_unread_and_who_is_sent_away():
    with Server("--metrics", "page") as server:
        c = server.client()
        while metrics(server.port)[0]["atoll_sockets_unread_bytes"] == 0:
            for _ in range(100):
                c.send("ping")
        c.close()
        d = server.client()
        d.socket.sendall(b"\x82\x80\0\0\0\0")  # no text
        eventually(lambda: metrics(server.port)[0]['atoll_sockets_closed_total{code="1003"}'] == 1)
        eventually(lambda: metrics(server.port)[0]["atoll_sockets_unread_bytes"] == 0)


def not_found(port, path):
    try:
        get(port, path)
        return False
    except urllib.error.HTTPError as error:
        error.close()
        return error.code == 404


def metrics_have_an_address_of_their_own():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    with Server("--metrics", f"127.0.0.1:{port}") as server:
        assert "atoll_sockets" in metrics(port)[0]
        for where, path in ((server.port, "/metrics"), (port, "/"), (port, "/ws")):
            assert not_found(where, path)
    with Server() as server:
        assert not_found(server.port, "/metrics"), "nobody has asked for it"


def listening_everywhere_says_what_a_phone_opens():
    with tempfile.TemporaryDirectory() as folder:
        for address, everywhere in (("0.0.0.0:0", True), ("127.0.0.1:0", False)):
            with subprocess.Popen([ATOLL, "serve", "--listen", address, "--data", folder], stdout=subprocess.PIPE, text=True) as process:
                port = re.search(r":(\d+)/", process.stdout.readline()).group(1)
                process.terminate()
                text = process.stdout.read()
                assert process.wait(tap.HANG) == 0
            if not everywhere:
                assert text == ""
            elif "has no address" not in text:
                assert re.match(rf"On a phone in the same network: http://(?!127\.)[\d.]+:{port}/\n", text), text
                assert "█" in text or "built without libqrencode" in text


# --- the time until a turn is shown ---

WAIT, MORE = 50, 55  # seconds: the delay of a turn, and the jump of the clock; nobody is silent for a minute


def lines_of(log):
    with contextlib.suppress(FileNotFoundError), open(log, encoding="utf-8") as file:
        return file.read().splitlines()
    return []


def later(clocks, jumps, clients=()):
    """This many jumps of the server's clock since its start; clients that are there are not silent for that long."""
    clocks.set(steady=1000 * MORE * jumps)
    for c in clients:
        c.ask("mine")


def told_of_another_table(server, clocks, jumps, clients, log):
    """A turn at a new table was delayed and then shown: everything else that was due has been sent by then."""
    others, table = playing(server)
    for c in others:
        c.ask("close", table=table)
    later(clocks, jumps, [*clients, *others])
    eventually(lambda: any(table in line for line in lines_of(log)))


def notify_runs_once_a_turn_and_is_told_no_secret():
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        with jumping("--notify", f"(env | grep ^ATOLL_ | grep -v ^ATOLL_JUMP= | sort | tr '\\n' ' '; echo) >> {log}", "--notify-after", str(WAIT)) as (server, clocks):
            clients, table = playing(server)

            def lines():
                return [line for line in lines_of(log) if table in line]

            for turn in range(1, 3):
                later(clocks, 3 * turn - 2, clients)
                told_of_another_table(server, clocks, 3 * turn - 1, clients, log)
                assert len(lines()) == turn - 1, "they look"
                for c in clients:
                    c.ask("close", table=table)
                eventually(lambda n=turn: len(lines()) >= n)
                told_of_another_table(server, clocks, 3 * turn, clients, log)
                assert len(lines()) == turn, lines()
                for c in clients:
                    c.ask("open", table=table)
                mover = next(i for i, c in enumerate(clients) if c.turn(table))
                told = dict(word.split("=", 1) for word in lines()[-1].split())
                assert told["ATOLL_NAME"] == ("Ann", "Ben")[mover] and told["ATOLL_SEAT"] == str(mover + 1), told
                assert told["ATOLL_TABLE"] == table and told["ATOLL_GAME"] == "reef" and int(told["ATOLL_WAITED"]) >= WAIT
                assert set(told) == {"ATOLL_" + w for w in ("TABLE", "LINK", "GAME", "PERSON", "NAME", "SEAT", "WAITED", "KIND")} and told["ATOLL_KIND"] == "turn"
                links = [clients[0].tables[table][k].split("/")[-1] for k in ("play_link", "watch_link")]
                assert not any(secret in lines()[-1] for secret in links + [c.cookie.split("=")[1] for c in clients])
                while clients[mover].turn(table):
                    play_out(clients, table, random.Random(5), 1)


def a_turn_that_waits_is_not_forgotten_at_a_restart():
    with tempfile.TemporaryDirectory() as folder:
        log = os.path.join(folder, "log")
        with jumping("--notify", f"echo $ATOLL_TABLE $ATOLL_NAME $ATOLL_WAITED >> {log}", "--notify-after", str(WAIT)) as (server, clocks):
            clients, table = playing(server)
            mover = next(i for i, c in enumerate(clients) if c.turn(table))
            server.stop(signal.SIGKILL)
            server.start()  # and nobody opens the table
            later(clocks, 1)
            eventually(lambda: lines_of(log))
            told, name, waited = lines_of(log)[0].split()
            assert (told, name) == (table, ("Ann", "Ben")[mover]) and int(waited) >= WAIT, lines_of(log)
            eventually(lambda: asked(server, "SELECT notice FROM tables") == [(0,)])  # that it was shown is stored
            server.stop(signal.SIGKILL)
            server.start()
            told_of_another_table(server, clocks, 2, [], log)
            assert sum(table in line for line in lines_of(log)) == 1, "told again"


if __name__ == "__main__":
    sys.exit(tap.run(globals()))

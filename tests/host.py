#!/usr/bin/env python3
"""host.py ATOLL: tables online, from outside, with the client of examples/: the connection, and who somebody is. Speaks TAP."""
import contextlib
import hashlib
import http.client
import os
import re
import signal
import socket
import sqlite3
import sys

import tap
from online import Closed, GAMES, STORE, refused, run_tests, sit_all


def no_one_can_be_given_a_token(server, token):
    """A cookie that was invented or changed is nobody's; a new one is given instead. Cookies that the store knows
    stay valid."""
    name = server.client().cookie.split("=")[0]
    for made_up in ("a" * 64, token[:-1] + f"{int(token[-1], 16) ^ 1:x}", f"{int(token[0], 16) ^ 1:x}" + token[1:]):
        c = server.client(cookie=f"{name}={made_up}")
        assert c.hello["person"] == 0 and c.cookie.split("=")[1] != made_up, made_up
    c = server.client()
    assert not hasattr(server.client(cookie=c.cookie), "cookie_line"), "one that was given, and never used"


def a_token_that_the_store_knows_stays_good(server):
    """A cookie of a version that did not sign them."""
    if STORE:
        return
    person, token = server.client().ask("name", name="Ann")["person"], "b" * 64
    server.stop()
    with contextlib.closing(sqlite3.connect(os.path.join(server.data, "atoll.db"))) as db:
        db.execute("INSERT INTO tokens (hash, person) VALUES (?, ?)", (hashlib.sha256(bytes.fromhex(token)).digest(), person))
        db.commit()
    server.start()
    assert server.client(cookie=f"atoll_{server.port}={token}").hello["name"] == "Ann"


def hello_has_the_versions_and_a_cookie(server):
    c = server.client()
    assert c.hello["protocol"] == 1 and c.hello["person"] == 0 and c.hello["name"] is None
    assert {g["name"] for g in c.hello["games"]} >= set(GAMES) and all(g["rules"] for g in c.hello["games"])
    assert c.hello["levels"] == ["beginner", "easy", "casual", "normal", "skilled", "hard", "master"], "weakest first"
    assert re.fullmatch(rf"atoll(_{server.port})?=[0-9a-f]{{64}}; Path=/; Max-Age=\d+; HttpOnly; SameSite=Lax", c.cookie_line)
    token = c.cookie.split("=")[1]
    c.ask("name", name="Ann")
    again = server.client(cookie="a=b; " + c.cookie + "; c=d")
    assert again.hello["name"] == "Ann" and again.hello["person"] > 0
    assert not hasattr(again, "cookie_line")
    no_one_can_be_given_a_token(server, token)
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
    for host, code in (("evil.example", b"403"), (f"localhost:{server.port}", b"101"), ("[::1]:80", b"101")):
        s = socket.create_connection(("127.0.0.1", server.port), 5)
        s.sendall(f"GET /ws HTTP/1.1\r\nHost: {host}\r\nUpgrade: websocket\r\nConnection: keep-alive, Upgrade\r\n"
                  "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode())
        assert s.recv(12)[9:12] == code, host
        s.close()


def what_is_no_upgrade_is_refused(server):
    c = http.client.HTTPConnection("127.0.0.1", server.port, timeout=tap.HANG)
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


def names_that_look_alike_at_a_table_get_a_number(server):
    a, b, c = server.client("Ann"), server.client("\u0410nn"), server.client("Bob")
    table = sit_all([a, b, c], "reef")
    c.ask("open", table=table)
    assert [s["name"] for s in c.tables[table]["seats"]] == ["Ann", "\u0410nn (2)", "Bob"], c.tables[table]["seats"]
    b.ask("chat", table=table, text="hello")
    assert a.wait(lambda m: m["type"] == "chat")["name"] == "\u0410nn (2)"


def names_are_what_people_can_read(server):
    c = server.client()
    for name in ("", "  ", "a" * 25, "a\nb", "a\u202eb", "a\u200bb", "\u200dab", "\u00ad", "a\u2028b", "\ue000", "a  b",
                 "e" + "\u0301" * 300, None, 7, "x\u0301\u0302\u0303", "\ufdfa" * 2, "\ufdfd" * 2, "\u6f22" * 13,
                 "admin", "\u0430dmin", "\uff41\uff44\uff4d\uff49\uff4e", "A D M I N", "ADM\u0406N", "Hard", "eas\u0443", "h0st",
                 "\U0001d5ba\U0001d5bd\U0001d5c6\U0001d5c2\U0001d5c7", "Ann (2)"):
        refused("bad-name", c.ask, "name", name=name)
    assert c.hello["person"] == 0
    for name, kept in ((" Ann ", "Ann"), ("e\u0301", "\u00e9"), ("\U0001f469\u200d\U0001f680" * 12, None), ("<b>\"&", None),
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


def end_of(client):
    """The code with which the host has ended it."""
    try:
        client.ask("ping")
    except Closed as end:
        return end.code
    raise AssertionError("it goes on")


def another_device_is_the_same_guest_by_a_link_that_works_once(server):
    a, b, d = server.client("Ann"), server.client(), server.client()
    secret = a.ask("device")["link"].split("/")[1]
    refused("not-allowed", b.ask, "redeem", secret="00" * 32)
    assert b.ask("redeem", secret=secret)["name"] == "Ann"
    assert b.ask("redeem", secret=secret)["name"] == "Ann"  # the same again: its answer may have been lost
    refused("not-now", b.ask, "redeem", secret=a.ask("device")["link"].split("/")[1])
    refused("not-allowed", d.ask, "redeem", secret=secret)
    assert server.client(cookie=b.cookie).hello["name"] == "Ann"
    elsewhere = server.client(cookie=b.cookie)
    a.ask("forget")
    for other in (b, elsewhere):
        assert end_of(other) == 1001
    a.ask("forget")
    assert server.client(cookie=b.cookie).hello["person"] == 0 == server.client(cookie=a.cookie).hello["person"]


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

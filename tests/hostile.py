#!/usr/bin/env python3
"""hostile.py ATOLL: malicious and broken clients and networks: slow readers, connections that hang or break, messages
that come twice or late, invalid frames and requests. The others play on. Speaks TAP."""
import contextlib
import os
import random
import re
import select
import socket
import struct
import subprocess
import sys
import threading
import time
import urllib.request

import tap
from online import ATOLL, Client, Closed, begun, play_out, pump, run_tests, settle, sit_all

UPGRADE = ("GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
           "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n")


with open(ATOLL, "rb") as program:
    SANITIZED = b"__asan_init" in program.read()  # without a limit, freed memory stays with the process


def memory(host):
    """The server's memory, in MiB."""
    with open(f"/proc/{host.process.pid}/status", encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS")) / 1024


def metrics(host):
    with urllib.request.urlopen(f"http://127.0.0.1:{host.port}/metrics", timeout=tap.HANG) as reply:
        return reply.read().decode()


def frame(opcode, data, fin=True):
    size = len(data)
    head = bytes([opcode | (0x80 if fin else 0)])
    head += bytes([0x80 | size]) if size < 126 else bytes([0xfe]) + struct.pack(">H", size)
    return head + bytes(4) + data


def end_of(client):
    """Reads until the connection ends: the code of the close frame (None: it has none), or 0 if there was no close
    frame."""
    try:
        while True:
            client.read()
    except Closed as end:
        return 0 if end.args[1] == "hung up" else end.code
    except OSError:
        return 0


class Proxy(threading.Thread):
    """A relay between one client and the server. Frames of the client go through deliver(send, frame); the server's
    bytes are passed on while `answers` is set."""

    def __init__(self, server, deliver):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.far = server.port
        self.deliver, self.answers, self.open = deliver, True, True
        self.start()

    def run(self):
        try:
            self.carry()
        except OSError:
            pass  # one of the two has ended

    def carry(self):
        near, _ = self.listener.accept()
        far = socket.create_connection(("127.0.0.1", self.far))
        data, upgraded = b"", False
        while self.open:
            found = select.select([near, far], [], [], 0.05)[0]
            if far in found:
                back = far.recv(65536)
                if not back:
                    break
                if self.answers:
                    near.sendall(back)
            if near in found:
                more = near.recv(65536)
                if not more:
                    break
                data += more
            if not upgraded and b"\r\n\r\n" in data:
                head, data = data.split(b"\r\n\r\n", 1)
                far.sendall(head.replace(str(self.port).encode(), str(self.far).encode()) + b"\r\n\r\n")
                upgraded = True
            while upgraded and (size := self.frame_size(data)) and len(data) >= size:
                self.deliver(far.sendall, data[:size])
                data = data[size:]
        near.close()
        far.close()

    @staticmethod
    def frame_size(data):
        if len(data) < 4:
            return 0
        size = data[1] & 127
        return 6 + size if size < 126 else 8 + struct.unpack(">H", data[2:4])[0]

    def client(self, cookie):
        return Client("127.0.0.1", self.port, cookie=cookie)


def moves_of(client, table):
    client.ask("events", table=table)
    return [e["ply"] for e in client.tables[table]["log"].values() if e["event"] in ("drew", "decided")]


# --- networks ---

def messages_come_twice_and_late(server):
    """Every frame is sent again, at once and later: every move is made once."""
    rng, kept = random.Random(1), []

    def deliver(send, data):
        kept.append(data)
        for again in [data] * rng.randrange(1, 4) + rng.sample(kept, min(2, len(kept))):
            send(again)
            if rng.randrange(4) == 0:
                time.sleep(0.002)

    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    far = Proxy(server, deliver).client(b.cookie)
    b.close()
    far.ask("open", table=table)
    play_out([a, far], table, rng)
    plies = moves_of(a, table)
    assert plies == sorted(set(plies)) and len(plies) > 30
    record = a.ask("record", table=table)["record"]
    assert subprocess.run([ATOLL, "replay", "-"], input=record, capture_output=True, text=True, timeout=tap.HANG).returncode == 0


def a_move_that_was_held_up_comes_after_the_same_from_elsewhere(server):
    held, hold = [], [False]

    def deliver(send, data):
        if hold[0]:
            held.append((send, data))
        else:
            send(data)

    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    for _ in range(6):
        while not (a.turn(table) or b.turn(table)):
            pump([a, b])
        mover = a if a.turn(table) else b
        far = Proxy(server, deliver).client(mover.cookie)
        far.ask("open", table=table)
        now, id = mover.tables[table], os.urandom(16).hex()
        members = dict(table=table, ply=now["ply"], backs=now["backs"], moves=[mover.turn(table)[0]])
        hold[0] = True
        far.send("move", id=id, **members)
        while not held:
            time.sleep(0.01)
        done = mover.ask("move", id=id, **members)
        hold[0] = False
        for send, data in held:
            send(data)
        held.clear()
        assert far.answer(id)["first"] == done["first"]
        far.close()
        settle([a, b], table)
    plies = moves_of(a, table)
    assert plies == sorted(set(plies))


def a_connection_that_hangs_harms_nobody(server):
    """The network fails without closing the connection: the person comes back on another connection and plays on at
    once."""
    rng = random.Random(2)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    proxies = []
    for _ in range(4):
        proxies.append(Proxy(server, lambda send, data: send(data)))
        far = proxies[-1].client(b.cookie)
        far.ask("open", table=table)
        proxies[-1].answers = False
        far.send("mine")
        b.close()
        b = server.client(cookie=b.cookie)
        b.ask("open", table=table)
        play_out([a, b], table, rng, 4)
    for p in proxies:
        p.open = False
    play_out([a, b], table, rng, 4)
    b.close()
    a.wait(lambda m: m["type"] == "presence" and not m["seats"][1]["here"], 5)


def connections_break_anywhere(server):
    """The connection ends in the middle of the request, of a frame, of an answer: with and without a close frame."""
    rng = random.Random(3)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "my-shelfie")
    begun([a, b], table)
    said = (UPGRADE + f"Cookie: {b.cookie}\r\n\r\n").encode()
    said += frame(1, f'{{"do":"open","id":"{"1" * 32}","table":"{table}"}}'.encode())
    said += frame(1, f'{{"do":"events","id":"{"2" * 32}","table":"{table}"}}'.encode()) * 20
    for _ in range(150):
        s = socket.create_connection(("127.0.0.1", server.port), tap.HANG)
        s.sendall(said[:rng.randrange(len(said))])
        if rng.randrange(2):
            s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))  # a reset
        elif rng.randrange(2):
            with contextlib.suppress(OSError):  # the server may have closed first, here and below
                s.shutdown(socket.SHUT_WR)
                s.recv(100)
        s.close()
    # Many connections at once that end with their request, some before the server has said hello: they take up no
    # places.
    for _ in range(10):
        crowd = [socket.create_connection(("127.0.0.1", server.port), tap.HANG) for _ in range(30)]
        for s in crowd:
            with contextlib.suppress(OSError):
                s.sendall((UPGRADE + f"Cookie: {b.cookie}\r\n\r\n").encode())
                s.shutdown(socket.SHUT_WR)
        for s in crowd:
            s.close()
    play_out([a, b], table, rng, 6)


# --- clients ---

def who_does_not_read_is_cut_off(server):
    a, b, w = server.client("Ann"), server.client("Bob"), server.client("Eve")
    table = sit_all([a, b], "reef-encounter")
    begun([a, b], table)
    w.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    secret = a.tables[table]["watch_link"].split("/")[-1]
    before = memory(server)
    with contextlib.suppress(OSError):
        for _ in range(4000):
            w.send("open", table=table, secret=secret)
    for _ in range(10):
        a.ask("mine")  # others are answered meanwhile
    assert memory(server) - before < 40, memory(server) - before
    assert end_of(w) in (0, 4003)  # the answer comes as far as it is read
    play_out([a, b], table, random.Random(4), 6)


def frames_of_all_kinds_end_with_a_code(server):
    long = b"x" * 60000
    before = memory(server)
    for data, codes in ((frame(1, long, False) + frame(0, long), (1009,)), (frame(9, b"x" * 126), (1002, None)),
                        (b"\x81\xff" + struct.pack(">Q", 1 << 63) + bytes(4), (1002, None)),
                        (b"\x81\xff" + struct.pack(">Q", (1 << 63) - 1) + bytes(4) + b"x", (1009,)),
                        (frame(0, b"x"), (1002,)), (frame(1, b"a", False) + frame(1, b"b"), (1002,)),
                        (b"\xc1\x80\0\0\0\0", (1002,)), (frame(8, b"x"), (1002, None)), (frame(8, b"\x03\xe8"), (1000,)),
                        (frame(9, b"", False), (1002, None)), (frame(1, b"\xe2\x82", False) + frame(0, b"x"), (1007,)),
                        (frame(2, b"x"), (1003,)), (frame(1, b" ", False) + frame(0, b" ", False) * 16, (1008,))):
        c = server.client()
        c.socket.sendall(data)
        code = end_of(c)
        assert code in codes, (data[:20], code)
    c = server.client()
    c.socket.sendall(b"".join(frame(0 if i else 1, b" " * 128, False) for i in range(500)))
    c.socket.sendall(frame(0, b"") + frame(9, b"ping") * 2000)
    assert c.wait(lambda m: m["type"] == "refused")["code"] == "bad-message"
    assert memory(server) - before < 30


def settles(host, most):
    """Waits until the server's memory is at most this (MiB)."""
    end = time.monotonic() + tap.HANG
    while memory(host) > most and time.monotonic() < end:
        time.sleep(0.2)
    return memory(host) <= most


def open_socket(server, address="127.0.0.1", room=None):
    """A raw WebSocket connection, and the bytes behind the answer."""
    s = socket.socket()
    if room:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, room)
    s.settimeout(tap.HANG)
    s.bind((address, 0))
    s.connect(("127.0.0.1", server.port))
    s.sendall((UPGRADE + "\r\n").encode())
    data = b""
    while b"\r\n\r\n" not in data:
        data += s.recv(65536)
    if not data.startswith(b"HTTP/1.1 101"):
        s.close()
        raise AssertionError(data)
    return s, data.split(b"\r\n\r\n", 1)[1]


def frames_in(data):
    """The complete frames of the server, as (opcode, payload)."""
    found = []
    while len(data) >= 2:
        head = 2 if data[1] < 126 else 4 if data[1] == 126 else 10
        size = data[1] if head == 2 else int.from_bytes(data[2:head], "big")
        if len(data) < head + size:
            break
        found.append((data[0] & 15, data[head:head + size]))
        data = data[head + size:]
    return found


def pings_whose_answers_nobody_reads_take_no_memory(server):
    """64 MB of pings on one connection; a client that reads after some thousands gets the answer to the newest."""
    before = memory(server)
    s, _ = open_socket(server, room=65536)
    many = frame(9, b"x" * 125) * 4000
    with contextlib.suppress(ConnectionError):  # on a slow machine it is cut off: it has not read for a minute
        for _ in range(128):
            s.sendall(many)
    assert memory(server) - before < 8, (before, memory(server))
    s.close()
    s, data = open_socket(server, room=65536)
    s.sendall(many + frame(9, b"the newest"))
    pongs = []
    while b"the newest" not in pongs:
        data += s.recv(1 << 20)
        pongs = [text for opcode, text in frames_in(data) if opcode == 10]
    s.close()
    assert server.client("Ann").ask("mine")["tables"] == []


def what_messages_took_is_given_back(server):
    """Long messages in fragments, complete and unfinished, on many connections: afterwards the server is as small as
    before."""
    server.client("Ann").ask("mine")
    before = memory(server)
    parts = frame(1, b" " * 128, False) + frame(0, b" " * 128, False) * 510
    for last in (b"", frame(0, b"]"), frame(0, b" " * 500)):
        many = [open_socket(server)[0] for _ in range(150)]
        for s in many:
            s.sendall(parts + last)
        assert SANITIZED or settles(server, before + 25), (before, memory(server))  # 150 times 64 KiB and a little
        for s in many:
            s.close()
        assert SANITIZED or settles(server, before + 4), (before, memory(server))


def short_memory_costs_strangers_their_place_and_players_nothing(server):
    """Unfinished messages fill the memory until their connections are dropped and no stranger is let in."""
    most = 96 if SANITIZED else 72  # less than all sockets may hold
    server.again("--memory", str(most), "--metrics", "page", "--per-second", "100000")
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "reef")
    begun([a, b], table)
    part, many, why = frame(1, b" " * 60000)[:50000], [], None
    end = time.monotonic() + tap.HANG
    while not why and time.monotonic() < end:
        try:
            many.append(open_socket(server, f"127.0.0.{2 + len(many) // 200}")[0])
            many[-1].sendall(part)
        except AssertionError as refused:
            why = refused.args[0]
    assert why and why.startswith(b"HTTP/1.1 503 "), why
    assert play_out([a, b], table, random.Random(7), 10) == 10
    back = server.client(cookie=a.cookie)
    assert back.hello["name"] == "Ann"
    assert SANITIZED or settles(server, most), memory(server)
    shed, unmet = (int(n) for n in re.findall(r"^atoll_memory_(?:shed|refused)_total (\d+)", metrics(server), re.M))
    assert shed and unmet, (shed, unmet)
    for s in many:
        s.close()
    let_in = SANITIZED
    while not let_in:
        with contextlib.suppress(Closed):
            let_in = bool(server.client().hello)
        assert let_in or time.monotonic() < end
    assert play_out([a, b], table, random.Random(8), 4) == 4


def requests_that_could_be_read_in_two_ways_end_the_connection(server):
    """In one piece and byte by byte. tests/http.c has the whole table; this shows that nothing behind such a request
    is read as another one."""
    after = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"
    post = b"POST /healthz HTTP/1.1\r\nHost: a\r\n"
    for code, data in ((400, post + b"Content-Length: 1\r\nContent-Length: 44\r\n\r\n"),
                       (400, post + b"Content-Length: 44\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                       (405, post + b"Content-Length: 44\r\n\r\n"), (405, post + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
                       (400, b"GET /healthz HTTP/1.1\r\nHost: a\r\nContent-Length: 44\r\n\r\n"),
                       (400, b"GET /healthz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), (400, b"GET /healthz HTTP/1.1\nHost: a\n\n"),
                       (400, b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\0b\r\n\r\n"), (400, b"GET /healthz HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n"),
                       (400, UPGRADE.encode() + b"Origin: http://localhost\r\nOrigin: http://localhost\r\n\r\n"),
                       (400, UPGRADE.encode() + b"Host: localhost\r\n\r\n"), (431, b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"y" * 20000),
                       (414, b"GET /" + b"y" * 20000), (501, b"BREW / HTTP/1.1\r\nHost: a\r\n\r\n"), (505, b"GET / HTTP/2.0\r\nHost: a\r\n\r\n")):
        for pieces in (1, len(data)) if len(data) < 1000 else (1,):
            with socket.create_connection(("127.0.0.1", server.port), 10) as s:
                s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                reply = b""
                with contextlib.suppress(OSError):  # the server may have closed
                    for i in range(pieces):
                        s.sendall(data[i * len(data) // pieces:(i + 1) * len(data) // pieces])
                    s.sendall(after)
                with contextlib.suppress(ConnectionResetError):
                    while more := s.recv(65536):
                        reply += more
            assert re.match(rb"HTTP/1.1 %d " % code, reply) and b"\r\nConnection: close\r\n" in reply, (data[:200], reply)
            assert len(re.findall(rb"HTTP/1.1 \d", reply)) == 1, (data[:200], reply)


def where_descriptors_are_few_nobody_waits_in_vain(server):
    """Each of 80 connections is answered, with content or with a refusal; those that were served stay."""
    server.stop()
    limits = ["prlimit", "--nofile=64:64"]
    server.command = limits
    server.start()
    many = [socket.create_connection(("127.0.0.1", server.port), 10, (f"127.0.0.{i % 40 + 1}", 0)) for i in range(80)]
    served = []
    for s in many:
        with contextlib.suppress(OSError):
            s.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        reply = s.recv(65536)
        if reply.endswith(b"\r\n\r\nok\n"):
            served.append(s)
        else:
            assert reply.startswith(b"HTTP/1.1 503 ") and reply.endswith(b"Try again later.\n"), reply
    assert 16 <= len(served) < 64, len(served)
    for s in served:
        s.sendall(b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n")
        assert s.recv(65536).endswith(b"ok\n")
    for s in many:
        s.close()
    assert server.client("Ann").ask("mine")["tables"] == []


def what_is_no_request_opens_nothing(server):
    rng = random.Random(5)
    good = (UPGRADE + "\r\n").encode()
    opened = 0
    for i in range(200):
        data = bytearray(good)
        for _ in range(rng.randrange(1, 6)):
            at = rng.randrange(len(data))
            data[at:at + rng.randrange(2)] = rng.randbytes(rng.randrange(3))
        if i % 10 == 0:
            data = rng.randbytes(300)
        if i % 10 == 1:
            data = good[:-2] + b"X: " + b"y" * 100000 + b"\r\n\r\n"
        s = socket.create_connection(("127.0.0.1", server.port), tap.HANG)
        try:
            s.sendall(data + b"\r\n\r\n")
            s.shutdown(socket.SHUT_WR)  # an incomplete request stays so
            opened += s.recv(20).startswith(b"HTTP/1.1 101")
        except OSError:
            pass
        s.close()
    assert 0 < opened < 190, opened
    assert server.client("Ann").ask("mine")["tables"] == []


def readers(host):
    """The descriptors that the server waits to read from, as often as it does."""
    folder = f"/proc/{host.process.pid}/fdinfo"
    found = []
    for fd in os.listdir(folder):
        try:
            with open(os.path.join(folder, fd), encoding="ascii") as info:
                found += re.findall(r"tfd:\s+(\d+) events:\s+\w*[13579bdf] ", info.read())
        except FileNotFoundError:
            pass
    return found


def a_connection_has_one_reader_though_its_descriptor_had_another(server):
    for _ in range(5):
        s = socket.create_connection(("127.0.0.1", server.port), 60)
        s.sendall(b"nonsense\r\n\r\n")
        while s.recv(1000):
            pass
        s.close()
        c = server.client()
        c.ask("ping")
        c.ask("ping")
        assert len(readers(server)) == len(set(readers(server))), readers(server)
        c.close()


def drips_of_requests_do_not_keep_others_out(server):
    drips = []
    for _ in range(100):
        s = socket.create_connection(("127.0.0.1", server.port), tap.HANG)
        s.sendall(UPGRADE[:50].encode())
        drips.append(s)
    a, b = server.client("Ann"), server.client("Bob")
    table = sit_all([a, b], "my-shelfie")
    begun([a, b], table)
    play_out([a, b], table, random.Random(6), 6)
    for s in drips:
        s.close()


def refusals_without_end_are_answered_and_then_not(server):
    server.stop()
    server.args = []
    server.start()
    c = server.client()
    garbage = frame(1, b"]") * 1000
    c.socket.sendall(garbage)
    assert end_of(c) == 4001
    assert server.client("Ann").ask("mine")


if __name__ == "__main__":
    sys.exit(run_tests(globals()))

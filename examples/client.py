#!/usr/bin/env python3
"""A client of Atoll's protocol (docs/protocol.md) in Python's standard library.

    examples/client.py http://127.0.0.1:7700/ GAME        makes an open table and plays at random
    examples/client.py 'http://HOST/#table/ID/SECRET'      sits down there and plays at random

As a module: Client is one socket. send() asks for something and gives the command's id, ask() waits for
its answer, tables holds what is known of every table that is open."""
import base64
import hashlib
import json
import os
import random
import socket
import ssl
import struct
import sys
import time
import urllib.parse

GUID = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Closed(Exception):
    """The server has ended the connection; code is that of its close frame, or None."""

    def __init__(self, code, why=""):
        super().__init__(code, why)
        self.code = code


class Refused(Exception):
    """The server has refused a command."""

    def __init__(self, message):
        super().__init__(message["code"], message["why"])
        self.code, self.why = message["code"], message["why"]


def changed(view, changes):
    """The view after these changes."""
    whole = {"view": view}
    for path, *what in changes:
        at = whole
        *way, last = ["view", *path]
        for step in way:
            at = at[step]
        if not what:
            del at[last]
        elif len(what) == 1:
            at[last] = what[0]
        else:
            place, count, values = what
            at[last][place:place + count] = values
    return whole["view"]


class Client:
    """One WebSocket, and its messages."""

    def __init__(self, host, port, cookie=None, timeout=30, headers=(), numbers=None, path="/ws", tls=None,
                 source=None):
        self.socket = socket.create_connection((host, port), timeout, source and (source, 0))
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if tls:
            self.socket = tls.wrap_socket(self.socket, server_hostname=host)
        self.buffer = b""
        self.cookie = cookie
        self.tables = {}    # id: the last "table" message, kept up to date
        self.answers = {}   # a command's id: its answer
        self.messages = []  # everything else, in order
        self.log = []       # the text of all messages
        self.numbers = {} if numbers is None else numbers  # the promised numbers, by their hashes
        self.upgrade(host, port, path, headers)
        self.hello = self.wait(lambda m: m["type"] == "hello")

    def upgrade(self, host, port, path, headers):
        key = base64.b64encode(os.urandom(16))
        lines = [f"GET {path} HTTP/1.1", f"Host: {host}:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 "Sec-WebSocket-Version: 13", f"Sec-WebSocket-Key: {key.decode()}", *headers]
        if self.cookie:
            lines.append(f"Cookie: {self.cookie}")
        self.socket.sendall("\r\n".join(lines).encode() + b"\r\n\r\n")
        while b"\r\n\r\n" not in self.buffer:
            self.more()
        head, self.buffer = self.buffer.split(b"\r\n\r\n", 1)
        status, *fields = head.decode().split("\r\n")
        if " 101 " not in status:
            raise Closed(int(status.split()[1]), status)
        fields = {k.lower(): v for k, v in (f.split(": ", 1) for f in fields)}
        assert fields["sec-websocket-accept"] == base64.b64encode(hashlib.sha1(key + GUID).digest()).decode()
        if "set-cookie" in fields:
            self.cookie = fields["set-cookie"].split(";")[0]
            self.cookie_line = fields["set-cookie"]

    # --- bytes and frames ---

    def more(self):
        data = self.socket.recv(65536)
        if not data:
            raise Closed(None, "hung up")
        self.buffer += data

    def take(self, n):
        while len(self.buffer) < n:
            self.more()
        data, self.buffer = self.buffer[:n], self.buffer[n:]
        return data

    def frame(self, opcode, data):
        mask = os.urandom(4)
        size = len(data)
        head = bytes([0x80 | opcode])
        head += (bytes([0x80 | size]) if size < 126 else
                 bytes([0xfe]) + struct.pack(">H", size) if size < 65536 else bytes([0xff]) + struct.pack(">Q", size))
        many = (mask * (size // 4 + 1))[:size]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(many, "big")).to_bytes(size, "big")
        self.socket.sendall(head + mask + masked)

    def read(self):
        """The next message; pings are answered on the way."""
        while True:
            first, size = self.take(2)
            if size == 126:
                size = struct.unpack(">H", self.take(2))[0]
            elif size == 127:
                size = struct.unpack(">Q", self.take(8))[0]
            data = self.take(size)
            opcode = first & 15
            if opcode == PING:
                self.frame(PONG, data)
            elif opcode == CLOSE:
                raise Closed(struct.unpack(">H", data[:2])[0] if len(data) >= 2 else None, data[2:].decode())
            elif opcode == TEXT:
                self.log.append(data.decode())
                return json.loads(data)

    def close(self):
        self.socket.close()

    # --- messages ---

    def receive(self):
        """Reads one message, stores its content, and returns it."""
        m = self.read()
        kind, table = m["type"], self.tables.get(m.get("table"))
        if kind == "table":
            self.tables[m["table"]] = dict(m, log={})
        elif kind == "events" and table:
            table["log"].update((e["number"], e) for e in m["events"])
            if not m["old"]:
                table.update((k, v) for k, v in m.items() if k not in ("events", "type", "old", "changes"))
                if "changes" in m:
                    table["view"] = changed(table["view"], m["changes"])
        elif kind == "presence" and table:
            for seat in m["seats"]:
                table["seats"][seat["seat"] - 1].update(seat)
        if m.get("unopened"):
            self.reveal(m["table"])
        if "id" in m and kind != "table":
            self.answers[m["id"]] = m
        else:
            self.messages.append(m)
        return m

    def wait(self, wanted, seconds=30):
        """Reads until a wanted message comes, and returns that one."""
        end = time.monotonic() + seconds
        while True:
            m = self.receive()
            if wanted(m):
                return m
            if time.monotonic() > end:
                raise TimeoutError

    def send(self, do, id=None, **members):
        id = id or os.urandom(16).hex()
        self.frame(TEXT, json.dumps({"do": do, "id": id, **members}).encode())
        return id

    def answer(self, id):
        while id not in self.answers:
            self.receive()
        m = self.answers.pop(id)
        if m["type"] == "refused":
            raise Refused(m)
        return m

    def ask(self, do, **members):
        return self.answer(self.send(do, **members))

    # --- a part in the draws ---

    def promise(self):
        """The hash of a new number, to sit down with."""
        number = os.urandom(32)
        self.numbers[hashlib.sha256(number).hexdigest()] = number.hex()
        return hashlib.sha256(number).hexdigest()

    def reveal(self, table):
        """Reveals the number, once everybody has promised one."""
        t = self.tables[table]
        if t["you"] in t["unopened"]:
            number = self.numbers.get(t["seats"][t["you"] - 1]["promise"])
            if number:
                self.send("reveal", table=table, number=number)

    def seen(self, table):
        """What was promised at a table and has happened there: verify_record.py compares a record with it."""
        t, moves = self.tables[table], {}
        for _, e in sorted(t["log"].items()):
            if e["event"] == "took-back":
                moves = {ply: move for ply, move in moves.items() if ply < e["ply"]}
            elif "move" in e:
                moves[e["ply"]] = e["move"]
        return {"table": table, "fair": t["fair"], "commitment": t["commitment"], "ply": t["ply"], "moves": moves,
                "promises": [seat.get("promise") for seat in t["seats"]]}

    # --- a player ---

    def turn(self, table):
        """The legal moves, if this client is to move at a table that it has opened with views."""
        t = self.tables[table]
        mine = t["phase"] == "playing" and t["mover"] is not None and t["mover"] == t["you"]
        return t["view"]["legal_moves"] if mine else []

    def move(self, table, move, **more):
        t = self.tables[table]
        return self.ask("move", table=table, ply=t["ply"], backs=t["backs"], moves=[move], **more)

    def play(self, table, choose=random.choice):
        """Plays at a table until its game is over."""
        while self.tables[table]["phase"] in ("gathering", "playing"):
            legal = self.turn(table)
            if legal:
                self.move(table, choose(legal))
            else:
                self.receive()


def main():
    url = urllib.parse.urlsplit(sys.argv[1])
    tls = ssl.create_default_context() if url.scheme == "https" else None
    client = Client(url.hostname, url.port or (443 if tls else 80), path=url.path.rstrip("/") + "/ws", tls=tls)
    client.ask("name", name="Python")
    if url.fragment.startswith("table/"):
        _, table, secret = url.fragment.split("/")
        client.ask("open", table=table, secret=secret, views="changed")
        client.ask("sit", table=table, secret=secret, promise=client.promise())
    else:
        table = client.ask("create", game=sys.argv[2], seats=["me", "person"], open=True,
                           promise=client.promise())["table"]
        client.ask("open", table=table, views="changed")
        print(f"{url.scheme}://{url.netloc}{url.path or '/'}{client.tables[table]['play_link']}", flush=True)
    client.play(table)
    print(client.ask("record", table=table)["record"], end="")


if __name__ == "__main__":
    main()

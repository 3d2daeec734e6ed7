#!/usr/bin/env python3
"""idle.py BUILD [SOCKETS] [SECONDS]: what people who only look cost a host: how much of a core it takes to know within
twenty seconds that one of them is gone, and to tell each of them within fifteen that it is still there. The sockets do
what a page does that nobody touches (web/src/online/wire.ts). Once more with pages of version 0.2.0, which ask every 25 s.
Nothing here passes or fails: it measures."""
import base64
import contextlib
import heapq
import os
import re
import select
import socket
import subprocess
import sys
import tempfile
import time

import people
from people import processor

sys.path.append(os.path.join(people.ROOT, "examples"))
from client import Client  # noqa: E402

BUILD = os.path.abspath(sys.argv[1])
SOCKETS = int(sys.argv[2]) if len(sys.argv) > 2 else 10000
SECONDS = float(sys.argv[3]) if len(sys.argv) > 3 else 60
PING, PONG = 0x89, bytes([0x8A, 0x80, 0, 0, 0, 0])


@contextlib.contextmanager
def host(folder):
    server = subprocess.Popen([os.path.join(BUILD, "atoll"), "serve", "--listen", "127.0.0.1:0", "--data", folder],
                              stdout=subprocess.PIPE, text=True)
    try:
        yield server, int(re.search(r"http://[\d.]+:(\d+)/", server.stdout.readline())[1])
    finally:
        server.terminate()
        server.wait()


def frame(text):
    """A text frame of less than 64 KiB, masked with zeros."""
    data = text.encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0x80 | 126]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + b"\0\0\0\0" + data


def command(serial, words):
    return frame(f'{{"do":"{words},"id":"{serial:032x}"}}')


def connect(port, n, table, presence):
    """A visitor that has opened the table, from an address that few share."""
    s = socket.socket()
    s.bind((f"127.0.{n // 200 + 1}.1", 0))
    s.connect(("127.0.0.1", port))
    key = base64.b64encode(os.urandom(16)).decode()
    says = ',"presence":true' if presence else ""
    s.sendall(f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
              f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode()
              + command(n, f'open","table":"{table}","views":false{says}'))
    return s


def look(poll, sockets, due, every, until):
    """Everybody asks after so much silence, and answers pings; how many were dropped."""
    gone = 0
    while (now := time.monotonic()) < until:
        while due and due[0][0] <= now:
            _, fd = heapq.heappop(due)
            if fd in sockets:
                sockets[fd].sendall(command(fd, 'ping"'))
                heapq.heappush(due, (now + every, fd))
        wait = min(due[0][0] if due else until, until) - now
        for fd, _ in poll.poll(max(wait, 0)):
            try:
                data = sockets[fd].recv(65536)
            except OSError:
                data = b""
            if not data:
                poll.unregister(fd)
                sockets.pop(fd).close()
                gone += 1
            elif data[0] == PING and len(data) == 2:
                sockets[fd].sendall(PONG)
    return gone


def measure(name, presence, every):
    with tempfile.TemporaryDirectory() as folder, host(folder) as (server, port):
        maker = Client("127.0.0.1", port)
        maker.ask("name", name="Ann")
        table = maker.ask("create", game="reef", seats=["me", "person"], fair=False, open=True)["table"]
        maker.close()
        poll, sockets, due = select.epoll(), {}, []
        for n in range(SOCKETS):
            s = connect(port, n, table, presence)
            sockets[s.fileno()] = s
            poll.register(s.fileno(), select.EPOLLIN)
            heapq.heappush(due, (time.monotonic() + every * n / SOCKETS, s.fileno()))
            if n % 100 == 0:
                look(poll, sockets, [], every, time.monotonic() + 0.01)
        gone = look(poll, sockets, due, every, time.monotonic() + every + 5)
        before, begin = processor(server), time.monotonic()
        gone += look(poll, sockets, due, every, begin + SECONDS)
        share = (processor(server) - before) / (time.monotonic() - begin)
        for s in sockets.values():
            s.close()
    print(f"{name:<44}{SOCKETS:>7} sockets {share * 100:6.2f} % of a core, {gone} dropped", flush=True)


if __name__ == "__main__":
    measure("sockets that others wait for", True, 9.5)
    measure("sockets of pages of 0.2.0", False, 25)

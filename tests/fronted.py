#!/usr/bin/env python3
"""fronted.py ATOLL: a host behind nginx, as docs/hosting.md describes it: TLS, a path, WebSockets. Speaks TAP."""
import contextlib
import http.client
import os
import random
import socket
import ssl
import subprocess
import sys

import tap
from engines import HERE, Nginx
from hostile import SANITIZED, end_of, frame, memory
from online import ATOLL, Client, Closed, Server, begun, play_out, refused, sit_all

PATH = "/games/atoll/"
HOST = ("--base", PATH, "--trust-proxy", HERE)


class Fronted:
    """Both servers, and clients that come by https."""

    def __init__(self, *args):
        self.server = Server(*HOST, *args)
        self.nginx = Nginx([self.server.port], PATH)
        self.tls = ssl.create_default_context(cafile=self.nginx.folder / "cert.pem")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.nginx.__exit__()
        self.server.__exit__()

    def client(self, name=None, **more):
        c = Client(HERE, self.nginx.port, path=PATH + "ws", tls=self.tls, **more)
        self.server.clients.append(c)
        if name:
            c.ask("name", name=name)
        return c

    def get(self, path, **headers):
        c = http.client.HTTPSConnection(HERE, self.nginx.port, timeout=tap.HANG, context=self.tls)
        c.request("GET", path, headers=headers)
        reply = c.getresponse()
        reply.body = reply.read()
        c.close()
        return reply


def a_game_by_https_below_a_path():
    """A whole game; meanwhile a client comes without the proxy, and to the same table."""
    with Fronted() as host:
        a, b, near = host.client("Ann"), host.client("Ben"), host.server.client("Eve", path=PATH + "ws")
        assert f"; Path={PATH}; " in a.cookie_line and "; Secure" in a.cookie_line, a.cookie_line
        assert "; Secure" not in near.cookie_line
        table = sit_all([a, b], "my-shelfie")
        near.ask("open", table=table, secret=a.tables[table]["watch_link"].split("/")[-1])
        begun([a, b], table)
        play_out([a, b], table, random.Random(1), watchers=[near])
        assert near.tables[table]["phase"] == "finished"
        back = host.client(cookie=a.cookie)
        assert back.hello["name"] == "Ann"
        back.ask("open", table=table)
        record = back.ask("record", table=table)["record"]
        assert subprocess.run([ATOLL, "replay", "-"], input=record, capture_output=True, text=True, timeout=tap.HANG).returncode == 0


def what_is_there_and_what_is_not():
    with Fronted() as host:
        assert host.get(PATH + "healthz").body.strip() == b"ok"
        assert host.get(PATH + "metrics").status == 404, "for the host alone"
        assert host.get("/healthz").status == 404 and host.get("/games/atollo/healthz").status == 404
        for origin, status in ((f"https://{HERE}:{host.nginx.port}", 101), (f"http://{HERE}:{host.nginx.port}", 403),
                               ("https://evil.example", 403)):
            try:
                host.client(headers=[f"Origin: {origin}"])
                code = 101
            except Closed as no:
                code = no.code
            assert code == status, (origin, code)


def everybody_is_counted_by_their_own_address():
    """A client's own X-Forwarded-For is not believed: nginx has the last word."""
    upgrade = (f"GET {PATH}ws HTTP/1.1\r\nHost: {HERE}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nX-Forwarded-For: 192.0.2.%d\r\n\r\n")
    with Fronted("--per-address", "4") as host:
        held, codes = [], {}
        for i in range(12):
            person = f"127.0.0.{2 + i % 2}"
            held.append(host.tls.wrap_socket(socket.create_connection((HERE, host.nginx.port), 30, (person, 0)), server_hostname=HERE))
            held[-1].sendall((upgrade % i).encode())
            codes.setdefault(person, []).append(held[-1].recv(4096).split()[1])
        assert set(map(tuple, codes.values())) == {(b"101",) * 4 + (b"503",) * 2}, codes
        for s in held:
            s.close()


def attacks_that_come_through_nginx_cost_players_nothing():
    """Pings whose answers nobody reads, crumbs and long messages without an end, from addresses of their own; the game goes on."""
    with Fronted("--per-address", "8") as host:
        a, b = host.client("Ann"), host.client("Ben")
        table = sit_all([a, b], "my-shelfie")
        begun([a, b], table)
        before, codes = memory(host.server), []
        pings, crumbs = frame(9, b"x" * 125) * 2000, frame(1, b" ", False) + frame(0, b" ", False) * 2000
        long = frame(1, b" " * 60000)[:50000]
        for i in range(24):
            c = host.client(source=f"127.0.0.{10 + i // 8}", timeout=1)
            with contextlib.suppress(OSError):
                for _ in range(8):
                    c.socket.sendall((pings, crumbs, long)[i % 3])
            if i % 3 == 1:
                c.socket.settimeout(tap.HANG)
                codes.append(end_of(c))
        assert codes == [1008] * 8, codes
        assert play_out([a, b], table, random.Random(2), 10) == 10
        grown = memory(host.server) - before
        assert SANITIZED or grown < 16, grown  # 24 connections may hold 2 MiB each


def a_message_of_every_size_comes_through():
    with Fronted() as host:
        a = host.client("Ann")
        for size in (1, 125, 126, 4000, 16384, 60000):
            refused("unknown-command", a.ask, "x" * size)
        assert a.ask("mine")["tables"] == []


def the_program_itself_comes_by_https():
    """examples/client.py on the command line; the machine does not know the certificate."""
    with Fronted() as host:
        b = host.client("Ben")
        env = dict(os.environ, SSL_CERT_FILE=host.nginx.folder / "cert.pem")
        client = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "examples", "client.py")
        with subprocess.Popen([sys.executable, client, f"https://{HERE}:{host.nginx.port}{PATH}", "reef"], env=env, stdout=subprocess.PIPE,
                              text=True) as program:
            link = program.stdout.readline().strip()
            assert link.startswith(f"https://{HERE}:{host.nginx.port}{PATH}#table/"), link
            table, secret = link.split("/")[-2:]
            b.ask("open", table=table, secret=secret)
            b.ask("sit", table=table, secret=secret, promise=b.promise())
            b.play(table)
            assert program.stdout.read().startswith("game: reef") and program.wait(tap.HANG) == 0


if __name__ == "__main__":
    sys.exit(tap.run(globals()))

#!/usr/bin/env python3
"""proxied.py ATOLL: a host behind a proxy: which address counts, https, a path. Speaks TAP."""
import http.client
import random
import select
import socket
import subprocess
import sys
import threading

import tap
from online import ATOLL, Client, Closed, Server, begun, play_out, refused, sit_all

TRUSTED = ("--trust-proxy", "127.0.0.1,10.0.0.0/8,fd00::/8")


class Proxy(threading.Thread):
    """A small proxy: it passes a request on with other headers and perhaps without the beginning of its path, then
    copies bytes both ways."""

    def __init__(self, server, lines=(), strip=""):
        super().__init__(daemon=True)
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.far, self.lines, self.strip = server.port, lines, strip
        self.start()

    def run(self):
        while True:
            near, _ = self.listener.accept()
            threading.Thread(target=self.carry, args=(near,), daemon=True).start()

    def carry(self, near):
        far = socket.create_connection(("127.0.0.1", self.far))
        data = b""
        while b"\r\n\r\n" not in data:
            data += near.recv(65536)
        head, rest = data.split(b"\r\n\r\n", 1)
        ask, *fields = head.decode().split("\r\n")
        method, path, version = ask.split(" ")
        path = path[len(self.strip):] if path.startswith(self.strip) else path
        far.sendall("\r\n".join([f"{method} {path} {version}", *fields, *self.lines]).encode() + b"\r\n\r\n" + rest)
        try:
            while True:
                for s in select.select([near, far], [], [])[0]:
                    data = s.recv(65536)
                    if not data:
                        return
                    (far if s is near else near).sendall(data)
        except OSError:
            pass
        finally:
            near.close()
            far.close()

    def client(self, name=None, **more):
        c = Client("127.0.0.1", self.port, **more)
        if name:
            c.ask("name", name=name)
        return c


def code_of(call, *args, **more):
    try:
        call(*args, **more)
        return 101
    except Closed as no:
        return no.code


def get(port, path, **headers):
    c = http.client.HTTPConnection("127.0.0.1", port, timeout=tap.HANG)
    c.request("GET", path, headers=headers)
    reply = c.getresponse()
    reply.read()
    c.close()
    return reply


def hold(connect, most=12):
    """How many connections are accepted."""
    held, codes = [], []
    for _ in range(most):
        try:
            held.append(connect())
        except (Closed, OSError) as no:
            codes.append(getattr(no, "code", None))
    for c in held:
        c.close()
    return len(held), set(codes)


def clients_of_a_trusted_proxy_are_counted_by_their_own_addresses():
    with Server("--per-address", "4", *TRUSTED) as server:
        for lines in (["X-Forwarded-For: 192.0.2.1"], ["X-Forwarded-For: 198.51.100.1, 192.0.2.2 "],
                      ["X-Forwarded-For: 198.51.100.1", "X-Forwarded-For: 192.0.2.3:4711, 10.1.2.3"],
                      ["X-Forwarded-For: 6.6.6.6, unknown, 10.9.9.9"], ["X-Forwarded-For: [2001:db8::1]:80"]):
            assert hold(Proxy(server, lines).client) == (4, {503}), lines
        many = [Proxy(server, [f"X-Forwarded-For: 6.6.6.6, 192.0.2.{i}"]).client() for i in range(10, 22)]
        assert len(many) == 12, "a proxy is no crowd"
        # Addresses that the client wrote in front do not count: these are one address.
        proxies = [Proxy(server, [f"X-Forwarded-For: 203.0.113.{i}, 192.0.2.30"]) for i in range(6)]
        assert hold(lambda: proxies.pop().client(), 6) == (4, {503})
        # IPv6 by its network.
        proxies = [Proxy(server, [f"X-Forwarded-For: 2001:db8:0:1::{i}"]) for i in range(1, 7)]
        assert hold(lambda: proxies.pop().client(), 6) == (4, {503})
        proxies = [Proxy(server, [f"X-Forwarded-For: 2001:db8:0:{i}::1, fd00::1"]) for i in range(2, 8)]
        assert hold(lambda: proxies.pop().client(), 6) == (6, set())
    with Server("--per-address", "4", *TRUSTED) as server:
        assert hold(Proxy(server).client) == (4, {503}), "who says nothing asks for itself"


def commands_are_counted_by_the_clients_address():
    with Server(*TRUSTED) as server:
        server.again("--per-second", "10", *TRUSTED)
        fast, calm = (Proxy(server, [f"X-Forwarded-For: 192.0.2.{i}"]) for i in (1, 2))
        a, b = fast.client("Ann"), calm.client("Ben")
        for _ in range(60):
            a.send("mine")
        while len([m for m in a.answers.values() if m.get("code") == "too-fast"]) < 20:
            a.receive()
        assert b.ask("mine")["tables"] == []


def nobody_else_is_believed():
    for args in ((), ("--trust-proxy", "10.0.0.0/8,127.0.0.2")):
        with Server("--per-address", "4", *args) as server:
            proxies = [Proxy(server, [f"X-Forwarded-For: 192.0.2.{i}", "X-Forwarded-Proto: https"]) for i in range(8)]
            lines = []

            def connect(proxies=proxies, lines=lines):
                c = proxies.pop().client()
                lines.append(c.cookie_line)
                return c

            assert hold(connect, 8)[0] == 4
            assert not any("Secure" in line or "__Host-" in line for line in lines)


def https_at_the_proxy_makes_the_cookie_secure():
    with Server("--host", "play.example.org", *TRUSTED) as server:
        for lines, secure, schemes in ((["X-Forwarded-Proto: https"], True, ("https",)), (["X-Forwarded-Proto: http"], False, ("http",)),
                                       (["X-Forwarded-Proto: http, https"], True, ("https",)), ([], False, ("http", "https"))):
            proxy = Proxy(server, ["X-Forwarded-For: 192.0.2.1", *lines])
            c = proxy.client("Ann")
            assert ("; Secure" in c.cookie_line) == secure, lines
            assert c.cookie.startswith("__Host-atoll") == secure, "at the root of https nobody else can have set it"
            if secure:  # the old plain name is accepted, and the safe one given in addition
                token = c.cookie.split("=")[1]
                before = proxy.client(cookie=f"atoll_{server.port}={token}")
                assert before.hello["name"] == "Ann" and before.cookie == c.cookie
                planted = proxy.client(cookie=f"atoll_{server.port}={server.client('Eve').cookie.split('=')[1]}; {c.cookie}")
                assert planted.hello["name"] == "Ann"
            for scheme in ("http", "https"):
                origin = f"Origin: {scheme}://127.0.0.1:{proxy.port}"
                assert code_of(proxy.client, headers=[origin]) == (101 if scheme in schemes else 403), (lines, scheme)
            assert code_of(proxy.client, headers=["Origin: https://evil.example"]) == 403


def below_a_path_everything_is_there():
    """The proxy passes the path on or removes it; --base is given with a slash at its end or without."""
    for base, strip in (("/games/atoll", ""), ("/games/atoll/", "/games/atoll")):
        with Server("--base", base, "--metrics", "page") as server:
            proxy = Proxy(server, strip=strip)
            a, b = proxy.client("Ann", path="/games/atoll/ws"), proxy.client("Ben", path="/games/atoll/ws")
            assert "; Path=/games/atoll/; " in a.cookie_line
            table = sit_all([a, b], "reef")
            assert a.tables[table]["play_link"].startswith("#table/")
            begun([a, b], table)
            play_out([a, b], table, random.Random(1), 4)
            back = proxy.client(cookie=a.cookie, path="/games/atoll/ws")
            assert back.hello["name"] == "Ann"
            assert get(proxy.port, "/games/atoll/healthz").status == 200
            assert get(proxy.port, "/games/atoll/metrics").status == 200
            assert get(proxy.port, "/games/atollo/healthz").status == (400 if strip else 404), "what is left begins without a slash"
            assert get(proxy.port, "/games/healthz").status == 404
            if not strip:
                reply = get(proxy.port, "/games/atoll")
                assert reply.status == 308 and reply.headers["Location"] == "/games/atoll/"
            refused("not-now", a.ask, "agree", table=table)


def what_is_no_path_or_address_is_said():
    for words in (["--base", "atoll"], ["--base", "/a//b"], ["--base", "/a b"], ["--base", "/../x"], ["--base", "/a;b"], ["--base", "/" + "x" * 300],
                  ["--trust-proxy", ""], ["--trust-proxy", "proxy.example"], ["--trust-proxy", "127.0.0.1/33"],
                  ["--trust-proxy", "127.0.0.1,"], ["--trust-proxy", "::1/x"], ["--trust-proxy", ",".join(["::1"] * 17)]):
        done = subprocess.run([ATOLL, "serve", "--listen", "127.0.0.1:0", *words], capture_output=True, text=True, timeout=tap.HANG)
        assert done.returncode == 2 and words[0] in done.stderr, (words, done)


if __name__ == "__main__":
    sys.exit(tap.run(globals()))

#!/usr/bin/env python3
"""serve.py ATOLL: `atoll serve` from outside: its answers and refusals, slow and many clients, shutdown. Speaks TAP."""
import contextlib
import gzip
import re
import resource
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import http.client

import tap

ATOLL = sys.argv[1]
ONE = b"GET /healthz HTTP/1.1\r\nHost: a\r\n\r\n"


class Server:
    def __init__(self, *args, preexec=None):
        self.process = subprocess.Popen([ATOLL, "serve", *(args or ("--listen", "127.0.0.1:0"))],
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                        preexec_fn=preexec)
        line = self.process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:(\d+)/", line)
        assert found, f"no address in {line!r}"
        self.port = int(found.group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(tap.HANG)
        errors = self.process.stderr.read()
        assert code == 0, f"exit status {code}: {errors}"
        assert not errors, errors

    def connect(self, timeout=tap.HANG, source="127.0.0.1"):
        """A connection from any loopback address."""
        return socket.create_connection(("127.0.0.1", self.port), timeout, (source, 0))

    def raw(self, data, timeout=tap.HANG):
        """All bytes that the server answers until it closes or falls silent."""
        with self.connect(timeout) as s:
            try:
                s.sendall(data)
                s.shutdown(socket.SHUT_WR)
            except OSError:
                pass  # it has closed already
            return drain(s)

    def get(self, path, method="GET", body=None, **headers):
        c = http.client.HTTPConnection("127.0.0.1", self.port, timeout=tap.HANG)
        c.request(method, path, body, {k.replace("_", "-"): v for k, v in headers.items()})
        r = c.getresponse()
        data = r.read()
        c.close()
        return r, data


def drain(s):
    out = b""
    try:
        while True:
            more = s.recv(65536)
            if not more:
                return out
            out += more
    except (TimeoutError, ConnectionResetError):
        return out


def memory(host):
    """In kB."""
    with open(f"/proc/{host.process.pid}/status", encoding="ascii") as f:
        return int(re.search(r"VmRSS:\s+(\d+)", f.read()).group(1))


def assets(host):
    """The files that the page names, and those that its service worker names."""
    page = host.get("/")[1].decode()
    worker = host.get("/sw.js")[1].decode()
    names = set(re.findall(r'(?:src|href)="([^"]+)"', page))
    names |= set(re.findall(r'"([\w-]+\.(?:js|css|json|wasm|bin|svg|webmanifest))"', worker))
    return sorted(names)


def the_page_and_all_its_files_are_there(server):
    names = assets(server)
    assert len(names) >= 10, names
    for name in names:
        response, data = server.get("/" + name)
        assert response.status == 200 and data, name
        assert response.getheader("Content-Type"), name
        assert int(response.getheader("Content-Length")) == len(data), name
    assert server.get("/index.html")[1] == server.get("/")[1]


def below_a_path_the_page_and_all_its_files_are_there(_):
    with Server("--listen", "127.0.0.1:0", "--base", "/x/atoll/") as server:
        r, data = server.get("/x/atoll")
        assert r.status == 308 and r.headers["Location"] == "/x/atoll/"
        r, data = server.get("/x/atoll/")
        assert r.status == 200 and "connect-src 'self'" in r.headers["Content-Security-Policy"]
        names = re.findall(r'(?:src|href|content)="([^"#:]*\.[a-z]+)"', data.decode())
        assert len(names) >= 4 and not any(name.startswith("/") for name in names), names
        assert b'<meta name="atoll-host" content="ws">' in data
        for name in [*names, *assets(server), "sw.js"]:
            assert server.get(f"/x/atoll/{name}")[0].status == 200, name
        assert b'"start_url": "./"' in server.get("/x/atoll/manifest.webmanifest")[1]
        assert server.get("/x/sw.js")[0].status == 404


def healthz_answers(server):
    response, data = server.get("/healthz")
    assert response.status == 200 and data == b"ok\n"


def every_reply_has_the_security_headers(server):
    for path in ("/", "/sw.js", "/healthz", "/nothing"):
        response, _ = server.get(path)
        policy = response.getheader("Content-Security-Policy")
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy and "unsafe-inline" not in policy
        assert "frame-ancestors 'none'" in policy and "default-src 'none'" in policy
        assert response.getheader("X-Content-Type-Options") == "nosniff"
        assert response.getheader("Referrer-Policy") == "no-referrer"


def hashed_names_are_kept_for_ever_and_the_rest_asked_for_again(server):
    for name in assets(server):
        kept = server.get("/" + name)[0].getheader("Cache-Control")
        hashed = re.search(r"-([0-9a-f]{10}|[0-9A-Z]{8})\.", name)
        assert ("immutable" in kept) == bool(hashed), (name, kept)
    for path in ("/", "/sw.js"):
        assert server.get(path)[0].getheader("Cache-Control") == "no-cache"


def an_etag_that_is_known_gives_304_without_a_body(server):
    for coding in ("identity", "gzip", "br"):
        response, _ = server.get("/", Accept_Encoding=coding)
        tag = response.getheader("ETag")
        again, data = server.get("/", Accept_Encoding=coding, If_None_Match=tag)
        assert again.status == 304 and data == b"" and again.getheader("ETag") == tag
        assert server.get("/", Accept_Encoding=coding, If_None_Match='"old"')[0].status == 200


def compression_is_chosen_by_what_the_client_accepts(server):
    name = "/" + next(n for n in assets(server) if n.endswith(".css"))
    plain, css = server.get(name)
    assert plain.getheader("Content-Encoding") is None
    response, data = server.get(name, Accept_Encoding="gzip")
    assert response.getheader("Content-Encoding") == "gzip" and gzip.decompress(data) == css
    response, data = server.get(name, Accept_Encoding="gzip, deflate, br")
    assert response.getheader("Content-Encoding") == "br" and len(data) < len(css) / 2
    assert response.getheader("Vary") == "Accept-Encoding"
    assert server.get(name, Accept_Encoding="br;q=0")[0].getheader("Content-Encoding") is None


def head_has_the_headers_and_no_body(server):
    with server.connect() as s:
        s.sendall(b"HEAD / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        reply = drain(s)
    head, _, body = reply.partition(b"\r\n\r\n")
    assert b" 200 " in head and body == b"", reply[-200:]
    length = int(re.search(rb"Content-Length: (\d+)", head).group(1))
    assert length == len(server.get("/")[1])


def other_methods_are_refused(server):
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        response, _ = server.get("/", method, b"x" if method != "OPTIONS" else None)
        assert response.status == 405 and response.getheader("Allow") == "GET, HEAD", method


def there_is_no_way_out_of_the_page(server):
    for path in ("/../etc/passwd", "/..%2f..%2fetc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "//etc/passwd",
                 "/./../../meson.build", "/..\\..\\etc\\passwd", "/index.html/../../x", "/%00", "/page/", "/*"):
        reply = server.raw(b"GET " + path.encode() + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        assert re.match(rb"HTTP/1\.[01] (404|400) ", reply), (path, reply[:80])
        assert b"root:" not in reply


def malformed_requests_are_refused_and_do_no_harm(server):
    for data in (b"\r\n\r\n", b"GET\r\n\r\n", b"GET /\r\n\r\n", b"GET / HTTP/9.9\r\n\r\n", b"BREW / HTTP/1.1\r\n\r\n",
                 b"\x00\xff\xfe" * 50 + b"\r\n\r\n", b"GET / HTTP/1.1\r\nno colon\r\n\r\n",
                 b"GET http://[::1/ HTTP/1.1\r\n\r\n", b"GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                 b"GET / HTTP/1.1\r\nContent-Length: 99999999999999999999\r\n\r\n",
                 b"GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", b"GET " + b"/a" * 20 + b" HTTP/1.1"):
        server.raw(data)
    assert server.get("/healthz")[0].status == 200


def oversized_requests_are_cut_off(server):
    reply = server.raw(b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 100_000 + b"\r\n\r\n")
    assert not reply.startswith(b"HTTP/1.1 200"), reply[:60]
    reply = server.raw(b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 5)
    assert not reply.startswith(b"HTTP/1.1 200"), reply[:60]
    reply = server.raw(b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 50000000\r\n\r\n" + b"a" * 100_000)
    assert not reply.startswith(b"HTTP/1.1 200"), reply[:60]
    assert server.get("/healthz")[0].status == 200


def a_request_has_ten_seconds(server):
    part = b"GET / HTTP/1.1\r\nX: "
    kinds = {"dripping": part, "silent": part, "dripping behind another": ONE + part,
             "silent behind another": ONE + part, "silent behind twenty": ONE * 20 + part,
             "silent inside a line behind another": ONE + b"G"}
    slow = {}
    begin = time.monotonic()
    for kind, data in kinds.items():
        for _ in range(3):
            s = server.connect()
            s.sendall(data)
            slow[s] = kind
    while slow:  # until it has closed all
        assert time.monotonic() - begin < tap.HANG, f"not hung up on: {sorted(set(slow.values()))}"
        assert server.get("/healthz")[0].status == 200  # others are served meanwhile
        for s in select.select(list(slow), [], [], 0.5)[0]:
            try:
                if s.recv(65536):
                    continue  # the answer to the earlier question
            except ConnectionResetError:
                pass
            assert time.monotonic() - begin > 8, f"too early: {slow[s]}"
            s.close()
            del slow[s]
        for s in [s for s in slow if slow[s].startswith("dripping")]:
            try:
                s.sendall(b"a")
            except OSError:
                pass  # seen when it is read


def requests_may_be_pipelined_and_kept_alive(server):
    with server.connect(5) as s:
        s.sendall(ONE * 50)
        out = b""
        while out.count(b"ok\n") < 50:
            more = s.recv(65536)
            assert more
            out += more
        s.sendall(ONE)
        assert b"ok\n" in s.recv(65536)


def requests_wait_outside_while_their_answers_are_not_read(server):
    before, count = memory(server), 20_000
    with server.connect(1) as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
        try:
            for _ in range(1000):
                s.sendall(ONE * 1000)
            assert False, "it takes any number"
        except TimeoutError:
            pass
        assert memory(server) - before < 20_000, (before, memory(server))
    with server.connect() as s:
        sender = threading.Thread(target=s.sendall, args=(ONE * count,))
        sender.start()
        seen, last = 0, b""
        while seen < count:
            more = s.recv(65536)
            assert more, seen
            seen += (last + more).count(b"ok\n")
            last = (last + more)[-2:]  # none of them whole
        sender.join()


def a_thousand_connections_are_kept_alive_at_once(server):
    many = [server.connect(30, f"127.0.1.{i % 20}") for i in range(1000)]
    for _ in range(3):
        for s in many:
            s.sendall(ONE)
        for s in many:
            data = b""
            while not data.endswith(b"ok\n"):
                more = s.recv(4096)
                assert more, "hung up"
                data += more
    assert server.get("/")[0].status == 200
    for s in many:
        s.close()


def served(s):
    """Is this connection answered, or refused with a complete refusal?"""
    try:
        s.sendall(ONE)
    except OSError:
        pass  # it has closed already
    reply = s.recv(65536)
    if reply.endswith(b"ok\n"):
        return True
    head, _, body = reply.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 503 ") and b"\r\nRetry-After: 10" in head, reply
    assert b"\r\nConnection: close" in head and b"frame-ancestors 'none'" in head, reply
    assert int(re.search(rb"Content-Length: (\d+)", head).group(1)) == len(body) > 0, reply
    assert drain(s) == b"", "not hung up on"
    return False


def hold(connect, tries):
    """Opens this many connections; returns how many were served."""
    held = [connect() for _ in range(tries)]
    return held, sum(served(s) for s in held)


def one_address_cannot_hold_every_connection(server):
    held, count = hold(server.connect, 300)
    assert count == 256, count
    assert served(server.connect(source="127.0.0.2")), "another address finds no room"
    assert all(served(s) for s in held[:256]), "those within the ceiling were disturbed"
    for s in held:
        s.close()
    while not served(server.connect()):
        time.sleep(0.01)  # until it has noticed that they are gone


def refusals_take_nobodys_room(_):
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
    with Server("--listen", "127.0.0.1:0", "--per-address", "4", preexec=few) as server:
        held, count = hold(server.connect, 4)
        assert count == 4
        for i in range(20):
            flood, count = hold(server.connect, 60)  # as many as there is room for
            held += flood
            assert count == 0
            assert served(server.connect(source=f"127.0.1.{i}")), "another address finds no room"
        for s in held:
            s.close()


def few_connections_are_shared_too(_):
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
    with Server(preexec=few) as server:  # 64 connections, a quarter each at most
        held = []
        for i in range(1, 4):
            more, count = hold(lambda a=f"127.0.0.{i}": server.connect(source=a), 30)
            held += more
            assert count == 16, (i, count)
        for s in held:
            s.close()


def out_of_file_descriptors_it_waits_and_goes_on(_):
    def few():
        resource.setrlimit(resource.RLIMIT_NOFILE, (96, 96))
    with Server(preexec=few) as server:
        many = [server.connect(5, f"127.0.1.{i}") for i in range(150)]
        assert any(used(server.process.pid, 1) < 0.3 for _ in range(100)), "it never rests"
        for s in many:
            s.close()
        assert server.get("/healthz")[0].status == 200


def used(pid, seconds):
    before = cpu(pid)
    time.sleep(seconds)
    return cpu(pid) - before


def cpu(pid):
    with open(f"/proc/{pid}/stat", encoding="ascii") as f:
        fields = f.read().rsplit(")", 1)[1].split()
    return (int(fields[11]) + int(fields[12])) / 100


def clients_that_vanish_leave_nothing_behind(server):
    for i in range(200):
        s = server.connect()
        s.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n\r\n"[: i % 28])
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")
        s.close()
    assert server.get("/healthz")[0].status == 200
    assert memory(server) < 400_000, memory(server)  # sanitizers included


def sigterm_lets_replies_in_flight_finish(_):
    with Server() as server:
        name = "/" + next(n for n in assets(server) if n.endswith(".wasm"))
        whole = server.get(name)[1]
        with server.connect(10) as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 16384)
            s.sendall(b"GET " + name.encode() + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
            first = s.recv(1000)
            server.process.send_signal(signal.SIGTERM)
            with contextlib.suppress(ConnectionRefusedError):
                while True:  # until it stops listening
                    server.connect().close()
                    time.sleep(0.01)
            reply = first + drain(s)
        assert reply.partition(b"\r\n\r\n")[2] == whole
        server.process.wait(tap.HANG)


def sigint_stops_it_at_once_when_nobody_waits(_):
    for number in (signal.SIGINT, signal.SIGTERM):
        with Server() as server:
            idle = server.connect()
            server.process.send_signal(number)
            server.process.wait(tap.HANG)
            idle.close()


def a_stop_does_not_wait_for_a_stuck_client(_):
    with Server() as server:
        stuck = server.connect()
        stuck.sendall(b"GET / HT")
        server.process.send_signal(signal.SIGTERM)
        server.process.wait(tap.HANG)
        stuck.close()


def a_busy_port_is_said_with_a_hint(server):
    done = subprocess.run([ATOLL, "serve", "--listen", f"127.0.0.1:{server.port}"], capture_output=True, text=True, timeout=tap.HANG)
    assert done.returncode == 1 and "in use" in done.stderr and "--listen" in done.stderr, done.stderr
    assert done.stderr.count("\n") == 1


def a_wrong_address_is_said(_):
    """A string that is no address is a mistake of the command line; an address that this machine does not have is one
    of the environment."""
    def refused(code, option, wrong, *more):
        done = subprocess.run([ATOLL, "serve", option, wrong, *more], capture_output=True, text=True, timeout=tap.HANG)
        assert done.returncode == code and done.stderr.count("\n") == 1, (option, wrong, more, done)
        assert code == 1 or f"{option} is" in done.stderr, (option, wrong, done)

    for wrong in ("", "7700", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", ":"):
        for more in ((), ("--check",)):
            refused(2, "--listen", wrong, *more)
    for more in ((), ("--check",)):
        refused(2, "--metrics", "7700", *more)
        refused(1, "--listen", "nowhere.invalid:80", *more)
        refused(1, "--listen", "[::1:80", *more)


def each(test):
    with Server() as server:
        test(server)


resource.setrlimit(resource.RLIMIT_NOFILE, (4096, resource.getrlimit(resource.RLIMIT_NOFILE)[1]))
sys.exit(tap.run(globals(), ("server", "_"), each))

"""Debian's PostgreSQL, HAProxy and nginx as tests need them: in temporary folders, on free ports of 127.0.0.1, as an
unprivileged user. No service of the machine takes part. And a network cable that can be cut. Everything ends with the
thread that started it, even if that is killed: start from the main thread."""
import glob
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time

HERE = "127.0.0.1"
PASSWORD = "coral"
SOURCE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
LATE = 600  # seconds: no wait takes this long, it only ends what hangs


def program(name):
    """Where Debian installs them: not every PATH has all of these."""
    found = shutil.which(name) or next(iter(sorted(glob.glob(f"/usr/lib/postgresql/*/bin/{name}"), reverse=True)), f"/usr/sbin/{name}")
    assert os.path.exists(found), f"{name} is missing: scripts/deps cluster"
    return found


def free_port():
    """Below the range of outgoing connections, so that a port is still free when its server is started again."""
    with open("/proc/sys/net/ipv4/ip_local_port_range", encoding="ascii") as file:
        low = max(int(file.read().split()[0]), 12000)
    while True:
        port = random.SystemRandom().randrange(10000, low)
        try:
            socket.create_server((HERE, port)).close()
            return port
        except OSError:
            pass


def until(true, what, seconds=LATE, why=lambda: ""):
    """Waits until f() is true and returns that. `why` adds an explanation if it never is."""
    end = time.monotonic() + seconds
    while not (found := true()):
        assert time.monotonic() < end, f"{what}: not within {seconds} s{why()}"
        time.sleep(0.03)
    return found


def answers(port):
    try:
        socket.create_connection((HERE, port), 1).close()
        return True
    except OSError:
        return False


class Folder:
    """A folder for one server, which it alone may read; it is removed with the server."""

    def __init__(self):
        self.path = tempfile.mkdtemp(prefix="atoll-")
        if os.getuid() == 0:
            shutil.chown(self.path, "nobody", "nogroup")

    def __truediv__(self, name):
        return os.path.join(self.path, name)

    def write(self, name, text):
        with open(self / name, "w", encoding="utf-8") as file:
            file.write(text)
        return self / name

    def remove(self):
        shutil.rmtree(self.path, ignore_errors=True)


def as_nobody(command, last="KILL"):
    """Runs without root's rights, and ends when its parent ends: it then gets the signal `last`."""
    rights = ["--reuid", "nobody", "--regid", "nogroup", "--clear-groups"] if os.getuid() == 0 else []
    return ["setpriv", "--pdeathsig", last, *rights, *command]


class Engine:
    """A server as a process; its folder has its log."""

    LAST = "TERM"  # the signal that ends it at once, with all its processes

    def __init__(self):
        self.folder, self.process, self.port = Folder(), None, free_port()

    def launch(self, *command, env=None):
        with open(self.folder / "log", "ab") as log:
            self.process = subprocess.Popen(as_nobody(command, self.LAST), stdin=subprocess.DEVNULL, stdout=log, stderr=log,
                                            cwd=self.folder.path, env=dict(os.environ, HOME=self.folder.path, **(env or {})))

    def log(self):
        with open(self.folder / "log", encoding="utf-8", errors="replace") as file:
            return file.read()

    def answering(self, does=None):
        """Waits until it answers; raises an error at once if it has ended."""
        does = does or (lambda: answers(self.port))
        until(lambda: does() or self.process.poll() is not None, f"{self.process.args} starts")
        if self.process.poll() is not None:
            said = self.log()
            self.folder.remove()
            raise AssertionError(said)

    def end(self, number):
        if self.process and self.process.poll() is None:
            self.process.send_signal(number)
            self.process.wait(LATE)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        try:
            self.end(getattr(signal, "SIG" + self.LAST))
        finally:
            self.folder.remove()


class Postgres(Engine):
    """A database, or with `of` a synchronous standby of another one. It does not wait for its disk unless `fsync` is
    "on": in these tests processes die, machines do not."""

    LAST = "QUIT"
    SETTINGS = {"listen_addresses": HERE, "unix_socket_directories": "", "max_connections": 60, "shared_buffers": "16MB", "fsync": "off",
                "max_wal_senders": 4, "wal_keep_size": "256MB", "wal_receiver_timeout": "10s", "wal_retrieve_retry_interval": "200ms"}

    def __init__(self, of=None, **settings):
        super().__init__()
        self.settings = {**self.SETTINGS, **settings}
        if of:
            self.copy(of)
        else:
            self.make()
        self.start()
        if of:
            of.wait_for_standby()

    def tool(self, name, *args, **more):
        done = subprocess.run(as_nobody([program(name), *args]), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, cwd=self.folder.path, timeout=2 * LATE, check=False,
                              env=dict(os.environ, PGPASSWORD=PASSWORD, LC_ALL="C.UTF-8"), **more)
        assert done.returncode == 0, (name, args, done.stdout)
        return done.stdout

    def make(self):
        word = self.folder.write("word", PASSWORD)
        os.chmod(word, 0o644)
        self.tool("initdb", "--no-sync", "-D", self.folder / "data", "-U", "atoll", "-A", "scram-sha-256", "--pwfile", word,
                  "--locale=C.UTF-8", "-E", "UTF8")

    def copy(self, of):
        shutil.rmtree(self.folder / "data", ignore_errors=True)
        self.tool("pg_basebackup", "--no-sync", "-D", self.folder / "data", "-R", "-c", "fast", "-X", "stream",
                  "-d", f"host={HERE} port={of.port} user=atoll password={PASSWORD} application_name=standby")

    def start(self):
        settings = [word for name, value in {**self.settings, "port": self.port}.items() for word in ("-c", f"{name}={value}")]
        self.launch(program("postgres"), "-D", self.folder / "data", *settings, env={"LC_ALL": "C.UTF-8"})
        self.answering(lambda: self.asked("SELECT 1"))

    def stop(self, how="fast"):
        """`immediate` is like a kill, with all its processes."""
        self.end({"smart": signal.SIGTERM, "fast": signal.SIGINT, "immediate": signal.SIGQUIT}[how])

    def promote(self):
        self.tool("pg_ctl", "promote", "-D", self.folder / "data", "-t", str(LATE))
        until(lambda: self.asked("SELECT pg_is_in_recovery()") == "f", "the standby is promoted")

    def wait_for_standby(self):
        """From now on nothing is acknowledged before the standby has it."""
        self.sql("ALTER SYSTEM SET synchronous_standby_names = 'standby'")
        self.sql("SELECT pg_reload_conf()")
        until(lambda: self.sql("SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'") == "1", "the standby follows")

    def sql(self, text, database="postgres"):
        return self.tool("psql", "-XAtqw", "-v", "ON_ERROR_STOP=1", "-h", HERE, "-p", str(self.port), "-U", "atoll", "-d", database,
                         "-c", text).strip()

    def asked(self, text):
        try:
            return self.sql(text)
        except AssertionError:
            return None

    def database(self, name="atoll"):
        self.sql(f"CREATE DATABASE {name}")
        return name

    def processor(self):
        """Processor seconds of all its processes, ended ones included."""
        ticks = 0
        for path in glob.glob("/proc/[0-9]*/stat"):
            try:
                with open(path, encoding="ascii", errors="replace") as file:
                    name, rest = file.read().rsplit(")", 1)
            except OSError:
                continue
            values = rest.split()
            if int(name.split()[0]) == self.process.pid:
                ticks += sum(map(int, values[11:15]))
            elif int(values[1]) == self.process.pid:
                ticks += sum(map(int, values[11:13]))
        return ticks / os.sysconf("SC_CLK_TCK")


class Haproxy(Engine):
    """A proxy in front of nodes, on these ports; install/haproxy.cfg except for its addresses, its user and TLS."""

    def __init__(self, ports):
        super().__init__()
        with open(os.path.join(SOURCE, "install", "haproxy.cfg"), encoding="utf-8") as file:
            lines = [line for line in file if not re.match(r"\s*(user|group|bind :443|http-request redirect) ", line)]
        text = re.sub(r"(\tserver .*\n)+", "".join(f"\tserver node{i} {HERE}:{port}\n" for i, port in enumerate(ports, 1)), "".join(lines))
        self.folder.write("haproxy.cfg", text.replace("bind :80", f"bind {HERE}:{self.port}").replace("maxconn 50000", "maxconn 4000"))
        self.launch(program("haproxy"), "-db", "-f", self.folder / "haproxy.cfg")
        self.answering()


class Nginx(Engine):
    """TLS, with a certificate of its own, and a path in front of nodes, on these ports."""

    def __init__(self, ports, path="/"):
        super().__init__()
        self.certificate()
        nodes = "\n".join(f"\t\tserver {HERE}:{port} max_fails=1 fail_timeout=1s;" for port in ports)
        temporary = "\n".join(f"\t{kind}_temp_path {self.folder / kind};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        self.folder.write("nginx.conf", f"""
daemon off;
worker_processes 1;
pid {self.folder / "pid"};
error_log stderr warn;
events {{ worker_connections 1024; }}
http {{
	access_log off;
{temporary}
	upstream nodes {{
{nodes}
	}}
	server {{
		listen {HERE}:{self.port} ssl;
		ssl_certificate {self.folder / "cert.pem"};
		ssl_certificate_key {self.folder / "key.pem"};
		location {path} {{
			proxy_pass http://nodes;
			proxy_next_upstream error timeout http_502 http_503;
			proxy_http_version 1.1;
			proxy_set_header Host $http_host;
			proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
			proxy_set_header X-Forwarded-Proto $scheme;
			proxy_set_header Upgrade $http_upgrade;
			proxy_set_header Connection "upgrade";
			proxy_connect_timeout 2s;
			proxy_read_timeout 90s;
		}}
		location = {path}metrics {{ return 404; }}
	}}
}}
""")
        self.launch(program("nginx"), "-e", "stderr", "-c", self.folder / "nginx.conf")
        self.answering()

    def certificate(self):
        subprocess.run(as_nobody(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2",
                                  "-subj", f"/CN={HERE}", "-addext", f"subjectAltName=IP:{HERE}", "-keyout", self.folder / "key.pem",
                                  "-out", self.folder / "cert.pem"]), check=True, stdin=subprocess.DEVNULL, capture_output=True)


class Cable(threading.Thread):
    """Carries bytes from its own port to another one. While it is cut, nothing comes through and nobody is told, as
    in a network failure: connecting clients wait. While it is deaf, only answers are held back, from the moment when
    these bytes have been sent. When it is broken, all connections end."""

    def __init__(self, to):
        super().__init__(daemon=True)
        self.listener = socket.create_server((HERE, 0), backlog=100)
        self.port, self.to, self.ends = self.listener.getsockname()[1], to, set()
        self.forth, self.back = threading.Event(), threading.Event()
        self.awaited = b""  # the bytes that make it deaf when they are sent
        self.mend()
        self.start()

    def mend(self):
        self.awaited = b""
        self.forth.set()
        self.back.set()

    def cut(self):
        self.forth.clear()
        self.back.clear()

    def deafen(self, behind):
        self.awaited = behind

    def snap(self):
        """Held-back bytes are lost."""
        for end in list(self.ends):
            self.hang_up(end)
        self.mend()

    def hang_up(self, end):
        self.ends.discard(end)
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass  # it has

    def run(self):
        while True:
            near, _ = self.listener.accept()
            threading.Thread(target=self.connect, args=(near,), daemon=True).start()

    def connect(self, near):
        self.ends.add(near)
        self.forth.wait()
        try:
            far = socket.create_connection((HERE, self.to))
        except OSError:
            near.close()
            return
        self.ends.add(far)
        threading.Thread(target=self.carry, args=(far, near, self.back), daemon=True).start()
        self.carry(near, far, self.forth)

    def carry(self, this, that, gate):
        last = b""  # the end of the earlier bytes: the text may arrive in two pieces
        try:
            while data := this.recv(65536):
                gate.wait()
                if gate is self.forth and self.awaited and self.awaited in last + data:
                    self.back.clear()
                last = (last + data)[-64:]
                that.sendall(data)
        except OSError:
            pass
        gate.wait()
        self.hang_up(this)
        self.hang_up(that)

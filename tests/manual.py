#!/usr/bin/env python3
"""manual.py ATOLL: files that are made from --help or must agree with it: manual pages, completion for bash,
settings, the service. Speaks TAP."""
import glob
import os
import re
import shutil
import subprocess
import sys
import tempfile
import urllib.request

import tap

ATOLL = os.path.abspath(sys.argv[1])
SOURCE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CONF = os.path.join(SOURCE, "install", "atoll.conf")


def run(*words, env=None):
    return subprocess.run(words, capture_output=True, text=True, timeout=tap.HANG, check=False, env=env and {**os.environ, **env})


def out(*words):
    done = run(ATOLL, *words)
    assert done.returncode == 0 and not done.stderr, (words, done)
    return done.stdout


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


EVERYDAY = re.findall(r"^  ([a-z]+) ", out("--help"), re.M)
LAB = re.findall(r"^  ([a-z]+) ", out("lab", "--help"), re.M)
COMMANDS = EVERYDAY + [f"lab {name}" for name in LAB]


def options(command):
    return re.findall(r"^  (--[\w-]+)", out(*command.split(), "--help"), re.M)


def page(command):
    return "atoll-" + command.replace(" ", "-")


# --- the manual ---

def every_command_has_a_page_with_all_it_takes():
    with tempfile.TemporaryDirectory() as folder:
        pages = os.path.join(folder, "man1")
        assert run(os.path.join(SOURCE, "install", "manual"), ATOLL, pages).returncode == 0
        assert sorted(os.listdir(pages)) == sorted(["atoll.1"] + [f"{page(c)}.1" for c in COMMANDS])
        done = run("man", "--warnings", "-E", "UTF-8", "-l", "-Tutf8", *sorted(glob.glob(pages + "/*")),
                   env={"LC_ALL": "C.UTF-8", "MANWIDTH": "100", "MANPAGER": "cat", "PAGER": "cat"})
        assert done.returncode == 0 and not done.stderr, done.stderr
        shown = " ".join(re.sub("\x1b\\[[\\d;]*m|.\b", "", done.stdout).split())
        for command in COMMANDS:
            text = shown[shown.index(f"NAME {page(command)} "):].split(" SEE ALSO ")[0]
            said = out(*command.split(), "--help")
            for line in re.findall(r"^  (\S.*)$", said, re.M) + [said.split("\n", 1)[0]]:
                assert all(word in text for word in line.split()), (command, line)
            assert all(word in text for word in said.split("\n\n", 3)[-1].split()), command
            assert f"{page(command)}(1)" in shown[shown.index("NAME atoll - "):], command


def there_is_no_page_of_nothing():
    done = run(ATOLL, "--man", "nothing")
    assert done.returncode == 2 and done.stderr.count("\n") == 1 and not done.stdout, done


# --- completion ---

def completed(*words):
    """bash's suggestions for the last of the words."""
    done = run("bash", "--norc", "-c", 'source <("$0" --completion); COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
               '_atoll; printf "%s\\n" "${COMPREPLY[@]}"', ATOLL, "atoll", *words)
    assert done.returncode == 0 and not done.stderr, done
    return done.stdout.split()


def bash_completes_commands_options_games_bots_and_files():
    assert set(EVERYDAY) < set(completed("")) and completed("ma") == ["match"]
    assert set(LAB) < set(completed("lab", "")) and completed("lab", "sim") == ["simulate"] and not set(LAB) & set(completed(""))
    assert completed("lab", "perft", "-") == completed("perft", "-") == options("lab perft") + ["--help"]
    for command in ("serve", "match", "games"):
        assert completed(command, "-") == options(command) + ["--help"], command
    games = read(os.path.join(SOURCE, "games.list")).split()
    assert completed("play", "") == games and completed("play", "my") == ["my-shelfie"]
    assert "master" in completed("hint", "reef", "x", "--bot", "m") and completed("hint", "reef", "x", "--bot", "=", "ma") == ["master"]
    with tempfile.TemporaryDirectory() as folder:
        os.mkdir(os.path.join(folder, "here"))
        assert completed("serve", "--data", folder + "/h") == [folder + "/here"]
        assert completed("position", "reef", folder + "/h") == [folder + "/here"]
    assert completed("serve", "--threads", "") == []


# --- settings ---

def checked(text, *words):
    """The exit code of --check, and its messages about these settings, line by line, without the file's name."""
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "conf")
        with open(file, "w", encoding="utf-8") as f:
            f.write(text.replace("HERE", folder))
        done = run(ATOLL, "serve", "--config", file, "--check", *words)
        assert os.listdir(folder) == ["conf"], "something was made"
        return done.returncode, (done.stdout + done.stderr).replace(folder + "/", "").splitlines()


def every_mistake_is_named_and_nothing_is_started():
    code, said = checked("listen = 127.0.0.1:0\nthreads = many\n\n# threads = 3\ncolour = red\njust words\nhost =\n"
                         "base = atoll\ntrust-proxy = somebody\nhost = https://play.example.org\ngrace = 5\ngrace = 6\n"
                         "data = HERE/conf\nmetrics = 192.0.2.1:80\nnotify-after = 5\ncheck = yes\nconfig = conf\n")
    wanted = ["conf:2: threads is a whole number from 1 to 64, not 'many'", "conf:5: there is no setting 'colour'",
              "conf:6: 'just words' is not of the form NAME = VALUE", "conf:7: host has no value", "conf:12: grace is given twice",
              "conf:16: there is no setting 'check'", "conf:17: there is no setting 'config'", "--base is a path",
              "--trust-proxy is", "--host is a name", "--notify-after does nothing", "--metrics: cannot listen on 192.0.2.1:80",
              "--data conf is not a directory"]
    assert code == 2 and len(said) == len(wanted), said
    for what in wanted:
        assert any(what in line for line in said), (what, said)


def what_is_wrong_here_and_now_is_said_too():
    code, said = checked("data = HERE\nlegal = HERE/no-text\n")
    assert code == 1 and said == ["no-text: No such file or directory"], said
    code, said = checked("data = HERE/no/where\nlisten = 127.0.0.1:0\nmetrics = 127.0.0.1:0\n")
    assert code == 1 and len(said) == 1 and "--data no/where cannot be made: No such file" in said[0], said
    code, said = checked("data = HERE/no/where\nlisten = 127.0.0.1:7700\nmetrics = 127.0.0.1:7700\n")
    assert code == 2 and len(said) == 2, said
    assert "--metrics and --listen are the same address" in said[0] and "--data no/where cannot be made" in said[1], said
    done = run(ATOLL, "serve", "--config", "/nowhere", "--check")
    assert done.returncode == 2 and done.stderr.splitlines()[0] == "/nowhere: No such file or directory", done
    code, said = checked("a\0b = c\n")
    assert code == 2 and said[0] == "conf: this is not a text file", said


def wrong_settings_start_nothing():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "conf")
        with open(file, "w", encoding="utf-8") as f:
            f.write(f"data = {folder}/data\nthreads = 0\nhost = a/b\n")
        done = run(ATOLL, "serve", "--config", file)
        assert done.returncode == 2 and done.stderr.count("\n") == 2, done
        assert os.listdir(folder) == ["conf"]


def the_file_that_is_installed_has_every_setting_as_it_is_without():
    text = read(CONF)
    named = re.findall(r"^#?([a-z-]+) = ", text, re.M)
    assert sorted(set(named)) == sorted(o[2:] for o in options("serve") if o not in ("--config", "--check")), named
    assert checked(text.replace("/var/lib/atoll", "HERE/data")) == (0, ["Nothing is wrong with these settings."])
    one = re.sub(r"^#store = .*\n", "", text, flags=re.M)  # in files, then not in a database
    whole = re.sub(r"^#([a-z-]+ = )", r"\1", one, flags=re.M).replace("/var/lib/atoll", "HERE/data").replace("/etc/atoll/legal.txt", "HERE/conf")
    assert checked(whole) == (0, ["Nothing is wrong with these settings."])
    said = " ".join(out("serve", "--help").split())
    for name, value in re.findall(r"^#?([a-z-]+) = (\d+)$", text, re.M):
        assert name == "keep-days" or re.search(rf"--{name} [A-Z]+ [^-]*?\(default {value}\b", said), name


def settings_are_kept_and_the_command_line_goes_before():
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "conf")
        with open(file, "w", encoding="utf-8") as f:
            f.write(f"  listen=127.0.0.1:1\r\n\tdata = {folder}/wrong \nhost = one.example\nhost = two.example\nlegal = {folder}/legal\n")
        with open(os.path.join(folder, "legal"), "w", encoding="utf-8") as f:
            f.write("Ann, at the harbour: größer\n")
        process = subprocess.Popen([ATOLL, "serve", "--config", file, "--listen", "127.0.0.1:0", f"--data={folder}/data"],
                                   stdout=subprocess.PIPE, text=True)
        try:
            url = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
            with urllib.request.urlopen(url + "healthz", timeout=tap.HANG) as reply:
                assert reply.read() == b"ok\n"
            with urllib.request.urlopen(url + "legal", timeout=tap.HANG) as reply:
                assert reply.read().decode() == "Ann, at the harbour: größer\n" and "text/plain" in reply.headers["Content-Type"]
        finally:
            process.terminate()
            assert process.wait(tap.HANG) == 0
            process.stdout.close()
        assert sorted(os.listdir(folder)) == ["conf", "data", "legal"]


# --- the statements of docs/hosting.md ---

def the_ten_lines_make_good_settings():
    lines = re.search(r"as root, in a checkout.*?\n\n((?:    .*\n)+)", read(os.path.join(SOURCE, "docs", "hosting.md")))[1].splitlines()
    assert len(lines) <= 10, len(lines)
    with tempfile.TemporaryDirectory() as folder:
        for name in ("atoll.conf", "nginx.conf"):
            shutil.copy(os.path.join(SOURCE, "install", name), folder)
        for line in lines:
            if line.strip().startswith("sed "):
                line = line.replace("/etc/nginx/sites-available/atoll", folder + "/nginx.conf").replace("/etc/atoll/", folder + "/")
                assert run("sh", "-c", line.replace("YOUR.NAME", "table.example")).returncode == 0, line
        text = read(os.path.join(folder, "atoll.conf"))
        assert re.search(r"^host = table\.example$", text, re.M) and re.search(r"^trust-proxy = 127\.0\.0\.1", text, re.M)
        assert "server_name table.example;" in read(os.path.join(folder, "nginx.conf"))
        assert checked(text.replace("/var/lib/atoll", "HERE/data"))[0] == 0


def what_to_watch_is_there_to_be_watched():
    process = subprocess.Popen([ATOLL, "serve", "--listen", "127.0.0.1:0", "--metrics", "page",
                                "--data", folder := tempfile.mkdtemp()],
                               stdout=subprocess.PIPE, text=True)
    try:
        url = re.search(r"http://127\.0\.0\.1:\d+/", process.stdout.readline())[0]
        with urllib.request.urlopen(url + "legal", timeout=tap.HANG) as reply:
            assert b"has not said" in reply.read()
        with urllib.request.urlopen(url + "metrics", timeout=tap.HANG) as reply:
            text = reply.read().decode()
    finally:
        process.terminate()
        process.wait(tap.HANG)
        process.stdout.close()
        shutil.rmtree(folder)
    there = set(re.findall(r"^# TYPE (atoll_\w+) ", text, re.M))
    named = {re.sub("_(bucket|sum|count)$", "", name) for name in re.findall(r"\batoll_\w+", read(os.path.join(SOURCE, "docs", "hosting.md")))}
    assert named == there, named ^ there
    protocol = re.search(r"^\| code \| when \|\n((?:\|.*\n)+)", read(os.path.join(SOURCE, "docs", "protocol.md")), re.M)[1]
    codes = {code for line in protocol.splitlines() for code in re.findall(r"`([a-z-]+)`", line.split("|")[1])}
    assert codes | {"other"} == set(re.findall(r'^atoll_refused_total{code="([a-z-]+)"}', text, re.M)), codes


def the_package_is_of_this_version():
    version = re.match(r"atoll \(([\d.]+)\)", read(os.path.join(SOURCE, "debian", "changelog")))[1]
    assert out("--version") == f"atoll {version}\n"


# --- the service ---

def the_service_is_sound_and_shut_in():
    if not shutil.which("systemd-analyze"):
        print("# there is no systemd-analyze here")
        return
    with tempfile.TemporaryDirectory() as folder:
        assert run(os.path.join(SOURCE, "install", "manual"), ATOLL, os.path.join(folder, "man1")).returncode == 0
        unit = os.path.join(folder, "atoll.service")
        text = read(os.path.join(SOURCE, "install", "atoll.service.in"))
        with open(unit, "w", encoding="utf-8") as f:
            f.write(text.replace("@bindir@", os.path.dirname(ATOLL)).replace("@sysconfdir@", "/etc"))
        done = run("systemd-analyze", "verify", unit, env={"MANPATH": folder})
        assert done.returncode == 0 and not done.stderr, done.stderr
        done = run("systemd-analyze", "security", "--offline=true", "--threshold=15", "--no-pager", unit)
        level = float(re.search(r"exposure level for atoll.service: ([\d.]+)", done.stdout)[1])
        assert done.returncode == 0 and level <= 1.5, done.stdout
        assert "DynamicUser=yes" in text


sys.exit(tap.run(globals()))

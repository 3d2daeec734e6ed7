#!/usr/bin/env python3
"""protocol.py ATOLL: `atoll bot` with a good and a bad client of docs/bot-protocol.md. Speaks TAP."""
import os
import re
import select
import socket
import subprocess
import sys
import time

import tap

ATOLL = sys.argv[1]
BOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bot.sh")
VIEW = """view
game: template
players: 2
viewer: 1
ply: 3
first: 1
to-move: 1
pile: 12
seat 1: pearls 0 shell 4
seat 2: pearls 0 shell ?
end
"""
ENDLESS = "search:ms=3600000"


class Bot:
    """A conversation. Lines are read without their ends; None at the end of output."""

    def __init__(self, bot=ENDLESS, game="template"):
        self.process = subprocess.Popen([ATOLL, "bot", game, "--bot", bot], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, bufsize=0)
        self.waiting = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()

    def send(self, *lines):
        self.process.stdin.write("".join(line.rstrip("\n") + "\n" for line in lines).encode())

    def line(self, patience=tap.HANG):
        until = time.monotonic() + patience
        while b"\n" not in self.waiting:
            left = max(0, until - time.monotonic())
            if not select.select([self.process.stdout], [], [], left)[0]:
                raise TimeoutError(f"no line, only {self.waiting!r}")
            more = self.process.stdout.read(65536)
            if not more:
                return None
            self.waiting += more
        line, self.waiting = self.waiting.split(b"\n", 1)
        return line.decode()

    def is_silent(self, seconds=0.3):
        try:
            self.line(seconds)
        except TimeoutError:
            return True
        return False

    def best(self):
        """The move that answers the next `best`; only `info` may come before it."""
        while True:
            line = self.line()
            assert line is not None, "no best before the end"
            if line.startswith("best "):
                return line[5:]
            assert line.startswith("info "), line

    def ends(self):
        assert self.line() is None
        assert self.process.wait(tap.HANG) == 0

    def answer(self, *lines):
        """Its output for lines that are answered at once: everything up to a pong."""
        self.send(*lines, "ping")
        got = []
        while (line := self.line()) != "pong":
            assert line is not None, got
            got.append(line)
        return got

    def error(self, *lines):
        got = self.answer(*lines)
        assert len(got) == 1 and got[0].startswith("error "), (lines, got)
        return got[0]


def said(text, bot="search:nodes=500", game="template"):
    """Its whole output for a file; it must end by itself."""
    done = subprocess.run([ATOLL, "bot", game, "--bot", bot], input=text, capture_output=True, text=True,
                          timeout=tap.HANG)
    assert done.returncode == 0 and not done.stderr, done
    return done.stdout.splitlines()


def visits(lines):
    return sum(int(line.split()[2]) for line in lines if line.startswith("info visits "))


# --- while it thinks

def stop_ends_the_thinking():
    with Bot() as bot:
        bot.send(VIEW, "go")
        assert bot.is_silent()
        bot.send("stop")
        assert bot.best() in ("take 1", "take 2")


def stop_is_seen_behind_any_other_line():
    for before in ("", "ping", "nonsense", "moved", "   ", "go", "set bot greedy", VIEW, "view of the sea\nend"):
        with Bot() as bot:
            bot.send(VIEW, "go", before, "stop")
            line = bot.line()
            assert line.startswith("pong" if before == "ping" else "info"), (before, line)
            assert bot.best()


def stop_in_one_piece_with_go_or_in_bytes():
    with Bot() as bot:
        bot.send(VIEW + "go\nstop")
        assert bot.best()
        bot.send("go")
        for byte in b"ping\r\nstop\r\n":
            bot.process.stdin.write(bytes([byte]))
            time.sleep(0.01)
        assert bot.line() == "pong"
        assert bot.best()


def stop_is_used_up():
    with Bot() as bot:
        bot.send(VIEW, "go", "stop")
        bot.best()
        bot.send("go")
        assert bot.is_silent()
        bot.send("stop", "stop", "stop")
        bot.best()
        assert bot.answer() == []


def lines_of_blocks_are_no_commands():
    with Bot() as bot:
        for block in ("legal\nstop\nquit\nping\nend", "view\nstop\nquit\nend", "legal\r\nstop\r\nend\r"):
            bot.send(VIEW, "go", *block.split("\n"), "ping")
            assert bot.line() == "pong"
            assert bot.is_silent()
            bot.send("legal", "stop")
            assert bot.is_silent()
            bot.send("end", "stop")
            assert bot.best()
            bot.answer()


def ping_is_answered_while_it_thinks():
    with Bot() as bot:
        bot.send(VIEW, "go", "nonsense", "ping", "nonsense", "ping")
        assert [bot.line(), bot.line()] == ["pong", "pong"]
        assert bot.is_silent()
        bot.send("stop")
        bot.best()
        assert [bot.line(), bot.line()] == ["error there is no command 'nonsense'"] * 2


def other_lines_wait_for_their_turn():
    with Bot() as bot:
        bot.send(VIEW, "go", "set bot greedy", "go", "stop")
        assert [bot.best(), bot.best()] == ["take 2", "take 2"]
        assert bot.answer("atoll 1")[-1] == "ready"


def quit_while_thinking_still_answers():
    for before in ("", "ping", "nonsense", "go", VIEW):
        with Bot() as bot:
            bot.send(VIEW, "go", before, "quit")
            if before == "ping":
                assert bot.line() == "pong"
            assert bot.best()
            bot.ends()


def all_threads_stop():
    with Bot(ENDLESS + ":threads=2") as bot:
        bot.send(VIEW, "go", "ping")
        assert bot.line() == "pong"
        bot.send("nonsense", "stop")
        assert bot.best()


def a_flat_bot_stops_too():
    with Bot("flat:ms=3600000") as bot:
        bot.send(VIEW, "go", "nonsense", "stop")
        assert bot.best()


def more_than_it_can_keep_is_sent_while_it_thinks():
    with Bot("search:ms=500") as bot:
        bot.send(VIEW, "go", *["legal", "x" * 100] * 20000)
        bot.best()
        assert bot.answer("end") == []


# --- the ends of input and output

def untimed(lines):
    return [re.sub(r" seconds [0-9.]+$", "", line) for line in lines]


def a_file_is_answered_to_its_end():
    with Bot("search:nodes=3000") as bot:
        bot.send(VIEW, "go")
        patient = []
        while not patient or not patient[-1].startswith("best "):
            patient.append(bot.line())
    assert visits(patient) > 2000
    assert untimed(said(VIEW + "go\n", "search:nodes=3000")) == untimed(patient)
    assert untimed(said(VIEW + "go", "search:nodes=3000")) == untimed(patient)


def nobody_listens_any_more():
    for close_input in (True, False):
        with Bot() as bot:
            bot.send(VIEW, "go", "ping")
            assert bot.line() == "pong"  # it thinks
            if close_input:
                bot.process.stdin.close()
                assert bot.is_silent()
                assert bot.process.poll() is None
            bot.process.stdout.close()
            bot.process.wait(tap.HANG)


def a_host_dies():
    ours, its = socket.socketpair()  # as atoll match sends it
    with its, subprocess.Popen([ATOLL, "bot", "template", "--bot", ENDLESS], stdin=its, stdout=its) as process:
        its.close()
        ours.settimeout(tap.HANG)
        ours.sendall((VIEW + "go\nping\n").encode())
        assert ours.recv(100) == b"pong\n"
        ours.close()
        try:
            process.wait(tap.HANG)
        finally:
            process.kill()


# --- answers

def go_says_what_it_does_not_know():
    with Bot("search:nodes=500") as bot:
        bot.answer(VIEW)
        for wrong in ("furlongs 3", "ms", "ms 0", "nodes 0", "nodes", "ms x", "ms -1", "nodes 1000000001", "ms 5 nodes", "clock", "clock -1", "increment x",
                      "3", "ms 100 furlongs 3"):
            assert "go [ms N] [nodes N]" in bot.error("go " + wrong), wrong
        bot.send("go ms 10000 nodes 5")
        assert bot.best()


def go_lowers_limits_and_never_raises_them():
    def spent(bot, go):
        return visits(said(VIEW + go + "\n", bot))
    own = spent("search:nodes=500", "go")
    assert 400 < own <= 500
    assert spent("search:nodes=500", "go ms 3600000") == own
    assert spent("search:nodes=500", "go nodes 100000") == own
    assert spent("search:nodes=500", "go nodes 50") <= 50
    assert spent("search:ms=3600000", "go nodes 500") == own
    assert spent("search:ms=3600000", "go ms 3600000 nodes 500") == own
    spent(ENDLESS, "go ms 100")  # without a limit it would think for an hour


def a_clock_is_shared_among_turns():
    for clock in ("clock 500 increment 10", "clock 0 increment 0", "clock 1 increment 5000"):
        said(VIEW + f"go {clock}\n", ENDLESS)  # without a limit it would think for an hour
    assert 400 < visits(said(VIEW + "go clock 3600000 increment 0 nodes 500\n", ENDLESS)) <= 500


def lines_are_told_as_far_as_they_can_be_played():
    lines = [line.split(" ", 2)[2] for line in said(VIEW + "go\n") if line.startswith("info line ")]
    assert lines and all(re.fullmatch(r"[12] take [12](; [12] take [12])*", line) for line in lines), lines
    assert all(line.startswith("2 ") for line in lines)  # seat 1 has made its turn, of one move


def visits_are_of_one_go():
    with Bot("search:nodes=500") as bot:
        def go(*lines):
            bot.send(*lines, "go")
            got = []
            while not got or not got[-1].startswith("best "):
                got.append(bot.line())
            return got
        first = go(VIEW)
        again = go()
        assert 400 < visits(first) <= 500 and 400 < visits(again) <= 500, (first, again)
        on = go("moved " + first[-1][5:], "moved take 1")
        assert 0 < visits(on) <= 500, on


def go_needs_a_view():
    with Bot() as bot:
        assert "view" in bot.error("go")
        bot.answer("new template players 2 seat 1 seed 1 options", VIEW)
        bot.answer("new template players 2 seat 1 seed 1 options")
        assert "view" in bot.error("go")
        assert "view" in bot.error(VIEW.replace("to-move: 1", "to-move: 2"), "go")


def bad_views_are_not_used():
    with Bot() as bot:
        for wrong, why in (("view\nend", "error the view: the text is empty"),
                           (VIEW.replace("pile: 12", "pile: x"), "error line 7 of the view: "),
                           (VIEW.replace("viewer: 1", "viewer: public").replace("shell 4", "shell ?"),
                            "error this is not a seat's view of template"),
                           ("view\n" + "# much ado\n" * 3000 + "end", "error the view is longer than any position")):
            got = bot.answer(VIEW, wrong, "go")
            assert len(got) == 2 and got[0].startswith(why) and "view" in got[1], got


def a_view_that_breaks_off_is_not_used():
    cut = VIEW[:VIEW.index("end\n")]
    assert said(cut) == ["error the view is incomplete"]
    assert said(cut + "go\n") == ["error the view is incomplete"]


def new_is_checked():
    with Bot() as bot:
        for wrong, why in (("", "plays template"), ("reef players 2", "plays template"),
                           ("template players 5", "players is a number from 2 to 4"),
                           ("template players two", "players is a number"), ("template players", "players is a number"),
                           ("template players 2 seat 3", "seat is a number from 1 to 2"),
                           ("template players 2 seat 0", "seat is a number"),
                           ("template players 2 seat 1 seed -1", "seed is a number"),
                           ("template players 2 seat 1 seed 18446744073709551616", "seed is a number"),
                           ("template players 2 colour red", "expected: new template players N"),
                           ("template players 2 options pile", "has no option 'pile'"),
                           ("template players 2 options big-pile=maybe", "has no value 'maybe'")):
            assert why in bot.error("new " + wrong), wrong
        for good in ("template players 2 seat 2 seed 18446744073709551615 options ",
                     "template players 4 seat 4 seed 0 options big-pile", "template"):
            assert bot.answer("new " + good) == [], good


def set_bot_keeps_the_view():
    with Bot() as bot:
        assert bot.answer(VIEW, "set bot search:nodes=300") == []
        bot.send("go")
        assert bot.best()
        assert "option bot search:nodes=300" in bot.answer("atoll 1")
        for wrong in ("", "bot", "bot deep-blue", "level hard", "bot search:ms=0", "bot hard now"):
            bot.error("set " + wrong)
        assert "option bot search:nodes=300" in bot.answer("atoll 1")


def options_have_types():
    with Bot("search:nodes=300") as bot:
        greeting = bot.answer("atoll 1")
        assert {"type bot text", "option threads 1", "type threads number 1 16"} <= set(greeting)
        assert bot.answer(VIEW, "set threads 3") == []
        assert "option bot search:nodes=300:threads=3" in bot.answer("atoll 1")
        bot.send("go")
        assert bot.best()
        for wrong in ("threads", "threads 0", "threads 17", "threads two"):
            assert "set threads N" in bot.error("set " + wrong)


def a_match_has_clocks():
    def match(bots, clock):
        done = subprocess.run([ATOLL, "match", "template", "--bots", bots, "--games", "2", "--clock", clock, "--quiet"], capture_output=True,
                              text=True, timeout=tap.HANG)
        return done.returncode, done.stdout + done.stderr
    good = f"exec:{ATOLL} bot template --bot {ENDLESS}"
    code, text = match(f"{good},random", "3000+50")
    assert code == 0 and "forfeit" not in text and "ran out" not in text, text
    code, text = match(f"exec:sh {BOT} hang,random", "300+0")
    assert code == 0 and "its clock ran out" in text, text
    for wrong in ("", "5", "+5", "0+5", "5+", "5+x"):
        code, text = match("random,random", wrong)
        assert code == 2 and "--clock is MS+MS" in text, text


def set_bot_keeps_the_seed():
    def chosen(*first):
        moves = []
        with Bot("random") as bot:
            for seed in range(12):
                line = f"new template players 2 seat 1 seed {seed} options"
                bot.send(*[text.replace("NEW", line) for text in first], VIEW, "go")
                moves.append(bot.best())
        return moves
    assert chosen("NEW") == chosen("NEW", "set bot random")
    assert len(set(chosen("NEW"))) == 2


def moved_keeps_the_view_up_to_date():
    with Bot("greedy") as bot:
        assert bot.answer(VIEW, "moved take 1", "moved take 2") == []
        bot.send("go")
        assert bot.best() == "take 2"
        bot.error("moved take 3")
        assert "view" in bot.error("go")


def every_version_is_greeted():
    with Bot("hard") as bot:
        for version in ("atoll 1", "atoll 2", "atoll"):
            got = bot.answer(version)
            assert got[0].startswith("id name Atoll search:") and got[-1] == "ready", got


def lines_too_long_are_dropped_whole():
    with Bot() as bot:
        assert bot.answer("x" * (1 << 20)) == ["error a line has less than 1048576 bytes"]
        assert bot.answer("y" * 3000000) == ["error a line has less than 1048576 bytes"]


def control_characters_are_not_echoed():
    with Bot() as bot:
        assert bot.error("a\x1b[2Jb").isprintable()


if __name__ == "__main__":
    sys.exit(tap.run(globals()))

#!/usr/bin/env python3
"""fair_draws.py ATOLL: records with the promises of docs/fair-draws.md, by the program and by
examples/verify_record.py, which share no code: each verifies the other's records, and both refuse every forged line.
Speaks TAP."""
import contextlib
import io
import json
import os
import random
import re
import subprocess
import sys
import tempfile

import tap

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
sys.path.insert(0, os.path.join(ROOT, "examples"))
sys.dont_write_bytecode = True
import verify_record as own  # noqa: E402 pylint: disable=wrong-import-position

ATOLL = sys.argv[1]
EXAMPLE = os.path.join(ROOT, "examples", "fair.record")


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


@contextlib.contextmanager
def saved(text):
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, "a.record")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        yield path


def replay(path, *args):
    return subprocess.run([ATOLL, "replay", path, *args], stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, encoding="utf-8", check=False)


def by_script(path, atoll=None):
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        code = own.main(path, atoll)
    return code, out.getvalue()


def play(game, seats, rng):
    """A game of random decisions: seats are 'opened', 'silent' or 'bot'. Returns the record's text."""
    table, half = rng.randbytes(16), rng.randbytes(32)
    lines = [f"game: {game}", f"players: {len(seats)}", f"table: {table.hex()}",
             f"host-commitment: {own.sha256(half).hex()}", f"host-half: {half.hex()}"]
    parts = []
    for seat, how in enumerate(seats, 1):
        number = rng.randbytes(32)
        commitment = own.sha256(number)
        parts.append({"opened": number, "silent": commitment, "bot": bytes(32)}[how])
        if how != "bot":
            opened = f"opened {number.hex()}" if how == "opened" else "silent"
            lines.append(f"person {seat}: commitment {commitment.hex()} {opened}")
    seed = own.mix(table, half, parts)
    lines += [f"seed: {seed.hex()}", "moves:"]
    for ply in range(1000):
        with saved("\n".join(lines) + "\n") as path:
            position = json.loads(replay(path, "--json").stdout)
        if position["over"]:
            break
        moves = position["legal_moves"]
        if position["to_move"] == "chance":
            lines.append(own.outcome(seed, ply, moves, position["odds"]))
        else:
            lines.append(rng.choice(moves))
    return "\n".join(lines) + "\n"


# --- tests


def the_draws_of_seeds_are_computed():
    rows = re.findall(r"^\| (32 bytes 0|bytes 0, 1, 2, ..., 31) \| (\d+) \| (\d+) \| (\d+) \|$",
                      text_of(os.path.join(ROOT, "docs", "fair-draws.md")), re.M)
    assert len(rows) == 14, rows
    for seed, ply, n, right in rows:
        seed = bytes(32) if seed.startswith("32") else bytes(range(32))
        assert own.draw(seed, int(ply), int(n)) == int(right), (seed, ply, n)


def the_vectors_of_the_docs_are_computed():
    text = text_of(os.path.join(ROOT, "docs", "fair-draws.md"))
    hashes = re.findall(r"^\| .* \| `([0-9a-f]{64})` \| `([0-9a-f]{64})` \|$", text, re.M)
    assert len(hashes) == 4, hashes
    for number, commitment in hashes:
        assert own.sha256(bytes.fromhex(number)).hex() == commitment
    (half, _), *persons = [[bytes.fromhex(x) for x in pair] for pair in hashes]
    rows = re.findall(r"^\| ((?:[a-z]+(?:, )?)+) \| `([0-9a-f]{64})` \|$", text, re.M)
    assert len(rows) >= 5, rows
    for seats, seed in rows:
        parts = [{"opened": persons[i % 3][0], "silent": persons[i % 3][1], "bot": bytes(32)}[how]
                 for i, how in enumerate(seats.split(", "))]
        assert own.mix(bytes(range(16)), half, parts).hex() == seed, seats


def the_example_verifies():
    done = replay(EXAMPLE)
    assert done.returncode == 0, done.stderr
    assert "draws verified; the game is over" in done.stdout
    assert "promises about the draws: kept" in done.stdout and "1 opened, 1 silent" in done.stdout
    code, said = by_script(EXAMPLE)
    assert code == 0 and "promises kept, 2 persons" in said and "1 draws verified" in said, said
    code, said = by_script(EXAMPLE, ATOLL)
    assert code == 0 and int(re.search(r"(\d+) draws verified", said)[1]) > 10, said


def the_report_for_programs_has_the_promises():
    promises = json.loads(replay(EXAMPLE, "--json").stdout)["promises"]
    text = text_of(EXAMPLE)
    assert promises["verified"] is True
    assert f"table: {promises['table']}\n" in text
    assert f"host-half: {promises['host_half']}\n" in text
    assert f"host-commitment: {promises['host_commitment']}\n" in text
    first, third = promises["persons"]
    assert f"person 1: commitment {first['commitment']} opened {first['number']}\n" in text
    assert third["seat"] == 3 and third["number"] is None
    with saved(re.sub(r"(?m)^(table|host-.*|person .):.*\n", "", text)) as path:
        report = json.loads(replay(path, "--json").stdout)
        assert report["promises"] is None and report["draws"] == "verified"
        code, said = by_script(path)
        assert code == 0 and "no promises" in said, said


def what_the_script_plays_the_program_verifies():
    rng = random.Random(12)
    for seats in (["opened", "opened"], ["silent", "bot"], ["bot", "opened", "silent"],
                  ["opened", "silent", "bot", "opened"], ["bot", "bot"]):
        text = play("template", seats, rng)
        with saved(text) as path:
            done = replay(path)
            assert done.returncode == 0, done.stderr
            assert "draws verified; the game is over" in done.stdout, done.stdout
            said = f"{seats.count('opened')} opened, {seats.count('silent')} silent"
            if set(seats) == {"bot"}:
                said = "no person had a part in the seed"
            assert said in done.stdout, done.stdout
            code, said = by_script(path, ATOLL)
            assert code == 0, said


def every_forged_line_is_refused_by_its_number():
    lines = text_of(EXAMPLE).splitlines()
    for at, line in enumerate(lines):
        if not re.search("[0-9a-f]{32}", line):
            continue
        for digits in re.finditer("[0-9a-f]{32,}", line):
            for i in (digits.start(), digits.end() - 1):
                forged = line[:i] + ("0" if line[i] != "0" else "1") + line[i + 1:]
                with saved("\n".join(lines[:at] + [forged] + lines[at + 1:]) + "\n") as path:
                    done = replay(path)
                    code, said = by_script(path)
                assert done.returncode == 1, forged
                # a commitment is checked against the number, an id or a silent seat's hash against the seed
                where = int(re.search(r"a\.record:(\d+): ", done.stderr)[1])
                assert lines[where - 1].split(":")[0] in (line.split(":")[0], "host-half", "seed"), done.stderr
                assert code == 1 and "line " in said, (forged, said)


def a_line_that_is_left_out_is_noticed():
    lines = text_of(EXAMPLE).splitlines()
    for at, line in enumerate(lines):
        if re.match("table|host-|person", line):
            with saved("\n".join(lines[:at] + lines[at + 1:]) + "\n") as path:
                done = replay(path)
            assert done.returncode == 1 and re.search(r"a\.record:\d+: ", done.stderr), line


def a_forged_draw_is_refused_by_the_script_too():
    text = text_of(EXAMPLE)
    first = int(re.search(r"^first (\d)$", text, re.M)[1])
    with saved(text.replace(f"\nfirst {first}\n", f"\nfirst {first % 3 + 1}\n")) as path:
        code, said = by_script(path)
    assert code == 1 and f"the seed draws 'first {first}'" in said, said


if __name__ == "__main__":
    sys.exit(tap.run(globals()))

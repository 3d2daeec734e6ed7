#!/usr/bin/env python3
"""verify_record.py RECORD [ATOLL [SEEN]]: were the draws of this game nobody's choice?

Checks a record by itself, with nothing but Python's standard library and docs/fair-draws.md: every
opened number fits its commitment, so does the host's half, together they give the seed, and the
seed draws the first player. Which other draws are possible at a moment only the rules of the game
know; with the program ATOLL they are asked for, and every draw is computed here and compared.
With SEEN, a file with what a client was promised and has seen (Client.seen() in client.py, as
JSON), the record must also be that of the game that was played.
"""
import hashlib
import json
import re
import struct
import subprocess
import sys

TAG = b"atoll seed mix 1"


class Forged(Exception):
    """A line of the record that cannot be true."""


# --- the seed: docs/fair-draws.md


def sha256(data):
    return hashlib.sha256(data).digest()


def mix(table, half, seats):
    """seats: for each seat 32 bytes, a number, a silent person's hash, or zeros for a bot."""
    return sha256(TAG + table + half + b"".join(seats))


# --- the draws: "How draws follow from the seed" in docs/fair-draws.md


def chacha20(key, counter, nonce):
    """One block of RFC 8439: 64 bytes."""
    first = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574,
             *struct.unpack("<8L", key), counter, *struct.unpack("<3L", nonce)]
    x = list(first)

    def quarter(a, b, c, d):
        for to, by, turned, left in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[to] = (x[to] + x[by]) & 0xFFFFFFFF
            word = x[turned] ^ x[to]
            x[turned] = (word << left | word >> 32 - left) & 0xFFFFFFFF

    for _ in range(10):
        for column in range(4):
            quarter(column, 4 + column, 8 + column, 12 + column)
        for column in range(4):
            quarter(column, 4 + (column + 1) % 4, 8 + (column + 2) % 4, 12 + (column + 3) % 4)
    return struct.pack("<16L", *((a + b) & 0xFFFFFFFF for a, b in zip(x, first)))


def draw(seed, ply, n):
    """A number below n: the draw of this ply."""
    counter = 0
    while True:
        block = chacha20(seed, counter, struct.pack("<L", ply) + b"atoll v1")
        for word in struct.unpack("<8Q", block):
            if word < 2**64 - 2**64 % n:
                return word % n
        counter += 1


def outcome(seed, ply, moves, odds):
    """The one of these moves that is drawn."""
    r = draw(seed, ply, sum(odds))
    for move, weight in zip(moves, odds):
        if r < weight:
            return move
        r -= weight
    raise AssertionError("the odds do not add up")


# --- the record: docs/formats/README.md


def read(text):
    """The lines before "moves:" as (number, key, words), and the moves as (number, text)."""
    head, moves, in_moves = [], [], False
    for number, line in enumerate(text.splitlines(), 1):
        line = " ".join(line.split("#")[0].split())
        if not line:
            continue
        if in_moves:
            moves.append((number, line))
            continue
        key, _, words = line.partition(":")
        head.append((number, key, words.split()))
        in_moves = key == "moves"
    return head, moves


def number_of(line, words, i, size=32):
    if len(words) <= i or not re.fullmatch("[0-9a-fA-F]{%d}" % (2 * size), words[i]):
        raise Forged(f"line {line}: {2 * size} hexadecimal digits are missing")
    return bytes.fromhex(words[i])


def check_person(line, words):
    """A person's contribution to the seed."""
    commitment = number_of(line, words, 1)
    if words[2:] == ["silent"]:
        return commitment
    number = number_of(line, words, 3)
    if words[0] != "commitment" or words[2] != "opened" or len(words) != 4:
        raise Forged(f"line {line}: neither opened nor silent")
    if sha256(number) != commitment:
        raise Forged(f"line {line}: the number does not fit its commitment")
    return number


def check_head(head):
    """The seed, and how many persons contributed to it; None if nothing was promised."""
    found = {key: (line, words) for line, key, words in head}
    players = int(found["players"][1][0])
    seed = number_of(*found["seed"], 0) if "seed" in found else None
    if "table" not in found:
        if seed and "commitment" in found and sha256(seed) != number_of(*found["commitment"], 0):
            raise Forged(f"line {found['seed'][0]}: the seed does not fit its commitment")
        return seed, None
    if "host-half" not in found:
        return seed, None
    half = number_of(*found["host-half"], 0)
    if sha256(half) != number_of(*found["host-commitment"], 0):
        raise Forged(f"line {found['host-half'][0]}: the half does not fit its commitment")
    seats = [bytes(32)] * players
    for line, key, words in head:
        if key.startswith("person "):
            seats[int(key.split()[1]) - 1] = check_person(line, words)
    if seed != mix(number_of(*found["table"], 0, 16), half, seats):
        raise Forged(f"line {found['seed'][0]}: the half and the numbers give another seed")
    return seed, sum(key.startswith("person ") for _, key, _ in head)


def outcomes(atoll, record, ply):
    """The possible draws at this ply, by the rules; None if somebody decided."""
    done = subprocess.run([atoll, "replay", record, "--to", str(ply), "--json"], check=True,
                          stdout=subprocess.PIPE)
    position = json.loads(done.stdout)
    if position["to_move"] != "chance":
        return None
    return position["legal_moves"], position["odds"]


def check_draws(record, atoll, seed, players, moves, given, chosen):
    checked = 0
    for ply, (line, move) in enumerate(moves):
        if ply < given:
            continue
        possible = outcomes(atoll, record, ply) if atoll else None
        if not atoll and move.startswith("first "):
            possible = [f"first {seat}" for seat in range(1, players + 1)], [1] * players
        if not possible:
            continue
        checked += 1
        right = outcome(seed, ply, *possible)
        if chosen and move.startswith("first "):
            right = f"first {chosen}"
        if right != move:
            raise Forged(f"line {line}: the seed draws '{right}', not '{move}'")
    return checked


def given_of(head):
    """How many moves came from another record: the seed does not determine their draws."""
    return next((int(words[0]) for _, key, words in head if key == "given"), 0)


def chosen_of(head):
    """The seat that was chosen to begin; 0: the seed draws the first player."""
    return next((int(words[0]) for _, key, words in head if key == "first"), 0)


# --- what was seen


def looks_like(move, seen):
    """A move as another seat saw it has "?" for hidden parts, and names what it revealed."""
    words, known = move.split(), seen.partition(" gone ")[0].split()
    return len(words) == len(known) and all(k in ("?", w) for w, k in zip(words, known))


def check_seen(head, moves, seen):
    """The promises and the moves are those of the table, up to the last one."""
    found = {key: (line, words) for line, key, words in head}
    for key, right in (("table", seen["table"] if seen["fair"] else None),
                       ("host-commitment" if seen["fair"] else "commitment", seen["commitment"]),
                       *((f"person {seat}", promise) for seat, promise in enumerate(seen["promises"], 1))):
        line, words = found.get(key, (len(head), []))
        if (words[1:2] if key.startswith("person") else words) != ([right] if right else []):
            raise Forged(f"line {line}: '{key}' is not what was promised at the table")
    for ply, move in seen["moves"].items():
        line, played = moves[int(ply)] if int(ply) < len(moves) else (0, "")
        if not looks_like(played, move):
            raise Forged(f"line {line}: '{move}' happened at the table, not '{played}'")
    if len(moves) != seen["ply"]:
        raise Forged(f"{seen['ply']} moves were made at the table, not {len(moves)}")


def main(record, atoll=None, seen=None):
    with open(record, encoding="utf-8") as file:
        head, moves = read(file.read())
    players = next(int(words[0]) for _, key, words in head if key == "players")
    try:
        seed, persons = check_head(head)
        given = given_of(head)
        checked = check_draws(record, atoll, seed, players, moves, given, chosen_of(head)) if seed else 0
        if seen:
            with open(seen, encoding="utf-8") as file:
                check_seen(head, moves, json.load(file))
    except Forged as forged:
        print(f"{record}: {forged}")
        return 1
    if given:
        print(f"{record}: the first {given} moves were given by another record and prove nothing")
    if persons is None:
        print(f"{record}: no promises of a table, or they are not open yet; {checked} draws verified")
    elif persons == 0:
        print(f"{record}: promises kept, but the host was alone; {checked} draws verified")
    else:
        print(f"{record}: promises kept, {persons} persons had a part in the seed; "
              f"{checked} draws verified")
    return 0


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))

#!/usr/bin/env python3
"""A plain bot for My Shelfie, made from docs/ alone: it looks once at every legal move and takes the one after which
its shelf looks best. `greedy` has to beat this yardstick:

    atoll match my-shelfie --bots "greedy,exec:python3 examples/plain.py" --games 100
"""
import sys

ROWS, COLUMNS = 6, 5
GROUPS = {3: 2, 4: 3, 5: 5}  # MS-5.3; six and more score 8
RIGHT = [0, 1, 2, 4, 6, 9, 12]  # MS-5.2

# As drawn in docs/rules/my-shelfie.md, the top row first.
PERSONAL = [
    "P.F.. ....C ...B. .G... ..... ..T..",
    "..... .P... C.G.. ....B ...T. ....F",
    "..... F..G. ..P.. .C..T ..... B....",
    "....G ..... T.F.. ...P. .BC.. .....",
    "..... .T... ..... .FB.. ....P G..C.",
    "..T.C ..... ...B. ..... .G.F. P....",
    "C.... ...F. .P... T.... ....G ..B..",
    "....F .C... ..T.. P.... ...B. ...G.",
    "..G.. ..... ..C.. ....B .T..P F....",
    "....T .G... B.... ...C. .F... ...P.",
    "..P.. .B... G.... ..F.. ....C ...T.",
    "..B.. .P... ..F.. ...T. ....G C....",
]


def read_block():
    """The lines up to "end"."""
    lines = []
    for line in sys.stdin:
        if line.rstrip("\r\n") == "end":
            break
        lines.append(line.rstrip("\r\n"))
    return lines


def read_view(view):
    """What lies in the room, our shelf (columns from the bottom up) and our personal goal."""
    me = next(line.split()[1] for line in view if line.startswith("viewer:"))
    room, shelf, goal, row, part = {}, [], 0, 0, ""
    for line in view:
        if not line.startswith(" "):
            part, row = line.split(":")[0], 0
            if part == "shelf " + me:
                goal = int(line.split()[3])
            continue
        letters = "".join(line.split())
        row += 1
        if part == "room":
            room.update({"abcdefghi"[i] + str(row): letter for i, letter in enumerate(letters)})
        elif part == "shelf " + me:
            shelf.append(letters)
    columns = [[shelf[r][c] for r in reversed(range(ROWS)) if shelf[r][c] != "."] for c in range(COLUMNS)]
    return room, columns, goal


def group_size(columns, seen, c, h):
    """The connected tiles of the same type; they are marked as seen."""
    letter, todo, size = columns[c][h], [(c, h)], 0
    seen.add((c, h))
    while todo:
        x, y = todo.pop()
        size += 1
        for near in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
            a, b = near
            if 0 <= a < COLUMNS and 0 <= b < len(columns[a]) and columns[a][b] == letter and near not in seen:
                seen.add(near)
                todo.append(near)
    return size


def worth(columns, goal):
    """The present points, plus a value for pairs, for tiles and for places that are right or spoilt."""
    seen, value, right = set(), 0.0, 0
    for c, column in enumerate(columns):
        value += 0.6 * len(column)
        for h, letter in enumerate(column):
            if (c, h) not in seen:
                size = group_size(columns, seen, c, h)
                value += (8 if size > 5 else GROUPS.get(size, 0)) + (size - 1)
    for row, wanted in enumerate(PERSONAL[goal - 1].split()):
        h = ROWS - 1 - row
        for c, letter in enumerate(wanted):
            if letter != "." and h < len(columns[c]):
                hit = columns[c][h] == letter
                right += hit
                value += 1 if hit else -1
    return value + RIGHT[right]


def choose(view, legal):
    room, columns, goal = read_view(view)

    def after(move):  # "take d4 e4 to 3"
        words = move.split()
        shelf = [list(column) for column in columns]
        shelf[int(words[-1]) - 1] += [room[cell] for cell in words[1:-2]]
        return worth(shelf, goal)

    return max(legal, key=after)


def main():
    view, legal = [], []
    for line in sys.stdin:
        verb = line.split()[0] if line.split() else ""
        if verb == "atoll":
            print("id name plain\nready", flush=True)
        elif verb == "ping":
            print("pong", flush=True)
        elif verb == "view":
            view = read_block()
        elif verb == "legal":
            legal = read_block()
        elif verb == "go":
            print("best", choose(view, legal), flush=True)
        elif verb == "quit":
            break


main()

#!/usr/bin/env python3
"""A bot for Atoll in plain Python: docs/bot-protocol.md explains the conversation.

It plays My Shelfie with one idea (take three alike if possible) and other games at random.
Try it:  atoll match my-shelfie --bots "exec:python3 examples/bot.py,random" --games 10
"""
import random
import sys


def read_block():
    """The lines up to "end"."""
    lines = []
    for line in sys.stdin:
        line = line.rstrip("\r\n")
        if line == "end":
            break
        lines.append(line)
    return lines


def room_of(view):
    """My Shelfie: what lies on each cell of the room, such as {"d4": "C"}."""
    cells, row = {}, 0
    for line in view:
        if not line.startswith(" "):
            row = 1 if line.startswith("room:") else 0
        elif row:
            for column, letter in enumerate(line.strip()):
                cells["abcdefghi"[column] + str(row)] = letter
            row += 1
    return cells


def choose(game, view, legal, dice):
    """The idea of this bot; replace it by a better one."""
    if game != "my-shelfie":
        return dice.choice(legal)
    room = room_of(view)

    def worth(move):  # "take d4 e4 to 3"
        taken = [room.get(word) for word in move.split()[1:-2]]
        alike = len(set(taken)) == 1
        return (len(taken) if alike else 1, dice.random())

    return max(legal, key=worth)


def main():
    game, dice, view, legal = "", random.Random(), [], []
    for line in sys.stdin:
        words = line.split()
        verb = words[0] if words else ""
        if verb == "atoll":
            print("id name example in Python\nready", flush=True)
        elif verb == "ping":
            print("pong", flush=True)
        elif verb == "new":
            game = words[1]
            dice.seed(words[words.index("seed") + 1])
        elif verb == "view":
            view = read_block()
        elif verb == "legal":
            legal = read_block()
        elif verb == "go":
            print("best", choose(game, view, legal, dice), flush=True)
        elif verb == "quit":
            break


main()

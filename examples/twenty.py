#!/usr/bin/env python3
"""A bot for all games in twenty lines, with the package atoll: it plays the move after which it has the most points.

    atoll match reef --bots "exec:python3 examples/twenty.py,random" --games 20
    atoll join LINK --bot "exec:python3 examples/twenty.py"
"""
import random

import atoll


def choose(view):
    def points(move):
        then = view.copy()
        then.apply(move)
        return then.score(view.viewer).total, random.random()

    return max(view.moves(), key=points)


atoll.speak(choose, name="twenty lines")

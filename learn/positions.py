"""Reads the output of `atoll lab selfplay` (docs/learning.md)."""
import base64
import json

import numpy as np

TWELFTHS = 12
SHARES = 10000
AT_ONCE = 256  # games whose numbers are decoded together: decoding takes some forty bytes for one of a line


ARRAYS = ("game", "moved", "thought", "judged", "features", "came", "points")


class Positions:
    """Positions of one game with one number of players, as arrays with a row each; features are whole numbers. game
    (its number), moved (the seat that had the turn), thought and judged (win probabilities by the search and by the
    evaluation; thought is zero without a search), features [row, seat, feature], came (shares of the win), points."""

    def __init__(self, head, arrays):
        self.name, self.players, self.names, self.unit = head["selfplay"], head["players"], head["features"], head["unit"]
        self.game, self.moved, self.thought, self.judged, self.features, self.came, self.points = arrays

    def __len__(self):
        return len(self.game)

    def add(self, others):
        """Appends the positions of other runs."""
        for other in others:
            assert (self.name, self.players, self.names) == (other.name, other.players, other.names), "of another game"
        for name in ARRAYS:
            setattr(self, name, np.concatenate([getattr(x, name) for x in (self, *others)]))


def numbers(data):
    """Whole numbers from bytes: seven bits a byte, the low ones first, the highest bit says that more follow; the lowest bit of a number
    is its sign."""
    data = np.frombuffer(data, np.uint8)
    ends = np.flatnonzero(data < 128)
    begins = np.concatenate(([0], ends[:-1] + 1))
    place = np.arange(len(data)) - np.repeat(begins, ends - begins + 1)
    bits = (data & 127).astype(np.int64) << (7 * place)
    value = np.add.reduceat(bits, begins)
    return np.where(value & 1, -(value >> 1), value >> 1).astype(np.int32)


def read(path):
    """All positions of a file. A last line that a kill truncated is left out."""
    rows, chunks, games, came, points, count = [], [], [], [], [], []

    def decode():
        rows.append(numbers(b"".join(chunks)).astype(np.int16))
        chunks.clear()

    with open(path, encoding="ascii") as file:
        head = json.loads(file.readline())
        for line in file:
            if not line.endswith("}\n"):
                break
            game = json.loads(line)
            chunks.append(base64.b64decode(game["numbers"]))
            games.append(game["game"])
            count.append(game["positions"])
            came.append(game["twelfths"])
            points.append(game["points"])
            if len(chunks) == AT_ONCE:
                decode()
    if chunks:
        decode()
    seats, features = head["players"], len(head["features"])
    rows = np.concatenate(rows).reshape(sum(count), 1 + 2 * seats + seats * features)

    def spread(of_games, kind):
        return np.repeat(np.array(of_games, kind), count, axis=0)

    return Positions(head, (
        spread(games, np.int64), rows[:, 0],
        rows[:, 1:1 + seats].astype(np.float32) / SHARES, rows[:, 1 + seats:1 + 2 * seats].astype(np.float32) / SHARES,
        rows[:, 1 + 2 * seats:].reshape(-1, seats, features),
        spread(came, np.float32) / TWELFTHS, spread(points, np.float32)))

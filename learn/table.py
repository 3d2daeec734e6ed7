"""A net in whole numbers, as in bots/net.h: made from a trained one, computed, and written as a table of C."""
import re
import textwrap

import numpy as np

STRIDE = 8    # AT_NET_STRIDE
TOP = 2047    # AT_NET_TOP
ONE = 256     # a unit's output for 1
SUM = 2**31 - 1
ARRAYS = ("most", "own", "all", "first_bias", "next", "second_bias", "last", "example")
ROWS = {"own": "first", "all": "first", "next": "second"}  # those with two dimensions


def fill(matrix, columns, rows=None):
    """With zeros up to multiples of the stride."""
    rows = matrix.shape[0] if rows is None else rows
    out = np.zeros((rows, columns), np.float64)
    out[:matrix.shape[0], :matrix.shape[1]] = matrix
    return out


def up(n):
    return -(-n // STRIDE) * STRIDE


class Table:
    """own, all, first_bias, next, second_bias and last are real numbers for features in units of the file, `most` their largest sizes."""

    def __init__(self, layers, most, players):
        inputs = up(layers["own"].shape[1])
        self.players = players
        self.most = np.zeros(inputs, np.int64)
        self.most[:len(most)] = np.clip(most, 1, 32767)
        own, every = fill(layers["own"], inputs), fill(layers["all"], inputs)
        self.first_shift = next(k for k in range(14, -1, -1) if self.fits(own, every, layers["first_bias"], ONE * 2**k))
        scale = ONE * 2**self.first_shift
        self.own, self.all = whole(own * scale), whole(every * scale)
        self.first_bias = whole(layers["first_bias"] * scale)
        self.second_shift = next(k for k in range(14, -1, -1) if np.abs(layers["next"]).max() * 2**k < 32767 and
                                 (np.abs(layers["next"]).sum(1) * TOP + np.abs(layers["second_bias"]) * ONE).max() * 2**k < SUM * 0.99)
        self.next = whole(layers["next"] * 2**self.second_shift)
        self.second_bias = whole(layers["second_bias"] * ONE * 2**self.second_shift)
        bits = next(k for k in range(14, -1, -1) if np.abs(layers["last"]).max() * 2**k < 32767 and
                    np.abs(layers["last"]).sum() * 2**k * TOP * 2 < SUM * 0.99)
        self.last = whole(layers["last"] * 2**bits)
        self.scale = 1 / (ONE * 2**bits)
        self.example = self.example_sums = None

    def layers(self):
        """Approximately the real numbers that it was made from."""
        first, second = ONE * 2**self.first_shift, 2**self.second_shift
        return {"own": self.own / first, "all": self.all / first, "first_bias": self.first_bias / first, "next": self.next / second,
                "second_bias": self.second_bias / (ONE * second), "last": self.last * (ONE * self.scale)}

    def fits(self, own, every, bias, scale):
        reach = ((np.abs(own) + self.players * np.abs(every)) @ self.most + np.abs(bias)) * scale
        return max(np.abs(own).max(), np.abs(every).max()) * scale < 32767 and reach.max() < SUM * 0.99

    def sums(self, features):
        """[row, seat, feature] to [row, seat], as at_net_sums()."""
        x = np.zeros(features.shape[:2] + (len(self.most),), np.int64)
        x[:, :, :features.shape[2]] = features
        x = np.clip(x, -self.most, self.most)
        first = x.astype(np.float64) @ self.own.T.astype(np.float64)  # exact: below 2^53
        first += (x.sum(1, keepdims=True).astype(np.float64) @ self.all.T.astype(np.float64)) + self.first_bias
        first = np.clip(first.astype(np.int64) >> self.first_shift, 0, TOP).astype(np.float64)
        second = (first @ self.next.T.astype(np.float64) + self.second_bias).astype(np.int64)
        second = np.clip(second >> self.second_shift, 0, TOP).astype(np.float64)
        return second @ self.last.astype(np.float64)

    def keep_example(self, features):
        """One position and its results, so that a test can compare the C."""
        self.example = np.zeros((self.players, len(self.most)), np.int64)
        self.example[:, :features.shape[1]] = features
        self.example_sums = self.sums(features[None])[0].astype(np.int64)

    def shares(self, features):
        logits = self.sums(features) * self.scale
        odds = np.exp(logits - logits.max(1, keepdims=True))
        return odds / odds.sum(1, keepdims=True)

    def text(self, name):
        """Its arrays and its row, for a file of C."""
        own = f"{name}_{self.players}"
        parts = [array("int16_t", f"{own}_most", self.most), array("int16_t", f"{own}_own", self.own),
                 array("int16_t", f"{own}_all", self.all), array("int32_t", f"{own}_first_bias", self.first_bias),
                 array("int16_t", f"{own}_next", self.next), array("int32_t", f"{own}_second_bias", self.second_bias),
                 array("int16_t", f"{own}_last", self.last),
                 array("int16_t", f"{own}_example", self.example), array("int32_t", f"{own}_sums", self.example_sums)]
        row = textwrap.fill(f"{{.inputs = {len(self.most)}, .first = {len(self.first_bias)}, .second = {len(self.last)}, "
                            f".most = {own}_most, .own = {own}_own, .all = {own}_all, .first_bias = {own}_first_bias, "
                            f".next = {own}_next, .second_bias = {own}_second_bias, .last = {own}_last, "
                            f".first_shift = {self.first_shift}, .second_shift = {self.second_shift}, .scale = {self.scale!r}, .example = {own}_example, "
                            f".sums = {own}_sums}},", 96,
                            initial_indent="    ", subsequent_indent="     ")
        return "\n".join(parts), row


def read_tables(path):
    """Reads the output of text(), by the number of players."""
    with open(path, encoding="ascii") as file:
        text = file.read()
    arrays = {name: np.array(body.replace("\n", " ").strip(" ,").split(","), np.int64)
              for name, body in re.findall(r"(\w+)\[\] AT_NET_DATA = \{(.*?)\};", text, re.S)}
    tables = {}
    for row in re.findall(r"\{(\.inputs = .*?)\},", text, re.S):
        fields = dict(re.findall(r"\.(\w+) =\s+([^\s,]+)", row))
        table = Table.__new__(Table)
        for name in ARRAYS:
            setattr(table, name, arrays[fields[name]])
        for name, rows in ROWS.items():
            setattr(table, name, getattr(table, name).reshape(int(fields[rows]), -1))
        table.example_sums = arrays[fields["sums"]]
        table.first_shift, table.second_shift = int(fields["first_shift"]), int(fields["second_shift"])
        table.scale = float(fields["scale"])
        table.players = len(table.example_sums)
        table.example = table.example.reshape(table.players, -1)
        tables[table.players] = table
    return tables


def whole(x):
    return np.rint(x).astype(np.int64)


def array(kind, name, x):
    body = textwrap.fill(", ".join(str(v) for v in x.reshape(-1)), 96, initial_indent="    ", subsequent_indent="    ")
    return f"static const {kind} {name}[] AT_NET_DATA = {{\n{body},\n}};\n"

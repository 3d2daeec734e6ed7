"""The alerts of install/alerts.yml, evaluated over samples of /metrics: the part of Prometheus' language that they
use. A sample is (seconds, {(name, labels): value}); labels are sorted pairs."""
import re
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "install" / "alerts.yml"
UNITS = {"s": 1, "m": 60, "h": 3600}
TOKEN = re.compile(r"\s*(?:(\d+(?:\.\d+)?)|([a-zA-Z_:][\w:]*)|(==|!=|>=|<=|[-+*/><(){}\[\],=])|\"([^\"]*)\")")


def labels_of(text):
    return tuple(sorted(re.findall(r'(\w+)="([^"]*)"', text or "")))


def read(text):
    """The samples of a page of /metrics."""
    found = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            name, labels, value = re.fullmatch(r"(\w+)(?:\{(.*)\})? (\S+)", line).groups()
            found[name, labels_of(labels)] = float(value)
    return found


def rules(group=None):
    """Names and expressions of one group, or of all."""
    at, found = None, []
    for line in FILE.read_text(encoding="ascii").splitlines():
        if m := re.match(r"  - name: (\S+)", line):
            at = m[1]
        elif m := re.match(r"      - alert: (\w+)", line):
            name = m[1]
        elif (m := re.match(r"        expr: (.*)", line)) and group in (None, at):
            found.append((name, m[1]))
    return found


class Expression:
    """An expression at the time of the last sample: a number, or a table from labels to numbers."""

    def __init__(self, text, samples):
        self.samples, self.tokens, end = samples, [], 0
        text = text.strip()
        while end < len(text):
            m = TOKEN.match(text, end)
            assert m, text[end:]
            self.tokens.append(m.groups())
            end = m.end()

    def value(self):
        found = self.either()
        assert not self.tokens, self.tokens
        return found

    # --- words ---

    def next_is(self, *words):
        return bool(self.tokens) and (self.tokens[0][1] or self.tokens[0][2]) in words

    def take(self, *words):
        number, name, sign, text = self.tokens.pop(0)
        found = number or name or sign or text or ""
        assert not words or found in words, (found, words)
        return found

    # --- operators ---

    def binary(self, below, words, apply):
        left = below()
        while self.next_is(*words):
            word = self.take()
            left = apply(word, left, below())
        return left

    @staticmethod
    def pair(f, a, b):
        if isinstance(a, dict) and isinstance(b, dict):
            return {k: f(a[k], b[k]) for k in a if k in b}
        if isinstance(a, dict):
            return {k: f(v, b) for k, v in a.items()}
        return {k: f(a, v) for k, v in b.items()} if isinstance(b, dict) else f(a, b)

    def either(self):
        return self.binary(self.compared, ("and",), lambda _, a, b: {k: v for k, v in a.items() if k in b})

    def compared(self):
        tests = {">": float.__gt__, "<": float.__lt__, "==": float.__eq__, ">=": float.__ge__}

        def apply(word, a, b):
            found = self.pair(lambda x, y: (float(x), tests[word](float(x), float(y))), a, b)
            return {k: x for k, (x, good) in found.items() if good}
        return self.binary(self.summed, tests, apply)

    def summed(self):
        return self.binary(self.multiplied, "+-", lambda word, a, b: self.pair(lambda x, y: x + y if word == "+" else x - y, a, b))

    def multiplied(self):
        return self.binary(self.single, "*/", lambda word, a, b: self.pair(lambda x, y: x * y if word == "*" else x / y, a, b))

    # --- values ---

    def single(self):
        number, name, sign, _ = self.tokens[0]
        if number:
            return float(self.take())
        if sign == "(":
            self.take()
            found = self.either()
            self.take(")")
            return found
        self.take()
        if self.next_is("("):
            return self.call(name)
        return {labels: values[-1][1] for labels, values in self.select(name).items()}

    def select(self, name):
        """All series of this name with these labels: (seconds, value) in the range, or the last one."""
        wanted, since = [], self.samples[-1][0]
        if self.next_is("{"):
            self.take("{")
            while not self.next_is("}"):
                label = self.take()
                self.take("=")
                wanted.append((label, self.tokens.pop(0)[3]))
                if self.next_is(","):
                    self.take()
            self.take("}")
        if self.next_is("["):
            self.take("[")
            since -= float(self.take()) * UNITS[self.take()]
            self.take("]")
        found = {}
        for at, sample in self.samples:
            for (n, labels), value in sample.items():
                if n == name and at >= since and all(pair in labels for pair in wanted):
                    found.setdefault(tuple(pair for pair in labels if pair not in wanted), []).append((at, value))
        return found

    def call(self, name):
        self.take("(")
        if name == "histogram_quantile":
            q = float(self.take())
            self.take(",")
            found = self.quantile(q, self.either())
        else:
            series = self.select(self.take())
            found = {labels: getattr(self, name)(values) for labels, values in series.items()}
        self.take(")")
        return found

    @staticmethod
    def increase(values):
        """The increase of a counter, which restarts at 0 with the process."""
        steps = [b - a if b >= a else b for (_, a), (_, b) in zip(values, values[1:])]
        return sum(steps)

    def rate(self, values):
        time = values[-1][0] - values[0][0]
        return self.increase(values) / time if time else 0.0

    @staticmethod
    def resets(values):
        return float(sum(b < a for (_, a), (_, b) in zip(values, values[1:])))

    @staticmethod
    def max_over_time(values):
        return max(value for _, value in values)

    @staticmethod
    def quantile(q, buckets):
        steps = sorted((float(dict(labels)["le"]), value) for labels, value in buckets.items())
        if not steps or not steps[-1][1]:
            return {}
        below = 0.0
        for bound, value in steps:
            if value >= q * steps[-1][1]:
                return {(): below if bound == float("inf") else bound}
            below = bound
        return {}


def fired(samples, group=None):
    """The alerts that fire at some moment of the samples; "for" is not waited for."""
    found = {}
    for name, text in rules(group):
        found[name] = any(Expression(text, samples[:i]).value() for i in range(1, len(samples) + 1))
    return found

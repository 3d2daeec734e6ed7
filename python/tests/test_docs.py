"""The examples of docs/python.md work as shown."""
import inspect
import itertools
import os
import re
import textwrap

import atoll

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


def test_every_piece_of_the_guide_runs(capsys):
    rng = atoll.Rng(1)
    pieces = re.findall(r"```python\n(.*?)```", read("docs", "python.md"), re.S)
    assert len(pieces) > 8
    for piece in pieces:
        if "atoll.speak(" in piece:
            assert piece in read("examples", "twenty.py")
            continue
        state = atoll.State("reef" if '"reef"' in piece else "my-shelfie")
        fresh = state.copy()
        state.draw_all(rng)
        names = {"atoll": atoll, "rng": rng, "seat": 0, "truth": state, "view": state.view(0),
                 "state": fresh if "Record(" in piece else state}
        names["move"] = names["state"].moves()[0]
        exec(piece, names)  # pylint: disable=exec-used
    said = capsys.readouterr().out
    assert "MS-3.1" in said and "greedy" in said


def test_the_examples_in_docstrings_run(capsys):
    for thing in atoll, atoll.State, atoll.Batch, atoll.AECEnv:
        lines = inspect.cleandoc(thing.__doc__).splitlines()
        shown = itertools.dropwhile(lambda line: not line.startswith("    "), lines)
        code = itertools.takewhile(lambda line: not line or line.startswith("    "), shown)
        exec(textwrap.dedent("\n".join(code)), {"atoll": atoll})  # pylint: disable=exec-used
    assert capsys.readouterr().out

#!/usr/bin/python3
"""pip.py SOURCE: the Python package from an sdist, in a fresh environment and without a network, as pyproject.toml
builds it with Debian's meson-python. The sdist comes from a clone, so nothing is written beside the source."""
import glob
import os
import re
import subprocess
import sys
import tempfile

import tap

SOURCE = os.path.abspath(sys.argv[1])
FOLDER = tempfile.TemporaryDirectory(prefix="atoll-pip-")
GAME = """
import atoll, importlib.metadata as metadata, os, sys
assert os.path.dirname(atoll.__file__).startswith(sys.prefix), atoll.__file__
state, rng = atoll.State("reef-encounter", 3), atoll.Rng(1)
while not state.over:
    state.apply(state.draw(rng) if state.chance else state.moves()[0])
batch = atoll.Batch("my-shelfie", 4)
batch.step(batch.random())
told = metadata.metadata("atoll")
assert told["Version"] == atoll.__version__ and told["License"] == "Apache-2.0" and told["Requires-Python"] == ">=3.9"
assert "numpy" in told.get_all("Requires-Dist")[0] and len(told["Description"] or told.get_payload()) > 5000
print("returns", state.returns())
"""


def path(*parts):
    return os.path.join(FOLDER.name, *parts)


def run(*command):
    clean = {key: value for key, value in os.environ.items() if key not in ("ATOLL_LIBRARY", "PYTHONPATH")}
    done = subprocess.run(command, cwd=FOLDER.name, env=clean, text=True, check=False, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    assert done.returncode == 0, f"{' '.join(command)}:\n{done.stdout[-3000:]}"
    return done.stdout


def an_sdist_installs_without_a_network():
    run("git", "clone", "-q", "--depth", "1", "file://" + SOURCE, path("clone"))
    run(sys.executable, "-c", "import mesonpy, os; os.chdir('clone'); mesonpy.build_sdist('..')")
    sdist, = glob.glob(path("atoll-*.tar.gz"))
    # numpy, meson and meson-python are the system's; pip is Debian's, from the place where venv would find it.
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", "venv")
    pip = os.path.join(glob.glob("/usr/share/python-wheels/pip-*.whl")[0], "pip")
    run("venv/bin/python", pip, "install", "--no-index", "--no-build-isolation", "--quiet", "--disable-pip-version-check", sdist)
    assert run("venv/bin/python", "-c", GAME).startswith("returns [")


def the_console_script_is_the_command():
    version = run("venv/bin/python", "-c", "import atoll; print(atoll.__version__)").strip()
    assert run("venv/bin/atoll", "--version") == f"atoll {version}\n"
    assert re.search(r"greedy .*wins 100", run("venv/bin/atoll", "match", "reef", "--bots", "greedy,random", "--games", "2"))


sys.exit(tap.run(dict(globals())))

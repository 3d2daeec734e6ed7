"""The wheel: it installs without a network and plays without anything of the source. ATOLL_BUILD is a build directory."""
import glob
import os
import subprocess
import sys
import zipfile

import pytest

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..")
BUILD = os.environ.get("ATOLL_BUILD")
GAME = """
import atoll, os
assert os.path.dirname(atoll.__file__).startswith(os.environ["VENV"]), atoll.__file__
with open("/proc/self/maps") as f:
    assert os.path.join(os.path.dirname(atoll.__file__), "libatoll.so.1") in f.read()
rng, state = atoll.Rng(1), atoll.State("reef")
while not state.over:
    state.apply(state.draw(rng) if state.chance else state.moves()[0])
batch = atoll.Batch("my-shelfie", 4)
batch.step(batch.random())
print("returns", state.returns(), atoll.__version__)
"""


@pytest.mark.skipif(not BUILD, reason="ATOLL_BUILD is not set")
def test_the_wheel_installs_and_plays(tmp_path):
    def run(*command):
        clean = {key: value for key, value in os.environ.items() if key not in ("ATOLL_LIBRARY", "PYTHONPATH")}
        done = subprocess.run(command, cwd=tmp_path, env=dict(clean, VENV=str(tmp_path / "venv")), text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        assert done.returncode == 0, done.stdout
        return done.stdout

    wheel = run(os.path.join(ROOT, "scripts", "wheel"), os.path.abspath(BUILD), str(tmp_path)).strip()
    with open(wheel, "rb") as f:
        first = f.read()
    run(os.path.join(ROOT, "scripts", "wheel"), os.path.abspath(BUILD), str(tmp_path))
    with open(wheel, "rb") as f:
        assert f.read() == first, "the same files give another wheel"
    names = zipfile.ZipFile(wheel).namelist()
    assert {"atoll/libatoll.so.1", "atoll/py.typed", "atoll/__init__.py"} <= set(names)
    # numpy is the system's and pip Debian's, from the place where venv would find it; nothing is fetched.
    run(sys.executable, "-m", "venv", "--system-site-packages", "--without-pip", "venv")
    pip = os.path.join(glob.glob("/usr/share/python-wheels/pip-*.whl")[0], "pip")
    run("venv/bin/python", pip, "install", "--no-index", "--quiet", "--disable-pip-version-check", wheel)
    assert run("venv/bin/python", "-c", GAME).startswith("returns [")

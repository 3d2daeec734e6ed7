"""A bot of twenty lines plays in the arena and at a table online. ATOLL is the command."""
import io
import json
import os
import re
import subprocess
import sys

import pytest

import atoll

HERE = os.path.dirname(os.path.abspath(__file__))
EXAMPLES = os.path.join(HERE, "..", "..", "examples")
sys.path.append(EXAMPLES)
from client import Client  # noqa: E402

COMMAND = os.environ.get("ATOLL")
BOT = f"exec:{sys.executable} {os.path.join(EXAMPLES, 'twenty.py')}"
ENV = dict(os.environ, PYTHONPATH=os.path.join(HERE, ".."))
needs_atoll = pytest.mark.skipif(not COMMAND, reason="ATOLL is not set")


def test_a_function_speaks_the_protocol():
    state = atoll.State("template")
    state.draw_all(atoll.Rng(1))
    view = state.view(state.turn)
    said = f"atoll 1\nping\nnew template players 2 seat 1 seed 5 options \nwhat\n\nview\n{view}end\nlegal\nquit\nend\ngo ms 5\nquit\ngo\n"
    out = io.StringIO()
    atoll.speak(lambda given: given.moves()[0], name="first", source=io.StringIO(said), out=out)
    assert out.getvalue() == f"id name first\nready\npong\nbest {view.legal()[0]}\n"


def test_it_has_twenty_lines():
    with open(os.path.join(EXAMPLES, "twenty.py"), encoding="utf-8") as f:
        code = re.sub(r'""".*?"""\n', "", f.read(), flags=re.S)
    assert code.count("\n") <= 20


@needs_atoll
@pytest.mark.parametrize("name", [game.name for game in atoll.games()])
def test_in_the_arena(name):
    said = subprocess.run([COMMAND, "match", name, "--bots", f"{BOT},random", "--games", "2", "--json"], env=ENV, check=True,
                          text=True, stdout=subprocess.PIPE, timeout=100).stdout
    result = json.loads(said)
    assert result["games"] == 2 and result["bots"][0]["forfeits"] == 0, said


@needs_atoll
def test_at_a_table_online(tmp_path):
    with subprocess.Popen([COMMAND, "serve", "--listen", "127.0.0.1:0", "--data", str(tmp_path / "tables")],
                          stdout=subprocess.PIPE, text=True) as server:
        try:
            port = int(re.search(r"http://127\.0\.0\.1:(\d+)/", server.stdout.readline()).group(1))
            host = Client("127.0.0.1", port)
            host.ask("name", name="Hannah")
            made = host.ask("create", game="my-shelfie", seats=["person", "person"])
            host.ask("open", table=made["table"])
            link = f"http://127.0.0.1:{port}/{host.tables[made['table']]['play_link']}"
            host.close()
            players = [subprocess.Popen([COMMAND, "join", link, "--guest", str(tmp_path / name), "--name", name, "--bot", bot],
                                        env=ENV, text=True, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE)
                       for name, bot in (("Twenty", BOT), ("Ella", "easy"))]
            for player in players:
                out, _ = player.communicate(timeout=100)
                assert player.returncode == 0 and re.search(r"Winner: (Twenty|Ella)", out), out[-800:]
        finally:
            server.terminate()

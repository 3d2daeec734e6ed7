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
def test_a_gauntlet_with_records(tmp_path):
    """One match against each of the others; every game is a record, and a program is told how it ended."""
    teller = tmp_path / "teller.py"
    teller.write_text("import atoll, sys\n"
                      "class Lines:\n"
                      "    def __iter__(self):\n"
                      "        for line in sys.stdin:\n"
                      "            if line.startswith('result'):\n"
                      "                print(line, end='', file=open(sys.argv[1], 'a'), flush=True)\n"
                      "            yield line\n"
                      "atoll.speak(lambda view: view.moves()[0], source=Lines())\n", encoding="utf-8")
    told = tmp_path / "told"
    said = subprocess.run([COMMAND, "match", "template", "--bots", f"greedy,exec:{sys.executable} {teller} {told},random",
                           "--gauntlet", "--games", "4", "--records", str(tmp_path), "--quiet", "--seed", "2"], env=ENV, check=True,
                          text=True, stdout=subprocess.PIPE, timeout=100).stdout
    assert said.count("4 games in 2 sets") == 2 and "random" in said
    ends = []
    for name in [f"{match}/{game}.record" for match in (1, 2) for game in range(1, 5)]:
        record = (tmp_path / name).read_text(encoding="utf-8")
        replay = atoll.Replay(record)
        assert list(replay) and replay.state.over and "greedy" in record.splitlines()[0] + record.splitlines()[1]
        ends.append(replay.state)
    results = [f"result places {' '.join(map(str, end.places()))} points {' '.join(map(str, end.scores()))}" for end in ends[:4]]
    assert told.read_text(encoding="utf-8").splitlines() == results


@needs_atoll
def test_info_says_what_it_thinks():
    state, rng = atoll.State("reef-encounter"), atoll.Rng(5)
    state.draw_all(rng)
    for _ in range(9):
        actions = state.actions()
        state.act(actions[rng.pick(len(actions))])
        state.draw_all(rng)
    with subprocess.Popen([COMMAND, "bot", "reef-encounter", "--bot", "search:nodes=900"], stdin=subprocess.PIPE,
                          stdout=subprocess.PIPE, text=True) as bot:
        print(f"atoll 1\nview\n{state.view(state.turn)}end\nresult places 1 2 points 3 4\ngo", file=bot.stdin, flush=True)
        lines = []
        while not lines or not lines[-1].startswith("best "):
            lines.append(bot.stdout.readline().rstrip("\n"))
        print("quit", file=bot.stdin, flush=True)
    assert "type bot text" in lines and not any(line.startswith("error") for line in lines)
    ideas = [line for line in lines if line.startswith("info visits")]
    assert ideas and all(re.fullmatch(r"info visits \d+ win [\d.]+ [\d.]+ points \S+ \S+ error [\d.]+ prior [\d.]+( proved)? move .+", line)
                         for line in ideas)
    turns = [line[len("info turn "):].split("; ") for line in lines if line.startswith("info turn ")]
    assert turns and ideas[0].endswith(" move " + turns[0][0]) and len(turns[0]) > 1
    assert any(re.fullmatch(r"info nodes 9\d\d+ seconds [\d.]+", line) for line in lines)


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

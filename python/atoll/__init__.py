"""Atoll: exact rules of board games, for programs that play and learn them.

    import atoll

    state = atoll.State("my-shelfie", players=2)        # a game
    rng = atoll.Rng(seed=1)
    while not state.over:
        state.apply(state.draw(rng) if state.chance else state.moves()[0])
    print(state.returns())

What there is, each with its own help():

    games(), Game, find      what can be played; actions and observations, part by part
    State, Rng               positions, moves as numbers and text, draws, views, guesses, scores, observations
    Bot, match               the bots of the library, what they think; matches between them and functions of yours
    successors, play_out     what follows many positions, and how they end, in one call
    evaluate                 what the net says of positions, many at once, without a search
    Record, Replay           whole games as text
    Table                    a game that is played by somebody, from a secret seed
    History                  a game with what every seat has seen of it: information sets with perfect recall
    Batch                    many games at once in numpy arrays, millions of decisions a second
    GpuArray                 the same in the memory of a GPU, for PyTorch and others: Batch(device="cuda")
    make(id), AECEnv         one game as an environment in PettingZoo's style
    make_parallel(id)        the same with all agents acting in every step, as PettingZoo's ParallelEnv
    make_vec(id), VectorEnv  many games as an environment in Gymnasium's style
    speak                    a function of yours as a bot for `atoll match` and tables online
    Error, IllegalMove ...   what is raised; `rule` is the number of the rule that forbids it

docs/python.md is the guide, docs/numbers.md says what actions and observations mean."""
from ._native import BadBytes, BadState, BadText, Error, IllegalMove
from .batch import CUT_OFF, DONE, Batch
from .bots import Bot, Match, match
from .envs import AECEnv, VectorEnv, make, make_vec
from .games import Game, Option, Part, find, games, version
from .gpu import GpuArray
from .history import History, information_string, information_tensor
from .many import Successors, play_out, successors
from .parallel import ParallelEnv, make_parallel
from .protocol import speak
from .records import Record, Replay, Table
from .thoughts import Idea, Thought, evaluate
from .states import CHANCE, OVER, PUBLIC, TRUTH, Move, Rng, Score, State

__version__ = version()

__all__ = ["AECEnv", "BadBytes", "BadState", "BadText", "Batch", "Bot", "CHANCE", "CUT_OFF", "DONE", "Error", "Game", "GpuArray", "History",
           "Idea", "IllegalMove", "Match", "Move", "OVER", "Option", "PUBLIC", "ParallelEnv", "Part", "Record", "Replay", "Rng", "Score",
           "State", "Successors", "TRUTH", "Table", "Thought", "VectorEnv", "evaluate", "find", "games", "information_string",
           "information_tensor", "make", "make_parallel", "make_vec",
           "match", "play_out", "successors", "speak", "version"]

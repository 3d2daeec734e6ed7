"""The console script `atoll`: the command itself, which the package includes (without tables online)."""
import os
import sys
from typing import NoReturn


def path() -> str:
    """The program beside this file; if there is none, the one that the system finds."""
    own = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "atoll")
    return own if os.path.exists(own) else "atoll"


def main() -> NoReturn:
    """Replaces this process by the program."""
    os.execvp(path(), ["atoll", *sys.argv[1:]])

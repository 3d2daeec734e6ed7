#!/usr/bin/env python3
"""check_rules.py BUILD: does scripts/check-rules notice the faults that it exists for? Each test changes a copy of
the rules."""
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import tap

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPIED = ("docs/rules", "docs/numbers.md", "rules", "scripts/check-rules", "scripts/rules-tables", "scripts/rules-sheets",
          "tests/games")


def said(path=None, old="", new="", **options):
    """The output and exit status of check-rules for a copy in which this text is replaced in a file."""
    with tempfile.TemporaryDirectory() as folder:
        copy = pathlib.Path(folder)
        for name in COPIED:
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            (shutil.copytree if (ROOT / name).is_dir() else shutil.copy2)(ROOT / name, copy / name)
        for program in (ROOT / "tests").glob("*.c"):
            shutil.copy2(program, copy / "tests")
        if path:
            text = (copy / path).read_text()
            assert text.count(old) == options.get("times", 1), f"{path} has not once: {old}"
            (copy / path).write_text(text.replace(old, new))
        done = subprocess.run([copy / "scripts/check-rules", os.path.abspath(sys.argv[1])], text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        return done.stdout, done.returncode


def noticed(text, *change, **options):
    output, status = said(*change, **options)
    assert status == 1 and text in output, output[-600:]


def as_it_is_nothing_is_wrong():
    output, status = said()
    assert status == 0 and "RF-4.2" in output, output[-600:]


def a_rule_without_a_sentence():
    noticed("MS-6.2: no sentence", "docs/rules/sources/my-shelfie-it.txt", "| MS-6.2\n", "| MS-6.3\n")


def a_sentence_without_a_rule():
    noticed("says why", "docs/rules/sources/my-shelfie-it.txt", "| MS-6.2\n", "| -\n")


def a_sentence_with_a_rule_that_is_not_there():
    other = "MS-6." + "13"
    noticed(f"there is no rule {other}", "docs/rules/sources/my-shelfie-it.txt", "| MS-6.2\n", f"| MS-6.2 {other}\n")


def a_rule_without_a_function():
    noticed("RE-4.4: no function", "rules/reef_encounter/apply.c", "grow, RE-4.4?", "grow?")


def a_rule_without_a_test():
    noticed("RF-5.6: no test", "tests/games/reef/patterns.case", "test: RF-5.6", "test: RF-5.5", times=2)


def a_choice_without_its_mark():
    noticed("MS-6.1: a sentence asks", "docs/rules/my-shelfie.md", "each *(our choice: the book says of two;", "each *(the book says of two;")


def a_mark_without_its_sentence():
    noticed("MS-6.2: marked", "docs/rules/my-shelfie.md", "hold one type.", "hold one type *(our choice)*.")


def a_difference_that_is_not_listed():
    noticed("RF-2.4: its books differ", "docs/rules/sources/reef-it.txt", "in any order | RF-2.4\n", "in any order | RF-2.4 | differ | x\n")


def a_table_that_is_stale():
    noticed("is not what its sources say", "docs/rules/sources/reef-it.txt", "60 cards |", "sixty cards |")


def a_sheet_that_is_stale():
    noticed("sheet-reef.svg", "docs/rules/sheet-reef.svg", "Reef: the 60 cards", "Reef: the 61 cards")


sys.exit(tap.run(globals()))

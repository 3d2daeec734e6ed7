#!/usr/bin/python3
"""python.py BUILD ATOLL: the tests of the Python package with pytest, on the library of this build. Speaks TAP."""
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
build, atoll = (os.path.abspath(p) for p in sys.argv[1:3])
# The source gets neither caches nor compiled files.
env = dict(os.environ, ATOLL_LIBRARY=os.path.join(build, "lib"), ATOLL=atoll, ATOLL_BUILD=build, PYTHONDONTWRITEBYTECODE="1")
done = subprocess.run([sys.executable, "-m", "pytest", "-v", "-p", "no:cacheprovider", os.path.join(ROOT, "python", "tests")],
                      env=env, cwd=ROOT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
for line in done.stdout.splitlines():
    found = re.match(r"(\S+::\S.*?) (PASSED|FAILED|ERROR|SKIPPED)\b", line)
    if not found:
        print("# " + line)
    elif found.group(2) != "SKIPPED":  # a test of an optional package that is not installed
        print("ok" if found.group(2) == "PASSED" else "not ok", "-", found.group(1))
sys.exit(done.returncode)

#!/usr/bin/env python3
"""on_postgresql PROGRAM [ARG...]: runs a test with a new PostgreSQL: ATOLL_TEST_STORE is the address of an empty database, and
hosts of tests in Python (online.py) keep their tables there."""
import os
import subprocess
import sys

from engines import HERE, PASSWORD, Postgres

with Postgres() as database:
    database.database("tests")
    sys.exit(subprocess.run(sys.argv[1:], check=False, env=dict(
        os.environ, PGPASSWORD=PASSWORD, ATOLL_TEST_STORE=f"postgresql://atoll@{HERE}:{database.port}/tests")).returncode)

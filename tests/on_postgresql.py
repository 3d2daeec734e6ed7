#!/usr/bin/env python3
"""on_postgresql PROGRAM [ARG...]: runs a test with a new PostgreSQL: ATOLL_TEST_STORE is the address of an empty
database, ATOLL_TEST_STORE_2 and _3 are two more; hosts of Python tests (online.py) keep their tables in the first."""
import os
import subprocess
import sys

from engines import HERE, PASSWORD, Postgres

with Postgres() as database:
    env = dict(os.environ, PGPASSWORD=PASSWORD)
    for name, variable in (("one", "ATOLL_TEST_STORE"), ("two", "ATOLL_TEST_STORE_2"), ("three", "ATOLL_TEST_STORE_3")):
        database.database(name)
        env[variable] = f"postgresql://atoll@{HERE}:{database.port}/{name}"
    sys.exit(subprocess.run(sys.argv[1:], check=False, env=env).returncode)

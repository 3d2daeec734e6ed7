# A thin front end to Meson and Ninja. Every target first installs the Debian packages that it needs and
# that are missing (scripts/deps has the table). If nothing is missing, nothing is installed.

# Settings for the command line, as in make fuzz MINUTES=30
LISTEN = 127.0.0.1:7700
DATA = $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/atoll
MINUTES = 1
KILLS = 1000
GAMES = 2000
QUICK =
WORD =

.PHONY: all run demo page audit test test-all test-rest all-deps torture torture-cluster siege ladder bench bench-server bench-cluster calibration fuzz lint asan wasm faults check-rules deb deb-test coverage targets claims pictures gpu-check wheel npm clean help

all:
	@scripts/deps build wasm node
	@scripts/npm
	@scripts/build build gcc

run: all
	@mkdir -p "$(DATA)"
	@build/atoll serve --listen "$(LISTEN)" --data "$(DATA)"

demo: all
	@scripts/demo

page: all
	@rm -rf build/page
	@cp -r build/web/page build/page
	@echo "build/page: copy it to any web host"

test:
	@scripts/deps build wasm node test format browser
	@scripts/npm
	@scripts/test quick

test-all: all-deps
	@scripts/test all

test-rest: all-deps
	@scripts/test rest

all-deps:
	@scripts/deps build extra wasm node test format browser clang more cluster lint
	@scripts/deps gpu || echo "Without it there are no kernels for GPUs in what is tested."
	@scripts/npm
	@scripts/npm tests/types

torture:
	@scripts/deps build test
	@scripts/build build-gcc gcc
	@tests/torture.py build-gcc/atoll "$(KILLS)"

torture-cluster: KILLS = 300
torture-cluster:
	@scripts/deps build extra test cluster
	@scripts/build build-gcc gcc
	@tests/torture_cluster.py build-gcc/atoll "$(KILLS)"

siege:
	@scripts/deps build test
	@scripts/build build-gcc gcc
	@tests/siege.py build-gcc/atoll whole

ladder:
	@scripts/deps build test
	@scripts/build build-gcc gcc
	@scripts/ladder build-gcc "$(GAMES)"

bench: all
	@scripts/deps python
	@node bench/table.mjs build/atoll build/web/atoll.wasm
	@node bench/turns.mjs build/atoll build/web/atoll.wasm
	@build/bench/batch-bench
	@bench/python.py build

calibration:
	@scripts/deps build test
	@scripts/build build-gcc gcc atoll
	@scripts/calibration build-gcc/atoll "$(GAMES)"

bench-server:
	@scripts/deps build test node
	@scripts/npm bench/peer
	@scripts/build build-gcc gcc
	@bench/server.py build-gcc $(QUICK)

bench-cluster:
	@scripts/deps build extra test cluster
	@scripts/build build-gcc gcc
	@bench/cluster.py build-gcc $(QUICK)

fuzz:
	@scripts/deps build clang
	@scripts/fuzz "$(MINUTES)"

lint:
	@scripts/deps build clang test lint node
	@scripts/npm
	@scripts/lint

asan:
	@scripts/deps build clang test more
	@scripts/build build-asan clang
	@scripts/run-tests build-asan

wasm: all
	@ls -l build/web/atoll.wasm

faults:
	@scripts/deps build test
	@scripts/faults "$(WORD)"

check-rules:
	@scripts/deps build
	@scripts/build build-gcc gcc docs/numbers/numbers-tables $(addprefix docs/rules/components-,reef reef-encounter my-shelfie)
	@scripts/check-rules build-gcc

audit: all
	@scripts/deps browser
	@scripts/npm tests/audit
	@node tests/audit/audit.mjs
	@node bench/page.mjs
	@node bench/motion.mjs
	@node bench/online.mjs

deb:
	@scripts/deps build extra wasm node deb
	@scripts/npm
	@scripts/deb build/deb

deb-test: deb
	@scripts/deb-test build/deb

coverage:
	@scripts/deps build test coverage
	@scripts/coverage

targets:
	@scripts/deps build wasm node
	@scripts/check-targets

claims: all
	@scripts/claims $(if $(QUICK),quick) $(WORD)

pictures: all
	@scripts/deps browser pictures
	@node scripts/pictures.mjs
	@node scripts/animation.mjs
	@scripts/house-picture

gpu-check:
	@scripts/deps build python
	@scripts/deps gpu || echo "Without it there are no kernels for GPUs."
	@scripts/build build-gpu gcc atoll lib/libatoll.so.1 bench/batch-bench
	@scripts/gpu-check build-gpu

wheel:
	@scripts/deps build
	@scripts/build build-wheel gcc lib/libatoll.so.1
	@scripts/wheel build-wheel build-wheel

npm:
	@scripts/deps build wasm node
	@scripts/npm
	@scripts/build build gcc npm/npm.stamp

clean:
	rm -rf build build-*

help:
	@echo "make             builds build/atoll, with the page in it"
	@echo "make run         serves the page and online tables at http://127.0.0.1:7700/; LISTEN=addr:port, DATA=directory for the tables"
	@echo "make demo        bots play a game of each in the terminal, and a record is verified; 15 s, no network"
	@echo "make page        writes the page as a folder for any web host, build/page"
	@echo "make test        the tests that catch most mistakes, in four minutes on two cores: rules, laws, records, server, page"
	@echo "make test-all    all tests: clang, sanitizers, databases, browsers and fuzz corpora too; half an hour or more"
	@echo "make test-rest   the tests of test-all that test leaves out"
	@echo "make all-deps    installs the Debian packages of test-all that are missing"
	@echo "make torture     kills a server KILLS=1000 times while people play, and counts lost and doubled moves"
	@echo "make torture-cluster  the same with three nodes, PostgreSQL and its failover, KILLS=300 times"
	@echo "make siege       attacks a server with 10,000 connections for ten minutes while people play, twice; counts refused and lost; 40 minutes"
	@echo "make ladder      checks that every level wins 65 to 85 % against the one below, in at most GAMES=2000 games; slow"
	@echo "make bench       measures the speed of rules and bots, native and WebAssembly, and checks the signatures"
	@echo "make calibration  compares the bots' win probabilities with results; GAMES=2000 of each, an hour on two cores"
	@echo "make bench-server  measures what the host costs, beside its limits and boardgame.io; some minutes, QUICK=1 half a minute"
	@echo "make bench-cluster  measures what a move costs with 1, 2 and 3 nodes; some minutes, QUICK=1 half a minute"
	@echo "make fuzz        runs every fuzz target in turn, for MINUTES=1 in all"
	@echo "make lint        checks formatting and banned functions, and runs static analysis"
	@echo "make asan        runs the tests with AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make wasm        builds build/web/atoll.wasm"
	@echo "make faults      plants faults one at a time, or those with WORD=text; fails if the tests miss one, or make test one in ten"
	@echo "make check-rules  checks that every numbered rule has a source in the rulebooks and a test"
	@echo "make audit       runs Lighthouse on the page (performance, accessibility), and measures how quick it is"
	@echo "make deb         builds the Debian packages of the program and of the library, in build/deb"
	@echo "make deb-test    builds them twice, then installs, upgrades and removes them in a clean Debian; needs root"
	@echo "make coverage    measures the line coverage of base/ and rules/; fails below 95 %"
	@echo "make targets     runs every target of this list in a fresh clone; slow"
	@echo "make claims      measures every figure of the documents beside what is claimed; hours; QUICK=1 ten minutes, WORD=text some"
	@echo "make pictures    renews the pictures and the animation of the documents"
	@echo "make gpu-check   tests everything that needs an NVIDIA GPU: results equal to the processor's, and the speed"
	@echo "make wheel       builds the Python package with the library, build-wheel/atoll-*.whl, for pip"
	@echo "make npm         builds the package for node, browsers and workers, build/npm/atoll-*.tgz, for npm"
	@echo "make clean       removes everything that was built"
	@echo "make help        prints this list"

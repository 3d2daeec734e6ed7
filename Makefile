# A thin front to Meson and Ninja. Every target first installs the Debian packages it lacks
# (scripts/deps has the table); when nothing is missing nothing is installed and nobody is asked.

# What can be given: make fuzz MINUTES=30
LISTEN = 127.0.0.1:7700
DATA = $(or $(XDG_DATA_HOME),$(HOME)/.local/share)/atoll
MINUTES = 1
KILLS = 1000
GAMES = 2000
QUICK =
WORD =

.PHONY: all run demo page audit test test-all test-rest all-deps torture torture-cluster ladder bench bench-server bench-cluster calibration fuzz lint asan wasm faults check-rules deb deb-test coverage targets claims pictures gpu-check wheel clean help

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

torture:
	@scripts/deps build test
	@scripts/build build-gcc gcc
	@tests/torture.py build-gcc/atoll "$(KILLS)"

torture-cluster: KILLS = 300
torture-cluster:
	@scripts/deps build extra test cluster
	@scripts/build build-gcc gcc
	@tests/torture_cluster.py build-gcc/atoll "$(KILLS)"

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

clean:
	rm -rf build build-*

help:
	@echo "make             build/atoll, with the page in it"
	@echo "make run         the page and tables online, at http://127.0.0.1:7700/, LISTEN=addr:port, tables kept in DATA=dir"
	@echo "make demo        bots play a game of each in the terminal; a record is verified; 15 s, no network"
	@echo "make page        the same as a folder for any web host, build/page"
	@echo "make test        what most mistakes are caught by, in four minutes on two cores: rules, laws, records, server, page"
	@echo "make test-all    everything that must hold: clang, sanitizers, databases, browsers, corpora too; half an hour or more"
	@echo "make test-rest   what test-all has and test has not"
	@echo "make all-deps    the Debian packages of test-all, if any are missing"
	@echo "make torture     KILLS=1000 kills of a server on which people play: what was lost, what was doubled"
	@echo "make torture-cluster  the same with KILLS=300 of three nodes, of PostgreSQL and of its primary for good"
	@echo "make ladder      does every level beat the one below in 65 to 85 % of at most GAMES=2000 games? slow"
	@echo "make bench       the speed of rules and bots, native and wasm, and the signatures"
	@echo "make calibration  is it true what the bots foretell? GAMES=2000 games of each, about an hour on two cores"
	@echo "make bench-server  what the host costs, beside its bars and boardgame.io; some minutes, QUICK=1 half a one"
	@echo "make bench-cluster  what a move costs nodes, PostgreSQL and HAProxy, with 1, 2 and 3 nodes; some minutes, QUICK=1 half a one"
	@echo "make fuzz        every fuzz target in turn, MINUTES=n in all"
	@echo "make lint        formatting, banned functions, static analysis"
	@echo "make asan        the tests under AddressSanitizer and UndefinedBehaviorSanitizer"
	@echo "make wasm        build/web/atoll.wasm"
	@echo "make faults      plants faults one at a time, those with WORD=text; fails if the tests miss one, or make test one in ten"
	@echo "make check-rules  every numbered rule: where the books say it, which tests show it"
	@echo "make audit       Lighthouse on the page: performance, accessibility, good practice; then how quick it is"
	@echo "make deb         Debian packages of the program and of the library, in build/deb"
	@echo "make deb-test    are they good? built twice, and installed, upgraded and removed in a clean Debian; needs root"
	@echo "make coverage    line coverage of base/ and rules/; fails below 95 %"
	@echo "make targets     runs everything listed here in a fresh clone; slow"
	@echo "make claims      measures every figure of the documents, beside what is claimed; hours; QUICK=1 ten minutes, WORD=text some"
	@echo "make pictures    takes the pictures and the animation of the documents anew"
	@echo "make gpu-check   everything that needs an NVIDIA GPU: the same results as the processor's, and the speed"
	@echo "make wheel       the Python package with the library, build-wheel/atoll-*.whl: pip install it"
	@echo "make clean       removes everything that was built"
	@echo "make help        this list"

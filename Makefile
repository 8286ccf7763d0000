# Everything a newcomer needs: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
COMPILED := build/compiled
TESTED := build/compiled-tests
PEERS := .bench-venv
# Runs a command as a phase whose time `make test` prints.
TIMED := $(PYTHON) -m tests.timing
# The tests that play: what they hold must hold for the compiled engine too. Left out are the server but for whole games,
# attacks, the pages, kernels, batches, training and counts; tournaments and reviews, which stand above the engine; tests
# that read the text of docs and modules, or run the examples of docs; commands that look at files, lists and tables of
# counts and play no hand; forged records, which try many guesses each; and the arithmetic of intervals and ratings.
TEXTS := add_a_variant clauses docs families layers module_map pages rule_pages second_try sizes unused_code
SAME := attacks batch blueprint review server tournament web __pycache__ $(TEXTS:%=test_%.py)
ONCE := cli/test_admin cli/test_command cli/test_tournament cli/test_review envs/test_batch_env cli/test_forged_records \
	cli/test_odds cli/test_variants arena/test_intervals arena/test_ratings
PLAYING := $(filter-out $(SAME:%=tests/%),$(wildcard tests/*)) tests/server/test_games.py tests/server/test_leaks.py \
	$(ONCE:%=--ignore=tests/%.py) --ignore-glob="*/test_kernels*" --ignore-glob="*/test_counts*"
PYTEST := $(BIN)/pytest -q -n auto --dist worksteal
# A test that hangs is ended with a traceback after eight minutes, and a few that came too late get a second try.
BOUNDED = $(BIN)/python -m tests.second_try build/cache/$@ $(PYTEST) --timeout 480 --timeout-method thread -o faulthandler_timeout=470
# One worker more than there are cores: servers and browsers are often waited for.
WAITING := -n $(shell expr $$(nproc 2>/dev/null || echo 2) + 1)
PAGES := src/sabacc/server/pages/index.html
# Where Python is told to keep no byte code, every one of the thousand commands that the tests start would compile all
# of its modules anew.
export PYTHONDONTWRITEBYTECODE :=

.PHONY: play test fresh-times plain-tests compiled-tests compiled lint web web-check packages browser screenshots soak attacks-figures bench bench-server bench-cluster arena theory golden map rule-pages lock clean

# The table server on this machine: open the address it says in a browser.
# HOST=0.0.0.0 lets others in your network come to your tables.
HOST ?= 127.0.0.1
play: $(READY) web
	@$(BIN)/sabacc serve --host $(HOST)

# All tests, and those that play once more with the compiled engine; both run side by side, each says all at its end.
# At the very end it prints where the time went.
test: fresh-times
	@$(MAKE) --no-print-directory -j3 --output-sync=target browser compiled-tests plain-tests lint; \
		code=$$?; $(PYTHON) -m tests.timing; exit $$code

fresh-times:
	@rm -rf build/times build/cache

plain-tests: $(READY) web browser
	@$(BIN)/python -m tests.server.postgresql
	@$(BIN)/python -m tests.server.nats
	@echo "The tests:"
	@SABACC_TIMES=1 $(TIMED) plain-tests $(BOUNDED) $(WAITING)

compiled-tests: $(TESTED)/.ready
	@if ls $(TESTED)/*__mypyc* >/dev/null 2>&1; then \
		echo "Once more, compiled:"; \
		SABACC_TIMES=1 SABACC_COMPILED=1 PYTHONPATH=$(TESTED) $(TIMED) compiled-tests $(BOUNDED) $(PLAYING); \
	else \
		echo "Skipped: the tests of the compiled engine, since there is no C compiler that works."; \
	fi

lint: $(READY) web-check
	@$(TIMED) ruff sh -c '$(BIN)/ruff check . && $(BIN)/ruff format --check .'
	@$(TIMED) mypy $(BIN)/mypy
	@$(TIMED) import-linter $(BIN)/lint-imports

# The pages of the browser table. Without npm's registry there are none, and everything else works.
web: $(PAGES)

$(PAGES): $(shell find web -name node_modules -prune -o -path web/tests -prune -o -type f -print) $(wildcard docs/rules/*.md) | packages
	@$(TIMED) pages $(BIN)/python web/build.py pages || echo "Skipped: the pages, since they could not be built."

web-check: packages
	@if [ -e web/node_modules/.package-lock.json ]; then $(TIMED) pages-types $(BIN)/python web/build.py check; \
	else echo "Skipped: the types of the pages, since their packages can't be fetched."; fi

# What the pages are made with; by itself, so that nobody else fetches it at the same time.
packages: $(READY)
	@$(TIMED) packages $(BIN)/python web/build.py install || echo "Skipped: the packages of the pages, since they can't be fetched."

# Chromium for the tests of the pages, where it can be installed; else they are skipped. Its headless shell is quicker.
APT := DEBIAN_FRONTEND=noninteractive apt-get -qq -o Acquire::Retries=0 -o Acquire::http::Timeout=20
browser:
	@if ! command -v chromium-headless-shell >/dev/null && [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
		$(TIMED) browser sh -c '$(APT) update; $(APT) install -y chromium-headless-shell || $(APT) install -y chromium' \
			>/dev/null 2>&1 || true; \
	fi
	@for name in chromium-headless-shell chromium chromium-browser google-chrome; do \
		command -v $$name >/dev/null && exit 0; \
	done; echo "Skipped: the tests in a browser, since there is no Chromium and it can't be installed."

# Pictures of every page and of the table in every variant, at three widths, in build/screenshots.
screenshots: web
	$(BIN)/python web/screenshots.py

# The long versions of the checks that `make test` runs small.
soak: $(READY) web browser
	SABACC_SOAK=1 $(PYTEST)

# The attacks in their long form, one after the other, about twenty minutes; writes their figures into docs/security.md.
attacks-figures: $(READY)
	$(BIN)/python -m tests.attacks.figures

# Beside the peers, which have an environment of their own.
bench: $(READY) compiled $(PEERS)/.ready
	$(BIN)/python -m bench

# The server under a load of real games, beside a bare echo; writes its part of docs/benchmarks.md.
bench-server: $(READY) compiled
	ulimit -n 16384 && $(BIN)/python -m bench.server $(BENCH)

# One, two and three workers on PostgreSQL and NATS beside the server on SQLite, about a quarter of an hour; writes its part of
# docs/cluster.md.
bench-cluster: $(READY) compiled
	ulimit -n 16384 && $(BIN)/python -m bench.cluster $(BENCH)

$(PEERS)/.ready: bench/peers.txt
	$(PYTHON) -m venv $(PEERS)
	$(PEERS)/bin/python -m pip install --quiet --disable-pip-version-check -r bench/peers.txt
	@touch $@

# All our bots against each other, which takes hours; writes docs/bots-strength.md. Stopped, it goes on where it was.
# ARENA="--minutes 1 --presets classic" plays less; --help says what else there is.
arena: $(READY) compiled
	PYTHONPATH=$(COMPILED) $(BIN)/python -m sabacc.arena.gauntlet $(ARENA)

# Solves a small table with OpenSpiel and measures our bots against it, some minutes; writes docs/theory.md and docs/theory.svg.
theory: $(READY) compiled
	PYTHONPATH=$(COMPILED) $(BIN)/python -m sabacc.envs.theory $(THEORY)

# Writes the hashes of all packages into requirements.lock; the versions stay.
lock:
	$(PYTHON) lock_requirements.py

# Writes the part of each game's rules page that teaches it, from its explanation.
rule-pages: $(READY)
	$(BIN)/python -m tests.rule_pages

# Writes the map of all modules in docs/how-it-is-built.md.
map: $(READY)
	$(BIN)/python -m tests.module_map

# Writes the golden records anew; read the diff before you commit it.
golden: $(READY)
	$(BIN)/python -m tests.golden.make

# The wheel as it would be installed, unpacked. It is built from outside the environment, as anybody would.
compiled: $(COMPILED)/.ready

# The one for the tests is not optimised, which gcc does in a quarter of the time, and keeps the assertions of mypyc's C.
$(TESTED)/.ready: export SABACC_OPT := 0
$(COMPILED)/.ready $(TESTED)/.ready: $(READY) hatch_build.py $(shell find src -name '*.py') | packages
	rm -rf $(@D)
	$(TIMED) compile $(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps -w $(@D)/wheel .
	$(BIN)/python -m zipfile -e $(@D)/wheel/*.whl $(@D)
	@touch $@

# All packages come from the lock, which has their hashes; the package itself can have none. What builds it is among them:
# pip would set up an environment of its own for that, with a second Node.
INSTALL := $(BIN)/python -m pip install --quiet --disable-pip-version-check --no-compile --no-deps
$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(TIMED) environment sh -c '$(INSTALL) --require-hashes -r requirements.lock && $(INSTALL) --no-build-isolation -e .'
	@touch $@

clean:
	rm -rf $(VENV) $(PEERS) web/node_modules $(dir $(PAGES)) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

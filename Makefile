# Everything a newcomer needs: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready
COMPILED := build/compiled
PEERS := .bench-venv
# The tests that play: what they hold must hold for the compiled engine too.
PLAYING := $(filter-out tests/server tests/web tests/__pycache__,$(wildcard tests/*)) tests/server/test_games.py \
	tests/server/test_leaks.py --ignore-glob="*/test_kernels*" --ignore-glob="*/test_counts*"
PAGES := src/sabacc/server/pages/index.html

.PHONY: play test compiled lint web web-check packages browser screenshots soak bench bench-server arena theory golden clean

# The table server on this machine: open the address it says in a browser.
# HOST=0.0.0.0 lets others in your network come to your tables.
HOST ?= 127.0.0.1
play: $(READY) web
	@$(BIN)/sabacc serve --host $(HOST)

# All tests, and those that play once more with the compiled engine.
test: $(READY)
	@$(MAKE) --no-print-directory -j2 --output-sync=target lint compiled web browser
	$(BIN)/pytest -q -n auto
	@if ls $(COMPILED)/*__mypyc* >/dev/null 2>&1; then \
		echo "Once more, compiled:"; \
		SABACC_COMPILED=1 PYTHONPATH=$(COMPILED) $(BIN)/pytest -q -n auto $(PLAYING); \
	else \
		echo "Skipped: the tests of the compiled engine, since there is no C compiler that works."; \
	fi

lint: $(READY) web-check
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The pages of the browser table. Without npm's registry there are none, and everything else works.
web: $(PAGES)

$(PAGES): $(shell find web -name node_modules -prune -o -path web/tests -prune -o -type f -print) $(wildcard docs/rules/*.md) | packages
	@$(BIN)/python web/build.py pages || echo "Skipped: the pages, since they could not be built."

web-check: packages
	@if [ -e web/node_modules/.package-lock.json ]; then $(BIN)/python web/build.py check; \
	else echo "Skipped: the types of the pages, since their packages can't be fetched."; fi

# What the pages are made with; by itself, so that nobody else fetches it at the same time.
packages: $(READY)
	@$(BIN)/python web/build.py install || echo "Skipped: the packages of the pages, since they can't be fetched."

# Chromium for the tests of the pages, where it can be installed; else they are skipped.
browser:
	@if ! command -v chromium >/dev/null && ! command -v chromium-browser >/dev/null && ! command -v google-chrome >/dev/null; then \
		if [ "$$(id -u)" = 0 ] && command -v apt-get >/dev/null; then \
			(apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -qq -y chromium) >/dev/null 2>&1 || true; \
		fi; \
		command -v chromium >/dev/null || echo "Skipped: the tests in a browser, since there is no Chromium and it can't be installed."; \
	fi

# Pictures of every page and of the table in every variant, at three widths, in build/screenshots.
screenshots: web
	$(BIN)/python web/screenshots.py

# The long versions of the checks that `make test` runs small.
soak: $(READY) web browser
	SABACC_SOAK=1 $(BIN)/pytest -q -n auto

# Beside the peers, which have an environment of their own.
bench: $(READY) compiled $(PEERS)/.ready
	$(BIN)/python -m bench

# The server under a load of real games, beside a bare echo; writes its part of docs/benchmarks.md.
bench-server: $(READY) compiled
	ulimit -n 16384 && $(BIN)/python -m bench.server $(BENCH)

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

# Writes the golden records anew; read the diff before you commit it.
golden: $(READY)
	$(BIN)/python -m tests.golden.make

# The wheel as it would be installed, unpacked. It is built from outside the environment, as anybody would.
compiled: $(COMPILED)/.ready

$(COMPILED)/.ready: $(READY) hatch_build.py $(shell find src -name '*.py') | packages
	rm -rf $(COMPILED)
	$(PYTHON) -m pip wheel --quiet --disable-pip-version-check --no-deps -w $(COMPILED)/wheel .
	$(BIN)/python -m zipfile -e $(COMPILED)/wheel/*.whl $(COMPILED)
	@touch $@

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[test,all]'
	@touch $@

clean:
	rm -rf $(VENV) $(PEERS) web/node_modules $(dir $(PAGES)) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

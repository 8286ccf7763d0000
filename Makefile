# Everything a newcomer needs: `make play` and `make test`.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/.ready

.PHONY: play test lint soak bench golden clean

play: $(READY)
	@$(BIN)/sabacc play classic --players 4

test: lint
	$(BIN)/pytest -q -n auto

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy
	$(BIN)/lint-imports

# The long versions of the checks that `make test` runs small.
soak: $(READY)
	SABACC_SOAK=1 $(BIN)/pytest -q -n auto

bench: $(READY)
	$(BIN)/python -m bench

# Writes the golden records anew; read the diff before you commit it.
golden: $(READY)
	$(BIN)/python -m tests.golden.make

$(READY): pyproject.toml requirements.lock
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --disable-pip-version-check -c requirements.lock -e '.[test,all]'
	@touch $@

clean:
	rm -rf $(VENV) build dist .mypy_cache .ruff_cache .pytest_cache .hypothesis

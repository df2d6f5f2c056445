# Everything happens in a private environment in .venv; nothing outside of the project is touched.

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
D20 := .venv-d20/.ready

.PHONY: help setup demo test check bench clean requirements

help:
	@echo "make demo    a roll in each game with its odds, and a rule book caught printing wrong ones"
	@echo "make test    all tests"
	@echo "make check   lint and types"
	@echo "make bench   Sixfold beside other dice libraries, in one table"

setup: $(READY)

$(READY): requirements/dev.txt pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Sixfold needs Python 3.11 or newer: make PYTHON=python3.12 ..."; exit 1; }
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv || { echo "The venv module is missing: apt-get install python3-venv"; exit 1; }
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv
	@UV_COMPILE_BYTECODE=1 $(BIN)/uv pip sync --quiet --python $(BIN)/python requirements/dev.txt
	@UV_COMPILE_BYTECODE=1 $(BIN)/uv pip install --quiet --python $(BIN)/python --no-deps --editable .
	@touch $(READY)

demo: setup
	@tools/demo.sh $(BIN)/sixfold

test: setup
	@$(BIN)/python -m pytest -n auto

check: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy

$(D20): requirements/bench-d20.txt $(READY)
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-d20
	@$(BIN)/uv pip sync --quiet --python .venv-d20/bin/python requirements/bench-d20.txt
	@touch $(D20)

bench: setup $(D20)
	@$(BIN)/python -m compileall -q src
	@$(BIN)/python -m benchmarks

requirements: setup
	@$(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header --group dev --group bench -o requirements/dev.txt pyproject.toml

clean:
	rm -rf .venv .venv-d20 .pytest_cache .mypy_cache .ruff_cache .hypothesis build dist

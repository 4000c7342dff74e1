# PYTHON may name any Python from 3.11 on; without it, the first one found is taken.
PYTHON ?= $(shell for python in python3 python3.14 python3.13 python3.12 python3.11; do \
	$$python -c $(RECENT) 2>/dev/null && echo $$python && break; done)
UV ?= uv

# Modules are compiled once, whatever the shell says: the tests start hundreds of processes.
export PYTHONDONTWRITEBYTECODE =

RECENT = 'import sys; sys.exit(sys.version_info < (3, 11))'
# Modules are compiled when they are first imported: most of what is locked never is.
INSTALL_LOCK = -m pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r
INSTALL_SELF = -m pip install --quiet --disable-pip-version-check \
	--no-deps --no-build-isolation --no-index -e .
LOCK = $(UV) pip compile --quiet --universal --generate-hashes --python-version 3.11 \
	--no-emit-index-url --no-emit-find-links --custom-compile-command "make locks" pyproject.toml

BIN := .venv/bin
BENCH_BIN := .venv-bench/bin
CLUSTER_BIN := .venv-cluster/bin
# Each process runs neighbours, which share what they have prepared, and helps out at the end.
PYTEST := $(BIN)/pytest -q -n 2 --dist worksteal
READY := .dev/ready
COMPILED := .dev/compiled
KERNELS := solver/play/compiled.py solver/play/rehearsal.py \
	$(wildcard solver/play/*_kernel.py solver/games/*/*_kernel.py)
space := $() $()
CATALOGUES := $(patsubst %.po,%.mo,$(wildcard cli/locale/*/LC_MESSAGES/aparte.po \
	cli/template/*/locale/*/LC_MESSAGES/aparte.po))
SOURCES := models solver puzzles sessions cli web
TEMPLATE := cli/locale/aparte.pot
FRENCH := cli/locale/fr/LC_MESSAGES/aparte.po

# What `make demo` shows.
DEMO_RECORD := tests/examples/adresses-jaunes-4p-bo.rec
DEMO_FACT := not Dai 5T

.PHONY: help demo test lint types layers test-all soak web-test cluster-test bench format messages \
	options reference locks clean

help:
	@echo 'make demo      what a seat can work out from a record, and why'
	@echo 'make test      lint, types, layers and tests'
	@echo 'make test-all  the dear tests that it leaves out, and those of a cluster'
	@echo 'make soak      hours of trials for docs/trust.md, kept and gone on with (ONLY=, GAMES=, SCALE=)'
	@echo 'make web-test  hosted games on phones in a real browser (needs chromium)'
	@echo 'make cluster-test  games on a real cluster, parts of which are killed'
	@echo 'make bench     the benchmarks (ONLY="name ..." for some of them)'
	@echo 'make format    rewrite the sources as ruff would have them'
	@echo 'make messages  collect the messages and refresh the French catalogue'
	@echo 'make options   write the options of all commands into docs/commands.md'
	@echo 'make reference write docs/new-game-reference.md from signatures and docstrings'
	@echo 'make locks     resolve the locked requirements again (needs uv)'
	@echo 'make clean     remove the environments and everything built'

demo: $(READY) $(CATALOGUES)
	$(BIN)/aparte solve $(DEMO_RECORD)
	$(BIN)/aparte explain $(DEMO_RECORD) "$(DEMO_FACT)"
	@echo 'The command is $(BIN)/aparte; after ". $(BIN)/activate" this shell calls it aparte.'

test: $(READY) $(CATALOGUES) $(COMPILED)
	@$(MAKE) --no-print-directory --jobs=2 lint types layers
	$(PYTEST)

lint:
	$(BIN)/ruff check --quiet
	$(BIN)/ruff format --check --quiet

types:
	$(BIN)/mypy

layers:
	$(BIN)/lint-imports

test-all: $(READY) $(CATALOGUES) $(COMPILED) cluster-test
	$(PYTEST) -m slow

soak: $(READY) $(CATALOGUES) $(COMPILED)
	$(BIN)/python -m tests.soak $(ONLY) $(if $(GAMES),--games $(GAMES)) \
		$(if $(SCALE),--scale $(SCALE))

web-test: $(READY) $(CATALOGUES)
	@command -v chromium >/dev/null || echo "no browser found: install chromium to play in one" >&2
	$(BIN)/pytest -q -n 2 -rs -m web tests/web

cluster-test: .venv-cluster/ready $(CATALOGUES) $(COMPILED)
	$(CLUSTER_BIN)/pytest -q tests/solver/play/test_cluster.py

bench: .venv-bench/ready $(CATALOGUES) $(COMPILED)
	$(BENCH_BIN)/python -m bench $(ONLY)

format: $(READY)
	$(BIN)/ruff check --fix --quiet
	$(BIN)/ruff format --quiet

messages: $(READY)
	mkdir -p $(dir $(FRENCH))
	$(BIN)/pybabel --quiet extract --project aparte --copyright-holder "Aparté contributors" \
		--no-wrap --sort-by-file --add-location=file \
		-k say -k say_n:1,2 -k forms:1,2 -k _ -k N_ -o $(TEMPLATE) $(SOURCES)
	test -f $(FRENCH) || $(BIN)/pybabel --quiet init -D aparte -l fr -i $(TEMPLATE) -d cli/locale --no-wrap
	$(BIN)/pybabel --quiet update -D aparte -l fr -i $(TEMPLATE) -d cli/locale \
		--no-wrap --no-fuzzy-matching --ignore-obsolete --ignore-pot-creation-date
	$(BIN)/pybabel --quiet compile -D aparte -d cli/locale --statistics

options: $(READY)
	$(BIN)/python tools/options.py

reference: $(READY)
	$(BIN)/python tools/reference.py

# The heavier locks keep to the versions of the first, so that their figures compare.
locks:
	$(LOCK) --extra dev -o requirements.lock
	$(LOCK) --extra dev --extra bench -c requirements.lock -o requirements-bench.lock
	$(LOCK) --extra cluster -c requirements.lock -o requirements-cluster.lock

clean:
	rm -rf .venv .venv-bench .venv-cluster .dev .mypy_cache .ruff_cache .pytest_cache .import_linter_cache dist
	rm -f $(CATALOGUES) $(TEMPLATE)

%.mo: %.po | $(READY)
	$(BIN)/pybabel --quiet compile -l $(notdir $(patsubst %/LC_MESSAGES/,%,$(dir $<))) -i $< -o $@

# What compiles the coaches is found beside the package, by its stamp.
$(COMPILED): $(READY) $(KERNELS)
	@echo "Compiling the coaches (a minute or two, once)"
	@NUMBA_CACHE_DIR=.dev $(BIN)/python -m aparte.solver.play.rehearsal >/dev/null
	@touch $@

# The stamp of the installed package lies in .dev, so that a lost .dev is made again.
$(READY): .venv/locked pyproject.toml tools/hatch_build.py
	$(BIN)/python $(INSTALL_SELF)
	@touch $@

.venv-bench/ready: .venv-bench/locked pyproject.toml tools/hatch_build.py
	$(BENCH_BIN)/python $(INSTALL_SELF)
	@touch $@

.venv-cluster/ready: .venv-cluster/locked pyproject.toml tools/hatch_build.py
	$(CLUSTER_BIN)/python $(INSTALL_SELF)
	@touch $@

.venv/locked: requirements.lock
.venv-bench/locked: requirements-bench.lock
# The tests need what develops, too; both locks hold the same versions.
.venv-cluster/locked: requirements.lock requirements-cluster.lock
.venv/locked .venv-bench/locked .venv-cluster/locked:
	@"$(PYTHON)" -c $(RECENT) 2>/dev/null || { \
		echo "Aparté needs Python 3.11 or later: make PYTHON=python3.12" >&2; exit 1; }
	@echo "Setting up $(@D) from $^ (a minute, once)"
	@"$(PYTHON)" -m venv --clear $(@D)
	@$(@D)/bin/python $(INSTALL_LOCK) $(subst $(space), -r ,$^)
	@touch $@

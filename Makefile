# `make` builds the site into build/; `make test` runs the tests. Both install what they need.

PYTHON ?= python3
VENV := .venv
# Programs run as modules: their own files name the folder they were installed in, which may be moved or hold a $.
RUN := $(VENV)/bin/python -m
READY := $(VENV)/ready
TOOLS := $(VENV)/tools-ready
SOURCES := atlas tests
# As it was given: make reads no $ in it.
override BASE_URL := $(value BASE_URL)
export BASE_URL

# The virtual environment of a clone that was moved since is made anew.
MOVED := $(shell [ "$$(cat $(READY) 2>/dev/null)" = "$$(pwd)" ] || rm -f $(READY))

# Which packages, and the hash of every file that may be taken for them: made by `make lock`.
LOCKS := $(wildcard .requirements/*.txt)
# pip says nothing unless it fails.
define PIP
@$(RUN) pip install --disable-pip-version-check $(1) >$(VENV)/pip.log 2>&1 \
  || { cat $(VENV)/pip.log; exit 1; }
endef
INSTALL = $(call PIP,--require-hashes --requirement .requirements/$(1).txt)
# Wheels alone: to build one would fetch what has no hash.
UV = $(VENV)/lock/bin/python -m uv --system-certs pip
COMPILE = $(UV) compile --quiet $(if $(UPGRADE),--upgrade) --universal --python-version 3.11 --generate-hashes \
  --only-binary :all: --emit-build-options --no-strip-extras --no-annotate --custom-compile-command "make lock"
PLATFORMS := x86_64-manylinux_2_28 aarch64-manylinux_2_28 x86_64-apple-darwin aarch64-apple-darwin
PYTHONS := 3.11 3.12 3.13 3.14

.DEFAULT_GOAL := build
.PHONY: build test test-fast lint bench serve dist lock clean help

build: $(READY) ## build the site, the PDFs and the data into build/ (the default)
	@$(RUN) atlas build $${BASE_URL:+--base-url "$$BASE_URL"}

test: $(TOOLS) ## run all tests
	@$(RUN) pytest --numprocesses auto

test-fast: $(VENV)/dev ## run the tests that take no full grid, search, build, browser or PDF
	@$(RUN) pytest --numprocesses auto -m "not slow"

lint: $(VENV)/dev ## check style and types, of scripts too
	@$(RUN) ruff format --check $(SOURCES)
	@$(RUN) ruff check $(SOURCES)
	@$(RUN) mypy
	@$(RUN) tests.lint_scripts

bench: $(VENV)/bench ## measure speed and memory, as ratios in one run; fails where one is not as it is wanted
	@$(RUN) tests.bench

serve: $(READY) ## build, show the site on this machine, build again on every change
	@$(RUN) atlas serve

dist: build $(VENV)/dev ## make a wheel, a source archive, an npm package of the solver and a zip of the site in build/dist/
	@rm -rf build/dist
	@$(RUN) hatchling build --directory build/dist
	@$(RUN) atlas.making.archive build/site build/dist

lock: ## pin and hash again all packages that pyproject.toml asks for; with UPGRADE=1 the newest that fit
	@$(PYTHON) -m venv --clear $(VENV)/lock
	@$(VENV)/lock/bin/python -m pip --quiet install --require-hashes --requirement .requirements/lock.txt
	@$(COMPILE) pyproject.toml --group build --output-file .requirements/build.txt
	@$(COMPILE) --group dev --constraint .requirements/build.txt --output-file .requirements/dev.txt
	@$(COMPILE) --group bench --constraint .requirements/build.txt --constraint .requirements/dev.txt \
	  --output-file .requirements/bench.txt
	@$(COMPILE) --group lock --output-file .requirements/lock.txt
	@for platform in $(PLATFORMS); do for python in $(PYTHONS); do \
	  $(UV) install --quiet --dry-run --target $(VENV)/lock/other --require-hashes --only-binary :all: \
	    --python-platform $$platform --python-version $$python \
	    --requirement .requirements/build.txt --requirement .requirements/dev.txt || exit 1; done; done

clean: ## remove what a build made and the virtual environment
	@rm -rf build/site build/manifest.json build/.atlas build/dist $(VENV)

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 18

$(READY): pyproject.toml $(LOCKS)
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: install it, or name it with make PYTHON=…"; exit 1; }
	@$(PYTHON) -m atlas.making.needs
	@echo "Installing the packages that pyproject.toml pins into $(VENV) (about a minute)"
	@$(PYTHON) -m venv --clear $(VENV)
	$(call INSTALL,build)
	$(call PIP,--no-deps --no-index --no-build-isolation --editable .)
	@pwd >$@

$(VENV)/dev: $(READY)
	@echo "Installing what the tests use"
	$(call INSTALL,dev)
	@touch $@

$(VENV)/bench: $(VENV)/dev
	@echo "Installing what the benchmarks compare with"
	$(call INSTALL,bench)
	@touch $@

# What the machine lacks is named, or installed, before anything long begins.
$(TOOLS): pyproject.toml $(LOCKS) tests/tools.py
	@$(PYTHON) -m tests.tools
	@$(MAKE) --no-print-directory $(VENV)/dev
	@$(RUN) tests.tools checker
	@touch $@

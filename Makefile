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

# pip says nothing unless it fails.
define INSTALL
@$(RUN) pip install --disable-pip-version-check --constraint .constraints.txt --editable $(1) >$(VENV)/pip.log 2>&1 \
  || { cat $(VENV)/pip.log; exit 1; }
endef

.DEFAULT_GOAL := build
.PHONY: build test test-fast lint bench serve dist clean help

build: $(READY) ## build the site, the PDFs and the data into build/ (the default)
	@$(RUN) atlas build $${BASE_URL:+--base-url "$$BASE_URL"}

test: $(TOOLS) ## run all tests
	@$(RUN) pytest --numprocesses auto

test-fast: $(VENV)/dev ## run the tests that take no full grid, search, build, browser or PDF
	@$(RUN) pytest --numprocesses auto -m "not slow"

lint: $(VENV)/dev ## check style and types
	@$(RUN) ruff format --check $(SOURCES)
	@$(RUN) ruff check $(SOURCES)
	@$(RUN) mypy

bench: $(VENV)/dev ## measure speed and memory, as ratios in one run
	$(call INSTALL,'.[dev,bench]')
	@$(RUN) tests.bench

serve: $(READY) ## build, show the site on this machine, build again on every change
	@$(RUN) atlas serve

dist: build $(VENV)/dev ## make a wheel, a source archive, an npm package of the solver and a zip of the site in build/dist/
	@rm -rf build/dist
	@$(RUN) hatchling build --directory build/dist
	@$(RUN) atlas.making.archive build/site build/dist

clean: ## remove what a build made and the virtual environment
	@rm -rf build/site build/manifest.json build/.atlas build/dist $(VENV)

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' Makefile | expand -t 18

$(READY): pyproject.toml .constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
	  || { echo "Python 3.11 or newer is needed: install it, or name it with make PYTHON=…"; exit 1; }
	@$(PYTHON) -m atlas.making.needs
	@echo "Installing the packages that pyproject.toml pins into $(VENV) (about a minute)"
	@$(PYTHON) -m venv --clear $(VENV)
	$(call INSTALL,.)
	@pwd >$@

$(VENV)/dev: $(READY)
	@echo "Installing what the tests use"
	$(call INSTALL,'.[dev]')
	@touch $@

# What the machine lacks is named, or installed, before anything long begins.
$(TOOLS): pyproject.toml .constraints.txt tests/tools.py
	@$(PYTHON) -m tests.tools
	@$(MAKE) --no-print-directory $(VENV)/dev
	@$(RUN) tests.tools checker
	@touch $@

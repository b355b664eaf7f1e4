# `make` builds the site into build/; `make test` runs the tests. Both install what they need.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
TOOLS := $(VENV)/tools/ready
APT := apt-get update >/dev/null 2>&1; DEBIAN_FRONTEND=noninteractive apt-get install --yes --no-install-recommends
PANGO := libpango-1.0-0 libpangoft2-1.0-0 libharfbuzz-subset0
INSTALL := $(BIN)/pip install --quiet --disable-pip-version-check --constraint .constraints.txt --editable
SOURCES := atlas tests
BASE_URL ?=

.DEFAULT_GOAL := build
.PHONY: build test test-fast lint bench serve dist clean help

build: $(READY) ## build the site, the PDFs and the data into build/ (the default)
	@$(BIN)/atlas build $(if $(BASE_URL),--base-url $(BASE_URL))

test: $(TOOLS) ## run all tests
	@$(BIN)/pytest --numprocesses auto

test-fast: $(READY) ## run the tests that take no full grid, search, build, browser or PDF
	@$(BIN)/pytest --numprocesses auto -m "not slow"

lint: $(READY) ## check style and types
	@$(BIN)/ruff format --check $(SOURCES)
	@$(BIN)/ruff check $(SOURCES)
	@$(BIN)/mypy

bench: $(READY) ## measure speed and memory, as ratios in one run
	@$(INSTALL) '.[bench]'
	@$(BIN)/python -m tests.bench

serve: $(READY) ## build, show the site on this machine, build again on every change
	@$(BIN)/atlas serve

dist: build ## make a wheel, a source archive and a zip of the site in build/dist/
	@rm -rf build/dist
	@$(BIN)/python -m hatchling build --directory build/dist
	@$(BIN)/python -m atlas.archive build/site build/dist/luck-atlas-site.zip

clean: ## remove what a build made and the virtual environment
	@rm -rf build/site build/manifest.json build/.atlas build/dist $(VENV)

help: ## show this list
	@sed -n 's/^\([a-z-]*\):.*## /make \1\t/p' $(MAKEFILE_LIST) | expand -t 18

$(READY): pyproject.toml .constraints.txt
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "Python 3.11 or newer is needed: install it, or name it with make PYTHON=…"; exit 1; }
	@echo "Making the virtual environment $(VENV)"
	@$(PYTHON) -m venv --clear $(VENV) >/dev/null 2>&1 \
	  || { { $(APT) python3-venv; } >/dev/null 2>&1 && $(PYTHON) -m venv --clear $(VENV); } \
	  || { echo "Python's venv is missing: install the package python3-venv"; exit 1; }
	@echo "Installing the packages that pyproject.toml pins"
	@$(INSTALL) '.[dev]'
	@$(BIN)/python -c 'import weasyprint' >/dev/null 2>&1 \
	  || { echo "Installing $(PANGO)"; { $(APT) $(PANGO); } >/dev/null 2>&1; $(BIN)/python -c 'import weasyprint' >/dev/null 2>&1; } \
	  || { echo "Pango is missing: install the packages $(PANGO)"; exit 1; }
	@touch $@

$(TOOLS): $(READY) tests/tools.py
	@$(BIN)/python -m tests.tools
	@touch $@

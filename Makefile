# make demo: set up, build, freeze, run, report (offline after the set-up). make test: the test suite.
# make test-all: with the tests that take minutes: the whole contract of every benchmark, long outages, scripts of benchmarks/.
PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
SOURCES := pyproject.toml py.typed $(wildcard *.py) $(shell find builders cards cli releases runner sources -type f -not -path '*/__pycache__/*')

.PHONY: demo test test-all check clean

demo: $(VENV)/.installed
	$(BIN)/standfast demo --out demo

test: $(VENV)/.installed
	$(BIN)/pytest --numprocesses auto

# A second -m takes the place of the one in pyproject.toml.
test-all: $(VENV)/.installed
	$(BIN)/pytest --numprocesses auto -m 'slow or not slow'

check: $(VENV)/.installed
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy -p standfast

clean:
	rm -rf $(VENV) build demo *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis

$(VENV)/.created:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || { echo "standfast needs Python 3.11 or newer; name one with: make PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	touch $@

# Dependencies once per pyproject.toml; the package itself, as a user would install it, whenever a file changes.
$(VENV)/.dependencies: pyproject.toml | $(VENV)/.created
	rm -rf build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check '.[test,check]'
	touch $@

$(VENV)/.installed: $(SOURCES) $(VENV)/.dependencies
	rm -rf build
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --force-reinstall .
	rm -rf build *.egg-info
	touch $@

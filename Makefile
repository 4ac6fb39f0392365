# Needs Python >= 3.11, git and make; everything else is installed into .venv.
# Another Python:  make test PYTHON=python3.13; with the versions of constraints.txt:  LOCKED=1

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
JOBS ?= 3  # on two cores: some tests wait
CHECKER := lo_exact/certificate/checker.py

.PHONY: help demo test test-large test-nginx lowest lock packages lint bench site records release pages check-records atlas crosscheck mutate soak pyodide page openapi checkers clean

help:
	@echo "make demo        install, and solve one board"
	@echo "make test        lint, types and all tests but the large ones"
	@echo "make test-large  the tests marked as large: minutes"
	@echo "make test-nginx  the page's tests again, behind nginx with TLS, in a folder"
	@echo "make lint        ruff and mypy alone"
	@echo "make lowest      a part of the tests with the lowest versions of packages that are allowed"
	@echo "make lock        constraints.txt again: the newest versions of all packages a developer has"
	@echo "make packages    sdist and wheel built, installed and tested for every Python there is"
	@echo "make bench       the benchmarks; results in benchmarks/"
	@echo "make release     dist/: packages, checkers, page, site and records, verified; from a clean checkout"
	@echo "make site        the pages of docs/ as a site in build/site; warnings and dead links are errors"
	@echo "make records     data/records and data/oeis again from what the benchmarks found"
	@echo "make pages       the numbers, tables and plots of docs/ and paper/ again from the data"
	@echo "make atlas       add to data/atlas what half an hour finds"
	@echo "make check-records  multiply all records out, find a sample again, repeat claims' evidence"
	@echo "make crosscheck  20,000 random puzzles through every engine"
	@echo "make mutate      200,000 mutations of certificates, 20,000 of claims' evidence"
	@echo "make soak        the service killed 1,000 times, and made-up requests"
	@echo "make pyodide     fetch what 'check it yourself' on the service's page needs"
	@echo "make page        copy the game to build/page, for any web server; ADDRESS=https://... names its pictures"
	@echo "make openapi     write docs/openapi.json again"
	@echo "make checkers    join lo_exact/certificate/checker_parts into the checkers of one file each"
	@echo "make clean       remove the environment and the caches"

demo: $(VENV)/installed
	@echo "data/boards/all-on-5x5.txt:"
	@cat data/boards/all-on-5x5.txt
	@echo
	@$(BIN)/lo-exact min data/boards/all-on-5x5.txt
	@echo
	@echo "every minimum solution:"
	@$(BIN)/lo-exact all data/boards/all-on-5x5.txt
	@echo
	@echo "your own board: $(BIN)/lo-exact min BOARD.txt, or paste one after $(BIN)/lo-exact min -"

test: $(VENV)/developing  # types are checked beside the tests: a core is idle otherwise
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy & types=$$!; $(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m "not large"; \
	  tests=$$?; wait $$types && exit $$tests

test-large: $(VENV)/developing
	$(BIN)/python -m pytest -n $(JOBS) --dist worksteal -m large

test-nginx: $(VENV)/developing
	BEHIND_NGINX=1 $(BIN)/python -m pytest -n $(JOBS) --dist worksteal tests/service/page -m large

lowest: $(VENV)/developing
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m tests.campaigns.packages --lowest

lock: $(VENV)/installed
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/uv pip compile pyproject.toml --extra serve --group dev --universal \
	  --python-version 3.11 --no-header --no-annotate --quiet --upgrade --output-file constraints.txt

packages: $(VENV)/developing
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m tests.campaigns.packages $(PACKAGES)

lint: $(VENV)/developing
	$(BIN)/ruff check
	$(BIN)/ruff format --check
	$(BIN)/mypy

bench: $(VENV)/developing
	-$(BIN)/python -m pip install --quiet --group bench  # rivals; what is missing is left out
	$(BIN)/python -m benchmarks

site: $(VENV)/developing
	$(BIN)/python -m pip install --quiet --group docs
	NO_MKDOCS_2_WARNING=1 $(BIN)/python -m mkdocs build --strict --quiet
	$(BIN)/python -m benchmarks.pages.crawl build/site

release: site
	$(BIN)/python -m pip install --quiet uv
	$(BIN)/python -m tests.campaigns.release

records: $(VENV)/developing
	$(BIN)/python -m benchmarks.records.collect
	$(BIN)/python -m benchmarks.records.sequences
	$(MAKE) pages

pages: $(VENV)/developing
	$(BIN)/python -m benchmarks.report
	$(BIN)/python -m benchmarks.pages.tables
	$(BIN)/python -m benchmarks.pages.paper

atlas: $(VENV)/developing
	$(BIN)/python -m benchmarks.records.atlas --minutes 30
	$(MAKE) pages

check-records: $(VENV)/developing
	$(BIN)/python -m benchmarks.records.check

page: $(VENV)/developing
	mkdir -p build/page
	cp -r lo_exact/service/page/game/. build/page/
	$(BIN)/python -m benchmarks.pages.previews build/page $(ADDRESS)

crosscheck: $(VENV)/developing
	$(BIN)/python -m tests.campaigns.crosscheck --count 20000 --seed 1 --jobs $(JOBS)

mutate: $(VENV)/developing
	$(BIN)/python -m tests.campaigns.mutate
	$(BIN)/python -m tests.campaigns.mutate_large
	$(BIN)/python -m tests.campaigns.claims

soak: $(VENV)/developing
	$(BIN)/python -m pip install --quiet --group soak
	$(BIN)/python -m tests.service.killing --kills 1000 --seed 1
	$(BIN)/python -m tests.service.load
	$(BIN)/python -m tests.service.made_up

# from the package registry, once; it is in no package of ours
pyodide:
	mkdir -p build/pyodide
	cd build && npm pack --silent pyodide@314
	tar -xzf build/pyodide-314.*.tgz -C build/pyodide --strip-components=1 package/pyodide.mjs \
	  package/pyodide.asm.mjs package/pyodide.asm.wasm package/python_stdlib.zip package/pyodide-lock.json
	rm build/pyodide-314.*.tgz

openapi: $(VENV)/developing
	$(BIN)/python -m tests.service.test_service_openapi > docs/openapi.json.new
	mv docs/openapi.json.new docs/openapi.json

checkers: $(CHECKER)

# each build joins them too; here they follow their parts
$(CHECKER): join_checkers.py $(wildcard lo_exact/*/rows.py) $(shell find lo_exact -path '*/checker_parts/*' -name '*.py')
	$(PYTHON) join_checkers.py
	@touch $@

test test-large test-nginx lowest packages lint bench site check-records crosscheck mutate soak: $(CHECKER)

clean:
	rm -rf $(VENV) .mypy_cache .ruff_cache .pytest_cache build dist

$(VENV)/installed: pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "lo-exact needs Python >= 3.11; $(PYTHON) is: $$($(PYTHON) --version 2>&1 | head -n 1)." >&2; \
	  echo "Say which one to use: make $(MAKECMDGOALS) PYTHON=python3.12" >&2; exit 1; }
	$(PYTHON) -m venv $(VENV)
	$(BIN)/python -m pip install --quiet --upgrade "pip>=25.1"
	$(BIN)/python -m pip install --quiet --editable .
	@touch $@

$(VENV)/developing: $(VENV)/installed
	$(BIN)/python -m pip install --quiet --editable '.[serve]' --group dev \
	  $(if $(LOCKED),--constraint constraints.txt)
	@touch $@

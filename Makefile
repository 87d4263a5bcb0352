# Every target makes ready what it needs; a clean clone needs nothing but `make`.
.DEFAULT_GOAL := help
.PHONY: help run run-https demo test turn quick faults mutants bench lighthouse watchers strangers check format messages generated lock audit wheel try-wheel test-wheel deb try-deb image try-image clean

python := .venv/bin/python
biome := node_modules/@biomejs/cli-linux-*/biome

help: ## List these targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / {printf "  make %-12s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

run: export PORT ?= 8000
run: ## Start the server and show its address (PORT=8000)
	@scripts/setup run
	@exec $(python) -m scorekeeper serve

run-https: export PORT ?= 8443
run-https: ## The same over HTTPS in the local network, for the home screen (PORT=8443)
	@scripts/setup https
	@exec $(python) -m scorekeeper serve-https

demo: export PORT ?= 8000
demo: ## Show a café evening with every rule in it, apart from your matches (PORT=8000)
	@scripts/setup run
	@exec $(python) -m scorekeeper demo

test: ## Run the tests, with real servers and browsers; one shard of the slow ones (SHARD=all: all; ARGS='-k hand -x')
	@scripts/setup test
	@scripts/run-tests $(ARGS)

turn: ## Before you land: let the next shard have its turn (in a conflict the higher plus one)
	@scripts/setup check
	@$(python) -m tests.shards turn

quick: ## The loop between two edits: what is pure and quick, and one evening in a browser (a minute)
	@scripts/setup test
	@EXAMPLES_SHARE=0.05 $(python) -m pytest -q --numprocesses auto --dist worksteal \
	    -m 'not thorough and not faults and not slow' \
	    tests/browser/test_evening.py tests/rules tests/sheets tests/draws tests/phases tests/seasons tests/explain tests/i18n $(ARGS)

faults: export FAULTS := all
faults: export EXAMPLES_SHARE := 1
faults: ## Kill, cut, fill and tear for long: what `make test` tries in short or not at all (hours)
	@scripts/setup test
	@scripts/run-tests --timeout 3600 $(ARGS)

mutants: ## Change every rule in turn and see a test turn red (ARGS='scoring.py scoring.js')
	@scripts/setup test
	@$(python) -m tests.mutants $(ARGS)

bench: ## Measure speed, size and memory as ratios against limits (ten minutes)
	@scripts/setup test
	@$(python) -m bench $(ARGS)

lighthouse: ## Ask Lighthouse what it thinks of the pages (five minutes)
	@scripts/setup test
	@scripts/node-env bench/node
	@$(python) -m bench.lighthouse

check: ## Lint code, types, imports, templates, scripts, styles and translations
	@scripts/setup check
	@scripts/check

watchers: ## Let 2,000 phones watch 100 matches (five minutes; ARGS='--seconds 20')
	@scripts/setup test
	@$(python) -m bench.watchers $(ARGS)

strangers: ## Save while strangers ask for what costs most (three minutes; ARGS='--seconds 20')
	@scripts/setup test
	@$(python) -m bench.strangers $(ARGS)

format: ## Format Python, JavaScript and CSS
	@scripts/setup check
	$(python) -m ruff format .
	$(python) -m ruff check --fix .
	$(biome) check --write

messages: ## Collect the words to translate into the catalogues
	@scripts/setup check
	@scripts/messages

generated: ## Write what follows from switches, presets and the line's words: the phone's data and types, docs/rules.md, NOTICE
	@scripts/setup check
	$(python) -m tests.rules.test_rules_data
	$(python) -m tests.lines.test_line_words
	$(python) -m tests.test_docs_rules
	$(python) -m scripts.shipping.notice

lock: ## Pin the dependencies again (ARGS=--upgrade for newer ones)
	@scripts/setup check
	@scripts/lock $(ARGS)

audit: ## Ask whether a locked package has a known hole (needs a network)
	@scripts/setup check
	@scripts/audit

wheel: ## Build dist/tefteri-VERSION-py3-none-any.whl, to install anywhere
	@scripts/setup check
	@scripts/bundles
	@scripts/shipping/build-wheel

try-wheel: wheel ## Install the wheel into an empty environment and play a match (ARGS=python3.13)
	@scripts/shipping/try-wheel $(ARGS)

test-wheel: wheel ## Run tests against the installed wheel (ARGS='tests/rules tests/web')
	@scripts/shipping/test-wheel $(ARGS)

deb: wheel ## Build dist/tefteri_VERSION_ARCH.deb for this machine's Debian
	@scripts/shipping/build-deb
	@scripts/shipping/lint-deb

try-deb: deb ## Install the .deb in a fresh root of Debian, play, upgrade, purge (as root; ARGS=trixie)
	@scripts/shipping/try-deb $(ARGS)

image: deb ## Build dist/tefteri_VERSION_ARCH-oci.tar, an image for containers, without a daemon (as root)
	@scripts/shipping/build-image

try-image: image ## Run the image with a read-only root and one volume, play, start it again (as root)
	@scripts/shipping/try-image

clean: ## Remove what make made; matches in instance/ stay
	rm -rf .venv node_modules bench/node/node_modules scripts/bundle/node_modules tests/artefacts
	rm -rf dist static/built .built-*
	rm -rf .pytest_cache .hypothesis .mypy_cache .ruff_cache .import_linter_cache
	rm -f scorekeeper/translations/messages.pot
	find bench scorekeeper tests -name '*.pyc' -delete

# Every action of this project. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Debian packages: what a build needs, what the demonstration and the tests need beside it.
BUILD_PACKAGES := pkg-config g++ libsqlite3-dev libcurl4-openssl-dev libxapian-dev zlib1g-dev libssl-dev \
  libutf8proc-dev libtomlplusplus-dev tzdata
DEMO_PACKAGES := fortunes fortunes-de
TEST_PACKAGES := python3 python3-jsonschema python3-gi gir1.2-pango-1.0 python3-xapian \
  xapian-tools sqlite3 util-linux strace curl jq

SWIFT ?= swift
# A release carries the Swift runtime, so that it runs where no toolchain is installed.
RELEASE_FLAGS := -c release --static-swift-stdlib
ZITARE := .build/release/zitare

.PHONY: help
help: ## lists these actions
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 14

.PHONY: setup setup-demo setup-test
setup: ## installs the Debian packages that a build needs
	@scripts/install-packages $(BUILD_PACKAGES)
setup-demo:
	@scripts/install-packages $(BUILD_PACKAGES) $(DEMO_PACKAGES)
setup-test:
	@scripts/install-packages $(BUILD_PACKAGES) $(DEMO_PACKAGES) $(TEST_PACKAGES)

.PHONY: build release
build: setup ## builds everything for debugging
	$(SWIFT) build --build-tests
release: setup ## builds the release binary
	export ZITARE_COMMIT=$$(git describe --always --dirty --exclude '*' 2>/dev/null || true); \
	export ZITARE_DATE=$$(git log -1 --format=%cs 2>/dev/null || true); \
	[ -n "$$ZITARE_COMMIT" ] || unset ZITARE_COMMIT ZITARE_DATE; \
	$(SWIFT) build $(RELEASE_FLAGS) --product zitare

.PHONY: demo
demo: setup-demo release ## builds a release, imports a real corpus, shows today's quote and a search
	@scripts/demo $(ZITARE)

# Tests that compute for long hold the threads on which those that watch a clock would wait: they run
# after them, and those that start the program last.
LONG_TESTS := ZitareCorpusTests|ZitareSearchTests|ZitareWorkerTests

.PHONY: test
test: setup-test ## runs the whole suite with the short forms of the long proofs
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) test --skip-build --skip '$(LONG_TESTS)'
	$(SWIFT) test --skip-build --filter '$(LONG_TESTS)' --skip ZitareWorkerTests
	$(SWIFT) test --skip-build --filter ZitareWorkerTests

.PHONY: check-long
check-long: setup-test ## the long proofs: every crash round, random cron expressions, sanitizers
	$(SWIFT) build --build-tests
	ZITARE_CRASH_ROUNDS=50 $(SWIFT) test --skip-build --filter CrashTests
	ZITARE_CRON_ROUNDS=3000 $(SWIFT) test --skip-build --filter CronReferenceTests
	ZITARE_IDLE_SECONDS=130 $(SWIFT) test --skip-build --filter IdleTests
	$(SWIFT) test --sanitize thread --scratch-path .build/tsan --filter 'ZitareJobsTests|ZitareHTTPTests|ZitareSQLiteTests'

.PHONY: bench
bench: setup-test release ## measures whole runs beside what one would write otherwise
	Benchmarks/run $(ZITARE)

# Peers that are not installed are left out; python3-croniter is a Debian package, cronsim is not.
.PHONY: bench-cron
bench-cron: setup ## measures cron expressions beside cronsim and croniter
	@scripts/install-packages python3 python3-croniter
	$(SWIFT) build -c release --package-path Benchmarks --scratch-path .build/bench --product bench-cron
	Benchmarks/cron .build/bench/release/bench-cron

.PHONY: lint format
lint: ## checks layout and style
	$(SWIFT) format lint --strict --recursive Package.swift Sources Tests Benchmarks
format: ## settles the layout
	$(SWIFT) format --in-place --recursive Package.swift Sources Tests Benchmarks

.PHONY: clean
clean: ## removes what was built
	rm -rf .build .demo

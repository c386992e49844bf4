# Every action of this project. `make` alone lists them.
SHELL := /bin/bash
.SHELLFLAGS := -eu -o pipefail -c
.DEFAULT_GOAL := help

# Debian packages: what a build needs, what the demonstration and the tests need beside it.
BUILD_PACKAGES := pkg-config g++ libsqlite3-dev libcurl4-openssl-dev libxapian-dev zlib1g-dev libssl-dev \
  libutf8proc-dev libtomlplusplus-dev libsystemd-dev libpango1.0-dev tzdata
DEMO_PACKAGES := fortunes fortunes-de
TEST_PACKAGES := python3 python3-jsonschema python3-gi gir1.2-pango-1.0 python3-xapian \
  xapian-tools xapian-omega recollcmd dbus dbus-bin libglib2.0-bin systemd \
  sqlite3 util-linux iproute2 time strace curl jq nginx openssl \
  fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji hyphen-de hyphen-en-us
# An indexer of files, panels, and what shows and reads them without a screen; for one check only.
DESKTOP_PACKAGES := tracker tracker-miner-fs tracker-extract waybar sway polybar xfce4-panel \
  xfce4-genmon-plugin xfconf i3blocks i3status tmux conky-std xvfb xdotool imagemagick tesseract-ocr \
  tesseract-ocr-eng

SWIFT ?= swift
# A release carries the Swift runtime, so that it runs where no toolchain is installed.
RELEASE_FLAGS := -c release --static-swift-stdlib
ZITARE := .build/release/zitare

.PHONY: help
help: ## lists these actions
	@grep -hE '^[a-z-]+:.*##' $(MAKEFILE_LIST) | sed -E 's/:[^#]*## /\t/' | expand -t 17

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
	$(SWIFT) build $(RELEASE_FLAGS) --product zitare-search-provider
	$(SWIFT) build $(RELEASE_FLAGS) --product zitare-card

# Nothing is built here, so that it may run as root.
.PHONY: install uninstall
install: ## installs what `make release` built, below PREFIX (/usr/local), in DESTDIR
	@[ -x .build/release/zitare-card ] || { echo 'run make release first' >&2; exit 1; }
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install .build/release
uninstall: ## removes it again
	@PREFIX='$(PREFIX)' DESTDIR='$(DESTDIR)' scripts/install --remove .build/release

.PHONY: demo
demo: setup-demo release ## builds a release, imports a real corpus, shows today's quote and a search
	@scripts/demo $(ZITARE)

# Tests that compute for long hold the threads on which those that watch a clock would wait: they run
# after them, and those that start the program last.
FAULT_TESTS := StoreFaultTests|PowerLossTests
LONG_TESTS := ZitareJobsProcessTests|ZitareCorpusTests|ZitareCardTests|ZitareSearchTests|ZitareWorkerTests|$(FAULT_TESTS)

# What is tried under sanitizers, in turns, since each is several times as slow as it is without.
SANITIZED_TESTS := ZitareHTTPTests ZitareJobsTests|ZitareSQLiteTests|ZitareBaseTests.ThreadsTests ZitareSearchTests

.PHONY: test
test: setup-test ## runs the whole suite with the short forms of the long proofs
	$(SWIFT) build --build-tests --explicit-target-dependency-import-check error
	$(SWIFT) test --skip-build --skip '$(LONG_TESTS)'
	$(SWIFT) test --skip-build --filter '$(LONG_TESTS)' --skip 'ZitareWorkerTests|ZitareJobsProcessTests'
	$(SWIFT) test --skip-build --filter ZitareJobsProcessTests
	$(SWIFT) test --skip-build --filter ZitareWorkerTests
	$(MAKE) --no-print-directory examples

.PHONY: examples
examples: setup-test ## builds the examples, runs them and checks what they did
	$(SWIFT) build --package-path Examples --scratch-path .build/examples
	Examples/check .build/examples/debug/mailer
	Examples/check-gallery .build/examples/debug/gallery
	Examples/check-fetch .build/examples/debug/fetch
	Examples/check-faults .build/examples/debug/fetch
	Examples/check-power-loss .build/examples/debug/fetch
	Examples/check-samples docs/jobs.md Examples/Sources
	Examples/check-samples docs/http.md Examples/Sources
	Examples/check-notes .build/examples/debug/notes
	Examples/check-samples docs/library-search.md Examples/Sources

.PHONY: check-long
check-long: setup-test crash clocks release ## the long proofs: crash rounds, clocks, 1,000 submissions, faults at every call, random cron, sanitizers
	$(SWIFT) build --build-tests
	ZITARE_CRASH_ROUNDS=50 $(SWIFT) test --skip-build --filter 'ZitareWorkerTests.CrashTests'
	ZITARE_EXPORT_KILLS=50 $(SWIFT) test --skip-build --filter ExportCrashTests
	ZITARE_SUBMISSIONS=1000 $(SWIFT) test --skip-build --filter DeliveryProofTests
	ZITARE_DAILY_YEARS=10 $(SWIFT) test --skip-build --filter TenYearsTests
	ZITARE_CRON_ROUNDS=3000 $(SWIFT) test --skip-build --filter CronReferenceTests
	ZITARE_LONG_FAULTS=1 $(SWIFT) test --skip-build --filter 'StoreFaultTests|PowerLossTests|ZitareJobsTests.ConditionTests|DownloadStorageTests'
	ZITARE_PROGRAM=$(CURDIR)/$(ZITARE) ZITARE_IDLE_SECONDS=130 $(SWIFT) test --skip-build --filter IdleTests
	ZITARE_INDEX_KILLS=50 ZITARE_INDEX_COMMITS=10000 $(SWIFT) test --skip-build --filter ZitareSearchTests.IndexCrashTests
	ZITARE_FUZZ_SECONDS=600 $(SWIFT) test --skip-build --filter 'QueryFuzzTests|DocumentFuzzTests'
	ZITARE_FETCH_KILLS=100 ZITARE_FETCH_BYTES=200000000 $(MAKE) --no-print-directory examples
	$(MAKE) sanitize

# XCTest's own runner, which has no tests here, leaks. The address sanitizer looks for leaks in the HTTP
# client after 10,000 calls.
.PHONY: sanitize
sanitize: setup-test ## runs the tests of the job runtime, the HTTP client and the search under thread and address sanitizers
	for sanitizer in thread address; do \
	  build="--disable-xctest --sanitize $$sanitizer --scratch-path .build/$$sanitizer"; \
	  $(SWIFT) build --build-tests $$build; \
	  for tests in $(foreach tests,$(SANITIZED_TESTS),'$(tests)'); do \
	    ZITARE_HTTP_REQUESTS=10000 $(SWIFT) test --skip-build $$build --filter "$$tests" --skip '$(FAULT_TESTS)'; \
	  done; \
	  $(SWIFT) test --skip-build $$build --filter '$(FAULT_TESTS)'; \
	done

.PHONY: desktop-check
desktop-check: setup-test ## shows the quotation in real panels, and lets Tracker read the export of pages
	@scripts/install-packages $(DESKTOP_PACKAGES)
	$(SWIFT) build --build-tests
	Tests/Desktop/check $$($(SWIFT) build --show-bin-path)/zitare docs/images
	ZITARE_DESKTOP=1 $(SWIFT) test --skip-build --filter DesktopIndexerTests

CRASH_JOBS ?= 10000
.PHONY: crash
crash: setup-test ## kills and stops processes that run 10,000 jobs
	$(SWIFT) build --build-tests
	ZITARE_CRASH_JOBS=$(CRASH_JOBS) $(SWIFT) test --skip-build --filter ZitareJobsProcessTests

# User Mode Linux: it needs no rights and boots in three seconds.
.PHONY: clocks
clocks: setup-test ## sets the clock of a kernel of its own and sends it to sleep, below a scheduler and a worker
	@scripts/install-packages user-mode-linux
	$(SWIFT) build --build-tests
	scripts/own-kernel $$($(SWIFT) build --show-bin-path)/zitare-workerPackageTests.xctest \
	  --testing-library swift-testing --filter OwnKernelTests

.PHONY: bench
bench: setup-test release ## measures whole runs and their stages beside what one would write otherwise
	Benchmarks/run $(ZITARE)

.PHONY: bench-start
bench-start: setup-test release ## measures the process of zitare today beside curl --version
	Benchmarks/start $(ZITARE)

.PHONY: bench-refresh
bench-refresh: setup-test setup-demo release ## measures a refresh of 500,000 records beside curl and sha256sum
	Benchmarks/refresh $(ZITARE)

.PHONY: bench-daily
bench-daily: setup-test setup-demo release ## measures the quotation of the day over 500,000 records beside plain C
	Benchmarks/daily $(ZITARE)

.PHONY: bench-relevance
bench-relevance: setup-test release ## measures what the search finds beside FTS5 and quest, by judged queries
	Benchmarks/relevance/measure $(ZITARE)

.PHONY: bench-search
bench-search: setup-test release ## measures building and asking an index beside C++, python3-xapian, scriptindex and FTS5
	$(SWIFT) build $(RELEASE_FLAGS) --package-path Benchmarks --scratch-path .build/bench --product bench-search
	Benchmarks/search $(ZITARE) .build/bench/release/bench-search

# Peers that are not installed are left out; python3-croniter is a Debian package, cronsim is not.
.PHONY: bench-cron
bench-cron: setup ## measures cron expressions beside cronsim and croniter
	@scripts/install-packages python3 python3-croniter
	$(SWIFT) build -c release --package-path Benchmarks --scratch-path .build/bench --product bench-cron
	Benchmarks/cron .build/bench/release/bench-cron

# Peers that are not installed are left out; huey and litequeue are Python packages.
.PHONY: bench-queue
bench-queue: setup-test ## measures the job store beside plain C, huey and litequeue
	$(SWIFT) build -c release --package-path Benchmarks --scratch-path .build/bench --product bench-queue
	Benchmarks/queue .build/bench/release/bench-queue

# Peers that are not installed are left out; aria2 and wget2 are Debian packages.
.PHONY: bench-http
bench-http: setup-test ## measures downloads beside plain C on libcurl, curl, wget2 and aria2c
	@scripts/install-packages nginx
	$(SWIFT) build $(RELEASE_FLAGS) --package-path Benchmarks --scratch-path .build/bench --product bench-downloads
	Benchmarks/downloads .build/bench/release/bench-downloads

.PHONY: bench-card
bench-card: setup-test release ## measures a card beside plain C on Pango and Cairo, and pango-view
	@scripts/install-packages pango1.0-tools
	Benchmarks/card .build/release/zitare-card

SOURCES := Package.swift Sources Tests Benchmarks Examples
.PHONY: lint format
lint: ## checks layout and style
	$(SWIFT) format lint --strict --recursive $(SOURCES)
format: ## settles the layout
	$(SWIFT) format --in-place --recursive $(SOURCES)

.PHONY: clean
clean: ## removes what was built
	rm -rf .build .demo

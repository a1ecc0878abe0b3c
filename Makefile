# Axioma: build, run, test. `make` alone lists the targets.
#
# The Makefile knows how to build things and from what; scripts/test knows what to check.

SHELL := bash
.SHELLFLAGS := -euo pipefail -c
.DELETE_ON_ERROR:
.DEFAULT_GOAL := help
MAKEFLAGS += --no-print-directory --no-builtin-rules

LISTEN ?= 127.0.0.1:8080
DATA ?= data

# Installs what the lock file says without changing it, like `npm ci`. That command also refuses a lock file without the
# packages of other operating systems, which is what npm writes with an incomplete registry.
NPM_INSTALL := npm install --no-save --no-audit --no-fund

GO_BUILD := env CGO_ENABLED=0 go build -trimpath

# Folders are sources too, so that a deleted file counts as a change.
GO_SOURCES := go.mod go.sum $(shell find cmd internal docs/manual -not -path '*/webui/dist*' -not -name '*_test.go' 2>/dev/null)
WEB_SOURCES := $(shell find web -maxdepth 1 -type f -not -name '*.tsbuildinfo' 2>/dev/null; find web/public web/scripts web/src web/worker 2>/dev/null)

WEB_MODULES := web/node_modules/.package-lock.json
E2E_MODULES := e2e/node_modules/.package-lock.json
LIGHTHOUSE_MODULES := e2e/lighthouse/node_modules/.package-lock.json
SITE_MODULES := site/node_modules/.package-lock.json
WEB_APP := internal/webui/dist/app-version.json

##@ Using it

.PHONY: help
help: ## Show this list
	@awk -f scripts/help.awk $(MAKEFILE_LIST)

.PHONY: run
run: need-go need-node bin/axioma ## Build and start with demo data (LISTEN=127.0.0.1:8080 DATA=data)
	@exec bin/axioma serve --listen "$(LISTEN)" --data "$(DATA)" --demo

.PHONY: build
build: need-go need-node bin/axioma ## Build bin/axioma with the embedded web app

.PHONY: docs
docs: need-go need-node bin/axioma $(E2E_MODULES) $(SITE_MODULES) ## Build the documentation site with screenshots: bin/site
	@scripts/step "Screenshots for the site" npm --prefix e2e run --silent pictures
	@scripts/step "Building the site" npm --prefix site run --silent build

##@ Checking it

.PHONY: check
check: ## Run the checks that your change affects (SINCE=commit)
	@scripts/test $(if $(SINCE),-since "$(SINCE)") check

.PHONY: test
test: ## Run all checks: formatting, linters, Go on both engines, web, browser
	@scripts/test all

.PHONY: test-go
test-go: ## Go tests on SQLite and PostgreSQL, with the race detector for concurrent code
	@scripts/test go

.PHONY: test-race
test-race: ## All Go tests on both engines with the race detector, and longer random histories
	@scripts/test race

.PHONY: test-web
test-web: ## Types, formatting and unit tests of the web app
	@scripts/test web

.PHONY: test-e2e
test-e2e: ## Browser tests against the real binary
	@scripts/test e2e

.PHONY: test-clocks
test-clocks: ## All tests at dates that break software (CLOCK=2028-02-29T10:00: at that one)
	@scripts/test-clocks $(CLOCK)

.PHONY: test-histories
test-histories: need-go ## 10,000 random histories of two offline counters, on a RAM disk if there is one
	@TMPDIR=$(firstword $(wildcard /dev/shm) /tmp) go test -count=1 ./internal/service -run TestTwoDevices -rapid.checks=10000

.PHONY: test-model
test-model: HISTORIES ?= 10000
test-model: need-go bin/tools/testpg ## 10,000 random histories of a shop against the reference model on both engines: hours (HISTORIES=100 for fewer)
	@TMPDIR=$(firstword $(wildcard /dev/shm) /tmp) go test -count=1 -timeout 0 ./internal/service -run TestShop_RandomHistory -rapid.checks=$(HISTORIES)
	@bin/tools/testpg go test -count=1 -timeout 0 ./internal/service -run TestShop_RandomHistory -rapid.checks=$(HISTORIES)

.PHONY: fuzz
fuzz: need-go ## 100,000 random inputs for each parser of outside input (TIMES=1000 for fewer)
	@scripts/fuzz $(TIMES)

.PHONY: check-dependencies
check-dependencies: need-go need-node $(WEB_MODULES) ## Known vulnerabilities and licences of all libraries, as before a release
	@scripts/check-vulnerabilities
	@scripts/check-licences

.PHONY: test-size
test-size: need-go bin/tools/testpg ## Query plans at 20,000 customers, a million visits and 2,000 businesses, on both engines
	@TEST_SIZE=full go test -count=1 ./internal/store -run TestQueryPlan_EachQuery_AvoidsFullScans
	@TEST_SIZE=full bin/tools/testpg go test -count=1 ./internal/store -run TestQueryPlan_EachQuery_AvoidsFullScans

.PHONY: test-partitioned
test-partitioned: need-go bin/tools/testpg ## Go tests on PostgreSQL with tables in 16 partitions by business
	@AXIOMA_TEST_PARTITIONS=16 bin/tools/testpg go test -count=1 -timeout 60m -skip 'QueryPlan|UsesIndex|ReadsNoOtherCustomer|FromEachVersion|Review_StartFails_KeepsReviews|NotStarted_SurvivesARestart' ./internal/... ./cmd/...

.PHONY: test-https
test-https: need-go ## Obtain a certificate from Pebble, the ACME test server of Let's Encrypt
	@GOBIN="$(CURDIR)/bin/tools" go install github.com/letsencrypt/pebble/v2/cmd/pebble@v2.10.1
	@TEST_PEBBLE="$(CURDIR)/bin/tools/pebble" go test -count=1 -tags https ./cmd/axioma -run GetsItsCertificate

.PHONY: test-metrics
test-metrics: need-go ## Alerts and dashboard with a real Prometheus (Debian package) and a real server
	@go test -count=1 -v -tags prometheus ./cmd/axioma -run TestPrometheus

.PHONY: test-proxies
test-proxies: need-go need-node bin/axioma ## Examples of deploy/ with real Caddy, nginx and HAProxy (CADDY=path NGINX=path HAPROXY=path if not on PATH)
	@AXIOMA_PROGRAM=$(CURDIR)/bin/axioma CADDY="$(CADDY)" NGINX="$(NGINX)" HAPROXY="$(HAPROXY)" go test -count=1 -v -tags proxies ./packaging

.PHONY: chaos
chaos: need-go need-node bin/axioma bin/tools/testpg ## Power cuts, kill -9, floods and clock jumps under load, on each engine (Linux, root, /dev/fuse)
	@go test -count=1 -tags fuse ./chaos/lossyfs
	@go run ./chaos -times 200 -record docs/figures.md
	@go run ./chaos -times 100 -kill -record docs/figures.md
	@go run ./chaos -times 100 -corrupt -record docs/figures.md
	@go run ./chaos -flood -record docs/figures.md
	@go run ./chaos -times 9 -jump -record docs/figures.md
	@bin/tools/testpg bash -c 'go run ./chaos -times 100 -kill -database "$$AXIOMA_TEST_DATABASE_URL" -record docs/figures.md && go run ./chaos -flood -database "$$AXIOMA_TEST_DATABASE_URL" -record docs/figures.md && go run ./chaos -times 9 -jump -database "$$AXIOMA_TEST_DATABASE_URL" -record docs/figures.md'

.PHONY: ha
ha: need-go need-node bin/axioma bin/axioma-next ## Failovers and a rolling upgrade of three PostgreSQL and three servers under load (Debian: patroni etcd-server haproxy postgresql iproute2, root)
	@go run ./chaos -cluster -next bin/axioma-next -record docs/figures.md

.PHONY: test-nightly
test-nightly: ## All tests under load, at those dates, rendered late, on Preact, with the race detector, those histories, and that size
	@scripts/test -with-load -times 3 tests
	@scripts/test-clocks
	@$(MAKE) --silent docs
	@scripts/test late
	@scripts/test preact
	@$(MAKE) --silent test-race
	@$(MAKE) --silent test-histories
	@$(MAKE) --silent test-size
	@$(MAKE) --silent test-partitioned

.PHONY: lint
lint: ## Formatting and linters, Go and web
	@scripts/test lint

.PHONY: bench
bench: need-go need-node bin/axioma bin/tools/testpg $(E2E_MODULES) $(LIGHTHOUSE_MODULES) ## Measure the binary against its targets, partly on PostgreSQL too
	@go run ./bench
	@bin/tools/testpg bash -c 'go run ./bench -run "lists|services report|insights|large business|fairness|pgbench comparison" -database "$$AXIOMA_TEST_DATABASE_URL"'
	@bin/tools/testpg bash -c 'go run ./bench -run "pass updates" -database "$$AXIOMA_TEST_DATABASE_URL"'
	@bin/tools/testpg bash -c 'go run ./bench -run backup -database "$$AXIOMA_TEST_DATABASE_URL"'

##@ Releasing it

.PHONY: release-dry
release-dry: need-go need-node ## Build a release, install its package into an empty root and start it
	@scripts/release-dry

##@ Changing it

.PHONY: setup
setup: ## Install the git hooks of scripts/hooks in this clone
	@git config core.hooksPath scripts/hooks

.PHONY: fmt
fmt: $(WEB_MODULES) $(E2E_MODULES) ## Format Go and web sources
	@gofmt -w bench cmd internal
	@cd web && npm run --silent format
	@cd e2e && npm run --silent format
	@cd site && npm run --silent format

.PHONY: generate
generate: $(WEB_MODULES) ## Write the generated files
	@scripts/generate

.PHONY: check-generated
check-generated: $(WEB_MODULES) ## Fail if a generated file is out of date
	@scripts/generate --check

.PHONY: clean
clean: ## Remove build results (not the data)
	@rm -rf bin web/node_modules e2e/node_modules site/node_modules
	@find internal/webui/dist -mindepth 1 -not -name .gitkeep -delete

# Build rules of the targets above.

bin/axioma: $(GO_SOURCES) $(WEB_APP) | need-go
	@scripts/step "Go build" $(GO_BUILD) -ldflags '-s -w' -o $@ ./cmd/axioma

# The program with one migration more.
bin/axioma-next: bin/axioma chaos/next_version.sql
	@printf '{"Replace":{"%s/internal/store/migrations/09999_next_version.sql":"%s/chaos/next_version.sql"}}' "$(CURDIR)" "$(CURDIR)" >bin/next.json
	@scripts/step "Go build, next version" $(GO_BUILD) -overlay bin/next.json -ldflags '-s -w' -o $@ ./cmd/axioma

$(WEB_APP): $(WEB_MODULES) $(WEB_SOURCES)
	@scripts/step "Web build" npm --prefix web run --silent build
	@touch $@

$(WEB_MODULES): web/package.json web/package-lock.json | need-node
	@scripts/step "npm packages of web" $(NPM_INSTALL) --prefix web
	@touch $@

$(E2E_MODULES): e2e/package.json e2e/package-lock.json | need-node
	@scripts/step "npm packages of e2e" $(NPM_INSTALL) --prefix e2e
	@touch $@

$(LIGHTHOUSE_MODULES): e2e/lighthouse/package.json e2e/lighthouse/package-lock.json | need-node
	@scripts/step "npm packages of Lighthouse" $(NPM_INSTALL) --prefix e2e/lighthouse
	@touch $@

$(SITE_MODULES): site/package.json site/package-lock.json | need-node
	@scripts/step "npm packages of site" $(NPM_INSTALL) --prefix site
	@touch $@

.PHONY: bin/tools/testpg bin/tools/testopenid bin/tools/testrun
bin/tools/testpg bin/tools/testopenid bin/tools/testrun: bin/tools/%: | need-go
	@$(GO_BUILD) -o $@ ./internal/$*

.PHONY: need-go need-node
need-go need-node: need-%:
	@scripts/need $*

# adjudicate: `make help` lists what there is.

GO      ?= go
BUILD   := build
PROGRAM := $(BUILD)/adjudicate
SEASON  := fixtures/season/autumn.season
LEDGER  := $(BUILD)/autumn.ledger
# Packages whose code or tests run in several goroutines.
RACE     = $$(sh scripts/raced.sh)
# How long each fuzz target runs.
FUZZTIME ?= 10s

# Where make install puts the program.
PREFIX  ?= /usr/local

# How many games each property test plays in make random.
GAMES   ?= 150
# The seed of make random; 0 draws one. A failure says which it was. (make test has a fixed one.)
SEED    ?= 0

# How every kind of page looks: a few in go test ./..., all of them in make test; nothing for the race detector.
LOOKS   ?= InABrowser(AxeFindsNothing|TheFocusIsSeen|NothingMovesUnasked)

# The program itself never needs cgo; only the race detector does.
export CGO_ENABLED = 0

.PHONY: help build run serve chromium mailservers pictures test test-arm64 cover test-esdb bench-esdb bench bench-chess bench-peer bench-page bench-serve curves random fuzz causes mutations writers offices simulate mutate perft cases docs release install clean
.DEFAULT_GOAL := help

help: ## list the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-9s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)

build: ## build the program into build/
	@mkdir -p $(BUILD)
	$(GO) build -o $(PROGRAM) ./cmd/adjudicate

run: build ## try it: a ledger of the sample season, a legal and an illegal play
	@sh scripts/run.sh $(PROGRAM) $(SEASON) $(LEDGER)

serve: build ## show the sample season at http://127.0.0.1:8080/
	@[ -f $(LEDGER) ] || $(PROGRAM) import $(SEASON) --ledger $(LEDGER)
	$(PROGRAM) serve --ledger $(LEDGER)

# What people see is tested in Chromium, which is installed where it may be; where CI is set its lack is a failure.
chromium:
	@sh scripts/chromium.sh

# Mails are taken from a real server as well, and handed to one, in the same way.
mailservers:
	@sh scripts/mailservers.sh

pictures: chromium ## renew the pictures of docs/pictures
	$(GO) test ./web -count 1 -run InABrowser -screenshots

# Building and testing make much short-lived garbage; there is memory to leave it in. Tests are linked without what debuggers read, and not vetted again.
# All tests run once: the simulator and the looks at pages at the length of this target at once.
LEAN := -vet=off -ldflags='-s -w'
# What the race detector need not watch: SQLite is C translated to Go, and its memory is not the Go heap, outside of which the detector ignores all accesses.
# The package between it and ours is watched.
WATCH := -race -gcflags=modernc.org/...=-race=false
test: export GOGC = 400
test: chromium mailservers ## vet, format, tidy, lint, all tests, the race detector where it matters
	$(GO) vet ./...
	@unformatted=$$(gofmt -l .); if [ -n "$$unformatted" ]; then echo "not gofmt'ed:"; echo "$$unformatted"; exit 1; fi
	$(GO) mod tidy -diff
	$(GO) tool staticcheck ./...
	ADJUDICATE_SIMULATE=30s ADJUDICATE_SEED=1 ADJUDICATE_LOOKS=all $(GO) test $(LEAN) ./...
	@if CGO_ENABLED=1 $(GO) env CC >/dev/null 2>&1 && command -v $$($(GO) env CC) >/dev/null 2>&1; then \
		CGO_ENABLED=1 $(GO) test $(WATCH) $(LEAN) -skip '$(LOOKS)' $(RACE) && CGO_ENABLED=1 $(GO) test $(WATCH) $(LEAN) ./aggregate -run Share; \
	else \
		echo "no C compiler: the race detector was left out"; \
	fi
	@command -v python3 >/dev/null || echo "no python3: the verifier in another language was not run"

test-arm64: ## play every season and some games on an emulated arm64, which must come to the same bytes (needs qemu-user)
	ADJUDICATE_ARM64=1 $(GO) test ./internal/played -count 1 -timeout 30m -v -run Arm64

# What counts as the core of the decisions, and the tests that are to reach it.
CORE    := adjudicate/aggregate,adjudicate/rules/movement,adjudicate/history

cover: ## report how much of the judge, the movement engine and history the tests reach, block by block, and which functions least
	@mkdir -p $(BUILD)
	$(GO) test -coverpkg=$(CORE) -coverprofile=$(BUILD)/cover.out ./aggregate/... ./rules/movement ./history/... ./ledger ./internal/generate
	@$(GO) tool cover -func=$(BUILD)/cover.out | awk '{ sub("%", "", $$NF) } /^total:/ { print "all of them: " $$NF " %" } !/^total:/ && $$NF < 80 { print $$NF " %  " $$1 " " $$2 }' | sort -n
	@awk -F '[: ]' 'NR > 1 { n = split($$1, dir, "/"); pkg = $$1; sub("/" dir[n], "", pkg); key = $$1 ":" $$2; if (!(key in size)) { size[key] = $$3; blocks[pkg]++ } if ($$4 > 0 && !(key in hit)) { hit[key] = 1; reached[pkg]++ } } END { for (p in blocks) printf "%s: %d of %d blocks (%.1f %%)\n", p, reached[p], blocks[p], 100 * reached[p] / blocks[p] }' $(BUILD)/cover.out | sort

test-esdb: ## run what makes sense against a real server: make test-esdb URL='esdb://…' [STOP='…' START='…']
	@if [ -z '$(URL)' ]; then echo "which server? make test-esdb URL='esdb://user:password@host:2113?tls=true'"; exit 2; fi
	ADJUDICATE_ESDB='$(URL)' ADJUDICATE_ESDB_STOP='$(STOP)' ADJUDICATE_ESDB_START='$(START)' $(GO) test ./store/esdb -count 1 -timeout 60m -v \
		-run 'TestStoreKeepsTheContract|TestASeasonIsTheSameAsInAFile|TestAServerKeepsWhatIsPromised'

bench-esdb: ## measure a server: make bench-esdb URL='esdb://…' (the test server without)
	@echo "server: $(if $(URL),a real one,the test server)"
	@ADJUDICATE_ESDB='$(URL)' $(GO) test ./store/esdb -run '^$$' -bench . -benchtime 1s
	@$(if $(URL),,$(GO) test ./cmd/adjudicate -run '^$$' -bench 'ServerBesideFile|LedgersCold' -benchtime 3x)

# Which benchmarks of which packages to run; each figure has a yardstick beside it.
BENCH   ?= .
PACKAGES ?= ./...

bench: ## measure, in domain units: make bench [BENCH='Perft|Amended'] [PACKAGES=./systems/perft]
	@$(GO) build -o $(BUILD)/yardstick ./internal/yardstick
	$(GO) test -run '^$$' -bench '$(BENCH)' -benchmem -cpu 1 $(PACKAGES) 2>&1 | $(BUILD)/yardstick

# How many times make bench-page measures everything in turn.
ROUNDS  ?= 3

bench-page: ## measure everything and its peers in turn, ROUNDS times (default 3, some minutes), and write the best figures into docs/performance.md
	@$(GO) build -o $(BUILD)/yardstick ./internal/yardstick
	@for round in $$(seq $(ROUNDS)); do \
		$(GO) test -run '^$$' -bench 'Perft|Full|Analysis|InCheck|Plays/|VerifiedLoad|Append|Verify$$|Compile30|Recompile|Fold|ColdRead|Import|Tree|Enact/480|Kept|Ledgers|Million' -benchmem -cpu 1 \
			./systems/perft ./rules/movement ./projections ./ledger ./ledger/proof ./store/sqlite ./history/amendment ./aggregate ./cmd/adjudicate && \
		(cd internal/bench && $(GO) test -run '^$$' -bench . -benchtime 1x -cpu 1) || exit 1; \
	done 2>&1 | $(BUILD)/yardstick -renew docs/performance.md

# What make bench-serve asks for: LOAD='-watchers 1000 -plays 60 -for 10s', for instance; go run ./internal/load -help lists it all.
LOAD    ?=

bench-serve: build ## measure a running office at fixed rates: pages, plays, watchers, memory (some minutes, on a quiet machine)
	$(GO) run ./internal/load -program $(PROGRAM) $(LOAD)

bench-chess: ## compare the counts of orthodox chess with Go libraries that know chess alone
	cd internal/bench && $(GO) test -run '^$$' -bench . -benchtime 3x

# An engine for chess variants to compare with, built by whoever compares: Fairy-Stockfish, for instance.
PEER    ?=

bench-peer: ## count the published trees in turn with an engine: make bench-peer PEER=PROGRAM
	cd internal/bench && ADJUDICATE_PEER=$(PEER) $(GO) test -run '^$$' -bench Peer -benchtime 2x -cpu 1

curves: ## measure how cost grows with events, pieces, sides, rules and editions; renew the table and the picture in docs (many minutes)
	cd internal/bench && $(GO) test ./curves && $(GO) run ./curves -docs ../../docs

fuzz: ## run every fuzz target for FUZZTIME (default 10s)
	@$(GO) list -f '{{$$p := .ImportPath}}{{range .TestGoFiles}}{{$$p}} {{$$.Dir}}/{{.}}{{"\n"}}{{end}}{{range .XTestGoFiles}}{{$$p}} {{$$.Dir}}/{{.}}{{"\n"}}{{end}}' ./... | \
	while read -r package file; do \
		sed -n 's/^func \(Fuzz[A-Za-z0-9_]*\)(.*/\1/p' "$$file" | while read -r target; do \
			echo "== $$package $$target"; \
			$(GO) test -run '^$$' -fuzz "^$$target\$$" -fuzztime $(FUZZTIME) -fuzzminimizetime 20x "$$package" || exit 1; \
		done || exit 1; \
	done

random: ## try GAMES random games on each property (default 150: 22,000 plays, 250,000 rulings made again)
	$(GO) test ./internal/invariants -count 1 -v -timeout 60m -rapid.checks $(GAMES) -rapid.seed $(SEED)
	ADJUDICATE_REPLAYS=40 $(GO) test ./internal/invariants -count 1 -v -timeout 60m -run PlansComeTo
	ADJUDICATE_REPLAYS=40 $(GO) test ./history/readjudicate -count 1 -timeout 60m -run JudgingOnlyWhatIsConcerned
	ADJUDICATE_SEEDS=$(GAMES) $(GO) test ./internal/naive -count 1 -run NaiveModel
	ADJUDICATE_SEEDS=$$((20*$(GAMES))) $(GO) test ./internal/naivelaw -count 1 -timeout 60m
	ADJUDICATE_RANDOM=3 $(GO) test -run TheJudgeRulesAsTurnsAreCounted -timeout 60m -count=1 ./aggregate

# How many plans make causes draws, and from which one on: what was tried up to a plan need not be tried again.
PLANS   ?= 10000
PLAN    ?= 0

causes: ## draw PLANS plans of two and three changes from number PLAN on, and hold every cause that is stated against the history without it (hours)
	ADJUDICATE_CAUSES=$(PLANS) ADJUDICATE_FROM=$(PLAN) ADJUDICATE_SEED=$(SEED) $(GO) test ./history/causes -count 1 -v -timeout 24h -run StatedCausesAreTrue

mutations: ## try every small change of a sample ledger, count what verify finds (minutes)
	ADJUDICATE_MUTATIONS=1 $(GO) test ./ledger -count 1 -timeout 3h -v -run "Unnoticed|Mended"

writers: ## ten processes at one ledger for 30 s, with readers, a follower and backups
	ADJUDICATE_WRITERS=30s $(GO) test ./cmd/adjudicate -count 1 -v -run TenWriters

kills: ## kill the program 500 times, amid single appends and amid imports (some minutes)
	ADJUDICATE_FAULTS=1 $(GO) test ./cmd/adjudicate -count 1 -timeout 2h -v -run Kills

# How many games of six make offices plays.
OFFICES ?= 20

offices: ## play OFFICES games of six to their ends by mail and page, with kills (default 20: some minutes)
	ADJUDICATE_OFFICES=$(OFFICES) $(GO) test ./cmd/adjudicate -count 1 -timeout 2h -v -run SixPlayToTheEnd

faults: ## let every write, sync and system call fail, cut the power, damage every page, fill disks (half an hour)
	@for tool in strace unshare; do command -v $$tool >/dev/null || { echo "make faults needs $$tool: apt-get install strace util-linux"; exit 1; }; done
	ADJUDICATE_FAULTS=1 $(GO) test ./internal/faults -count 1 -timeout 2h -v
	ADJUDICATE_FAULTS=1 $(GO) test -tags faults ./cmd/adjudicate -count 1 -timeout 2h -v -run 'DamageAtAnyPage|EverySystemCall|SmallDisk|LockedLedger'

# How long make simulate runs, and from which seed; without one the clock draws it.
LENGTH  ?= 8h
FROM    ?=

simulate: ## run the whole program in worlds that misbehave for LENGTH (default 8h); make simulate LENGTH=10m FROM=1
	ADJUDICATE_SIMULATE=$(LENGTH) ADJUDICATE_SEED=$(FROM) $(GO) test ./internal/simulate -count 1 -timeout 0 -v -run 'Promises|Planted' | grep -v -e '^=== RUN' -e '--- PASS'

# How many planted mistakes make mutate tries, and which.
MUTANTS ?= 200
DRAW    ?= 1

mutate: ## plant MUTANTS small mistakes in the judge, count those that the tests notice (default 200: hours)
	$(GO) run ./internal/mutants -sample $(MUTANTS) -seed $(DRAW) ./aggregate ./rules/movement ./history

perft: ## hold the movement engine against every published count
	ADJUDICATE_DEEP=1 $(GO) test ./systems/perft -count 1 -run 'Published|CountsOf'

cases: build ## judge the adjudication test cases and renew docs/cases.md
	$(PROGRAM) cases systems/partychess/cases
	$(GO) test ./aggregate/cases -run Table -update

docs: ## renew the pages that are generated
	$(GO) test ./events ./rules ./rules/words ./systems ./systems/perft -update
	$(GO) test ./cmd/adjudicate -run 'Page' -update
	$(GO) test ./aggregate/cases -run Table -update
	$(GO) test ./report -run 'Schema|PagesOfSystems' -update

release: ## build what is published of the commit into build/release: programs, packages, containers, bill of materials, sums; ONLY=linux/amd64, TWICE=1
	cd internal/release && $(GO) vet . && $(GO) test . && $(GO) run . $(if $(ONLY),-only $(ONLY)) $(if $(TWICE),-twice)

install: build ## install the program and its man pages below PREFIX (default /usr/local)
	install -D -m 755 $(PROGRAM) $(DESTDIR)$(PREFIX)/bin/adjudicate
	rm -rf $(BUILD)/man1 && $(PROGRAM) man --out $(BUILD)/man1
	install -d $(DESTDIR)$(PREFIX)/share/man/man1 && install -m 644 $(BUILD)/man1/*.1 $(DESTDIR)$(PREFIX)/share/man/man1

clean: ## remove what was built
	rm -rf $(BUILD)

#!/bin/sh
# Print which packages of the store, the ledger, the office and of histories compared on several cores start goroutines, keep them apart, or answer requests, or whose
# tests do: in the others the race detector can find nothing.
grep -rlE --include='*.go' '^[[:space:]]*go [a-zA-Z.]+\(|\.Go\(|\bsync\.|\batomic\.|Parallel\(|httptest\.New(TLS)?Server' store ledger web history/compare history/readjudicate history/subsets |
	xargs -n 1 dirname | sort -u | sed 's,^,./,'

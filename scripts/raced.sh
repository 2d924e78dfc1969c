#!/bin/sh
# Print which packages of the store, the ledger and the office start goroutines, keep them apart, or answer requests, or whose
# tests do: in the others the race detector can find nothing.
grep -rlE --include='*.go' '^[[:space:]]*go [a-zA-Z.]+\(|\.Go\(|\bsync\.|\batomic\.|Parallel\(|httptest\.New(TLS)?Server' store ledger web |
	xargs -n 1 dirname | sort -u | sed 's,^,./,'

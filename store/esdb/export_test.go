package esdb

import (
	"context"
	"time"
)

// Remove deletes the streams of a category, as far as the user may list or name them.
func Remove(ctx context.Context, s *Store) {
	names, _ := s.names(ctx)
	there, _ := s.scan(ctx)
	for _, ledger := range union(names, there.ledgers) {
		_ = s.sweep(ctx, s.nameOf(ledger))
		_ = s.sweep(ctx, successor(s.nameOf(ledger)))
	}
	for name := range there.stages {
		_ = s.sweep(ctx, name)
	}
	_ = s.sweep(ctx, s.indexName())
}

// SetNotice sets how soon a slow answer is mentioned, for tests that cannot wait.
func SetNotice(s *Store, d time.Duration) { s.notice = d }

// Escape and Unescape are the halves of StreamName and LedgerName.
var (
	Escape   = escape
	Unescape = unescape
)

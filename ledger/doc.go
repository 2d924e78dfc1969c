// Package ledger keeps one game: a stream of events in a store, and what follows from it.
//
// A [Ledger] reads its stream, folds the outcomes into a judge's state, and from then on
// takes inputs: each is ruled on, and the input and all its outcomes are appended in one
// piece, at the revision that the judge has seen. If the stream has moved on meanwhile,
// nothing is written and the store's conflict error is returned.
//
//	store ──Open──► Ledger ──Submit(input)──► judge ──► input + outcomes ──Append──► store
//	                   └──At(sequence)──► the state as it was
//
// The input's event comes first, its ruling second, then the other outcomes; all of them
// carry the input's id as their correlation, and outcomes as their causation. A rejected
// input is appended with its ruling: what was asked and why it was refused is part of the
// record.
//
// A play that names its message (a mail's Message-ID) is ruled on once: submitting it again
// returns the first ruling and writes nothing.
//
// Check looks at an input before that: one that names a side, a piece or a square which the
// game does not have is a slip of whoever typed it, and no matter for a ruling. ReadExport
// makes a copy of a ledger from its exported form; Verify reads a ledger again, judges every
// input anew and lists what is not as recorded.
//
// It refuses times that run backwards (but for the adoption of an edition that corrects moments), streams whose events are not consecutive, and
// everything that package events refuses to read.
package ledger

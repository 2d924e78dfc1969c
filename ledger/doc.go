// Package ledger keeps one game: a stream of events in a store, and the state they fold to.
//
// [Open] reads the stream and folds its outcomes into a judge's state. From then on
// [Ledger.Submit] rules on inputs: it appends each input with all its outcomes in one append,
// at the revision that the judge has seen. If another writer has extended the stream
// meanwhile, Submit writes nothing and returns the store's conflict error.
//
//	store ──Open──► Ledger ──Submit(input)──► judge ──► input + outcomes ──Append──► store
//
// The input's event comes first, its ruling second, then the other outcomes. All carry the
// input's id as their correlation; outcomes carry it as their causation. A rejected input is
// appended with its ruling: what was asked, and why it was refused, is part of the record.
//
// A play that names its message (a mail's Message-ID) is ruled on once. Submitting it again
// returns the first ruling and writes nothing.
//
// [Ledger.Check] examines an input before it is submitted. An input that names a side, piece
// or square unknown to the game is a typing error, reported as an [*InputError], not a matter
// for a ruling. [ReadExport] reads the exported form of a ledger. [Verify] reads a ledger from
// the start, judges every input again and lists every difference from the record.
//
// The package refuses times that run backwards, except for the adoption of an edition that
// corrects times; streams whose events are not consecutive; and everything that package events
// refuses to read.
package ledger

// Package history reads the histories that one ledger holds.
//
// A ledger is a stream of inputs, each followed by the outcomes of ruling on it. That is its
// first edition. Adopting another edition appends an event that lists its changes (a rule
// enacted from an earlier point, an input corrected, a ruling overturned), followed by the
// outcomes that differ, in effective order. Each of these names the input it belongs to by
// sequence: its effective point. Earlier events are never altered.
//
//	main stream   1 … 211 [212 capture …] 213 …  900 [901 adopted: 2 | restated 212, 215 …] 950 …
//	edition 1     1 … 211 [212 as recorded] 213 … 900
//	edition 2     1 … 211 [212 as restated] 213 … 900, 950 …
//
// Three coordinates address a history: the edition; the effective point, up to which its
// inputs are read; and the known point, the sequence up to which the ledger is read. A
// [Catalogue] describes the editions known at such a sequence. Its History method yields the
// entries of one edition. An [Entry] is an input as it stands in that edition (recorded,
// corrected or inserted) with its outcomes. An edition inherits whatever it does not restate
// from the edition it was made from, and ends where the next one is adopted.
//
// The state at any point of any edition is a fold of outcomes. [Catalogue.StateAt] starts from
// the nearest snapshot that the store keeps as a note beside the stream, and folds on from
// there. Snapshots are derived data and can be rebuilt.
//
// What an edition restates stands in its adoption, or where it was stated before, to which the adoption refers (stated.go). Entries are the same either way.
//
// The package refuses editions that do not exist, points beyond what was known, streams
// with malformed adoptions, and references that lead nowhere.
package history

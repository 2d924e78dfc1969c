// Package history reads the histories that one ledger holds.
//
// A ledger is a stream of inputs with the outcomes that the rules made of them: that is its
// first edition. Whoever adopts another edition appends an event that lists the changes it
// makes (a rule enacted from an earlier point, an input corrected, a ruling overturned) and,
// behind it, the outcomes that differ, in effective order, each with the sequence of the
// input that it answers as its effective point. Nothing that stood before is touched.
//
//	main stream   1 … 211 [212 capture …] 213 …  900 [901 adopted: 2 | restated 212, 215 …] 950 …
//	edition 1     1 … 211 [212 as recorded] 213 … 900
//	edition 2     1 … 211 [212 as restated] 213 … 900, 950 …
//
// So a history is addressed by three points: the edition; the effective point, up to which
// of its inputs; and the sequence up to which the ledger was known. A [Catalogue] is what is
// known of the editions at such a sequence. Its History yields the entries of one edition,
// each an [Entry]: an input as it stands in it (as recorded, corrected, or inserted) with its
// outcomes there. An edition inherits from the one it was made from whatever it does not
// restate, and ends where the next one is adopted.
//
// The state at any point is a fold of outcomes, for every edition: [Catalogue.StateAt] begins
// at the nearest state that the store keeps beside the stream (a note, derived data) and
// folds on from there.
//
// It refuses editions that do not exist, points beyond what was known, and streams whose
// adoptions do not read as they are documented.
package history

// Package salvage gets out of a damaged ledger what can still be shown to be true.
//
// A [Source] is the bytes of a ledger's file, with those of the log beside it, or of an
// export, however cut, altered or overwritten. Its [Prefix] is the longest beginning of the
// game that holds together:
//
//	file + log ──pages──► rows whose checksum matches ──┐
//	                                                    ├──► events 1, 2, 3, … ──► whole inputs
//	export ──lines──► events that read as written ──────┘      up to the first        judged again
//	                                                           that does not fit
//
// The reading of a file asks nothing of SQLite and trusts none of its structure: not the
// schema, not the index, not the inner pages of a tree. Every page is looked at on its own,
// and a row counts if its checksum, which covers its place, its id, its type and its data,
// says so. Where a page's own table of contents is damaged, rows are looked for at every byte
// of it. Rows are never changed or deleted, so an older version of a page is as good a
// witness as the newest. Of the log, what SQLite would read counts, and no more: behind it
// lies what was never committed.
//
// An event belongs to the prefix if it reads as its bytes say, stands at its sequence, belongs
// to the same ledger as those before it and names the right cause. The events of one input
// are never separated: a cut within an adoption costs the whole edition. The last input is ruled
// on again, and counts if it has all its outcomes. An export has no checksums: there every
// input is ruled on again, and the first one on which this very engine rules otherwise ends
// the prefix. Plays are ruled on by the judge, disputes by their docket, and an adoption by
// ruling again on the history that it changes (ledger.Reviewer).
//
// It refuses nothing but a source without any event ([NothingError]), and never writes.
package salvage

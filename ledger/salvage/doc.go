// Package salvage recovers from a damaged ledger whatever can still be shown to be true.
//
// A [Source] is the bytes of a ledger's file and its write-ahead log, or of an export, however truncated, altered
// or overwritten. Its [Prefix] is the longest consistent beginning of the game:
//
//	file + log ──pages──► rows whose checksum matches ──┐
//	                                                    ├──► events 1, 2, 3, … ──► whole inputs
//	export ──lines──► events that read as written ──────┘      up to the first        judged again
//	                                                           that does not fit
//
// Files are read without SQLite and without trusting their structure: not the schema, the index or the inner
// pages of a tree. Every page is examined on its own. A row counts if its checksum, which covers its place, id,
// type and data, matches. Where a page's cell pointers are damaged, rows are searched for at every byte of it.
// Rows are never changed or deleted, so an older version of a page is as good evidence as the newest. Of the log,
// only what SQLite would read counts; what follows was never committed.
//
// An event belongs to the prefix if it decodes canonically, has the next sequence, belongs to the same ledger as
// those before it and names the right cause. The events of one input are never separated: a cut within an adoption
// loses the whole edition. The last input is ruled on again, and counts if it has all its outcomes. An export has no
// checksums, so every input of it is ruled on again, and the first one that this engine rules on differently ends the
// prefix. The judge rules on plays, the docket on disputes, and adoptions are checked by readjudicating the history
// that they change (ledger.Reviewer).
//
// The package refuses only a source without any event ([NothingError]), and writes nothing but the new file of [Recover].
package salvage

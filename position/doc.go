// Package position reads a position without a ledger and reports what it holds.
//
// A position is a JSON document: the system, the interpretations that differ from their
// defaults, the sides in their order with what each last did, and the pieces with their
// types, owners and squares. [Read] is strict: it refuses what it does not know, and says
// in which line and field. [Document.Set] puts the pieces onto a compiled board, and
// [Document.Analyse] reports for every piece where it can go, what it attacks and defends
// and where it may be placed, and for every side its Weight and who gives it check.
//
//	JSON ──Read──► Document ──Set──► movement.Position ──Analyse──► Report ──► JSON
//
// Squares, sides and types in a report are spelled as in the document. All lists are
// sorted: squares by file then rank, captures by their victim's square and then by where
// the captor ends, piece ids as text.
package position

// Package position analyses a position without a ledger.
//
// A position is a JSON document: the system, the interpretations that differ from their defaults, the
// sides in order with the last act of each, and the pieces with their types, owners and squares.
// [Read] is strict: an unknown field or value is an error with line and field. [Document.Set] puts the
// pieces onto a compiled board. [Document.Analyse] reports for every piece where it can go, what it
// attacks and defends and where it may be placed, and for every side its Weight and which pieces give
// it check.
//
//	JSON ──Read──► Document ──Set──► movement.Position ──Analyse──► Report ──► JSON
//
// Squares, sides and types in a report are spelled as in the document. All lists are sorted: squares
// by file, then rank; captures by the victim's square, then by the square where the captor ends; piece
// ids as text.
package position

// Package cases holds the engine to the Party Chess Adjudication Test Cases: does it rule as
// the clauses say?
//
// A case is one YAML document: an id that names a clause, a title, a line of purpose, a set-up
// (sides, pieces, readings, money), steps (plays and other inputs, each with its verdict) and
// claims (what must hold of the set-up or after a step). A file holds the cases of a section
// of the rules. The files stand in systems/partychess/cases and are meant for any program that
// adjudicates Party Chess; docs/cases-format.md describes them without reference to this one.
//
//	systems/partychess/cases/**.yaml ──Load──► []Case ──Run──► []Result ──WriteTable──► docs/cases.md
//
// A set-up becomes a state by folding outcomes, never by judging. Steps go to the judge as
// inputs. Claims about pieces (where can it go, what does it attack) are asked of a board
// that is built afresh from the state, so that a judge whose board has drifted from its
// state is found out.
//
// Load is strict: an unknown key, a square off the board, two pieces on one square, an id
// given twice are errors that name file, line and column. Nothing here
// derives an expectation: what a case expects was worked out from the clauses by hand.
package cases

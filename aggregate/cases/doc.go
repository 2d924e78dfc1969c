// Package cases runs adjudication test cases, those of every system, against the engine.
//
// A case is one YAML document: an id that names a clause, a title, a line of purpose, a set-up
// (sides, pieces, readings, money), steps (plays and other inputs, each with the expected
// verdict) and claims (what must hold of the set-up or after a step). A file holds the cases of
// one section of the rules. The files are in the folders of systems and serve any program
// that adjudicates the game; docs/cases-format.md specifies them independently of this one.
//
// The code knows what every game may have: assets and titles that players own, attributes of
// sides, stages, kinds of moves, ways off the board. Cases name these as the rules do, or by
// words of their game for them, which local.json lists: such a word is a key or an input that
// stands for a general one. A case is read in general words, and what is wrong with it, or
// with what the engine makes of it, is said in its own.
//
//	systems/NAME/cases/**.yaml ──Load──► []Case ──Run──► []Result ──WriteTable──► docs/cases.md
//
// A set-up becomes a state by folding outcomes, without judging. Steps go to the judge as
// inputs. Claims about pieces (where it can go, what it attacks) are checked on a board built
// afresh from the state, which exposes a judge whose board has drifted from its state.
//
// Load is strict: an unknown key, a square off the board, two pieces on one square or a
// repeated id is an error that names file, line and column. The package derives no
// expectations; those in the cases were worked out from the clauses by hand.
package cases

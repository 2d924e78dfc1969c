// Package aggregate holds the state of one game and judges what people do in it.
//
// Two things are kept strictly apart. A [State] is a fold of outcomes: Apply writes down
// what an outcome says and never asks whether it was right, so that every past state can
// be had again without any rule engine. A [Judge] puts a state, its compiled rulebook and
// a board position together and decides inputs: Decide reads, and yields a ruling and the
// outcomes that follow from it; Commit folds them.
//
//	input ─► Judge.Decide ─► Decision{Ruling, Outcomes} ─► store ─► Judge.Commit / State.Apply
//
// A decision rests on clauses and readings, and every outcome names those it rests on. An
// input against the rules yields one outcome, the ruling, with every fault that could be
// found and no effect. An input in accordance with them yields the ruling and then its
// effects in causal order, down to whose turn it is and what every side weighs.
//
// Moments, lots and configuration arrive with the inputs. Numbers, prices, weights, play
// shapes and piece types are data of the rulebook; this package only names mechanisms.
// What it cannot judge under the rulebook in force (no rulebook, an unknown type, a rule
// that is not in the suite) it refuses with a fault, not with an error or a panic.
package aggregate

// Package aggregate holds the state of one game and judges inputs to it.
//
// Folding and judging are strictly separate. A [State] is a fold of outcomes: Apply records
// what an outcome says and never asks whether it was right, so any past state can be rebuilt
// without a rule engine. A [Judge] combines a state, its compiled rulebook and a board
// position. Decide reads them and returns a ruling with the outcomes that follow; Commit folds
// those outcomes into the judge's state.
//
//	input ─► Judge.Decide ─► Decision{Ruling, Outcomes} ─► store ─► Judge.Commit / State.Apply
//
// Every outcome names the clauses and readings it rests on. An illegal input yields a single
// outcome, a ruling that lists every fault found, and has no effect. A legal input yields the
// ruling and then its effects in causal order, including whose turn it is next and the new
// Weight of each side.
//
// The package reads no clock, random source or configuration: times, draws and settings arrive
// with the inputs. It implements mechanisms only; numbers, prices, Weights, play shapes and
// piece types are data of the rulebook. What cannot be judged under the rulebook in force (no
// rulebook, an unknown type, a missing rule) is refused with a fault, never with an error or a
// panic.
package aggregate

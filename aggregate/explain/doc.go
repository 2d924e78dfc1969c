// Package explain answers: why was this ruled?
//
// A ruling states the decision and the clauses it rests on. An explanation is the reasoning, as
// a tree: every condition that was evaluated, its subject, the clause that demands it, the
// reading applied, and whether it held. For a piece's move the tree has each mode of its
// definition, with the squares passed or the first reason why it fails; for a check, the path
// of the attack; for a Weight, what each piece contributes.
//
//	Case{Judge before the input, Input, Ruled} ──► Ruling ──► Tree of Nodes
//	Judge ──► Check, Weights: a Node; accounts of sides and pieces
//
// The tree comes from evaluating the conditions again, not from parsing the ruling's text. The
// judge is stopped before every atomic play (aggregate.Attempt), and the conditions are
// evaluated on the board at that point (movement.Tries, ActsOf, Placing, InCheck). The result
// is then compared with the ruling: every fault is attached to a condition that failed. A fault
// that matches none is appended, marked as such; tests assert that this never happens for
// plays.
//
// Clauses, numbers and names come from the rulebook in force, so amended rules and invented
// pieces are explained like any other. Because a Case holds a judge as it stood before the
// input, explanations work for every edition of a history.
//
// The package writes nothing. A hypothetical play (WhyNot) is evaluated as an Attempt too. The
// only thing it refuses is a judge whose rules cannot be applied; the explanation then says so.
package explain

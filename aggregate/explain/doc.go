// Package explain answers: why was this ruled?
//
// A ruling says what was decided and which clauses it rests on. An explanation is the way
// there, as a tree: every condition that was asked, what it was asked of, the clause that
// asks it, the reading under which, and whether it held. Of a piece's move it holds every
// way that its definition has, with the squares passed or the first reason why not; of a
// check the path of the attack; of a Weight what each piece adds.
//
//	Case{Judge before the input, Input, Ruled} ──► Ruling ──► Tree of Nodes
//	Judge ──► Check, Weights: a Node; accounts of sides and pieces
//
// The tree is made by asking again, not by reading the ruling's words: the judge is stopped
// before every atomic play (aggregate.Attempt), and the conditions are put to the board as it
// stands there (movement.Tries, ActsOf, Placing, InCheck). Only then is the ruling laid beside it:
// every fault belongs to a condition that failed. What the tree cannot place it appends as it
// was ruled, marked so; tests hold that there is none of it in plays.
//
// Clauses, numbers and names all come from the rulebook in force, so that rules which the
// players have amended or pieces they have invented explain themselves like any other. Since
// it takes a judge that stands before the input, it works for every edition of a history.
//
// It writes nothing and judges nothing anew: a hypothetical play (WhyNot) is an Attempt too.
// It refuses nothing but a judge whose rules cannot be applied, of which it says so.
package explain

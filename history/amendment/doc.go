// Package amendment answers: what does a change of the rules mean?
//
// Three ways of asking. [Diff] compares two revisions of a rule as definitions: which
// number, which leg, which section, each by its path and with its clause. [Foresee] puts a
// change to a judge of its own and compares the game before and after: definitions that are
// no longer valid, pieces that leave or are destroyed, checks, Weights, play shapes, legal
// plays, prices. [History] tells what the rules of a ledger have been.
//
//	rule, rule ──Diff──► changes by path
//	state, inputs ──clone──► judge ──Decide, Commit──► standing ┐
//	state ─────────clone──► judge ────────────────────► standing ┴──► Foresight
//	events ──History──► enactments, amendments, repeals, with rulebook hashes
//
// Nothing is written anywhere, and the state that is given is not changed. The package
// knows no rule and no piece; it refuses states whose rules in force cannot be read.
package amendment

// Package amendment answers: what does a change of the rules do?
//
// It has three entry points. [Diff] compares two revisions of a rule as definitions: which
// number, leg or section changed, each with its path and clause. [Foresee] applies a change to
// a copy of the judge and compares the game before and after: definitions that become invalid,
// pieces that leave or are destroyed, checks, Weights, play shapes, legal plays, prices.
// [History] lists how the rules of a ledger have changed.
//
//	rule, rule ──Diff──► changes by path
//	state, inputs ──clone──► judge ──Decide, Commit──► standing ┐
//	state ─────────clone──► judge ────────────────────► standing ┴──► Foresight
//	events ──History──► enactments, amendments, repeals, with rulebook hashes
//
// The package writes nothing and leaves the given state unchanged. It refuses states whose rules
// in force cannot be read.
package amendment

// Package carry takes a game of an older format over into a new ledger of today's.
//
// Nothing that is stored is ever rewritten: the old ledger stays what it is, and what comes of
// it is another ledger, with other events and other roots. Every input of the old one is put to
// the judge again, by whom and at the moment that it was recorded with; what time had made due by
// then and nobody had recorded comes before it, as entries of their own. Editions are adopted
// again with the changes that they had, disputes opened, argued and ruled on.
//
//	old   1 opened  2 enacted …   86 play   93 play R2@e11   99 adopted: 2
//	      │         │             │         │                │
//	new   1 opened  2 enacted … [91 due] 94 play … 103 play R3@e11  110 adopted: 2
//
// What one input says of another follows it: the events that disputes and changes name, the
// disputes and precedents by their numbers, and pieces. A piece is the same in both ledgers if
// the same input brought it about, in the same place among what that input brought about; where
// the new ledger has given it another label, the text of a play is written with that one.
//
// The two are then held against each other, edition by edition and input by input: a [Report] says
// which inputs are ruled on otherwise, which have other effects, what was due, and which pieces
// have other labels. What cannot be carried over at all, such as an edition whose changes
// contradict what the new ledger holds, is an error that names it; nothing is kept then.
package carry

// Package carry migrates a game from an older format into a new ledger of the current one.
//
// Nothing stored is rewritten: the old ledger stays as it is, and the result is another ledger with other
// events and other roots. Every input of the old one is put to the judge again, with its recorded actor and
// time. Expired limits that nobody had recorded by then are entered before it as inputs of their own.
// Editions are adopted again with their changes; disputes are opened, argued and ruled on again.
//
//	old   1 opened  2 enacted …   86 play   93 play R2@e11   99 adopted: 2
//	      │         │             │         │                │
//	new   1 opened  2 enacted … [91 due] 94 play … 103 play R3@e11  110 adopted: 2
//
// References between inputs are translated: the events that disputes and changes name, the numbers of
// disputes and precedents, and pieces. A piece is the same in both ledgers if the same input created it, at
// the same position among the pieces that input created; if the new ledger has given it another label, the
// text of a play is rewritten with that label.
//
// The two ledgers are then compared, edition by edition and input by input. A [Report] says which inputs are
// ruled on differently, which have other effects, which limits had expired, and which pieces have other
// labels. Anything that cannot be migrated, such as an edition whose changes contradict the new ledger, is an
// error that names it; nothing is then kept.
package carry

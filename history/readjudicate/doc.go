// Package readjudicate rules on a history again under retroactive changes.
//
// A [Plan] lists what is to differ: rules enacted, amended or repealed from an earlier point,
// another reading of an interpretation, inputs corrected, voided or inserted, orders on single
// inputs; and the policy for plays that lose their legality. Prepare checks a plan against the
// ledger. Run passes the inputs in effective order through a second judge and returns a
// [Candidate], the history that results, without writing anything. Package ledger adopts
// candidates.
//
//	edition ──entries──► Run ──Decide, with orders and policy──► Step, Step, …  ──► Candidate
//	  (base)               ▲                                    (before │ after)
//	changes ───────────────┘
//
// Every input whose ruling or effects differ is a [Step] with both sets of outcomes. Nothing else
// is kept, so memory grows only with the differences that the caller keeps.
//
// Not every input is judged anew. The history before the first change is unchanged: its state
// comes from a snapshot. After it, while board and accounts are the same in both histories, an
// input is judged only if something it may rest on has changed: the definition of an existing
// piece type, a section of the procedure, a reading that such types ask for. Whole stretches whose
// grounds the ledger has noted are skipped. Plan.Thorough judges everything and must give the same
// result; tests compare the two.
//
// An inserted entry stands just before an input. Its time may not precede that of the input before
// it or follow that of the input after it; a change without a time gets that of the input before
// it, and one outside these bounds is refused. Of several entries at one point, none may be earlier
// than the one before it. The change names the actor. An inserted play may carry a message id as
// its origin, but only recorded plays count as answering a message.
//
// A change names the entry it concerns by its address (Change.Address); an inserted entry has the
// id of the change that inserted it, which is unique in the ledger. So an inserted entry can be
// corrected, voided, ruled on or preceded by another insertion like any other, and events can refer
// to it.
//
// Draws are facts. A recorded lot stays an input and is used where the same draw occurs; other
// draws derive from the game's seed and the identity of the draw, so that all machines agree.
//
// The package refuses, with a *ChangeError, changes of events, rules, entries or points that do not
// exist; changes of what the rules of the game do not decide (adoptions, disputes); contradictory
// changes; and rule changes that leave no usable rulebook at some point of the history, which it
// names.
package readjudicate

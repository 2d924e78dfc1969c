// Package readjudicate rules on a history again under changes that reach back.
//
// A [Plan] says what is to be otherwise: rules enacted, amended or repealed from an earlier
// point, another reading of an interpretation, inputs corrected, voided or inserted late,
// rulings on single inputs; and by which policy plays that lose their legality are replaced.
// Prepare holds a plan against the ledger and refuses what cannot be meant. Run takes the
// inputs in effective order through a second judge and yields a [Candidate]: what the
// history becomes, without a word written. Package ledger adopts candidates.
//
//	edition ──entries──► Run ──Decide, with orders and policy──► Step, Step, …  ──► Candidate
//	  (base)               ▲                                    (before │ after)
//	changes ───────────────┘
//
// Every input whose ruling or effects differ is a [Step] with both sets of outcomes. What
// is the same before and after is not kept, so that memory grows with the differences that
// the caller keeps and with nothing else.
//
// Not every input is judged anew. Up to the first change, history is as it was: the state
// there comes from what the store has put aside. Behind it, as long as board and books are
// the same, an input is judged only if something it may rest on has changed: a type of piece
// that exists, a section of the procedure, a reading that types in the game ask for. Whole
// stretches of which the ledger has noted what they rested on are passed over. Plan.Thorough
// judges everything, which must come to the same; tests hold the two against each other.
//
// An inserted entry stands just before an input, and is dated as it would have been: not
// before the input that it follows and not after the one that it precedes. A change that
// tells no moment gets that of the input it follows; one outside of these is refused. Of
// several at one point, each is no earlier than the one before it. It has the actor that
// its change names. A message id that it carries says where it came from: that a message
// has been answered already, the ledger knows of recorded plays alone.
//
// A change names the entry that it is about by its address (Change.Address): one that another
// change has put in by that change's id, which is unique in the ledger. So it can be corrected, voided or
// ruled on as any other, and an entry can be put in before it. An event that answers it means it.
//
// Draws are facts. A recorded lot stays an input and is used where the same draw comes up;
// other draws derive from the game's seed and the draw's identity, so that two machines
// agree.
//
// It refuses, by a *ChangeError, changes of events, rules, entries or points that do not
// exist, changes of what the rules of the game do not decide (adoptions, disputes),
// contradictory changes, and rule changes that leave no usable rulebook at some point of
// history, naming it.
package readjudicate

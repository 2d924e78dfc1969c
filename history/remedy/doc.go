// Package remedy determines what can be done about a verdict, and which sides each remedy helps or harms.
//
// A verdict is a set of changes to a history: a play held illegal, a reading adopted from an earlier
// point. What becomes of plays that then lose their legality is open to choice: a policy for all of
// them, and orders on single plays (this one stands, that one never happened). Table readjudicates
// the history under every policy. Least searches for the fewest orders, beside a policy, that do the
// least damage, by three criteria in this order: no play of the spared sides falls and none of these
// sides is worse off; the fewest inputs with a different verdict; the fewest lost plays.
//
//	changes of the verdict ──► with every policy ──► Way: what flips, what is lost, how each side ends
//	                              └─► with one order on a play that falls, two, … (at most Question.Most histories)
//
// The search proceeds by the number of orders; each concerns a play that falls in the history before.
// If it was not cut off (Answer.Exact), no remedy with as few orders does better.
package remedy

// Package remedy asks what may be done about a verdict, and whom each way of doing it helps or harms.
//
// A verdict is some changes of a history: a play held illegal, a reading that holds from earlier on. What becomes
// of the plays that then lose their legality is a matter of choice: of a policy for all of them, and of rulings on single ones
// (that one stands, this one never happened). Table rules on the history again under every policy. Least seeks the fewest
// rulings beside a policy with which as little as possible falls: no play of the sides that are to be spared, which are not to be worse off either, then
// the fewest inputs with another verdict, then the fewest lost plays.
//
//	changes of the verdict ──► with every policy ──► Way: what flips, what is lost, what each side has at the end
//	                              └─► with one ruling more on a play that falls, two, … (at most Question.Most histories)
//
// The search goes by the number of rulings, each on a play that falls in the history before. Where it was not cut off
// (Answer.Exact), no way with as few rulings does better.
package remedy

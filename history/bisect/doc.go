// Package bisect answers when a condition became true in a game, and which changes of the rules
// made it so.
//
// # Idea
//
// [Scan] reads a history once and evaluates the condition after each entry. A state between the
// outcomes of one input (a square is empty between a capture and the captor's arrival) does not
// count, unless every event is asked for. Where an entry turns the condition, Scan names the
// outcome responsible, with its ruling, the values before and after, and the law it rests on.
//
// [Least] finds the smallest sets of amendments, interpretations and adopted changes without
// which the condition would be different at the end, by readjudicating the history without them.
// Delta debugging first narrows one set that turns the condition, which bounds the size; then
// all smaller sets are tried, singles first.
//
// # Data
//
//	history ──Scan──► Turn: event, input, ruling, values, grounds
//	changes of the rules ──Least──► without some of them: Run ──► does it hold? ──► sets
//
// # Refuses
//
// The package refuses nothing of its own: a Condition has already been compiled. Least tries at
// most as many sets as its caller allows, and reports when that limit was reached.
package bisect

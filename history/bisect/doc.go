// Package bisect answers when a condition became true in a game, and which changes of the rules made
// it so.
//
// # Idea
//
// [Scan] reads a history once and follows the condition from entry to entry. What holds only in
// the midst of an input's outcomes (a square is empty between a capture and the captor's arrival)
// is no moment of the game, unless every event is asked for. Where an entry turns the condition, the
// outcome of it that did so is named, with the ruling, what the condition asked for before and after,
// and the law that brought it about.
//
// [Least] looks for the smallest sets of amendments, interpretations and adopted changes without which
// the condition would stand otherwise at the end: it re-adjudicates the history without them. A set
// that turns the condition is first narrowed down by delta debugging, which bounds the size; then all
// smaller sets are tried, singles first.
//
// # Data
//
//	history ──Scan──► Turn: event, input, ruling, values, grounds
//	changes of the rules ──Least──► without some of them: Run ──► does it hold? ──► sets
//
// # Refuses
//
// Neither judges whether a condition is worth asking. Least tries at most so many sets as it is told
// and says when that was not enough.
package bisect

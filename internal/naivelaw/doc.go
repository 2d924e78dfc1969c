// Package naivelaw is a second opinion on the rule language: a slow, obvious reading of rules written from docs/rule-language
// without reading the engine. Tests play random games under random rules by both and compare; nothing else may import this package.
//
// Rules come in as the YAML text that a person would write. Nothing is compiled: a formula is walked each time it is asked, a set is
// listed in full, a question about what would be so after an act copies the whole game, makes the act and asks everything again.
//
// It validates nothing and knows no more of the language than Random writes: ways, shots that split, formulas, quantities, duties, limits, consequences on
// the board, crowns, offices, kinds of moves that rules declare, what pieces have been through, rules that are in force while something holds, plays and uses
// of powers that wait for consent, packs, rows, sides that play at once, or at several tables, what players buy and use, what sides see, what they choose
// with their acts, what lots decide of acts, plays that rules make, rules that effects enforce, suspend and repeal, boards that are set up anew, sides that enter and leave, plays that are taken back, rules that players enact, amend and repeal, and what
// follows where proposals, uses of powers and purchases are refused. What it
// does not know panics, so that nothing is left out unseen.
package naivelaw

// Package rules answers what a rule, a rulebook and a definition are, and which
// interpretations there are.
//
// # Idea
//
// The rules of a game are data. A [Rule] has a number, a revision and, where it matters
// to play, a machine-readable part: a [Piece] definition or a [Procedure]. A [Rulebook]
// is the rules in force; it decides which piece definitions are valid (1230.1 §3.A) and
// merges the procedures. Where the rules can be read in more than one way, a [Register]
// lists the readings, and a game says which of them hold.
//
// # Data
//
//	YAML ──Parse──► Rule ──Canonical──► JSON in an event ──FromCanonical──► Rule
//	Rules ──With──► Rulebook ──► Pieces, Procedure, Hash
//	Rule + Rulebook + Register ──Check──► Problems
//
// Definitions are written as YAML and stored as canonical JSON: fields in the order of
// the Go structs, map keys sorted, no insignificant space, no HTML escapes, no floats, no
// nulls. Quantities are formulas, kept as text; package formula says what they mean.
//
// # Refuses
//
// Parse and FromCanonical refuse unknown fields, repeated fields and wrong kinds. Every
// refusal names file, line, column and field, says what was expected and suggests the
// near name. [Check] says before a rule is enacted what would not work in play: names that nothing
// defines, legs that lead nowhere, values that are no multiple of one half, conditions
// that depend on themselves, and whatever the movement engine could not compile. A
// rulebook itself refuses nothing: a definition that is no good is one of its Invalid ones.
package rules

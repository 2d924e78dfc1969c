// Package rules defines rules, rulebooks, definitions and the register of interpretations.
//
// # Idea
//
// The rules of a game are data. A [Rule] has a number, a revision and, where it affects play, a
// machine-readable part: a [Piece] definition or a [Procedure]. A [Rulebook] is the rules in
// force; it decides which piece definitions are valid and merges the procedures.
// Where the rules can be read in more than one way, a [Register] lists the readings, and a game
// says which of them are in force.
//
// # Data
//
//	YAML ──Parse──► Rule ──Canonical──► JSON in an event ──FromCanonical──► Rule
//	Rules ──With──► Rulebook ──► Pieces, Procedure, Hash
//	Rule + Rulebook + Register ──Check──► Problems
//
// Definitions are written as YAML and stored as canonical JSON: fields in the order of the Go
// structs, map keys sorted, no insignificant space, HTML escapes, floats or nulls. Quantities are
// formulas, stored as text; package formula defines their meaning.
//
// # Refuses
//
// Parse and FromCanonical refuse unknown fields, repeated fields and values of the wrong kind.
// Every error names file, line, column and field, says what was expected and suggests the nearest
// name. [Check] reports, before a rule is enacted, what would not work in play: undefined names,
// legs that lead nowhere, values that are not multiples of one half, circular conditions, and
// anything that the movement engine could not compile. A rulebook itself refuses nothing: it
// lists unusable definitions as Invalid.
package rules

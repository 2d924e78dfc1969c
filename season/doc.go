// Package season reads and writes a whole game as text: the form in which an umpire types a
// season from a mail archive, and in which a sample game states the expected ruling beside
// every play.
//
// A season file is a logbook of lines; "#" begins a comment line.
//
//	season 1
//
//	on 1998-10-05
//	09:00 game "Hand 3" system skirmish seed 5eed…
//	09:00 rulebook skirmish
//	…
//	on 1998-10-08
//	18:30 Red: Ra1-a5; p@b2 => accepted by 12.2 §6
//	  expect turn Blue
//	  expect weight Red 37.5
//	18:31 Blue: Ct20-s16 => rejected by 12.6 §2
//
// Parse turns the text into a Season: entries in order, each with its time, the person, the
// input payloads (package events) it stands for, the expected verdict and the expected state
// afterwards. String writes the canonical text of a Season; parsing that text gives the same
// Season. Resolve loads rules that a season only names (a built-in rulebook, a file beside it).
// Package ledger/seasons plays a season and reports, entry by entry, where rulings and state
// differ from what was expected.
//
// The format is strict: an unknown word, an undeclared side or player, a time that runs
// backwards or a malformed clause is an error with file, line, column and what was expected.
// The parser does not check what a play says or which types exist; the judge does.
// docs/season.md is the full specification.
package season

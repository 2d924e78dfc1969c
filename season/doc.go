// Package season reads and writes a whole game by hand: the text form in which an umpire
// types a season from a mail archive, and in which a sample game states beside every play
// how it should be ruled on.
//
// A season file is a logbook. Lines are read on their own; a "#" begins a comment line.
//
//	season 1
//
//	on 1998-10-05
//	09:00 game "Hand 3" system partychess seed 5eed…
//	09:00 rulebook partychess
//	…
//	on 1998-10-08
//	18:30 Red: Ra1-a5; p@b2 => accepted by 1230.2 §6
//	  expect turn Blue
//	  expect weight Red 37.5
//	18:31 Blue: Ct20-s16 => rejected by 1230.6 §2
//
// Parse turns the text into a Season: entries in order, each with the moment, the person,
// the input payloads of package events that it stands for, the verdict its author expects
// and what e expects of the state afterwards. String writes the canonical text of a
// Season; parsing that gives the same Season again. Resolve fetches the rules that a
// season only names (a built-in rulebook, a file beside it). Run feeds the inputs to a
// judge and reports, entry by entry, where the rulings and the state differ from what the
// author expected.
//
// The form is strict: an unknown word, a side or player that no line declared, a time
// that runs backwards and a malformed clause are errors, each with file, line, column
// and what was expected. What a play says and which types exist is not the parser's
// business; the judge rules on that. docs/season.md describes the form in full.
package season

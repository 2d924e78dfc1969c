// Package report defines every view of the program, one Go type each: what a command prints, a page shows
// and another program reads.
//
// A view is a plain value. A function New… or …Of makes it from data already read (a state, the envelopes
// of an input, a catalogue of editions, another package's result) and never changes that data. It has two
// forms:
//
//   - JSON, determined by the tags of its fields alone. The shapes are published as JSON Schemas in
//     docs/schema and are a contract: a field may be added, but a shape that must change gets a new name
//     beside the old one. Lists are never null; empty optional fields are omitted. Numbers that can be
//     halves are JSON numbers such as 37.5.
//   - Text for people, by Print, which adapts to the width and colour of its page. The page escapes
//     control characters.
//
// Fields needed only by the text (the state before, the names of pieces, which parts were asked for) have
// the tag "-".
//
// A view reads no store, file, clock or environment; it judges nothing and writes nothing. What cannot be
// shown truthfully (a rule in force that cannot be read, a state that cannot be compared) is an error of
// the function that makes the view.
package report

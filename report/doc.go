// Package report holds every view of the program: what a command answers, a page will show
// and another program may read, as one Go type each.
//
// A view is a plain value. It is made from what has been read already (a state, the
// envelopes of an input, a catalogue of editions, what another package found out) by a
// function New… or …Of, and never changes what it was made from. It has two forms:
//
//   - JSON, by the tags of its fields and nothing else. The shapes are published as JSON
//     Schemas in docs/schema. They are a contract: a field may be added, but a shape that
//     must change gets a new name beside the old one. Lists are never null; a field that says
//     nothing is left out. Numbers that can be halves are numbers such as 37.5.
//   - Text for people, by Print, which knows the width and the colour of its page and leaves
//     the escaping of control characters to it.
//
// Fields that only the text needs (the state before, what pieces are called, which parts
// were asked for) have the tag "-".
//
// A view reads no store, no file, no clock and no environment; it judges nothing and writes
// nothing. It refuses what it cannot tell truly by an error of the function that makes it:
// a rule in force that cannot be read, a state that cannot be compared.
package report

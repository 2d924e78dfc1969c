// Package term formats text for a terminal: lines, labelled fields, paragraphs with a hanging indent, tables. A Page knows the
// terminal's width and whether it has colour, and escapes control characters, so that a name or a note cannot move the cursor. The
// package writes to no terminal and reads no environment; the maker of a Page says what the terminal is like. IsTerminal and Width
// find that out for a stream.
package term

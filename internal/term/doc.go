// Package term writes text for people at a terminal: lines, labelled fields, paragraphs with
// a hanging indent, tables. A Page knows the terminal's width and whether it has colour, and
// writes out control characters of what it is given, so that a name or a note cannot move
// the cursor. It prints nothing itself and reads no environment; whoever makes a Page says
// what the terminal is like, which IsTerminal and Width find out for a stream.
package term

// Package keys gives fields of formats the names by which other programs and stored rules know them where such a name
// is a word of one game. The code says what the field is; what it is called outside stands in keys.json, and nowhere else.
//
// A field whose JSON tag begins with @ is one of them: `json:"@marks"` is written as the table has it for "marks". Its
// struct writes itself through Marshal, and whoever reads tags asks Of.
package keys

package report

import (
	"adjudicate/internal/term"
)

// A View is what a command answers: it marshals to the command's JSON document and writes
// itself as text.
type View interface {
	Print(p *term.Page)
}

// Damaged is a view of what could be read of something damaged; the error of Damage says why the rest could not. A
// program ends with that error.
type Damaged interface {
	View
	Damage() error
}

// A Finding is a view that can say no: something is not as it was expected or recorded. A program
// then ends with another status than when all is well.
type Finding interface {
	View
	No() bool
}

package report

import (
	"adjudicate/internal/term"
)

// A View is what a command answers: it marshals to the command's JSON document and writes
// itself as text.
type View interface {
	Print(p *term.Page)
}

package report

import (
	"adjudicate/internal/term"
	"adjudicate/systems/position"
)

// Position is a document that is printed as it is.
type Position position.Document

func (*Position) Print(*term.Page) {}

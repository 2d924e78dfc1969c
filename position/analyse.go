package position

import (
	"fmt"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// Analyse compiles the document's rulebook (the built-in one of its system, if rb is nil)
// under its interpretations and reports what the position holds. Errors of the document
// are *Error.
func Analyse(file string, d *Document, rb *rules.Rulebook) (*Report, error) {
	s, rb, err := Setup(file, d, rb)
	if err != nil {
		return nil, err
	}
	return s.Report(rb.Procedure().Placing)
}

// Setup compiles the document's rulebook and sets the document up on its board.
func Setup(file string, d *Document, rb *rules.Rulebook) (*Setting, *rules.Rulebook, error) {
	builtin, register, err := systems.Load(d.System)
	if err != nil {
		return nil, nil, &Error{File: file, Line: 1, Field: "system", Text: err.Error()}
	}
	if rb == nil {
		rb = builtin
	}
	readings, err := register.Complete(d.Interpretations)
	if err != nil {
		return nil, nil, &Error{File: file, Field: "interpretations", Text: err.Error()}
	}
	rs, err := movement.Compile(rb, readings)
	if err != nil {
		return nil, nil, fmt.Errorf("compile the rulebook: %w", err)
	}
	s, err := d.Set(file, rs)
	return s, rb, err
}

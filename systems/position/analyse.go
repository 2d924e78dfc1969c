package position

import (
	"errors"
	"fmt"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
)

// Analyse compiles the document's rulebook (the one of the document, else of its system, if rb is nil)
// under its interpretations and reports what the position holds. Errors of the document
// are *Error.
func Analyse(file string, d *Document, rb *rules.Rulebook) (*Report, error) {
	s, rb, err := Setup(file, d, rb)
	if err != nil {
		return nil, err
	}
	return s.Report(rb.Procedure().Placing)
}

// Bring makes the document include its rules, unless they are the built-in ones of its system.
func (d *Document) Bring(rb *rules.Rulebook) {
	if builtin, _, err := systems.Load(d.System); err == nil && builtin.Hash() == rb.Hash() {
		return
	}
	for _, r := range rb.Rules() {
		d.Rules = append(d.Rules, r.Canonical())
	}
}

// rulebook returns the rules that the document brings along.
func (d *Document) rulebook(file string) (*rules.Rulebook, error) {
	var list []rules.Rule
	for i, text := range d.Rules {
		r, err := rules.FromCanonical(text)
		if err != nil {
			return nil, &Error{File: file, Field: fmt.Sprintf("rules[%d]", i), Text: err.Error()}
		}
		list = append(list, r)
	}
	return rules.NewRulebook(list...), nil
}

// Setup compiles the document's rulebook and sets the document up on its board.
func Setup(file string, d *Document, rb *rules.Rulebook) (*Setting, *rules.Rulebook, error) {
	own, register, err := d.Book, d.Register, error(nil)
	if own == nil {
		if own, register, err = systems.Load(d.System); errors.Is(err, systems.ErrUnknownSystem) && (rb != nil || len(d.Rules) > 0) {
			err = nil // the rules are at hand; what they ask of the register is what the document says
		}
	}
	if err != nil {
		return nil, nil, &Error{File: file, Line: 1, Field: "system", Text: err.Error()}
	}
	if rb == nil {
		rb = own
		if len(d.Rules) > 0 {
			if rb, err = d.rulebook(file); err != nil {
				return nil, nil, err
			}
		}
	}
	readings := d.Interpretations
	if register != nil {
		if readings, err = register.Complete(d.Interpretations); err != nil {
			return nil, nil, &Error{File: file, Field: "interpretations", Text: err.Error()}
		}
	}
	rs, err := movement.Compile(rb, readings)
	if err != nil {
		return nil, nil, fmt.Errorf("the rules cannot be applied: %w", err)
	}
	s, err := d.Set(file, rs)
	if err == nil {
		s.Book = rb
	}
	return s, rb, err
}

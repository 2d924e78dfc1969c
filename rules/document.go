package rules

import (
	"fmt"
	"reflect"
	"strings"
)

// A Document is a YAML text that was read into a struct, with the places of its fields: for texts beside the rules
// that are to be read as strictly, and faulted as precisely, as those.
type Document struct {
	File   string
	places map[string]place
}

// ReadDocument reads the only document of a text into a struct, whose JSON tags name its fields. It finds
// all faults, of which Problems tells; what could be read stands in the struct all the same.
func ReadDocument(file string, text []byte, into any) (*Document, Problems) {
	doc := &Document{File: file, places: map[string]place{}}
	docs, err := readYAML(file, text)
	if found, ok := err.(Problems); ok { //nolint:errorlint // readYAML returns nothing else
		return doc, found
	}
	if len(docs) != 1 {
		return doc, Problems{{File: file, Line: 1, Column: 1, Message: fmt.Sprintf("expected one document, found %d", len(docs))}}
	}
	d := &decoder{file: file, places: doc.places}
	d.decode(docs[0], reflect.ValueOf(into).Elem(), "")
	return doc, d.problems
}

// Problem is a fault of the document at a field, or at the nearest field around it that is there.
func (d *Document) Problem(field, hint, message string) Problem {
	p := Problem{File: d.File, Field: field, Message: message, Hint: hint}
	for at := field; ; at = parentField(at) {
		if found, ok := d.places[at]; ok {
			p.Line, p.Column = found.line, found.column
			return p
		}
		if at == "" {
			return p
		}
	}
}

// Has reports whether the document says something of a field.
func (d *Document) Has(field string) bool {
	_, ok := d.places[field]
	return ok
}

// problemsOf returns what is wrong as problems: an error that has no place, as one of the file.
func problemsOf(file string, err error) Problems {
	if err == nil {
		return nil
	}
	if found, ok := err.(Problems); ok { //nolint:errorlint // it is never wrapped
		return found
	}
	return Problems{{File: file, Message: strings.TrimPrefix(err.Error(), file+": ")}}
}

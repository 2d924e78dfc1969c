package report

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"iter"

	"adjudicate/history/compare"
	"adjudicate/rules/keys"
)

// A long comparison is too large to be held as JSON or as a page, and the inputs that differ are too large to be held at all: they are packed (compare.Collector.Packed), and each
// is opened, put into words, written, and forgotten.
//
//	{"a":…,"withdrawn":0,"inputs":[   ──► written at once
//	    {…},{…},…                     ──► one input after the other, each opened for it
//	],"weights":[ {…},… ],"end":…}    ──► the same, then the rest
//
// Byte for byte it is what the whole would be.

// Form is how a comparison is told.
type Form int

// Forms of comparisons.
const (
	Whole   Form = iota // as a value that says everything, for whoever makes JSON of it
	Text                // by Print alone: its inputs are opened as they are printed
	Written             // by Print, WriteJSON or WritePage: its inputs are opened as they are written
)

// Printed is the form of a comparison that is printed, and perhaps also written.
func Printed(written bool) Form {
	if written {
		return Written
	}
	return Text
}

// set has a collector keep what the form needs.
func (f Form) set(c *compare.Collector, boards int) {
	c.Boards, c.Packed, c.Weighs = boards, f != Whole, f != Text
}

// Writing is a view that writes itself as JSON, for what is too long to be encoded at once.
type Writing interface {
	View
	WriteJSON(w io.Writer) error
}

// word puts what only one history has into words.
func (v *Diff) word(in *compare.Input) {
	in.Before.OnlyText, in.After.OnlyText = v.wordsOf(in.Before.Only), v.wordsOf(in.After.Only)
}

// full yields the inputs, opened and in words.
func (v *Diff) full() iter.Seq2[*compare.Input, error] {
	return func(yield func(*compare.Input, error) bool) {
		for _, in := range v.Inputs {
			full, err := in.Opened()
			if err == nil {
				v.word(full)
			}
			if !yield(full, err) || err != nil {
				return
			}
		}
	}
}

// WriteJSON writes the comparison as one line.
func (v *Diff) WriteJSON(w io.Writer) error { return v.writeJSON(w, v) }

// WriteJSON writes the view as one line.
func (v *Candidate) WriteJSON(w io.Writer) error { return v.Diff.writeJSON(w, v) }

// lists is what a view says where it has no inputs. A text in it would have other quotes.
const lists = `"inputs":[],"weights":[]`

// writeJSON writes a view that embeds v.
func (v *Diff) writeJSON(w io.Writer, view any) error {
	to := bufio.NewWriter(w)
	enc := json.NewEncoder(to)
	enc.SetEscapeHTML(false)
	if v.Report == nil || v.Form == Whole {
		if err := enc.Encode(view); err != nil {
			return err
		}
		return to.Flush()
	}
	whole, frame := v.Report, *v.Report
	frame.Inputs, frame.Weights = []*compare.Input{}, []compare.Weigh{}
	v.Report = &frame
	text, err := oneLine(view)
	v.Report = whole
	if err != nil {
		return err
	}
	before, after, found := bytes.Cut(text, []byte(lists))
	if !found {
		return fmt.Errorf("write a comparison: expected %s in it", lists)
	}
	to.Write(before) // what cannot be written is told by Flush
	if err := list(to, "inputs", v.full()); err != nil {
		return err
	}
	to.WriteByte(',')
	if err := list(to, "weights", whole.Weighed()); err != nil {
		return err
	}
	to.Write(after)
	to.WriteByte('\n')
	return to.Flush()
}

// list writes a member that is a list.
func list[T any](w *bufio.Writer, name string, elements iter.Seq2[T, error]) error {
	fmt.Fprintf(w, "%q:[", name)
	next := false
	for e, err := range elements {
		if err != nil {
			return err
		}
		text, err := oneLine(e)
		if err != nil {
			return err
		}
		if next {
			w.WriteByte(',')
		}
		next = true
		if _, err := w.Write(text); err != nil {
			return err
		}
	}
	return w.WriteByte(']')
}

func oneLine(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), err
}

// FieldName is the name in JSON that the tag of a field states.
func FieldName(tag string) string { return keys.Written(tag) }

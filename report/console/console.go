// Package console reads what a command is given and prints what it answers: a view, as text or as one JSON document, with
// progress and diagnostics apart from it.
//
//	words ──► command ──view──► Console.Show ──► standard output, as text of the terminal's width or as JSON
//	                 ──file───► Console.ReadFile, or standard input for "-"
//	                 ──work───► Console.Progress ──► standard error, if that is a terminal
//
// It knows no command and no game. What the answer means for the status of the program is the caller's to say.
package console

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"iter"
	"strconv"
	"strings"
	"time"

	"adjudicate/events"
	"adjudicate/internal/infile"
	"adjudicate/internal/term"
	"adjudicate/report"
)

// A Console is where a command reads and prints.
type Console struct {
	In   io.Reader
	Out  io.Writer // for answers only
	Errs io.Writer
	JSON bool // answers are JSON documents

	color    bool
	width    int // columns of text, 0 if nothing bounds them
	progress bool
	now      func() time.Time
}

// New returns the console of three streams, with the environment and the clock by which progress is timed. Text is coloured on a terminal unless $NO_COLOR is set or $TERM is "dumb", and as wide as
// $COLUMNS says, else as the terminal is.
func New(in io.Reader, out, errs io.Writer, asJSON bool, env func(string) string, now func() time.Time) *Console {
	c := &Console{In: in, Out: out, Errs: errs, JSON: asJSON, progress: term.IsTerminal(errs), width: term.Width(out), now: now}
	c.color = !asJSON && term.IsTerminal(out) && env("NO_COLOR") == "" && env("TERM") != "dumb"
	if n, err := strconv.Atoi(env("COLUMNS")); err == nil && n > 0 {
		c.width = n
	}
	return c
}

// Page is an empty page for what the command prints to.
func (c *Console) Page() *term.Page { return &term.Page{Color: c.color, Width: c.width} }

// Print prints an answer.
func (c *Console) Print(v report.View) error {
	if w, ok := v.(report.Writing); ok && c.JSON {
		return w.WriteJSON(c.Out)
	}
	if c.JSON {
		enc := json.NewEncoder(c.Out)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	}
	p := c.Page()
	v.Print(p)
	_, err := io.WriteString(c.Out, p.String())
	return err
}

// Show prints an answer and returns the damage that it tells of, or no if what was asked is not so.
func (c *Console) Show(v report.View, no error) error {
	if err := c.Print(v); err != nil {
		return err
	}
	var damage, denied error
	if d, ok := v.(report.Damaged); ok {
		damage = d.Damage()
	}
	if f, ok := v.(report.Finding); ok && f.No() {
		denied = no
	}
	return cmp.Or(damage, denied)
}

// ReadFile returns the text of a file, of standard input for "-", and what to call it in messages.
func (c *Console) ReadFile(path string) (label string, text []byte, err error) {
	return infile.Named(path, c.In, infile.All)
}

// OpenFile begins to read a file as ReadFile does, for what is too long to be read at once.
func (c *Console) OpenFile(path string) (label string, r *infile.Reader, closed func() error, err error) {
	return infile.Stream(path, c.In)
}

// Spool copies a file that ReadFile would read to one of its own, for what is too long for memory and read from several places.
func (c *Console) Spool(path string) (label string, s *infile.Spooled, err error) {
	return infile.Spool(path, c.In)
}

// Progress shows how far long work has come, if the error stream is a terminal. A total below 0 means that nobody knows it. done
// takes the line away.
func (c *Console) Progress(what string, total int64) (at func(int64), done func()) {
	if !c.progress {
		return func(int64) {}, func() {}
	}
	p := term.NewProgress(c.Errs, what, total, c.now)
	return p.At, p.Done
}

// Reading yields events of a place while it shows how far it has come, of so many in all. An error names the place.
func (c *Console) Reading(place string, total uint64, list iter.Seq2[events.Envelope, error]) iter.Seq2[events.Envelope, error] {
	return func(yield func(events.Envelope, error) bool) {
		at, done := c.Progress("reading", int64(total))
		defer done()
		for e, err := range list {
			if err != nil {
				err = fmt.Errorf("%s: %w", place, err)
			}
			if e.Sequence%1024 == 0 {
				at(int64(e.Sequence))
			}
			if !yield(e, err) || err != nil {
				return
			}
		}
	}
}

// Tell prints an error of a program, and what to do next, "" if the error says it.
func Tell(w io.Writer, program string, err error, next string) {
	fmt.Fprintf(w, "%s: %s\n", program, told(err.Error()))
	if next != "" {
		fmt.Fprintf(w, "  %s\n", told(next))
	}
}

// told is a text of several lines, of which all but the first stand further right.
func told(text string) string {
	return strings.ReplaceAll(term.Escape(strings.TrimRight(text, "\n")), "\n", "\n  ")
}

package position

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/keys"
	"adjudicate/rules/picture"
)

// Document is a position as written. Pieces and sides keep the order of the input.
type Document struct {
	System          string            `json:"system"`
	Board           *Board            `json:"board,omitempty"` // for systems whose rulebook fixes none
	Interpretations map[string]string `json:"interpretations,omitempty"`
	// Rules in their canonical form, in the place of the built-in ones of the system.
	Rules  []json.RawMessage `json:"rules,omitempty"`
	Sides  []Side            `json:"sides"`
	Pieces []Piece           `json:"pieces"`

	// Entered lists every side that ever entered the game that the position is of, in order,
	// so that it is drawn as the game is; empty for a position of its own.
	Entered []string `json:"-"`

	// Book and Register are those of the system if it is not built in, nil otherwise; Picture is how it wants to be drawn.
	Book     *rules.Rulebook  `json:"-"`
	Register *rules.Register  `json:"-"`
	Picture  *picture.Picture `json:"-"`
}

// Board is a board's size.
type Board struct {
	Files int `json:"files"`
	Ranks int `json:"ranks"`
}

// Side is an owner of pieces.
type Side struct {
	Name   string `json:"name"`
	Tokens int    `json:"@tokens,omitempty"`
	Last   *Last  `json:"last,omitempty"` // nil before its first play

	place place
}

// MarshalJSON writes the fields under the names by which others know them.
func (s Side) MarshalJSON() ([]byte, error) {
	type plain Side
	return keys.Marshal(plain(s))
}

// Last is a side's most recent atomic play, as far as moves can depend on it.
type Last struct {
	Play     string         `json:"play"`
	Type     string         `json:"type,omitempty"`
	As       string         `json:"as,omitempty"`
	Counters map[string]int `json:"counters,omitempty"`
}

// Piece is a piece; without At it is off-board.
type Piece struct {
	ID       string         `json:"id"`
	Type     string         `json:"type"`
	Side     string         `json:"side"`
	At       string         `json:"at,omitempty"`
	Counters map[string]int `json:"counters,omitempty"`

	place place
}

// place is where in the input something stands.
type place struct {
	line  int
	field string
}

// Error is a fault of a document, with the place where it stands.
type Error struct {
	File  string
	Line  int    // from 1; 0 if unknown
	Field string // "pieces[3].type"
	Text  string // what is wrong and what was expected
}

func (e *Error) Error() string {
	var b strings.Builder
	b.WriteString(e.File)
	if e.Line > 0 {
		fmt.Fprintf(&b, ":%d", e.Line)
	}
	if e.Field != "" {
		fmt.Fprintf(&b, ": %s", e.Field)
	}
	return b.String() + ": " + e.Text
}

// Read reads one document; file names it in errors, which are *Error.
func Read(file string, r io.Reader) (*Document, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", file, err)
	}
	d := &decoder{file: file, text: text}
	return d.document()
}

type decoder struct {
	file string
	text []byte

	counted int64 // the offset up to which lines have been counted
	lines   int   // that end before it
}

// line is the line of an offset. Offsets mostly grow: what lies before the last one is not counted again.
func (d *decoder) line(offset int64) int {
	offset = max(0, min(offset, int64(len(d.text))))
	if offset < d.counted {
		d.counted, d.lines = 0, 0
	}
	d.lines += bytes.Count(d.text[d.counted:offset], []byte("\n"))
	d.counted = offset
	return 1 + d.lines
}

// start skips what separates values, so that an offset points at the next one.
func (d *decoder) start(offset int64) int64 {
	for offset < int64(len(d.text)) && strings.IndexByte(" \t\r\n,:", d.text[offset]) >= 0 {
		offset++
	}
	return offset
}

func (d *decoder) fail(offset int64, field, format string, args ...any) error {
	return &Error{File: d.file, Line: d.line(offset), Field: field, Text: fmt.Sprintf(format, args...)}
}

func (d *decoder) document() (*Document, error) {
	var doc Document
	dec := json.NewDecoder(bytes.NewReader(d.text))
	seen := map[string]bool{}
	err := d.object(dec, 0, "", func(key string, offset int64) error {
		if seen[key] {
			return d.fail(offset, key, "stands twice")
		}
		seen[key] = true
		switch key {
		case "system":
			return d.value(dec, 0, key, &doc.System)
		case "board":
			err := d.value(dec, 0, key, &doc.Board)
			if b := doc.Board; err == nil && b != nil && (b.Files < 1 || b.Files > rules.MostFiles || b.Ranks < 1 || b.Ranks > rules.MostRanks) {
				err = d.fail(offset, key, "%d by %d squares: expected from 1 to %d files and from 1 to %d ranks", b.Files, b.Ranks, rules.MostFiles, rules.MostRanks)
			}
			return err
		case "rules":
			return d.value(dec, 0, key, &doc.Rules)
		case "interpretations":
			return d.value(dec, 0, key, &doc.Interpretations)
		case "sides":
			return d.array(dec, key, func(field string, offset int64) error {
				s := Side{place: place{d.line(offset), field}}
				err := d.side(dec, field, &s)
				doc.Sides = append(doc.Sides, s)
				return err
			})
		case "pieces":
			return d.array(dec, key, func(field string, offset int64) error {
				var p Piece
				err := d.value(dec, 0, field, &p)
				p.place = place{d.line(offset), field}
				doc.Pieces = append(doc.Pieces, p)
				return err
			})
		}
		return d.fail(offset, key, "unknown field; expected one of system, board, interpretations, sides, pieces")
	})
	if err != nil {
		return nil, err
	}
	if rest := d.start(dec.InputOffset()); rest < int64(len(d.text)) {
		return nil, d.fail(rest, "", "something follows the document")
	}
	for _, key := range []string{"system", "sides", "pieces"} {
		if !seen[key] {
			return nil, d.fail(0, key, "is missing")
		}
	}
	return &doc, nil
}

// tokens is the member with how many tokens a side has.
var tokens = keys.Name("tokens")

func (d *decoder) side(dec *json.Decoder, field string, s *Side) error {
	return d.object(dec, 0, field, func(key string, offset int64) error {
		at := field + "." + key
		switch key {
		case "name":
			return d.value(dec, 0, at, &s.Name)
		case tokens:
			return d.value(dec, 0, at, &s.Tokens)
		case "last":
			return d.value(dec, 0, at, &s.Last)
		}
		return d.fail(offset, at, "unknown field; expected one of name, %s, last", tokens)
	})
}

// object walks the members of an object.
func (d *decoder) object(dec *json.Decoder, base int64, field string, member func(key string, offset int64) error) error {
	if err := d.delim(dec, '{', field, "an object"); err != nil {
		return err
	}
	for dec.More() {
		offset := d.start(dec.InputOffset())
		tok, err := dec.Token()
		if err != nil {
			return d.syntax(err, base, dec.InputOffset(), field)
		}
		if err := member(tok.(string), offset); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return d.syntax(err, base, dec.InputOffset(), field)
}

func (d *decoder) array(dec *json.Decoder, field string, element func(field string, offset int64) error) error {
	if err := d.delim(dec, '[', field, "a list"); err != nil {
		return err
	}
	for i := 0; dec.More(); i++ {
		if err := element(fmt.Sprintf("%s[%d]", field, i), d.start(dec.InputOffset())); err != nil {
			return err
		}
	}
	_, err := dec.Token()
	return d.syntax(err, 0, dec.InputOffset(), field)
}

func (d *decoder) delim(dec *json.Decoder, want json.Delim, field, what string) error {
	offset := d.start(dec.InputOffset())
	tok, err := dec.Token()
	if err != nil {
		return d.syntax(err, 0, offset, field)
	}
	if tok != want {
		return d.fail(offset, field, "expected %s", what)
	}
	return nil
}

// value decodes one value strictly.
func (d *decoder) value(dec *json.Decoder, base int64, field string, into any) error {
	offset := d.start(dec.InputOffset())
	var raw json.RawMessage
	if err := dec.Decode(&raw); err != nil {
		return d.syntax(err, base, offset, field)
	}
	strict := json.NewDecoder(bytes.NewReader(raw))
	strict.DisallowUnknownFields()
	if err := strict.Decode(into); err != nil {
		return d.syntax(err, offset, offset, field)
	}
	return nil
}

// syntax turns an error of package json, met at an offset, into an Error.
func (d *decoder) syntax(err error, base, offset int64, field string) error {
	if err == nil {
		return nil
	}
	var badType *json.UnmarshalTypeError
	var badSyntax *json.SyntaxError
	switch {
	case errors.As(err, &badType):
		if badType.Field != "" {
			field += "." + badType.Field
		}
		return d.fail(base+badType.Offset-1, field, "a %s stands where %s is expected", badType.Value, kindOf(badType.Type.Kind().String()))
	case errors.As(err, &badSyntax):
		return d.fail(base+badSyntax.Offset-1, field, "not JSON: %v", badSyntax)
	case errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF):
		return d.fail(int64(len(d.text)), field, "the document ends too early")
	}
	text := strings.TrimPrefix(err.Error(), "json: ")
	if name, ok := strings.CutPrefix(text, "unknown field "); ok {
		return d.fail(offset, field+"."+strings.Trim(name, `"`), "unknown field")
	}
	return d.fail(offset, field, "%s", text)
}

func kindOf(kind string) string {
	switch kind {
	case "int", "int64":
		return "a whole number"
	case "string":
		return "a text"
	case "slice":
		return "a list"
	case "map", "struct", "ptr":
		return "an object"
	}
	return "a " + kind
}

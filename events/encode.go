package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// Encode returns the canonical bytes of e. An e.Type that is not empty must be the newest
// type of its payload; the times may be in any zone. It refuses an envelope without id,
// ledger or sequence, text that is not valid UTF-8, a ledger or actor with control
// characters and raw JSON that is none.
func Encode(e *Envelope) ([]byte, error) { return Append(nil, e) }

// Append appends the canonical bytes of e to dst.
func Append(dst []byte, e *Envelope) ([]byte, error) { return standard.append(dst, e) }

func (r *registry) append(dst []byte, e *Envelope) ([]byte, error) {
	k, err := r.of(e)
	if err != nil {
		return nil, err
	}
	if dst == nil {
		dst = make([]byte, 0, 512)
	}
	w := writer{b: dst}
	w.head(e, k.wire)
	w.b = append(w.b, ',')
	w.tail(e, k)
	w.b = append(w.b, '}')
	if w.err != nil {
		return nil, &EncodeError{Type: k.wire, Field: w.field, Err: w.err}
	}
	return w.b, nil
}

// of returns the kind of e's payload.
func (r *registry) of(e *Envelope) (*kind, error) {
	if e.Payload == nil {
		return nil, &UnregisteredError{Payload: "nil"}
	}
	k := r.roll.find(e.Payload.Kind())
	if k == nil || k.typ != reflect.TypeOf(e.Payload) {
		return nil, &UnregisteredError{Payload: fmt.Sprintf("%T", e.Payload)}
	}
	if e.Type != "" && e.Type != k.wire {
		return nil, &EncodeError{Type: e.Type, Field: "type", Err: fmt.Errorf("the payload is a %s", k.wire)}
	}
	return k, nil
}

// A writer appends canonical JSON and keeps the first error.
type writer struct {
	b     []byte
	field string // where err arose
	err   error
}

func (w *writer) fail(field string, err error) {
	if w.err == nil {
		w.field, w.err = field, err
	}
}

var (
	errNilID   = errors.New("expected an id other than the nil UUID")
	errNoName  = errors.New("expected a name")
	errNoPlace = errors.New("expected a sequence from 1")
	errControl = errors.New("expected text without control characters")
	errUTF8    = errors.New("expected valid UTF-8")
	errYear    = errors.New("expected a year from 0 to 9999")
	errUnsaid  = errors.New("expected an event from 1 and a signature")
	errHalf    = errors.New("expected a number of at most 62 bits")
	errRaw     = errors.New("expected one JSON value")
)

// head writes the envelope up to what it says about itself, without a closing brace.
func (w *writer) head(e *Envelope, wire string) {
	if e.ID == uuid.Nil {
		w.fail("id", errNilID)
	}
	if e.Ledger == "" {
		w.fail("ledger", errNoName)
	}
	if e.Sequence == 0 {
		w.fail("sequence", errNoPlace)
	}
	w.b = append(w.b, `{"id":"`...)
	w.b = appendUUID(w.b, e.ID)
	w.b = append(w.b, `","ledger":`...)
	w.name("ledger", e.Ledger)
	w.b = append(w.b, `,"sequence":`...)
	w.b = strconv.AppendUint(w.b, e.Sequence, 10)
	w.b = append(w.b, `,"type":"`...)
	w.b = append(w.b, wire...)
	w.b = append(w.b, `","recorded":`...)
	w.time("recorded", e.Recorded)
	if e.Effective != 0 && e.Effective != e.Sequence {
		w.b = append(w.b, `,"effective":`...)
		w.b = strconv.AppendUint(w.b, e.Effective, 10)
	}
	if e.Actor != "" {
		w.b = append(w.b, `,"actor":`...)
		w.name("actor", e.Actor)
	}
	if e.Correlation != uuid.Nil {
		w.b = append(w.b, `,"correlation":"`...)
		w.b = append(appendUUID(w.b, e.Correlation), '"')
	}
	if e.Causation != uuid.Nil {
		w.b = append(w.b, `,"causation":"`...)
		w.b = append(appendUUID(w.b, e.Causation), '"')
	}
}

// tail writes basis, signature and payload, without a comma before or a brace after them.
func (w *writer) tail(e *Envelope, k *kind) {
	w.basis(e)
	w.signature(e)
	w.b = append(w.b, `"payload":`...)
	w.structure("payload", k.shape, reflect.ValueOf(e.Payload))
}

// basis writes the basis, unless it is empty, and a comma.
func (w *writer) basis(e *Envelope) {
	if !e.Basis.Empty() {
		w.b = append(w.b, `"basis":{`...)
		if len(e.Basis.Clauses) > 0 {
			w.b = append(w.b, `"clauses":`...)
			w.strings("basis.clauses", e.Basis.Clauses)
		}
		if len(e.Basis.Readings) > 0 {
			if len(e.Basis.Clauses) > 0 {
				w.b = append(w.b, ',')
			}
			w.b = append(w.b, `"readings":`...)
			w.strings("basis.readings", e.Basis.Readings)
		}
		w.b = append(w.b, `},`...)
	}
}

// signature writes the signature, if there is one, and a comma.
func (w *writer) signature(e *Envelope) {
	if e.Signature == nil {
		return
	}
	if e.Signature.Seen == 0 || e.Signature.Value == "" {
		w.fail("signature", errUnsaid)
	}
	w.b = append(w.b, `"signature":{"seen":`...)
	w.b = strconv.AppendUint(w.b, e.Signature.Seen, 10)
	w.b = append(w.b, `,"value":`...)
	if !w.str(e.Signature.Value) {
		w.fail("signature.value", errUTF8)
	}
	w.b = append(w.b, `},`...)
}

func (w *writer) structure(at string, s *shape, v reflect.Value) {
	w.b = append(w.b, '{')
	first := true
	for i := range s.fields {
		f := &s.fields[i]
		fv := v.Field(f.index)
		if f.omit && empty(f.shape, fv) {
			continue
		}
		if !first {
			w.b = append(w.b, ',')
		}
		first = false
		w.b = append(w.b, f.key...)
		w.value(at, f, fv)
	}
	w.b = append(w.b, '}')
}

// empty reports whether a field marked omitempty is left out.
func empty(s *shape, v reflect.Value) bool {
	switch s.form {
	case formString, formStrings, formList:
		return v.Len() == 0
	case formRaw:
		return v.Len() == 0 || string(v.Bytes()) == "null"
	case formBool:
		return !v.Bool()
	case formInt, formHalf:
		return v.Int() == 0
	case formUint:
		return v.Uint() == 0
	case formTimePointer:
		return v.IsNil()
	}
	return false
}

func (w *writer) value(at string, f *field, v reflect.Value) {
	switch s := f.shape; s.form {
	case formString:
		if !w.str(v.String()) {
			w.fail(at+"."+f.name, errUTF8)
		}
	case formBool:
		w.b = strconv.AppendBool(w.b, v.Bool())
	case formInt:
		w.b = strconv.AppendInt(w.b, v.Int(), 10)
	case formUint:
		w.b = strconv.AppendUint(w.b, v.Uint(), 10)
	case formHalf:
		h := Half(v.Int())
		if h/2 < -mostWhole {
			w.fail(at+"."+f.name, errHalf)
		}
		w.b = h.Append(w.b)
	case formTime:
		w.time(at+"."+f.name, v.Interface().(time.Time))
	case formTimePointer:
		w.time(at+"."+f.name, *v.Interface().(*time.Time))
	case formUUID:
		w.b = append(w.b, '"')
		w.b = append(appendUUID(w.b, v.Interface().(uuid.UUID)), '"')
	case formRaw:
		w.raw(at+"."+f.name, v.Bytes())
	case formStrings:
		w.b = append(w.b, '[')
		for i := range v.Len() {
			if i > 0 {
				w.b = append(w.b, ',')
			}
			if !w.str(v.Index(i).String()) {
				w.fail(at+"."+f.name, errUTF8)
			}
		}
		w.b = append(w.b, ']')
	case formList:
		w.b = append(w.b, '[')
		for i := range v.Len() {
			if i > 0 {
				w.b = append(w.b, ',')
			}
			w.structure(f.name, s.elem, v.Index(i))
		}
		w.b = append(w.b, ']')
	case formStruct:
		w.structure(f.name, s, v)
	}
}

func (w *writer) strings(at string, list []string) {
	w.b = append(w.b, '[')
	for i, s := range list {
		if i > 0 {
			w.b = append(w.b, ',')
		}
		if !w.str(s) {
			w.fail(at, errUTF8)
		}
	}
	w.b = append(w.b, ']')
}

// name writes text that is also an attribute of the exported form, which forbids control
// characters there.
func (w *writer) name(at, s string) {
	if !w.str(s) {
		w.fail(at, errUTF8)
	}
	if controls(s) {
		w.fail(at, errControl)
	}
}

// controls reports whether s has characters that CloudEvents attributes may not have:
// control characters and those that Unicode leaves out for ever.
func controls(s string) bool {
	for _, c := range s {
		if c < 0x20 || c >= 0x7f && c <= 0x9f || c >= 0xfdd0 && c <= 0xfdef || c&0xfffe == 0xfffe {
			return true
		}
	}
	return false
}

func (w *writer) time(at string, t time.Time) {
	t = t.UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		w.fail(at, errYear)
		return
	}
	w.b = append(w.b, '"')
	w.b = t.AppendFormat(w.b, time.RFC3339Nano)
	w.b = append(w.b, '"')
}

// raw writes a JSON value without white space and otherwise as it is; none is null.
func (w *writer) raw(at string, raw []byte) {
	if len(raw) == 0 {
		w.b = append(w.b, "null"...)
		return
	}
	if !utf8.Valid(raw) {
		w.fail(at, errUTF8)
		return
	}
	if compact(raw) && json.Valid(raw) {
		w.b = append(w.b, raw...)
		return
	}
	var buf bytes.Buffer
	if err := json.Compact(&buf, raw); err != nil {
		w.fail(at, fmt.Errorf("%w: %v", errRaw, err))
		return
	}
	w.b = append(w.b, buf.Bytes()...)
}

// compact reports whether raw, if it is JSON at all, has no white space between its tokens.
func compact(raw []byte) bool {
	quoted := false
	for i := 0; i < len(raw); i++ {
		switch raw[i] {
		case '"':
			quoted = !quoted
		case '\\':
			i++
		case ' ', '\t', '\n', '\r':
			if !quoted {
				return false
			}
		}
	}
	return true
}

const hexDigits = "0123456789abcdef"

// str writes a JSON string with the escapes that JSON demands and no others: quotation mark
// and backslash, and control characters in their short form or else as \u00xx. It reports
// whether s was valid UTF-8.
func (w *writer) str(s string) bool {
	b := append(w.b, '"')
	start, ascii := 0, true
	for i := 0; i < len(s); i++ {
		c := s[i]
		if c >= 0x20 && c != '"' && c != '\\' {
			ascii = ascii && c < utf8.RuneSelf
			continue
		}
		b = append(b, s[start:i]...)
		start = i + 1
		switch c {
		case '"', '\\':
			b = append(b, '\\', c)
		case '\b':
			b = append(b, `\b`...)
		case '\f':
			b = append(b, `\f`...)
		case '\n':
			b = append(b, `\n`...)
		case '\r':
			b = append(b, `\r`...)
		case '\t':
			b = append(b, `\t`...)
		default:
			b = append(b, `\u00`...)
			b = append(b, hexDigits[c>>4], hexDigits[c&15])
		}
	}
	b = append(b, s[start:]...)
	w.b = append(b, '"')
	return ascii || utf8.ValidString(s)
}

// appendUUID appends the 36 lower-case characters of id.
func appendUUID(b []byte, id uuid.UUID) []byte {
	for i, c := range id {
		if i == 4 || i == 6 || i == 8 || i == 10 {
			b = append(b, '-')
		}
		b = append(b, hexDigits[c>>4], hexDigits[c&15])
	}
	return b
}

package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/google/uuid"
)

// wireEnvelope is an envelope as encoding/json sees it: the second, slower reading of the
// same form. It explains what is wrong with bytes that the first refuses, and it reads older
// versions.
type wireEnvelope struct {
	ID          *uuid.UUID      `json:"id"`
	Ledger      *string         `json:"ledger"`
	Sequence    *uint64         `json:"sequence"`
	Type        *string         `json:"type"`
	Recorded    *time.Time      `json:"recorded"`
	Effective   *uint64         `json:"effective,omitempty"`
	Actor       *string         `json:"actor,omitempty"`
	Correlation *uuid.UUID      `json:"correlation,omitempty"`
	Causation   *uuid.UUID      `json:"causation,omitempty"`
	Basis       *Basis          `json:"basis,omitempty"`
	Signature   *Signature      `json:"signature,omitempty"`
	Payload     json.RawMessage `json:"payload"`
}

var errMissing = errors.New("expected, but missing")

// slow reads an event of any version with encoding/json, or says why it is none.
func (r *registry) slow(data []byte) (Envelope, error) {
	var w wireEnvelope
	if err := strictly(data, &w); err != nil {
		return Envelope{}, malformed("", "", err)
	}
	for _, f := range []struct {
		name    string
		missing bool
	}{
		{"id", w.ID == nil}, {"ledger", w.Ledger == nil}, {"sequence", w.Sequence == nil},
		{"type", w.Type == nil}, {"recorded", w.Recorded == nil}, {"payload", w.Payload == nil},
	} {
		if f.missing {
			return Envelope{}, &MalformedError{Field: f.name, Err: errMissing}
		}
	}
	k, version, err := r.lookup(*w.Type)
	if err != nil {
		return Envelope{}, err
	}
	e := w.envelope()
	e.Type = k.wire
	payload, err := r.newest(k, *w.Type, version, w.Payload)
	if err != nil {
		return Envelope{}, err
	}
	if e.Payload, err = k.strict(payload); err != nil {
		return Envelope{}, malformed(*w.Type, "payload", err)
	}
	if e.Signature != nil && *w.Type != k.wire {
		e.Signature.Former = *w.Type + " " + string(w.Payload)
	}
	if err := r.same(&e, k, *w.Type, data, w.Payload); err != nil {
		return Envelope{}, err
	}
	return e, nil
}

// envelope returns what w holds but the payload.
func (w *wireEnvelope) envelope() Envelope {
	e := Envelope{ID: *w.ID, Ledger: *w.Ledger, Sequence: *w.Sequence, Recorded: w.Recorded.UTC(), Effective: *w.Sequence}
	if w.Effective != nil {
		e.Effective = *w.Effective
	}
	if w.Actor != nil {
		e.Actor = *w.Actor
	}
	if w.Correlation != nil {
		e.Correlation = *w.Correlation
	}
	if w.Causation != nil {
		e.Causation = *w.Causation
	}
	if w.Basis != nil {
		e.Basis = *w.Basis
	}
	e.Signature = w.Signature
	return e
}

// same checks that data is what append writes for e. Of an older version's payload only the
// white space can be checked.
func (r *registry) same(e *Envelope, k *kind, wire string, data, payload []byte) error {
	w := writer{}
	w.head(e, wire)
	w.b = append(w.b, ',')
	if wire == k.wire {
		w.tail(e, k)
	} else {
		w.basis(e)
		w.signature(e)
		w.b = append(w.b, `"payload":`...)
		w.raw("payload", payload)
	}
	w.b = append(w.b, '}')
	if w.err != nil {
		return &MalformedError{Type: wire, Field: w.field, Err: w.err}
	}
	if bytes.Equal(w.b, data) {
		return nil
	}
	at := 0
	for at < len(data) && at < len(w.b) && data[at] == w.b[at] {
		at++
	}
	return &NotCanonicalError{Type: wire, Offset: at, Want: window(w.b, at), Got: window(data, at)}
}

// window returns a few characters of b from an offset on.
func window(b []byte, at int) string {
	return strings.ToValidUTF8(string(b[at:min(len(b), at+16)]), "\uFFFD")
}

// strictly decodes one JSON value without unknown fields and with nothing behind it.
func strictly(data []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return errors.New("expected a JSON object, found its end too early")
		}
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return fmt.Errorf("expected nothing after byte %d", d.InputOffset())
	}
	return nil
}

// malformed words an error of encoding/json in terms of events.
func malformed(typ, under string, err error) error {
	field := under
	var wrong *json.UnmarshalTypeError
	if errors.As(err, &wrong) {
		if wrong.Field != "" {
			field = strings.TrimPrefix(under+"."+wrong.Field, ".")
		}
		err = fmt.Errorf("expected %s, found %s", jsonName(wrong.Type.Kind().String()), wrong.Value)
	} else {
		err = errors.New(strings.TrimPrefix(err.Error(), "json: "))
	}
	return &MalformedError{Type: typ, Field: field, Err: err}
}

// jsonName is what JSON calls a kind of Go value.
func jsonName(kind string) string {
	switch kind {
	case "struct":
		return "an object"
	case "slice":
		return "a list"
	case "string":
		return "a string"
	case "bool":
		return "true or false"
	}
	return "a whole number"
}

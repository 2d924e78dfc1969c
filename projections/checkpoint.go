package projections

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"reflect"
	"strings"
	"time"

	"adjudicate/events"
)

// The written form of a projection is one JSON object on one line,
//
//	{"projection":"knives","version":1,"ledger":"hand-3","sequence":57,"data":…}
//
// with the fields in this order, no white space, and no escape that JSON does not demand
// but those of U+2028 and U+2029. Times are UTC. What data is, each projection says; it holds
// facts as they happened and nothing that follows from them, so that restoring is folding.

type written struct {
	Projection string          `json:"projection"`
	Version    int             `json:"version"`
	Ledger     string          `json:"ledger"`
	Sequence   uint64          `json:"sequence"`
	Data       json.RawMessage `json:"data"`
}

// seal writes a checkpoint.
func seal(name string, version int, c *cursor, data any) ([]byte, error) {
	text, err := compact(data)
	if err == nil {
		text, err = compact(written{name, version, c.ledger, c.sequence, text})
	}
	if err != nil {
		return nil, fmt.Errorf("write a checkpoint of projection %s: %w", name, err)
	}
	return text, nil
}

// compact writes a value as JSON without escaping what need not be escaped.
func compact(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n")), nil
}

// unseal reads a checkpoint's head, and its data into data.
func unseal(text []byte, name string, version int, data any) (cursor, error) {
	var w written
	if err := strictly(text, &w); err != nil {
		return cursor{}, &CheckpointError{Projection: name, Why: "not a checkpoint", Err: err}
	}
	if w.Projection != name {
		return cursor{}, &CheckpointError{Projection: name, Why: fmt.Sprintf("it is one of projection %q", w.Projection)}
	}
	if w.Version != version {
		return cursor{}, &CheckpointError{Projection: name, Why: fmt.Sprintf("it has version %d, this program reads version %d", w.Version, version)}
	}
	if err := strictly(w.Data, data); err != nil {
		return cursor{}, &CheckpointError{Projection: name, Why: "unreadable data", Err: err}
	}
	return cursor{w.Ledger, w.Sequence}, nil
}

func strictly(text []byte, v any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.DisallowUnknownFields()
	if err := dec.Decode(v); err != nil {
		return err
	}
	if _, err := dec.Token(); err != io.EOF {
		return fmt.Errorf("more text after the end")
	}
	return nil
}

// confirm refuses a checkpoint that the projection made of it would not have written: one
// whose facts contradict each other, or that is spelled another way.
func confirm(restored Projection, text []byte) error {
	again, err := restored.Checkpoint()
	if err != nil {
		return &CheckpointError{Projection: restored.Name(), Why: "unreadable data", Err: err}
	}
	if !bytes.Equal(again, text) {
		return &CheckpointError{Projection: restored.Name(), Why: "not as this program writes it"}
	}
	return nil
}

// ordered refuses facts that do not stand in the order of their sequences, or lie after
// the sequence of the checkpoint. Several facts may stem from one event.
func ordered[T any](name string, c cursor, list []T, sequence func(*T) uint64) error {
	last := uint64(1)
	for i := range list {
		s := sequence(&list[i])
		if s < last || s > c.sequence {
			return &CheckpointError{Projection: name, Why: fmt.Sprintf("a fact of sequence %d after one of %d, in a checkpoint at %d", s, last, c.sequence)}
		}
		last = s
	}
	return nil
}

// Record is an outcome that a projection keeps, with when it came about.
type Record struct {
	Sequence uint64
	Recorded time.Time
	Payload  events.Payload
}

func (r *Record) sequence() uint64 { return r.Sequence }

func recordOf(e *events.Envelope) Record {
	return Record{Sequence: e.Sequence, Recorded: e.Recorded.UTC(), Payload: e.Payload}
}

type writtenRecord struct {
	Sequence uint64          `json:"sequence"`
	Recorded time.Time       `json:"recorded"`
	Type     string          `json:"type"`
	Payload  json.RawMessage `json:"payload"`
}

// MarshalJSON writes the record with the wire type of its payload.
func (r Record) MarshalJSON() ([]byte, error) {
	typ, text, err := payloadText(r.Payload)
	if err != nil {
		return nil, err
	}
	return compact(writtenRecord{r.Sequence, r.Recorded, typ, text})
}

// UnmarshalJSON reads what MarshalJSON writes.
func (r *Record) UnmarshalJSON(text []byte) error {
	var w writtenRecord
	if err := strictly(text, &w); err != nil {
		return err
	}
	p, err := payloadOf(w.Type, w.Payload)
	if err != nil {
		return err
	}
	*r = Record{w.Sequence, w.Recorded, p}
	return nil
}

// payloadText writes a payload; nil has neither type nor text.
func payloadText(p events.Payload) (string, json.RawMessage, error) {
	if p == nil {
		return "", json.RawMessage("null"), nil
	}
	typ, err := events.Type(p)
	if err != nil {
		return "", nil, err
	}
	text, err := compact(p)
	return typ, text, err
}

// payloadOf reads a payload of exactly that type and version. A checkpoint is not brought
// up to newer versions: the ledger is, and is folded anew.
func payloadOf(typ string, text json.RawMessage) (events.Payload, error) {
	if typ == "" {
		if strings.TrimSpace(string(text)) != "null" {
			return nil, fmt.Errorf("a payload without a type")
		}
		return nil, nil
	}
	zero, err := events.New(typ)
	if err != nil {
		return nil, err
	}
	if newest, err := events.Type(zero); err != nil || newest != typ {
		return nil, fmt.Errorf("an event of type %q, expected %q", typ, newest)
	}
	p := reflect.New(reflect.TypeOf(zero))
	if err := strictly(text, p.Interface()); err != nil {
		return nil, fmt.Errorf("%s: %w", typ, err)
	}
	return p.Elem().Interface().(events.Payload), nil
}

// envelope returns an envelope to fold the record from.
func (r *Record) envelope() *events.Envelope {
	return &events.Envelope{Sequence: r.Sequence, Recorded: r.Recorded, Payload: r.Payload}
}

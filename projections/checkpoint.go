package projections

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
)

// The written form of a projection is one JSON object on one line,
//
//	{"projection":"knives","version":1,"ledger":"hand-3","sequence":57,"data":…}
//
// with the fields in this order and no white space. Outcomes stand in it as in the ledger: their
// type and version, and their canonical payload. Times are UTC. What data is, each projection says; it holds
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

// refold fills an empty projection that keeps its records from a checkpoint, by applying
// them again. The cursor is the projection's own.
func refold(empty interface {
	Projection
	apply(*events.Envelope)
}, own *cursor, version int, checkpoint []byte) error {
	var list []Record
	c, err := unseal(checkpoint, empty.Name(), version, &list)
	if err != nil {
		return err
	}
	if err := ordered(empty.Name(), c, list, (*Record).sequence); err != nil {
		return err
	}
	*own = c
	for i := range list {
		empty.apply(list[i].envelope())
	}
	return confirm(empty, checkpoint)
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

// carrier is an event that carries a payload to the codec of package events and back, so that
// a payload is spelled in a checkpoint as it is in a ledger.
var carrier = events.Envelope{ID: uuid.UUID{15: 1}, Ledger: "checkpoint", Sequence: 1}

var payloadField = []byte(`,"payload":`)

// payloadText writes a payload; nil has neither type nor text.
func payloadText(p events.Payload) (typ string, text json.RawMessage, err error) {
	if p == nil {
		return "", json.RawMessage("null"), nil
	}
	if typ, err = events.Type(p); err != nil {
		return "", nil, err
	}
	e := carrier
	e.Payload = p
	whole, err := events.Encode(&e)
	if err != nil {
		return "", nil, err
	}
	_, text, _ = bytes.Cut(whole, payloadField)
	return typ, text[:len(text)-1], nil
}

// payloadOf reads a payload of exactly that type and version. A checkpoint is not brought
// up to newer versions: the ledger is, and is folded anew.
func payloadOf(typ string, text json.RawMessage) (events.Payload, error) {
	if typ == "" {
		if string(text) != "null" {
			return nil, fmt.Errorf("a payload without a type")
		}
		return nil, nil
	}
	e := carrier
	var err error
	if e.Payload, err = events.New(typ); err != nil {
		return nil, err
	}
	if newest, err := events.Type(e.Payload); err != nil || newest != typ {
		return nil, fmt.Errorf("an event of type %q, expected %q", typ, newest)
	}
	whole, err := events.Encode(&e)
	if err != nil {
		return nil, err
	}
	head, _, _ := bytes.Cut(whole, payloadField)
	whole = append(append(append(head[:len(head):len(head)], payloadField...), text...), '}')
	e, err = events.Decode(whole)
	return e.Payload, err
}

// envelope returns an envelope to fold the record from.
func (r *Record) envelope() *events.Envelope {
	return &events.Envelope{Sequence: r.Sequence, Recorded: r.Recorded, Payload: r.Payload}
}

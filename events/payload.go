package events

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"time"
)

// EncodePayload writes a payload alone: its wire type and its canonical JSON. The errors are
// those of Encode.
func EncodePayload(p Payload) (wire string, data json.RawMessage, err error) {
	return AppendPayload(nil, p)
}

// AppendPayload is EncodePayload behind what dst holds.
func AppendPayload(dst []byte, p Payload) (wire string, data []byte, err error) {
	k, err := standard.of(&Envelope{Payload: p})
	if err != nil {
		return "", nil, err
	}
	w := writer{b: dst}
	w.structure("payload", k.shape, reflect.ValueOf(p))
	if w.err != nil {
		return "", nil, fmt.Errorf("encode %s: field %s: %w", k.wire, w.field, w.err)
	}
	return k.wire, w.b, nil
}

// WireType returns the type that the canonical bytes of an event name, of whatever version it
// is; Decode tells the newest one. The names before it in an envelope cannot hold the mark
// that is looked for: their quotation marks are escaped.
func WireType(canonical []byte) string { return string(wireType(canonical)) }

// IsWireType reports whether WireType would return a type.
func IsWireType(canonical []byte, wire string) bool { return string(wireType(canonical)) == wire }

func wireType(canonical []byte) []byte {
	_, rest, _ := bytes.Cut(canonical, []byte(`,"type":"`))
	wire, _, _ := bytes.Cut(rest, []byte(`"`))
	return wire
}

// DecodePayload reads a payload of any version of a wire type. Unknown types and fields are
// refused as by Decode.
func DecodePayload(wire string, data []byte) (Payload, error) {
	k, version, err := standard.lookup(wire)
	if err != nil {
		return nil, err
	}
	raw, err := standard.newest(k, wire, version, data)
	if err != nil {
		return nil, err
	}
	p, err := k.strict(raw)
	if err != nil {
		return nil, malformed(wire, "payload", err)
	}
	return p, nil
}

// Alike reports whether two payloads are the same value and so are written alike, without writing them. Those of which it
// reports false may still be: of a moment in two time zones, or a list that is nil or empty.
func Alike(p, q Payload) bool {
	t := reflect.TypeOf(p)
	if t != reflect.TypeOf(q) {
		return false
	}
	if t == nil || t.Comparable() && p == q {
		return true
	}
	return reflect.DeepEqual(p, q)
}

// Unlike reports whether two payloads of one kind are written otherwise, without writing them: a text, a number or a flag of theirs differs, or the
// length of a list. Those of which it reports false may still be.
func Unlike(p, q Payload) bool {
	v, w := reflect.ValueOf(p), reflect.ValueOf(q)
	return v.Kind() == reflect.Struct && v.Type() == w.Type() && unlike(v, w)
}

var moment = reflect.TypeFor[time.Time]() // one moment has several values

func unlike(v, w reflect.Value) bool {
	switch k := v.Kind(); {
	case k == reflect.String:
		return v.String() != w.String()
	case k == reflect.Bool:
		return v.Bool() != w.Bool()
	case v.CanInt():
		return v.Int() != w.Int()
	case v.CanUint():
		return v.Uint() != w.Uint()
	case k == reflect.Slice && v.Type().Elem().Kind() != reflect.Uint8: // bytes may be JSON, which is written in one of several ways
		if v.Len() != w.Len() {
			return true
		}
		for i := range v.Len() {
			if unlike(v.Index(i), w.Index(i)) {
				return true
			}
		}
	case k == reflect.Struct && v.Type() != moment:
		for i := range v.NumField() {
			if unlike(v.Field(i), w.Field(i)) {
				return true
			}
		}
	}
	return false
}

// Alike reports whether two events would be written alike, as Alike of their payloads does.
func (e *Envelope) Alike(o *Envelope) bool {
	return e.ID == o.ID && e.Ledger == o.Ledger && e.Sequence == o.Sequence && e.Recorded.Equal(o.Recorded) && e.Effective == o.Effective &&
		e.Actor == o.Actor && e.Correlation == o.Correlation && e.Causation == o.Causation &&
		slices.Equal(e.Basis.Clauses, o.Basis.Clauses) && slices.Equal(e.Basis.Readings, o.Basis.Readings) &&
		(e.Signature == o.Signature || e.Signature != nil && o.Signature != nil && *e.Signature == *o.Signature) && Alike(e.Payload, o.Payload)
}

package events

import "fmt"

// UnknownTypeError reports an event type that this version cannot read.
type UnknownTypeError struct {
	Type   string // as found, "piece-moved.v3"
	Newest string // the newest version of that kind that can be read, "piece-moved.v1"; empty if the kind is unknown
}

func (e *UnknownTypeError) Error() string {
	if e.Newest == "" {
		return fmt.Sprintf("event type %q is unknown: expected a type listed in docs/format.md, such as \"play-submitted.v1\"; a newer version may have written it", e.Type)
	}
	return fmt.Sprintf("event type %q was written by a newer version: expected %q or older", e.Type, e.Newest)
}

// UnregisteredError reports a payload whose Go type is not an event of this package.
type UnregisteredError struct {
	Payload string // the Go type
}

func (e *UnregisteredError) Error() string {
	return fmt.Sprintf("payload %s is not a registered event", e.Payload)
}

// MalformedError reports bytes that are not an event: they are not JSON, or a field is missing,
// unknown or malformed.
type MalformedError struct {
	Type  string // the event's type where it is known
	Field string // the field at fault where it is known, "payload.from"
	Err   error  // what was expected
}

func (e *MalformedError) Error() string {
	s := "malformed event"
	if e.Type != "" {
		s = "malformed " + e.Type
	}
	if e.Field != "" {
		s += ": field " + e.Field
	}
	return s + ": " + e.Err.Error()
}

// Unwrap returns what was expected.
func (e *MalformedError) Unwrap() error { return e.Err }

// NotCanonicalError reports an event that is not encoded as Encode writes it.
type NotCanonicalError struct {
	Type   string // the event's type
	Offset int    // the first byte that differs
	Want   string // what stands there in the canonical form
	Got    string // what was found
}

func (e *NotCanonicalError) Error() string {
	return fmt.Sprintf("%s is not in canonical form: at byte %d expected %q, found %q", e.Type, e.Offset, e.Want, e.Got)
}

// EncodeError reports an envelope that has no canonical form.
type EncodeError struct {
	Type  string // the event's type
	Field string // the field at fault, "payload.rule"
	Err   error
}

func (e *EncodeError) Error() string {
	return fmt.Sprintf("encode %s: field %s: %v", e.Type, e.Field, e.Err)
}

// Unwrap returns the cause.
func (e *EncodeError) Unwrap() error { return e.Err }

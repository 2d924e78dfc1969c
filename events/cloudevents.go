package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strconv"
	"time"

	"github.com/google/uuid"
)

// The exported form of an event is a CloudEvents 1.0 envelope in structured JSON, on one
// line. What the envelope says stands in attributes; basis, signature and payload stand in data exactly
// as in the canonical form, so that the canonical bytes can be put together again:
//
//	{"specversion":"1.0","id":"0190…","source":"/ledgers/hand-3","type":"piece-moved.v1",
//	 "time":"1998-10-02T12:00:00Z","datacontenttype":"application/json","ledger":"hand-3",
//	 "sequence":"00000000000000000007","actor":"Red","causationid":"0190…",
//	 "data":{"basis":{"clauses":["12.2/3 §6.A"]},"payload":{"piece":"R1","from":"a1","to":"a7"}}}

// Export returns the exported form of an event given by its canonical bytes, of whatever
// version they are.
func Export(canonical []byte) ([]byte, error) {
	if _, err := Decode(canonical); err != nil {
		return nil, err
	}
	return export(canonical)
}

// Import returns the canonical bytes of an event from its exported form: those that Export
// was given, of whatever version they are. It refuses attributes that it does not know, that
// contradict each other or that stand twice.
func Import(data []byte) ([]byte, error) {
	d := decoders.Get().(*Decoder)
	defer decoders.Put(d)
	canonical, _, err := d.Import(data)
	return canonical, err
}

// export rearranges bytes that are known to be canonical.
func export(canonical []byte) ([]byte, error) {
	d := decoders.Get().(*Decoder)
	defer decoders.Put(d)
	p := reader{d: d, data: canonical}
	var e Envelope
	var wire []byte
	if !p.head(&e, &wire) {
		return nil, &MalformedError{Err: errors.New("expected canonical bytes")}
	}
	w := writer{b: make([]byte, 0, len(canonical)+256)}
	w.b = append(w.b, `{"specversion":"1.0","id":"`...)
	w.b = appendUUID(w.b, e.ID)
	w.b = append(w.b, `","source":`...)
	w.str(sourceOf(e.Ledger))
	w.b = append(append(append(w.b, `,"type":"`...), wire...), `","time":`...)
	w.time("recorded", e.Recorded)
	w.b = append(w.b, `,"datacontenttype":"application/json","ledger":`...)
	w.str(e.Ledger)
	w.b = fmt.Appendf(w.b, `,"sequence":"%020d"`, e.Sequence)
	if e.Effective != e.Sequence {
		w.b = fmt.Appendf(w.b, `,"effective":"%020d"`, e.Effective)
	}
	if e.Actor != "" {
		w.b = append(w.b, `,"actor":`...)
		w.str(e.Actor)
	}
	if e.Correlation != uuid.Nil {
		w.b = append(appendUUID(append(w.b, `,"correlationid":"`...), e.Correlation), '"')
	}
	if e.Causation != uuid.Nil {
		w.b = append(appendUUID(append(w.b, `,"causationid":"`...), e.Causation), '"')
	}
	w.b = append(w.b, `,"data":{`...)
	w.b = append(w.b, canonical[p.pos:]...)
	return append(w.b, '}'), nil
}

// sourceOf is the URI reference of the context in which a ledger's events happen.
func sourceOf(ledger string) string { return "/ledgers/" + url.PathEscape(ledger) }

// restore puts the bytes together that an exported event was made of, however it was written. They are canonical if
// the export was one: Decode says.
func restore(data []byte) ([]byte, error) {
	attr, err := attributes(data)
	if err != nil {
		return nil, err
	}
	x := exported{attr: attr}
	x.want("specversion", "1.0")
	wire, ledger, actor := x.text("type", true), x.text("ledger", true), x.text("actor", false)
	x.want("source", sourceOf(ledger))
	if _, given := attr["datacontenttype"]; given {
		x.want("datacontenttype", "application/json")
	}
	e := Envelope{
		ID: x.uuid("id", true), Ledger: ledger, Sequence: x.number("sequence", true),
		Recorded: x.time("time"), Effective: x.number("effective", false), Actor: actor,
		Correlation: x.uuid("correlationid", false), Causation: x.uuid("causationid", false),
	}
	body := x.body()
	if err := x.end(); err != nil {
		return nil, err
	}
	if _, _, err := standard.lookup(wire); err != nil {
		return nil, err
	}
	w := writer{b: make([]byte, 0, len(data))}
	w.head(&e, wire)
	if w.err != nil {
		return nil, notExported(w.field, w.err)
	}
	w.b = append(w.b, ',')
	return append(w.b, body[1:]...), nil
}

// exported takes the attributes of an exported event one by one and keeps the first error.
type exported struct {
	attr map[string]json.RawMessage // those not taken yet
	err  error
}

func (x *exported) fail(name string, err error) {
	if x.err == nil {
		x.err = notExported(name, err)
	}
}

// take returns an attribute's value, nil if it is missing.
func (x *exported) take(name string, required bool) json.RawMessage {
	value, found := x.attr[name]
	if !found && required {
		x.fail(name, errMissing)
	}
	delete(x.attr, name)
	return value
}

func (x *exported) text(name string, required bool) (s string) {
	value := x.take(name, required)
	if value == nil {
		return ""
	}
	if value[0] != '"' || json.Unmarshal(value, &s) != nil {
		x.fail(name, fmt.Errorf("expected a string, found %s", value))
	}
	if s == "" {
		x.fail(name, errors.New("expected a string that is not empty"))
	}
	return s
}

func (x *exported) want(name, want string) {
	if got := x.text(name, true); got != want {
		x.fail(name, fmt.Errorf("expected %q, found %q", want, got))
	}
}

func (x *exported) uuid(name string, required bool) (id uuid.UUID) {
	s := x.text(name, required)
	if s == "" {
		return id
	}
	id, err := uuid.Parse(s)
	if err != nil || id == uuid.Nil {
		x.fail(name, fmt.Errorf("expected a UUID other than the nil UUID, found %q", s))
	}
	return id
}

// number reads a decimal number, padded with zeros or not.
func (x *exported) number(name string, required bool) uint64 {
	s := x.text(name, required)
	if s == "" {
		return 0
	}
	n, err := strconv.ParseUint(s, 10, 64)
	if err != nil || n == 0 {
		x.fail(name, fmt.Errorf("expected a number from 1 in decimal digits, found %q", s))
	}
	return n
}

func (x *exported) time(name string) time.Time {
	s := x.text(name, true)
	t, err := time.Parse(time.RFC3339Nano, s)
	if err != nil {
		x.fail(name, fmt.Errorf("expected a time such as \"1998-10-02T12:00:00Z\", found %q", s))
	}
	return t
}

func (x *exported) body() json.RawMessage {
	body := x.take("data", true)
	if !slices.ContainsFunc([]string{`{"basis":`, `{"signature":`, `{"payload":`}, func(first string) bool { return bytes.HasPrefix(body, []byte(first)) }) {
		x.fail("data", errors.New("expected an object with basis, unless that is empty, signature, of a signed input, and payload"))
	}
	return body
}

// end returns the first error; an attribute that nobody took is one.
func (x *exported) end() error {
	for _, name := range slices.Sorted(maps.Keys(x.attr)) {
		x.fail(name, errors.New("expected no attribute of that name"))
	}
	return x.err
}

// attributes splits a JSON object into its members, each without white space. Unlike
// encoding/json it minds the case of names and refuses one that stands twice.
func attributes(data []byte) (map[string]json.RawMessage, error) {
	var compacted bytes.Buffer
	if err := json.Compact(&compacted, data); err != nil {
		return nil, notExported("", fmt.Errorf("expected one JSON object: %w", err))
	}
	d := json.NewDecoder(&compacted)
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return nil, notExported("", errors.New("expected a JSON object"))
	}
	attr := map[string]json.RawMessage{}
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, notExported("", err)
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, notExported(name.(string), err)
		}
		if _, twice := attr[name.(string)]; twice {
			return nil, notExported(name.(string), errors.New("expected once, but it stands twice"))
		}
		attr[name.(string)] = value
	}
	return attr, nil
}

func notExported(attribute string, err error) error {
	return &MalformedError{Type: "CloudEvent", Field: attribute, Err: err}
}

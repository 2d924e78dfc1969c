package events

import (
	"reflect"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"
)

// Decode reads the canonical bytes of an event. It refuses, with an error that says what
// was expected, whatever Encode would not have written; so re-encoding gives the same bytes,
// unless an older version of the payload was brought up to the newest: then Type is the
// newest one. The envelope keeps no reference to data. Decode is safe for concurrent use.
func Decode(data []byte) (Envelope, error) {
	d := decoders.Get().(*Decoder)
	e, err := d.Decode(data)
	decoders.Put(d)
	return e, err
}

var decoders = sync.Pool{New: func() any { return new(Decoder) }}

// A Decoder decodes many events, as Decode does. It remembers short texts, which recur in a
// ledger, so that it seldom allocates them anew, and the last moment, which an input and its
// outcomes share. The zero Decoder is ready for use, by one goroutine at a time.
type Decoder struct {
	seen   []string // short texts, at the slots of their hashes
	missed int      // how many did not stand there
	lists  []string // used again
	moment string   // as it was written; "" if there was none
	at     time.Time

	sourceOf, source string // of a ledger's exported events
	slab             []byte // for canonical bytes
}

// Decode reads the canonical bytes of an event.
func (d *Decoder) Decode(data []byte) (Envelope, error) { return standard.decode(d, data) }

func (r *registry) decode(d *Decoder, data []byte) (Envelope, error) {
	var e Envelope
	if r.fast(d, data, &e) {
		return e, nil
	}
	return r.slow(data)
}

// fast reads canonical bytes of a newest version and reports whether it could. It accepts
// exactly what append writes; everything else is left to slow, which says what is wrong.
func (r *registry) fast(d *Decoder, data []byte, e *Envelope) bool {
	if !utf8.Valid(data) {
		return false
	}
	p := reader{d: d, data: data}
	var wire []byte
	if !p.head(e, &wire) {
		return false
	}
	k := r.byWire[string(wire)]
	if k == nil {
		return false
	}
	e.Type = k.wire
	return r.said(&p, k, e) && p.skip("}") && p.pos == len(data)
}

// said reads basis, signature and payload of an event of a kind.
func (r *registry) said(p *reader, k *kind, e *Envelope) (ok bool) {
	if !p.basis(&e.Basis) || !p.signature(&e.Signature) || !p.skip(`"payload":`) {
		return false
	}
	e.Payload, ok = k.read(p)
	return ok
}

// head reads the envelope up to the comma before basis or payload.
func (p *reader) head(e *Envelope, wire *[]byte) bool {
	var ok bool
	if !p.skip(`{"id":`) || !p.uuid(&e.ID) || e.ID == uuid.Nil {
		return false
	}
	if !p.skip(`,"ledger":`) || !p.name(&e.Ledger) {
		return false
	}
	if !p.skip(`,"sequence":`) {
		return false
	}
	if e.Sequence, ok = p.uint(); !ok || e.Sequence == 0 {
		return false
	}
	if !p.skip(`,"type":"`) {
		return false
	}
	if *wire, ok = p.until('"'); !ok {
		return false
	}
	if !p.skip(`,"recorded":`) || !p.time(&e.Recorded) || !p.skip(",") {
		return false
	}
	e.Effective = e.Sequence
	if p.skip(`"effective":`) {
		e.Effective, ok = p.uint()
		if !ok || e.Effective == 0 || e.Effective == e.Sequence || !p.skip(",") {
			return false
		}
	}
	if p.skip(`"actor":`) && (!p.name(&e.Actor) || !p.skip(",")) {
		return false
	}
	if p.skip(`"correlation":`) && (!p.uuid(&e.Correlation) || e.Correlation == uuid.Nil || !p.skip(",")) {
		return false
	}
	if p.skip(`"causation":`) && (!p.uuid(&e.Causation) || e.Causation == uuid.Nil || !p.skip(",")) {
		return false
	}
	return true
}

// basis reads the basis, if there is one, and the comma after it.
func (p *reader) basis(b *Basis) bool {
	if !p.skip(`"basis":{`) {
		return true
	}
	var ok bool
	if p.skip(`"clauses":`) {
		if b.Clauses, ok = p.strings(); !ok || b.Clauses == nil {
			return false
		}
		if p.skip("},") {
			return true
		}
		if !p.skip(",") {
			return false
		}
	}
	if !p.skip(`"readings":`) {
		return false
	}
	b.Readings, ok = p.strings()
	return ok && b.Readings != nil && p.skip("},")
}

// signature reads the signature, if there is one, and the comma after it.
func (p *reader) signature(into **Signature) bool {
	if !p.skip(`"signature":{"seen":`) {
		return true
	}
	var s Signature
	var ok bool
	if s.Seen, ok = p.uint(); !ok || s.Seen == 0 || !p.skip(`,"value":`) {
		return false
	}
	if s.Value, ok = p.str(); !ok || s.Value == "" {
		return false
	}
	*into = &s
	return p.skip("},")
}

// structure reads an object into v, a settable struct of shape s.
func (p *reader) structure(s *shape, v reflect.Value) bool {
	if !p.skip("{") {
		return false
	}
	first := true
	for i := range s.fields {
		f := &s.fields[i]
		at := p.pos
		if (!first && !p.skip(",")) || !p.skip(f.key) {
			if !f.omit {
				return false
			}
			p.pos = at
			continue
		}
		first = false
		fv := v.Field(f.index)
		if !p.value(f.shape, fv) || f.omit && empty(f.shape, fv) {
			return false
		}
	}
	return p.skip("}")
}

func (p *reader) value(s *shape, v reflect.Value) bool {
	switch s.form {
	case formString:
		t, ok := p.str()
		v.SetString(t)
		return ok
	case formBool:
		t := p.skip("true")
		v.SetBool(t)
		return t || p.skip("false")
	case formInt:
		n, ok := p.int()
		v.SetInt(n)
		return ok
	case formUint:
		n, ok := p.uint()
		v.SetUint(n)
		return ok
	case formHalf:
		n, ok := p.half()
		v.SetInt(int64(n))
		return ok
	case formTime:
		return p.time(v.Addr().Interface().(*time.Time))
	case formTimePointer:
		t := new(time.Time)
		v.Set(reflect.ValueOf(t))
		return p.time(t)
	case formUUID:
		return p.uuid(v.Addr().Interface().(*uuid.UUID))
	case formRaw:
		raw, ok := p.raw()
		v.SetBytes(raw)
		return ok
	case formStrings:
		list, ok := p.strings()
		*v.Addr().Interface().(*[]string) = list
		return ok
	case formList:
		return p.list(s.elem, v)
	case formStruct:
		return p.structure(s, v)
	}
	return false
}

func (p *reader) list(elem *shape, v reflect.Value) bool {
	if !p.skip("[") {
		return false
	}
	if p.skip("]") {
		return true
	}
	for n := 0; ; n++ {
		if n == v.Cap() {
			v.Grow(max(4, n))
		}
		v.SetLen(n + 1)
		if !p.structure(elem, v.Index(n)) {
			return false
		}
		if !p.skip(",") {
			return p.skip("]")
		}
	}
}

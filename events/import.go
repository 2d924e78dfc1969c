package events

import (
	"bytes"
	"strconv"
	"unicode/utf8"

	"github.com/google/uuid"
)

// An export is read once, and mostly is byte for byte what export writes: then each attribute is spelled as in the canonical form, whose
// bytes are put together from pieces of the line, and basis, signature and payload are decoded where they stand. Everything else, right or wrong, is left to the
// reading of one attribute after the other.

// Import is [Import] with the event itself, as Decode reads it. Nothing else refers to the bytes that it returns, which share memory with
// those returned before.
func (d *Decoder) Import(data []byte) ([]byte, Envelope, error) { return standard.imported(d, data) }

func (r *registry) imported(d *Decoder, data []byte) ([]byte, Envelope, error) {
	var x exportedHead
	p := reader{d: d, data: data}
	if !utf8.Valid(data) || !x.read(&p) {
		canonical, err := restore(data)
		if err != nil {
			return nil, Envelope{}, err
		}
		e, err := r.decode(d, canonical)
		if err != nil {
			return nil, Envelope{}, err
		}
		return canonical, e, nil
	}
	canonical := d.put(x.canonical(d.room(len(data)), data[p.pos:len(data)-1]))
	if k := r.byWire[string(x.wire)]; k != nil {
		x.event.Type = k.wire
		if r.said(&p, k, &x.event) && p.skip("}}") && p.pos == len(data) {
			return canonical, x.event, nil
		}
	}
	e, err := r.slow(canonical)
	if err != nil {
		return nil, Envelope{}, err
	}
	return canonical, e, nil
}

// exportedHead is what an exported event says before its data, with the pieces of the line that say it.
type exportedHead struct {
	event                                           Envelope
	wire                                            []byte
	id, ledger, time, actor, correlation, causation []byte // with their quotation marks; nil for none
	sequence, effective                             []byte // without leading zeros
}

// piece returns what a reader has read since a place.
func (p *reader) piece(since int) []byte { return p.data[since:p.pos] }

// read reads the attributes up to the brace that begins the data, and reports whether they are spelled as export spells them.
func (x *exportedHead) read(p *reader) bool {
	e := &x.event
	ids := func(into *[]byte, id *uuid.UUID) bool {
		at := p.pos
		ok := p.uuid(id) && *id != uuid.Nil
		*into = p.piece(at)
		return ok
	}
	name := func(into *[]byte, s *string) bool {
		at := p.pos
		ok := p.name(s)
		*into = p.piece(at)
		return ok
	}
	if !p.skip(`{"specversion":"1.0","id":`) || !ids(&x.id, &e.ID) || !p.skip(`,"source":"`) {
		return false
	}
	source, ok := p.until('"')
	if !ok || !p.skip(`,"type":"`) {
		return false
	}
	if x.wire, ok = p.until('"'); !ok || !p.skip(`,"time":`) {
		return false
	}
	at := p.pos
	if !p.time(&e.Recorded) {
		return false
	}
	x.time = p.piece(at)
	if !p.skip(`,"datacontenttype":"application/json","ledger":`) || !name(&x.ledger, &e.Ledger) || !p.d.isSource(source, e.Ledger) {
		return false
	}
	if !p.skip(`,"sequence":"`) || !p.padded(&e.Sequence, &x.sequence) {
		return false
	}
	e.Effective = e.Sequence
	if p.skip(`,"effective":"`) && (!p.padded(&e.Effective, &x.effective) || e.Effective == e.Sequence) {
		return false
	}
	if p.skip(`,"actor":`) && !name(&x.actor, &e.Actor) ||
		p.skip(`,"correlationid":`) && !ids(&x.correlation, &e.Correlation) ||
		p.skip(`,"causationid":`) && !ids(&x.causation, &e.Causation) {
		return false
	}
	return p.skip(`,"data":{`) && (p.next(`"basis":{`) || p.next(`"signature":{`) || p.next(`"payload":{`)) && p.data[len(p.data)-1] == '}'
}

// next reports whether lit comes next.
func (p *reader) next(lit string) bool { return bytes.HasPrefix(p.data[p.pos:], []byte(lit)) }

// padded reads 20 digits and the quotation mark behind them.
func (p *reader) padded(n *uint64, digits *[]byte) bool {
	text, ok := p.until('"')
	if !ok || len(text) != 20 {
		return false
	}
	*digits = bytes.TrimLeft(text, "0")
	var err error
	*n, err = strconv.ParseUint(string(text), 10, 64)
	return err == nil && *n > 0
}

// isSource reports whether a text is the source of a ledger's events.
func (d *Decoder) isSource(text []byte, ledger string) bool {
	if d.source == "" || d.sourceOf != ledger {
		d.sourceOf, d.source = ledger, sourceOf(ledger)
	}
	return string(text) == d.source
}

// canonical appends the canonical bytes of the event to dst. Rest is what follows the head.
func (x *exportedHead) canonical(dst, rest []byte) []byte {
	b := append(append(dst, `{"id":`...), x.id...)
	b = append(append(b, `,"ledger":`...), x.ledger...)
	b = append(append(b, `,"sequence":`...), x.sequence...)
	b = append(append(b, `,"type":"`...), x.wire...)
	b = append(append(b, `","recorded":`...), x.time...)
	for _, part := range []struct {
		key  string
		text []byte
	}{{`,"effective":`, x.effective}, {`,"actor":`, x.actor}, {`,"correlation":`, x.correlation}, {`,"causation":`, x.causation}} {
		if part.text != nil {
			b = append(append(b, part.key...), part.text...)
		}
	}
	return append(append(b, ','), rest...)
}

// Memory for canonical bytes is taken a slab at a time.
const (
	slab  = 32 << 10
	inOne = slab / 8 // more has memory of its own
)

// room returns memory for as many bytes.
func (d *Decoder) room(n int) []byte {
	if n > inOne {
		return make([]byte, 0, n)
	}
	if cap(d.slab)-len(d.slab) < n {
		d.slab = make([]byte, 0, slab)
	}
	return d.slab[len(d.slab):]
}

// put takes what was put into the room away from it.
func (d *Decoder) put(b []byte) []byte {
	if free := d.slab[len(d.slab):cap(d.slab)]; len(b) > 0 && len(free) > 0 && &free[0] == &b[0] {
		d.slab = d.slab[:len(d.slab)+len(b)]
	}
	return b[:len(b):len(b)]
}

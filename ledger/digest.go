package ledger

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"hash"

	"adjudicate/events"
	"adjudicate/store"
)

// digestOf is the SHA-256 of what is restated: of every event its payload's type, basis and
// payload as they are written in an event, a line each. It does not hang on ids and times,
// so that two machines come to the same.
func digestOf(list []events.Envelope) (string, error) {
	d := newDigest()
	for i := range list {
		wire, data, err := events.EncodePayload(list[i].Payload)
		if err != nil {
			return "", err
		}
		d.Write(appendLine(nil, &list[i], wire, data))
	}
	return d.sum(), nil
}

type digest struct{ hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) sum() string { return "sha256:" + hex.EncodeToString(d.Sum(nil)) }

// appendLine appends what a digest takes of an event.
func appendLine(b []byte, e *events.Envelope, wire string, payload []byte) []byte {
	b = fmt.Appendf(b, "%d %s %q %q ", e.Effective, wire, e.Basis.Clauses, e.Basis.Readings)
	b = append(b, payload...)
	return append(b, '\n')
}

// undigested is how many outcomes of an adoption stand before those that its digest is of: its ruling and the edition's beginning.
const undigested = 2

// A restating makes the digest of an adoption of its events as they are stored, of whatever version they are, while they are read.
type restating struct {
	digest
	in   *events.EditionAdopted // nil: none is being read
	seen int                    // outcomes
	last []byte                 // the line of the last one, which is not in the digest unless another follows
}

// begin takes the input of an act.
func (r *restating) begin(p events.Payload) {
	r.in = nil
	if p, ok := p.(events.EditionAdopted); ok {
		*r = restating{newDigest(), &p, 0, r.last[:0]}
	}
}

// add takes the next outcome, and its canonical bytes.
func (r *restating) add(e *events.Envelope, data []byte) {
	if r.in == nil {
		return
	}
	if r.seen++; r.seen > undigested {
		r.Write(r.last)
		r.last = appendLine(r.last[:0], e, events.WireType(data), payloadOf(data))
	}
}

// check compares what the adoption claims to restate with what has been read after it.
func (r *restating) check() error {
	if r.seen < undigested+1 {
		return fmt.Errorf("an adoption consists of a ruling, the edition's beginning and the resulting state: found %d events", r.seen+1)
	}
	if digest := r.sum(); digest != r.in.Digest {
		return fmt.Errorf("edition %d does not match its digest: found %s", r.in.Edition, digest)
	}
	return nil
}

// CheckDigest compares what an adoption claims to restate with what is recorded after it. Group is the adoption
// with all its outcomes, as stored.
func CheckDigest(group []store.Event) error {
	var r restating
	var dec events.Decoder
	for i, rec := range group {
		e, err := dec.Decode(rec.Data)
		if err != nil {
			return err
		}
		if i > 0 {
			r.add(&e, rec.Data)
		} else if r.begin(e.Payload); r.in == nil {
			return fmt.Errorf("expected an adoption, found %s", e.Type)
		}
	}
	if r.in == nil {
		return ErrNoGame
	}
	return r.check()
}

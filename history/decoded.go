package history

import (
	"adjudicate/events"
	"adjudicate/store"
)

// mostDecoded is how many events a growing catalogue remembers decoded: some 8 MiB.
const mostDecoded = 1 << 13

// decoded are events that a catalogue has read. While it grows it is asked for one edition after the other, most entries of which are the same events.
type decoded map[uint64]events.Envelope

// decode decodes an event of the stream.
func (c *Catalogue) decode(dec *events.Decoder, rec *store.Recorded) (events.Envelope, error) {
	if !c.grows {
		return dec.Decode(rec.Data)
	}
	if e, ok := c.read[uint64(rec.Revision)]; ok {
		return e, nil
	}
	e, err := dec.Decode(rec.Data)
	if err != nil {
		return e, err
	}
	if c.read == nil || len(c.read) >= mostDecoded {
		c.read = decoded{}
	}
	c.read[uint64(rec.Revision)] = e
	return e, nil
}

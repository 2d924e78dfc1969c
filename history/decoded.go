package history

import (
	"sync"

	"adjudicate/events"
	"adjudicate/store"
)

// mostDecoded is how many events a catalogue that is asked for many histories remembers decoded: some 8 MiB.
const mostDecoded = 1 << 13

// decoded are events that a catalogue has read. Most entries of one history are the same events as those of another.
type decoded struct {
	sync.RWMutex
	list map[uint64]events.Envelope
}

// Share has the catalogue remember what it decodes, for whoever asks it for several histories, one after the other or side by side.
func (c *Catalogue) Share() {
	if c.read == nil {
		c.read = new(decoded)
	}
}

// decode decodes an event of the stream.
func (c *Catalogue) decode(dec *events.Decoder, rec *store.Recorded) (events.Envelope, error) {
	if c.read == nil {
		return dec.Decode(rec.Data)
	}
	c.read.RLock()
	e, ok := c.read.list[uint64(rec.Revision)]
	c.read.RUnlock()
	if ok {
		return e, nil
	}
	e, err := dec.Decode(rec.Data)
	if err != nil {
		return e, err
	}
	c.Decoded(e)
	return e, nil
}

// Decoded tells the catalogue, as Share has it remember, events that whoever asks it has decoded already.
func (c *Catalogue) Decoded(list ...events.Envelope) {
	c.Share()
	c.read.Lock()
	defer c.read.Unlock()
	for i := range list {
		if c.read.list == nil || len(c.read.list) >= mostDecoded {
			c.read.list = map[uint64]events.Envelope{}
		}
		c.read.list[list[i].Sequence] = list[i]
	}
}

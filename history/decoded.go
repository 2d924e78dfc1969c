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
func (s *stream) decode(dec *events.Decoder, rec *store.Recorded) (events.Envelope, error) {
	if e := s.lastly(uint64(rec.Revision)); e != nil {
		return *e, nil
	}
	if s.read == nil {
		return dec.Decode(rec.Data)
	}
	s.read.RLock()
	e, ok := s.read.list[uint64(rec.Revision)]
	s.read.RUnlock()
	if ok {
		return e, nil
	}
	e, err := dec.Decode(rec.Data)
	if err == nil {
		s.read.add(e)
	}
	return e, err
}

// held returns the events of a range if all of them have been read, nil otherwise.
func (s *stream) held(from, to uint64) []events.Envelope {
	if s.read == nil && s.lastly(from) == nil {
		return nil
	}
	out := make([]events.Envelope, 0, to-from+1)
	if s.read != nil {
		s.read.RLock()
		defer s.read.RUnlock()
	}
	for at := from; at <= to; at++ {
		if e := s.lastly(at); e != nil {
			out = append(out, *e)
			continue
		}
		if s.read == nil {
			return nil
		}
		e, ok := s.read.list[at]
		if !ok {
			return nil
		}
		out = append(out, e)
	}
	return out
}

func (d *decoded) add(list ...events.Envelope) {
	d.Lock()
	defer d.Unlock()
	for i := range list {
		if d.list == nil || len(d.list) >= mostDecoded {
			d.list = map[uint64]events.Envelope{}
		}
		d.list[list[i].Sequence] = list[i]
	}
}

// Decoded tells the catalogue, as Share has it remember, events that whoever asks it has decoded already.
func (c *Catalogue) Decoded(list ...events.Envelope) {
	c.Share()
	c.read.add(list...)
}

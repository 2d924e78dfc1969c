package events

import (
	"encoding/binary"
	"fmt"
	"io"
	"math/bits"
	"time"

	"github.com/google/uuid"
)

// NewID returns a version 7 UUID (RFC 9562) of a moment, with 74 random bits from entropy.
// Ids of different milliseconds order as their moments do; for ids that order within one,
// use IDs.
func NewID(t time.Time, entropy io.Reader) (uuid.UUID, error) {
	ids := IDs{at: t, entropy: entropy}
	return ids.Next()
}

// IDs makes the ids of one batch of events: all of one moment, each greater than the one
// before.
type IDs struct {
	at      time.Time
	entropy io.Reader
	last    uuid.UUID
}

// NewIDs returns the ids of a moment.
func NewIDs(t time.Time, entropy io.Reader) *IDs { return &IDs{at: t, entropy: entropy} }

// Next returns the next id. It fails if entropy does, or if the moment lies outside the
// years 1970 to 10889, which is as far as the form goes.
func (g *IDs) Next() (uuid.UUID, error) {
	if g.last != uuid.Nil {
		return g.step()
	}
	ms := g.at.UnixMilli()
	if ms < 0 || ms >= 1<<48 {
		return uuid.Nil, fmt.Errorf("new id: %s is outside the years that an id can hold", g.at.UTC().Format(time.RFC3339))
	}
	var id uuid.UUID
	if _, err := io.ReadFull(g.entropy, id[6:]); err != nil {
		return uuid.Nil, fmt.Errorf("new id: %w", err)
	}
	binary.BigEndian.PutUint16(id[:2], uint16(ms>>32))
	binary.BigEndian.PutUint32(id[2:6], uint32(ms))
	id[6] = id[6]&0x07 | 0x70 // version 7; the first random bit is kept 0 for steps to carry into
	id[8] = id[8]&0x3f | 0x80 // variant of RFC 9562
	g.last = id
	return id, nil
}

// step adds from 1 to 2³² to the 74 bits of the last id that are not fixed.
func (g *IDs) step() (uuid.UUID, error) {
	var random [4]byte
	if _, err := io.ReadFull(g.entropy, random[:]); err != nil {
		return uuid.Nil, fmt.Errorf("new id: %w", err)
	}
	id := g.last
	low := binary.BigEndian.Uint64(id[8:]) &^ (3 << 62)
	low, _ = bits.Add64(low, uint64(binary.BigEndian.Uint32(random[:]))+1, 0)
	high := uint64(binary.BigEndian.Uint16(id[6:8])&0x0fff) + low>>62
	if high > 0x0fff {
		return uuid.Nil, fmt.Errorf("new id: too many ids of one moment")
	}
	binary.BigEndian.PutUint16(id[6:8], uint16(high)|0x7000)
	binary.BigEndian.PutUint64(id[8:], low&^(3<<62)|2<<62)
	g.last = id
	return id, nil
}

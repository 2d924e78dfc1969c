package sqlite

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"iter"
	"math"

	"adjudicate/store"
)

// Notes are derived from events, and readers use them in place of the events. So that nobody
// who merely can write to the file decides what is read, a note may be sealed: behind its data
// stand who made it and an HMAC-SHA256, under the maker's secret, of what it is about and what
// it says. A store that is given a seal believes no other note; it is as if they were not kept.
//
//	data ‖ SHA-256 of the maker's name, first 8 bytes ‖ HMAC-SHA256, 32 bytes ‖ "sealed 1"

// A Seal is what notes are sealed with. A secret is one user's on one machine; the maker is
// the version of the program, for what one version derives is not what another does.
type Seal struct {
	Secret []byte
	Maker  string
}

const (
	sealMark   = "sealed 1"
	sealLength = 8 + sha256.Size + len(sealMark)
)

func (s *Seal) maker() []byte {
	sum := sha256.Sum256([]byte(s.Maker))
	return sum[:8]
}

// mac is over kind, stream and data, each with its length before it, and the revision.
func (s *Seal) mac(n *store.Note, data []byte) []byte {
	h := hmac.New(sha256.New, s.Secret)
	put := func(b []byte) {
		var length [8]byte
		binary.BigEndian.PutUint64(length[:], uint64(len(b)))
		h.Write(length[:])
		h.Write(b)
	}
	put([]byte(s.Maker))
	put([]byte(n.Kind))
	put([]byte(n.Stream))
	put(data)
	var at [8]byte
	binary.BigEndian.PutUint64(at[:], uint64(n.At))
	h.Write(at[:])
	return h.Sum(nil)
}

// closed is a note's data with the seal behind it.
func (s *Seal) closed(n *store.Note) []byte {
	if s == nil {
		return n.Data
	}
	out := make([]byte, 0, len(n.Data)+sealLength)
	out = append(append(out, n.Data...), s.maker()...)
	return append(append(out, s.mac(n, n.Data)...), sealMark...)
}

// open takes the seal off a note, and reports whether it is to be believed.
func (s *Seal) open(n *store.Note) bool {
	data, maker, mac, sealed := apart(n.Data)
	n.Data = data
	if s == nil {
		return true
	}
	return sealed && bytes.Equal(maker, s.maker()) && hmac.Equal(mac, s.mac(n, data))
}

// apart takes the data of a note apart.
func apart(all []byte) (data, maker, mac []byte, sealed bool) {
	n := len(all) - sealLength
	if n < 0 || string(all[len(all)-len(sealMark):]) != sealMark {
		return all, nil, nil, false
	}
	return all[:n:n], all[n : n+8], all[n+8 : n+8+sha256.Size], true
}

var _ store.Auditor = (*Store)(nil)

// Audit implements store.Auditor. Without a seal of its own a store cannot tell who made a
// note, and yields those that bear none.
func (s *Store) Audit(ctx context.Context, stream string) iter.Seq2[store.Note, error] {
	return func(yield func(store.Note, error) bool) {
		kind, at := "", int64(math.MaxInt64)
		inBatches(yield, func() ([]kept, error) {
			return s.notes(ctx, `SELECT stream, at, sum, data, kind FROM notes
				WHERE stream = ? AND (kind > ? OR kind = ?2 AND at > ?3) ORDER BY kind, at LIMIT 64`, stream, kind, at)
		}, func(n *kept) bool {
			kind, at = n.Kind, int64(n.At)
			return n.ours
		})
	}
}

package proof

import (
	"fmt"
	"testing"

	"adjudicate/store"

	"golang.org/x/mod/sumdb/tlog"
)

func TestAnAuditNamesEachNoteOfWhichAnyHashIsAnother(t *testing.T) {
	const tail = 3 // events behind the first full tile
	hashes := make([]tlog.Hash, 0, 2*tile)
	var leaves []tlog.Hash
	var tree Tree
	record := func(i int) []byte { return fmt.Appendf(nil, "event %d", i) }
	for i := range tile {
		hashes = tree.grow(tlog.RecordHash(record(i)), hashes)
	}
	for i := range tail {
		leaves = append(leaves, tlog.RecordHash(record(tile+i)))
	}
	wrong := func(kept, behind []byte) int {
		var list []Audited
		for _, n := range []store.Note{{Kind: tailKind, At: tile + tail, Data: behind}, {Kind: Kind, At: tile, Data: kept}, {Kind: "other", At: 1}} {
			if d, ok := Auditable(n); ok {
				list = append(list, d)
			}
		}
		a := NewAudit(list)
		for i := range tile + tail {
			a.Add(record(i))
		}
		return len(a.End())
	}
	kept, behind := flat(hashes), flat(leaves)
	if n := wrong(kept, behind); n != 0 {
		t.Fatalf("%d notes are wrong that hold the hashes", n)
	}
	other := func(data []byte, at int) []byte {
		data = append([]byte(nil), data...)
		data[at] ^= 1
		return data
	}
	for at := 0; at < len(behind); at += tlog.HashSize / 2 {
		if n := wrong(kept, other(behind, at)); n != 1 {
			t.Errorf("byte %d behind the tile is another: %d notes are wrong, want 1", at, n)
		}
	}
	for _, at := range []int{0, tlog.HashSize, len(kept) / 2, len(kept) - 1} {
		if n := wrong(other(kept, at), behind); n != 1 {
			t.Errorf("byte %d of the tile is another: %d notes are wrong, want 1", at, n)
		}
	}
	if n := wrong(kept[:len(kept)-tlog.HashSize], append(behind, behind[:tlog.HashSize]...)); n != 2 {
		t.Errorf("one note is too short and one too long: %d are wrong, want 2", n)
	}
}

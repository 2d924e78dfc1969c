package salvage_test

import (
	"bytes"
	"testing"

	"adjudicate/ledger/salvage"
)

// FuzzSources changes the bytes of a file, of a log and of an export. Whatever is read, it
// either yields nothing or events that run from 1 without a gap; nothing panics.
func FuzzSources(f *testing.F) {
	list, ends := game(f)
	content, _ := file(f, list[:ends[0]], ends[:1])
	export := bytes.Join(lines(f, list[:ends[0]]), nil)
	f.Add(content, []byte{}, uint32(0), byte(0))
	f.Add(content, content[:5000], uint32(4096*5), byte(1))
	f.Add(export, []byte{}, uint32(70), byte(9))
	f.Add([]byte{}, []byte{}, uint32(0), byte(0))
	later, _, adopted := quarrel(f)
	f.Add(bytes.Join(lines(f, later), nil), []byte{}, uint32(0), byte(0))
	f.Add(bytes.Join(lines(f, later[:adopted[1]+5]), nil), []byte{}, uint32(adopted[0]*400), byte(1))
	f.Fuzz(func(t *testing.T, data, log []byte, at uint32, change byte) {
		data = bytes.Clone(data)
		if len(data) > 0 {
			data[int(at)%len(data)] ^= change
		}
		s := salvage.FromBytes(data, log)
		p, err := s.Prefix(engine, nil)
		if (err == nil) != (p != nil && p.Events > 0 && p.Inputs > 0) {
			t.Errorf("%s: %+v with error %v", s.Form, p, err)
		}
		if p != nil && p.LeftOut != nil && p.LeftOut.From != p.Events+1 {
			t.Errorf("%s: %d events, left out from %d on", s.Form, p.Events, p.LeftOut.From)
		}
	})
}

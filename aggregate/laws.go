package aggregate

import (
	"crypto/sha256"
	"encoding/binary"
	"slices"
	"sync"
)

// mostLaws is how many laws are kept for judges to come.
const mostLaws = 16

// lawKey is what a law was made from.
type lawKey [sha256.Size]byte

// laws are what judges have compiled lately, by what it was made from: whoever rules on a history
// again, or compares two, makes many judges under the same rules. The one used last comes first.
var laws struct {
	sync.Mutex
	list []keptLaw
}

type keptLaw struct {
	key lawKey
	law *law
}

// keyOf sums up what is in force in s.
func keyOf(s *State) lawKey {
	h := sha256.New()
	var b []byte
	add := func(texts ...string) {
		for _, t := range texts {
			b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
		}
	}
	add(s.system)
	b = binary.AppendVarint(b, int64(s.format))
	if s.laid.set {
		b = append(b, 1)
	}
	b = binary.AppendUvarint(b, uint64(len(s.rules)))
	for _, r := range s.rules {
		add(r.Number)
		b = binary.AppendVarint(b, int64(r.Revision))
		b = binary.AppendVarint(b, int64(flag(r.Dormant)))
		b = binary.AppendUvarint(b, uint64(len(r.Rule)))
		h.Write(b)
		h.Write(r.Rule)
		b = b[:0]
	}
	b = binary.AppendUvarint(b, uint64(len(s.readings)))
	for _, r := range s.readings {
		add(r.Entry, r.Reading)
	}
	for _, e := range s.register {
		add(e.Entry, e.Clause, e.Question, e.Default, e.InForce)
		b = binary.AppendUvarint(b, uint64(len(e.Readings)))
		for _, r := range e.Readings {
			add(r.Reading, r.Text)
		}
	}
	for _, w := range s.words {
		add(w.Thing, w.Word)
	}
	for _, w := range s.words {
		add(w.Thing, w.Word)
	}
	h.Write(b)
	return lawKey(h.Sum(nil))
}

// keptLawOf returns the law of s if it is among those kept.
func keptLawOf(key lawKey, s *State) *law {
	laws.Lock()
	defer laws.Unlock()
	i := slices.IndexFunc(laws.list, func(k keptLaw) bool { return k.key == key })
	if i < 0 {
		return nil
	}
	kept := laws.list[i]
	copy(laws.list[1:i+1], laws.list[:i])
	laws.list[0] = kept
	l := *kept.law
	l.rules, l.adopted, l.entries = s.rules, s.readings, s.register
	return &l
}

// keep keeps a law that has been compiled, without the lists of the state that it was made from.
func (l *law) keep() {
	kept := *l
	kept.rules, kept.adopted, kept.entries = nil, nil, nil
	kept.previous, kept.key = nil, nil
	laws.Lock()
	defer laws.Unlock()
	if slices.ContainsFunc(laws.list, func(k keptLaw) bool { return k.key == *l.key }) {
		return
	}
	laws.list = slices.Insert(laws.list[:min(len(laws.list), mostLaws-1)], 0, keptLaw{*l.key, &kept})
}

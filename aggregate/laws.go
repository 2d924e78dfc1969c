package aggregate

import (
	"slices"

	"crypto/sha256"
	"encoding/binary"
)

// mostLaws is how many laws are kept for judges to come.
const mostLaws = 64

// mostRead is how many laws that have been read, and rules that have been checked against one, are kept: a game of the built-in system
// begins with some forty.
const mostRead = 256

// lawKey is what a law was made from.
type lawKey [sha256.Size]byte

// laws are what judges have compiled lately, by what it was made from; readLaws are those that were read and perhaps not compiled.
var (
	laws     = recent[*law]{most: mostLaws}
	readLaws = recent[*law]{most: mostRead}
)

// lawSums are what a key is made from: whoever changes a rule sums up that one anew and no other.
type lawSums struct {
	key      lawKey
	rules    []lawKey // in the order of the rules in force
	register lawKey
}

// sumsOf sums up what is in force in s. What was in force before, nil if nothing is known of it, need not be read again where it is the same.
func sumsOf(s *State, before *law) *lawSums {
	known := before != nil && before.sums != nil
	out := &lawSums{rules: make([]lawKey, len(s.rules))}
	b := make([]byte, 0, 4096) // what a game of many rules needs of it grows
	add := func(texts ...string) {
		for _, t := range texts {
			b = append(binary.AppendUvarint(b, uint64(len(t))), t...)
		}
	}
	for i := range s.rules {
		r := &s.rules[i]
		if known {
			if at, same := before.indexNear(i, r.Number), false; at >= 0 {
				was := &before.rules[at]
				same = was.Revision == r.Revision && was.Dormant == r.Dormant && was.Decreed == r.Decreed && sameList(was.Rule, r.Rule)
				if out.rules[i] = before.sums.rules[at]; same {
					continue
				}
			}
		}
		b = b[:0]
		add(r.Number)
		b = binary.AppendVarint(b, int64(r.Revision))
		b = binary.AppendVarint(b, int64(flag(r.Dormant)))
		if r.Decreed != "" {
			add(r.Decreed)
		}
		out.rules[i] = sha256.Sum256(append(b, r.Rule...))
	}
	if known && before.registered(s) {
		out.register = before.sums.register
	} else {
		b = b[:0]
		for _, e := range s.register {
			add(e.Entry, e.Clause, e.Question, e.Default, e.InForce)
			b = binary.AppendUvarint(b, uint64(len(e.Readings)))
			for _, r := range e.Readings {
				add(r.Reading, r.Text)
			}
		}
		out.register = sha256.Sum256(b)
	}
	b = b[:0]
	add(s.system)
	b = binary.AppendVarint(b, int64(s.format))
	b = binary.AppendVarint(b, int64(flag(s.laid.set)))
	b = append(b, out.register[:]...)
	b = binary.AppendUvarint(b, uint64(len(out.rules)))
	for i := range out.rules {
		b = append(b, out.rules[i][:]...)
	}
	b = binary.AppendUvarint(b, uint64(len(s.readings)))
	for _, r := range s.readings {
		add(r.Entry, r.Reading)
	}
	for _, w := range s.words {
		add(w.Thing, w.Word)
	}
	out.key = sha256.Sum256(b)
	return out
}

// keptLawOf returns the law of s if it is among those kept, compiled or read.
func keptLawOf(key lawKey, s *State, before *law) *law {
	kept, ok := laws.get(key)
	if !ok {
		if kept, ok = readLaws.get(key); !ok {
			return nil
		}
	}
	l := *kept
	l.rules, l.adopted, l.entries = s.rules, s.readings, s.register
	if !l.compiled {
		l.stages = slices.Clone(l.stages) // compiling writes into them
		l.follow(before)
	}
	return &l
}

// keptIn keeps a law, without the lists of the state that it was made from.
func (l *law) keptIn(r *recent[*law]) {
	kept := *l
	kept.rules, kept.adopted, kept.entries = nil, nil, nil
	if !l.compiled {
		kept.stages = slices.Clone(l.stages) // l compiles into its own, perhaps while somebody takes those kept
	}
	kept.previous, kept.fresh = nil, l.fresh && !l.compiled
	r.put(l.sums.key, &kept)
}

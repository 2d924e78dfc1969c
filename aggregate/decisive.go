package aggregate

import (
	"maps"
	"slices"
	"strings"
	"sync"

	"adjudicate/rules/movement"
)

// Which reading decided a fault is found by asking again: what the rules would say under
// the other readings of the entries in question, on the same board. Faults are rare enough
// for that, and the compiled alternatives are kept.

// decisive returns the first of entries of which another reading would have allowed what
// fine asks for, "" if none would. The entries come as the readings that hold,
// "gess-adjacent=yes".
func (p *play) decisive(readings []string, fine func(*movement.Position) bool) string {
	l := p.d.law()
	for _, used := range readings {
		entry, holds, _ := strings.Cut(used, "=")
		e, ok := l.register.Entry(entry)
		if !ok {
			continue
		}
		for _, r := range e.Readings {
			if r.Name == holds {
				continue
			}
			if other := l.otherwise(entry, r.Name); other != nil {
				if fine(p.d.judge.underLaw(p.d.now, other)) {
					return entry
				}
			}
		}
	}
	return ""
}

// underLaw returns the board of a table under a law that differs from that of the table in readings. It stands until the next is asked for.
func (j *Judge) underLaw(t *table, l *law) *movement.Position {
	if j.trial == nil {
		j.trial = &table{pos: l.ruleset.NewPosition()}
	}
	*j.trial = table{state: t.state, law: l, pos: j.trial.pos}
	if t.laid == nil || !l.laysAlike {
		j.trial.setUpAgain()
		return j.trial.pos
	}
	j.trial.pos.CopyUnder(t.pos, l.ruleset)
	j.trial.laid, j.trial.repacked = l, t.repacked
	j.trial.pos.SetOutside((*outside)(j.trial))
	return j.trial.pos
}

// alternatives are laws that differ from one in the reading of an entry, by "entry=reading". All judges of the same law share them.
type alternatives struct {
	sync.Mutex
	list map[string]*law
}

// otherwise returns l with another reading of one entry, for questions about the board
// only; nil if the rules do not compile under it.
func (l *law) otherwise(entry, reading string) *law {
	key := entry + "=" + reading
	l.alternatives.Lock()
	defer l.alternatives.Unlock()
	if other, ok := l.alternatives.list[key]; ok {
		return other
	}
	readings := maps.Clone(l.reading)
	readings[entry] = reading
	var other *law
	if rs, err := movement.Recompile(l.ruleset, l.book, readings); err == nil {
		copied := *l
		copied.ruleset, copied.reading, copied.laysAlike = rs, readings, rs.Lays(l.ruleset)
		copied.rules, copied.adopted, copied.entries = nil, nil, nil
		other = &copied
	}
	if l.alternatives.list == nil {
		l.alternatives.list = map[string]*law{}
	}
	l.alternatives.list[key] = other
	return other
}

// readingsOf lists the readings that the definitions of types ask for.
func (l *law) readingsOf(types ...movement.TypeID) []string {
	var list []string
	for _, t := range types {
		if t == movement.NoType {
			continue
		}
		for _, r := range l.kinds[t].readings {
			if !slices.Contains(list, r) {
				list = append(list, r)
			}
		}
	}
	return list
}

package diagram

import (
	"fmt"
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// Options say what else to show.
type Options struct {
	As string // the type for pieces that copy what their side moved, or what they capture
}

// A candidate is a question to the pictures: settings of which the first is kept that
// shows something other than its control.
type candidate struct {
	tries []trial
}

type trial struct {
	setting
	control setting // what it is held against
	always  bool    // it is kept whatever it shows
}

// settings returns the settings that the definition of a world calls for, the piece alone
// first.
func (w *world) settings(o Options) []setting {
	base := setting{title: "alone on the board", at: w.centre()}
	if w.def == nil {
		return []setting{base}
	}
	list := []setting{base}
	asked := w.words()
	var all []candidate
	for _, c := range asked.calls {
		all = append(all, w.condition(base, c))
	}
	for _, c := range w.def.Counters {
		if slices.Contains(asked.vars, c.Name) || slices.Contains(w.def.Facing(), c.Name) {
			list[0].title = fmt.Sprintf("%s = %d", c.Name, c.Initial)
			all = append(all, w.counter(base, c))
		}
	}
	if slices.Contains(asked.vars, "from_centre") || slices.Contains(asked.vars, "to_centre") {
		s := base
		s.at = point{w.rs.Files() / 4, w.rs.Ranks() / 4}
		s.title = "on " + s.at.String()
		all = append(all, candidate{[]trial{{setting: s, always: true}}})
	}
	all = append(all, w.toward(base)...)
	all = append(all, w.copies(base, o)...)
	all = append(all, w.victims(base)...)
	for _, c := range all {
		if s, ok := w.choose(c); ok {
			list = append(list, s)
		}
	}
	list = append(list, w.rings(base)...)
	if len(grantedModes(w.def)) > 0 {
		list = append(list, setting{title: "what it lends to a friend beside it", at: base.at,
			stones: []stone{{at: base.at.plus(1, 1)}}, lent: true})
	}
	return list
}

// choose returns the first setting of a candidate whose picture differs from its control.
func (w *world) choose(c candidate) (setting, bool) {
	for _, t := range c.tries {
		got := w.picture(&t.setting)
		if got == nil {
			continue
		}
		if t.always || differ(got, w.picture(&t.control), t.stones) {
			return t.setting, true
		}
	}
	return setting{}, false
}

// differ compares two pictures away from the squares of stones.
func differ(a, b picture, stones []stone) bool {
	taken := map[point]bool{}
	for _, s := range stones {
		taken[s.at] = true
	}
	for p, k := range a {
		if !taken[p] && b[p] != k {
			return true
		}
	}
	for p, k := range b {
		if !taken[p] && a[p] != k {
			return true
		}
	}
	return false
}

// condition makes the settings in which a word of a condition may be true.
func (w *world) condition(base setting, c asked) candidate {
	var out candidate
	title := func(format string, args ...any) string {
		text := fmt.Sprintf(format, args...)
		if c.through != "" {
			text = c.through + ": " + text
		}
		return text
	}
	with := func(t string, control setting, stones ...stone) {
		s := base
		s.title, s.stones = t, stones
		out.tries = append(out.tries, trial{setting: s, control: control})
	}
	switch c.Name {
	case "near":
		for _, d := range [][2]int{{3, 2}, {2, 1}, {1, 0}, {1, 1}} {
			at := base.at.plus(d[0], d[1])
			control := base
			control.stones = []stone{{at: at}}
			with(title("with a friendly %s on %s", c.Texts[0], at), control, stone{at: at, typ: c.Texts[0]})
		}
	case "in":
		if at, ok := w.otherPlace(c.Texts[0]); ok {
			s := base
			s.at = at
			s.title = title("standing on %s", at)
			out.tries = append(out.tries, trial{setting: s, always: true})
		}
	case "count":
		have := 0
		if c.Texts[0] == w.def.Name {
			have = 1
		}
		for _, n := range []int{4, 8, 2} {
			var stones []stone
			for i := have; i < n; i++ {
				stones = append(stones, stone{at: point{(i - have) % w.rs.Files(), (i - have) / w.rs.Files()}, typ: c.Texts[0], far: true})
			}
			with(title("with %d of the type %s on the board", n, c.Texts[0]), base, stones...)
		}
	case "defends", "attacks":
		enemy := c.Name == "attacks"
		words := map[bool]string{false: "defending a friend on %s", true: "attacking a piece on %s"}
		for _, at := range w.around(base.at) {
			if w.touches(base, at, enemy) {
				with(title(words[enemy], at), base, stone{at: at, enemy: enemy})
			}
		}
	case "attacked":
		for _, t := range w.types() {
			for _, at := range w.around(base.at) {
				if w.threatens(base, t, at) {
					control := base
					control.stones = []stone{{at: at, enemy: true}}
					with(title("attacked by a %s on %s", t, at), control, stone{at: at, typ: t, enemy: true})
					break
				}
			}
		}
	case "mirror":
		left, right := stone{at: base.at.plus(-2, 1)}, stone{at: base.at.plus(2, 1)}
		right.at = base.at.plus(2, -1)
		with(title("between two friends of one type"), base, left, right)
	}
	return out
}

// around lists the squares near a square, those first that lie on none of its lines.
func (w *world) around(at point) []point {
	var off, on []point
	for d := 1; d <= 4; d++ {
		for df := -d; df <= d; df++ {
			for dr := -d; dr <= d; dr++ {
				p := at.plus(df, dr)
				if max(abs(df), abs(dr)) != d || !w.on(p) {
					continue
				}
				if df == 0 || dr == 0 || abs(df) == abs(dr) {
					on = append(on, p)
				} else {
					off = append(off, p)
				}
			}
		}
	}
	return append(off, on...)
}

func abs(n int) int { return max(n, -n) }

// touches reports whether the piece defends a friend, or attacks a piece, on a square.
func (w *world) touches(base setting, at point, enemy bool) bool {
	s := base
	s.stones = []stone{{at: at, enemy: enemy}}
	sc, ok := w.lay(&s)
	if !ok {
		return false
	}
	if enemy {
		return len(sc.pos.TakingsOf(sc.subject, nil)) > 0
	}
	var a movement.Analysis
	a.Run(sc.pos)
	return len(a.Defends(sc.subject)) > 0
}

// threatens reports whether an opposing piece of a type attacks the piece from a square.
func (w *world) threatens(base setting, typ string, at point) bool {
	s := base
	s.stones = []stone{{at: at, typ: typ, enemy: true}}
	sc, ok := w.lay(&s)
	if !ok {
		return false
	}
	id := sc.pos.At(w.square(at))
	return id != movement.NoPiece && sc.pos.Attacks(id, sc.subject)
}

// types returns the types that move by legs of their own and are not royal, in the order of
// their rules.
func (w *world) types() []string {
	var names []string
	for t := range w.rs.Types() {
		d := w.rs.Def(movement.TypeID(t))
		if movement.TypeID(t) == w.other || movement.TypeID(t) == w.typ || d.Royal {
			continue
		}
		if slices.ContainsFunc(d.Modes, func(m rules.Mode) bool { return len(m.Legs) > 0 }) {
			names = append(names, d.Name)
		}
	}
	return names
}

// otherPlace returns a square on the other side of a region's edge than the centre, near
// the centre.
func (w *world) otherPlace(region string) (point, bool) {
	in := w.region(region)
	c := w.centre()
	best, found := point{}, false
	for _, p := range w.points() {
		if in(p) == in(c) {
			continue
		}
		if !found || distance(p, c) < distance(best, c) {
			best, found = p, true
		}
	}
	return best, found
}

func distance(a, b point) int {
	return max(abs(a.file-b.file), abs(a.rank-b.rank))*100 + abs(a.file-b.file) + abs(a.rank-b.rank)
}

// region returns the membership of a region of the definition.
func (w *world) region(name string) func(point) bool {
	files, ranks := w.rs.Files(), w.rs.Ranks()
	edgeFile := func(p point) bool { return p.file == 0 || p.file == files-1 }
	edgeRank := func(p point) bool { return p.rank == 0 || p.rank == ranks-1 }
	switch name {
	case "edge":
		return func(p point) bool { return edgeFile(p) || edgeRank(p) }
	case "corner":
		return func(p point) bool { return edgeFile(p) && edgeRank(p) }
	}
	for i := range w.def.Regions {
		if w.def.Regions[i].Name == name {
			return func(p point) bool { return inAreas(p, w.def.Regions[i].Squares, files, ranks) }
		}
	}
	return func(point) bool { return false }
}

func inAreas(p point, items []string, files, ranks int) bool {
	for _, item := range items {
		f1, r1, f2, r2, err := rules.ParseArea(item)
		if err != nil {
			continue
		}
		if f2 < 0 {
			f2 = files - 1
		}
		if r2 < 0 {
			r2 = ranks - 1
		}
		if p.file >= f1 && p.file <= f2 && p.rank >= r1 && p.rank <= r2 {
			return true
		}
	}
	return false
}

// counter shows a larger counter, or if the initial one is large a smaller one.
func (w *world) counter(base setting, c rules.Counter) candidate {
	var out candidate
	values := []int{3, 2, 5, 10}
	if c.Initial >= 3 {
		values = []int{1, 2, 0, c.Initial + 1}
	}
	if slices.Contains(w.def.Facing(), c.Name) { // turned by a quarter
		values = []int{c.Initial + 1}
	}
	for _, n := range values {
		if n == c.Initial || c.Most > 0 && n > c.Most {
			continue
		}
		s := base
		s.title, s.counters = fmt.Sprintf("%s = %d", c.Name, n), map[string]int{c.Name: n}
		out.tries = append(out.tries, trial{setting: s, control: base})
	}
	return out
}

// toward puts the friend in place that a leg leads to.
func (w *world) toward(base setting) []candidate {
	var out []candidate
	seen := map[string]bool{}
	for _, m := range w.modes() {
		for _, l := range m.Legs {
			if l.Toward == "" || seen[l.Toward] {
				continue
			}
			seen[l.Toward] = true
			n := 5
			if l.Within > 0 {
				n = min(n, l.Within)
			}
			s := base
			at := base.at.plus(0, n)
			s.title = fmt.Sprintf("with a friendly %s on %s", l.Toward, at)
			s.stones = []stone{{at: at, typ: l.Toward}}
			out = append(out, candidate{[]trial{{setting: s, always: true}}})
		}
	}
	return out
}

// copies shows what a copying piece does as one or two other types.
func (w *world) copies(base setting, o Options) []candidate {
	var out []candidate
	examples := w.types()
	if o.As != "" {
		examples = []string{o.As}
	}
	seen := map[string]bool{}
	for _, m := range w.modes() {
		if m.As == nil || m.As.Who == "" || seen[m.As.Who] {
			continue
		}
		seen[m.As.Who] = true
		for _, t := range examples[:min(2, len(examples))] {
			s := base
			if m.As.Who == "last" {
				s.last, s.title = t, "after its side has moved a "+t
			} else {
				s.victim, s.title = t, "capturing a "+t
			}
			out = append(out, candidate{[]trial{{setting: s, control: base, always: o.As != ""}}})
		}
	}
	return out
}

// victims shows captures that only some types suffer.
func (w *world) victims(base setting) []candidate {
	var out []candidate
	var seen []string
	for _, m := range w.modes() {
		for _, t := range m.Victim {
			if slices.Contains(seen, t) {
				continue
			}
			seen = append(seen, t)
			s := base
			s.victim, s.title = t, "capturing a "+t
			if swapsOnly(m) {
				s.title = "changing places with a " + t
			}
			out = append(out, candidate{[]trial{{setting: s, control: base}}})
		}
	}
	return out
}

func swapsOnly(m rules.Mode) bool { return len(m.For) == 1 && m.For[0] == "swap" }

// rings shows what pieces in the way change: those at a distance that open squares, as
// hurdles do; or else, where pieces are in the way.
func (w *world) rings(base setting) []setting {
	alone := w.picture(&base)
	var open, closed []setting
	var seen []stone // what an earlier ring has opened is not shown again
	for d := 1; d <= 4; d++ {
		s := base
		s.title = fmt.Sprintf("with pieces at distance %d", d)
		for df := -1; df <= 1; df++ {
			for dr := -1; dr <= 1; dr++ {
				if p := base.at.plus(d*df, d*dr); (df != 0 || dr != 0) && w.on(p) {
					s.stones = append(s.stones, stone{at: p, enemy: true})
				}
			}
		}
		got := w.picture(&s)
		if opens(alone, got, slices.Concat(s.stones, seen)) {
			open = append(open, s)
			seen = append(seen, s.stones...)
			for p, k := range got {
				alone[p] |= k
			}
		} else if differ(got, alone, s.stones) && (len(closed) == 0 || d == 2) {
			closed = []setting{s} // two squares away a piece shows best what it is in the way of
		}
	}
	if len(open) > 0 {
		return open[:min(2, len(open))]
	}
	return closed
}

// opens reports whether the second picture has something that the first has not, away from
// the stones.
func opens(before, after picture, stones []stone) bool {
	gained := picture{}
	for p, k := range after {
		if k&^before[p] != 0 {
			gained[p] = k
		}
	}
	return differ(gained, nil, stones)
}

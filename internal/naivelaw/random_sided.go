package naivelaw

import "strings"

// Sided writes rules as Deeds does, with effects under conditions of their own, on sides that formulas yield, on what stands where pieces
// change places, and of types that formulas yield.
func (r *Random) Sided() string {
	r.every = true
	return strings.Replace(r.Deeds(), "{name: keen}]", "{name: keen}, {name: lead, most: 1}]", 1)
}

// besides is an effect at a moment of a side, or of a power, in words that deed does not have; "" is none.
func (r *Random) besides(on string) string {
	whose := on == "" || strings.HasPrefix(on, "side")
	about := func() string {
		list := []string{"it.rank > 2", "it.value >= 3", `it.counter("plague") > 0`, "it.rested > 1", "it == first(pieces, p, p.rank > 1, p.value)", "it.royal", "it.captures > 0"}
		if whose {
			list = append(list, "it.side == side", "it.side != side", "any(side.pieces, p, distance(p, it) == 1)", "it.side == side and it.file < 4")
		}
		return r.one(list...)
	}
	someone := func() string { // a side
		list := []string{"'\"Blue\"'", "'first(sides, s, count(s.pieces) > 2)'", "'first(sides, s, s.is(\"late\"))'", "'\"Mauve\"'", "'first(sides, s, s.player.holds(\"judge\"))'", "'first(pieces, p, p.rank > 3).side'"}
		if whose {
			list = append(list, "side", "'first(sides, s, s != side)'", "'first(sides, s, bound(\"truce\", s, side))'")
		}
		if strings.HasSuffix(on, "side") {
			list = append(list, "other", "other")
		}
		if strings.HasSuffix(on, "piece") {
			list = append(list, "actor.side", "actor.side")
		}
		return r.one(list...)
	}
	side := func() string {
		if !whose || r.chance(35) {
			return ", side: " + someone()
		}
		return ""
	}
	lot := func() string { return r.one("", "", "", ", lot: 1", ", lot: 'count(pieces) - 6'") }
	kind := func(it bool) string {
		list := []string{"'first(pieces, p, p.rank > 2).type'", "'first(pieces, p, p.captures > 0).last_victim'", "'first(holdings, true).type'", "'first(pieces, p, p.royal).type'"}
		if it {
			list = append(list, "it.last_victim", "'first(pieces, p, p != it and distance(p, it) == 1).type'", "'first(it.side.pieces, p, p != it).type'", "'first(pieces, p, p.value > it.value).type'")
		}
		if strings.HasSuffix(on, "piece") {
			list = append(list, "actor", "'actor.type'")
		}
		return r.one(list...)
	}
	switch r.IntN(11) {
	case 0, 1:
		return r.one("bind", "bind", "release") + ": truce, other: " + someone() + side()
	case 2:
		return "exchange: other, other: " + someone() + side()
	case 3:
		return r.one("attribute", "attribute", "strip") + ": " + r.one("late", "lead", "lead") + side()
	case 4, 5:
		return "swap: pieces, where: '" + about() + "', on: " + r.one(`'it.next("east")'`, `'it.square.next("south")'`, "'first(pieces, p, p.side != it.side)'", "'first(pieces, p, p != it and p.rank == it.rank)'", "'first(pieces, p, p.value > it.value, distance(p, it))'", "'\""+r.square()+"\"'") + lot()
	case 6:
		return "close: squares, where: '" + r.one("place.rank == turns + 1", `place.marked("ice")`, "any(pieces, p, distance(p, place) == 1 and p.rank == place.rank)") + "'" + lot()
	case 7:
		return "create: " + kind(false) + side() + r.one("", ", on: zone", ", on: 'first(squares, s, s.empty and s.rank > 2)'")
	case 8, 9:
		return r.one("become", "become", "crown", "uncrown") + ": pieces, where: '" + about() + "', type: " + kind(true) + lot()
	default:
		if strings.HasSuffix(on, "side") {
			return r.one("bind: truce", "release: truce", "exchange: other") + side()
		}
		return "entrust: side, holder: " + someone() + side()
	}
}

// apart puts an effect at a moment of a side, or of a power, now and then under a condition of its own.
func (r *Random) apart(effect, on string) string {
	if !r.every || strings.Contains(effect, ", when:") || !r.chance(40) {
		return effect
	}
	when := r.occasion(on)
	if on == "" || strings.HasPrefix(on, "side") {
		when = r.circumstance()
	}
	if strings.HasPrefix(effect, "draw:") && r.chance(50) {
		when = r.one(`drawn("Storm")`, `not drawn("Storm")`)
	}
	return effect + ", when: '" + when + "'"
}

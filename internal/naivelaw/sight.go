package naivelaw

import "slices"

// reaches asks whether a piece's modes let it move to a square, or capture what stands there or by going there.
func (g *game) reaches(p *piece, sq square) bool {
	if p == nil || p.at == (square{}) || sq == (square{}) {
		return false
	}
	return slices.ContainsFunc(g.ways(p), func(w way) bool {
		for _, v := range w.victims {
			if w.kind != "swap" && slices.Contains(g.covered(v, v.at), sq) {
				return true
			}
		}
		return w.to == sq && w.to != p.at
	})
}

// seen lists what sides see together: squares, the pieces whose type they know, and those off the board that they see.
func (g *game) seen(sides ...string) (squares, known, held []string) {
	looking := sides
	if len(sides) == 0 {
		looking = []string{""}
	}
	by := func(what string, it any) bool {
		entries := slices.DeleteFunc(slices.Clone(g.sights), func(s section) bool { return word(s, "see") != what })
		return len(entries) == 0 || slices.ContainsFunc(entries, func(s section) bool {
			return slices.ContainsFunc(looking, func(side string) bool {
				return g.env().with("mover", sideName(side)).with("it", it).truth(parse(word(s, "when")))
			})
		})
	}
	for _, sq := range g.squares() {
		own := slices.ContainsFunc(g.all(sq), func(p *piece) bool { return slices.Contains(sides, p.side) })
		if own || by("squares", sq) {
			squares = append(squares, sq.String())
		}
	}
	for _, p := range g.pieces {
		if slices.Contains(sides, p.side) || by("types", p) {
			known = append(known, p.id)
		}
		if p.at == (square{}) && (slices.Contains(sides, p.side) || by("holdings", p)) {
			held = append(held, p.id)
		}
	}
	return squares, known, held
}

// seesAsset asks whether sides see together what an account has of an asset: that of one of them, of a player, or another one.
func (g *game) seesAsset(account, asset string, sides ...string) bool {
	var entries []section
	for _, s := range g.sights {
		if word(s, "see") == "assets" {
			entries = append(entries, s)
		}
	}
	if len(entries) == 0 || slices.ContainsFunc(sides, func(side string) bool { return account == side || account == g.player(side) }) {
		return true
	}
	side, player := sideName(""), playerName("")
	switch {
	case slices.Contains(g.sides, account):
		side, player = sideName(account), playerName(g.player(account))
	case slices.Contains(g.everybody(), account):
		player = playerName(account)
	}
	if len(sides) == 0 {
		sides = []string{""}
	}
	return slices.ContainsFunc(entries, func(s section) bool {
		return slices.ContainsFunc(sides, func(looks string) bool {
			e := g.env().with("mover", sideName(looks)).with("side", side).with("player", player).with("asset", asset).with("account", account)
			return e.truth(parse(word(s, "when")))
		})
	})
}

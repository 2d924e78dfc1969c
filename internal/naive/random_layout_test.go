package naive

// motifs lays some of about n pieces as small arrangements that make rules meet.
func (d *draw) motifs(n int) {
	all := []func(square, string, string){
		d.guarded, d.borrowed, d.echoing, d.promoting, d.pinning, d.lined, d.hopping, d.region, d.feeding, d.checked, d.mirrored,
		d.rescued, d.dueling, d.discovering, d.reading, d.lending, d.immune,
	}
	share := d.IntN(80) // percent of the pieces that come by motifs
	d.centre = d.anywhere()
	if len(d.kingsAt) > 0 && d.chance(60) {
		d.centre = pick(d, d.kingsAt)
	}
	if d.focus != nil {
		for range 1 + d.IntN(3) {
			s := d.side()
			d.focus(d.about(d.centre, 7), s, d.other(s))
		}
	}
	for tries := 0; len(d.position.Pieces)*100 < n*share && tries < 60; tries++ {
		s := d.side()
		pick(d, all)(d.about(d.centre, 7), s, d.other(s))
	}
}

// fill adds pieces in clusters, or scattered, until there are about n.
func (d *draw) fill(n int) {
	spread := pick(d, []int{2, 3, 4, 5, 7, 10, 20})
	centres := []square{d.centre}
	for range d.IntN(3) {
		centres = append(centres, d.anywhere())
	}
	alone := d.chance(15) // one side has most of the pieces
	major := d.side()
	for tries := 0; len(d.position.Pieces) < n && tries < 4*n; tries++ {
		s := d.side()
		if alone && d.chance(80) {
			s = major
		}
		at := d.near(pick(d, centres), spread)
		if tries > 2*n || d.chance(10) {
			at = d.anywhere()
		}
		d.add(d.typ(), s, at)
	}
}

// guarded: a King or another piece of s beside its Guard, Archers and Kamikazes of t in reach,
// a King of t near enough for a Defensive Position, and perhaps something that attacks the Guard.
func (d *draw) guarded(at square, s, t string) {
	ward := d.typ()
	if d.chance(60) {
		ward = "King"
	}
	if !d.add(ward, s, at) && len(d.kingsAt) > 0 {
		at = pick(d, d.kingsAt)
	}
	post := at.plus(pick(d, orthogonal), 1)
	d.add("Guard", s, post)
	for range 1 + d.IntN(3) {
		shooter := pick(d, []string{"Archer", "Archer", "Kamikaze", "CopyCat", "Echo"})
		d.add(shooter, t, at.plus(pick(d, anyWay), 1+d.IntN(4)))
	}
	if d.chance(50) {
		d.add("King", t, d.near(at, 5))
	}
	if d.chance(50) {
		d.add(pick(d, []string{"Rook", "Bishop", "Guard", "CopyCat", "Pawn", "Zombie", "Echo", "King"}), t, post.plus(pick(d, anyWay), 1+d.IntN(3)))
	}
	if d.chance(30) {
		d.add("Cantor", t, d.near(at, 3))
	}
	if d.chance(30) {
		d.add("Guard", t, d.near(at, 3))
	}
}

// borrowed: pieces of s beside their Cantor, targets on the diagonals, some of them beside a
// Cantor of their own.
func (d *draw) borrowed(at square, s, t string) {
	d.add("Cantor", s, at)
	user := at.plus(pick(d, anyWay), 1)
	d.add(pick(d, []string{"CopyCat", "CopyCat", "Pawn", "Archer", "Kamikaze", "Echo", "Cantor", "King", "Locust", d.typ()}), s, user)
	for range 1 + d.IntN(3) {
		target := user.plus(pick(d, diagonal), 1+d.IntN(4))
		owner := t
		if d.chance(25) {
			owner = s
		}
		d.add(d.typ(), owner, target)
		if d.chance(50) {
			d.add("Cantor", owner, target.plus(pick(d, anyWay), 1))
		}
	}
	if d.chance(40) {
		d.add("CopyCat", t, d.near(at, 4))
	}
}

// echoing: Echoes and CopyCats of both sides around one another, with Pawn-like neighbours to
// defend.
func (d *draw) echoing(at square, s, t string) {
	d.add("Echo", s, at)
	if d.chance(50) {
		as := pick(d, []string{"Pawn", "il-Nabi", "Archer", "CopyCat"}) // those that capture as they do not move
		d.played(s, as)
		way := pick(d, anyWay)
		d.add(d.typ(), t, at.plus(way, map[string]int{"Pawn": 1, "il-Nabi": 2, "Archer": 1 + d.IntN(4), "CopyCat": 1 + d.IntN(5)}[as]))
		if as == "il-Nabi" {
			d.add(d.typ(), t, at.plus(way, 1))
		}
	}
	d.add(pick(d, []string{"CopyCat", "Echo"}), t, at.plus(pick(d, anyWay), 1+d.IntN(5)))
	d.add(d.typ(), s, at.plus(pick(d, anyWay), 1))
	d.add(d.typ(), t, at.plus(pick(d, orthogonal), 1+d.IntN(2)))
	if d.chance(40) {
		d.add(pick(d, []string{"Archer", "Kamikaze", "HarfyBlob", "Echo"}), t, at.plus(pick(d, anyWay), 1+d.IntN(4)))
	}
	if d.chance(40) {
		d.add("King", s, d.near(at, 4))
	}
	if d.chance(25) {
		d.add("Echo", s, off)
	}
	if d.chance(30) {
		d.add("Cantor", pick(d, []string{s, t}), d.near(at, 2))
	}
	if d.chance(30) {
		d.add("Guard", pick(d, []string{s, t}), d.near(at, 2))
	}
}

// promoting: Pawns about the promotion squares, with their King under fire nearby.
func (d *draw) promoting(_ square, s, t string) {
	at := pick(d, promotionSquares)
	for range 1 + d.IntN(3) {
		d.add("Pawn", s, d.near(at, 2))
	}
	if d.chance(70) {
		d.add("King", s, d.near(at, 2))
	}
	d.add(pick(d, []string{"Archer", "Kamikaze", "Locust", "Locust", d.typ()}), t, d.near(at, 5))
	if d.chance(50) {
		d.add(pick(d, []string{"Archer", "Locust"}), t, d.near(at, 5))
		d.add("King", t, d.near(at, 6))
	}
	if d.chance(40) {
		d.add(d.typ(), t, pick(d, promotionSquares))
	}
	if d.chance(20) {
		d.add("Cantor", s, d.near(at, 3))
	}
}

// pinning: a King, a piece before it and something behind that sees through if it goes, and
// something for the piece to take.
func (d *draw) pinning(at square, s, t string) {
	if !d.add("King", s, at) && len(d.kingsAt) > 0 {
		at = pick(d, d.kingsAt)
	}
	way := pick(d, anyWay)
	n := 1 + d.IntN(3)
	between := at.plus(way, n)
	d.add(d.typ(), s, between)
	sniper := "Rook"
	if way.col != 0 && way.row != 0 {
		sniper = "Bishop"
	}
	if d.chance(30) {
		sniper = pick(d, []string{"HarfyBlob", "Bouncy!Ball", "il-Nabi", "Archer", "Guard", "CopyCat"})
	}
	d.add(sniper, t, between.plus(way, 1+d.IntN(4)))
	d.add(d.typ(), t, d.near(between, 3))
	if d.chance(50) {
		d.add("King", t, d.near(between, 6))
	}
}

// lined: Loyalists on a line with their King, with or without somebody between.
func (d *draw) lined(at square, s, t string) {
	if !d.add("King", s, at) && len(d.kingsAt) > 0 {
		at = pick(d, d.kingsAt)
	}
	way := pick(d, anyWay)
	n := 1 + d.IntN(9)
	d.add(pick(d, []string{"Loyalist", "Loyalist", "Echo", "CopyCat"}), s, at.plus(way, n))
	if n > 1 && d.chance(70) {
		d.add(pick(d, []string{"Loyalist", d.typ()}), pick(d, []string{s, t, t}), at.plus(way, 1+d.IntN(n-1)))
	}
}

// hopping: pieces that jump, with something to jump over and something to land on.
func (d *draw) hopping(at square, s, t string) {
	d.add(pick(d, []string{"Bouncy!Ball", "il-Nabi", "Gess", "Jester", "Cantor", "Camel"}), s, at)
	for range 2 + d.IntN(3) {
		way, n := pick(d, anyWay), 1+d.IntN(4)
		d.add(d.typ(), pick(d, []string{s, t}), at.plus(way, n))
		d.add(d.typ(), t, at.plus(way, 2*n))
	}
}

// region: Demons and edge-minded pieces where their rules change.
func (d *draw) region(_ square, s, t string) {
	at := square{pick(d, []int{4, 5, 14, 15}), pick(d, []int{4, 5, 14, 15})}
	d.add("Demon", s, at)
	d.add(pick(d, []string{"CopyCat", "Echo", "Demon"}), t, d.near(at, 2))
	rim := square{pick(d, []int{0, 19, d.IntN(20)}), pick(d, []int{0, 19})}
	d.add("Qball", s, rim)
	d.add(d.typ(), t, d.near(rim, 4))
}

// feeding: Locusts, HarfyBlobs and Zombies with something to eat.
func (d *draw) feeding(at square, s, t string) {
	d.add(pick(d, []string{"HarfyBlob", "Zombie", "CopyCat", "Kamikaze"}), s, at)
	for range 2 + d.IntN(4) {
		d.add(pick(d, []string{"Locust", "HarfyBlob", "Guard", d.typ()}), pick(d, []string{s, t, t}), at.plus(pick(d, anyWay), 1+d.IntN(3)))
	}
	if d.chance(50) {
		d.add("King", pick(d, []string{s, t}), d.near(at, 3))
	}
}

// checked: a King with several pieces of several sides about it.
func (d *draw) checked(at square, s, _ string) {
	if !d.add("King", s, at) && len(d.kingsAt) > 0 {
		at = pick(d, d.kingsAt)
	}
	for range 1 + d.IntN(4) {
		d.add(d.typ(), d.other(s), d.near(at, 5))
	}
	d.add(d.typ(), s, d.near(at, 2))
}

// mirrored: a tight block of one's own pieces that defend one another.
func (d *draw) mirrored(at square, s, t string) {
	for range 3 + d.IntN(4) {
		d.add(d.typ(), s, d.near(at, 2))
	}
	d.add(d.typ(), t, d.near(at, 2))
}

// rescued: a King under an Archer's or a Locust's fire that a promotion beside it could end: a
// Pawn one step from a promotion square, or a Zombie before a Guard.
func (d *draw) rescued(at square, s, t string) {
	shelter := pick(d, promotionSquares)
	zombie := d.chance(50)
	if zombie {
		shelter = at
	}
	king := shelter.plus(pick(d, orthogonal), 1)
	if !d.add("King", s, king) {
		return
	}
	step := pick(d, orthogonal)
	if zombie {
		d.add("Guard", t, shelter)
		d.add("Zombie", s, shelter.plus(step, 1+d.IntN(3)))
	} else {
		d.add("Pawn", s, shelter.plus(step, 1))
	}
	way := pick(d, anyWay)
	d.add(pick(d, []string{"Archer", "Archer", "Kamikaze", "Locust"}), t, king.plus(way, 1+d.IntN(3)))
	if d.chance(80) {
		d.add("King", t, d.near(king.plus(way, 3), 3))
	}
}

// dueling: two Kings that are both under fire of the other side.
func (d *draw) dueling(at square, s, t string) {
	rival := d.near(at, 6)
	d.add("King", s, at)
	d.add("King", t, rival)
	for range 2 {
		d.add(pick(d, []string{"Rook", "Bishop", "Guard", "Zombie", d.typ()}), t, at.plus(pick(d, anyWay), 1+d.IntN(3)))
		d.add(pick(d, []string{"Rook", "Bishop", "Guard", "Zombie", d.typ()}), s, rival.plus(pick(d, anyWay), 1+d.IntN(3)))
	}
}

// discovering: a piece with a special move, or any other, between its friend and a King of t.
func (d *draw) discovering(at square, s, t string) {
	if !d.add("King", t, at) && len(d.kingsAt) > 0 {
		at = pick(d, d.kingsAt)
	}
	way, n := pick(d, orthogonal), 1+d.IntN(4)
	sniper := "Rook"
	if d.chance(40) {
		way, sniper = pick(d, diagonal), "Bishop"
	}
	d.add(pick(d, []string{"Rook", "Pawn", "Jester", d.typ()}), s, at.plus(way, n))
	d.add(sniper, s, at.plus(way, n+1+d.IntN(4)))
	if d.chance(70) {
		d.add("King", s, d.near(at, 9))
	}
}

// reading: a CopyCat with victims whose captures need a counter, a history, a count or a King.
func (d *draw) reading(at square, s, t string) {
	d.add("CopyCat", s, at)
	for range 2 + d.IntN(3) {
		victim := pick(d, []string{"HarfyBlob", "HarfyBlob", "Echo", "Locust", "Loyalist", "Archer", "Demon", "CopyCat", "Pawn", "Kamikaze"})
		n := 1 + d.IntN(4)
		d.add(victim, t, at.plus(pick(d, anyWay), n))
	}
	if d.chance(40) {
		d.played(s, pick(d, []string{"CopyCat", "Pawn", "HarfyBlob", "Archer"}))
	}
	if d.chance(30) {
		d.add("King", s, d.near(at, 4))
	}
}

// lending: a CopyCat on the diagonal of a piece that stands beside a Cantor of its own side.
func (d *draw) lending(at square, s, t string) {
	d.add("CopyCat", s, at)
	victim := at.plus(pick(d, diagonal), 1+d.IntN(4))
	d.add(d.typ(), t, victim)
	d.add("Cantor", t, victim.plus(pick(d, anyWay), 1))
	if d.chance(40) {
		d.add("Echo", s, d.near(at, 2))
		d.played(s, "CopyCat")
	}
	if d.chance(30) {
		d.add("Cantor", s, at.plus(pick(d, anyWay), 1))
	}
}

// immune: a piece beside its Guard, and Echoes and CopyCats that would take it as an Archer or
// a Kamikaze takes.
func (d *draw) immune(at square, s, t string) {
	trade := pick(d, []string{"Archer", "Kamikaze"})
	d.add(pick(d, []string{"King", "Echo", trade, d.typ()}), s, at)
	d.add("Guard", s, at.plus(pick(d, orthogonal), 1))
	d.played(t, trade)
	for range 1 + d.IntN(3) {
		taker := pick(d, []string{"Echo", "CopyCat", trade})
		way, n := pick(d, orthogonal), 1+d.IntN(4)
		to := at.plus(way, n)
		if trade == "Kamikaze" || d.chance(50) {
			to = to.plus(pick(d, way.across()), max(1, 4-n))
		}
		d.add(taker, t, to)
	}
	if d.chance(40) {
		d.add("King", t, d.near(at, 5))
	}
	if d.chance(40) {
		d.add("Cantor", t, d.near(at, 4))
	}
}

// played makes a side's last play a Move or Capture of a type.
func (d *draw) played(name, typ string) {
	for i, s := range d.position.Sides {
		if s.Name != name {
			continue
		}
		l := &Last{Play: pick(d, []string{"move", "capture"}), Type: typ, Counters: d.counters(typ)}
		if d.chance(25) {
			l.Type, l.As = "Echo", typ
		}
		d.position.Sides[i].Last = l
	}
}

// siege is the rare board on which a piece can hardly be placed without attacking something: one
// side has next to nothing on-board and opponents are everywhere.
func (d *draw) siege() {
	s := d.side()
	n := 60 + d.IntN(70)
	for tries := 0; len(d.position.Pieces) < n && tries < 3*n; tries++ {
		at := d.anywhere()
		if d.chance(40) {
			at.col = at.col/4*4 + 1 + d.IntN(2) // pairs of files, so that a King read literally attacks from everywhere
		}
		d.add(d.typ(), d.other(s), at)
	}
	d.add("King", s, off)
	for _, typ := range []string{"Rook", "Gess", "HarfyBlob", "Jester", "Kamikaze", "Pawn"} {
		if d.chance(40) {
			d.add(typ, s, off)
		}
	}
}

// holdings adds off-board pieces: none, a few, rarely many.
func (d *draw) holdings() {
	n := pick(d, []int{0, 0, 0, 1, 1, 2, 2, 3, 4})
	if d.chance(5) {
		n = 5 + d.IntN(8)
	}
	if len(d.position.Pieces) > 90 {
		n = min(n, 2)
	}
	for range n {
		typ := d.typ()
		if d.chance(30) {
			typ = pick(d, types)
		}
		d.add(typ, d.side(), off)
	}
}

// readings adopts readings: none in four positions of ten, one in three of ten, else any number.
func (d *draw) readings() {
	adopted := map[string]string{}
	switch n := d.IntN(10); {
	case n < 4:
	case n < 7:
		entry := pick(d, registered)
		adopted[entry[0]] = entry[2]
		if d.chance(70) {
			d.focus = map[string]func(square, string, string){
				"attack-pins": d.pinning, "echo-captures": d.echoing, "echo-of-echo": d.echoing, "copycat-reads": d.reading,
				"copycat-aura": d.lending, "gess-adjacent": d.hopping, "special-check": d.discovering, "scratch-counts": d.region,
				"defends-as": d.mirrored, "own-king-defended": d.lined, "copycat-own-loan": d.borrowed, "echo-kind": d.immune,
				"history-after-play": d.echoing, "king-capture-sweep": d.dueling, "announced-promotion": d.rescued,
				"mobility-check": d.checked, "harfyblob-locust": d.feeding, "promoted-counter": d.rescued,
			}[entry[0]]
		}
	default:
		each := pick(d, []int{10, 25, 50})
		for _, entry := range registered {
			if d.chance(each) {
				adopted[entry[0]] = entry[2]
			} else if d.chance(10) {
				adopted[entry[0]] = entry[1] // said, and the default
			}
		}
	}
	if len(adopted) > 0 {
		d.position.Interpretations = adopted
	}
}

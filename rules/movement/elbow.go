package movement

// Paths of two legs, asked from their end: whether a piece reaches a square by a turn is a matter of two numbers of steps, which the offset of the
// square gives, before anything on the board is looked at.

// bentReaches is bent, restricted to the elbows from which target is on the second leg. Two directions that are not on one line make at most one
// such elbow: that many steps along either make the offset. Nothing is looked at unless there is one.
func (p *Position) bentReaches(m *mode, a *actor, target Square) bool {
	rs := p.rs
	l1, l2 := &m.legs[0], &m.legs[1]
	df, dr := int(rs.file[target])-int(rs.file[a.from]), int(rs.rank[target])-int(rs.rank[a.from])
	mask1 := p.mask(l1, a, 0)
	mask2 := l2.mask
	if l2.steps != nil && l2.byD1 == nil {
		mask2 = p.evalSteps(l2, a, 0)
	}
	firsts := l1.along(a)
	square := l2.also == nil && (l2.turn == turn90 || l2.turn == right90 || l2.turn == left90)
	for i := range firsts {
		v := &firsts[i]
		vf, vr := int(v.df), int(v.dr)
		if square && vf*df+vr*dr <= 0 {
			continue // the second leg leads neither on along the first nor back
		}
		second := rs.turned(l2, a, v)
		straight := len(second) == 0
		for j := range second {
			w := &second[j]
			wf, wr := int(w.df), int(w.dr)
			det := vf*wr - vr*wf
			d, e := df*wr-dr*wf, vf*dr-vr*df
			if det < 0 {
				det, d, e = -det, -d, -e
			}
			if straight = straight || det == 0; det == 0 || d <= 0 || e < 0 {
				continue
			}
			if det > 1 {
				if d%det != 0 || e%det != 0 {
					continue
				}
				d, e = d/det, e/det
			}
			if d > mostSteps || !l1.edge && mask1>>d&1 == 0 {
				continue
			}
			if l2.byD1 != nil {
				mask2 = l2.byD1[d]
			}
			if mask2>>e&1 != 0 && p.turns(l1, a.from, v, d, w, e) {
				return true
			}
		}
		if straight && p.bentAlong(m, a, v, second, mask1, df, dr) {
			return true
		}
	}
	return false
}

// turns reports whether nothing is in the way of d steps along v and then e along w; without any along w what stands at the end is not.
func (p *Position) turns(l1 *leg, from Square, v *vec, d int, w *vec, e int) bool {
	sq := from
	for n := 1; n <= d; n++ {
		sq = v.next[sq]
		if c := p.cells[sq]; c != NoPiece && (c < NoPiece || n < d || e > 0) {
			p.restsOn(sq)
			return false
		}
	}
	p.restsAlong(from, v, d)
	return (!l1.edge || p.cells[v.next[sq]] == border) && (e == 0 || p.clear(sq, w, e))
}

// bentAlong is bentReaches for one first direction, elbow by elbow: where the second leg goes on along the first, or back, there may be many.
func (p *Position) bentAlong(m *mode, a *actor, v *vec, second []vec, mask1 uint64, df, dr int) bool {
	l1, l2 := &m.legs[0], &m.legs[1]
	most1 := highest(mask1)
	if l1.edge {
		most1 = mostSteps
	}
	mask2 := l2.mask
	if l2.steps != nil && l2.byD1 == nil {
		mask2 = p.evalSteps(l2, a, 0)
	}
	sq := a.from
	for d := 1; d <= most1; d++ {
		sq = v.next[sq]
		c := p.cells[sq]
		p.restsOn(sq)
		if c < NoPiece {
			break
		}
		if l1.edge && p.cells[v.next[sq]] == border || !l1.edge && mask1>>d&1 != 0 {
			if l2.byD1 != nil {
				mask2 = l2.byD1[d]
			}
			restF, restR := df-d*int(v.df), dr-d*int(v.dr)
			if restF == 0 && restR == 0 {
				if mask2&1 != 0 {
					return true
				}
			} else if c == NoPiece {
				for j := range second {
					e := steps(restF, restR, &second[j])
					if e > 0 && mask2>>e&1 != 0 && p.clear(sq, &second[j], e) {
						return true
					}
				}
			}
		}
		if c != NoPiece {
			break
		}
	}
	return false
}

// steps returns how many steps along v make the offset, 0 if none do.
func steps(df, dr int, v *vec) int {
	n, vf, vr := 0, int(v.df), int(v.dr)
	switch {
	case vf != 0:
		n = df / vf
	case vr != 0:
		n = dr / vr
	}
	if n <= 0 || n > mostSteps || n*vf != df || n*vr != dr {
		return 0
	}
	return n
}

package aggregate

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/notation"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// Captures of which there are kinds, that a piece may resist, and on squares that hold several pieces.

// sharingLaw is the section on captures where several pieces stand on a square, compiled.
type sharingLaw struct {
	all, ground, landing, barred *formula.Formula
	clause                       string
}

func (l *law) compileSharing(v *formula.Vocabulary) (err error) {
	s := l.proc.Sharing
	if s == nil {
		return nil
	}
	l.sharing.clause = l.cite("sharing", s.Cite)
	compile := func(into **formula.Formula, field, src string) {
		if src == "" || err != nil {
			return
		}
		*into, err = formula.Compile(src, v, formula.Bool)
		if err != nil {
			err = fmt.Errorf("rule %s, sharing.%s: %w", l.sharing.clause, field, err)
		}
	}
	compile(&l.sharing.all, "all", string(s.All))
	compile(&l.sharing.ground, "ground", string(s.Ground))
	compile(&l.sharing.landing, "landing", string(s.Landing))
	compile(&l.sharing.barred, "barred", string(s.Barred))
	return err
}

// ownAt returns the piece of the side on a square that an atomic play is made with: of several the one of the
// name that the play gives, without a name the first that can do it, else the first of its own, else whatever stands there.
func (p *play) ownAt(item *notation.Item, sq movement.Square) movement.PieceID {
	pos := p.d.now.pos
	var room [4]movement.PieceID
	own := slices.DeleteFunc(pos.AllAt(sq, room[:0]), func(id movement.PieceID) bool { return pos.Owner(id) != p.side })
	if slices.Sort(own); pos.Ruleset().Ordered() {
		slices.SortFunc(own, func(a, b movement.PieceID) int { return upper(pos, a, b) })
	}
	if item.Name != "" {
		types := p.d.law().typesCalled(item.Name)
		if i := slices.IndexFunc(own, func(id movement.PieceID) bool { return slices.Contains(types, pos.TypeOf(id)) }); i >= 0 {
			return own[i]
		}
	}
	if item.Name == "" && len(own) > 1 {
		if i := slices.IndexFunc(own, func(id movement.PieceID) bool { return p.does(item, id) }); i >= 0 {
			return own[i]
		}
	}
	if len(own) > 0 {
		return own[0]
	}
	return pos.At(sq)
}

// upper orders pieces on a square, that on top first.
func upper(pos *movement.Position, a, b movement.PieceID) int {
	if pos.Above(a, b) {
		return -1
	}
	return 1
}

// does reports whether a piece has a way to do what an atomic play with a piece on the board says.
func (p *play) does(item *notation.Item, id movement.PieceID) bool {
	pos, rs := p.d.now.pos, p.d.law().ruleset
	to, _ := rs.Square(firstOf(item.Victim, item.To))
	switch {
	case item.Kind == notation.Capture:
		return slices.ContainsFunc(pos.OwnTakingsOf(id, pos.TakingsOf(id, nil)), func(w movement.Taking) bool { return w.At == to || w.To == to })
	case item.Kind.Declared():
		kind, ok := rs.Kind(string(item.Kind))
		return ok && slices.Contains(pos.MovesOfKind(id, kind, nil), to)
	}
	return slices.Contains(pos.MovesOf(id, nil), to)
}

// target resolves the piece that a capture is about: of several on the square the opposing one that the play names, or that
// the rules say. It notes a fault, and returns one of them, if they do not.
func (p *play) target(s *step, id movement.PieceID, at movement.Square) movement.PieceID {
	d, pos, law := p.d, p.d.now.pos, &p.d.law().sharing
	p.also = nil
	list := pos.AllAt(at, nil)
	if len(list) < 2 && s.item.Named == "" {
		return pos.At(at)
	}
	enemies := slices.DeleteFunc(slices.Clone(list), func(id movement.PieceID) bool { return pos.Owner(id) == p.side })
	if len(enemies) == 0 {
		return pos.At(at)
	}
	slices.Sort(enemies) // of several of one type a play names the oldest
	if slices.ContainsFunc(list, func(x movement.PieceID) bool { return x != id && pos.Owner(x) == p.side }) && d.says(law.barred) {
		p.fault(s, FaultFriendly, law.clause, []string{s.item.Victim}, d.now.pieceNames(list), "%s has a piece of its own on %s as well", p.name, s.item.Victim)
	}
	if pos.Ruleset().Ordered() {
		if enemies = enemies[:0]; pos.Owner(list[0]) == p.side {
			return list[0]
		}
		enemies = append(enemies, list[0])
	}
	if able, friend := p.takable(s, id, enemies); friend != movement.NoPiece {
		return friend
	} else if len(able) > 0 {
		enemies = able
	}
	if s.item.Named != "" {
		types := d.law().typesCalled(s.item.Named)
		i := slices.IndexFunc(enemies, func(id movement.PieceID) bool { return slices.Contains(types, pos.TypeOf(id)) })
		if i < 0 {
			p.fault(s, FaultWrongType, d.law().citePlay(notation.Capture), []string{s.item.Victim}, nil, "no opposing %s stands on %s", s.item.Named, s.item.Victim)
			return enemies[0]
		}
		return enemies[i]
	}
	ground := slices.IndexFunc(enemies, func(id movement.PieceID) bool { return !d.law().ruleset.Sharing(pos.TypeOf(id)) })
	return enemies[max(0, ground)]
}

// atSquares are the captures of a piece that take pieces on the squares that a play names, as often as it names each. Who on a square is taken is known
// from them alone: a condition may pick any of those that share it.
func (p *play) atSquares(s *step, id movement.PieceID) (list []movement.Taking) {
	pos := p.d.now.pos
	if rs := p.d.law().ruleset; !rs.Shares() || rs.Ordered() {
		return nil
	}
	named := append(slices.Clone(s.item.Over), s.item.Victim)
	sorted := slices.Sorted(slices.Values(named))
	for _, w := range pos.OwnTakingsOf(id, pos.TakingsOf(id, nil)) {
		var squares []string
		for _, x := range w.Victims() {
			squares = append(squares, p.d.now.squareOf(x))
		}
		if slices.Equal(squares, named) || w.To != w.At && slices.Equal(slices.Sorted(slices.Values(squares)), sorted) {
			list = append(list, w)
		}
	}
	return list
}

// takable are those of the opposing pieces on the last square that a play names which a piece can take as it says; where it can take none of them, friend is
// the piece of its own there that it can.
func (p *play) takable(s *step, id movement.PieceID, enemies []movement.PieceID) (able []movement.PieceID, friend movement.PieceID) {
	list := p.atSquares(s, id)
	for _, x := range enemies {
		if slices.ContainsFunc(list, func(w movement.Taking) bool { return w.Victim == x || w.To != w.At && w.Takes(x) }) {
			able = append(able, x)
		}
	}
	if friend = movement.NoPiece; len(able) == 0 && len(list) > 0 {
		taken := list[0].Victims()
		friend = taken[slices.IndexFunc(taken, func(x movement.PieceID) bool { return p.d.now.squareOf(x) == s.item.Victim })]
	}
	return able, friend
}

// overShared resolves the pieces that a play captures on the way to a victim where pieces share squares; nil where nothing is captured so.
func (p *play) overShared(s *step, id, victim movement.PieceID) []movement.PieceID {
	if len(s.item.Over) == 0 {
		return nil
	}
	list := p.atSquares(s, id)
	i := slices.IndexFunc(list, func(w movement.Taking) bool { return w.Victim == victim })
	if i < 0 {
		i = slices.IndexFunc(list, func(w movement.Taking) bool { return w.Takes(victim) })
	}
	if i < 0 {
		return nil
	}
	left := slices.DeleteFunc(list[i].Victims(), func(x movement.PieceID) bool { return x == victim })
	var over []movement.PieceID
	for _, name := range s.item.Over {
		k := slices.IndexFunc(left, func(x movement.PieceID) bool { return p.d.now.squareOf(x) == name })
		if k < 0 {
			return nil // the victim stands on another square than the play says
		}
		over, left = append(over, left[k]), slices.Delete(left, k, k+1)
	}
	return over
}

// struck settles what else a capture takes on its victims' squares, and whether the captor may stay there.
func (p *play) struck(s *step, id movement.PieceID, w *movement.Taking) bool {
	d, pos, law := p.d, p.d.now.pos, &p.d.law().sharing
	rs := d.law().ruleset
	if !rs.Shares() {
		return true
	}
	if d.says(law.all) {
		p.also = p.besides(id, w)
	} else if d.says(law.ground) && !p.onGround(s, id, w) {
		return false
	}
	var enemies, left []movement.PieceID
	for _, x := range pos.AllAt(w.At, nil) {
		switch {
		case x == id || w.Takes(x):
		case pos.Owner(x) == p.side:
			left = append(left, x)
		default:
			enemies = append(enemies, x)
		}
	}
	if w.To == w.At {
		if d.says(law.landing) {
			p.also = append(p.also, enemies...)
		} else {
			left = append(left, enemies...)
		}
		for _, x := range left {
			if !rs.Sharing(pos.TypeOf(x)) && !rs.Sharing(pos.TypeOf(id)) {
				p.fault(s, FaultOccupied, law.clause, []string{s.item.Victim}, []string{d.now.pieceName(x)}, "the %s would share %s with the %s", p.typeName(id), s.item.Victim, p.typeName(x))
				return false
			}
		}
		return true
	}
	if s.item.Named != "" || len(enemies) == 0 || len(p.also) > 0 || d.says(law.ground) {
		return true
	}
	names := []string{p.typeName(w.Victim)}
	able, _ := p.takable(s, id, enemies)
	for _, x := range able {
		if name := p.typeName(x); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(names) > 1 {
		p.fault(s, FaultAmbiguous, law.clause, []string{s.item.Victim}, nil, "several pieces stand on %s: name %s after the x", s.item.Victim, strings.Join(names, " or "))
		return false
	}
	return true
}

// onGround refuses to take from elsewhere what shares a square with an opposing piece that does not.
func (p *play) onGround(s *step, id movement.PieceID, w *movement.Taking) bool {
	pos, rs := p.d.now.pos, p.d.law().ruleset
	for _, x := range w.Victims() {
		at := pos.Where(x)
		if at != w.To && rs.Sharing(pos.TypeOf(x)) && slices.ContainsFunc(pos.AllAt(at, nil), func(o movement.PieceID) bool {
			return o != id && pos.Owner(o) != p.side && !rs.Sharing(pos.TypeOf(o))
		}) {
			square := rs.SquareName(at)
			p.fault(s, FaultCannotCapture, p.d.law().sharing.clause, []string{square}, []string{p.d.now.pieceName(x)}, "of several pieces on %s only the one on the ground can be attacked", square)
			return false
		}
	}
	return true
}

// besides are the opposing pieces on the squares on which a capture takes others from elsewhere.
func (p *play) besides(id movement.PieceID, w *movement.Taking) (list []movement.PieceID) {
	pos := p.d.now.pos
	for _, victim := range w.Victims() {
		at := pos.Where(victim)
		if at == w.To {
			continue
		}
		for _, x := range pos.AllAt(at, nil) {
			if x != id && pos.Owner(x) != p.side && !w.Takes(x) && !slices.Contains(list, x) {
				list = append(list, x)
			}
		}
	}
	return list
}

// takesAll reports whether a capture takes every opposing piece on its victim's square, whichever of them a play names.
func (t *table) takesAll(w *movement.Taking) bool {
	d, law := &decision{now: t, in: Input{At: t.at}}, &t.law.sharing
	if w.To == w.At {
		return d.says(law.landing)
	}
	return d.says(law.all)
}

// kindOf settles the kind of a capture; it notes a fault if the play names one that is not possible, or none where
// there are several.
func (p *play) kindOf(s *step, id movement.PieceID, w movement.Taking) (kind string, ok bool) {
	p.manner, p.terms = "", nil
	pos, l := p.d.now.pos, p.d.law()
	kinds := pos.KindsOf(id, w)
	if name := l.inKind(&s.item); name != "" && !slices.Contains(kinds, name) {
		terms := l.declaredKind(name)
		if !slices.Contains(pos.InKinds(id, w), terms.id) {
			p.notInKind(s, terms, id, w)
			return "", false
		}
		p.manner, p.terms = name, terms
		return name, true
	}
	if !pos.Plainly(id, w) && !p.d.order.stands() {
		p.onlyInKinds(s, id, w)
		return "", false
	}
	where, piece := []string{s.item.Victim}, []string{p.d.now.pieceName(id)}
	switch {
	case s.item.Manner != "" && !slices.Contains(kinds, s.item.Manner):
		p.fault(s, FaultCannotCapture, p.cites(id).capture, where, piece, "the %s makes no %s attack on %s", p.typeName(id), s.item.Manner, s.item.Victim)
		return "", false
	case s.item.Manner != "":
		kind = s.item.Manner
	case len(kinds) > 1:
		named := slices.DeleteFunc(slices.Clone(kinds), func(kind string) bool { return kind == "" })
		p.fault(s, FaultAmbiguous, p.cites(id).capture, where, piece, "the %s may attack by %s: write (%s) after it", p.typeName(id), strings.Join(named, " or "), named[0])
		return "", false
	case len(kinds) == 1:
		kind = kinds[0]
	}
	if len(kinds) > 1 {
		p.manner = kind
	}
	return kind, true
}

// attack makes a capture of a kind: what resists it stays, and a captor that would land on such a piece stays where it is.
func (p *play) attack(s *step, id movement.PieceID, w movement.Taking, kind string) {
	pos, l := p.d.now.pos, p.d.law()
	type held struct {
		id movement.PieceID
		by movement.Resistance
	}
	attack := "attack"
	if kind != "" {
		attack = kind + " attack"
	}
	var resisting []held
	resists := func(x movement.PieceID) bool {
		r, ok := pos.Resists(x, kind)
		if ok {
			resisting = append(resisting, held{x, r})
		}
		return ok
	}
	taken := slices.DeleteFunc(w.Victims(), resists) // by the path, and then around where it ends
	also := slices.DeleteFunc(slices.Clone(p.also), resists)
	if len(taken) == 0 && len(also) > 0 {
		taken, also = also[:1], also[1:]
	}
	if len(taken) == 0 && p.d.says(l.vain) && !slices.ContainsFunc(resisting, func(h held) bool { return h.by.Counter >= 0 }) {
		p.fault(s, FaultImmune, l.citeCapturing(), []string{s.item.Victim}, []string{p.d.now.pieceName(id)}, "the %s on %s resists every %s", p.typeName(w.Victim), s.item.Victim, attack)
		return
	}
	for _, h := range resisting {
		b := basisOf(nil, h.by.Clause)
		how := ""
		if h.by.Counter >= 0 {
			name := l.ruleset.CounterNames(pos.TypeOf(h.id))[h.by.Counter]
			left := int(pos.CountersOf(h.id)[h.by.Counter]) - 1
			p.d.count(b, h.id, name, left)
			how = fmt.Sprintf(", %d left", left)
		}
		p.d.note(FactResisted, h.by.Clause, "the %s on %s resists the %s%s", p.typeName(h.id), p.d.now.squareOf(h.id), attack, how)
	}
	whole := w
	var attacked []movement.Fallen
	if len(resisting) > 0 {
		for _, x := range append(w.Victims(), p.also...) {
			attacked = append(attacked, movement.Fallen{Piece: x, At: pos.Where(x), Side: pos.Owner(x)})
		}
	}
	if slices.ContainsFunc(resisting, func(h held) bool { return pos.InTheWay(h.id, id, w.To) }) {
		w.To = pos.Where(id)
	}
	switch p.also = also; {
	case len(resisting) == 0:
		p.take(s, id, w)
		return
	case len(taken) > 0:
		w, w.Turned = pos.TakingOf(taken, w.To), whole.Turned
		p.takes(s, id, w, whole, attacked)
		return
	}
	p.also = nil
	p.paysInKind()
	way := p.wayTaken(id, w)
	last := p.history(id, PlayCapture, way)
	p.executed(p.taking(id, w), id)
	p.d.emit(p.rests(id, notation.Capture, way), last)
	act := movement.Act{Play: movement.Capture, Piece: id, From: pos.Where(id), To: pos.Where(id), Other: movement.NoPiece, Attacked: attacked}
	p.promotions(s, id, playAction, "")
	p.follow(act)
}

// wayTaken is the way by which a capture is made, of the kind that the play names if there are several.
func (p *play) wayTaken(id movement.PieceID, w movement.Taking) movement.Way {
	if p.terms != nil {
		return p.d.now.pos.WayInKind(id, w, p.terms.id, p.wayBuf[:0])
	}
	if p.manner != "" {
		return p.d.now.pos.WayOfKind(id, w, p.manner, p.wayBuf[:0])
	}
	return p.d.now.pos.WayOfTaking(id, w, p.wayBuf[:0])
}

package aggregate

import (
	"slices"
	"strings"

	"adjudicate/notation"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// A wholeTurn is a play that is judged as one turn: its act and what its maker chose.
type wholeTurn struct {
	p     *play
	g     *turns.Game
	step  *step // the act as written
	act   movement.Ply
	given []turns.Chosen
	alone bool   // choices instead of an act
	board *Judge // stands where the own check is asked, if somebody watches; nil if it is not
}

// turn judges a play as one turn and makes it.
func (p *play) turn() {
	p.shaped()
	p.atomic(&p.steps[0])
	t := &wholeTurn{p: p, g: p.d.now.turns(), step: &p.steps[0]}
	before := len(p.d.ruling.Faults)
	read := t.read()
	p.wholly(t.alone)
	if !read || len(p.d.ruling.Faults) > before {
		p.failed = true
		return
	}
	t.spares()
	list := t.tried()
	if p.d.together { // it was asked of the play alone, as ownCheck says
		list = slices.DeleteFunc(list, func(o turns.Objection) bool { return o.Against == turns.OwnCheck })
	}
	for i := range list {
		t.objects(&list[i])
	}
	if len(p.d.ruling.Faults) > before {
		p.failed = true
		if !p.d.order.stands() {
			t.judged()
			return
		}
		p.failed = false
	}
	p.d.ruling.Shape = actWords[t.act.Play]
	if t.act.Play == movement.Pass && !t.alone && p.d.now.pos.InCheck(p.side) && p.d.passesInCheck(p.side) {
		p.passedInCheck()
	}
	if len(p.d.law().ruleset.Named()) > 0 && !t.alone {
		t.g.Name(p.side, &t.act, t.given)
	}
	t.make()
	t.g.Position.Unchoose()
	p.d.stage(StageEnd, 0)
	for _, h := range p.limited {
		p.d.excess(h.side, h.typ)
	}
	p.d.beyond()
	if len(p.falls) > 0 {
		p.d.fall(p.falls)
	}
	t.judged()
	p.fates()
}

// spares refuses to capture a royal piece while a stage spares them.
func (t *wholeTurn) spares() {
	p := t.p
	if p.noCapture == "" || t.act.Play != movement.Capture {
		return
	}
	for _, v := range t.act.Take.Victims() {
		p.mayTakeRoyal(t.step, v)
	}
}

var actWords = map[movement.Play]string{
	movement.Move: "Move", movement.Capture: "Capture", movement.Placement: "Placement", movement.Become: "Promotion", movement.Pass: "Pass",
}

func (p *play) items() (list []notation.Item) {
	for i := range p.steps {
		list = append(list, p.steps[i].item)
	}
	return list
}

// read finds the act and the choices that a play means; it notes a fault and reports false if there are none such.
func (t *wholeTurn) read() bool {
	p := t.p
	rest := p.steps[1:]
	item := &t.step.item
	if item.Kind == notation.Close || item.Kind == notation.Destroy || item.Kind == notation.Placement && t.g.Alone() && !t.places() {
		t.act, t.alone = turns.PassOf(p.side), true
		for _, ply := range t.g.Acts(p.side) {
			if ply.Play == movement.Pass && !t.g.Alone() { // what is chosen after a Pass says that there is one
				t.act, t.alone = ply, false
			}
		}
		return t.choices(p.steps)
	}
	if item.Kind == notation.Choice {
		p.fault(t.step, FaultNoRule, "", nil, nil, "no rule in force lets a side choose %q here", item.Name)
		return false
	}
	list, ok := t.candidates()
	if !ok {
		return false
	}
	// A second piece that goes along may be named to tell two acts apart.
	if len(rest) > 0 && rest[0].item.Kind == notation.Move {
		with := rest[0].item
		rs := p.d.law().ruleset
		alone := !slices.ContainsFunc(list, func(ply movement.Ply) bool { return ply.Other != movement.NoPiece })
		list = slices.DeleteFunc(list, func(ply movement.Ply) bool {
			return ply.Other == movement.NoPiece || rs.SquareName(ply.OtherFrom) != with.From || rs.SquareName(ply.Onto) != with.To
		})
		if len(list) == 0 && alone {
			p.fault(&rest[0], FaultShape, p.d.law().citeTurn(), []string{with.From, with.To}, nil, "a play is one act here: with this one no other piece moves")
			return false
		}
		if len(list) == 0 {
			p.fault(&rest[0], FaultShape, p.d.law().citeTurn(), []string{with.From, with.To}, nil, "no piece moves along from %s to %s with this move", with.From, with.To)
			return false
		}
		rest = rest[1:]
	} else if slices.ContainsFunc(list, func(ply movement.Ply) bool { return ply.Other == movement.NoPiece }) {
		list = slices.DeleteFunc(list, func(ply movement.Ply) bool { return ply.Other != movement.NoPiece })
	}
	if list, ok = t.becoming(list); !ok {
		return false
	}
	if list = t.landing(list); len(list) > 1 {
		var texts []string
		for i := range list {
			texts = append(texts, written(p.d.now.itemsOf(&list[i], nil, list)))
		}
		p.fault(t.step, FaultAmbiguous, p.d.law().citePlay(item.Kind), nil, nil, "the text is ambiguous: %s", strings.Join(texts, ", or "))
		return false
	}
	t.act = list[0]
	return t.choices(rest)
}

// places reports whether the placement of a play is an act of its own.
func (t *wholeTurn) places() bool {
	return slices.ContainsFunc(t.g.Acts(t.p.side), func(ply movement.Ply) bool { return ply.Play == movement.Placement })
}

// candidates returns the acts that an item may mean, whatever becomes of the piece.
func (t *wholeTurn) candidates() ([]movement.Ply, bool) {
	p, item := t.p, &t.step.item
	acts := t.g.Acts(p.side)
	pick := func(is func(*movement.Ply) bool) []movement.Ply {
		return slices.DeleteFunc(slices.Clone(acts), func(ply movement.Ply) bool { return !is(&ply) })
	}
	switch item.Kind {
	case notation.Pass:
		list := pick(func(ply *movement.Ply) bool { return ply.Play == movement.Pass })
		if len(list) == 0 {
			known := len(p.d.ruling.Faults)
			if p.d.law().proc.Passing != nil {
				p.mayPass(t.step)
			}
			if len(p.d.ruling.Faults) == known {
				p.fault(t.step, FaultNoRule, p.d.law().citeTurn(), nil, nil, "no rule in force lets %s pass now", p.name)
			}
		}
		return list, len(list) > 0
	case notation.Placement:
		return t.placements(pick)
	}
	id, ok := p.mover(t.step)
	if !ok {
		return nil, false
	}
	if item.Kind == notation.Promotion {
		list := pick(func(ply *movement.Ply) bool { return ply.Play == movement.Become && ply.Piece == id })
		if len(list) == 0 {
			p.fault(t.step, FaultPromotionNotAllowed, p.cites(id).promotion, []string{item.From}, []string{p.d.now.pieceName(id)},
				"the %s on %s may not be promoted where it stands", p.typeName(id), item.From)
		}
		return list, len(list) > 0
	}
	if item.Kind == notation.Capture {
		return t.captures(id, pick)
	}
	to, ok := p.square(t.step, item.To)
	if !ok || !p.along(t.step, id, movement.NoPiece) {
		return nil, false
	}
	back := to == p.d.now.pos.Where(id) && p.d.now.pos.Returns(id) == "pass"
	list := pick(func(ply *movement.Ply) bool {
		return ply.Play == movement.Move && !ply.Acts() && ply.Piece == id && ply.To == to || back && ply.Play == movement.Pass
	})
	if len(list) == 0 {
		t.cannotMove(id, to)
	}
	return list, len(list) > 0
}

// cannotMove says why a piece does not go to a square.
func (t *wholeTurn) cannotMove(id movement.PieceID, to movement.Square) {
	p, n := t.p, t.p.d.now
	other := n.pos.At(to)
	switch {
	case other != movement.NoPiece && other != id && t.cannotGoAlong(id, to, true):
	case n.pos.ClosedAt(to) && !n.pos.Fieldproof(id, to):
		why, by, made := n.pos.Shut(to)
		p.fault(t.step, FaultOccupied, firstOf(by, p.cites(id).move), []string{t.step.item.To}, n.pieceNames(made), "%s", why)
	case other != movement.NoPiece && other != id && n.pos.Owner(other) != p.side && slices.ContainsFunc(t.g.Acts(p.side), func(ply movement.Ply) bool {
		return ply.Play == movement.Capture && ply.Piece == id && ply.Take.At == to
	}):
		p.fault(t.step, FaultOccupied, p.cites(id).move, []string{t.step.item.To}, []string{n.pieceName(other)},
			"%s is occupied by the %s of %s; a capture is written with an x, %sx%s", t.step.item.To, p.typeName(other), n.sideName(n.pos.Owner(other)), n.squareOf(id), t.step.item.To)
	case other == id && n.pos.Where(id) == to:
		p.fault(t.step, FaultOccupied, p.cites(id).move, []string{t.step.item.To}, []string{n.pieceName(id)}, "the %s stands on %s already", p.typeName(id), t.step.item.To)
	case other != movement.NoPiece && other != id:
		p.fault(t.step, FaultOccupied, p.cites(id).move, []string{t.step.item.To}, []string{n.pieceName(other)},
			"%s is occupied by the %s of %s", t.step.item.To, p.typeName(other), n.sideName(n.pos.Owner(other)))
	default:
		if !t.cannotGoAlong(id, to, false) {
			p.unreachable(t.step, id, to, false)
		}
	}
}

// cannotGoAlong says why a piece does not go to a square with another one, if that is what the play means; with what stands there alone, or
// with any.
func (t *wholeTurn) cannotGoAlong(id movement.PieceID, to movement.Square, there bool) bool {
	p, n := t.p, t.p.d.now
	for _, o := range n.pos.Carrying(id) {
		if o.To != to || there && !o.Goes {
			continue
		}
		var pieces []string
		for _, x := range append([]movement.PieceID{id}, o.By...) {
			pieces = append(pieces, n.pieceName(x))
		}
		p.fault(t.step, FaultCondition, o.Cite, []string{n.squareOf(id), t.step.item.To}, pieces,
			"the %s on %s cannot go to %s with another piece: %s", p.typeName(id), n.squareOf(id), t.step.item.To, o.Text)
		return true
	}
	return false
}

// captures returns the captures that an item may mean: what x names is where the victim stands or, for one that is captured
// where it does not stand, also where the captor ends.
func (t *wholeTurn) captures(id movement.PieceID, pick func(func(*movement.Ply) bool) []movement.Ply) ([]movement.Ply, bool) {
	p, item, pos := t.p, &t.step.item, t.p.d.now.pos
	at, ok := p.square(t.step, item.Victim)
	if !ok {
		return nil, false
	}
	var over []movement.PieceID
	for _, name := range item.Over {
		sq, ok := p.square(t.step, name)
		if !ok {
			return nil, false
		}
		over = append(over, pos.At(sq))
	}
	end := movement.Off
	switch {
	case item.Way == notation.Shot:
		end = pos.Where(id)
	case item.Way == notation.Onward:
		end = at
	case item.To != "":
		if end, ok = p.square(t.step, item.To); !ok {
			return nil, false
		}
	}
	victim := pos.At(at)
	if !p.along(t.step, id, victim) {
		return nil, false
	}
	list := pick(func(ply *movement.Ply) bool {
		if ply.Play != movement.Capture || ply.In > 0 || ply.Piece != id || end != movement.Off && ply.To != end {
			return false
		}
		if victim != movement.NoPiece && ply.Take.Is(victim, over) {
			return true
		}
		return victim == movement.NoPiece && len(over) == 0 && item.To == "" && ply.To == at && ply.Take.Also == movement.NoPiece && ply.Take.More == ""
	})
	if p.d.law().ruleset.Wide() && slices.ContainsFunc(list, func(ply movement.Ply) bool { return ply.Take.At == at }) {
		list = slices.DeleteFunc(list, func(ply movement.Ply) bool { return ply.Take.At != at })
	}
	if len(list) > 0 {
		return list, true
	}
	switch {
	case victim == movement.NoPiece:
		p.fault(t.step, FaultNothingToCapture, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{item.Victim}, nil, "there is no piece on %s to capture", item.Victim)
	case pos.Owner(victim) == p.side:
		p.fault(t.step, FaultFriendly, firstOf(p.d.law().citeCapturing(), p.cites(id).capture), []string{item.Victim}, []string{p.d.now.pieceName(victim)},
			"the %s on %s is %s's own", p.typeName(victim), item.Victim, p.name)
	default:
		if !p.mayTakeRoyal(t.step, victim) {
			break
		}
		if only := pick(func(ply *movement.Ply) bool {
			return ply.In > 0 && ply.Piece == id && (end == movement.Off || ply.To == end) && ply.Take.Is(victim, over)
		}); len(only) > 0 {
			p.onlyInKinds(t.step, id, only[0].Take)
			break
		}
		var ways []movement.Taking // that take the victim with others, or end elsewhere
		for _, ply := range pick(func(ply *movement.Ply) bool {
			return ply.Play == movement.Capture && ply.In == 0 && ply.Piece == id && ply.Take.Takes(victim)
		}) {
			ways = append(ways, ply.Take)
		}
		if len(ways) > 0 && pos.Where(id) == p.d.now.pos.Where(id) {
			p.notThatWay(FaultCannotCapture, t.step, id, ways)
			break
		}
		p.unreachable(t.step, id, at, true)
	}
	return nil, false
}

// placements returns the Placements that an item may mean.
func (t *wholeTurn) placements(pick func(func(*movement.Ply) bool) []movement.Ply) ([]movement.Ply, bool) {
	p, item, n := t.p, &t.step.item, t.p.d.now
	to, ok := p.square(t.step, item.To)
	if !ok {
		return nil, false
	}
	if p.d.law().proc.Placing == nil {
		p.fault(t.step, FaultNoRule, "", nil, nil, "no rule in force provides for Placements")
		return nil, false
	}
	if item.ID == "" {
		if typ, named := p.typeCalled(t.step, item.Name); !named {
			return nil, false
		} else if list := pick(func(ply *movement.Ply) bool { return ply.Play == movement.Placement && ply.Make == typ && ply.To == to }); len(list) > 0 {
			return list, true
		} else if def := p.d.law().ruleset.Def(typ).Placement; def != nil && def.Free && len(p.holding(typ)) == 0 {
			t.cannotPlace(typ, to, nil)
			return nil, false
		}
		pick = t.again(pick)
	}
	id, ok := p.held(t.step)
	if !ok {
		return nil, false
	}
	_, _, base := n.pos.Marks(id)
	list := pick(func(ply *movement.Ply) bool {
		if ply.Play != movement.Placement || ply.Piece == movement.NoPiece || ply.To != to {
			return false
		}
		_, _, b := n.pos.Marks(ply.Piece)
		return n.pos.TypeOf(ply.Piece) == n.pos.TypeOf(id) && b == base
	})
	for i := range list {
		list[i].Piece = id
	}
	if len(list) > 0 {
		return list, true
	}
	if p.roomless(t.step, id, to, p.d.law().citePlacing()) {
		return nil, false
	}
	t.cannotPlace(n.pos.TypeOf(id), to, []string{n.pieceName(id)})
	return nil, false
}

// cannotPlace says why a piece of a type is not placed on a square.
func (t *wholeTurn) cannotPlace(typ movement.TypeID, to movement.Square, piece []string) {
	p, pos, name := t.p, t.p.d.now.pos, t.step.item.To
	if _, _, _, placing, field := pos.FieldOn(to); pos.At(to) == movement.NoPiece && pos.ClosedAt(to) && !(field && placing) {
		why, by, made := pos.Shut(to)
		p.fault(t.step, FaultOccupied, firstOf(by, p.d.law().citePlacing()), []string{name}, p.d.now.pieceNames(made), "%s", why)
		return
	}
	if pos.At(to) != movement.NoPiece {
		p.fault(t.step, FaultOccupied, p.d.law().citePlacing(), []string{name}, nil, "%s is not empty", name)
		return
	}
	if p.crowded(t.step, typ, piece) {
		return
	}
	where := ""
	if def := p.d.law().ruleset.Def(typ).Placement; def != nil {
		where = def.Cite
	}
	p.fault(t.step, FaultPlacementLimit, p.d.law().clauseOf(typ, where), []string{name}, piece, "%s may not be placed on %s", article(p.d.law().ruleset.TypeName(typ)), name)
}

// again lists the acts anew, of which a pick has thrown some away.
func (t *wholeTurn) again(func(func(*movement.Ply) bool) []movement.Ply) func(func(*movement.Ply) bool) []movement.Ply {
	return func(is func(*movement.Ply) bool) []movement.Ply {
		return slices.DeleteFunc(t.g.Acts(t.p.side), func(ply movement.Ply) bool { return !is(&ply) })
	}
}

// becoming leaves the acts in which the piece becomes what the play says.
func (t *wholeTurn) becoming(list []movement.Ply) ([]movement.Ply, bool) {
	p, item := t.p, &t.step.item
	rs := p.d.law().ruleset
	word := item.Becomes
	for _, n := range t.step.names {
		if word != "" || n.From != rs.SquareName(list[0].To) {
			p.fault(t.step, FaultPromotionNotAllowed, p.citePromotion(list), []string{n.From}, nil, "nothing on %s is promoted with this play", n.From)
			return nil, false
		}
		word = n.Becomes
	}
	choices := func() (names []string) {
		for i := range list {
			if b := list[i].Becomes; b != movement.NoType && !slices.Contains(names, rs.TypeName(b)) {
				names = append(names, rs.TypeName(b))
			}
		}
		return names
	}
	want := movement.NoType
	if word == notation.Victim {
		if list[0].Play == movement.Capture {
			want = p.d.now.pos.TypeOf(list[0].Take.Victim)
		}
	} else if word != "" {
		var ok bool
		if want, ok = p.typeCalled(t.step, word); !ok {
			return nil, false
		}
	}
	kept := slices.DeleteFunc(slices.Clone(list), func(ply movement.Ply) bool {
		return ply.Becomes != want || word == notation.Victim && want == movement.NoType
	})
	if len(kept) > 0 {
		return kept, true
	}
	names, to := choices(), rs.SquareName(list[0].To)
	if word == "" && len(names) == 1 {
		return list, true // there is nothing to choose
	}
	piece := []string(nil)
	if list[0].Piece != movement.NoPiece {
		piece = []string{p.d.now.pieceName(list[0].Piece)}
	}
	switch {
	case word == "":
		p.fault(t.step, FaultPromotionMissing, p.citePromotion(list), []string{to}, piece, "on %s the piece is promoted: write = and %s", to, either(names))
	case len(names) == 0:
		p.fault(t.step, FaultPromotionNotAllowed, p.citePromotion(list), []string{to}, piece, "nothing is promoted with this play")
	default:
		p.fault(t.step, FaultPromotionType, p.citePromotion(list), []string{to}, piece, "on %s the piece becomes %s, not %s", to, either(names), word)
	}
	return nil, false
}

// citePromotion names the clause of a definition by which its piece is promoted.
func (p *play) citePromotion(list []movement.Ply) string {
	if id := list[0].Piece; id != movement.NoPiece {
		return p.cites(id).promotion
	}
	return p.d.law().citePlacing()
}

func either(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " or " + names[len(names)-1]
}

// landing leaves, of captures of which the play does not say where the captor ends, that on the victim's square, unless the captor
// may also stay where it is.
func (t *wholeTurn) landing(list []movement.Ply) []movement.Ply {
	list = slices.CompactFunc(list, func(a, b movement.Ply) bool {
		return a.To == b.To && a.Take == b.Take && a.Other == b.Other && a.Onto == b.Onto
	})
	if len(list) < 2 || list[0].Play != movement.Capture || t.step.item.To != "" {
		return list
	}
	stays := slices.ContainsFunc(list, func(ply movement.Ply) bool { return ply.To == ply.From })
	on := slices.IndexFunc(list, func(ply movement.Ply) bool { return ply.To == ply.Take.At })
	if stays || on < 0 {
		return list
	}
	return list[on : on+1]
}

// choices reads what is chosen besides.
func (t *wholeTurn) choices(rest []step) bool {
	p := t.p
	for i := range rest {
		s := &rest[i]
		if s.item.Kind == notation.Choice {
			c, ok := p.namedChoice(s)
			if !ok {
				return false
			}
			t.given = append(t.given, c)
			continue
		}
		c := turns.Chosen{Piece: movement.NoPiece}
		sq, ok := p.square(s, s.item.To)
		switch {
		case s.item.Kind == notation.Close && ok:
		case s.item.Kind == notation.Destroy && ok:
			c.Destroys = true
		case s.item.Kind == notation.Placement && ok:
			if c.Piece, ok = p.held(s); !ok {
				return false
			}
		case s.item.Kind == notation.Close || s.item.Kind == notation.Destroy || s.item.Kind == notation.Placement:
			return false
		default:
			p.fault(s, FaultShape, p.d.law().citeTurn(), nil, nil, "a play is one act with its choices: %s is one too many", kindWords[s.item.Kind])
			return false
		}
		c.Square = sq
		t.given = append(t.given, c)
	}
	return true
}

// objects turns a reason why a turn is not legal into a fault.
func (t *wholeTurn) objects(o *turns.Objection) {
	p, l, n := t.p, t.p.d.law(), t.p.d.now
	name := strings.ToLower(actWords[t.act.Play])
	why := func(f *formula.Formula) string {
		if f == nil {
			return ""
		}
		return ": " + f.String()
	}
	var squares, pieces []string
	add := func(id movement.PieceID) {
		if id != movement.NoPiece && int(id) < len(n.state.pieces) {
			pieces = append(pieces, n.pieceName(id))
			if sq := n.squareOf(id); sq != "" {
				squares = append(squares, sq)
			}
		}
	}
	switch o.Against {
	case turns.Obliged:
		instead := ""
		if o.Instead != nil {
			instead = ": " + written(n.itemsOf(o.Instead, nil, nil)) + " is possible"
			add(o.Instead.Piece)
		}
		p.fault(t.step, FaultDuty, o.Clause, squares, pieces, "%s is obligatory%s", actCalled(o.Duty.Oblige), instead)
	case turns.Forbidden:
		add(t.act.Piece)
		p.fault(t.step, FaultDuty, o.Clause, squares, pieces, "a %s is forbidden%s", name, why(o.Because))
	case turns.ForbiddenAfter:
		add(t.act.Piece)
		p.fault(t.step, FaultDuty, o.Clause, squares, pieces, "a %s may not leave the board this way%s%s", name, why(o.Because), unanswered(o.Duty))
	case turns.TooMany:
		add(t.act.Piece)
		p.fault(t.step, FaultLimit, o.Clause, squares, pieces, "%s", tooMany(o.Sum, o.Most, o.Because))
	case turns.OwnCheck:
		for _, id := range o.By {
			add(id)
		}
		p.fault(t.step, FaultOwnCheck, l.citeOwnCheck(), squares, pieces, "the play leaves %s in check by %s", p.name, listed(pieces))
	case turns.Strikes:
		for _, id := range o.By {
			add(id)
		}
		p.fault(t.step, FaultPlacementAttacks, l.citePlacing(), squares, pieces, "from %s the piece would attack %s", l.ruleset.SquareName(t.act.To), listed(pieces))
	default:
		var words []string
		for _, c := range o.Options[:min(len(o.Options), mostOptions)] {
			words = append(words, written(n.chosenItems([]turns.Chosen{c})))
		}
		if len(o.Options) > mostOptions {
			words = append(words, "…")
		}
		what := "a choice is missing"
		if o.Against == turns.WronglyChosen {
			what = t.unfit(o)
		}
		if len(words) > 0 {
			what += "; write after a semicolon " + either(words)
		}
		p.fault(t.step, FaultChoice, firstOf(append([]string{o.Clause}, t.g.CiteChoices()...)...), nil, nil, "%s", what)
	}
}

// mostOptions is how many things to choose a fault lists.
const mostOptions = 6

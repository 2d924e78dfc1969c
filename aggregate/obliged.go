package aggregate

import (
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// What obligations ask of an act that is judged by itself: an act apart (see movement.Ply.Apart), or one of the acts of a play that is put together.
// As in package turns, obligations are asked in their order, each of the acts that those before it have left, and each act is tried
// once at most whatever obliges.

// An option is an act that a piece could make.
type option struct {
	act
	shown movement.Square // where its victim stands, or where it goes
	item  notation.Item
	tried bool  // it is only known to be legal once it is tried,
	free  *bool // which says this
}

// An owing is what obligations leave of the acts of a side, as far as somebody asks.
type owing struct {
	p       *play
	left    []*option
	listed  bool
	pending []*duty // that have yet to take from left what they refuse
}

// asksFor reports whether an obligation asks for acts of a name.
func (d *duty) asksFor(name string) bool {
	return name == d.Oblige || d.Oblige == rules.ActAny && name != rules.ActPass && name != rules.ActSurrender
}

// concerns reports whether a duty is about pieces of a type.
func (d *duty) concerns(typ movement.TypeID) bool { return d.typ == movement.NoType || d.typ == typ }

// ask refuses an act by a side, or with a definition's duty by a piece, that could do what it must, and an act that it must do of
// which another one counts more.
func (o *owing) ask(d *duty, a *act) {
	defer func() { o.pending = append(o.pending, d) }()
	p := o.p
	met := a.called(d.asksFor)
	if !d.concerns(a.typ) || met && d.most == nil && !p.d.watched() {
		return
	}
	if _, holds := p.holds(d.when, a); !holds {
		p.d.keepsOwed(d.clause, &d.Duty, d.when, turns.Unmet)
		return
	}
	if met && d.most == nil {
		p.d.keepsOwed(d.clause, &d.Duty, d.when, turns.Done)
		return
	}
	mine := 0.0
	if met {
		mine = d.most.Eval(p.scene(a))
	}
	for _, x := range o.acts() {
		if !x.meets(d) || d.typ != movement.NoType && !met && x.id != a.id {
			continue
		}
		more := 0.0
		if met {
			if more = d.most.Eval(p.scene(&x.act)); more <= mine {
				continue
			}
		}
		if !p.freely(x) {
			continue
		}
		on := ""
		if from := p.d.now.squareOf(x.id); from != "" {
			on = " on " + from
		}
		if met {
			p.offends(d, a, reason{piece: x.id}, "another %s is obligatory: that of the %s%s %s counts %g, and this one %g",
				x.name, p.typeName(x.id), on, p.going(x.to), more, mine)
		} else {
			p.offends(d, a, reason{piece: x.id}, "%s is obligatory: the %s%s can make one %s", actCalled(d.Oblige), p.typeName(x.id), on, p.going(x.shown))
		}
		return
	}
	if met {
		p.d.keepsOwed(d.clause, &d.Duty, d.when, turns.Done)
	} else {
		p.d.keepsOwed(d.clause, &d.Duty, d.when, turns.Impossible)
	}
}

// going says whither an act leads.
func (p *play) going(to movement.Square) string {
	if to == movement.Off {
		return "off the board"
	}
	return "to " + p.d.law().ruleset.SquareName(to)
}

// meets reports whether an act is one that an obligation asks for.
func (x *option) meets(d *duty) bool { return d.concerns(x.typ) && x.called(d.asksFor) }

// acts lists the acts that the obligations so far leave.
func (o *owing) acts() []*option {
	if !o.listed {
		o.left, o.listed = o.p.everything(), true
	}
	for _, d := range o.pending {
		o.leave(d)
	}
	o.pending = nil
	return o.left
}

// leave takes away what an obligation refuses.
func (o *owing) leave(d *duty) {
	p, all := o.p, o.left
	best, found := 0.0, false // of what the acts that it asks for count
	able := map[movement.PieceID]bool{}
	for _, x := range all {
		of := x.id // whom it decides for
		if d.typ == movement.NoType {
			of = movement.NoPiece
		}
		counts := 0.0
		switch {
		case !x.meets(d):
			continue
		case d.most != nil:
			if counts = d.most.Eval(p.scene(&x.act)); found && counts <= best && able[of] {
				continue
			}
		case able[of]:
			continue
		}
		if p.freely(x) {
			if able[of] = true; !found || counts > best {
				best, found = counts, true
			}
		}
	}
	if !found {
		return
	}
	o.left = nil
	for _, x := range all {
		refused := d.concerns(x.typ) && !x.called(d.asksFor) && (able[movement.NoPiece] || able[x.id]) ||
			x.meets(d) && d.most != nil && d.most.Eval(p.scene(&x.act)) < best
		if refused {
			_, refused = p.holds(d.when, &x.act)
		}
		if !refused {
			o.left = append(o.left, x)
		}
	}
}

// options calls yield with what a piece can do that does not leave its side in check as it seems.
func (p *play) options(id movement.PieceID, yield func(*option)) {
	t := p.d.now
	pos, square := t.pos, p.d.law().ruleset.SquareName
	add := func(x *option) {
		x.id, x.typ, x.from = id, pos.TypeOf(id), pos.Where(id)
		yield(x)
	}
	if pos.Where(id) == movement.Off && p.d.law().proc.Placing != nil {
		for _, to := range p.placements(id) {
			add(&option{act: act{name: rules.ActPlacement, to: to, victim: movement.NoPiece}, shown: to,
				item: notation.Item{Kind: notation.Placement, ID: t.pieceName(id), To: square(to)}})
		}
	}
	t.doables(id, func(d *doable) bool {
		if t.safe(d) {
			x := &option{act: act{name: d.act, kind: d.kind, to: d.to, victim: movement.NoPiece, take: d.take}, shown: d.shown, item: d.item, tried: d.tried}
			if d.take != nil {
				x.victim = d.take.Victim
			}
			add(x)
		}
		return true
	})
}

// placements are the squares on which a piece may be placed, those among them from which it would attack, if it may.
func (p *play) placements(id movement.PieceID) []movement.Square {
	pos := p.d.now.pos
	quiet := pos.Placements(id, nil)
	if p.d.law().mayAttack == nil {
		return quiet
	}
	return slices.DeleteFunc(pos.Placements(id, func(bool) bool { return true }), func(to movement.Square) bool {
		if slices.Contains(quiet, to) {
			return false
		}
		ok, _ := p.attackAllowed(id, to)
		return !ok
	})
}

// freely reports whether an act is legal, obligations apart. Where something is asked of the board after it, it is tried.
func (p *play) freely(x *option) bool {
	if x.free == nil {
		yes := p.legal(x)
		x.free = &yes
	}
	return *x.free
}

func (p *play) legal(x *option) bool {
	l := p.d.law()
	word := firstOf(x.kind, x.name)
	if k := l.declaredKind(word); !p.d.provides(word) || k != nil && !p.affords(k, x.id) {
		return false
	}
	chosen := len(l.ruleset.Named()) > 0 // and duties may ask for what would be
	tried := x.tried || chosen || slices.ContainsFunc(l.limits, func(e turns.Limit) bool { return e.Beyond == "" })
	for i := range l.duties {
		switch d := &l.duties[i]; {
		case chosen || d.Forbid == "" || !d.concerns(x.typ) || !x.called(d.Names):
		case d.after != nil || d.Replies():
			tried = true
		default:
			if _, holds := p.binds(d, &x.act); holds {
				return false
			}
		}
	}
	return !tried || p.d.now.completing(x.item.String(), func(text string) (*decision, bool) {
		d := p.d.trialSparing(p.d.now, events.PlayKept{Side: p.name, Play: text})
		return d, !d.faulty()
	})
}

// tries are the acts that obligations have been asked about on a board, with what has been found of them. They are asked again for each play that is
// judged there, as when all of a side's are listed. What was done on the board since has made it another.
type tries struct {
	at        time.Time
	answering bool
	options   map[movement.SideID][]*option
}

// tried returns what is known of the board as it stands.
func (t *table) tried() *tries {
	if k := t.tries; k == nil || !k.at.Equal(t.at) || k.answering != t.answering {
		t.tries = &tries{t.at, t.answering, map[movement.SideID][]*option{}}
	}
	return t.tries
}

// everything lists what a side can do.
func (p *play) everything() []*option {
	known := p.d.now.tried()
	list, ok := known.options[p.side]
	if !ok {
		pos := p.d.now.pos
		for i := range pos.Pieces() {
			if id := movement.PieceID(i); !pos.Gone(id) && p.d.now.stands(i) && pos.Owner(id) == p.side {
				p.options(id, func(x *option) { list = append(list, x) })
			}
		}
		known.options[p.side] = list
	}
	return list
}

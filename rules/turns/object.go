package turns

import (
	"slices"

	"adjudicate/rules"
	"adjudicate/rules/formula"
	"adjudicate/rules/movement"
)

// An Objection is one reason why a turn is not legal.
type Objection struct {
	Against Against
	Clause  string           // of a duty or choice
	Duty    *rules.Duty      // that offends: Obliged, Forbidden, ForbiddenAfter
	Because *formula.Formula // the condition that holds; nil: it has none
	Instead *movement.Ply    // Obliged: an act that can be made
	By      []movement.PieceID
	Options []Chosen // of a choice
	Unfit   Unfit    // WronglyChosen: why the first that does not fit is none of them; Because is the condition, By what stands there
	Chosen  Chosen   // that one
	Sum     float64  // TooMany: what counts towards the limit, and how much may
	Most    float64
}

// Against is what a turn breaks.
type Against int

// What turns break.
const (
	Obliged        Against = iota // the side can do what it must
	Forbidden                     // the act, by what is known before it
	ForbiddenAfter                // the act, by the board after it and what can be answered
	OwnCheck                      // the side's own royal piece is attacked, By
	Strikes                       // the piece that was placed attacks By
	NotChosen                     // a choice is missing, of Options
	WronglyChosen                 // what was chosen is none of Options
	TooMany                       // more counts towards a limit than may
)

// Unfit is why something cannot be chosen.
type Unfit int

// Why something cannot be chosen.
const (
	NoChoices   Unfit = iota // the rules give no choice beside an act
	OtherKind                // they give choices, but none of this kind
	NotAfter                 // not after such an act
	NotNow                   // the condition of the choice did not hold before the act
	UsedUp                   // what could be chosen has been
	Occupied                 // something stands there
	Closed                   // the square is closed
	NothingOn                // nothing stands there that could go
	NotRoyal                 // what stands there is royal
	NotThere                 // it goes only where the act has left a square
	NotSuchThat              // the condition on what may be chosen does not hold
	Crowded                  // as many of its type are on the board as may be placed there
)

// Acts returns what a side could do if it had no duties and were never in check; it may leave a side in check.
func (g *Game) Acts(s movement.SideID) []movement.Ply {
	base := g.raw(s)
	list := slices.Clone(g.plies[base:])
	g.plies = g.plies[:base]
	return list
}

// Alone reports whether a choice can be made without an act before it.
func (g *Game) Alone() bool {
	return slices.ContainsFunc(g.choices, func(c choice) bool { return c.Instead })
}

// Opens reports whether a square that is closed by choice opens the others.
func (g *Game) Opens() bool {
	return slices.ContainsFunc(g.choices, func(c choice) bool { return c.Opens })
}

// CiteChoices names the clauses that state the choices.
func (g *Game) CiteChoices() (list []string) {
	for i := range g.choices {
		if !slices.Contains(list, g.choices[i].clause) {
			list = append(list, g.choices[i].clause)
		}
	}
	return list
}

// PassOf is the act of a side that does nothing.
func PassOf(s movement.SideID) movement.Ply {
	return movement.Ply{Play: movement.Pass, Piece: movement.NoPiece, Other: movement.NoPiece, Becomes: movement.NoType, Side: s}
}

// Try makes one of the Acts of a side with what its maker chose besides, and takes it back. It returns every reason why that is not
// legal. Alone says that the choices are made instead of an act.
func (g *Game) Try(s movement.SideID, act *movement.Ply, chosen []Chosen, alone bool) (list []Objection) {
	if g.named > 0 && !alone {
		if o := g.Name(s, act, chosen); o != nil {
			return []Objection{*o}
		}
		defer g.Position.Unchoose()
	}
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(c Chosen) bool { return c.Name != "" })
	if !alone {
		list = g.obliged(s, act)
		g.tellObliged(s, act, list)
	}
	turn := Turn{Act: act, Alone: alone}
	for i := range g.duties {
		switch d := &g.duties[i]; {
		case !g.bans(d, s, act):
			if d.Forbid != "" && g.rs.Called(act, d.Names) && g.binds(d, act) {
				g.tell(Objection{Against: Forbidden, Clause: d.clause, Duty: d.Duty, Because: d.when}, false, Unmet)
			}
		case d.before():
			list = append(list, Objection{Against: Forbidden, Clause: d.clause, Duty: d.Duty, Because: d.when})
		default:
			turn.after |= 1 << i
		}
	}
	for i := range g.choices {
		ch := &g.choices[i]
		switch {
		case alone && ch.Instead:
			turn.choices = 1 << i
		case !alone && g.follows(ch, act) && g.holds(ch.when, s, act):
			turn.choices |= 1 << i
		}
		if alone && turn.choices != 0 {
			break
		}
	}
	g.noting(&turn)
	u := g.Position.Do(act)
	found, refused := false, Objection{}
	g.fit(s, &turn, 0, chosen, &refused, func() bool {
		found = true
		for _, c := range turn.Chosen {
			g.tell(Objection{Against: NotChosen, Chosen: c}, false, Done)
		}
		list = append(list, g.against(s, &turn)...)
		return false
	})
	u.Back()
	if !found {
		list = append(list, refused)
	}
	return list
}

// Owed says, before an act, which choices come with it.
func (g *Game) Owed(s movement.SideID, act *movement.Ply) (set uint64) {
	for i := range g.choices {
		ch := &g.choices[i]
		if g.follows(ch, act) && g.holds(ch.when, s, act) {
			set |= 1 << i
		}
	}
	return set
}

// follows reports whether a choice may come with an act: with one of a declared kind where it names that kind, and where it names moves or, of a capture
// in it, captures.
func (g *Game) follows(ch *choice, act *movement.Ply) bool {
	return len(ch.After) == 0 || slices.Contains(ch.After, act.Play.Act()) || act.Apart() && slices.Contains(ch.After, g.rs.InKind(act))
}

// Choose returns what speaks against what was chosen after an act that stands on the board, of the choices owed; nil if nothing does.
func (g *Game) Choose(s movement.SideID, act *movement.Ply, owed uint64, chosen []Chosen) *Objection {
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(c Chosen) bool { return c.Name != "" })
	turn := Turn{Act: act, choices: owed}
	found, refused := false, Objection{}
	g.fit(s, &turn, 0, chosen, &refused, func() bool {
		found = true
		return false
	})
	if found {
		return nil
	}
	return &refused
}

// Left returns what can be chosen next after an act that stands on the board, of the choices owed, once some have been made.
func (g *Game) Left(s movement.SideID, act *movement.Ply, owed uint64, chosen []Chosen) (list []Chosen) {
	chosen = slices.DeleteFunc(slices.Clone(chosen), func(c Chosen) bool { return c.Name != "" })
	g.left(s, &Turn{Act: act, choices: owed}, 0, chosen, &list)
	return list
}

// left makes choices as given, from the i-th entry on, and lists what each entry offers with which it goes on.
func (g *Game) left(s movement.SideID, turn *Turn, i int, given []Chosen, list *[]Chosen) {
	for i < len(g.choices) && (turn.choices>>i&1 == 0 || g.choices[i].Name != "") {
		i++
	}
	if i == len(g.choices) {
		return
	}
	ch := &g.choices[i]
	options := g.options(s, turn, ch)
	if ch.Optional || ch.Destroy && len(options) == 0 {
		g.left(s, turn, i+1, given, list)
	}
	if len(given) == 0 {
		*list = append(*list, options...)
	} else if k := slices.IndexFunc(options, func(o Chosen) bool { return g.same(o, given[0]) }); k >= 0 {
		g.choosing(turn, ch, options[k], func() { g.left(s, turn, i+1, given[1:], list) })
	}
}

// fit makes choices as given, from the i-th entry on, and calls made once all of them have been.
func (g *Game) fit(s movement.SideID, turn *Turn, i int, given []Chosen, refused *Objection, made func() bool) bool {
	for i < len(g.choices) && (turn.choices>>i&1 == 0 || g.choices[i].Name != "") {
		i++
	}
	if i == len(g.choices) {
		if len(given) > 0 {
			if refused.Options == nil {
				*refused = g.needless(s, turn, given[0])
			}
			return true
		}
		return made()
	}
	ch := &g.choices[i]
	options := g.options(s, turn, ch)
	if ch.Destroy && len(options) == 0 {
		return g.fit(s, turn, i+1, given, refused, made)
	}
	k := -1
	if len(given) > 0 {
		k = slices.IndexFunc(options, func(o Chosen) bool { return g.same(o, given[0]) })
	}
	if k >= 0 {
		goOn := true
		g.choosing(turn, ch, options[k], func() { goOn = g.fit(s, turn, i+1, given[1:], refused, made) })
		if !goOn {
			return false
		}
	}
	if ch.Optional {
		return g.fit(s, turn, i+1, given, refused, made)
	}
	if k < 0 {
		*refused = Objection{Against: NotChosen, Clause: ch.clause, Options: options}
		if len(given) > 0 {
			refused.Against, refused.Chosen = WronglyChosen, given[0]
			refused.Unfit, refused.Because, refused.By = g.unfit(s, turn, ch, given[0])
		}
	}
	return true
}

// kindOf is what a choice is of, as a choice of the rules says it.
func (c Chosen) kindOf(ch *choice) bool {
	switch {
	case c.Name != "":
		return ch.Name == c.Name
	case c.Destroys:
		return ch.Destroy
	case c.Piece != movement.NoPiece:
		return ch.Place != ""
	}
	return ch.Close
}

// needless says why something is chosen that no choice after the act is about.
func (g *Game) needless(s movement.SideID, turn *Turn, given Chosen) Objection {
	o := Objection{Against: WronglyChosen, Chosen: given}
	if len(g.choices) > 0 {
		o.Unfit = OtherKind
	}
	for i := range g.choices {
		ch := &g.choices[i]
		if !given.kindOf(ch) {
			continue
		}
		switch {
		case turn.choices>>i&1 == 0 && !g.follows(ch, turn.Act):
			o.Unfit = NotAfter
		case turn.choices>>i&1 == 0:
			o.Unfit, o.Because = NotNow, ch.when
		default:
			if o.Unfit, o.Because, o.By = g.unfit(s, turn, ch, given); o.Unfit != UsedUp {
				o.Options = g.options(s, turn, ch)
			}
			return o
		}
	}
	return o
}

// unfit says why something that is chosen is not among what may be.
func (g *Game) unfit(s movement.SideID, turn *Turn, ch *choice, given Chosen) (why Unfit, because *formula.Formula, by []movement.PieceID) {
	p := g.Position
	there := p.At(given.Square)
	subject := float64(given.Square)
	if !ch.Close {
		subject = float64(given.Piece)
	}
	if ch.Destroy {
		subject = float64(there)
	}
	switch {
	case !given.kindOf(ch):
		return OtherKind, nil, nil
	case slices.ContainsFunc(g.options(s, turn, ch), func(o Chosen) bool { return g.same(o, given) }):
		return UsedUp, nil, nil
	case ch.Destroy && there == movement.NoPiece:
		return NothingOn, nil, nil
	case ch.Destroy && g.rs.Royal(p.TypeOf(there)):
		return NotRoyal, nil, []movement.PieceID{there}
	case !ch.Destroy && there != movement.NoPiece:
		return Occupied, nil, []movement.PieceID{there}
	case !ch.Destroy && p.ClosedAt(given.Square):
		return Closed, nil, nil
	case ch.where != nil && !g.asks(ch.where, s, turn.Act, subject):
		return NotSuchThat, ch.where, nil
	case !ch.Close && !ch.Destroy && p.Crowds(given.Piece):
		return Crowded, nil, nil
	}
	return NotThere, nil, nil
}

// same reports whether two choices are alike: one square, and pieces that do not differ.
func (g *Game) same(a, b Chosen) bool {
	if a.Destroys || b.Destroys {
		return a.Destroys && b.Destroys && a.Square == b.Square
	}
	if a.Square != b.Square || (a.Piece == movement.NoPiece) != (b.Piece == movement.NoPiece) {
		return false
	}
	return a.Piece == movement.NoPiece || g.Position.Alike(a.Piece, b.Piece)
}

// alike reports whether two acts are one.
func alike(a, b *movement.Ply) bool {
	return a.Play == b.Play && a.Piece == b.Piece && a.From == b.From && a.To == b.To && a.Take == b.Take && a.Other == b.Other &&
		a.Onto == b.Onto && a.Kind == b.Kind && a.In == b.In && a.Action == b.Action && a.Becomes == b.Becomes && a.Make == b.Make && a.Exposed == b.Exposed
}

// against asks what is only known after a turn.
func (g *Game) against(s movement.SideID, turn *Turn) (list []Objection) {
	p, act := g.Position, turn.Act
	ask := func(o Objection, objects bool, kept Kept) {
		if objects {
			list = append(list, o)
		}
		g.tell(o, objects, kept)
	}
	if exposed := g.exposed(s, turn); exposed {
		ask(Objection{Against: OwnCheck, By: p.CheckedBy(s, nil)}, true, 0)
	} else if g.checks {
		ask(Objection{Against: OwnCheck}, false, Unmet)
	}
	if act.Play == movement.Placement && g.placing && !g.attack {
		o := Objection{Against: Strikes}
		strikes := g.strikes(act)
		if strikes {
			for _, x := range slices.Sorted(slices.Values(p.OnBoard())) {
				if p.Attacks(p.At(act.To), x) {
					o.By = append(o.By, x)
				}
			}
		}
		ask(o, strikes, Unmet)
	}
	for i := range g.duties {
		d := &g.duties[i]
		if turn.after>>i&1 == 0 {
			continue
		}
		kept := Unmet
		offends := g.holds(d.after, s, act)
		if offends && g.Spared(s, d.unless, d.answered) {
			offends, kept = false, Answered
		}
		ask(Objection{Against: ForbiddenAfter, Clause: d.clause, Duty: d.Duty, Because: d.after}, offends, kept)
	}
	return append(list, g.exceeded(turn)...)
}

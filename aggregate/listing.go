package aggregate

import (
	"cmp"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// The list of plays. Whoever looks for what a side could play looks here: people and the page (Proposals, Complete), the plays that rules make, what could
// answer a play, the plays of a round that go together. A play of one act is found in two steps:
//
//	acts of a piece ─► proposals: each act in every way that a play has to tell ─► completed: with what it lacks, or may have besides ─► judged
//
// A proposal is an act that definitions have, whatever forbids it. The judge alone knows what else belongs to it: types of promotions that
// the rules demand, choices with names and choices after the act. So it is tried, and says what may be written behind it; each of that is tried in turn. What
// the judge then takes is the list. In a game of whole turns package turns makes the acts with their choices, and what it makes is legal.
//
// There is one order: pieces as they were created, of each the acts in the order of their texts, of each act what may be written behind it in that of its
// texts; acts without a piece come last. A Pass, a Surrender, plays of several acts and moves of packs are not in the list.

// A Proposal is an act that a side could make by the definitions alone, as a play writes it.
type Proposal struct {
	Items []notation.Item
	Text  string

	act
}

// proposalsOf lists the acts of a piece, or of a Placement of one that is made for it.
func (t *table) proposalsOf(plies []movement.Ply) (list []Proposal) {
	for i := range plies {
		ply := &plies[i]
		items := t.itemsOf(ply, nil, plies)
		if first := &items[0]; ply.Piece != movement.NoPiece && ply.From != movement.Off {
			first.Name, first.ID = "", t.pieceName(ply.Piece)
			*first = t.typed(*first, ply.Piece)
			if ply.Play == movement.Capture {
				t.ending(first, ply, plies)
			}
		}
		if len(items) > 1 && !t.law.single() { // an act of its own there would be one more
			with := items[1]
			items = items[:1]
			items[0].With = []notation.With{{Name: with.Name, From: with.From, To: with.To}}
		}
		kinds := []string{items[0].Manner}
		if ply.Play == movement.Capture && ply.In == 0 {
			if of := t.pos.KindsOf(ply.Piece, ply.Take); len(of) > 1 {
				kinds = of
			}
		}
		for _, kind := range kinds {
			of := slices.Clone(items)
			of[0].Manner = kind
			list = append(list, Proposal{Items: of, Text: written(of), act: actOfPly(ply, t.pos)})
		}
	}
	slices.SortStableFunc(list, func(a, b Proposal) int { return InOrder(a.Text, b.Text) })
	return slices.CompactFunc(list, func(a, b Proposal) bool { return a.Text == b.Text }) // what is written alike is one play
}

// ending writes where a capture ends, if it could end elsewhere, and leaves out whom it takes of several on a square, if it takes all of them.
func (t *table) ending(item *notation.Item, ply *movement.Ply, among []movement.Ply) {
	if item.Named != "" && len(item.Over) == 0 && t.takesAll(&ply.Take) {
		item.Named = ""
	}
	if ply.To != ply.From && ply.To != ply.Take.At {
		return
	}
	item.Way, item.To = "", ""
	if slices.ContainsFunc(among, func(o movement.Ply) bool {
		return o.Play == movement.Capture && o.Take.At == ply.Take.At && o.To != ply.To
	}) {
		if item.Way, item.To = notation.Onward, item.Victim; ply.To == ply.From {
			item.Way, item.To = notation.Shot, item.From
		}
	}
}

// proposed lists the acts of a piece.
func (t *table) proposed(id movement.PieceID) []Proposal {
	if t.pos.Where(id) == movement.Off && t.law.proc.Placing == nil {
		return nil
	}
	plies := t.pos.PliesOf(id, nil)
	if t.pos.Where(id) == movement.Off && !t.law.arrayed && t.law.mayCheck == nil && !t.law.ruleset.Consequent() { // what brings a side into check is refused
		quiet := t.pos.Placements(id, func(bool) bool { return true })
		plies = slices.DeleteFunc(plies, func(ply movement.Ply) bool { return !slices.Contains(quiet, ply.To) })
	}
	return t.proposalsOf(plies)
}

// freely lists the Placements of pieces of a side that are made for it.
func (t *table) freely(s movement.SideID) []Proposal {
	if t.law.proc.Placing == nil {
		return nil
	}
	return t.proposalsOf(t.pos.FreePlacements(s, nil, func(typ movement.TypeID) bool {
		for i := range t.pos.Pieces() {
			if id := movement.PieceID(i); t.holds(id, s) && t.pos.TypeOf(id) == typ {
				return true
			}
		}
		return false
	}))
}

// holds reports whether a side has a piece off the board.
func (t *table) holds(id movement.PieceID, s movement.SideID) bool {
	return !t.pos.Gone(id) && t.stands(int(id)) && t.pos.Owner(id) == s && t.pos.Where(id) == movement.Off
}

// proposals calls yield with the acts of a side, in order; of pieces off the board that do not differ with those of one.
func (t *table) proposals(s movement.SideID, yield func(*Proposal) bool) {
	all := func(list []Proposal) bool {
		for i := range list {
			if !yield(&list[i]) {
				return false
			}
		}
		return true
	}
	var held []movement.PieceID
	for i := range t.pos.Pieces() { // a position holds its pieces as they were created
		id := movement.PieceID(i)
		if t.pos.Owner(id) != s || t.pos.Gone(id) || !t.stands(i) {
			continue
		}
		if t.pos.Where(id) == movement.Off {
			if slices.ContainsFunc(held, func(x movement.PieceID) bool { return t.pos.Alike(x, id) }) {
				continue
			}
			held = append(held, id)
		}
		if !all(t.proposed(id)) {
			return
		}
	}
	all(t.freely(s))
}

// wholly calls yield with the legal turns of a side in a game of whole turns, each with its text, while the board is as the turn leaves it.
func (t *table) wholly(s movement.SideID, yield func(turn *turns.Turn, before *table, items []notation.Item) bool) {
	before := &table{state: t.state, law: t.law, pos: t.law.ruleset.NewPosition()}
	before.pos.CopyFrom(t.pos)
	g := t.turns()
	acts := g.Acts(s)
	g.Each(s, func(turn *turns.Turn) bool {
		if turn.Alone {
			return yield(turn, before, before.chosenItems(turn.Chosen))
		}
		return !before.staged(turn.Act) || yield(turn, before, before.itemsOf(turn.Act, turn.Chosen, acts))
	})
}

// plays lists what a side could play of one act, in order: complete in a game of whole turns, else proposals.
func (t *table) plays(s movement.SideID) (list []Proposal) {
	if !t.law.whole {
		t.proposals(s, func(p *Proposal) bool {
			list = append(list, *p)
			return len(list) < mostEscapes
		})
		return list
	}
	age := func(p *Proposal) int {
		if p.id == movement.NoPiece {
			return t.pos.Pieces()
		}
		return int(p.id)
	}
	t.wholly(s, func(turn *turns.Turn, before *table, items []notation.Item) bool {
		p := Proposal{Items: items, Text: written(items), act: noneActs()}
		if !turn.Alone {
			if turn.Act.Play == movement.Pass {
				return true
			}
			p.act = actOfPly(turn.Act, before.pos)
		}
		list = append(list, p)
		return len(list) < mostEscapes
	})
	slices.SortStableFunc(list, func(a, b Proposal) int {
		return cmp.Or(cmp.Compare(age(&a), age(&b)), InOrder(a.Text, b.Text))
	})
	return list
}

// noneActs is an act without a piece.
func noneActs() act {
	return act{id: movement.NoPiece, typ: movement.NoType, victim: movement.NoPiece}
}

// InOrder compares two plays of a piece by their texts: by the act, and then by what is written behind it.
func InOrder(a, b string) int {
	x, _, _ := strings.Cut(a, ";")
	y, _, _ := strings.Cut(b, ";")
	return cmp.Or(cmp.Compare(x, y), cmp.Compare(a, b))
}

// Proposals lists what a side could do by the definitions alone on the board as it stands, in order: acts of a piece, "" those of no piece there is.
func (j *Judge) Proposals(side movement.SideID, piece string) []Proposal {
	t := j.base
	if t.compile() != nil {
		return nil
	}
	if piece == "" {
		return t.freely(side)
	}
	id, ok := j.PieceID(piece)
	if !ok || t.pos.Owner(id) != side {
		return nil
	}
	return t.proposed(id)
}

// What a play may have behind it.

// A lack is what may be written next behind a play that is tried: it lacks it, or may have it besides.
type lack struct {
	becomes string        // the glyph of a type that its piece becomes
	item    notation.Item // or else this
}

// behind is a play with it.
func (l *lack) behind(text string) string {
	if l.becomes != "" {
		return text + "=" + l.becomes
	}
	return text + "; " + l.item.String()
}

// leftOver is what may be written next behind a play.
type leftOver struct {
	text     string
	list     []lack
	promoted bool // the list is of types of promotions, which come before choices
}

// about reports whether it is about a play, and not about one that is tried meanwhile.
func (l *leftOver) about(p *play) bool {
	in, ok := p.d.in.Payload.(events.PlaySubmitted)
	return ok && in.Text == l.text
}

// leftOf is where somebody wants to be told what may be written behind a play whose last act is being judged; nil if nobody does.
func (p *play) leftOf(s *step) *leftOver {
	left := p.d.judge.left
	if left == nil || s != &p.steps[len(p.steps)-1] || !left.about(p) {
		return nil
	}
	return left
}

// lacksPromotion tells whoever asks which types a piece may become that a play must promote and does not.
func (p *play) lacksPromotion(s *step, of movement.PieceID, own bool, types []movement.TypeID) {
	left := p.leftOf(s)
	if left == nil || left.promoted {
		return
	}
	left.promoted, left.list = true, nil
	for _, typ := range types {
		glyph := p.d.law().kinds[typ].glyph
		if own {
			left.list = append(left.list, lack{becomes: glyph})
		} else {
			left.list = append(left.list, lack{item: notation.Item{Kind: notation.Promotion, From: p.d.now.squareOf(of), Becomes: glyph}})
		}
	}
}

// lacksChoices tells whoever asks what may be chosen next.
func (p *play) lacksChoices(s *step, list []turns.Chosen) {
	if left := p.leftOf(s); left != nil && !left.promoted {
		for _, item := range p.d.now.chosenItems(list) {
			left.list = append(left.list, lack{item: item})
		}
	}
}

// mostBeside is how many promotions of other pieces a play may lack that is tried with them.
const mostBeside = 3

// completing tries a play, and again with each thing that it lacks or may have besides, in order, until stop says that it will do, mostTried of them at most.
// What is tried returns the decision about it. It reports whether one did.
func (t *table) completing(text string, try func(text string) (d *decision, stop bool)) bool {
	tried := 0
	var complete func(text string, more int) bool
	complete = func(text string, more int) bool {
		if tried++; tried > mostTried {
			return false
		}
		d, stop := try(text)
		if left := d.judge.left; !stop && left != nil && left.text == text {
			return left.each(more, complete)
		}
		return stop
	}
	return complete(text, mostBeside)
}

// each calls yield with the play and each thing that may be written behind it, in the order of texts, and with how many promotions of other pieces it may
// lack then, until it returns true.
func (l *leftOver) each(more int, yield func(next string, more int) bool) bool {
	if l.promoted && len(l.list) > 0 && l.list[0].becomes == "" {
		if more--; more < 0 {
			return false
		}
	}
	var texts []string
	for i := range l.list {
		texts = append(texts, l.list[i].behind(l.text))
	}
	slices.Sort(texts)
	return slices.ContainsFunc(slices.Compact(texts), func(next string) bool { return yield(next, more) })
}

// Complete calls yield with the play that an input is, and with each that has behind it what the play lacks or may have besides, in order, with what the
// judge makes of it; until yield returns false.
func (j *Judge) Complete(in Input, yield func(text string, d Decision) bool) bool {
	play, ok := in.Payload.(events.PlaySubmitted)
	if !ok {
		return true
	}
	var refuse func(text string, more int) bool // reports that yield has returned false
	refuse = func(text string, more int) bool {
		left := &leftOver{text: text}
		play.Text = text
		in.Payload, in.Play, j.left = play, nil, left
		d := j.DecideUnder(in, nil)
		j.left = nil
		return !yield(text, d) || left.each(more, refuse)
	}
	return !refuse(play.Text, mostBeside)
}

// Left returns what may be written next behind a play of acts as a choice that comes with its last act; nil where that is none.
func (j *Judge) Left(in Input) (list []notation.Item) {
	play, ok := in.Payload.(events.PlaySubmitted)
	if !ok || j.base.compile() != nil || j.base.law.whole || len(j.base.law.proc.Choices) == 0 {
		return nil
	}
	left := &leftOver{text: play.Text}
	j.left = left
	j.DecideUnder(in, nil)
	j.left = nil
	for i := range left.list {
		if !left.promoted {
			list = append(list, left.list[i].item)
		}
	}
	return list
}

package aggregate

import (
	"slices"

	"adjudicate/notation"
	"adjudicate/rules/movement"
	"adjudicate/rules/turns"
)

// How whole turns are written, and the turns that a judge offers.

// itemsOf writes an act with what was chosen besides, on the board before it. Among are the acts that it must be told from.
func (t *table) itemsOf(act *movement.Ply, chosen []turns.Chosen, among []movement.Ply) []notation.Item {
	rs := t.law.ruleset
	item := notation.Item{From: rs.SquareName(act.From), To: rs.SquareName(act.To)}
	typ := act.Make
	if act.Piece != movement.NoPiece {
		typ = t.pos.TypeOf(act.Piece)
		item.Name = t.law.kinds[typ].glyph
	} else if act.Play == movement.Placement {
		item.Name = t.law.kinds[typ].glyph
	}
	if act.Becomes != movement.NoType {
		item.Becomes = t.law.kinds[act.Becomes].glyph
	}
	switch act.Play {
	case movement.Pass:
		item = notation.Item{Kind: notation.Pass}
	case movement.Placement:
		item.Kind, item.From = notation.Placement, ""
		if act.Piece != movement.NoPiece && t.countHeld(act.Piece) > 1 {
			item.Name, item.ID = "", t.pieceName(act.Piece)
		}
	case movement.Become:
		item.Kind, item.To = notation.Promotion, ""
	case movement.Capture:
		item.Kind, item.Victim, item.Manner = notation.Capture, rs.SquareName(act.Take.At), rs.InKind(act)
		item.Named = t.victimNamed(&act.Take)
		for _, x := range act.Take.Over() {
			item.Over = append(item.Over, t.squareOf(x))
		}
		switch act.To {
		case act.From:
			item.Way, item.To = notation.Shot, item.From
		case act.Take.At:
			item.To = ""
			if slices.ContainsFunc(among, func(o movement.Ply) bool {
				return o.Play == movement.Capture && o.Piece == act.Piece && o.Take.At == act.Take.At && o.To == o.From
			}) {
				item.Way, item.To = notation.Onward, item.Victim
			}
		}
	default:
		switch item.Kind = notation.Move; {
		case act.Play == movement.Declared:
			item.Kind = notation.Kind(rs.ActOf(act))
		case act.Leaves():
			item.Kind, item.Mark, item.To = notation.Exit, rs.ExitMark(typ), ""
			if by := t.pos.ExitsOf(act.Piece, nil); len(by) > 0 {
				item.To = rs.SquareName(by[0])
			}
		case act.Acts():
			item.Kind, item.To = notation.Action, ""
			if list := rs.Def(typ).Actions; len(list) > 1 {
				item.Action = list[act.Action-1].Name
			}
			for _, sq := range t.pos.TargetsOf(act) {
				item.Targets = append(item.Targets, rs.SquareName(sq))
			}
		}
	}
	list := []notation.Item{item}
	if act.Other != movement.NoPiece && slices.ContainsFunc(among, func(o movement.Ply) bool {
		return o.Play == act.Play && o.Piece == act.Piece && o.To == act.To && (o.Other != act.Other || o.Onto != act.Onto)
	}) {
		list = append(list, notation.Item{Kind: notation.Move, Name: t.law.kinds[t.pos.TypeOf(act.Other)].glyph,
			From: rs.SquareName(act.OtherFrom), To: rs.SquareName(act.Onto)})
	}
	return append(list, t.chosenItems(chosen)...)
}

// chosenItems writes what was chosen.
func (t *table) chosenItems(list []turns.Chosen) (items []notation.Item) {
	rs := t.law.ruleset
	for _, c := range list {
		if c.Name != "" {
			items = append(items, notation.Item{Kind: notation.Choice, Name: c.Name, Choose: t.calledChoice(c)})
			continue
		}
		if c.Destroys {
			items = append(items, notation.Item{Kind: notation.Destroy, To: rs.SquareName(c.Square)})
			continue
		}
		if c.Piece == movement.NoPiece {
			items = append(items, notation.Item{Kind: notation.Close, To: rs.SquareName(c.Square)})
			continue
		}
		items = append(items, notation.Item{Kind: notation.Placement, Name: t.law.kinds[t.pos.TypeOf(c.Piece)].glyph, To: rs.SquareName(c.Square)})
	}
	return items
}

// Turns calls yield with every legal turn of a side and the text of the play that makes it, in a game of whole turns that goes on, if it is the side's
// turn or it plays at once with others; while it is called the board of the turn's game is as the turn leaves it. It reports false of anything else.
func (j *Judge) Turns(side movement.SideID, yield func(t *turns.Turn, text string) bool) bool {
	b := j.base
	if b.compile() != nil || !b.law.whole || int(side) >= len(b.state.sides) {
		return false
	}
	name := b.state.sides[side].name
	if at := slices.Contains(b.state.round.sides, name); at && b.law.round.strength != nil || !at && !slices.Contains(b.state.AllToPlay(), name) {
		return false
	}
	if !b.state.over {
		b.wholly(side, func(t *turns.Turn, _ *table, items []notation.Item) bool { return yield(t, written(items)) })
	}
	return true
}

// staged reports whether the stage that runs lets a side make an act, on the board before it.
func (t *table) staged(act *movement.Ply) bool {
	st := t.state.pending()
	if st == nil || st.State != StageRunning {
		return true
	}
	g := t.law.stage(st.Stage)
	if g == nil {
		return true
	}
	if len(g.Acts) > 0 && !slices.Contains(g.Acts, firstOf(t.law.ruleset.InKind(act), t.law.ruleset.ActOf(act))) {
		return false
	}
	if !g.Spares || act.Play != movement.Capture && !act.Acts() || act.Acts() && t.law.ruleset.Def(t.pos.TypeOf(act.Piece)).Actions[act.Action-1].Effect == actionLift {
		return true
	}
	return !slices.ContainsFunc(act.Take.Victims(), func(v movement.PieceID) bool { return t.law.ruleset.Royal(t.pos.TypeOf(v)) })
}

// Game returns the game of whole turns that the judge stands at, and whose turn it is; nil of any other game. It is the judge's own:
// what is made on its board is taken back.
func (j *Judge) Game() (*turns.Game, movement.SideID) {
	b := j.base
	if b.compile() != nil || !b.law.whole {
		return nil, -1
	}
	i, ok := b.state.findSide(b.state.toPlay)
	if !ok {
		return b.turns(), -1
	}
	return b.turns(), movement.SideID(i)
}

package generate

import (
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// hand is what a side has to play with.
type hand struct {
	j       *aggregate.Judge
	pos     *movement.Position
	an      *movement.Analysis
	rs      *movement.Ruleset
	side    movement.SideID
	name    string
	onBoard []movement.PieceID
	held    []movement.PieceID
	royal   movement.PieceID // an own royal piece that is off-board, or NoPiece
	crown   bool             // the side has a royal piece, on-board or off
	truce   bool             // royal pieces may not be taken now
}

func (g *Generator) hand(j *aggregate.Judge, name string) *hand {
	h := &hand{j: j, pos: j.Position(), an: j.Analysis(), name: name, royal: movement.NoPiece}
	h.rs = h.pos.Ruleset()
	h.side, _ = j.SideID(name)
	for pc := range j.State().PiecesOf(name) {
		t, ok := h.rs.Type(pc.Type)
		id, there := j.PieceID(pc.ID)
		switch {
		case !ok || !there:
			continue // no rule defines it: it cannot be played with
		case pc.At != "":
			h.onBoard = append(h.onBoard, id)
		case h.rs.Royal(t):
			h.royal = id
		default:
			h.held = append(h.held, id)
		}
		h.crown = h.crown || h.rs.Royal(t)
	}
	return h
}

// play names a play of the side to play, or of any in a stage without turns.
func (g *Generator) play(j *aggregate.Judge) events.Payload {
	s := j.State()
	name := s.ToPlay()
	running := s.Stage(g.words.stage).State == aggregate.StageRunning
	if running {
		if name = g.ready(s); name == "" {
			return events.StateAnnounced{}
		}
	}
	if name == "" {
		return events.TimePassed{}
	}
	h := g.hand(j, name)
	h.truce = running && g.law.proc.Stage(g.words.stage).Spares
	if !h.crown && s.SideCount() > 2 && g.often(300) {
		return events.SideRemoved{Side: name} // it enters again, with a royal piece
	}
	if g.asleep == name && !running {
		return g.sleep(s)
	}
	if g.rng.IntN(1000) < g.o.Mischief {
		return g.submit(h.name, g.mischief(h))
	}
	var items []notation.Item
	switch {
	case g.tries > 3 && s.InCheck(name), g.tries > 8:
		items = []notation.Item{{Kind: notation.Surrender}}
	case g.tries > 5:
		items = []notation.Item{{Kind: notation.Pass}}
	case s.InCheck(name):
		items = g.escape(h)
	default:
		items = g.free(h, running)
	}
	return g.submit(h.name, notation.Play{Items: items}.String())
}

// submit is the message of a play. Some name when they were sent, or the mail they came in.
func (g *Generator) submit(side, text string) events.Payload {
	p := events.PlaySubmitted{Side: side, Text: text}
	if g.often(100) {
		sent := g.at.Add(-time.Duration(1+g.rng.IntN(9)) * time.Minute)
		p.Sent = &sent
	}
	return p
}

// sleep lets the turn of a side that does not answer go by, until it is away.
func (g *Generator) sleep(s *aggregate.State) events.Payload {
	if side, ok := s.Side(g.asleep); !ok || side.Has(g.words.away) || side.Has(g.words.auto) || !side.Has(g.words.of) {
		g.asleep = ""
	}
	if limit, running := s.Limit(); running {
		g.at = limit.Expires
		return events.TimePassed{}
	}
	return events.StateAnnounced{}
}

// ready returns a side that may play in the running stage, "" if all must wait.
func (g *Generator) ready(s *aggregate.State) string {
	wait := 0.0
	if g.law.wait != nil {
		wait = g.law.wait.Eval(new(terms))
	}
	var list []string
	for side := range s.Sides() {
		if s.InCheck(side.Name) && g.often(950) {
			continue // it has other things to do
		}
		if side.LastPlayAt.IsZero() || g.at.Sub(side.LastPlayAt) >= time.Duration(wait*24)*time.Hour+10*time.Minute {
			list = append(list, side.Name)
		}
	}
	if len(list) == 0 || g.often(300) {
		return ""
	}
	return pick(g, list)
}

// free is a play of a side that is not in check.
func (g *Generator) free(h *hand, single bool) []notation.Item {
	if g.often(12) {
		return []notation.Item{{Kind: notation.Pass}}
	}
	if g.often(1) {
		return []notation.Item{{Kind: notation.Surrender}}
	}
	on := g.board(h)
	if h.royal != movement.NoPiece {
		if item, ok := g.placement(h, on, h.royal); ok {
			return []notation.Item{item}
		}
	}
	if single && g.often(900) {
		if items := g.threat(h, on); items != nil {
			return items
		}
	}
	if items := g.taking(h); items != nil {
		return items
	}
	if item, ok := g.rare(h); ok {
		return []notation.Item{item}
	}
	if !single && len(h.held) > 0 && len(h.onBoard) > 0 && g.often(900) {
		t := &terms{float64(h.an.Weight(h.side)) / 2, float64(h.an.Counting(h.side)), float64(len(h.onBoard)), float64(len(h.j.State().Checks()))}
		if rows := g.law.composed(t); len(rows) > 0 {
			if items := g.compose(h, on, pick(g, rows)); items != nil {
				return items
			}
		}
	}
	if len(h.held) > 0 && (len(h.onBoard) == 0 || g.often(850)) {
		if item, ok := g.placement(h, on, pick(g, h.held)); ok {
			return []notation.Item{item}
		}
	}
	if items := g.move(h, nil, nil); items != nil {
		return items
	}
	if len(h.held) > 0 {
		if item, ok := g.placement(h, on, pick(g, h.held)); ok {
			return []notation.Item{item}
		}
	}
	return []notation.Item{{Kind: notation.Pass}}
}

// board returns the board as it stands, to be changed while a play is made up.
func (g *Generator) board(h *hand) *movement.Position {
	if g.spare == nil || g.spare.Ruleset() != h.rs {
		g.spare = h.rs.NewPosition()
	}
	g.spare.CopyFrom(h.pos)
	return g.spare
}

// compose makes a play of several atomic plays. It moves pieces and places others on the
// board that results.
func (g *Generator) compose(h *hand, on *movement.Position, kinds []notation.Kind) []notation.Item {
	var items []notation.Item
	var used []movement.PieceID
	for _, k := range kinds {
		switch k {
		case notation.Move:
			more := g.move(h, on, used)
			if more == nil {
				return nil
			}
			items = append(items, more...)
			sq, _ := h.rs.Square(more[0].From)
			to, _ := h.rs.Square(more[0].To)
			id := h.pos.At(sq)
			if id == movement.NoPiece {
				return nil
			}
			on.Put(id, to)
			used = append(used, id)
		case notation.Placement:
			id := pick(g, h.held)
			if on.Where(id) != movement.Off {
				return items
			}
			item, ok := g.placement(h, on, id)
			if !ok {
				return items
			}
			items = append(items, item)
			to, _ := h.rs.Square(item.To)
			on.Put(id, to)
		default:
			return nil
		}
	}
	return items
}

// move makes a Move that does not leave the own side in check. On, if not nil, is a board
// other than the present one, and used the pieces that have moved.
func (g *Generator) move(h *hand, on *movement.Position, used []movement.PieceID) []notation.Item {
	pos := h.pos
	if on != nil {
		pos = on
	}
	for range 8 {
		if len(h.onBoard) == 0 {
			return nil
		}
		id := pick(g, h.onBoard)
		if slices.Contains(used, id) {
			continue
		}
		if h.rs.Royal(pos.TypeOf(id)) && g.often(600) {
			continue // it stays where it is safe
		}
		var list []movement.Square
		if on == nil || len(used) == 0 {
			list = h.an.Moves(id)
		} else {
			g.squares = on.MovesOf(id, g.squares[:0])
			list = g.squares
		}
		if len(list) == 0 {
			continue
		}
		to := pick(g, list)
		if pos.LegalMove(id, to) {
			return g.moved(h, id, to)
		}
	}
	return nil
}

// threat makes a Move that gives check to somebody, if it soon finds one. While everybody
// plays at once nobody needs to answer it, and somebody may take advantage afterwards.
func (g *Generator) threat(h *hand, on *movement.Position) []notation.Item {
	for range 20 {
		if len(h.onBoard) == 0 {
			return nil
		}
		id := pick(g, h.onBoard)
		list := h.an.Moves(id)
		if len(list) == 0 || h.rs.Royal(h.pos.TypeOf(id)) {
			continue
		}
		from, to := h.pos.Where(id), pick(g, list)
		on.Put(id, to)
		found := false
		for side := range movement.SideID(on.Sides()) {
			found = found || side != h.side && !h.an.InCheck(side) && on.InCheck(side)
		}
		on.Put(id, from)
		if found && h.pos.LegalMove(id, to) {
			return g.moved(h, id, to)
		}
	}
	return nil
}

// moved writes a Move, with the promotion that it demands and perhaps one that it allows.
func (g *Generator) moved(h *hand, id movement.PieceID, to movement.Square) []notation.Item {
	item := notation.Item{Kind: notation.Move, Name: g.word(h, id), From: h.rs.SquareName(h.pos.Where(id)), To: h.rs.SquareName(to)}
	item.Becomes = g.becomes(h, id, to)
	return append([]notation.Item{item}, g.own(h, id)...)
}

// word is how a play calls a piece: by glyph, by name, or not at all.
func (g *Generator) word(h *hand, id movement.PieceID) string {
	switch g.rng.IntN(6) {
	case 0:
		return ""
	case 1:
		return h.rs.TypeName(h.pos.TypeOf(id))
	}
	return h.rs.Glyph(h.pos.TypeOf(id))
}

// When a definition lets a piece be promoted, as rule files have it.
const (
	onReach   = "reach"
	onOwnPlay = "own-play"
	onCapture = "capture"
)

// becomes is the type that a piece takes on by reaching a square, "" if it need not.
func (g *Generator) becomes(h *hand, id movement.PieceID, to movement.Square) string {
	if !h.pos.PromotesAt(id, to) {
		return ""
	}
	for i := range h.rs.Def(h.pos.TypeOf(id)).Promotion {
		p := &h.rs.Def(h.pos.TypeOf(id)).Promotion[i]
		if p.On == onReach {
			return g.anyType(h, id, p)
		}
	}
	return ""
}

// anyType is a type that a promotion clause allows, "" if none is found soon.
func (g *Generator) anyType(h *hand, id movement.PieceID, p *rules.Promotion) string {
	for range 5 {
		t, ok := g.typed(h.rs)
		if ok && t != h.pos.TypeOf(id) && !slices.Contains(p.Except, h.rs.TypeName(t)) {
			return h.rs.TypeName(t)
		}
	}
	return ""
}

// own announces the promotion of another piece that a Move or Capture allows, if there is
// one for which the condition holds before it already.
func (g *Generator) own(h *hand, mover movement.PieceID) []notation.Item {
	for _, id := range h.onBoard {
		def := h.rs.Def(h.pos.TypeOf(id))
		for i := range def.Promotion {
			if p := &def.Promotion[i]; p.On != onOwnPlay || id == mover {
				continue
			} else if holds, mirror := h.pos.PromotionHolds(id, i); holds && g.often(500) {
				to := g.anyType(h, id, p)
				if p.To == "mirror" && len(mirror) > 0 {
					to = h.rs.TypeName(pick(g, mirror))
				}
				if to == "" {
					return nil
				}
				return []notation.Item{{Kind: notation.Promotion, Name: h.rs.Glyph(h.pos.TypeOf(id)), From: h.rs.SquareName(h.pos.Where(id)), Becomes: to}}
			}
		}
	}
	return nil
}

package position

import (
	"fmt"
	"math"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
)

// Setting is a document set up on a compiled board.
type Setting struct {
	Doc      *Document
	Book     *rules.Rulebook // of which Rules are compiled, and whose duties bind; nil: none
	Rules    *movement.Ruleset
	Position *movement.Position
	sides    map[string]movement.SideID
}

// plays are the words of Last.Play, beside the declared kinds of moves.
var plays = map[string]movement.Play{
	"move": movement.Move, "capture": movement.Capture, "placement": movement.Placement, "pass": movement.Pass, "surrender": movement.Surrender,
}

var playWords = []string{"move", "capture", "placement", "pass", "surrender"}

// Set puts the document's sides and pieces onto the board of a ruleset. The PieceIDs and
// SideIDs are the indices of d.Pieces and d.Sides. Errors are *Error.
func (d *Document) Set(file string, rs *movement.Ruleset) (*Setting, error) {
	s := &Setting{Doc: d, Rules: rs, Position: rs.NewPosition(), sides: map[string]movement.SideID{}}
	for i := range d.Sides {
		if err := s.side(file, &d.Sides[i]); err != nil {
			return nil, err
		}
	}
	ids := map[string]bool{}
	for i := range d.Pieces {
		p := &d.Pieces[i]
		if p.ID == "" {
			return nil, p.place.fail(file, "id", "is missing")
		}
		if ids[p.ID] {
			return nil, p.place.fail(file, "id", "%q names two pieces", p.ID)
		}
		ids[p.ID] = true
		if err := s.piece(file, p); err != nil {
			return nil, err
		}
	}
	return s, nil
}

func (pl place) fail(file, field, format string, args ...any) error {
	return &Error{File: file, Line: pl.line, Field: pl.field + "." + field, Text: fmt.Sprintf(format, args...)}
}

func (s *Setting) side(file string, side *Side) error {
	if side.Name == "" {
		return side.place.fail(file, "name", "is missing")
	}
	if _, ok := s.sides[side.Name]; ok {
		return side.place.fail(file, "name", "side %q is listed twice", side.Name)
	}
	if side.Tokens < 0 {
		return side.place.fail(file, events.Usual().Tokens, "%d is below 0", side.Tokens)
	}
	id := s.Position.AddSide(side.Name)
	s.sides[side.Name] = id
	if side.Last == nil {
		return nil
	}
	l := side.Last
	last := movement.Last{Type: movement.NoType, As: movement.NoType}
	play, ok := plays[l.Play]
	switch {
	case ok:
	case slices.Contains(s.Rules.Kinds(), l.Play):
		play = movement.Declared
	case l.Play == rules.RecordedStay():
		play = movement.Become
	default:
		return side.place.fail(file, "last.play", "%v", names.Unknown("play", l.Play, append(slices.Clone(playWords), s.Rules.Kinds()...)))
	}
	last.Play = play
	counted := movement.NoType
	if l.Type != "" {
		t, ok := s.Rules.Type(l.Type)
		if !ok {
			return side.place.fail(file, "last.type", "%s", s.unknownType(l.Type))
		}
		last.Type, counted = t, t
	} else if play == movement.Move || play == movement.Capture {
		return side.place.fail(file, "last.type", "is missing: a %s is made with a piece of some type", l.Play)
	}
	if l.As != "" {
		t, ok := s.Rules.Type(l.As)
		if !ok {
			return side.place.fail(file, "last.as", "%s", s.unknownType(l.As))
		}
		if !s.Rules.Copies(last.Type) {
			return side.place.fail(file, "last.as", "a %s moves as nothing but itself", l.Type)
		}
		if t == last.Type {
			return side.place.fail(file, "last.as", "a %s moves as another type, never as a %s", l.Type, l.As)
		}
		last.As, counted = t, t
	}
	var err error
	if last.Counters, err = s.counters(file, side.place, "last.counters", counted, l.Counters); err != nil {
		return err
	}
	s.Position.SetLast(id, last)
	return nil
}

func (s *Setting) piece(file string, p *Piece) error {
	t, ok := s.Rules.Type(p.Type)
	if !ok {
		return p.place.fail(file, "type", "%s", s.unknownType(p.Type))
	}
	side, ok := s.sides[p.Side]
	if !ok {
		var known []string
		for i := range s.Doc.Sides {
			known = append(known, s.Doc.Sides[i].Name)
		}
		return p.place.fail(file, "side", "%v", names.Unknown("side", p.Side, known))
	}
	counters, err := s.counters(file, p.place, "counters", t, p.Counters)
	if err != nil {
		return err
	}
	if s.Position.Pieces() >= movement.MostPieces {
		return p.place.fail(file, "id", "more than %d pieces", movement.MostPieces)
	}
	if s.Rules.Royal(t) {
		for i := range s.Position.Pieces() {
			if id := movement.PieceID(i); s.Position.Owner(id) == side && s.Rules.Royal(s.Position.TypeOf(id)) {
				return p.place.fail(file, "type", "a second %s of %s; a side has one", p.Type, p.Side)
			}
		}
	}
	id := s.Position.AddPiece(t, side)
	for i := range s.Rules.CounterNames(t) {
		s.Position.SetCounter(id, i, int(counters[i]))
	}
	if p.At == "" {
		return nil
	}
	sq, ok := s.Rules.Square(p.At)
	if !ok {
		last := s.Rules.Squares()[len(s.Rules.Squares())-1]
		return p.place.fail(file, "at", "%q is not a square of the board, a1 to %s", p.At, s.Rules.SquareName(last))
	}
	if other := s.Position.At(sq); other != movement.NoPiece && !s.Position.MayShare(id, sq) {
		return p.place.fail(file, "at", "%s already stands on %s", s.Doc.Pieces[other].ID, p.At)
	}
	if s.Rules.Wide() && !s.Position.HasRoom(id, sq) {
		at, other := s.Position.Obstacle(id, sq)
		if other == movement.NoPiece {
			return p.place.fail(file, "at", "the %s has no room on the board with its place on %s", p.Type, p.At)
		}
		return p.place.fail(file, "at", "%s already stands on %s, which a %s on %s covers", s.Doc.Pieces[other].ID, s.Rules.SquareName(at), p.Type, p.At)
	}
	s.Position.Put(id, sq)
	return nil
}

// counters reads named counters of a type; what is not given has its initial value.
func (s *Setting) counters(file string, pl place, field string, t movement.TypeID, given map[string]int) (movement.Counters, error) {
	var out movement.Counters
	if t == movement.NoType {
		if len(given) > 0 {
			return out, pl.fail(file, field, "belong to a type, and none is named")
		}
		return out, nil
	}
	for i, c := range s.Rules.Def(t).Counters {
		out[i] = int16(c.Initial)
	}
	list := make([]string, 0, len(given))
	for name := range given {
		list = append(list, name)
	}
	slices.Sort(list)
	for _, name := range list {
		i, ok := s.Rules.CounterIndex(t, name)
		if !ok {
			return out, pl.fail(file, field+"."+name, "%v", names.Unknown("counter of a "+s.Rules.TypeName(t), name, s.Rules.CounterNames(t)))
		}
		least := 1
		if falls(s.Rules.Def(t), name) {
			least = math.MinInt16
		}
		if v := given[name]; v < least || v > math.MaxInt16 {
			return out, pl.fail(file, field+"."+name, "%d is not a count from %d to %d", v, least, math.MaxInt16)
		}
		out[i] = int16(given[name])
	}
	return out, nil
}

// falls reports whether a counter of a type may be below 1: it begins there, falls to it beyond its bound, or consequences set it.
func falls(def *rules.Piece, name string) bool {
	for _, c := range def.Counters {
		if c.Name == name {
			return c.Initial < 1 || c.Most > 0 && c.Over < 1 || slices.ContainsFunc(def.Consequences, func(e rules.Consequence) bool {
				return slices.ContainsFunc(e.Do, func(d rules.Doing) bool { return d.Set == name })
			})
		}
	}
	return true // every piece has it, from 0
}

func (s *Setting) unknownType(name string) string {
	if name == "" {
		return "is missing"
	}
	var known []string
	for t := range s.Rules.Types() {
		known = append(known, s.Rules.TypeName(movement.TypeID(t)))
	}
	return names.Unknown("piece type", name, known).Error()
}

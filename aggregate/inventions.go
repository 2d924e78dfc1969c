package aggregate

import (
	"slices"
	"time"

	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Players bring types into the game that are put together of others, where rules let them (`compounds.inventions`): such an
// invention is entered as a rule that names its inventor.

// invention is the last one of a player.
type invention struct {
	player string
	at     time.Time
}

// noteInvention keeps when a player has invented something.
func (s *State) noteInvention(player string, at time.Time) {
	if player == "" {
		return
	}
	list := slices.DeleteFunc(slices.Clone(s.invented), func(in invention) bool { return in.player == player })
	s.invented = append(list, invention{player, at})
}

// LastInvention returns when a player last invented something; ok is false if they have not.
func (s *State) LastInvention(player string) (at time.Time, ok bool) {
	for _, in := range s.invented {
		if in.player == player {
			return in.at, true
		}
	}
	return time.Time{}, false
}

// readingHolds asks a condition of a rule about readings alone; one that is left out does not hold.
func (l *law) readingHolds(src rules.Expr) bool {
	if src == "" {
		return false
	}
	words := rules.ReadingVocabulary(func(entry string) (string, bool) { reading, ok := l.reading[entry]; return reading, ok })
	f, err := formula.Compile(string(src), words, formula.Bool)
	if err != nil {
		return false // the check of its rule says so
	}
	value, _ := f.Const()
	return value != 0
}

// invention judges a rule that is enacted as a player's invention, and returns who invented it, and when; nobody if it is none, or
// if no rule says who may.
func (d *decision) invention(r *rules.Rule) (player string, at *time.Time) {
	l := d.before.rulebook()
	s := l.proc.Compounds
	if r.Piece == nil || r.Piece.Compound == nil || r.Piece.Compound.Inventor == "" || !d.before.state.Started() {
		return "", nil
	}
	c := r.Piece.Compound
	if s == nil || s.Inventions == nil {
		d.refuse(FaultNoRule, "", "no rule in force lets players invent compounds")
		return "", nil
	}
	in := s.Inventions
	cite := func(place string) string { return l.cite("compounds", firstOf(place, in.Cite)) }
	if _, known := d.before.state.Player(c.Inventor); !known {
		d.refuse(FaultUnknownPlayer, cite(""), "no such player: %q", c.Inventor)
	}
	if last, ok := d.before.state.LastInvention(c.Inventor); ok {
		rest := time.Duration(in.Rest) * time.Duration(rules.Units[in.Unit]) * time.Second
		since, next := last, last.Add(rest)
		if l.readingHolds(in.Calendar) {
			since = time.Date(last.UTC().Year(), last.UTC().Month(), last.UTC().Day(), 0, 0, 0, 0, time.UTC)
			next = since.Add(rest)
		}
		if d.in.At.Before(next) {
			d.refuse(FaultInvention, cite(in.CiteRest), "%s invented a compound on %s and may invent another from %s on", c.Inventor, when(last), when(next))
		}
	}
	if why := s.Unsigned(r.Piece); why != "" {
		d.refuse(FaultInvention, cite(in.CiteSign), "%s", why)
	}
	for _, def := range l.book.Pieces() {
		other := def.Rule.Piece
		if other.Compound == nil || !s.Same(other.Compound, c) {
			continue
		}
		if in.Ordered != "" && !l.readingHolds(in.Ordered) && (other.Name != r.Piece.Name || other.Glyph != r.Piece.Glyph) {
			continue
		}
		d.refuse(FaultInvention, cite(in.CiteSame), "the %s of rule %s is the same compound", other.Name, def.Rule.Clause(""))
	}
	now := d.in.At
	return c.Inventor, &now
}

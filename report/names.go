package report

import (
	"maps"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/words"
)

// Names are what a text calls things: pieces by what they are, and all else as the game does. A nil one
// knows neither pieces nor words.
type Names struct {
	types map[string]string // by piece: "Rook a5"
	was   map[string]string // what pieces were called before what happened; nil: as types says
	game  *words.Speaker
}

// NamesOf are the names in a state.
func NamesOf(st *aggregate.State) *Names {
	n := &Names{types: map[string]string{}, game: st.Speaker()}
	for p := range st.Pieces() {
		n.types[p.ID] = p.Type
		if p.At != "" {
			n.types[p.ID] += " " + p.At
		}
	}
	return n
}

// NamesBy are the names of a game whose pieces are not known.
func NamesBy(game *words.Speaker) *Names { return &Names{game: game} }

// speech finds out from a history how a game speaks.
type speech struct{ law *aggregate.State }

func (s speech) Fold(act *events.Act) {
	for _, o := range act.Outcomes {
		if _, opened := o.Payload.(events.LedgerOpened); opened || events.About(o.Payload)&events.PartLaw != 0 {
			s.law.Apply(o.Payload)
		}
	}
}

// Both adds to what pieces are called now what those were called that are gone.
func Both(before, after *Names) *Names {
	for id, text := range before.types {
		if _, there := after.types[id]; !there {
			after.types[id] = text
		}
	}
	after.was = before.types
	return after
}

// first are the names before what happened, for whoever tells it in its order.
func (n *Names) first() *Names {
	if n == nil {
		return nil
	}
	types := maps.Clone(n.types)
	maps.Copy(types, n.was)
	return &Names{types: types, game: n.game}
}

// then takes note of an outcome that has been told: a piece is called by the type that it has become.
func (n *Names) then(p events.Payload) {
	if became, ok := p.(events.PiecePromoted); ok && n != nil {
		n.types[became.Piece] = became.Type
	}
}

// says is how the game speaks.
func (n *Names) says() *words.Speaker {
	if n == nil {
		return nil
	}
	return n.game
}

// with are the names of a game for pieces of given types.
func (n *Names) with(types map[string]string) *Names { return &Names{types: types, game: n.says()} }

// Tell tells an outcome in a few words, given the types of pieces.
func (n *Names) Tell(p events.Payload, types map[string]string) string {
	return OutcomeWords(p, n.with(types))
}

// piece names a piece with its type.
func (n *Names) piece(id string) string {
	if n == nil {
		return id
	}
	if t, _, _ := strings.Cut(n.types[id], " "); t != "" {
		return t + " " + id
	}
	return id
}

// listed names pieces with what is known of them: "R1 (Rook a5)".
func (n *Names) listed(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id
		if n != nil && n.types[id] != "" {
			out[i] += " (" + n.types[id] + ")"
		}
	}
	return out
}

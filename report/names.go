package report

import (
	"maps"
	"strings"
	"sync"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/words"
)

// Names are what a text calls things: pieces by what they are, and all else as the game does. A nil one
// knows neither pieces nor words.
type Names struct {
	types func() map[string]string // by piece: "Rook a5"; nil: none are known
	was   func() map[string]string // what pieces were called before what happened; nil: as types says
	game  *words.Speaker
}

// NamesOf are the names in a state as it is now. They are put together once they are asked for, which most pages do for few.
func NamesOf(st *aggregate.State) *Names {
	type stand struct{ id, typ, at string }
	list := make([]stand, 0, 64)
	for p := range st.Pieces() {
		list = append(list, stand{p.ID, p.Type, p.At})
	}
	return &Names{game: st.Speaker(), types: sync.OnceValue(func() map[string]string {
		types := make(map[string]string, len(list))
		for _, p := range list {
			if types[p.id] = p.typ; p.at != "" {
				types[p.id] += " " + p.at
			}
		}
		return types
	})}
}

// known is what pieces are called; it may be written to where there are any.
func (n *Names) known() map[string]string {
	if n == nil || n.types == nil {
		return nil
	}
	return n.types()
}

// these are given types of pieces.
func these(types map[string]string) func() map[string]string {
	return func() map[string]string { return types }
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
	was, is := before.known, after.types
	return &Names{game: after.game, was: was, types: sync.OnceValue(func() map[string]string {
		types := map[string]string{}
		maps.Copy(types, was())
		if is != nil {
			maps.Copy(types, is())
		}
		return types
	})}
}

// first are the names before what happened, for whoever tells it in its order.
func (n *Names) first() *Names {
	if n == nil {
		return nil
	}
	types := map[string]string{}
	maps.Copy(types, n.known())
	if n.was != nil {
		maps.Copy(types, n.was())
	}
	return &Names{types: these(types), game: n.game}
}

// then takes note of an outcome that has been told: a piece is called by the type that it has become.
func (n *Names) then(p events.Payload) {
	if became, ok := p.(events.PiecePromoted); ok && n != nil {
		n.known()[became.Piece] = became.Type
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
func (n *Names) with(types map[string]string) *Names {
	return &Names{types: these(types), game: n.says()}
}

// Tell tells an outcome in a few words, given the types of pieces.
func (n *Names) Tell(p events.Payload, types map[string]string) string {
	return OutcomeWords(p, n.with(types))
}

// piece names a piece with its type.
func (n *Names) piece(id string) string {
	if n == nil {
		return id
	}
	t := n.known()[id]
	if i := strings.LastIndexByte(t, ' '); i > 0 { // "Fire Demon a5": a type's name may have several words
		if _, _, ok := rules.ParseSquare(t[i+1:]); ok {
			t = t[:i]
		}
	}
	if t != "" {
		return t + " " + id
	}
	return id
}

// listed names pieces with what is known of them: "R1 (Rook a5)".
func (n *Names) listed(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id
		if text := n.known()[id]; text != "" {
			out[i] += " (" + text + ")"
		}
	}
	return out
}

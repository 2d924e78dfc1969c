package report

import (
	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/picture"
	"adjudicate/systems/position"
)

// PositionOf writes the position of a ledger as a position document, and returns the
// rulebook in force with it. Pieces of a type that no rule defines any more are off-board and
// can do nothing: a document, which knows only types that are defined, leaves
// them out, and a last play made with such a type.
func PositionOf(st *aggregate.State) (*position.Document, *rules.Rulebook, error) {
	book, err := st.Rulebook()
	if err != nil {
		return nil, nil, err
	}
	asset := events.Usual().Tokens
	for _, k := range book.Procedure().Kinds {
		if k.Asset != "" {
			asset = k.Asset
			break
		}
	}
	d := &position.Document{System: st.System(), Interpretations: map[string]string{}, Sides: []position.Side{}, Pieces: []position.Piece{},
		Entered: st.Entered(), Book: book, Picture: picture.Of(st.Words())}
	if d.Register, err = st.Register(); err != nil {
		return nil, nil, err
	}
	defined := map[string]bool{"": true}
	for _, p := range book.Pieces() {
		defined[p.Piece.Name] = true
	}
	for _, r := range st.Readings() {
		d.Interpretations[r.Entry] = r.Reading
	}
	for side := range st.Sides() {
		out := position.Side{Name: side.Name, Tokens: int(st.Balance(side.Player, asset) / 2)}
		if side.Played && defined[side.Last.Type] && defined[side.Last.As] {
			out.Last = &position.Last{Play: side.Last.Play, Type: side.Last.Type, As: side.Last.As, Counters: countersOf(side.Last.Counters)}
		}
		d.Sides = append(d.Sides, out)
	}
	for p := range st.Pieces() {
		if !defined[p.Type] {
			continue
		}
		d.Pieces = append(d.Pieces, position.Piece{ID: p.ID, Type: p.Type, Side: p.Side, At: p.At, Counters: countersOf(p.Counters)})
	}
	d.Bring(book)
	return d, book, nil
}

func countersOf(list []events.Counter) map[string]int {
	if len(list) == 0 {
		return nil
	}
	out := map[string]int{}
	for _, c := range list {
		out[c.Name] = c.Value
	}
	return out
}

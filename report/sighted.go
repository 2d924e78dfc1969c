package report

import (
	"cmp"
	"fmt"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/report/draw"
	"adjudicate/rules"
	"adjudicate/rules/names"
)

// hiddenTint is how squares are shown that are not seen.
var hiddenTint = draw.Tint{Fog: true, Colour: "grey", Sign: "░"}

// Nobody is the word for somebody without a side, whose view of a board is asked for.
const Nobody = "nobody"

// BoardAs is NewBoardSeen of the side that a word means, or of [Nobody]; of "" it is the whole board. A word that means neither is an *names.UnknownError.
func BoardAs(st *aggregate.State, at uint64, as string) (*Board, error) {
	if as == "" {
		return NewBoard(st, at)
	}
	side, err := names.Find("side", as, append(st.SideNames(), Nobody))
	switch {
	case err != nil:
		return nil, err
	case side == Nobody:
		return NewBoardSeen(st, at)
	}
	return NewBoardSeen(st, at, side)
}

// NewBoardSeen is NewBoard as sides see it together, of no sides as somebody without one does. If no rule hides anything it is the whole board.
func NewBoardSeen(st *aggregate.State, at uint64, sides ...string) (*Board, error) {
	v, err := NewBoard(st, at)
	if err != nil || !st.Hides() {
		return v, err
	}
	j, err := aggregate.NewJudge(st.Clone(), "")
	if err != nil {
		return nil, err
	}
	sight, err := j.SightOf(sides...)
	if err != nil {
		return nil, err
	}
	v.As = append([]string{}, sides...)
	v.see(sight, st, j.Law().Procedure().Clock)
	return v, nil
}

// HoldingsAs is HoldingsSeen of the side that a word means, or of [Nobody]; of "" all that there is. Of a side only, unless that is "", it has what the side
// holds and the account of its player.
func HoldingsAs(st *aggregate.State, as, only string) (v *Holdings, err error) {
	if as == "" {
		v = HoldingsOf(st)
	} else if as, err = names.Find("side", as, append(st.SideNames(), Nobody)); err == nil {
		v, err = HoldingsSeen(st, slices.DeleteFunc([]string{as}, func(side string) bool { return side == Nobody })...)
	}
	if side, ok := st.Side(only); ok && err == nil {
		v.Only(only, side.Player)
	}
	return v, err
}

// HoldingsSeen is HoldingsOf as sides see it together, of no sides as somebody without one does. If no rule hides anything it is all that there is.
func HoldingsSeen(st *aggregate.State, sides ...string) (*Holdings, error) {
	v := HoldingsOf(st)
	if !st.Hides() {
		return v, nil
	}
	j, err := aggregate.NewJudge(st.Clone(), "")
	if err != nil {
		return nil, err
	}
	sight, err := j.SightOf(sides...)
	if err != nil {
		return nil, err
	}
	v.As = append([]string{}, sides...)
	v.see(sight, st)
	return v, nil
}

// see leaves of holdings what may be seen of them: of other sides no more than the pieces that are seen, of which none can be followed.
func (v *Holdings) see(sight *aggregate.Sight, st *aggregate.State) {
	seen := map[string][]Piece{}
	on := map[string]int{}
	for p := range st.Pieces() {
		switch {
		case !sight.SeesPiece(&p):
		case p.At != "":
			on[p.Side] += max(1, len(sight.Parts(&p)))
		default:
			row := Piece{p.ID, p.Type, p.Side, "", countersOf(p.Counters)}
			if !sight.Owns(p.Side) {
				row.ID = ""
			}
			if !sight.Knows(&p) {
				row.Type, row.Counters = "", nil
			}
			seen[p.Side] = append(seen[p.Side], row)
		}
	}
	for i := range v.Sides {
		h := &v.Sides[i]
		h.OnBoard, h.Pieces, h.Hidden = on[h.Side], append([]Piece{}, seen[h.Side]...), !sight.SeesHoldings(h.Side)
		if !sight.Owns(h.Side) {
			h.Free = nil
			slices.SortStableFunc(h.Pieces, func(a, b Piece) int {
				return cmp.Or(cmp.Compare(a.Type, b.Type), compareCounters(a.Counters, b.Counters))
			}) // not in the order in which they came into being
		}
	}
	v.Hidden = !sight.SeesAssets()
	for i := range v.Accounts {
		a := &v.Accounts[i]
		a.Assets = slices.DeleteFunc(a.Assets, func(x Asset) bool { return !sight.SeesAsset(a.Account, x.Asset) })
	}
	v.Accounts = slices.DeleteFunc(v.Accounts, func(a Account) bool { return len(a.Assets) == 0 })
}

// compareCounters orders pieces of one type by their counters.
func compareCounters(a, b map[string]int) int { return cmp.Compare(fmt.Sprint(a), fmt.Sprint(b)) }

// see leaves of a board what may be seen of it.
func (v *Board) see(sight *aggregate.Sight, st *aggregate.State, clock *rules.Clock) {
	var seen []Piece
	b := &v.Drawn
	figures := b.Pieces
	b.Pieces, b.Arrows = nil, nil
	own := map[string]bool{}   // squares of their pieces
	whole := map[string]bool{} // squares of pieces that are seen whole
	for _, figure := range figures {
		p, ok := st.Piece(figure.ID)
		if !ok || !sight.SeesPiece(&p) {
			continue
		}
		parts := sight.Parts(&p)
		own[p.At], whole[p.At] = own[p.At] || sight.Owns(p.Side), parts == nil
		row := Piece{p.ID, p.Type, p.Side, p.At, countersOf(p.Counters)}
		if !sight.Owns(p.Side) {
			row.ID, figure.ID = "", ""
		}
		if !sight.Knows(&p) {
			row.Type, row.Counters, figure.Type, figure.Glyph = "", nil, "", "?"
		}
		if parts == nil {
			parts = []string{p.At}
		}
		for _, square := range parts {
			row.At, figure.Square = square, square
			seen, b.Pieces = append(seen, row), append(b.Pieces, figure)
		}
	}
	slices.SortStableFunc(seen, func(a, b Piece) int { return bySquare(a.At, b.At) }) // not in the order in which they came into being
	slices.SortStableFunc(b.Pieces, func(a, b draw.Piece) int { return bySquare(a.Square, b.Square) })
	v.Pieces = append([]Piece{}, seen...)
	fog := hiddenTint
	for rank := range v.Ranks {
		for file := range v.Files {
			name := rules.SquareName(file, rank)
			if !sight.Sees(name) && !slices.Contains(b.Closed, name) {
				fog.Squares = append(fog.Squares, name)
			}
		}
	}
	v.Hidden = fog.Squares
	if len(fog.Squares) > 0 {
		b.Tints = append(b.Tints, fog)
	}
	unseen := func(square string) bool { return !sight.Sees(square) }
	v.Closed, b.Walls = slices.DeleteFunc(v.Closed, unseen), slices.DeleteFunc(b.Walls, unseen)
	b.Marks = slices.DeleteFunc(b.Marks, func(m draw.Mark) bool { return !own[m.Square] })
	for square := range b.Covers {
		if !whole[square] {
			delete(b.Covers, square)
		}
	}
	for i := range v.States {
		v.States[i].Squares = slices.DeleteFunc(v.States[i].Squares, unseen)
	}
	v.States = slices.DeleteFunc(v.States, func(m Marks) bool { return len(m.Squares) == 0 })
	b.States = statesOf(v.States)
	for i := range b.Sides {
		s := &b.Sides[i]
		s.Note = "" // its Weight
		s.InCheck = s.InCheck && sight.Owns(s.Name)
		if clock != nil && !sight.Owns(s.Name) && !sight.SeesAsset(s.Name, clock.Of) {
			s.Clock = draw.Phrase{}
		}
	}
}

// bySquare compares squares by rank and file.
func bySquare(a, b string) int {
	f1, r1, _ := rules.ParseSquare(a)
	f2, r2, _ := rules.ParseSquare(b)
	return cmp.Or(r1-r2, f1-f2)
}

// Veiled is a ruling as it is told while rules hide a part of the game: that something was entered, and to whoever entered it (own) what, and the verdict.
func (v *Ruling) Veiled(own bool) *Ruling {
	out := &Ruling{Sequence: v.Sequence, Address: v.Address, Recorded: v.Recorded, Edition: v.Edition, Repeated: v.Repeated, Rulebook: v.Rulebook, Engine: v.Engine, Checkpoint: v.Checkpoint,
		Input: Event{Sequence: v.Input.Sequence, Type: v.Input.Type}, Faults: []events.Fault{}, Facts: []events.Fact{}, Clauses: []string{}, Readings: []string{}, Outcomes: []Event{},
		Holds: v.Holds, Ends: v.Ends, types: v.types}
	if own {
		out.Actor, out.Side, out.Verdict, out.Text, out.Input = v.Actor, v.Side, v.Verdict, v.Text, v.Input
		out.Standing = v.Standing.Veiled([]string{v.Side})
	}
	return out
}

// Veiled is the order of play as it is told to sides while rules hide a part of the game: nothing of checks but their own.
func (v *OrderOfPlay) Veiled(sides []string) *OrderOfPlay {
	for i := range v.List {
		v.List[i].InCheck = v.List[i].InCheck && slices.Contains(sides, v.List[i].Side)
	}
	v.standing = v.standing.Veiled(sides)
	return v
}

// Veiled is how a game stands as it is told to sides while rules hide a part of it: nothing of Weights, nor of checks but their own.
func (v *Standing) Veiled(sides []string) *Standing {
	if v == nil {
		return nil
	}
	out := *v
	out.Weights, out.Checks = nil, []events.Check{}
	for _, c := range v.Checks {
		if slices.Contains(sides, c.Side) {
			out.Checks = append(out.Checks, events.Check{Side: c.Side})
		}
	}
	return &out
}

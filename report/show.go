package report

import (
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/draw"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/rules/words"
)

// NewOverview is a state at a glance, after an event. The last ruling is left to the caller.
func NewOverview(st *aggregate.State, at uint64) (*Overview, error) {
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	return &Overview{Game: st.Game(), System: st.System(), Rulebook: book.Hash(), Standing: StandingOf(st, at),
		Board: PiecesOf(st, true), Holdings: HoldingsOf(st), Knives: KnivesOf(st), types: NamesOf(st),
		Drawn: BoardOf(st, book, fmt.Sprintf("%s after #%d", st.Game(), at))}, nil
}

// Overview is a game at a glance.
type Overview struct {
	Game     string     `json:"game"`
	System   string     `json:"system"`
	Rulebook string     `json:"rulebook"`
	Standing *Standing  `json:"standing"`
	Board    []Piece    `json:"board"`
	Holdings *Holdings  `json:"holdings"`
	Knives   *Knives    `json:"knives"`
	Last     *Entry     `json:"last,omitempty"`
	Drawn    draw.Board `json:"-"`
	types    *Names
}

// Print writes the view for people.
func (v *Overview) Print(p *term.Page) {
	p.Raw(textBoard(p, v.Drawn))
	p.Blank()
	if v.Last != nil {
		p.Field("Last", v.Last.words())
	}
	v.Standing.write(p, nil, v.types)
	if v.Standing.Umpire != "" {
		p.Field(words.Capital(v.types.says().Office(events.KnownOffice)), v.Standing.Umpire)
	}
	p.Blank()
	v.Holdings.Print(p)
	if len(v.Knives.Players) > 0 {
		p.Blank()
		v.Knives.Print(p)
	}
}

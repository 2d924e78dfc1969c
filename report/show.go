package report

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/report/draw"
	"adjudicate/rules/keys"
	"adjudicate/rules/words"
)

// NewOverview is a state at a glance, after an event. The last ruling is left to the caller.
func NewOverview(st *aggregate.State, at uint64) (*Overview, error) {
	v, err := NewGlance(st, at)
	if err == nil {
		v.Holdings, v.Marks = HoldingsOf(st), marksOf(st)
	}
	return v, err
}

// NewGlance is NewOverview of the board and whose turn it is, without what sides and players hold besides.
func NewGlance(st *aggregate.State, at uint64) (*Overview, error) {
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	v := &Overview{Game: st.Game(), System: st.System(), Rulebook: book.Hash(), Standing: StandingOf(st, at),
		Board: PiecesOf(st, true), Matters: waiting(st), Bonds: bonds(st), Attributes: attributes(st), Offices: offices(st), types: NamesOf(st),
		Drawn: BoardOf(st, book, st.Game())}
	v.Drawn.After = at
	return v, nil
}

// OverviewOf is NewOverview of a game where a view ends, with the last entry there.
func OverviewOf(ctx context.Context, l *ledger.Ledger, h *history.View) (*Overview, error) {
	v, err := NewOverview(l.State(), l.Head())
	if err != nil {
		return nil, err
	}
	v.Last, err = LastEntry(ctx, h, l.State())
	return v, err
}

// Overview is a game at a glance.
type Overview struct {
	Game     string     `json:"game"`
	System   string     `json:"system"`
	Rulebook string     `json:"rulebook"`
	Standing *Standing  `json:"standing"`
	Board    []Piece    `json:"board"`
	Holdings *Holdings  `json:"holdings"`
	Marks    *HandMarks `json:"@marks"`
	Matters  []string   `json:"matters,omitempty"` // what waits for answers or for its time
	Bonds    []string   `json:"bonds,omitempty"`   // which sides are bound to each other
	// What is true of sides, by the side, and who holds the offices of the rules beside the umpire's.
	Attributes map[string][]string `json:"attributes,omitempty"`
	Offices    map[string]string   `json:"offices,omitempty"`
	Last       *Entry              `json:"last,omitempty"`
	Drawn      draw.Board          `json:"-"`
	types      *Names
}

// MarshalJSON writes the fields under the names by which others know them.
func (v Overview) MarshalJSON() ([]byte, error) {
	type plain Overview
	return keys.Marshal(plain(v))
}

// waiting tells what waits for answers or for its time.
func waiting(st *aggregate.State) (list []string) {
	for _, m := range st.Matters() {
		text := OutcomeWords(m, nil)
		for _, ask := range m.Asks {
			for _, p := range ask.Players {
				if _, answered := st.Answer(&m, p); !answered {
					text += "; " + p + " is asked"
				}
			}
		}
		if at := cmp.Or(m.Effect, m.Closes); at != nil {
			text += ", until " + moment(*at)
		}
		list = append(list, text)
	}
	return list
}

// attributes are what is true of sides.
func attributes(st *aggregate.State) map[string][]string {
	of := map[string][]string{}
	for s := range st.Sides() {
		if len(s.Attributes) > 0 {
			of[s.Name] = slices.Clone(s.Attributes)
		}
	}
	return of
}

// offices are those that somebody holds, but for the umpire's, which a standing tells.
func offices(st *aggregate.State) map[string]string {
	of := map[string]string{}
	for _, o := range st.Offices() {
		if o.Player != "" && o.Office != events.KnownOffice {
			of[o.Office] = o.Player
		}
	}
	return of
}

// bonds tells which sides are bound to each other.
func bonds(st *aggregate.State) (list []string) {
	for _, b := range st.Bonds() {
		list = append(list, OutcomeWords(b, nil))
	}
	return list
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
	for _, office := range slices.Sorted(maps.Keys(v.Offices)) {
		p.Field(words.Capital(v.types.says().Office(office)), v.Offices[office])
	}
	for _, side := range slices.Sorted(maps.Keys(v.Attributes)) {
		p.Field(side, strings.Join(v.Attributes[side], ", "))
	}
	for _, text := range v.Matters {
		p.Field("Waits", text)
	}
	for _, text := range v.Bonds {
		p.Field("Bond", text)
	}
	p.Blank()
	v.Holdings.Print(p)
	if len(v.Marks.Players) > 0 {
		p.Blank()
		v.Marks.Print(p)
	}
}

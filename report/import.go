package report

import (
	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/ledger/seasons"
	"cmp"
	"strings"
)

// Difference is a line of a season that differs from the ledger.
type Difference struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}

// Import is what an import wrote, and what differs.
type Import struct {
	Ledger      string              `json:"ledger"`
	Name        string              `json:"name"`
	Events      int                 `json:"events"`
	Entries     int                 `json:"entries,omitempty"` // of a season
	Plays       int                 `json:"plays,omitempty"`
	Accepted    int                 `json:"accepted,omitempty"`
	Differences []Difference        `json:"differences,omitempty"` // to what a season says
	Findings    []ledger.Difference `json:"findings,omitempty"`    // about an export, of which nothing was written
	More        int                 `json:"more,omitempty"`        // findings that are not listed
	Otherwise   []ledger.Otherwise  `json:"otherwise,omitempty"`   // of an export: what another engine ruled otherwise
	File        string              `json:"-"`

	MoreOtherwise int `json:"more_otherwise,omitempty"` // the same that is not listed
}

// newSeasonImport is what came of a season, once its game has been written.
func newSeasonImport(ran *seasons.Report, name string, events int) *Import {
	v := &Import{Name: name, Events: events, Entries: len(ran.Results), Differences: []Difference{}, File: ran.File}
	v.Plays, v.Accepted = ran.Plays()
	for _, r := range ran.Differences() {
		for _, d := range r.Differences {
			v.Differences = append(v.Differences, Difference{Line: r.Entry.Line, Text: d})
		}
	}
	return v
}

// No reports whether something is not as the season says, or as the export records.
func (v *Import) No() bool { return len(v.Differences)+len(v.Findings) > 0 }

// Print writes the view for people.
func (v *Import) Print(p *term.Page) {
	for _, d := range v.Differences {
		p.Line("%s:%d: %s", v.File, d.Line, d.Text)
	}
	if len(v.Findings) > 0 {
		findings(p, v.Findings, v.More)
		p.Line("%s: %s, %s: nothing was written.", v.File, Counted(v.Events, "event"), p.Style(term.Red, Counted(len(v.Findings)+v.More, "difference")))
		p.Line("%q recovers the consistent part; --unjudged imports the file as it is.", "adjudicate salvage "+v.File+" --to NEW.ledger")
		return
	}
	p.Line("%s holds %s: %s.", v.Ledger, v.Name, Counted(v.Events, "event"))
	if n := len(v.Otherwise) + v.MoreOtherwise; n > 0 {
		p.Line("%s ruled on differently by %s than by this engine, the first at #%d; \"adjudicate verify\" lists them.",
			Counted(n, "input"), v.Otherwise[0].Engine, v.Otherwise[0].Sequence)
	}
	if v.Entries > 0 {
		verdict := "all as the season says"
		if n := len(v.Differences); n > 0 {
			verdict = p.Style(term.Red, Counted(n, "difference")+" to what the season says")
		}
		p.Line("%d entries, %s (%d accepted, %d rejected): %s.", v.Entries, Counted(v.Plays, "play"), v.Accepted, v.Plays-v.Accepted, verdict)
	}
}

// Opening is a ledger that begins.
type Opening struct {
	Ledger   string `json:"ledger"`
	Game     string `json:"game"`
	System   string `json:"system"`
	Seed     string `json:"seed"`
	Rules    int    `json:"rules"`
	Pieces   int    `json:"pieces"` // valid piece definitions
	Rulebook string `json:"rulebook"`
	Sequence uint64 `json:"sequence"`
	ToPlay   string `json:"to_play,omitempty"` // of a game that begins with an array: the side whose turn it is
	Sides    []Held `json:"sides,omitempty"`   // of such a game

	Begun bool   `json:"-"` // as a game with an array has
	Store string `json:"-"` // the store that was named for it, which other commands have to name too
}

// Held is a side and who plays it.
type Held struct {
	Side   string `json:"side"`
	Player string `json:"player"`
}

// NewOpening is a ledger that begins, with so many rules and events.
func NewOpening(st *aggregate.State, rules, events int) (*Opening, error) {
	book, err := st.Rulebook()
	if err != nil {
		return nil, err
	}
	v := &Opening{Game: st.Game(), System: st.System(), Seed: st.Seed(), Rules: rules,
		Pieces: len(book.Pieces()), Rulebook: book.Hash(), Sequence: uint64(events), ToPlay: st.ToPlay(), Begun: st.Started()}
	for side := range st.Sides() {
		v.Sides = append(v.Sides, Held{side.Name, side.Player})
	}
	return v, nil
}

// Print writes the view for people.
func (v *Opening) Print(p *term.Page) {
	p.Line("%s holds %q, %s: %s, %s, %s.", v.Ledger, v.Game, v.System, Counted(v.Rules, "rule"), Counted(v.Pieces, "piece type"), Counted(int(v.Sequence), "event"))
	var held []string
	for _, side := range v.Sides {
		held = append(held, side.Side+" ("+side.Player+")")
	}
	if len(held) > 0 {
		p.Field("Sides", strings.Join(held, ", "))
	}
	at := ""
	if v.Store != "" {
		at = " --store " + v.Store + " --game " + ledger.StreamName(v.Game)
	}
	if v.Begun {
		p.Line("Next: adjudicate play %s PLAY%s", cmp.Or(v.ToPlay, "SIDE"), at)
		return
	}
	p.Line("Next: adjudicate player add NAME%[1]s; adjudicate umpire appoint NAME%[1]s; adjudicate side create SIDE PLAYER%[1]s", at)
}

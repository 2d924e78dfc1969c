package report

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"adjudicate/aggregate"
	"adjudicate/internal/term"
	"adjudicate/rules/names"
)

// Deadlines lists what will happen in a game by the clock alone, the earliest first.
type Deadlines struct {
	Sequence  uint64     `json:"sequence"`
	Deadlines []Deadline `json:"deadlines"`
}

// Deadline is one moment at which something becomes due.
type Deadline struct {
	Kind   string    `json:"kind"` // "limit", "stage" or "matter"
	At     time.Time `json:"at"`
	Side   string    `json:"side,omitempty"`   // whose limit it is
	Player string    `json:"player,omitempty"` // who holds that side, or is asked
	Text   string    `json:"text"`
	Format string    `json:"-"` // Text is Args in Format
	Args   []any     `json:"-"`
	Key    string    `json:"key"` // the same as long as it is the same deadline, even if it is extended
}

// DeadlinesFor is DeadlinesOf for one player or side, "" for all. Words that name none are a *names.UnknownError.
func DeadlinesFor(st *aggregate.State, at uint64, player, side string) (*Deadlines, error) {
	for _, f := range []struct {
		what string
		word *string
		list []string
	}{{"player", &player, st.PlayerNames()}, {"side", &side, st.SideNames()}} {
		if *f.word == "" {
			continue
		}
		name, err := names.Find(f.what, *f.word, f.list)
		if err != nil {
			return nil, err
		}
		*f.word = name
	}
	v := DeadlinesOf(st, at)
	v.Deadlines = slices.DeleteFunc(v.Deadlines, func(d Deadline) bool {
		return player != "" && d.Player != player || side != "" && d.Side != side
	})
	return v, nil
}

// DeadlinesOf lists the deadlines of a state at a sequence. A game that is over has none.
func DeadlinesOf(st *aggregate.State, at uint64) *Deadlines {
	v := &Deadlines{Sequence: at, Deadlines: []Deadline{}}
	if st.Over() {
		return v
	}
	for _, l := range st.Limits() {
		sides := []string{l.Side}
		if len(st.Round()) > 0 {
			sides = st.Awaited()
		}
		for _, name := range sides {
			d := Deadline{Kind: "limit", At: l.Expires.UTC(), Side: name, Format: "time limit of %s", Args: []any{name}, Key: fmt.Sprintf("limit-%s-%d", name, l.From.Unix())}
			if _, waits := st.PendingPlay(name); waits {
				continue // it does not expire while others consider
			}
			if side, ok := st.Side(name); ok {
				d.Player = side.Player
			}
			v.Deadlines = append(v.Deadlines, d)
		}
	}
	switch p := st.Pending(); p.State {
	case aggregate.StageAnnounced:
		v.Deadlines = append(v.Deadlines, Deadline{Kind: "stage", At: p.Starts.UTC(), Format: "%s begins", Args: []any{p.Stage}, Key: "begin-" + p.Stage})
	case aggregate.StageRunning:
		v.Deadlines = append(v.Deadlines, Deadline{Kind: "stage", At: p.Ends.UTC(), Format: "%s ends", Args: []any{p.Stage}, Key: "end-" + p.Stage})
	}
	for _, m := range st.Matters() {
		when := cmp.Or(m.Closes, m.Effect)
		if when == nil {
			continue
		}
		words := OutcomeWords(m, nil)
		if st.Hides() {
			words = m.Wants // what it is about may be hidden
		}
		asked := 0
		for _, ask := range m.Asks {
			for _, player := range ask.Players {
				if _, answered := st.Answer(&m, player); !answered {
					v.Deadlines = append(v.Deadlines, Deadline{Kind: "matter", At: when.UTC(), Player: player, Format: "answer to %s: %s", Args: []any{m.Matter, words}, Key: "matter-" + m.Matter + "-" + player})
					asked++
				}
			}
		}
		if asked == 0 {
			v.Deadlines = append(v.Deadlines, Deadline{Kind: "matter", At: when.UTC(), Format: "%s", Args: []any{words}, Key: "matter-" + m.Matter})
		}
	}
	for i := range v.Deadlines {
		v.Deadlines[i].Text = fmt.Sprintf(v.Deadlines[i].Format, v.Deadlines[i].Args...)
	}
	slices.SortStableFunc(v.Deadlines, func(a, b Deadline) int { return a.At.Compare(b.At) })
	return v
}

// Print writes the view for people.
func (v *Deadlines) Print(p *term.Page) {
	if len(v.Deadlines) == 0 {
		p.Line("No deadlines.")
	}
	for _, d := range v.Deadlines {
		p.Item(moment(d.At)+"  ", d.Text)
	}
}

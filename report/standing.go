package report

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/rules/keys"
	"adjudicate/rules/words"
)

// A Standing is how a game stands: what every ruling tells beside its verdict.
type Standing struct {
	Sequence  uint64          `json:"sequence"`
	Hand      int             `json:"hand"` // the one being played
	ToPlay    string          `json:"to_play,omitempty"`
	Player    string          `json:"player,omitempty"`   // who holds the side to play
	Together  []string        `json:"together,omitempty"` // sides whose plays are made at once, when all have come
	Awaited   []string        `json:"awaited,omitempty"`  // those of them that are to send something next
	Skipped   []string        `json:"skipped,omitempty"`
	Order     []string        `json:"@order"`
	Checks    []events.Check  `json:"checks"`
	Weights   []events.Weight `json:"weights"`
	Limit     *time.Time      `json:"limit,omitempty"` // when the turn ends by default
	Umpire    string          `json:"umpire,omitempty"`
	Suspended bool            `json:"suspended,omitempty"`
	Span      string          `json:"@span,omitempty"` // a stage without turns that is announced or runs, and when
	Stage     string          `json:"stage,omitempty"` // that is announced or runs
	Started   bool            `json:"started"`
	Vacation  []string        `json:"vacation,omitempty"` // sides whose players are on vacation
	Tables    []*TurnAt       `json:"tables,omitempty"`   // where sides take turns at several: each of them; what is said above of order, turn and limit is said of the one that played last

	promised string // who plays next whatever the order
	free     bool   // while the stage runs everybody plays at any time
	vacant   string // the office that nobody holds and that suspends the game
	span     string // of the stage
}

// MarshalJSON writes the fields under the names by which others know them.
func (v Standing) MarshalJSON() ([]byte, error) {
	type plain Standing
	return keys.Marshal(plain(v))
}

// A TurnAt is how it stands at one of several tables.
type TurnAt struct {
	ToPlay  string     `json:"to_play,omitempty"`
	Player  string     `json:"player,omitempty"` // who holds that side
	Skipped []string   `json:"skipped,omitempty"`
	Order   []string   `json:"order"`           // the sides at the table, who is next first
	Limit   *time.Time `json:"limit,omitempty"` // when the turn ends by default

	promised string
}

// StandingOf tells how a state stands after the event of a sequence.
func StandingOf(st *aggregate.State, sequence uint64) *Standing {
	v := &Standing{
		Sequence: sequence, Hand: st.HandsWon() + 1, ToPlay: st.ToPlay(), Started: st.Started(),
		Together: st.Round(), Awaited: st.Awaited(),
		Skipped: append([]string(nil), st.Skipped()...),
		Order:   append([]string{}, st.Order()...),
		Checks:  append([]events.Check{}, st.Checks()...),
		Weights: append([]events.Weight{}, st.Weights()...),
		Umpire:  st.Holder(events.KnownOffice), vacant: st.Vacant(), free: st.Free(), promised: st.Promised(),
	}
	for _, name := range v.Order {
		if onVacation(st, name) {
			v.Vacation = append(v.Vacation, name)
		}
	}
	v.Suspended = v.vacant != ""
	if side, ok := st.Side(v.ToPlay); ok {
		v.Player = side.Player
	}
	if limit, ok := st.Limit(); ok && (limit.Side == v.ToPlay || v.Together != nil) {
		v.Limit = &limit.Expires
	}
	for _, order := range st.Tables() {
		v.Tables = append(v.Tables, turnAt(st.Facing(order[0])))
	}
	if f := st.Pending(); f.State != "" {
		v.Stage, v.span = f.Stage, fmt.Sprintf("%s, %s to %s", f.State, moment(f.Starts), moment(f.Ends))
		if f.Ends.IsZero() {
			v.span = fmt.Sprintf("%s, from %s", f.State, moment(f.Starts))
		}
		if f.Free {
			v.Span = v.span
		}
	}
	return v
}

// turnAt tells how it stands at the table that a state looks at.
func turnAt(st *aggregate.State) *TurnAt {
	t := &TurnAt{ToPlay: st.ToPlay(), Skipped: slices.Clone(st.Skipped()), Order: slices.Clone(st.Order()), promised: st.Promised()}
	if side, ok := st.Side(t.ToPlay); ok {
		t.Player = side.Player
	}
	if limit, ok := st.Limit(); ok && limit.Side == t.ToPlay {
		t.Limit = &limit.Expires
	}
	return t
}

// at is a standing of one of several tables.
func (v *Standing) at(t *TurnAt) *Standing {
	one := *v
	one.Tables, one.ToPlay, one.Player, one.Skipped, one.Order, one.Limit, one.promised = nil, t.ToPlay, t.Player, t.Skipped, t.Order, t.Limit, t.promised
	return &one
}

// onVacation reports whether the player of a side is on vacation.
func onVacation(st *aggregate.State, name string) bool {
	side, _ := st.Side(name)
	p, ok := st.Player(side.Player)
	return ok && p.Status == aggregate.StatusVacation
}

// Absent reports whether the player of a side is on vacation.
func (v *Standing) Absent(side string) bool { return slices.Contains(v.Vacation, side) }

// write tells checks, Weights and who is to play. before, if not nil, is what changes are
// told against; n says what things are called.
func (v *Standing) write(p *term.Page, before *Standing, n *Names) {
	say := n.says()
	var checks []string
	for _, c := range v.Checks {
		checks = append(checks, c.Side+" by "+strings.Join(n.listed(c.By), ", "))
	}
	if len(checks) > 0 {
		p.Field(say.Label("check"), strings.Join(checks, "; "))
	}
	if len(v.Weights) > 0 {
		p.Field(say.Label("weights"), strings.Join(v.weightWords(before), "   "))
	}
	p.Field(say.Label("next"), v.next(n))
	if v.Stage != "" {
		p.Field(say.Stage(v.Stage), v.span+" UTC")
	}
}

func (v *Standing) weightWords(before *Standing) []string {
	was := map[string]events.Half{}
	if before != nil {
		for _, w := range before.Weights {
			was[w.Side] = w.Weight
		}
	}
	out := make([]string, len(v.Weights))
	for i, w := range v.Weights {
		out[i] = w.Side + term.Firm + w.Weight.String()
		if old, ok := was[w.Side]; before != nil && ok && old != w.Weight {
			change := (w.Weight - old).String()
			if w.Weight > old {
				change = "+" + change
			}
			out[i] += term.Firm + "(" + change + ")"
		}
	}
	return out
}

func (v *Standing) next(n *Names) string {
	say := n.says()
	switch {
	case v.Suspended:
		return say.Say("suspended", v.vacant, words.With{"office": say.Office(v.vacant)})
	case v.free && v.ToPlay == "":
		return say.Say("to-play-all", v.Stage, words.With{"stage": say.Stage(v.Stage)})
	case !v.Started:
		return "nobody: the game has not started"
	case len(v.Tables) > 0:
		var all []string
		for _, t := range v.Tables {
			if text := v.at(t).next(n); !slices.Contains(all, text) { // nobody plays at any, once the game is over
				all = append(all, text)
			}
		}
		return strings.Join(all, "\n")
	case v.ToPlay == "" && v.Together != nil:
		text := strings.Join(v.Together, ", ") + " play at once; " + strings.Join(v.Awaited, ", ") + " to come"
		if v.Limit != nil {
			text += " until " + deadline(*v.Limit)
		}
		return text
	case v.ToPlay == "":
		return "nobody"
	}
	text := v.ToPlay
	if v.Player != "" && v.Player != v.ToPlay {
		text += " (" + v.Player + ")"
	}
	if v.Limit != nil {
		text = say.Say("to-play-until", "", words.With{"side": text, "until": deadline(*v.Limit)})
	} else {
		text = say.Say("to-play", "", words.With{"side": text})
	}
	if len(v.Skipped) > 0 {
		text += "; passed over: " + strings.Join(v.Skipped, ", ")
	}
	for i, side := range v.Order {
		if side != v.ToPlay {
			continue
		}
		// Who plays out of turn is followed by those before it, but for who was passed over.
		then := append(slices.DeleteFunc(slices.Clone(v.Order[:i]), func(s string) bool { return slices.Contains(v.Skipped, s) }), v.Order[i+1:]...)
		if v.promised != "" && (v.promised != side || len(then) > 0) { // alone it is always next
			then = append([]string{v.promised}, slices.DeleteFunc(then, func(s string) bool { return s == v.promised })...)
		}
		if len(then) > 0 {
			text += "; then " + strings.Join(then, ", ")
		}
		break
	}
	return text
}

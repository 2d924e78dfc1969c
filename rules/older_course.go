package rules

import (
	"slices"
	"strings"
)

// Sections on the course of a game that existed before format 2, in the words of one game. Stored
// rules that use them keep their bytes and their hash; Today translates them.

// OlderOffice is the earlier form of the one office, without which the game is suspended.
type OlderOffice struct {
	Cite         string `json:"cite"`                    // clause that suspends the game without an umpire
	CiteEligible string `json:"cite_eligible,omitempty"` // clause that says who may hold the office
}

// OlderOrder is the earlier form of an order.
type OlderOrder struct {
	CheckedUp   bool   `json:"checked_up"`             // sides in check move before the others
	AfterAnswer string `json:"after_answer,omitempty"` // as in `order`
	Cite        string `json:"cite,omitempty"`
	CiteStart   string `json:"cite_start,omitempty"` // as in `order`
	CiteLeave   string `json:"cite_leave,omitempty"` // as in `order`
	CiteEnter   string `json:"cite_enter,omitempty"` // as in `order`
}

// OlderClock is the earlier form of a clock, in days.
type OlderClock struct {
	Days        int      `json:"days"`              // the limit of a turn
	MostDays    int      `json:"most_days"`         // the most to which it may be extended
	Default     []string `json:"default,omitempty"` // as in `clock`
	AwayAfter   int      `json:"away_after"`        // after how many default plays in a row a side is away
	Cite        string   `json:"cite,omitempty"`
	CiteExtend  string   `json:"cite_extend,omitempty"`  // as in `clock`
	CiteAway    string   `json:"cite_away,omitempty"`    // as in `clock`
	CiteDefault string   `json:"cite_default,omitempty"` // as in `clock`
}

// OlderAutomatic is the earlier form of automatic plays.
type OlderAutomatic struct {
	PassWhen   Expr   `json:"pass_when"` // condition of pieces and last_pass (1 if its last play was a Pass); otherwise it surrenders
	SkipWhen   Expr   `json:"skip_when"` // condition of pieces and active, the number of sides with pieces on-board
	Cite       string `json:"cite,omitempty"`
	CiteSkip   string `json:"cite_skip,omitempty"`   // as in `automatic`
	CiteNotify string `json:"cite_notify,omitempty"` // as in `automatic`
}

// OlderStage is the earlier form of the one stage of that game. Its lengths are in days.
type OlderStage struct {
	RestDays       int    `json:"rest_days"`      // the least since the last one: 42
	NoticeDays     int    `json:"notice_days"`    // from its announcement to its start
	LeastDays      int    `json:"least_days"`     // the least length
	MostDays       int    `json:"most_days"`      // the greatest length
	ObjectedDays   int    `json:"objected_days"`  // the greatest length after one objection, and the length unless another is given
	CancelAt       int    `json:"cancel_at"`      // how many objections cancel it
	WaitDays       Expr   `json:"wait_days"`      // of W, pieces, checked (0 or 1) and can_take_royal (0 or 1)
	RoyalCaptures  bool   `json:"royal_captures"` // royal pieces can be captured
	SingleAtomic   bool   `json:"single_atomic"`  // a play is a single atomic play
	Cite           string `json:"cite,omitempty"`
	CiteWhen       string `json:"cite_when,omitempty"`       // clause that says when one may be announced
	CiteObjections string `json:"cite_objections,omitempty"` // as in `stages`
	CiteDuring     string `json:"cite_during,omitempty"`     // as in `stages`
	CiteAfter      string `json:"cite_after,omitempty"`      // as in `stages`
}

// older reports whether p has a section in an earlier form.
func (p *Procedure) older() bool {
	return p.OlderOffice != nil || p.OlderOrder != nil || p.OlderClock != nil || p.OlderAutomatic != nil || p.OlderStage != nil
}

// Today returns p with its sections in today's form: p itself if they are.
func (p *Procedure) Today() *Procedure {
	if p == nil || !p.older() {
		return p
	}
	q := *p
	q.OlderOffice, q.OlderOrder, q.OlderClock, q.OlderAutomatic, q.OlderStage = nil, nil, nil, nil, nil
	if o := p.OlderOffice; o != nil {
		q.Offices = append([]Office{{Name: "umpire", Title: "Chess-Umpire", Suspends: true, Cite: o.Cite, CiteEligible: o.CiteEligible}}, p.Offices...)
	}
	if o := p.OlderOrder; o != nil && p.Order == nil {
		q.Order = &Order{First: "nap", Lot: "play-list", AfterAnswer: o.AfterAnswer, Cite: o.Cite, CiteStart: o.CiteStart, CiteLeave: o.CiteLeave, CiteEnter: o.CiteEnter}
		if o.CheckedUp {
			q.Order.Up = UpInCheck
		}
	}
	if o := p.OlderClock; o != nil && p.Clock == nil {
		q.Clock = &Clock{Limit: o.Days, Most: o.MostDays, Default: o.Default, Cite: o.Cite, CiteExtend: o.CiteExtend, CiteAway: o.CiteAway, CiteDefault: o.CiteDefault}
		if o.AwayAfter != 0 {
			q.Clock.Away = &Away{After: o.AwayAfter, Of: "party", Becomes: "away"}
		}
	}
	if o := p.OlderAutomatic; o != nil && p.Automatic == nil {
		q.Automatic = &Automatic{Who: "warm", PassWhen: o.PassWhen, SkipWhen: o.SkipWhen,
			Halts: `reading("all-warm") == "halt"`, Wakes: `reading("warm-wakes") == "any"`,
			Cite: o.Cite, CiteSkip: o.CiteSkip, CiteNotify: o.CiteNotify}
	}
	if o := p.OlderStage; o != nil {
		q.Stages = append([]Stage{{Name: "free-for-all", Title: "Free For All",
			Rest: o.RestDays, Notice: o.NoticeDays, Least: o.LeastDays, Most: o.MostDays, Objected: o.ObjectedDays, CancelAt: o.CancelAt,
			Wait: o.WaitDays, Earlier: `reading("free-for-all-wait") == "every-play"`, Spares: !o.RoyalCaptures, Single: o.SingleAtomic,
			Reorder: "lot", Up: `reading("free-for-all-checks") == "at-once"`,
			Cite: o.Cite, CiteWhen: o.CiteWhen, CiteObjections: o.CiteObjections, CiteDuring: o.CiteDuring, CiteAfter: o.CiteAfter}}, p.Stages...)
	}
	return &q
}

// OlderAttributes are those of sides where rules in an earlier form declare none.
var OlderAttributes = []Attribute{
	{Name: "party", Title: "Party"}, {Name: "nap", Title: "NAP Swinger's", Most: 1, Except: []string{"party"}},
	{Name: "warm", Title: "Warm"}, {Name: "away", Title: "Somewhere Else"},
}

// UpInCheck is the condition by which sides in check come before the others.
const UpInCheck Expr = "mover.in_check"

// olderFields are the fields of the earlier forms by those of today's. What has the same name in
// both is not listed.
var olderFields = [][2]string{
	{"offices[0]", "office"},
	{"order.up", "play_list.checked_up"}, {"order", "play_list"},
	{"clock.limit", "time.days"}, {"clock.most", "time.most_days"}, {"clock.away.after", "time.away_after"}, {"clock", "time"},
	{"automatic", "warmth"},
	{"stages[0].rest", "free_for_all.rest_days"}, {"stages[0].notice", "free_for_all.notice_days"}, {"stages[0].least", "free_for_all.least_days"},
	{"stages[0].most", "free_for_all.most_days"}, {"stages[0].objected", "free_for_all.objected_days"}, {"stages[0].wait", "free_for_all.wait_days"},
	{"stages[0].spares", "free_for_all.royal_captures"}, {"stages[0].single", "free_for_all.single_atomic"}, {"stages[0]", "free_for_all"},
}

// written names a field of a procedure, "procedure.clock.limit", as its rule writes it.
func (p *Procedure) written(field string) string {
	if p == nil || !p.older() {
		return field
	}
	rest := strings.TrimPrefix(field, "procedure.")
	for _, f := range olderFields {
		if section, _, _ := strings.Cut(f[1], "."); !p.has(section) {
			continue
		}
		if rest == f[0] || strings.HasPrefix(rest, f[0]+".") {
			return "procedure." + f[1] + rest[len(f[0]):]
		}
	}
	return field
}

// implied reports whether a formula, by its field as its rule writes it, is one that an earlier form
// does not write: what it says was said without words.
func (p *Procedure) implied(field string) bool {
	rest, _ := strings.CutPrefix(field, "procedure.")
	section, name, _ := strings.Cut(rest, ".")
	return slices.Contains(earlier, section) && slices.Contains([]string{"checked_up", "halts", "wakes", "earlier", "up"}, name)
}

// means is what an amendment sets, which may know a field by its name in another form.
func (p *Procedure) means(a Assignment) Assignment {
	field, ok := strings.CutPrefix(a.Path, "procedure.")
	if !ok || p == nil {
		return a
	}
	from, to := 1, 0
	if p.older() {
		from, to = 0, 1
	}
	for _, f := range olderFields {
		section, _, _ := strings.Cut(f[1], ".")
		if field != f[from] && !strings.HasPrefix(field, f[from]+".") || p.has(section) != (to == 1) {
			continue
		}
		a.Path = "procedure." + f[to] + field[len(f[from]):]
		switch v := a.Value.(type) {
		case bool:
			switch f[1] {
			case "play_list.checked_up":
				a.Value = UpInCheck
				if !v {
					a.Value = nil
				}
			case "free_for_all.royal_captures":
				a.Value = !v
			}
		case Expr:
			if f[1] == "play_list.checked_up" {
				a.Value = true
			}
		default:
			a.Value = renewed(v)
		}
		break
	}
	return a
}

// renewed is a section in today's form, and any other value itself.
func renewed(value any) any {
	switch v := value.(type) {
	case *OlderOffice:
		return (&Procedure{OlderOffice: v}).Today().Offices[0]
	case *OlderOrder:
		return (&Procedure{OlderOrder: v}).Today().Order
	case *OlderClock:
		return (&Procedure{OlderClock: v}).Today().Clock
	case *OlderAutomatic:
		return (&Procedure{OlderAutomatic: v}).Today().Automatic
	case *OlderStage:
		return (&Procedure{OlderStage: v}).Today().Stages[0]
	}
	return value
}

package rules

import (
	_ "embed"
	"slices"
	"strings"
)

// Sections on the course of a game that existed before format 2, in the words of one game. Stored
// rules that use them keep their bytes and their hash; Today translates them. older.json holds what they left
// unsaid, as sections of today have it, and what their fields are called now.

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

// earlier reports whether p has any section in an earlier form, also one of those that say nothing of sides.
func (p *Procedure) earlier() bool { return p.older() || p.OlderKinds != nil }

// Today returns p with its sections in today's form: p itself if they are.
func (p *Procedure) Today() *Procedure {
	if p == nil || !p.earlier() {
		return p
	}
	q := *p
	if o := p.OlderKinds; o != nil {
		kind := older.Kind
		kind.Asset, kind.Cost, kind.Cite = o.Asset, o.Cost, o.Cite
		q.OlderKinds, q.Kinds = nil, append([]Kind{kind}, p.Kinds...)
	}
	q.OlderOffice, q.OlderOrder, q.OlderClock, q.OlderAutomatic, q.OlderStage = nil, nil, nil, nil, nil
	if o := p.OlderOffice; o != nil {
		office := older.Office
		office.Cite, office.CiteEligible = o.Cite, o.CiteEligible
		q.Offices = append([]Office{office}, p.Offices...)
	}
	if o := p.OlderOrder; o != nil && p.Order == nil {
		order := older.Order
		order.AfterAnswer, order.Cite, order.CiteStart, order.CiteLeave, order.CiteEnter = o.AfterAnswer, o.Cite, o.CiteStart, o.CiteLeave, o.CiteEnter
		if q.Order = &order; o.CheckedUp {
			q.Order.Up = UpInCheck
		}
	}
	if o := p.OlderClock; o != nil && p.Clock == nil {
		q.Clock = &Clock{Limit: o.Days, Most: o.MostDays, Default: o.Default, Cite: o.Cite, CiteExtend: o.CiteExtend, CiteAway: o.CiteAway, CiteDefault: o.CiteDefault}
		if o.AwayAfter != 0 {
			away := older.Away
			away.After = o.AwayAfter
			q.Clock.Away = &away
		}
	}
	if o := p.OlderAutomatic; o != nil && p.Automatic == nil {
		automatic := older.Automatic
		automatic.PassWhen, automatic.SkipWhen = o.PassWhen, o.SkipWhen
		automatic.Cite, automatic.CiteSkip, automatic.CiteNotify = o.Cite, o.CiteSkip, o.CiteNotify
		q.Automatic = &automatic
	}
	if o := p.OlderStage; o != nil {
		g := older.Stage
		g.Rest, g.Notice, g.Least, g.Most, g.Objected, g.CancelAt = o.RestDays, o.NoticeDays, o.LeastDays, o.MostDays, o.ObjectedDays, o.CancelAt
		g.Wait, g.Spares, g.Single = o.WaitDays, !o.RoyalCaptures, o.SingleAtomic
		g.Cite, g.CiteWhen, g.CiteObjections, g.CiteDuring, g.CiteAfter = o.Cite, o.CiteWhen, o.CiteObjections, o.CiteDuring, o.CiteAfter
		q.Stages = append([]Stage{g}, p.Stages...)
	}
	return &q
}

// Declared returns p with its sections in today's form, and with the attributes that an earlier form leaves unsaid.
func (p *Procedure) Declared() *Procedure {
	q := p.Today()
	if !p.older() {
		return q
	}
	for _, a := range older.Attributes {
		if q.Attribute(a.Name) == nil {
			q.Attributes = append(slices.Clip(q.Attributes), a)
		}
	}
	return q
}

// older is what the earlier forms left unsaid.
var older = embedded[struct {
	Free       string            `json:"free"`     // what formulas call it that a stage without turns runs
	Exit       string            `json:"exit"`     // what a mode is for by which its piece leaves the board
	Marking    string            `json:"marking"`  // the section on how the asset is given by which hands are won
	Entries    map[string]string `json:"entries"`  // of the register that the engine asks, by what they decide
	Sections   []string          `json:"sections"` // their names
	Office     Office            `json:"office"`
	Order      Order             `json:"order"`
	Away       Away              `json:"away"`
	Automatic  Automatic         `json:"automatic"`
	Stage      Stage             `json:"stage"`
	Kind       Kind              `json:"kind"`
	Kinds      string            `json:"kinds"`    // the section that knew one kind of move only
	NoKinds    string            `json:"no_kinds"` // what is so without it
	Stay       string            `json:"stay"`     // the kind of play that a promotion where a piece stands is recorded as
	Attributes []Attribute       `json:"attributes"`
	Fields     []olderField      `json:"fields"` // whose names are not the same in both
}]("older.json", olderText)

//go:embed older.json
var olderText []byte

// An olderField is a field by its path from the procedure, as it is now and as it was in an earlier form.
type olderField struct {
	Now   string `json:"now"`
	Was   string `json:"was"`
	Means Expr   `json:"means"` // the condition that it is today, where it was true
	Not   bool   `json:"not"`   // it said the contrary
}

// ExitWord is what a mode is for, in the rules of old and in reports, by which its piece leaves the board.
func ExitWord() string { return older.Exit }

// RecordedStay is the kind of play as which ledgers record a promotion where a piece stands.
func RecordedStay() string { return older.Stay }

// DecidedBy is the entry of the register that decides something, "exit-counts".
func DecidedBy(decides string) string { return older.Entries[decides] }

// StageIsFree is the word of formulas for 1 while a stage without turns runs, else 0.
func StageIsFree() string { return older.Free }

// OlderAttributes are those of sides where rules in an earlier form declare none.
func OlderAttributes() []Attribute { return older.Attributes }

// UpInCheck is the condition by which sides in check come before the others.
const UpInCheck Expr = "mover.in_check"

// written names a field of a procedure, "procedure.clock.limit", as its rule writes it.
func (p *Procedure) written(field string) string {
	if p == nil || !p.earlier() {
		return field
	}
	rest := strings.TrimPrefix(field, "procedure.")
	for _, f := range older.Fields {
		if section, _, _ := strings.Cut(f.Was, "."); !p.has(section) {
			continue
		}
		if rest == f.Now || strings.HasPrefix(rest, f.Now+".") {
			return "procedure." + f.Was + rest[len(f.Now):]
		}
	}
	return field
}

// implied reports whether a formula, by its field as its rule writes it, is one that an earlier form
// does not write: what it says was said without words.
func (p *Procedure) implied(field string) bool {
	rest, _ := strings.CutPrefix(field, "procedure.")
	section, name, _ := strings.Cut(rest, ".")
	return slices.Contains(older.Sections, section) && slices.Contains([]string{"checked_up", "halts", "wakes", "earlier", "up", "may_attack", "may_check"}, name)
}

// means is what an amendment sets, which may know a field by its name in another form.
func (p *Procedure) means(a Assignment) Assignment {
	field, ok := strings.CutPrefix(a.Path, "procedure.")
	if !ok || p == nil {
		return a
	}
	now := !p.earlier()
	for _, f := range older.Fields {
		from, to := f.Was, f.Now
		if !now {
			from, to = to, from
		}
		section, _, _ := strings.Cut(f.Was, ".")
		if field != from && !strings.HasPrefix(field, from+".") || p.has(section) == now {
			continue
		}
		a.Path = "procedure." + to + field[len(from):]
		switch v := a.Value.(type) {
		case bool:
			switch {
			case f.Means != "" && v:
				a.Value = f.Means
			case f.Means != "":
				a.Value = nil
			case f.Not:
				a.Value = !v
			}
		case Expr:
			if f.Means != "" {
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

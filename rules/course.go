package rules

// The sections about the course of a game: docs/rule-language/course.md.

// Attribute is something that may be true of a side, by a name that rules and people use.
type Attribute struct {
	Name   string   `json:"name"`             // for example "asleep"
	Title  string   `json:"title,omitempty"`  // name for readers; default: `name`
	Most   int      `json:"most,omitempty"`   // how many sides may have it at once; 0 is no limit
	Except []string `json:"except,omitempty"` // attributes that a side with this one cannot have
	Cite   string   `json:"cite,omitempty"`

	In *Rule `json:"-"` // in which it stands, where procedures are merged
}

// Office is a post that a player holds, such as umpire. A game may need somebody to hold it.
type Office struct {
	Name         string `json:"name"`               // for example "umpire"
	Title        string `json:"title,omitempty"`    // name for readers; default: `name`
	Suspends     bool   `json:"suspends,omitempty"` // the game is suspended while nobody holds it
	Cite         string `json:"cite,omitempty"`
	CiteEligible string `json:"cite_eligible,omitempty"` // clause that says who may hold it

	In *Rule `json:"-"` // in which it stands, where procedures are merged
}

// Order says who plays after whom.
type Order struct {
	By          string     `json:"by,omitempty"`           // "list" (the default): the side that played goes to the bottom; "fixed": a round that never changes; "formula": by `rank`
	Rank        Expr       `json:"rank,omitempty"`         // with `by: formula`: a number of the side (mover), evaluated after each turn; the least is next, and among equals the side that was ahead
	First       string     `json:"first,omitempty"`        // sides with this attribute come first at the start; a lot decides the order of the others
	Sides       []string   `json:"sides,omitempty"`        // at the start these sides come first, in this order, without a lot
	Tables      [][]string `json:"tables,omitempty"`       // the sides at each of several tables, who plays first there first: those at one table take turns among themselves, each table at its own pace; sides that none names sit at one more
	Up          Expr       `json:"up,omitempty"`           // condition on the side (mover): sides for which it holds come before the others
	Lot         string     `json:"lot,omitempty"`          // name of the lots about the order; default "order"
	AfterAnswer string     `json:"after_answer,omitempty"` // after an `up` side has played out of turn: "down", it goes to the bottom as after any turn (the default); "revert", it keeps its place, and the side that was next is next again
	Reverts     Expr       `json:"reverts,omitempty"`      // condition on the side (mover) that plays out of turn: while it holds, as `after_answer: revert`
	Cite        string     `json:"cite,omitempty"`
	CiteStart   string     `json:"cite_start,omitempty"` // clause about the order at the start
	CiteLeave   string     `json:"cite_leave,omitempty"` // clause about a side that leaves
	CiteEnter   string     `json:"cite_enter,omitempty"` // clause about a side that enters
}

// Clock is the time limit of a turn and what happens when it expires.
type Clock struct {
	Unit        string   `json:"unit,omitempty"`    // second, minute, hour or day (the default)
	Limit       int      `json:"limit"`             // for a turn, from its announcement
	Most        int      `json:"most"`              // the most to which the limit may be extended
	Of          string   `json:"of,omitempty"`      // instead of `limit` and `most`: an asset of sides, one of which is a unit of thinking time; it runs from the beginning of the side's turn
	Free        Expr     `json:"free,omitempty"`    // with `of`: so many units of each turn of the side (mover) cost nothing
	Runs        Expr     `json:"runs,omitempty"`    // with `of`: about the side (mover): its clock runs while this holds; always if left out
	Costs       Expr     `json:"costs,omitempty"`   // with `of`: what a turn of the side (mover) costs that took so many units (used) beyond the free ones, fractions included: "ceil(used)"; default floor(used)
	Default     []string `json:"default,omitempty"` // default plays, in order: the first legal one is made, or the last if none is legal: [pass, surrender]. Ignored if an end has `on: limit`
	Away        *Away    `json:"away,omitempty"`    // what several default plays in a row entail
	Spur        *Spur    `json:"spur,omitempty"`    // what another side may play while the limit runs
	Cite        string   `json:"cite,omitempty"`
	CiteExtend  string   `json:"cite_extend,omitempty"`  // clause about extensions
	CiteAway    string   `json:"cite_away,omitempty"`    // clause about `away`
	CiteDefault string   `json:"cite_default,omitempty"` // clause about default plays
}

// Spur lets another side move one piece, once a turn, when the limit has run for a while.
type Spur struct {
	After    int      `json:"after"`              // how long after the announcement, in the clock's unit
	Steps    int      `json:"steps,omitempty"`    // the most squares that the piece may go, in steps of a King; 0 is no limit
	Free     []string `json:"free,omitempty"`     // types that may go as far as they can
	Captures Expr     `json:"captures,omitempty"` // condition: it may also be a capture
	Takes    Expr     `json:"takes,omitempty"`    // condition: it ends the turn, as a play of the slow side would; otherwise the turn continues
	Cite     string   `json:"cite,omitempty"`
}

// Away gives an attribute to a side that makes several default plays in a row.
type Away struct {
	After   int    `json:"after"`        // how many default plays in a row
	Of      string `json:"of,omitempty"` // only sides with this attribute
	Becomes string `json:"becomes"`      // the attribute that they get
}

// Together says when several sides play at once: their plays are held until all are in, and then made together.
type Together struct {
	Who       Expr       `json:"who,omitempty"`       // condition on the side (mover): the sides that play at once; default: all
	Least     int        `json:"least,omitempty"`     // how many sides at least; default 2. With fewer, they play in turn
	When      Expr       `json:"when,omitempty"`      // condition: otherwise the sides play in turn
	Sealed    Expr       `json:"sealed,omitempty"`    // condition: each play must be sealed until all are in
	Ways      Expr       `json:"ways,omitempty"`      // condition: plays also conflict if one could not be made after the other
	Checks    Expr       `json:"checks,omitempty"`    // condition: plays also conflict if together they leave one of the sides in check
	Hopeless  Expr       `json:"hopeless,omitempty"`  // condition: before plays are requested, the program searches for legal plays without a conflict; if there are none, all of these sides surrender
	Conflicts []Conflict `json:"conflicts,omitempty"` // what happens to conflicting plays: the first entry whose condition holds; without one they are requested again
	Strength  Expr       `json:"strength,omitempty"`  // instead of conflicts: a number of each piece (self), with which it contends for a square (to) against what it would dislodge (victim): the greatest comes there
	Cut       Expr       `json:"cut,omitempty"`       // with `strength`: condition on a piece (self) that was told to help another one: it does not help
	Cite      string     `json:"cite,omitempty"`
	CiteClash string     `json:"cite_conflict,omitempty"` // clause about conflicts
}

// Conflict says what happens to plays that conflict.
type Conflict struct {
	When Expr   `json:"when,omitempty"` // condition; default: always
	Do   string `json:"do"`             // "surrender": all of these sides surrender; "void": the plays in conflict become passes, the others are made; "again": all plays are requested again
}

// Automatic says which sides play automatically, and which are skipped.
type Automatic struct {
	Who        string `json:"who,omitempty"`       // attribute: sides with it play automatically, unless they are in check, and may surrender at any time
	When       Expr   `json:"when,omitempty"`      // condition on the side (mover): sides for which it holds do the same
	PassWhen   Expr   `json:"pass_when,omitempty"` // condition of pieces and last_pass (1 if its last play was a Pass): the side passes; otherwise it surrenders
	SkipWhen   Expr   `json:"skip_when,omitempty"` // condition of pieces and active, the number of sides with pieces on-board: the side is skipped
	Halts      Expr   `json:"halts,omitempty"`     // condition: when every side would play automatically, the game waits at once instead of after one round
	Wakes      Expr   `json:"wakes,omitempty"`     // condition: any entry resumes a waiting game, not only one that begins a turn
	Cite       string `json:"cite,omitempty"`
	CiteSkip   string `json:"cite_skip,omitempty"`   // clause about skipping
	CiteNotify string `json:"cite_notify,omitempty"` // clause about surrenders at any time
}

// Stage is a period of the game in which other terms hold. It is announced, and sides may object until it begins.
type Stage struct {
	Name     string   `json:"name"`                // for example "melee"
	Title    string   `json:"title,omitempty"`     // name for readers; default: `name`
	Unit     string   `json:"unit,omitempty"`      // unit of the lengths: second, minute, hour or day (the default)
	Rest     int      `json:"rest,omitempty"`      // the least since the last one
	Notice   int      `json:"notice,omitempty"`    // from its announcement to its start
	Least    int      `json:"least"`               // the least length
	Most     int      `json:"most"`                // the greatest length
	Objected int      `json:"objected,omitempty"`  // the greatest length after one objection, and the length unless another is given; default: `most`
	CancelAt int      `json:"cancel_at,omitempty"` // how many objections cancel it
	Turns    bool     `json:"turns,omitempty"`     // sides play in turn, as outside it; otherwise everybody plays at any time, with a wait between two plays
	Wait     Expr     `json:"wait,omitempty"`      // how long a side waits, of W, n, pieces, checked (0 or 1) and can_take_royal (0 or 1)
	Earlier  Expr     `json:"earlier,omitempty"`   // condition: a play before the stage began counts for the wait
	Spares   bool     `json:"spares,omitempty"`    // royal pieces cannot be captured
	Single   bool     `json:"single,omitempty"`    // a play is a single atomic play
	Acts     []string `json:"acts,omitempty"`      // the only acts allowed: any of move, capture, placement, pass, surrender and the names of declared kinds of moves
	Until    Expr     `json:"until,omitempty"`     // condition: the stage ends as soon as it holds after a play
	Reorder  string   `json:"reorder,omitempty"`   // the order of turns after it: "lot", or "kept" (the default)
	Up       Expr     `json:"up,omitempty"`        // condition: the `up` sides of the order come first at once in the new order
	Opens    bool     `json:"opens,omitempty"`     // the game begins with it, without announcement; it ends by `until`
	Next     Expr     `json:"next,omitempty"`      // condition on the side (mover): the first side in the order for which it holds plays first after the stage

	Cite           string `json:"cite,omitempty"`
	CiteWhen       string `json:"cite_when,omitempty"`       // clause that says when one may be announced
	CiteObjections string `json:"cite_objections,omitempty"` // clause about objections
	CiteDuring     string `json:"cite_during,omitempty"`     // clause about plays during it
	CiteAfter      string `json:"cite_after,omitempty"`      // clause about what follows it

	In *Rule `json:"-"` // in which it stands, where procedures are merged
}

// Units of lengths of time, in seconds, by their names; none is a day.
var Units = map[string]int{"": 86400, "second": 1, "minute": 60, "hour": 3600, "day": 86400}

// Called is what people read of an attribute.
func (a *Attribute) Called() string { return called(a.Title, a.Name) }

// Called is what people read of an office.
func (o *Office) Called() string { return called(o.Title, o.Name) }

// Called is what people read of a stage.
func (s *Stage) Called() string { return called(s.Title, s.Name) }

func called(title, name string) string {
	if title != "" {
		return title
	}
	return name
}

// Clause names a place in the rule in which an office stands, the first of places that is not "".
func (o *Office) Clause(places ...string) string { return clauseIn(o.In, places) }

// Clause names a place in the rule in which a stage stands, the first of places that is not "".
func (s *Stage) Clause(places ...string) string { return clauseIn(s.In, places) }

// Clause names the place in its rule where an attribute stands.
func (a *Attribute) Clause() string { return clauseIn(a.In, []string{a.Cite}) }

func clauseIn(r *Rule, places []string) string {
	if r == nil {
		return ""
	}
	for _, place := range places {
		if place != "" {
			return r.Clause(place)
		}
	}
	return r.Clause("")
}

// Conduct returns the attributes of sides that change how their turns are played: that of sides whose turns are played
// automatically, and that of sides that have let too many time limits pass; "" where there is none.
func (p *Procedure) Conduct() (automatic, away string) {
	if p.Automatic != nil {
		automatic = p.Automatic.Who
	}
	if p.Clock != nil && p.Clock.Away != nil {
		away = p.Clock.Away.Becomes
	}
	return automatic, away
}

// Attribute returns the attribute of a name, nil if no rule declares it.
func (p *Procedure) Attribute(name string) *Attribute {
	for i := range p.Attributes {
		if p.Attributes[i].Name == name {
			return &p.Attributes[i]
		}
	}
	return nil
}

// Office returns the office of a name, nil if no rule has it.
func (p *Procedure) Office(name string) *Office {
	for i := range p.Offices {
		if p.Offices[i].Name == name {
			return &p.Offices[i]
		}
	}
	return nil
}

// Stage returns the stage of a name, nil if no rule has it.
func (p *Procedure) Stage(name string) *Stage {
	for i := range p.Stages {
		if p.Stages[i].Name == name {
			return &p.Stages[i]
		}
	}
	return nil
}

package rules

// The sections that say how a game goes its course: docs/rule-language/course.md.

// Attribute is something that may be true of a side. Rules and people call it by its name.
type Attribute struct {
	Name   string   `json:"name"`             // "asleep"
	Title  string   `json:"title,omitempty"`  // as people read it; the name if it is left out
	Most   int      `json:"most,omitempty"`   // how many sides may have it at once; 0 is any number
	Except []string `json:"except,omitempty"` // attributes that a side with this one cannot have
	Cite   string   `json:"cite,omitempty"`

	In *Rule `json:"-"` // in which it stands, where procedures are merged
}

// Office is something that a player holds, and that the game may need somebody to hold.
type Office struct {
	Name         string `json:"name"`                    // "umpire"
	Title        string `json:"title,omitempty"`         // as people read it; the name if it is left out
	Suspends     bool   `json:"suspends,omitempty"`      // without somebody in it the game is suspended
	Cite         string `json:"cite,omitempty"`          //
	CiteEligible string `json:"cite_eligible,omitempty"` // who may hold it

	In *Rule `json:"-"` // in which it stands, where procedures are merged
}

// Order is who plays after whom.
type Order struct {
	By          string   `json:"by,omitempty"`           // list (so too if left out): who has played goes to the bottom; fixed: always the same round; formula: by rank
	Rank        Expr     `json:"rank,omitempty"`         // with formula: a number of the side (mover), asked when a turn is over; the least is next, and of equals whoever stood above
	First       string   `json:"first,omitempty"`        // sides with this attribute are the first at the start; a lot decides the order of the others
	Sides       []string `json:"sides,omitempty"`        // instead of a lot at the start: sides in this order come before any other
	Up          Expr     `json:"up,omitempty"`           // about a side (mover): those of which it holds come before the others
	Lot         string   `json:"lot,omitempty"`          // what lots about the order are called; order if it is left out
	AfterAnswer string   `json:"after_answer,omitempty"` // after a side that is up has played out of turn: down, it goes to the bottom as after any turn (so too if left out); revert, it keeps its place, and the turn is that of whoever was next
	Reverts     Expr     `json:"reverts,omitempty"`      // as after_answer: revert, while it holds
	Cite        string   `json:"cite,omitempty"`
	CiteStart   string   `json:"cite_start,omitempty"`
	CiteLeave   string   `json:"cite_leave,omitempty"`
	CiteEnter   string   `json:"cite_enter,omitempty"`
}

// Clock is the time limit of a turn and what happens when it expires.
type Clock struct {
	Unit        string   `json:"unit,omitempty"`    // minute, hour or day (so too if left out)
	Limit       int      `json:"limit"`             // of a turn, from the announcement on
	Most        int      `json:"most"`              // to which it may be extended
	Default     []string `json:"default,omitempty"` // the first legal one is played, the last one if none is: [pass, surrender]; of no effect where an end is asked on: limit
	Away        *Away    `json:"away,omitempty"`    // what default plays in a row bring
	Spur        *Spur    `json:"spur,omitempty"`    // what another side may play meanwhile
	Cite        string   `json:"cite,omitempty"`
	CiteExtend  string   `json:"cite_extend,omitempty"`
	CiteAway    string   `json:"cite_away,omitempty"`
	CiteDefault string   `json:"cite_default,omitempty"`
}

// Spur is a small play that another side may make, once a turn, when the limit has run for a while: a move of one piece.
type Spur struct {
	After    int      `json:"after"`              // from the announcement on, in the clock's unit
	Steps    int      `json:"steps,omitempty"`    // how far the piece goes at most, in steps of a King; 0: as far as it moves
	Free     []string `json:"free,omitempty"`     // types that go as far as they move
	Captures Expr     `json:"captures,omitempty"` // about nobody: it may be a capture as well
	Takes    Expr     `json:"takes,omitempty"`    // about nobody: the turn is its maker's then, as after a play of the slow side; else it goes on
	Cite     string   `json:"cite,omitempty"`
}

// Away says that a side which makes default plays in a row has an attribute from then on.
type Away struct {
	After   int    `json:"after"`        // default plays in a row
	Of      string `json:"of,omitempty"` // only sides with this attribute
	Becomes string `json:"becomes"`      // the attribute that they get
}

// Together says when several sides play at once: their plays are kept until all have come, and then made together.
type Together struct {
	Who       Expr       `json:"who,omitempty"`       // about a side (mover): those of which it holds are asked for a play; empty: all
	Least     int        `json:"least,omitempty"`     // so many sides at least; 2 if it is left out
	When      Expr       `json:"when,omitempty"`      // about nobody: else the sides play in turn
	Sealed    Expr       `json:"sealed,omitempty"`    // about nobody: each play is sealed until all are
	Ways      Expr       `json:"ways,omitempty"`      // about nobody: plays conflict as well when one could not be made once the other has been
	Checks    Expr       `json:"checks,omitempty"`    // about nobody: and when together they leave one of the sides in check
	Hopeless  Expr       `json:"hopeless,omitempty"`  // about nobody: before plays are asked for it is found out whether there are any without a conflict; if not, all of the sides surrender
	Conflicts []Conflict `json:"conflicts,omitempty"` // what conflicting plays bring, the first that holds; none: they are asked for again
	Cite      string     `json:"cite,omitempty"`
	CiteClash string     `json:"cite_conflict,omitempty"`
}

// Conflict is what plays bring that are in each other's way.
type Conflict struct {
	When Expr   `json:"when,omitempty"` // about nobody; empty: always
	Do   string `json:"do"`             // surrender: all of the sides surrender; void: those in conflict pass, the others are made; again: all are asked for again
}

// Automatic is what sides play by themselves, and who is passed over.
type Automatic struct {
	Who        string `json:"who,omitempty"`         // sides with this attribute play by themselves, but for those in check, and may surrender at any time
	When       Expr   `json:"when,omitempty"`        // about a side (mover): so do sides of which it holds
	PassWhen   Expr   `json:"pass_when,omitempty"`   // of pieces, last_pass (0 or 1): else it surrenders
	SkipWhen   Expr   `json:"skip_when,omitempty"`   // of pieces, active (sides with pieces on-board)
	Halts      Expr   `json:"halts,omitempty"`       // when every side would play by itself, the game waits at once, and not after a round
	Wakes      Expr   `json:"wakes,omitempty"`       // whatever is entered lets a game that waits go on, and not only what begins a turn
	Cite       string `json:"cite,omitempty"`        //
	CiteSkip   string `json:"cite_skip,omitempty"`   //
	CiteNotify string `json:"cite_notify,omitempty"` // surrenders at any time
}

// Stage is a span of the game in which other terms hold. It is announced, and sides may object to it until it begins.
type Stage struct {
	Name     string   `json:"name"`                // "melee"
	Title    string   `json:"title,omitempty"`     // as people read it; the name if it is left out
	Unit     string   `json:"unit,omitempty"`      // of the lengths: minute, hour or day (so too if left out)
	Rest     int      `json:"rest,omitempty"`      // since the last one
	Notice   int      `json:"notice,omitempty"`    // from announcement to start
	Least    int      `json:"least"`               // it lasts at least
	Most     int      `json:"most"`                // it lasts at most
	Objected int      `json:"objected,omitempty"`  // the most after one objection, and the length without a correction; most if left out
	CancelAt int      `json:"cancel_at,omitempty"` // objections
	Turns    bool     `json:"turns,omitempty"`     // sides play in turn as before; else everybody plays at any time, and waits between two plays
	Wait     Expr     `json:"wait,omitempty"`      // how long a side waits: of W, n, pieces, checked (0 or 1), can_take_royal (0 or 1)
	Earlier  Expr     `json:"earlier,omitempty"`   // a play before the stage began counts for the wait
	Spares   bool     `json:"spares,omitempty"`    // royal pieces are not captured
	Single   bool     `json:"single,omitempty"`    // a play is a single atomic play
	Acts     []string `json:"acts,omitempty"`      // the only acts that are allowed: move, capture, placement, special, pass, surrender
	Until    Expr     `json:"until,omitempty"`     // it ends as soon as a play leaves the board so
	Reorder  string   `json:"reorder,omitempty"`   // the order after it: lot, or kept (so too if left out)
	Up       Expr     `json:"up,omitempty"`        // the sides that come first in the order of turns do so at once in the new order
	Opens    bool     `json:"opens,omitempty"`     // the game begins with it, without announcement and of no set length: it ends with until
	Next     Expr     `json:"next,omitempty"`      // who plays first after it: about a side (mover), the first in the order of which it holds

	Cite           string `json:"cite,omitempty"`
	CiteWhen       string `json:"cite_when,omitempty"` // when one may be announced
	CiteObjections string `json:"cite_objections,omitempty"`
	CiteDuring     string `json:"cite_during,omitempty"`
	CiteAfter      string `json:"cite_after,omitempty"`

	In *Rule `json:"-"` // in which it stands, where procedures are merged
}

// Units of lengths of time, in seconds, by their names; none is a day.
var Units = map[string]int{"": 86400, "minute": 60, "hour": 3600, "day": 86400}

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

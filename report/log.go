package report

import (
	"fmt"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/term"
	"adjudicate/projections"
	"adjudicate/rules"
	"adjudicate/rules/names"
)

// A logged projection finds what a log lists: the acts that a query asks for, and which disputes are about them.
type logged struct {
	acts    *projections.History
	query   projections.Query
	between bounds
	docket  dispute.Docket
	all     bool // also the rules that opened the game
	opening bool // nothing but the opening has been read so far
	omitted int  // rules that opened the game
}

// Fold takes the next act.
func (l *logged) Fold(act *events.Act) {
	for _, o := range act.Outcomes {
		l.docket.Apply(&events.Envelope{Sequence: o.Sequence, Effective: o.Sequence, Recorded: act.Input.Recorded, Payload: o.Payload})
	}
	if l.opening && !l.all && l.query.Answers(act) {
		_, opened := act.Input.Payload.(events.GameOpened)
		_, enacted := act.Input.Payload.(events.RuleEnacted)
		if l.opening = opened || enacted; enacted {
			l.omitted++
			return
		}
	}
	if l.between.has(act) {
		l.acts.Fold(act)
	}
}

// log is the list. The view is where the acts were read; marks are what editions have made of each.
func (l *logged) log(view *history.View, marks map[history.Place][]history.Mark, n *Names) *Log {
	v, addresses := &Log{Entries: []Entry{}}, view.Addresses()
	if l.acts.Whole() {
		v.Omitted = l.omitted
	}
	for act := range l.acts.All() {
		e := EntryOf(act, n)
		if put := addresses[act.Input.ID]; put != "" {
			e.Address, e.change = put, put
		}
		e.Marks = marks[e.place()]
		for _, c := range l.docket.DisputedAt(e.Sequence, e.change) {
			text := fmt.Sprintf("disputed in %s: %s", c.ID, c.Status)
			if c.Verdict != nil {
				text = fmt.Sprintf("disputed in %s: %s", c.ID, c.Verdict.Verdict)
			}
			if by, ok := l.docket.MarkedAt(e.Sequence, e.change); ok && by.ID == c.ID {
				text += " though illegal"
			}
			e.Notable = append(e.Notable, text)
		}
		v.Entries = append(v.Entries, e)
	}
	return v
}

// Entry is one input with its ruling in brief.
type Entry struct {
	Sequence  uint64         `json:"sequence"`
	Address   string         `json:"address"` // its sequence; of an entry that an edition has put in just before that input, the change that did
	Recorded  time.Time      `json:"recorded"`
	Actor     string         `json:"actor,omitempty"`
	Type      string         `json:"type"`
	Side      string         `json:"side,omitempty"`
	Text      string         `json:"text"` // as a season file writes it
	Verdict   string         `json:"verdict"`
	Play      string         `json:"play,omitempty"`      // as executed
	Algebraic string         `json:"algebraic,omitempty"` // likewise, in algebraic notation, if the words of the game say so
	Faults    []events.Fault `json:"faults"`
	Notable   []string       `json:"notable"`         // what came of it that one does not see from the play
	Marks     []history.Mark `json:"marks,omitempty"` // what editions have made of it
	change    string         // that has put it in
}

// EntryOf tells an act in brief.
func EntryOf(act *events.Act, n *Names) Entry {
	in := &act.Input
	out := Entry{Sequence: in.Sequence, Address: history.Place{Input: in.Sequence}.Address(), Recorded: in.Recorded.UTC(), Actor: in.Actor, Type: in.Type, Faults: []events.Fault{}, Notable: []string{}}
	if in.Payload != nil {
		out.Side, out.Text = events.MadeBy(in.Payload), InputWords(in.Payload)
	}
	r := act.Ruled()
	out.Verdict, out.Play = r.Verdict, r.Play
	out.Faults = append(out.Faults, r.Faults...)
	for _, o := range act.Outcomes {
		if notable(o.Payload) {
			out.Notable = append(out.Notable, OutcomeWords(o.Payload, n.with(nil)))
		}
	}
	return out
}

// madeByRule reports whether an act is one of a play that a rule has made for its side.
func madeByRule(p *events.AtomicPlayed) bool {
	return p.Piece != "" && (p.How == aggregate.HowDefault || p.How == aggregate.HowAutomatic)
}

// notable reports whether an outcome is worth a word in the log.
func notable(p events.Payload) bool {
	switch p := p.(type) {
	case events.PieceCaptured, events.PieceConverted, events.PiecePromoted, events.PieceDestroyed, events.EndDeclared,
		events.SideAttributeSet, events.SideLeft, events.StageSet, events.LotDrawn, events.PlayTakenBack:
		return true
	case events.AtomicPlayed:
		return p.How != aggregate.HowSubmitted && !madeByRule(&p)
	case events.PlayEnded:
		return p.Play != ""
	case events.PieceLifted:
		return p.Why == aggregate.LiftExit || p.Why == rules.UseExit || p.Why == aggregate.LiftDefinition
	}
	return false
}

func (e *Entry) place() history.Place { return history.Place{Input: e.Sequence, Change: e.change} }

// Said is the entry as a season file writes it, or its play in algebraic notation.
func (e *Entry) Said() string { return said(e.Side, e.Algebraic, e.Text) }

func (e *Entry) words() string {
	text := fmt.Sprintf("#%d %s: %s", e.Sequence, e.Said(), e.Verdict)
	if clauses := e.clauses(); clauses != "" {
		text += " by " + clauses
	}
	return text
}

func (e *Entry) clauses() string {
	var list []string
	seen := map[string]bool{}
	for _, f := range e.Faults {
		if f.Clause != "" && !seen[f.Clause] {
			seen[f.Clause] = true
			list = append(list, f.Clause)
		}
	}
	return strings.Join(list, "; ")
}

// Log is a list of what happened.
type Log struct {
	Entries []Entry `json:"entries"`
	Omitted int     `json:"omitted,omitempty"` // rules that opened the game
}

// Print writes the view for people.
func (v *Log) Print(p *term.Page) {
	for i := range v.Entries {
		e := &v.Entries[i]
		who := ""
		if e.Actor != "" {
			who = "  by " + e.Actor
		}
		p.Line("%s  %s  %s  %s%s", fmt.Sprintf("%5s", e.Address), moment(e.Recorded), verdictWord(p, e.Verdict), e.Said(), p.Style(term.Dim, who))
		for _, f := range e.Faults {
			text := f.Message
			if f.Clause != "" {
				text += " (" + f.Clause + ")"
			}
			p.Item("                             ", text)
		}
		for _, n := range e.Notable {
			p.Item("                             → ", n)
		}
		for i := range e.Marks {
			p.Item("                             ", p.Style(term.Dim, "since "+markWords(&e.Marks[i])))
		}
		if i == 0 && v.Omitted > 0 {
			p.Line("       … and %s that opened the game", Counted(v.Omitted, "rule"))
		}
	}
	if len(v.Entries) == 0 {
		p.Line("No matching entries.")
	}
}

// markWords tells what an edition has made of an entry: since which, by whom, and what was entered.
func markWords(m *history.Mark) string {
	text := fmt.Sprintf("edition %d (#%d, %s", m.Edition, m.Event, moment(m.On))
	if m.By != "" {
		text += ", " + m.By
	}
	text += "): " + m.What
	if m.Change != "" {
		text += " by change " + m.Change
	}
	if m.Was != nil {
		text += "; entered "
		if !m.Entered.IsZero() {
			text += moment(m.Entered) + " "
		}
		text += "as " + InputWords(m.Was)
	}
	if m.Reason != "" {
		text += fmt.Sprintf(" %q", m.Reason)
	}
	return text
}

// ruleOf is the number of the rule that a clause is of.
func ruleOf(clause string) string {
	rule, _, _ := strings.Cut(strings.NewReplacer("§", " ", "/", " ").Replace(clause), " ")
	return rule
}

// namesIn are the names that a query has, by their roles.
func namesIn(q *projections.Query) map[events.Role][]string {
	list := map[events.Role][]string{}
	for role, name := range map[events.Role]string{events.RoleSide: q.Side, events.RolePlayer: q.Player, events.RolePiece: q.Piece, events.RoleRule: ruleOf(q.Clause)} {
		if name != "" {
			list[role] = []string{name}
		}
	}
	return list
}

// askLog returns a query with its names as the history spells them, whatever the case. What a query
// names has to be known to the history: the error is a *names.UnknownError.
func askLog(q projections.Query, known func(events.Role) []string, register *rules.Register) (projections.Query, error) {
	rule := ruleOf(q.Clause)
	entry, reading, read := strings.Cut(q.Reading, "=")
	for _, f := range []struct {
		what string
		word *string
		list []string
	}{
		{"side", &q.Side, known(events.RoleSide)},
		{"player", &q.Player, known(events.RolePlayer)},
		{"piece", &q.Piece, known(events.RolePiece)},
		{"rule", &rule, known(events.RoleRule)},
		{"entry of the register", &entry, register.IDs()},
	} {
		if *f.word == "" {
			continue
		}
		name, err := names.Find(f.what, *f.word, f.list)
		if err != nil {
			return q, err
		}
		*f.word = name
	}
	if q.Reading = entry; read {
		q.Reading += "=" + reading
	}
	return q, nil
}

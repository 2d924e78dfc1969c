package report

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/internal/term"
	"adjudicate/ledger"
	"adjudicate/report/draw"
)

// Dispute adds which disputes are about a ruling, and whether it is marked.
func (v *Ruling) Dispute(d *dispute.Docket) {
	for _, c := range d.DisputedAt(v.Sequence, v.change()) {
		v.Disputes = append(v.Disputes, DisputeBrief{c.ID, standsWords(&c)})
	}
	if c, ok := d.MarkedAt(v.Sequence, v.change()); ok {
		v.Mark = dispute.MarkStands
		v.markedBy = c.ID
	}
}

// DisputeBrief is a dispute about a ruling.
type DisputeBrief struct {
	Dispute string `json:"dispute"`
	Stands  string `json:"stands"` // how
}

// disputes tells which disputes are about a ruling.
func (v *Ruling) disputes(p *term.Page) {
	if v.Mark != "" {
		p.Field("Marked", p.Style(term.Yellow, fmt.Sprintf("%s (%s)", strings.ReplaceAll(v.Mark, "-", " "), v.markedBy)))
	}
	var list []string
	for _, d := range v.Disputes {
		list = append(list, d.Dispute+" "+d.Stands)
	}
	p.Field("Disputes", strings.Join(list, "\n"))
}

// Ruling is one input with its ruling and what came of it.
type Ruling struct {
	Sequence   uint64         `json:"sequence"`
	Address    string         `json:"address"` // its sequence; of an entry that an edition has put in just before that input, the change that did
	Recorded   time.Time      `json:"recorded"`
	Actor      string         `json:"actor,omitempty"`
	Input      Event          `json:"input"`
	Edition    int            `json:"edition,omitempty"`  // that it is of, if another one holds
	Marks      []history.Mark `json:"marks,omitempty"`    // what editions have made of it
	Clock      string         `json:"clock,omitempty"`    // of a mail: when it was sent, and which clock says so
	Repeated   bool           `json:"repeated,omitempty"` // ruled on before: nothing was written now
	Foretold   bool           `json:"foretold,omitempty"` // as it would be: nothing was written
	Verdict    string         `json:"verdict"`
	Side       string         `json:"side,omitempty"`
	Play       string         `json:"play,omitempty"`      // as executed
	Algebraic  string         `json:"algebraic,omitempty"` // likewise, in algebraic notation, if the words of the game say so
	Shape      string         `json:"shape,omitempty"`
	Faults     []events.Fault `json:"faults"`
	Facts      []events.Fact  `json:"facts"`
	Clauses    []string       `json:"clauses"`  // that the ruling and its outcomes rest on
	Readings   []string       `json:"readings"` // likewise
	Outcomes   []Event        `json:"outcomes"`
	Rulebook   string         `json:"rulebook"`
	Engine     string         `json:"engine"`
	Standing   *Standing      `json:"standing"`
	Text       string         `json:"text"`                 // the input as a season file writes it
	Checkpoint *Checkpoint    `json:"checkpoint,omitempty"` // that it stands in
	Mark       string         `json:"mark,omitempty"`       // set by a verdict: "stands-though-illegal"
	Disputes   []DisputeBrief `json:"disputes,omitempty"`   // about it
	Doubts     []string       `json:"doubts,omitempty"`     // of an entry that is being made: what may not have been meant
	Due        []*Ruling      `json:"due,omitempty"`        // what time had made due before it, recorded with it
	markedBy   string         // the dispute
	Holds      int            `json:"-"` // the edition that holds
	Ends       uint64         `json:"-"` // the sequence of the last of its events
	Drawn      *draw.Board    `json:"-"`
	Was        *Standing      `json:"-"`
	types      *Names
}

// doubting notes what of an entry that is accepted may not have been meant.
func (v *Ruling) doubting(list []string) {
	if v.Verdict == aggregate.Accepted {
		v.Doubts = list
	}
}

// change is the change that has put the entry in, "" if none has.
func (v *Ruling) change() string {
	if history.IsChange(v.Address) {
		return v.Address
	}
	return ""
}

// Said is the input as a season file writes it, or its play in algebraic notation.
func (v *Ruling) Said() string { return said(v.Side, v.Algebraic, v.Text) }

// Event is an event's type and content.
type Event struct {
	Sequence uint64         `json:"sequence"`
	Type     string         `json:"type"`
	Basis    *events.Basis  `json:"basis,omitempty"`
	Payload  events.Payload `json:"payload"`
}

// An Onlooker sees what inputs meet that are submitted to a ledger.
type Onlooker struct {
	l     *ledger.Ledger
	was   *Standing
	types *Names
}

// Watch looks on at a ledger.
func Watch(l *ledger.Ledger) *Onlooker {
	o := &Onlooker{l: l}
	l.Watch(func(st *aggregate.State, head uint64) { o.was, o.types = StandingOf(st, head), NamesOf(st) })
	return o
}

// Ruling makes the view of the ruling that was made last, and of what was due before it.
func (o *Onlooker) Ruling(res ledger.Result) *Ruling {
	st := o.l.State()
	v := NewRuling(&res.Act, o.was, StandingOf(st, o.l.Head()), Both(o.types, NamesOf(st)))
	v.Algebraic = res.Algebraic
	for _, one := range res.Due {
		v.Due = append(v.Due, NewRuling(one, nil, nil, nil))
	}
	return v
}

// WithBoard adds the board of a state.
func (v *Ruling) WithBoard(st *aggregate.State) error {
	book, err := st.Rulebook()
	if err != nil {
		return err
	}
	b := BoardOf(st, book, "")
	v.Drawn = &b
	return nil
}

// NewRuling makes the view of an input's events: the input, its ruling, the other outcomes.
func NewRuling(act *events.Act, before, after *Standing, types *Names) *Ruling {
	in := &act.Input
	v := &Ruling{
		Sequence: in.Sequence, Address: history.Place{Input: in.Sequence}.Address(), Recorded: in.Recorded, Actor: in.Actor, Text: InputWords(in.Payload),
		Input:  Event{Sequence: in.Sequence, Type: in.Type, Payload: in.Payload},
		Faults: []events.Fault{}, Facts: []events.Fact{}, Clauses: []string{}, Readings: []string{}, Outcomes: []Event{},
		Standing: after, Was: before, types: types, Ends: act.Last().Sequence,
	}
	if play, ok := in.Payload.(events.PlaySubmitted); ok {
		v.Clock = ClockWords(&play)
	}
	for i := range act.Outcomes {
		e := &act.Outcomes[i]
		for _, c := range e.Basis.Clauses {
			if !slices.Contains(v.Clauses, c) {
				v.Clauses = append(v.Clauses, c)
			}
		}
		for _, r := range e.Basis.Readings {
			if !slices.Contains(v.Readings, r) {
				v.Readings = append(v.Readings, r)
			}
		}
		if r, ok := e.Payload.(events.Ruled); ok && i == 0 {
			v.Verdict, v.Side, v.Play, v.Shape, v.Rulebook, v.Engine = r.Verdict, r.Side, r.Play, r.Shape, r.Rulebook, r.Engine
			v.Faults = append(v.Faults, r.Faults...)
			v.Facts = append(v.Facts, r.Facts...)
			continue
		}
		o := Event{Sequence: e.Sequence, Type: e.Type, Payload: e.Payload}
		if !e.Basis.Empty() {
			o.Basis = &e.Basis
		}
		v.Outcomes = append(v.Outcomes, o)
	}
	return v
}

// Print writes the view for people.
func (v *Ruling) Print(p *term.Page) {
	for _, due := range v.Due {
		head := fmt.Sprintf("#%d  %s", due.Sequence, moment(due.Recorded))
		p.Line("%s   %s", p.Style(term.Dim, head), p.Style(term.Yellow, "due before it:"))
		for _, f := range due.Facts {
			p.Item("  ", f.Message+" ("+f.Clause+")")
		}
	}
	if len(v.Due) > 0 {
		p.Blank()
	}
	head := fmt.Sprintf("#%s  %s", v.Address, moment(v.Recorded))
	if v.Foretold {
		head = fmt.Sprintf("dry run after #%d", v.Was.Sequence)
	}
	if v.Actor != "" {
		head += "  " + v.Actor
	}
	p.Line("%s   %s", p.Style(term.Dim, head), p.Style(term.Bold, v.Text))
	if v.Repeated {
		p.Line("%s", p.Style(term.Yellow, "This message was ruled on before; nothing was written. The ruling then:"))
	}
	if v.Clock != "" {
		p.Field("Sent", v.Clock)
	}
	if change := v.change(); change != "" {
		p.Field("Inserted", fmt.Sprintf("before #%d", v.Sequence))
	}
	for _, m := range v.Marks {
		p.Field("Since", markWords(&m))
	}
	if v.Edition > 0 {
		p.Field("Edition", fmt.Sprintf("%d; the current edition is %d", v.Edition, v.Holds))
	}
	v.verdict(p)
	for _, doubt := range v.Doubts {
		p.Field("Doubt", doubt)
	}
	v.facts(p)
	v.disputes(p)
	if v.Verdict != aggregate.Rejected || len(v.Outcomes) > 0 {
		v.outcomes(p)
	}
	if v.Drawn != nil {
		p.Blank()
		p.Raw(textBoard(p, *v.Drawn))
		p.Blank()
	}
	v.Standing.write(p, v.Was, v.types)
	if v.Checkpoint != nil {
		p.Blank()
		v.Checkpoint.Print(p)
	}
}

// verdict tells the verdict, with what it rests on and what speaks against the input. Other
// verdicts than accepted and rejected come from changes that reach back.
func (v *Ruling) verdict(p *term.Page) {
	switch v.Verdict {
	case aggregate.Rejected:
		p.Line("%s  %s", p.Style(term.Red, "REJECTED"), Counted(len(v.Faults), "fault"))
		v.faults(p)
		if len(v.Outcomes) > 0 {
			p.Field("Rests on", strings.Join(v.Clauses, ", "))
		}
		return
	case aggregate.Replaced:
		v.head(p, p.Style(term.Yellow, "DEFAULT"))
		v.faults(p)
	case aggregate.Stands:
		v.head(p, p.Style(term.Yellow, "STANDS"))
	case aggregate.Voided:
		v.head(p, p.Style(term.Yellow, "VOID"))
	case "": // where one looks, its ruling is not known yet
		p.Line("%s", p.Style(term.Yellow, "NOT RULED ON YET"))
		return
	default:
		v.head(p, p.Style(term.Green, "ACCEPTED"))
	}
	p.Field("Rests on", strings.Join(v.Clauses, ", "))
	p.Field("Readings", strings.Join(v.Readings, ", "))
}

// head is the verdict with the play as it was executed.
func (v *Ruling) head(p *term.Page, word string) {
	if v.Play != "" && v.Verdict != aggregate.Voided {
		word += "  " + cmp.Or(v.Algebraic, v.Play)
	}
	if v.Shape != "" {
		kinds := strings.Split(v.Shape, ", ")
		for i := range kinds {
			kinds[i] = v.types.says().Play(kinds[i])
		}
		word += "  [" + strings.Join(kinds, ", ") + "]"
	}
	p.Line("%s", word)
}

func (v *Ruling) faults(p *term.Page) {
	seenAs := v.types.first() // what a fault names stood where it was then
	for i, f := range v.Faults {
		text := f.Message
		if f.At > 0 && strings.Contains(v.Text, ";") {
			text = fmt.Sprintf("in play %d: %s", f.At, text)
		}
		if f.Clause != "" {
			text += " (" + f.Clause + ")"
		}
		if f.Interpretation != "" {
			text += ", reading " + f.Interpretation
		}
		p.Item(fmt.Sprintf("  %d. ", i+1), text)
		var seen []string
		if len(f.Pieces) > 0 {
			seen = append(seen, "pieces "+strings.Join(seenAs.listed(f.Pieces), ", "))
		}
		if len(f.Squares) > 0 {
			seen = append(seen, "squares "+strings.Join(f.Squares, ", "))
		}
		if len(seen) > 0 {
			p.Item("     ", p.Style(term.Dim, strings.Join(seen, "; ")))
		}
	}
}

func (v *Ruling) facts(p *term.Page) {
	var lines []string
	for _, f := range v.Facts {
		if f.Code == aggregate.FactToPlay || f.Code == aggregate.FactInCheck || f.Code == aggregate.FactWeights {
			continue // told below with the standing
		}
		text := f.Message
		if f.Clause != "" {
			text += " (" + f.Clause + ")"
		}
		if f.Interpretation != "" {
			text += ", reading " + f.Interpretation
		}
		lines = append(lines, text)
	}
	if len(lines) > 0 {
		p.Field("Facts", strings.Join(lines, "\n"))
	}
}

func (v *Ruling) outcomes(p *term.Page) { p.Field("So", strings.Join(v.Came(), "\n")) }

// Came tells what came of the input, a sentence each.
func (v *Ruling) Came() (lines []string) {
	names := v.types.first()
	from, laid := laidAnew(v.Outcomes)
	drawn := drawnArray(v.Outcomes, from, laid)
	for i, o := range v.Outcomes {
		if kind := o.Payload.Kind(); from <= i && i < laid || laid < i && i < drawn && slices.Contains(ofArrays, kind) {
			names.then(o.Payload)
			continue // the array is set up, which is told once
		}
		if e, ok := o.Payload.(events.EditionBegun); ok {
			lines = append(lines, fmt.Sprintf("edition %d is current; it restates %s from #%d on, %d with a different verdict", e.Edition, Counted(e.Restated, "input"), e.From, e.Flipped))
			continue
		}
		text := OutcomeWords(o.Payload, names)
		if lost, ok := o.Payload.(events.AtomicPlayed); ok && v.Verdict == aggregate.Rejected && lost.Play == aggregate.PlayPass {
			text = lost.Side + " loses its turn"
		}
		if text != "" {
			lines = append(lines, text)
		}
		names.then(o.Payload)
	}
	return lines
}

// laidAnew is where outcomes begin to set up an array anew, in place of pieces that are destroyed, and which of them says that it has been; both are 0
// if none does.
func laidAnew(list []Event) (from, laid int) {
	anew := false
	for i := range list {
		kind := list[i].Payload.Kind()
		switch {
		case kind == events.ArrayLaid{}.Kind() && anew:
			return from, i
		case kind == events.PieceDestroyed{}.Kind():
			anew = true
		case !slices.Contains(ofArrays, kind):
			from, anew = i+1, false
		}
	}
	return 0, 0
}

// drawnArray is where outcomes end that set up the pieces of an array on a board that was laid bare, by lots and without; 0 if none do.
func drawnArray(list []Event, from, laid int) int {
	created := events.PieceCreated{}.Kind()
	if laid == 0 || slices.ContainsFunc(list[from:laid], func(e Event) bool { return e.Payload.Kind() == created }) {
		return 0
	}
	for i := laid; i < len(list); i++ {
		if kind := list[i].Payload.Kind(); kind != (events.LotDrawn{}).Kind() && !slices.Contains(ofArrays, kind) {
			return i
		}
	}
	return len(list)
}

// ofArrays are the kinds of outcomes that set an array up.
var ofArrays = []string{events.PieceCreated{}.Kind(), events.PiecePlaced{}.Kind(), events.SquareClosed{}.Kind(), events.ArrayLaid{}.Kind()}

// Rulings is several rulings in a row.
type Rulings struct {
	Rulings []*Ruling `json:"rulings"`
}

// Print writes the view for people.
func (v *Rulings) Print(p *term.Page) {
	for i, r := range v.Rulings {
		if i > 0 {
			p.Blank()
		}
		r.Print(p)
	}
	if len(v.Rulings) > 1 && v.Rulings[0].Foretold && v.Refused() {
		p.Blank()
		p.Line("Nothing is written of any of them.")
	}
}

// Refused reports whether one of the inputs was not accepted.
func (v *Rulings) Refused() bool {
	return slices.ContainsFunc(v.Rulings, func(r *Ruling) bool { return r.Verdict != aggregate.Accepted })
}

// Of notes that a ruling is of an edition, if that is not the one where one looks.
func (v *Ruling) Of(edition, holds int) {
	if edition != holds {
		v.Edition, v.Holds = edition, holds
	}
}

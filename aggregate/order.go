package aggregate

import (
	"fmt"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
)

// When history is ruled on again, somebody may have decided what becomes of an input: a
// judge in a dispute, or the policy under which an edition is made.

// Remedies of an Order. They are part of the stored form.
const (
	// RemedyIllegal: the input is held to be illegal, whatever the rules in force say.
	RemedyIllegal = "illegal"
	// RemedyStands: if the play is illegal, its effects remain, as far as the board has room
	// for them.
	RemedyStands = "stands"
	// RemedyDefault: if the play is illegal, the side makes the play that an expired time
	// limit brings, provided that it is its turn.
	RemedyDefault = "default-play"
	// RemedyVoid: the input never happened.
	RemedyVoid = "void"
	// RemedyReopen: if the play is illegal, it never happened, the turn is open again for its
	// side, and no time limit runs from what was announced of the turns that followed. An
	// announcement under it starts no limit. Whoever rules so of one play has it fall in any case.
	RemedyReopen = "reopen"
	// RemedyRewind: as RemedyReopen of one play, and nothing that was done in the game before that was ruled happened
	// either. It is for package readjudicate, which knows what followed; a judge is never given it.
	RemedyRewind = "rewind"
)

// Remedies lists the remedies in the order in which they are documented.
var Remedies = []string{RemedyIllegal, RemedyStands, RemedyDefault, RemedyVoid, RemedyReopen, RemedyRewind}

// An Order is what is to become of one input.
type Order struct {
	Remedy string
	Clause string // what the one who gave it rests it on
	Reason string
	// Otherwise is the remedy of a play held to be illegal: RemedyDefault, RemedyReopen, or ""
	// to reject it without effect.
	Otherwise string
	// Effects are what an input that is no play had when it was recorded: those that remain if it stands.
	Effects []events.Outcome
}

func (o *Order) stands() bool { return o != nil && o.Remedy == RemedyStands }

func (o *Order) replaces() bool {
	return o != nil && (o.Remedy == RemedyDefault || o.Remedy == RemedyIllegal && o.Otherwise == RemedyDefault)
}

func (o *Order) reopens() bool {
	return o != nil && (o.Remedy == RemedyReopen || o.Otherwise == RemedyReopen)
}

// DecideUnder judges an input as Decide does, and then does what an order says; nil is no
// order. Only plays can be replaced or reopen a turn. What else stands though illegal keeps the effects
// that it had (Order.Effects), as far as there is still what they are about.
func (j *Judge) DecideUnder(in Input, o *Order) Decision {
	d := j.idle
	if j.idle = nil; d == nil || j.watch != nil {
		d = new(decision)
	} else if p, ok := in.Payload.(events.PlaySubmitted); ok && in.Play == nil {
		in.Play = j.read.Reuse(p.Text)
	}
	decision := j.ruleOn(j.beginIn(d, in, o))
	j.idle = d
	return decision
}

// ruleOn works out a decision.
func (j *Judge) ruleOn(d *decision) Decision {
	in, o := d.in, d.order
	play, isPlay := in.Payload.(events.PlaySubmitted)
	switch {
	case o != nil && o.Remedy == RemedyVoid:
		d.void(play)
		if isPlay && o.reopens() {
			d.reopen(play)
		}
		return d.close()
	case o != nil && o.Remedy == RemedyIllegal:
		what := "entry"
		if isPlay {
			what, d.ruling.Side, d.ruling.Play = "play", play.Side, play.Text
		}
		d.refuse(FaultHeldIllegal, o.Clause, "%s", o.because("the "+what+" is held to be illegal"))
	default:
		d.judgeInput()
	}
	switch {
	case !d.faulty():
	case isPlay && o.replaces():
		d.replace(play)
	case isPlay && o.reopens():
		d.undo()
		d.reopened = true
		d.reopen(play)
	case !isPlay && o.stands() && len(o.Effects) > 0:
		d.keep(o.Effects)
	case o == nil:
		d.penalise()
	}
	return d.close()
}

func (o *Order) because(text string) string {
	if o.Reason == "" {
		return text
	}
	return fmt.Sprintf("%s: %s", text, o.Reason)
}

// void rules that an input never happened.
func (d *decision) void(play events.PlaySubmitted) {
	d.ruling.Verdict, d.ruling.Side, d.ruling.Play = Voided, play.Side, play.Text
	d.note(FactVoided, d.order.Clause, "%s", d.order.because("the input is held never to have happened"))
}

// undo takes back what was tried of an input.
func (d *decision) undo() {
	d.undone = true
	d.now.copyFrom(d.before)
	d.out, d.playsNext, d.passing, d.leaving, d.departed, d.decreeing, d.anew = d.out[:1], "", nil, nil, nil, nil, false
}

// reopen gives a side that was to play its turn again, without a limit.
func (d *decision) reopen(play events.PlaySubmitted) {
	s := d.state()
	if _, ok := s.findSide(play.Side); !ok || !s.Started() || s.ToPlay() != play.Side || d.law().citeTurn() == "" {
		return
	}
	d.note(FactReopened, d.law().sectionClause("time"), "the turn of %s is open again; a time limit runs from the next announcement", play.Side)
	d.emit(d.law().turn, events.TurnBegan{Side: play.Side, Skipped: s.skipped})
}

// dispense makes facts of the faults of an input that stands.
func (d *decision) dispense() {
	what := "input"
	if d.ruling.Subject == (events.PlaySubmitted{}).Kind() {
		what = "play"
	}
	d.note(FactStands, d.order.Clause, "%s", d.order.because("the "+what+" is illegal, and its effects remain"))
	for _, f := range d.ruling.Faults {
		d.fact(events.Fact{Code: f.Code, Clause: f.Clause, Message: f.Message, Interpretation: f.Interpretation, Squares: f.Squares, Pieces: f.Pieces})
	}
	d.ruling.Faults = nil
}

// replace makes a side's default play in the place of its illegal one. Out of turn no limit
// runs for it, and nothing takes the play's place.
func (d *decision) replace(play events.PlaySubmitted) {
	d.undo()
	s := d.state()
	i, ok := s.findSide(play.Side)
	if !ok || !s.Started() || d.suspended() || s.ToPlay() != play.Side || s.free() ||
		d.law().proc.Clock == nil || !d.needBoard() {
		return
	}
	kind := d.defaultKind(movement.SideID(i))
	d.note(FactReplaced, d.law().citeDefault(), "in its place stands the default play of %s, a %s", play.Side, kindWords[kind])
	d.ruling.Play = (notation.Play{Items: []notation.Item{{Kind: kind}}}).String()
	d.replaced = true
	d.playDefault(play.Side, kind)
}

// asWritten is the capture that the text of a play describes, whether or not the piece can.
func (p *play) asWritten(s *step, id, victim movement.PieceID, over []movement.PieceID) (movement.Taking, bool) {
	pos := p.d.now.pos
	w := pos.TakingOf(append(over, victim), pos.Where(victim))
	switch {
	case s.item.Way == notation.Shot:
		w.To = pos.Where(id)
	case s.item.To != "":
		sq, ok := p.d.law().ruleset.Square(s.item.To)
		if !ok || pos.At(sq) != movement.NoPiece && sq != w.At {
			return w, false
		}
		w.To = sq
	}
	return w, !p.d.law().ruleset.Wide() || pos.FitsAfter(id, w)
}

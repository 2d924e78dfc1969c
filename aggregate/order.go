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
	// limit brings (1230.2 §4), provided that it is its turn.
	RemedyDefault = "default-play"
	// RemedyVoid: the input never happened.
	RemedyVoid = "void"
)

// Remedies lists the remedies in the order in which they are documented.
var Remedies = []string{RemedyIllegal, RemedyStands, RemedyDefault, RemedyVoid}

// An Order is what is to become of one input.
type Order struct {
	Remedy string
	Clause string // what the one who gave it rests it on
	Reason string
	// Otherwise is the remedy of a play held to be illegal: RemedyDefault, or "" to reject it
	// without effect.
	Otherwise string
}

func (o *Order) stands() bool { return o != nil && o.Remedy == RemedyStands }

func (o *Order) replaces() bool {
	return o != nil && (o.Remedy == RemedyDefault || o.Remedy == RemedyIllegal && o.Otherwise == RemedyDefault)
}

// DecideUnder judges an input as Decide does, and then does what an order says; nil is no
// order. Only plays can stand though illegal, be held illegal or be replaced: of inputs of
// other kinds the rules alone decide, unless they are void.
func (j *Judge) DecideUnder(in Input, o *Order) Decision {
	d := j.begin(in, o)
	play, isPlay := in.Payload.(events.PlaySubmitted)
	switch {
	case o != nil && o.Remedy == RemedyVoid:
		d.void(play)
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
	if isPlay && d.faulty() && o.replaces() {
		d.replace(play)
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

// dispense makes facts of the faults of a play that stands.
func (d *decision) dispense() {
	d.note(FactStands, d.order.Clause, "%s", d.order.because("the play is illegal, and its effects remain"))
	for _, f := range d.ruling.Faults {
		d.fact(events.Fact{Code: f.Code, Clause: f.Clause, Message: f.Message, Interpretation: f.Interpretation, Squares: f.Squares, Pieces: f.Pieces})
	}
	d.ruling.Faults = nil
}

// replace makes a side's default play in the place of its illegal one. Out of turn no limit
// runs for it, and nothing takes the play's place.
func (d *decision) replace(play events.PlaySubmitted) {
	d.now.copyFrom(d.before)
	d.out = d.out[:1]
	s := d.state()
	i, ok := s.findSide(play.Side)
	if !ok || !s.Started() || d.suspended() || s.ToPlay() != play.Side || s.ffa.State == FreeForAllRunning ||
		d.law().proc.Time == nil || !d.needBoard() {
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
	return w, true
}

package aggregate

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules/movement"
	"adjudicate/rules/names"
)

// A play is one play being judged: first whether it may be made at all, then its atomic
// plays one after the other on the board as they leave it, then what follows at its end.
type play struct {
	d      *decision
	side   movement.SideID
	name   string // of the side
	player string
	how    string
	steps  []step
	early  bool // a check to another side cut it short

	checked   []bool // sides in check before the atomic play, in a play of several; else nil
	between   []bool // the same between it and the promotions announced with it; nil without any
	moved     []movement.PieceID
	done      []notation.Item // as executed, with full names
	promoted  []madePromotion
	atEnd     []chosenPromotion  // those that come at the end of the turn
	captured  *capturedPiece     // by the atomic play being made
	doing     *act               // the atomic play being made, where duties ask for the board after it
	also      []movement.PieceID // captured besides, where several stand on a square
	terms     *declaredLaw       // the declared kind in which the capture is made; nil: none
	manner    string             // the kind of the capture being made, where it could be another
	turned    bool               // the captor became another type on the way of the capture being made
	taken     *movement.Ply      // of the capture being made, where that does more than capture; else nil
	from      movement.Square    // where the piece of the atomic play being made stood
	falls     []fall
	burst     []movement.Fallen // what the definitions of a captor and of its victims have destroyed
	limited   []holding         // where an instance limit may have been exceeded
	failed    bool              // an atomic play could not be executed
	noCapture string            // clause that forbids capturing royal pieces now, "" if none
	single    string            // clause that allows a single atomic play only, "" if none
	sent      string            // the text, as it was sent; "" if it was not
	cast      bool              // lots decide of its acts
	foiled    bool              // one has decided that an act is not made
	due       events.Half       // what a capture in a declared kind costs, which is made

	checkBuf [3][8]bool
	holdBuf  [8]movement.PieceID
	moveBuf  [64]movement.Square
	takeBuf  [8]movement.Taking
	wayBuf   [4]string
	board    *movement.Position // on which what follows is worked out
	late     []movement.Late    // what follows by lot once the play has been judged
}

// step is an atomic play of the text with the promotions announced after it.
type step struct {
	item  notation.Item
	at    int // from 1, among the atomic plays as written
	names []notation.Item

	chosen []step // besides it, where plays are put together of acts
}

// submit judges a play that somebody sent.
func submit(d *decision, in events.PlaySubmitted) {
	d.ruling.Side = in.Side
	if !d.needBoard() {
		return
	}
	d.rests = d.law().end
	d.manned()
	d.begun()
	i, ok := d.state().findSide(in.Side)
	if !ok {
		d.refuse(FaultUnknownSide, "", "no such side: %q%s", in.Side, meant(in.Side, d.sideNames()))
		return
	}
	p := d.judge.play()
	defer d.judge.played(p)
	d.sit(in.Side)
	p.d, p.side, p.name, p.player, p.how = d, movement.SideID(i), in.Side, d.state().sides[i].player, HowSubmitted
	d.submit(p, in)
}

// play is an empty play in memory that no other play uses.
func (j *Judge) play() *play {
	p := j.spare
	if j.spare = nil; p == nil {
		p = new(play)
	}
	steps, done, moved := p.steps[:0], p.done[:0], p.moved[:0]
	*p = play{}
	p.steps, p.done, p.moved = steps, done, moved
	return p
}

// played takes a play back that has been judged.
func (j *Judge) played(p *play) { j.spare = p }

// submit judges a play of a side.
func (d *decision) submit(p *play, in events.PlaySubmitted) {
	text := p.said()
	if p.keeps(in, text) {
		return
	}
	if text.Err != nil {
		if !d.faulty() {
			d.notation(text.Err)
		}
		p.gate(in)
		d.standing()
		return
	}
	p.split(text.Play)
	p.gate(in)
	p.sent = in.Text
	d.keepMoment()
	p.run()
	d.stood = d.order.stands() && d.faulty() && !p.failed && len(p.done) > 0
	if d.faulty() && !d.stood {
		d.ruling.Play = in.Text
		d.standing()
		return
	}
	d.ruling.Play = written(p.done)
	d.endPlay(p.name, p.how, p.early)
}

// notation turns a syntax error into a fault.
func (d *decision) notation(err error) {
	message := err.Error()
	var syntax *notation.SyntaxError
	if errors.As(err, &syntax) {
		message = syntax.Error()
	}
	d.refuse(FaultNotation, "", "%s", message)
}

// turnOf says whose turn it is, nobody's once the game is over.
func turnOf(side string) string { return "it is the turn of " + cmp.Or(side, "nobody") }

// gate asks whether the side may make a play now: is it its turn, is it in time, and do the
// stages let it? Faults are told in this order. A side that plays automatically may surrender at any time.
func (p *play) gate(in events.PlaySubmitted) {
	d := p.d
	s := d.state()
	if s.Started() && s.ToPlay() != p.name && d.law().citeTurn() != "" && !s.free() {
		if p.yieldsAtWill() {
			p.how = HowNotified
		} else if p.spurs() {
			p.how = HowSpur
		} else if s.lapsed.side == p.name {
			d.fault(events.Fault{Code: FaultLimitExpired, Clause: d.law().citeDefault(), Interpretation: d.law().used("late-play"),
				Message: "the time limit of " + p.name + " expired at " + when(s.lapsed.expired) + ", and its default play stands: " + turnOf(s.ToPlay())})
		} else {
			d.refuse(FaultNotYourTurn, d.law().citeTurn(), "%s, not of %s", turnOf(d.whose()), p.name)
		}
	}
	if began, early := d.tooEarly(p.name); early {
		d.fault(events.Fault{Code: FaultNotYourTurn, Clause: d.law().citeTurn(), Interpretation: d.law().used("early-play"),
			Message: "the play was sent at " + when(d.in.moment()) + ", before the turn of " + p.name + " began with the play of " + when(began)})
	}
	lateGate(d, p, in)
	stageGate(d, p, in)
}

func (p *play) isSurrender() bool {
	return len(p.steps) == 1 && p.steps[0].item.Kind == notation.Surrender
}

func (p *play) isPass() bool {
	return len(p.steps) == 1 && p.steps[0].item.Kind == notation.Pass
}

// split gives every atomic play the announcements that follow it.
func (p *play) split(text notation.Play) {
	for _, item := range text.Items {
		item.From, item.To, item.Victim = strings.ToLower(item.From), strings.ToLower(item.To), strings.ToLower(item.Victim)
		item.Over, item.Via = slices.Clone(item.Over), slices.Clone(item.Via)
		for i, sq := range item.Via {
			item.Via[i] = strings.ToLower(sq)
		}
		for i, sq := range item.Over {
			item.Over[i] = strings.ToLower(sq)
		}
		p.settle(&item)
		if item.Kind.Declared() && item.Victim != "" { // "charge Ra1xb3"
			taking := item
			taking.Kind, taking.Manner = notation.Capture, string(item.Kind)
			if p.d.law().inKind(&taking) != "" {
				item = taking
			}
		}
		if item.Kind == notation.Capture && item.Manner != "" && p.d.law().declaredKind(item.Manner) != nil && p.d.law().inKind(&item) == "" {
			item.Kind, item.Manner = notation.Kind(item.Manner), "" // nothing captures in this kind, which is told as that
		}
		switch {
		case p.chooses(&item):
			last := &p.steps[len(p.steps)-1]
			last.chosen = append(last.chosen, step{item: item, at: last.at})
		case p.tellsAlong(&item):
			last := &p.steps[0].item
			last.With = append(last.With, notation.With{Name: item.Name, From: item.From, To: item.To})
		case item.Atomic() || len(p.steps) == 0 && (p.d.law().whole || p.staysOn(&item)):
			p.steps = append(p.steps, step{item: item, at: len(p.steps) + 1})
		case len(p.steps) == 0:
			p.d.refuse(FaultPromotionNotAllowed, p.d.law().citePlays(), "a promotion follows the atomic play that causes it: %q comes first", item.Text)
		default:
			last := &p.steps[len(p.steps)-1]
			last.names = append(last.names, item)
		}
	}
}

// tellsAlong reports whether an item tells which piece moves along with the first, where each play is one act: people write that as they
// would in a game of whole turns.
func (p *play) tellsAlong(item *notation.Item) bool {
	l := p.d.law()
	return l.single() && !l.whole && l.round.strength == nil && len(p.steps) == 1 && p.steps[0].item.Kind == notation.Move && item.Kind == notation.Move && item.ID == ""
}

// fault notes a fault of one atomic play.
func (p *play) fault(s *step, code, clause string, squares, pieces []string, format string, args ...any) {
	p.d.fault(events.Fault{
		Code: code, Clause: clause, Message: fmt.Sprintf(format, args...),
		At: s.at, Squares: squares, Pieces: pieces,
	})
}

// reading names the entry that decided the fault noted last.
func (p *play) reading(entry string) {
	p.d.ruling.Faults[len(p.d.ruling.Faults)-1].Interpretation = p.d.law().used(entry)
}

func (d *decision) sideNames() []string {
	var names []string
	for i := range d.state().sides {
		if !d.state().sides[i].gone {
			names = append(names, d.state().sides[i].name)
		}
	}
	return names
}

// meant suggests the nearest of names, as the end of a sentence.
func meant(name string, known []string) string {
	if hint := names.Suggest(name, known, ""); hint != "" {
		return "; " + hint
	}
	return ""
}

// listed joins names for a message: "a, b and c".
func listed(names []string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	return strings.Join(names[:len(names)-1], ", ") + " and " + names[len(names)-1]
}

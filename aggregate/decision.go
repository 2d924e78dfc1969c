package aggregate

import (
	"fmt"
	"slices"
	"sync"
	"time"

	"adjudicate/events"
)

// A decision is one input being judged. Its handler collects faults and facts and emits
// outcomes; each outcome is applied to the table now, so that later steps see it. The
// table before stays as it was when the input came.
type decision struct {
	judge       *Judge
	in          Input
	before, now *table
	ruling      events.Ruled
	out         []events.Outcome // out[0] is kept for the ruling
	rests       *events.Basis    // what the ruling rests on whatever it is
	order       *Order           // how it is to be ruled, nil: by the rules alone
	stood       bool             // an illegal play whose effects remain
	replaced    bool             // a default play has been made in its place
	undone      bool             // what was tried of it has been taken back
	reopened    bool             // an illegal play never happened, and its side's turn is open again
	automated   []string         // sides that have played automatically since the input
	resigned    *endLaw          // by which a Surrender ends the game
	resigner    string           // whose Surrender does, of several sides that play at once
	playsNext   string           // the side that a rule lets play next, until a turn has ended
	nextBy      *events.Basis    // the entry that lets it
	passing     []sideEffect     // sides whose turn a rule ends with a Pass or a play, once all else has been done
	made        string           // the play that a rule makes for a side, until it has ended
	timeless    string           // the side whose limit has just expired: it has paid for its turn, and what it has been given since is for what comes
	leaving     []sideEffect     // sides that a rule lets leave, once all else has been done
	decreeing   []sideEffect     // what effects say of the force of rules, once all else has been done
	departed    []string         // those that have left so
	anew        bool             // the array has been set up anew, and nobody's turn has begun since
	penalised   bool             // something follows of the refusal of a play
	created     map[string]int   // what it has brought about so far; see labelFor
	together    bool             // a play after others of a round, whose side may be in check
	making      bool             // the plays of a round are being made
	tried       bool             // a play that is judged by itself: what waits until it has been judged waits on
	lotless     bool             // it is only asked what an input would come to: no lot decides of its acts
	waiting     *play            // whose lots and surrenders do
	fated       *drawnLots       // of a play that is made together with others: what lots have decided of it
	orders      []order          // of a play that is judged by itself, where orders are weighed
	dueAt       time.Time        // when what is brought about became due; zero: nothing is
	asOf        time.Time        // the moment of what is brought about, as formulas know it
	settled     bool             // all of it has been settled, up to the last moment
	timed       bool             // it has set the limit of a side whose clock runs
	banked      events.Half      // what that side had then
	agreed      bool             // it takes effect now: whoever had to agree has
	sums        quantities       // that a formula is asked with
	ending      endScene         // that an end is asked with
	proposer    string           // of what takes effect now; empty: it is done by who enters it

	grounds map[string]events.Half // what limits count on where plays have been taken back at another table, by account
}

// handlers holds, by the kind of input, the function that judges it: every input of package
// events but adoptions of editions and disputes, on which the rules of the game do not rule.
// The order is that in which a game meets them.
func handlers() map[string]func(*decision) {
	handled.Do(func() { handled.by = handlersByKind() })
	return handled.by
}

// handled keeps the handlers: what they do can lead to one of them.
var handled struct {
	sync.Once
	by map[string]func(*decision)
}

func handlersByKind() map[string]func(*decision) {
	return byKind(
		// The game and what holds in it.
		on(openGame), on(enactRule), on(amendRule), on(repealRule), on(adoptReading), on(addEntry),
		// Who plays.
		on(registerPlayer), on(changeStatus), on(registerKey), on(demandSignatures), on(fillOffice), on(vacateOffice),
		on(createSide), on(destroySide), on(transferSide), on(changeAttribute),
		// What sides own.
		on(choosePieces), on(purchase), on(destroyPiece), on(recordTransaction),
		// Play.
		on(setArray), on(startGame), on(supplyLot), on(submit),
		// What rules let people do beside playing.
		on(usePower), on(answer),
		// Time.
		on(announceState), on(extendLimit), on(passTime),
		on(announceStage), on(objectToStage), on(correctStage),
	)
}

// A handler judges the inputs of one kind.
type handler struct {
	kind  string
	judge func(*decision)
}

// on makes a handler of the function that judges inputs of type P.
func on[P events.Payload](judge func(*decision, P)) handler {
	var p P
	return handler{p.Kind(), func(d *decision) { judge(d, d.in.Payload.(P)) }}
}

func byKind(list ...handler) map[string]func(*decision) {
	m := make(map[string]func(*decision), len(list))
	for _, h := range list {
		if m[h.kind] != nil {
			panic("two functions judge inputs of kind " + h.kind)
		}
		m[h.kind] = h.judge
	}
	return m
}

// state returns the state with everything emitted so far.
func (d *decision) state() *State { return d.now.state }

// law returns the rules in force with everything emitted so far. Its clauses and bases are
// always there; its formulas and moves only after needBoard.
func (d *decision) law() *law { return d.now.rulebook() }

// needBoard compiles what is in force and lays the board. If the rules cannot be applied it
// notes the fault and reports false.
func (d *decision) needBoard() bool {
	err := d.before.compile()
	if err == nil && d.now.laid == nil && d.now.law == d.before.law {
		d.now.copyBoard(d.before)
	}
	if err == nil {
		err = d.now.compile()
	}
	if err != nil {
		d.refuse(FaultRulebook, "", "the rules in force cannot be applied: %v", err)
	}
	return err == nil
}

// emit adds an outcome and applies it. Nothing may be emitted of an input that is refused
// for certain: the outcomes of a decision with faults are thrown away. What no section of its
// own speaks of rests on what brought it about.
func (d *decision) emit(b *events.Basis, p events.Payload) {
	if b != nil && len(b.Clauses) == 0 {
		b = d.because(b)
	}
	d.out = append(d.out, events.Outcome{Payload: p, Basis: b})
	d.now.apply(p)
}

// because gives a basis without clauses those of the ruling, or of the outcome before.
func (d *decision) because(b *events.Basis) *events.Basis {
	if d.rests != nil && len(d.rests.Clauses) > 0 {
		return basisOf(b.Readings, d.rests.Clauses...)
	}
	if last := d.out[len(d.out)-1].Basis; last != nil {
		return basisOf(b.Readings, last.Clauses...)
	}
	return b
}

// fault notes one reason why the input is rejected. All reasons are collected.
// What a refused play would have made never comes to be, so a
// refusal names none of it: the label is somebody else's later.
func (d *decision) fault(f events.Fault) {
	if d.before != nil && !d.order.stands() {
		f.Pieces = d.before.state.Those(f.Pieces)
	}
	d.ruling.Faults = append(d.ruling.Faults, f)
}

// refuse notes a fault that names no squares or pieces.
func (d *decision) refuse(code, clause, format string, args ...any) {
	d.fault(events.Fault{Code: code, Clause: clause, Message: fmt.Sprintf(format, args...)})
}

// fact notes something that the ruling rests on.
func (d *decision) fact(f events.Fact) { d.ruling.Facts = append(d.ruling.Facts, f) }

// note notes a fact that names no squares or pieces.
func (d *decision) note(code, clause, format string, args ...any) {
	d.fact(events.Fact{Code: code, Clause: clause, Message: fmt.Sprintf(format, args...)})
}

// faulty reports whether a fault has been noted.
func (d *decision) faulty() bool { return len(d.ruling.Faults) > 0 }

// close makes the Decision of what has been collected.
func (d *decision) close() Decision {
	if !d.faulty() || d.replaced || d.stood || d.reopened || d.penalised {
		d.settleAll()
	}
	if d.penalised && d.state().ToPlay() != d.before.state.ToPlay() {
		d.ruling.Facts = slices.DeleteFunc(d.ruling.Facts, func(f events.Fact) bool { return f.Code == FactToPlay }) // an outcome says whose turn it is
	}
	d.tell()
	d.ruling.Rulebook = d.judge.base.rulebook().hash
	switch {
	case d.stood:
		d.ruling.Verdict, d.ruling.Shape = Stands, ""
		d.dispense()
	case d.reopened:
		d.ruling.Verdict, d.ruling.Shape = Voided, ""
	case d.faulty():
		d.ruling.Verdict, d.ruling.Shape = Rejected, ""
		if d.replaced {
			d.ruling.Verdict = Replaced
		} else if !d.penalised {
			d.out = d.out[:1:1]
		}
	}
	d.out[0] = events.Outcome{Payload: d.ruling, Basis: d.rulingBasis()}
	if !d.faulty() || d.replaced || d.reopened || d.penalised {
		d.judge.decided = d.out
	}
	return Decision{Ruling: d.ruling, Outcomes: d.out}
}

// settleAll brings about what waits until everything else has been done: at the end of an input, or of each moment that time has made due.
func (d *decision) settleAll() {
	if d.settled {
		return
	}
	d.begunAnew()
	for d.afterAll(); ; d.afterAll() { // more may come to be by another law
		if d.awaken(); len(d.leaving)+len(d.passing)+len(d.decreeing) == 0 {
			break
		}
	}
	d.stopped() // whatever has ended the game
	d.promise()
	d.keepTime()
}

// afterAll brings about what effects leave until everything else has been done.
func (d *decision) afterAll() {
	for len(d.leaving)+len(d.passing) > 0 {
		if d.departs() {
			d.keepTurn()
		}
		d.passes()
	}
	d.decrees()
}

// rulingBasis is what the ruling itself rests on: every clause and reading that its faults
// and facts name, and those of the outcomes up to the end of the play.
func (d *decision) rulingBasis() *events.Basis {
	room := new(struct {
		events.Basis
		clauses  [4]string
		readings [2]string
	})
	b := &room.Basis
	b.Clauses, b.Readings = room.clauses[:0], room.readings[:0]
	addBasis(b, d.rests)
	var seen *events.Basis
	for i := range d.out[1:] {
		o := &d.out[i+1]
		if _, ended := o.Payload.(events.PlayEnded); ended {
			break
		}
		if o.Basis != seen {
			seen = o.Basis
			addBasis(b, o.Basis)
		}
	}
	for i := range d.ruling.Faults {
		addClause(b, d.ruling.Faults[i].Clause, d.ruling.Faults[i].Interpretation)
	}
	for i := range d.ruling.Facts {
		addClause(b, d.ruling.Facts[i].Clause, d.ruling.Facts[i].Interpretation)
	}
	if len(b.Clauses) == 0 {
		b.Clauses = nil // as it is when it is read back
	}
	if len(b.Readings) == 0 {
		b.Readings = nil
	}
	return b
}

// addBasis adds what more names to b, each once.
func addBasis(b, more *events.Basis) {
	if more == nil {
		return
	}
	for _, clause := range more.Clauses {
		addClause(b, clause, "")
	}
	for _, reading := range more.Readings {
		addClause(b, "", reading)
	}
}

func addClause(b *events.Basis, clause, reading string) {
	if clause != "" && !slices.Contains(b.Clauses, clause) {
		b.Clauses = append(b.Clauses, clause)
	}
	if reading != "" && !slices.Contains(b.Readings, reading) {
		b.Readings = append(b.Readings, reading)
	}
}

package explain

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/notation"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// besides are the conditions that rules put to plays besides what pieces can do, by the faults that say themselves what decides them.
var besides = map[string]string{
	aggregate.FaultDuty:   "the play keeps the duties, but ",
	aggregate.FaultChoice: "the choices are made, but ",
	aggregate.FaultLimit:  "no limit is exceeded, but ",
}

// duties adds the duties, choices and limits that a stage keeps or offends.
func duties(n *Node, s *aggregate.Stage) {
	for _, k := range s.Kept {
		n.add(test(true, k.Text).by(k.Clause))
	}
	for _, f := range s.Faults {
		if text, ok := besides[f.Code]; ok {
			n.add(test(false, text+f.Message).by(f.Clause).stands(f.Code).at(f.Squares...).of(f.Pieces...))
		}
	}
}

// play explains a play: whether there may be one, of which atomic plays it consists, each of
// them on the board as it stands then, and whether its maker is left in check.
func (e *explainer) play(in events.PlaySubmitted) *Node {
	root := all(fmt.Sprintf("%s may play %s", in.Side, strings.TrimSpace(in.Text)))
	if err := e.law.Err(); err != nil {
		root.add(test(false, "the rules in force can be applied: "+err.Error()).stands(aggregate.FaultRulebook))
		root.accuse(e.ruled.Faults)
		return root
	}
	if m, waits := e.state.PendingPlay(in.Side); waits {
		root.add(test(false, fmt.Sprintf("no play of %s waits for the consent of others, but %s does", in.Side, m)).stands(aggregate.FaultPending).
			needs("it is answered, or withdrawn, first"))
		root.accuse(e.ruled.Faults)
		return root
	}
	before := e.gates(root, in)
	if slices.ContainsFunc(e.outcomes, func(o events.Outcome) bool { return o.Payload.Kind() == events.MatterOpened{}.Kind() }) {
		e.kept = true
		root.add(fact("it waits for the consent of others, and is made when nobody can refuse it any more"))
	}
	whole := e.whole()
	switch {
	case e.ordered():
		root.add(fact("a side gives orders, one to each piece at most: they are weighed when all are in").by(e.citeTogether()))
	case !whole:
		root.add(e.shape(in))
	}
	duties(root, &e.attempt.Before)
	root.accuse(e.attempt.Before.Faults)
	e.facts(before, e.attempt.Before.Facts)
	var plays []*Node
	asked := false
	checks := e.checkStages()
	for i := range e.attempt.Stages {
		s := &e.attempt.Stages[i]
		var n *Node
		switch s.Kind {
		case aggregate.StageAtomic:
			n = e.atomic(s, in.Side)
			plays = append(plays, n)
		case aggregate.StageEnd, aggregate.StageAfter:
			n = all("at the end of the play")
			if s.Kind == aggregate.StageAfter {
				n = all("once the play has been judged")
			}
			duties(n, s)
			e.tell(n, s)
		case aggregate.StageCheck:
			asked = true
			n = e.ownCheck(s, in.Side, checks)
			duties(n, s)
		default:
			continue
		}
		n.accuse(s.Faults)
		e.facts(n, s.Facts)
		if s.Kind != aggregate.StageEnd && s.Kind != aggregate.StageAfter || len(n.Children) > 0 {
			root.add(n)
		}
	}
	if !whole {
		e.unplayed(root, len(plays))
	}
	if len(plays) > 0 && !asked && !e.ordered() && len(e.ruled.Faults) > 0 && e.law.Procedure().Checks != nil {
		root.add(fact("whether " + in.Side + " would be left in check is not asked, since the play cannot be made").by(e.law.Section("checks")))
	}
	return root
}

// whole reports whether the play was judged as a whole turn.
func (e *explainer) whole() bool {
	return slices.ContainsFunc(e.attempt.Stages, func(s aggregate.Stage) bool { return s.Whole })
}

// ordered reports whether the play consists of orders that are weighed.
func (e *explainer) ordered() bool {
	return slices.ContainsFunc(e.attempt.Stages, func(s aggregate.Stage) bool { return s.Order })
}

// gates asks whether the side may make a play at all. It returns the node that facts of the
// ruling about it belong to.
func (e *explainer) gates(root *Node, in events.PlaySubmitted) *Node {
	s := e.state
	e.office(root)
	if s.Over() {
		root.add(test(false, "the game goes on").by(e.law.Turn()).stands(aggregate.FaultOver))
	}
	root.add(test(s.Started(), "the game has begun").by(e.law.Turn()).stands(aggregate.FaultNotStarted).needs("the game is to be started"))
	side, known := s.Side(in.Side)
	if !known {
		root.add(test(false, fmt.Sprintf("there is a side %q", in.Side)).stands(aggregate.FaultUnknownSide).needs("one of " + strings.Join(e.sideNames(), ", ")))
		return root
	}
	read := e.Judge.Reading(e.Input)
	play, err := read.Play, read.Err
	reads := test(err == nil, "the text reads as a play").stands(aggregate.FaultNotation, aggregate.FaultPromotionNotAllowed, aggregate.FaultAmbiguous)
	if err == nil && slices.ContainsFunc(e.ruled.Faults, func(f events.Fault) bool { return f.Code == aggregate.FaultPromotionNotAllowed && f.At == 0 }) {
		reads.Holds = false
		reads.needs("a promotion stands after the atomic play that brings it about")
	}
	if err != nil {
		reads.needs(err.Error())
	}
	if o, _ := e.law.Vacant(s); o != nil && !reads.Holds {
		return root // the text of a play in a suspended game is not looked at
	}
	if reads.Holds || err == nil || s.Started() && !s.Over() || e.accused(aggregate.FaultNotation) {
		root.add(reads)
	}
	e.turn(root, in, side, play)
	return root
}

// accused reports whether the ruling has a fault.
func (e *explainer) accused(code string) bool {
	return slices.ContainsFunc(e.ruled.Faults, func(f events.Fault) bool { return f.Code == code })
}

// turn asks whether it is the side's turn, within its limit or a stage without turns.
func (e *explainer) turn(root *Node, in events.PlaySubmitted, side aggregate.Side, play notation.Play) {
	s := e.state
	st := s.Pending()
	at := e.Input.At
	if in.Sent != nil && in.Sent.Before(at) {
		at = *in.Sent
	}
	_, ends := e.law.AtWill()
	running, atWill := s.Free(), ends || e.law.Automates(&side)
	surrender := len(play.Items) == 1 && play.Items[0].Kind == notation.Surrender
	if e.round(root, in.Side, play, at) {
		return
	}
	if t := s.Facing(in.Side); t != s {
		facing := *e
		facing.state = t
		e, s = &facing, t
	}
	e.allowed(root, play)
	switch {
	case running && surrender && atWill && !at.Before(st.Ends):
		root.add(e.yields(in.Side))
	case running:
		e.freely(root, at, in.Side)
	case s.Started() && s.ToPlay() != in.Side && surrender && atWill:
		root.add(e.yields(in.Side))
	case s.Started():
		stands, rests := aggregate.FaultNotYourTurn, e.law.Turn()
		expired, lapsed := s.Lapsed(in.Side)
		lapsed = lapsed && s.ToPlay() != in.Side
		if lapsed {
			stands, rests = aggregate.FaultLimitExpired, e.law.Default()
		}
		text := "it is the turn of " + in.Side
		if s.ToPlay() != in.Side {
			text += ", but " + e.toPlay()
		}
		n := test(s.ToPlay() == in.Side, text).by(rests).stands(stands).
			needs(fmt.Sprintf("%s; %s is number %d of the order %s", e.toPlay(), in.Side,
				slices.Index(s.Order(), in.Side)+1, strings.Join(s.Order(), ", ")))
		if lapsed {
			n.read(e.law.Reading("late-play")).needs("the time limit of " + in.Side + " expired at " + moment(expired) + ", and its default play stands")
		}
		root.add(n)
		if e.law.Reads("early-play", "too-early") && s.ToPlay() == in.Side {
			began := s.TurnSince()
			root.add(test(!at.Before(began), fmt.Sprintf("the play of %s was sent after the turn of %s began with the play of %s", moment(at), in.Side, moment(began))).
				by(e.law.Turn()).stands(aggregate.FaultNotYourTurn).read(e.law.Reading("early-play")))
		}
	}
	willing := surrender && atWill
	if limit, on := s.Limit(); on && !running && !willing && limit.Side == in.Side {
		over := !at.Before(limit.Expires)
		n := test(!over || e.law.Reads("late-play", "accept"),
			fmt.Sprintf("the play of %s came before the time limit expires at %s", moment(at), moment(limit.Expires))).
			by(e.law.Default()).stands(aggregate.FaultLimitExpired)
		if over {
			n.read(e.law.Reading("late-play"))
			n.needs("that time has passed is to be recorded: then the default play stands")
		}
		root.add(n)
	}
	if g, ok := e.law.Stage(st.Stage); ok && st.State == aggregate.StageAnnounced && !willing {
		root.add(test(at.Before(st.Starts), "the "+g.Called()+" announced begins only at "+moment(st.Starts)).
			by(g.Itself()).stands(g.Fault("due")).needs("that time has passed is to be recorded first"))
	}
}

// yields says that a side may surrender at any time.
func (e *explainer) yields(side string) *Node {
	if s, _ := e.state.Side(side); !e.law.Automates(&s) {
		clause, _ := e.law.AtWill()
		return fact(side + " may surrender at any time").by(clause)
	}
	return fact(side + " is " + e.law.Word(e.law.Procedure().Automatic.Who) + " and may surrender at any time").by(e.law.Section("automatic"))
}

// freely asks what a stage without turns asks of a play.
func (e *explainer) freely(root *Node, at time.Time, side string) {
	st := e.state.Running()
	n := all("a " + e.law.Called(st.Stage) + " runs, which ignores the order")
	if g, ok := e.law.Stage(st.Stage); ok {
		n.by(g.During())
		n.add(test(at.Before(st.Ends), "it lasts until "+moment(st.Ends)).stands(g.Fault("due")))
		if !at.Before(st.Ends) {
			root.add(n) // its terms hold no longer
			return
		}
		if g.Single {
			e.single = &g
		}
		if g.Spares {
			e.noRoyals = g.During()
		}
		n.add(e.waits(at, side, g))
	}
	root.add(n)
}

// allowed asks whether a stage that has acts of its own lets a side make those of a play.
func (e *explainer) allowed(root *Node, play notation.Play) {
	g, ok := e.law.Stage(e.state.Running().Stage)
	if !ok || len(g.Acts) == 0 {
		return
	}
	fits := true
	for _, item := range play.Items {
		fits = fits && (!item.Atomic() || slices.Contains(g.Acts, e.law.ActOf(&item)))
	}
	root.add(test(fits, "during the "+g.Called()+" a side makes these acts alone: "+strings.Join(g.Acts, ", ")).by(g.During()).stands(aggregate.FaultStageAct))
}

// waits asks whether a side has waited long enough since its last play in a stage without turns.
func (e *explainer) waits(at time.Time, side string, g aggregate.StageLaw) *Node {
	asked, from, ready, played := e.Judge.Wait(side)
	if !played {
		return test(true, side+" has not played in it yet")
	}
	s, _ := e.state.Side(side)
	early := at.Before(ready)
	if _, ok := e.Input.Payload.(events.PlaySubmitted); ok && early && e.law.Automates(&s) {
		if e.Input.Reading().Surrenders() {
			return e.yields(side)
		}
	}
	n := test(!early, fmt.Sprintf("%s has waited long enough: it last played at %s, and may again at %s", side, moment(from), moment(ready))).
		by(g.During()).stands(g.Fault("wait"))
	return n.add(fact(fmt.Sprintf("the %ss to wait: %s, which is %v", unit(g.Unit), asked, asked.Result)).by(g.During()))
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04 MST") }

func (e *explainer) sideNames() []string {
	var names []string
	for s := range e.state.Sides() {
		names = append(names, s.Name)
	}
	return names
}

// shape asks whether the atomic plays may be combined; nil if the play was not looked at.
func (e *explainer) shape(in events.PlaySubmitted) *Node {
	items := e.planned()
	if len(items) == 0 {
		return nil
	}
	words := make([]string, len(items))
	for i := range items {
		words[i] = e.law.Shape(&items[i])
	}
	e.several = len(items) > 1
	kinds := strings.Join(words, ", ")
	if !e.several {
		return fact("a single atomic play is always allowed: a " + kinds).by(e.law.Section("plays"))
	}
	n := all("these atomic plays may be combined: " + kinds).by(e.law.Section("plays"))
	if e.single != nil {
		n.add(test(false, "during a "+e.single.Called()+" a play may have several atomic plays").by(e.single.During()).stands(aggregate.FaultOneOnly).
			needs("a single atomic play"))
	}
	if e.law.Procedure().Plays == nil {
		return n.add(test(false, "a rule in force lets a play have several atomic plays").stands(aggregate.FaultNoRule, aggregate.FaultShape).needs("a single atomic play"))
	}
	b := boardOf(e.Judge)
	id, _ := e.Judge.SideID(in.Side)
	if asked, ok := e.law.OneOnly(id, len(e.state.Checks())); ok {
		one := test(!asked.Holds(), "several atomic plays are allowed, as they are not where "+asked.String()).by(e.law.Section("plays")).
			stands(aggregate.FaultOneOnly).needs("a single atomic play")
		for _, c := range e.state.Checks() {
			if id, ok := e.Judge.SideID(c.Side); ok {
				one.add(b.check(id))
			}
		}
		n.add(one)
	}
	n.add(e.table(b, id, words))
	return n
}

// planned is the atomic plays in the order of execution.
func (e *explainer) planned() []notation.Item {
	for i := range e.attempt.Stages {
		if s := &e.attempt.Stages[i]; s.Kind == aggregate.StageShape {
			return s.Items
		}
	}
	return nil
}

// table asks the table of play shapes.
func (e *explainer) table(b *board, side movement.SideID, words []string) *Node {
	an := e.Judge.Analysis()
	weight, counting := an.Weight(side), an.Counting(side)
	n := test(false, fmt.Sprintf("%s, with a Weight of %v and %s that count, may combine them", b.j.SideName(side), weight, counted(counting, "piece"))).
		stands(aggregate.FaultShape).by(e.law.Section("plays"))
	for _, line := range e.law.Shapes(side, weight, counting) {
		allowed := strings.Join(line.Plays, " or ")
		if allowed == "" {
			allowed = "single atomic plays only"
		}
		when := "else"
		if line.When != nil && len(line.When.With) > 0 {
			when = "where " + line.When.String()
		}
		if !line.First {
			n.add(fact("not " + when).by(line.Clause))
			continue
		}
		n.Holds = slices.ContainsFunc(line.Plays, func(play string) bool { return sameShape(play, words) })
		n.add(fact(when + ": " + allowed).by(line.Clause))
		n.needs(allowed)
	}
	counts := fact("these pieces count: " + enumerated(e.countingPieces(b, side)))
	if p := e.law.Procedure().Plays; p != nil {
		counts.Text += " (" + string(p.Counts) + ")"
	}
	n.add(counts.by(e.law.Section("plays")))
	n.add(weighed(weigh(e.Judge, side)).detail())
	return n
}

func sameShape(play string, words []string) bool {
	parts := strings.Split(play, ",")
	return slices.EqualFunc(parts, words, func(p, w string) bool { return strings.EqualFold(strings.TrimSpace(p), w) })
}

func (e *explainer) countingPieces(b *board, side movement.SideID) []string {
	an := e.Judge.Analysis()
	var list []string
	for i := range b.pos.Pieces() {
		if id := movement.PieceID(i); b.pos.Where(id) != movement.Off && b.pos.Owner(id) == side && an.Counts(id) {
			list = append(list, b.piece(id))
		}
	}
	if len(list) == 0 {
		return []string{"none"}
	}
	return list
}

// unplayed says which atomic plays were not executed because a check ended the turn.
func (e *explainer) unplayed(root *Node, played int) {
	items := e.planned()
	for i := played; i < len(items) && played > 0; i++ {
		root.add(fact(items[i].Text + " is not executed: the turn has ended").by(e.law.Section("plays")))
	}
}

// checkStages lists the boards on which the own check was asked.
func (e *explainer) checkStages() []*aggregate.Stage {
	var list []*aggregate.Stage
	for i := range e.attempt.Stages {
		if s := &e.attempt.Stages[i]; s.Kind == aggregate.StageCheck {
			list = append(list, s)
		}
	}
	return list
}

// deciding is the one of two boards that the reading of king-capture-sweep asks.
func (e *explainer) deciding(stages []*aggregate.Stage) *aggregate.Stage {
	if e.law.Reads("king-capture-sweep", "after") {
		return stages[0]
	}
	return stages[len(stages)-1]
}

// ownCheck asks whether the maker of the play is in check on a board.
func (e *explainer) ownCheck(s *aggregate.Stage, side string, stages []*aggregate.Stage) *Node {
	several := len(stages) > 1
	decides := !several || s == e.deciding(stages)
	b := boardOf(s.Judge)
	id, _ := s.Judge.SideID(side)
	in := b.pos.InCheck(id)
	when := ""
	if several {
		when = " once the loser's pieces have left"
		if s == stages[0] {
			when = " before the loser's pieces leave"
		}
	}
	n := test(!in, "the play does not leave "+side+" in check"+when).by(e.law.Section("checks")).stands(aggregate.FaultOwnCheck)
	if several {
		n.read(e.law.Reading("king-capture-sweep"))
	}
	if !decides {
		n.beside()
	}
	if e.promoted() && e.law.Reading("announced-promotion") != "" {
		n.read(e.law.Reading("announced-promotion"))
		if decides && e.law.Reads("announced-promotion", "ignored") {
			n.Holds = !slices.ContainsFunc(e.allFaults(), func(f events.Fault) bool { return f.Code == aggregate.FaultOwnCheck })
		}
	}
	switch c := b.check(id); {
	case c != nil:
		n.add(c.Children...)
		n.needs("the attack is to be met")
	case b.pos.RoyalOf(id) == movement.NoPiece:
		n.Text += ": it has no royal piece on-board"
	}
	if !n.Holds && decides {
		n.needs(e.wayOut(side))
	}
	if several && s == stages[0] {
		fell := fact("what the capture of a royal piece brings").by(e.law.Moment(rules.OnRoyalCaptured))
		e.tell(fell, s)
		n.add(fell)
	}
	return n
}

func (e *explainer) allFaults() []events.Fault {
	list := slices.Clone(e.attempt.Before.Faults)
	for i := range e.attempt.Stages {
		list = append(list, e.attempt.Stages[i].Faults...)
	}
	return list
}

// promoted reports whether the play promotes something.
func (e *explainer) promoted() bool {
	return slices.ContainsFunc(e.attempt.Tried, func(o events.Outcome) bool {
		_, ok := o.Payload.(events.PiecePromoted)
		return ok
	})
}

// wayOut lists the moves and captures that would leave the side out of check, as far as
// single ones do.
func (e *explainer) wayOut(side string) string {
	b := boardOf(e.Judge)
	id, ok := e.Judge.SideID(side)
	if !ok {
		return ""
	}
	const most = 12
	var list []string
	for i := range b.pos.Pieces() {
		p := movement.PieceID(i)
		if b.pos.Where(p) == movement.Off || b.pos.Owner(p) != id {
			continue
		}
		glyph := b.rs.Glyph(b.pos.TypeOf(p)) + b.at(p)
		for _, sq := range b.pos.MovesOf(p, nil) {
			if b.pos.LegalMove(p, sq) {
				list = append(list, glyph+"-"+b.rs.SquareName(sq))
			}
		}
		for _, w := range b.pos.OwnTakingsOf(p, b.pos.TakingsOf(p, nil)) {
			if text := glyph + "x" + b.rs.SquareName(w.At); b.pos.LegalTaking(p, w) && !slices.Contains(list, text) {
				list = append(list, text)
			}
		}
	}
	switch n := len(list); {
	case n == 0:
		return "no Move or Capture of " + side + " leaves it out of check"
	case n > most:
		return fmt.Sprintf("one of the %d Moves and Captures that leave %s out of check, as %s", n, side, strings.Join(list[:most], ", "))
	}
	return "one that leaves " + side + " out of check: " + strings.Join(list, ", ")
}

package aggregate

import (
	"fmt"
	"slices"
	"time"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/formula"
)

// Matters: inputs that wait for the consent of others, for votes or for their time. An input that a rule asks
// consent to is judged as it comes; if it would be accepted, it waits. It takes effect when no answer that is still
// missing could refuse it, and is judged again then, by the rules of that moment.
//
// A play that waits leaves the turn as it is: nothing has been played. Until it has taken effect or failed its side makes no other play, and the
// limit of its turn does not expire. If it fails the turn goes on, with the limit that it had.

// matterLabel is what the labels of matters begin with.
const matterLabel = "matter-"

// How a matter ends.
const (
	MatterTaken     = "taken"     // it has taken effect
	MatterRefused   = "refused"   // those asked did not agree
	MatterWithdrawn = "withdrawn" // by whoever brought it forward
	MatterVoid      = "void"      // what it wanted was no longer legal
	MatterLapsed    = "lapsed"    // a rule let it come to nothing unanswered
)

// Matters returns what waits, oldest first.
func (s *State) Matters() []events.MatterOpened { return slices.Clone(s.matters) }

// Matter returns what waits under a label.
func (s *State) Matter(label string) (events.MatterOpened, bool) {
	for _, m := range s.matters {
		if m.Matter == label {
			return m, true
		}
	}
	return events.MatterOpened{}, false
}

// Answer returns a player's answer to a pending matter.
func (s *State) Answer(m *events.MatterOpened, player string) (yes, answered bool) {
	if slices.Contains(m.Answer, player) {
		return true, true
	}
	return false, slices.ContainsFunc(s.refusals, func(r events.MatterAnswered) bool { return r.Matter == m.Matter && r.Player == player })
}

func (s *State) openMatter(m events.MatterOpened) {
	if prefix, n := splitLabel(m.Matter); n > 0 {
		s.countLabel(prefix, n)
	}
	s.matters = append(s.matters[:len(s.matters):len(s.matters)], m)
}

func (s *State) answerMatter(a events.MatterAnswered) {
	s.matters, s.refusals = slices.Clone(s.matters), slices.DeleteFunc(slices.Clone(s.refusals), func(r events.MatterAnswered) bool {
		return r.Matter == a.Matter && r.Player == a.Player
	})
	for i := range s.matters {
		if m := &s.matters[i]; m.Matter == a.Matter {
			m.Answer = slices.DeleteFunc(slices.Clone(m.Answer), func(p string) bool { return p == a.Player })
			if a.Yes {
				m.Answer = append(m.Answer, a.Player)
			} else {
				s.refusals = append(s.refusals, a)
			}
		}
	}
}

func (s *State) closeMatter(label string) {
	s.matters = slices.DeleteFunc(slices.Clone(s.matters), func(m events.MatterOpened) bool { return m.Matter == label })
	s.refusals = slices.DeleteFunc(slices.Clone(s.refusals), func(r events.MatterAnswered) bool { return r.Matter == label })
}

// nextMatter is the place of the matter whose time comes first, and when; -1 if there is none.
func (s *State) nextMatter() (first int, at time.Time) {
	first = -1
	for i := range s.matters {
		if due := dueOf(&s.matters[i]); !due.IsZero() && (first < 0 || due.Before(at)) {
			first, at = i, due
		}
	}
	return first, at
}

// dueOf is when the time of a matter comes; zero: it has none.
func dueOf(m *events.MatterOpened) time.Time {
	if m.Effect != nil {
		return *m.Effect
	}
	return timeOf(m.Closes)
}

// consentLaw is a rule that lets inputs wait, compiled.
type consentLaw struct {
	*rules.Consent
	when, of *formula.Formula
	clause   string
}

// compileConsents compiles what needs consent.
func (l *law) compileConsents(v *formula.Vocabulary) error {
	for _, c := range l.book.Consents() {
		k := consentLaw{Consent: c.Consent, clause: c.Clause}
		for _, f := range []struct {
			into **formula.Formula
			src  rules.Expr
		}{{&k.when, c.When}, {&k.of, c.Of}} {
			if f.src == "" {
				continue
			}
			var err error
			if *f.into, err = formula.Compile(string(f.src), v, formula.Bool); err != nil {
				return fmt.Errorf("rule %s, consents: %w", c.Clause, err)
			}
		}
		l.consents = append(l.consents, k)
	}
	for _, b := range l.book.Bans() {
		ban := consentLaw{Consent: &rules.Consent{To: []string{b.Forbid}}, clause: b.Clause}
		if b.When != "" {
			var err error
			if ban.when, err = formula.Compile(string(b.When), v, formula.Bool); err != nil {
				return fmt.Errorf("rule %s, duties: %w", b.Clause, err)
			}
		}
		l.bans = append(l.bans, ban)
	}
	return nil
}

// names reports whether a rule asks consent to inputs of a kind.
func (k *consentLaw) names(p events.Payload) bool { return namedBy(k.To, p) }

// namedBy reports whether an input is of a kind that one of some words means, or the use of a power of that name.
func namedBy(words []string, p events.Payload) bool {
	return slices.ContainsFunc(words, func(word string) bool {
		if kind := rules.Sought[word]; kind != "" {
			return kind == p.Kind()
		}
		used, ok := p.(events.PowerUsed)
		return ok && used.Power == word
	})
}

// restrained reports whether rules may forbid an input, or let it wait for others. Where none does, the law need not be compiled for that: a rulebook is
// enacted rule by rule. The rules that open a game need nobody's consent: nobody is there yet.
func (d *decision) restrained() bool {
	return d.state().opened && !(d.in.Happened && d.isFact()) && d.law().restrains && !(events.Opens(d.in.Payload) && d.state().unpeopled())
}

// unpeopled reports whether nobody is known yet, and there is no side: what happens then opens the game.
func (s *State) unpeopled() bool { return !s.started && len(s.players) == 0 && s.SideCount() == 0 }

// PendingPlay returns the matter of a play of a side that waits for the consent of others. While there is one the limit of the side does not expire.
func (s *State) PendingPlay(side string) (matter string, ok bool) {
	for i := range s.matters {
		m := &s.matters[i]
		if p, err := events.DecodePayload(m.Wants, m.Input); err == nil && side != "" && p.Kind() == rules.Sought[rules.OfPlay] && events.MadeBy(p) == side {
			return m.Matter, true
		}
	}
	return "", false
}

// aboutPlay is what consent to a play can ask about: the piece that acts first, whence and whither, and the first piece that is captured.
// It refuses a play that would not be accepted, and reports that.
func (d *decision) aboutPlay(p events.PlaySubmitted, t *telling) (ok bool) {
	trial := d.foreseen(p)
	d.ruling.Side = p.Side
	if trial.Ruling.Verdict != Accepted {
		d.ruling.Play = trial.Ruling.Play
		d.ruling.Faults = append(d.ruling.Faults, trial.Ruling.Faults...)
		return false
	}
	var captured []events.PieceCaptured // by an act, before it is told that it was played; what follows of it comes after that
	went := map[string][2]string{}      // pieces, from where and to where
	acts := 0
	for _, o := range trial.Outcomes {
		if e, ok := o.Payload.(events.PieceCaptured); ok {
			captured = append(captured, e)
		}
		if e, ok := o.Payload.(events.PieceMoved); ok && went[e.Piece] == [2]string{} {
			went[e.Piece] = [2]string{e.From, e.To}
		}
		if e, ok := o.Payload.(events.PiecePlaced); ok {
			went[e.Piece] = [2]string{"", e.At}
		}
		act, ok := o.Payload.(events.AtomicPlayed)
		if !ok {
			continue
		}
		if acts++; acts == 1 {
			t.piece = act.Piece
			if way, ok := went[act.Piece]; ok {
				t.from, t.square = way[0], way[1]
			} else if pc, ok := d.state().Piece(act.Piece); ok { // it captures from where it stands, or acts there
				t.from, t.square = pc.At, pc.At
			}
		}
		if i := slices.IndexFunc(captured, func(c events.PieceCaptured) bool { return c.By == act.Piece }); i >= 0 && t.victim == "" {
			t.victim = captured[i].Piece
		}
		captured = nil
	}
	return true
}

// banned refuses what rules forbid that is done beside playing, and reports whether they do.
func (d *decision) banned() bool {
	if p, ok := d.in.Payload.(events.PlaySubmitted); ok && !d.agreed {
		if m, waits := d.state().PendingPlay(p.Side); waits {
			d.ruling.Side = p.Side
			d.refuse(FaultPending, "", "a play of %s waits for the consent of others: %s is answered, or withdrawn, first", p.Side, m)
			return true
		}
	}
	if !d.restrained() || d.now.compile() != nil {
		return false
	}
	for i := range d.law().bans {
		k := &d.law().bans[i]
		if !k.names(d.in.Payload) {
			continue
		}
		if k.when == nil {
			d.refuse(FaultDuty, k.clause, "to %s is forbidden", k.To[0])
		} else if env := d.tellingOf(d.aboutInput(d.in.Payload)); k.when.Holds(env) {
			d.refuse(FaultDuty, k.clause, "to %s is forbidden: %s", k.To[0], k.when)
		}
	}
	return d.faulty()
}

// waits asks whether an input needs the consent of others. If it does it opens a matter, or refuses it,
// and reports true: nobody judges it now.
func (d *decision) waits() bool {
	if d.agreed || !d.restrained() || d.now.compile() != nil || len(d.law().consents) == 0 {
		return false
	}
	if !slices.ContainsFunc(d.law().consents, func(k consentLaw) bool { return k.names(d.in.Payload) }) {
		return false
	}
	about := d.aboutInput(d.in.Payload)
	if p, ok := d.in.Payload.(events.PlaySubmitted); ok && !d.aboutPlay(p, &about) {
		return true
	}
	m := events.MatterOpened{Player: about.player}
	if d.law().staked {
		m.Victim = about.victim
	}
	for i := range d.law().consents {
		k := &d.law().consents[i]
		if !k.names(d.in.Payload) {
			continue
		}
		env := d.tellingOf(about)
		if k.when != nil && !k.when.Holds(env) {
			continue
		}
		ask := events.Asking{Clause: k.clause, Needs: string(firstExpr(k.Needs, rules.Unanimity)), Awaits: k.Awaits}
		for j, p := range d.state().players {
			env.who = j
			if k.of == nil || k.of.Holds(env) {
				ask.Players = append(ask.Players, p.Name)
			}
		}
		if slices.Contains(ask.Players, m.Player) && !slices.Contains(m.Answer, m.Player) {
			m.Answer = append(m.Answer, m.Player)
		}
		if k.Secret > 0 {
			secretUntil(&m, d.in.At, k.Days, k.Secret)
		} else if k.Days > 0 {
			if closes := d.in.At.Add(time.Duration(k.Days) * 24 * time.Hour); m.Closes == nil || closes.After(*m.Closes) {
				m.Closes = moment(closes)
			}
		}
		m.Asks = append(m.Asks, ask)
		m.Firm = m.Firm || k.Firm
	}
	switch outcome, ask := d.outcome(&m, false); outcome {
	case decidedYes:
		return false
	case decidedNo:
		d.refuse(FaultConsent, ask.Clause, "it needs %s, which no answer could bring about", needed(ask))
		return true
	}
	if trial := d.try(d.in.Payload); trial.Ruling.Verdict != Accepted {
		d.ruling.Faults = append(d.ruling.Faults, trial.Ruling.Faults...)
		return true
	}
	d.bringForward(m)
	return true
}

// isFact reports whether an input tells of the world outside the game, which stands whatever the rules become.
func (d *decision) isFact() bool {
	_, told := d.in.Payload.(events.TransactionRecorded)
	return told
}

func firstExpr(list ...rules.Expr) rules.Expr {
	for _, e := range list {
		if e != "" {
			return e
		}
	}
	return ""
}

// bringForward opens a matter.
func (d *decision) bringForward(m events.MatterOpened) {
	wire, data, err := events.EncodePayload(d.in.Payload)
	if err != nil {
		d.refuse(FaultUnknownInput, "", "%v", err)
		return
	}
	m.Wants, m.Input = wire, data
	if label, _ := d.labelFor(matterLabel); label != "" {
		m.Matter = label
	} else {
		m.Matter = fmt.Sprintf("%s%d", matterLabel, d.state().highest(matterLabel)+1)
	}
	var clauses []string
	for _, ask := range m.Asks {
		clauses = append(clauses, ask.Clause)
	}
	if d.rests == nil {
		d.rests = basisOf(nil, clauses...)
	}
	d.emit(d.rests, m)
	for _, ask := range m.Asks {
		d.note(FactWaits, ask.Clause, "%s waits for %s", m.Matter, needed(ask))
	}
	if m.Effect != nil {
		d.note(FactWaits, d.rests.Clauses[0], "%s takes effect at %s", m.Matter, when(*m.Effect))
	}
}

// needed says what a matter waits for.
func needed(ask events.Asking) string {
	if ask.Needs == string(rules.Unanimity) {
		return "the consent of " + listed(ask.Players)
	}
	return fmt.Sprintf("%s of the answers of %s", ask.Needs, listed(ask.Players))
}

// What answers have come to.
const (
	undecided = iota
	decidedYes
	decidedNo
)

// outcome is what the answers to a matter have come to: with over no further one comes. It names the question by which the matter fails.
func (d *decision) outcome(m *events.MatterOpened, over bool) (int, events.Asking) {
	result := decidedYes
	for _, ask := range m.Asks {
		yes, no := 0, 0
		for _, p := range ask.Players {
			if agrees, answered := d.state().Answer(m, p); agrees {
				yes++
			} else if answered {
				no++
			}
		}
		switch never, always := possible(ask.Needs, yes, no, len(ask.Players), over); {
		case never:
			return decidedNo, ask
		case !always, ask.Awaits && !over && yes+no < len(ask.Players):
			result = undecided
		}
	}
	return result, events.Asking{}
}

// possible asks what is needed of every way in which the silent may still answer.
func possible(needs string, yes, no, asked int, over bool) (never, always bool) {
	f, err := formula.Compile(needs, rules.AnswerVocabulary(), formula.Bool)
	if err != nil {
		return true, false
	}
	silent := asked - yes - no
	if over {
		holds := f.Holds(answers{yes, no, silent, asked})
		return !holds, holds
	}
	never, always = true, true
	for y := 0; y <= silent; y++ {
		for n := 0; y+n <= silent; n++ {
			holds := f.Holds(answers{yes + y, no + n, silent - y - n, asked})
			never, always = never && !holds, always && holds
		}
	}
	return never, always
}

// answers answers a formula in the order of rules.AnswerVocabulary.
type answers [4]int

// Var implements formula.Env.
func (a answers) Var(i int) float64 { return float64(a[i]) }

// Call implements formula.Env.
func (a answers) Call(int, []float64) float64 { return 0 }

// answer judges what a player says to a matter.
func answer(d *decision, in events.AnswerGiven) {
	if !d.opened() {
		return
	}
	m, ok := d.state().Matter(in.Matter)
	if !ok {
		var labels []string
		for _, m := range d.state().matters {
			labels = append(labels, m.Matter)
		}
		clause := ""
		if list := d.law().book.Consents(); len(list) > 0 {
			clause = list[0].Clause
		}
		d.refuse(FaultMatter, clause, "no such pending input: %q%s", in.Matter, meant(in.Matter, labels))
	}
	if _, known := d.player(in.Player); !known || !ok || !d.boardIfBegun() {
		return
	}
	clause := ""
	for _, ask := range m.Asks {
		if slices.Contains(ask.Players, in.Player) {
			clause = firstOf(clause, ask.Clause)
		}
	}
	withdrawn := !in.Yes && in.Player == m.Player && !m.Firm
	agrees, answered := d.state().Answer(&m, in.Player)
	switch {
	case m.Firm && !in.Yes && in.Player == m.Player:
		d.refuse(FaultMatter, clauseOfMatter(&m), "%s cannot be taken back", in.Matter)
	case clause == "" && !withdrawn:
		d.refuse(FaultNotAsked, clauseOfMatter(&m), "%s is not asked about %s", in.Player, in.Matter)
	case m.Seals != nil && !withdrawn:
		d.answerSecret(&m, in, clause)
		return
	case in.Seal != "" || in.Salt != "":
		d.refuse(FaultSeal, clause, "answers to %s are not secret: answer yes or no", in.Matter)
	case answered && agrees == in.Yes && !withdrawn:
		d.refuse(FaultNoChange, clause, "%s has already answered so", in.Player)
	}
	if d.faulty() {
		return
	}
	d.rests = basisOf(nil, firstOf(clause, clauseOfMatter(&m)))
	if withdrawn {
		d.closeMatter(&m, MatterWithdrawn)
		return
	}
	d.emit(d.rests, events.MatterAnswered{Matter: in.Matter, Player: in.Player, Yes: in.Yes})
	d.settleMatter(in.Matter, false)
}

// clauseOfMatter names the first clause that a matter rests on.
func clauseOfMatter(m *events.MatterOpened) string {
	if len(m.Asks) > 0 {
		return m.Asks[0].Clause
	}
	return ""
}

// settleMatter ends a matter whose answers have come to something. If what it wants has a time, it waits for it.
func (d *decision) settleMatter(label string, over bool) {
	m, ok := d.state().Matter(label)
	if !ok {
		return
	}
	outcome, ask := d.outcome(&m, over)
	switch {
	case outcome == decidedNo:
		d.note(FactMatter, ask.Clause, "%s is refused: it needs %s", label, needed(ask))
		d.closeMatter(&m, MatterRefused)
		d.turnedDown(&m)
	case outcome == decidedYes && (m.Effect == nil || over):
		d.takeEffect(&m)
	}
}

// matterDue is what comes of a matter when its time has come.
func (d *decision) matterDue(m events.MatterOpened) {
	d.settleMatter(m.Matter, true)
}

// lapse lets what waits by a power come to nothing where the player of a side is asked and has not agreed.
func (d *decision) lapse(e sideEffect) {
	holder, _ := d.state().Side(e.side)
	for _, m := range d.state().Matters() {
		p, err := events.DecodePayload(m.Wants, m.Input)
		used, ok := p.(events.PowerUsed)
		if agrees, _ := d.state().Answer(&m, holder.Player); err != nil || !ok || used.Power != e.Lapse || agrees {
			continue
		}
		if slices.ContainsFunc(m.Asks, func(ask events.Asking) bool { return slices.Contains(ask.Players, holder.Player) }) {
			d.emit(e.basis, events.MatterClosed{Matter: m.Matter, How: MatterLapsed})
			d.note(FactMatter, e.clause, "%s lapses", m.Matter)
		}
	}
}

func (d *decision) closeMatter(m *events.MatterOpened, how string) {
	d.unseal(d.rests, m.Matter)
	d.emit(d.rests, events.MatterClosed{Matter: m.Matter, How: how})
}

// takeEffect judges what a matter wants, by the rules that are in force now.
func (d *decision) takeEffect(m *events.MatterOpened) {
	p, err := events.DecodePayload(m.Wants, m.Input)
	if err == nil {
		if trial := d.try(p); trial.Ruling.Verdict == Accepted {
			d.closeMatter(m, MatterTaken)
			d.note(FactMatter, clauseOfMatter(m), "%s takes effect", m.Matter)
			d.dispatch(p, m.Player)
			return
		} else if len(trial.Ruling.Faults) > 0 {
			err = fmt.Errorf("%s", trial.Ruling.Faults[0].Message)
		}
	}
	d.note(FactMatter, clauseOfMatter(m), "%s has no effect: %v", m.Matter, err)
	d.closeMatter(m, MatterVoid)
}

// dispatch has an input, which a player proposed, judged as part of the one that is being judged.
func (d *decision) dispatch(p events.Payload, proposer string) {
	was, read, agreed, rests := d.in.Payload, d.in.Play, d.agreed, d.rests
	d.in.Payload, d.agreed, d.proposer = p, true, proposer
	d.read(d.now)
	d.carryOut(handlers()[p.Kind()])
	d.in.Payload, d.in.Play, d.agreed, d.proposer = was, read, agreed, ""
	for _, clause := range rests.Clauses {
		if d.rests != nil {
			b := basisOf(slices.Clone(d.rests.Readings), d.rests.Clauses...) // a rule's own basis stays as it is
			addClause(b, clause, "")
			d.rests = b
		}
	}
}

// try judges an input as if everybody had agreed to it, on the board as it stands now.
func (d *decision) try(p events.Payload) Decision { return d.foresee(p, nil).close() }

// foresee is the decision on an input as try has it, not yet closed: it can be asked of the board that it leaves. Who watches may be nobody.
func (d *decision) foresee(p events.Payload, watch *Attempt) *decision {
	j := d.now.standing(d.judge.engine)
	j.base.tries, j.watch = d.now.tries, watch
	in := d.in
	in.Payload, in.Play = p, nil
	t := j.begin(in, nil)
	t.agreed, t.lotless = true, true
	t.judgeInput()
	return t
}

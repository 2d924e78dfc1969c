package dispute

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/names"
)

// rule enters a verdict with its effect.
func (s *session) rule(in events.DisputeRuled) {
	if !s.opened() {
		return
	}
	s.player("the judge", in.Judge)
	s.says(in.Reasons)
	s.clauses(in.Clauses...)
	cited := s.precedents(in.Precedents)
	if !slices.Contains(Verdicts, in.Verdict) {
		s.refuse(FaultVerdict, "%v", names.Unknown("verdict", in.Verdict, Verdicts))
	}
	c, ok := s.standing(in.Dispute)
	if !ok || !slices.Contains(Verdicts, in.Verdict) {
		return
	}
	s.judges(&c, in.Judge)
	if c.Hearing != nil && !s.in.At.After(*c.Hearing) {
		s.refuse(FaultHearing, "arguments in %s are heard until %s: no verdict before then", c.ID, stamp(*c.Hearing))
	}
	in.Effect = s.effect(&c, &in)
	clauses := s.grounds(&c, &in)
	for _, one := range slices.Concat(cited, clauses) {
		s.rests(one)
	}
	changes := s.changes(&c, &in, cited, clauses)
	s.foresee(&c, &in, changes)
	if len(s.ruling.Faults) > 0 {
		return
	}
	s.emit(events.VerdictEntered{Dispute: c.ID, Judge: in.Judge, Verdict: in.Verdict, Effect: in.Effect, Reasons: in.Reasons,
		Precedents: in.Precedents, Changes: changes})
	if in.Verdict == Stands {
		s.emit(events.InputMarked{Input: c.Input, Address: c.Address, Mark: MarkStands, Dispute: c.ID})
	}
	if in.Verdict != Undecided && len(clauses) > 0 {
		s.emit(events.PrecedentSet{Precedent: fmt.Sprintf("P%d", len(s.d.precedents)+1), Dispute: c.ID, Clauses: clauses})
	}
	s.emit(events.DisputeClosed{Dispute: c.ID, How: Ruled, By: in.Judge})
}

// judges asks whether a player may rule: where a dispute names its judge only that judge may,
// as long as the judge is an active player. No rule says whether judges may rule on their own disputes.
func (s *session) judges(c *Dispute, judge string) {
	if judge == c.By {
		s.note(FactOwnJudge, "", "%s rules on their own dispute, which no rule forbids", judge)
	}
	if slices.Contains(c.Recused, judge) {
		s.refuse(FaultJudge, "%s is recused from %s", judge, c.ID)
	}
	if n := len(c.Appeals); n > 0 && c.Appeals[n-1].Verdict.Judge == judge {
		s.refuse(FaultJudge, "%s gave the verdict under appeal in %s: another judge must rule on it", judge, c.ID)
		return
	}
	if c.Judge != "" && judge != c.Judge {
		s.another(judge, c.Judge, "%s rules in place of %s")
	}
}

// another refuses that a player acts in the place of another one who is active.
func (s *session) another(player, owner, what string) {
	if p, ok := s.at.State.Player(owner); ok && p.Status == aggregate.StatusActive {
		s.refuse(FaultJudge, "the judge of the dispute is %s, not %s", owner, player)
		return
	}
	s.note(FactOtherJudge, "", what, player, owner)
}

// retract takes a verdict back. What an edition has taken up of it stays until another one is
// adopted.
func (s *session) retract(in events.VerdictRetracted) {
	if !s.opened() {
		return
	}
	s.player("who retracts the verdict", in.By)
	c, ok := s.d.Dispute(in.Dispute)
	switch {
	case !ok:
		s.refuse(FaultUnknownDispute, "no such dispute: %q", in.Dispute)
		return
	case c.Status != Ruled:
		s.refuse(FaultNoVerdict, "%s has no verdict: it is %s", c.ID, c.Status)
		return
	}
	if in.By != c.Verdict.Judge {
		s.another(in.By, c.Verdict.Judge, "%s retracts the verdict of %s")
	}
	if s.d.TakenUp(&c) {
		s.note(FactTakenUp, "", "edition %d keeps the effect of the verdict; adopt another edition without it", c.Editions[len(c.Editions)-1])
	}
	s.emit(events.DisputeReopened(in))
}

// precedents looks up what a verdict rests on, and returns how to cite it.
func (s *session) precedents(ids []string) []string {
	var list []string
	for i, id := range ids {
		p, ok := s.d.Precedent(id)
		switch {
		case !ok:
			s.refuse(FaultPrecedent, "no such precedent: %q", id)
		case p.Retracted:
			s.refuse(FaultPrecedent, "the verdict that set precedent %s has been retracted", id)
		case slices.Contains(ids[:i], id):
			s.refuse(FaultPrecedent, "precedent %s is named twice", id)
		default:
			list = append(list, p.Cite())
			s.note(FactPrecedent, p.Cite(), "it rests on the verdict in %s: %s", p.Dispute, p.Verdict)
		}
	}
	return list
}

// grounds are the clauses that a verdict is about: those that it names, else that of the
// dispute, else those of the reading that is in dispute or adopted.
func (s *session) grounds(c *Dispute, in *events.DisputeRuled) []string {
	switch {
	case len(in.Clauses) > 0:
		return in.Clauses
	case c.Clause != "":
		return []string{c.Clause}
	case in.Effect == EffectReading:
		return s.entryClauses(in.Entry)
	}
	return s.entryClauses(c.Entry)
}

// entryClauses are the clauses of an entry of the register.
func (s *session) entryClauses(entry string) []string {
	e, ok := s.register().Entry(entry)
	if !ok {
		return nil
	}
	return strings.Split(e.Clause, ", ")
}

// effect says what comes of a verdict, and refuses what cannot.
func (s *session) effect(c *Dispute, in *events.DisputeRuled) string {
	effect := in.Effect
	named := in.Entry != "" || in.Reading != "" || in.From != 0 || in.Address != ""
	if effect == "" {
		effect = usual(c, in.Verdict, named)
		if effect == "" {
			s.refuse(FaultEffect, "a rejected %s cannot stand: give the effect %s or %s", c.Subject, EffectReading, EffectNone)
			return ""
		}
	}
	if !slices.Contains(Effects, effect) {
		s.refuse(FaultEffect, "%v", names.Unknown("effect", effect, Effects))
		return ""
	}
	if named && effect != EffectReading {
		s.refuse(FaultEffect, "the effect %s adopts no reading", effect)
	}
	if in.Verdict == Stands && c.About != AboutRuling {
		s.refuse(FaultVerdict, "only an input can stand though illegal: %s is about a %s", c.ID, c.About)
		return effect
	}
	if in.Verdict == Stands && !c.play() && !took(c.Ruling) {
		s.refuse(FaultVerdict, "an input without effect cannot stand: %s is about %s", c.ID, c.thing())
		return effect
	}
	if !slices.Contains(possible(c, in.Verdict), effect) {
		s.refuse(FaultEffect, "a verdict %s on %s cannot have the effect %s: expected one of %s", in.Verdict, c.thing(), effect, strings.Join(possible(c, in.Verdict), ", "))
	}
	if effect == EffectReading {
		s.complete(c, in)
	}
	return effect
}

// thing says what a dispute is about.
func (c *Dispute) thing() string {
	switch c.About {
	case AboutRuling:
		return fmt.Sprintf("an input %s that was ruled %s", c.Subject, c.Ruling)
	case AboutReading:
		return "a reading"
	}
	return "a clause"
}

func (c *Dispute) play() bool { return c.Subject == playing }

// usual is the effect that a verdict has by itself; "" means that it has to be named.
func usual(c *Dispute, verdict string, named bool) string {
	switch {
	case named:
		return EffectReading
	case verdict == Stands && c.play():
		return EffectStands
	case verdict != Overturned || c.About == AboutClause:
		return EffectNone
	case c.About == AboutReading:
		return EffectReading
	case took(c.Ruling) && c.play():
		return EffectIllegal
	case took(c.Ruling):
		return EffectVoid
	case c.play():
		return EffectStands
	}
	return ""
}

// possible lists the effects that a verdict may have.
func possible(c *Dispute, verdict string) []string {
	switch {
	case verdict == Stands && c.play():
		return []string{EffectStands}
	case verdict == Undecided || verdict == Stands || verdict == Sustained && c.About == AboutReading:
		return []string{EffectNone}
	case verdict == Sustained || c.About != AboutRuling:
		return []string{EffectReading, EffectNone}
	case took(c.Ruling) && c.play():
		return []string{EffectIllegal, EffectVoid, EffectReopen, EffectRewind, EffectReading, EffectNone}
	case took(c.Ruling):
		return []string{EffectVoid, EffectReading, EffectNone}
	case c.play():
		return []string{EffectStands, EffectReading, EffectNone}
	}
	return []string{EffectReading, EffectNone}
}

// complete fills in which reading a verdict adopts from where.
func (s *session) complete(c *Dispute, in *events.DisputeRuled) {
	if in.Entry == "" && in.Reading == "" {
		in.Entry, in.Reading = c.Entry, c.Reading
	}
	if in.From == 0 && in.Address == "" {
		in.From, in.Address = c.Input, c.Address
	}
	if in.Entry == "" {
		s.refuse(FaultEffect, "the effect %s needs the entry and the reading to adopt", EffectReading)
		return
	}
	s.reading(in.Entry, in.Reading)
	if in.From == 0 && in.Address == "" {
		s.refuse(FaultEffect, "missing event from which %s is read as %s", in.Entry, in.Reading)
		return
	}
	// What is in time is what was disputed in time.
	if found, ok := s.find("the event from which the reading holds", in.From, in.Address); ok && s.within(found, c.Opened.At) {
		in.From, in.Address = found.Sequence, found.Address
	}
}

// changes writes an effect down as what an edition is to have otherwise.
func (s *session) changes(c *Dispute, in *events.DisputeRuled, cited, clauses []string) []events.Change {
	one, err := changeOf(c, in, strings.Join(append(slices.Clone(cited), notIn(cited, clauses)...), ", "))
	if err != nil {
		s.refuse(FaultEffect, "cannot encode the verdict: %v", err)
	}
	return one
}

// notIn leaves out the clauses that a citation of a precedent names already.
func notIn(cited, clauses []string) []string {
	var list []string
	for _, c := range clauses {
		if !slices.ContainsFunc(cited, func(p string) bool { return strings.Contains(p, "("+c+")") }) {
			list = append(list, c)
		}
	}
	return list
}

// changeOf is the change that a verdict with an effect brings, none if it has none.
func changeOf(c *Dispute, in *events.DisputeRuled, rests string) ([]events.Change, error) {
	change := events.Change{What: "rule", Input: c.Input, Address: c.Address, Clause: rests, Reason: in.Reasons, Dispute: c.ID}
	switch in.Effect {
	case EffectIllegal:
		change.Remedy = aggregate.RemedyIllegal
	case EffectStands:
		change.Remedy = aggregate.RemedyStands
	case EffectReopen:
		change.Remedy = aggregate.RemedyReopen
	case EffectRewind:
		change.Remedy = aggregate.RemedyRewind
	case EffectVoid:
		change.What = "void"
	case EffectReading:
		wire, data, err := events.EncodePayload(events.InterpretationAdopted{Entry: in.Entry, Reading: in.Reading, Reason: in.Reasons})
		if err != nil {
			return nil, err
		}
		change.What, change.Input, change.Address, change.Type, change.Payload, change.Actor = "insert", in.From, in.Address, wire, data, in.Judge
	default:
		return nil, nil
	}
	return []events.Change{change}, nil
}

// Stakes is what an edition would have otherwise if an open dispute were upheld: the effect
// that overturning brings by itself. Of a dispute that has been ruled on it is what the
// verdict brings.
func (c *Dispute) Stakes() ([]events.Change, error) {
	if c.Verdict != nil {
		return c.Verdict.Changes, nil
	}
	in := events.DisputeRuled{Effect: usual(c, Overturned, false), Reasons: "if " + c.ID + " is upheld", Entry: c.Entry, Reading: c.Reading, From: c.Input, Address: c.Address}
	return changeOf(c, &in, c.Clause)
}

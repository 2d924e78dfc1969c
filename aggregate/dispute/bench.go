package dispute

import (
	"cmp"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// name gives a dispute a judge, or takes the judge off it.
func (s *session) name(in events.JudgeNamed) {
	if !s.opened() {
		return
	}
	s.player("who names the judge", in.By)
	c, ok := s.standing(in.Dispute)
	if !ok {
		return
	}
	p := events.JudgeSeated{Dispute: c.ID, Judge: in.Judge, Left: c.Judge, How: Assigned, By: in.By, Reason: in.Reason}
	switch {
	case in.Judge == "" && c.Judge == "":
		s.refuse(FaultJudge, "%s has no judge", c.ID)
	case in.Judge == "" && in.By == c.Judge:
		p.How = Recused
	case in.Judge == "":
		p.How = Removed
	case in.Judge == c.Judge:
		s.refuse(FaultJudge, "%s is already assigned to %s", c.ID, c.Judge)
	case slices.Contains(c.Recused, in.Judge):
		s.refuse(FaultJudge, "%s is recused from %s", in.Judge, c.ID)
	case underAppeal(&c) == in.Judge:
		s.refuse(FaultJudge, "%s gave the verdict under appeal in %s: another judge must rule on it", in.Judge, c.ID)
	default:
		s.player("the judge", in.Judge)
		if known, ok := s.at.State.Player(in.Judge); ok && known.Status != aggregate.StatusActive {
			s.refuse(FaultJudge, "%s is not active (%s)", in.Judge, known.Status)
		}
		if in.Judge == c.By {
			s.note(FactOwnJudge, "", "%s is to judge their own dispute, which no rule forbids", in.Judge)
		}
	}
	s.emit(p)
}

// underAppeal is who gave the verdict that is under appeal, "" if none is.
func underAppeal(c *Dispute) string {
	if n := len(c.Appeals); n > 0 && c.Appeals[n-1].Result == "" {
		return c.Appeals[n-1].Verdict.Judge
	}
	return ""
}

// hear sets the deadline of a hearing. Where a dispute has a judge, only the judge may.
func (s *session) hear(in events.HearingSet) {
	if !s.opened() {
		return
	}
	s.player("who sets the hearing", in.By)
	c, ok := s.standing(in.Dispute)
	if !ok {
		return
	}
	if c.Judge != "" && in.By != c.Judge {
		s.another(in.By, c.Judge, "%s sets the hearing in place of %s")
	}
	if !in.Until.After(s.in.At) {
		s.refuse(FaultHearing, "the hearing would end at %s, and it is already %s", stamp(in.Until), stamp(s.in.At))
	}
	s.emit(events.HearingOpened{Dispute: c.ID, Until: in.Until})
}

// appeal takes a verdict to another judge. What an edition has taken up of it stays until the
// next verdict is taken up.
func (s *session) appeal(in events.VerdictAppealed) {
	if !s.opened() {
		return
	}
	s.player("who appeals", in.By)
	s.says(in.Grounds)
	if in.Judge != "" {
		s.player("the judge", in.Judge)
	}
	c, ok := s.d.Dispute(in.Dispute)
	switch {
	case !ok:
		s.refuse(FaultUnknownDispute, "no such dispute: %q", in.Dispute)
		return
	case c.Status != Ruled:
		s.refuse(FaultNoVerdict, "%s has no verdict: it is %s", c.ID, c.Status)
		return
	case in.Judge == c.Verdict.Judge:
		s.refuse(FaultJudge, "%s gave the verdict: another judge must rule on the appeal", in.Judge)
	case slices.Contains(c.Recused, in.Judge):
		s.refuse(FaultJudge, "%s is recused from %s", in.Judge, c.ID)
	}
	if s.d.TakenUp(&c) {
		s.note(FactTakenUp, "", "edition %d keeps the effect of the verdict until the verdict on the appeal is adopted", c.Editions[len(c.Editions)-1])
	}
	s.emit(events.AppealEntered(in))
}

// WasBefore reports whether a dispute is or was before a judge: who is to rule on it, was until another took the place, or has given a
// verdict in it, be it taken back or under appeal.
func (c *Dispute) WasBefore(judge string) bool {
	gave := func(v Verdict) bool { return v.Judge == judge }
	return c.Judge == judge || slices.Contains(c.Left, judge) || c.Verdict != nil && gave(*c.Verdict) || slices.ContainsFunc(c.Retracted, gave) ||
		slices.ContainsFunc(c.Appeals, func(a Appeal) bool { return gave(a.Verdict) })
}

// Presides is who speaks as the judge of a dispute: whoever gave the verdict, else the judge assigned, else somebody else who is named.
func (c *Dispute) Presides(somebody string) string {
	if c.Verdict != nil {
		return c.Verdict.Judge
	}
	return cmp.Or(c.Judge, somebody)
}

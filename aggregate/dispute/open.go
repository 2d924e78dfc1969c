package dispute

import (
	"fmt"

	"adjudicate/aggregate"
	"adjudicate/events"
)

// open enters a dispute.
func (s *session) open(in events.DisputeOpened) {
	if !s.opened() {
		return
	}
	s.player("who opens the dispute", in.By)
	if in.Judge != "" {
		s.player("the judge", in.Judge)
	}
	s.says(in.Grounds)
	if in.Clause != "" {
		s.clauses(in.Clause)
	}
	p := events.DisputeEntered{Dispute: fmt.Sprintf("D%d", len(s.d.disputes)+1), By: in.By, Judge: in.Judge, Grounds: in.Grounds, Clause: in.Clause}
	switch {
	case in.Address != "" && (in.Event != 0 || in.From != 0):
		s.refuse(FaultSubject, "a dispute names an event or the address of an entry, not both")
	case in.Event != 0 && (in.Entry != "" || in.Reading != "" || in.From != 0):
		s.refuse(FaultSubject, "a dispute is about an event or a reading, not both")
	case in.Event != 0 || in.Address != "" && in.Entry == "" && in.Reading == "":
		p.About = AboutRuling
		s.aboutRuling(in.Event, in.Address, &p)
	case in.Entry != "" || in.Reading != "" || in.From != 0:
		p.About, p.Entry, p.Reading = AboutReading, in.Entry, in.Reading
		s.aboutReading(in.From, in.Address, &p)
	case in.Clause != "":
		p.About = AboutClause
	default:
		s.refuse(FaultSubject, "missing subject of the dispute: an event, a reading or a clause")
	}
	if in.Judge != "" && in.Judge == in.By {
		s.note(FactOwnJudge, "", "%s is to judge their own dispute, which no rule forbids", in.By)
	}
	for _, c := range s.d.disputes {
		if c.Status == Open && c.About == p.About && c.Input == p.Input && c.Address == p.Address && c.Entry == p.Entry && (p.About != AboutClause || c.Clause == p.Clause) {
			s.note(FactAlso, "", "%s is open about the same", c.ID)
		}
	}
	s.rests(in.Clause)
	s.emit(p)
}

func (s *session) aboutRuling(sequence uint64, address string, p *events.DisputeEntered) {
	found, ok := s.find("the event", sequence, address)
	if !ok {
		return
	}
	switch {
	case found.Kind == adoption:
		s.refuse(FaultNotDisputable, "event %d adopts an edition: dispute the events that it changes", sequence)
	case Handles(found.Kind):
		s.refuse(FaultNotDisputable, "event %d is itself part of a dispute: open another dispute about the same event, reading or clause", sequence)
	case s.within(found, s.in.At):
		p.Input, p.Address, p.Subject, p.Ruling = found.Sequence, found.Address, found.Kind, found.Verdict
	}
}

func (s *session) aboutReading(from uint64, address string, p *events.DisputeEntered) {
	s.reading(p.Entry, p.Reading)
	if from == 0 && address == "" {
		s.refuse(FaultSubject, "missing event from which %s is read as %s", p.Entry, p.Reading)
		return
	}
	if found, ok := s.find("the event from which the reading holds", from, address); ok && s.within(found, s.in.At) {
		p.Input, p.Address, p.Subject = found.Sequence, found.Address, found.Kind
	}
}

// argue enters an argument.
func (s *session) argue(in events.DisputeArgued) {
	if !s.opened() {
		return
	}
	s.player("who argues", in.By)
	s.says(in.Text)
	if c, ok := s.standing(in.Dispute); ok && c.Hearing != nil && s.in.At.After(*c.Hearing) {
		s.refuse(FaultHearing, "arguments in %s were heard until %s", c.ID, stamp(*c.Hearing))
	}
	s.emit(events.ArgumentEntered(in))
}

// withdraw closes a dispute without a verdict.
func (s *session) withdraw(in events.DisputeWithdrawn) {
	if !s.opened() {
		return
	}
	s.player("who withdraws", in.By)
	if c, ok := s.standing(in.Dispute); ok && c.By != in.By {
		s.note(FactOtherWithdraws, "", "%s withdraws a dispute opened by %s, which no rule forbids", in.By, c.By)
	}
	s.emit(events.DisputeClosed{Dispute: in.Dispute, How: Withdrawn, By: in.By, Reason: in.Reason})
}

// took reports whether a ruling gave its input effect.
func took(verdict string) bool { return verdict == aggregate.Accepted || verdict == aggregate.Stands }

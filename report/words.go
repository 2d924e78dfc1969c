package report

import (
	"fmt"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/internal/term"
	"adjudicate/rules"
	"adjudicate/season"
)

// addressOf is the address of an input or, if change is not "", of the entry that a change has
// put in just before it.
func addressOf(input uint64, change string) string {
	return history.Place{Input: input, Change: change}.Address()
}

// changeWords tells a change in a line.
func changeWords(c *events.Change) string {
	reason := ""
	if c.Reason != "" {
		reason = ": " + c.Reason
	}
	switch c.What {
	case history.Void:
		return fmt.Sprintf("#%s never happened%s", addressOf(c.Input, c.Address), reason)
	case history.Rule:
		by := ""
		if c.Clause != "" {
			by = " by " + c.Clause
		}
		switch c.Remedy {
		case aggregate.RemedyReopen:
			return fmt.Sprintf("#%s never happened, and its turn is open again%s%s", addressOf(c.Input, c.Address), by, reason)
		case aggregate.RemedyRewind:
			return fmt.Sprintf("the game goes back to before #%s%s%s", addressOf(c.Input, c.Address), by, reason)
		case aggregate.RemedyStands:
			return fmt.Sprintf("#%s stands though illegal%s%s", addressOf(c.Input, c.Address), by, reason)
		}
		return fmt.Sprintf("#%s is ruled %s%s%s", addressOf(c.Input, c.Address), c.Remedy, by, reason)
	}
	text := c.Type
	if p, err := events.DecodePayload(c.Type, c.Payload); err == nil {
		text = InputWords(p)
		switch r := p.(type) {
		case events.RuleEnacted:
			text += revisionOf(r.Rule)
		case events.RuleAmended:
			text += revisionOf(r.Rule)
		}
	}
	if c.Reason != "" && strings.HasSuffix(text, strconv.Quote(c.Reason)) {
		reason = "" // it says so itself
	}
	if c.What == history.Correct && c.At != nil {
		return fmt.Sprintf("#%s was at %s: %s%s", addressOf(c.Input, c.Address), c.At.UTC().Format("2006-01-02 15:04:05"), text, reason)
	}
	if c.What == history.Correct {
		return fmt.Sprintf("#%s was to be: %s%s", addressOf(c.Input, c.Address), text, reason)
	}
	return fmt.Sprintf("from #%s: %s%s", addressOf(c.Input, c.Address), text, reason)
}

func revisionOf(text []byte) string {
	r, err := rules.FromCanonical(text)
	if err != nil || len(r.Set) > 0 { // the fields that are set are told with the input
		return ""
	}
	return fmt.Sprintf(" to revision %d", r.Revision)
}

// EventWords describes an event on one line.
func EventWords(e *events.Envelope) string {
	if r, ok := e.Payload.(events.Ruled); ok {
		text := fmt.Sprintf("a ruling on %s: %s", r.Subject, r.Verdict)
		if r.Play != "" {
			text += "  " + r.Play
		}
		return text
	}
	if events.IsInput(e.Payload.Kind()) {
		return InputWords(e.Payload)
	}
	if text := OutcomeWords(e.Payload, nil); text != "" {
		return text
	}
	return e.Type
}

// verdictWord is a verdict in the log's words.
func verdictWord(p *term.Page, verdict string) string {
	switch verdict {
	case aggregate.Accepted:
		return p.Style(term.Green, "ok")
	case aggregate.Rejected:
		return p.Style(term.Red, "NO")
	case aggregate.Replaced:
		return p.Style(term.Yellow, "default")
	case aggregate.Stands:
		return p.Style(term.Yellow, "stands")
	case aggregate.Voided:
		return p.Style(term.Dim, "void")
	}
	return p.Style(term.Dim, "–")
}

func numberWords(list []uint64) []string {
	out := make([]string, len(list))
	for i, n := range list {
		out[i] = fmt.Sprint(n)
	}
	return out
}

func none(list []string) string {
	if len(list) == 0 {
		return "none"
	}
	return strings.Join(list, "; ")
}

func standWords(s compare.Stand) string {
	what := s.Type
	if s.Counters != "" {
		what += " (" + s.Counters + ")"
	}
	switch {
	case s.Type == "":
		return "none"
	case s.At == "":
		return fmt.Sprintf("%s of %s, off-board", what, s.Side)
	}
	return fmt.Sprintf("%s of %s on %s", what, s.Side, s.At)
}

// aboutWords says what a dispute is about.
func aboutWords(c *dispute.Dispute) string {
	switch c.About {
	case dispute.AboutRuling:
		return fmt.Sprintf("#%s, ruled %s", addressOf(c.Input, c.Address), c.Ruling)
	case dispute.AboutReading:
		return fmt.Sprintf("%s read as %s from #%s on", c.Entry, c.Reading, addressOf(c.Input, c.Address))
	}
	return "the clause " + c.Clause
}

// standsWords says how a dispute stands.
func standsWords(c *dispute.Dispute) string {
	switch {
	case c.Verdict != nil:
		text := fmt.Sprintf("%s by %s", c.Verdict.Verdict, c.Verdict.Judge)
		switch in, holds := c.Standing(); {
		case in > 0 && in == holds:
			text += fmt.Sprintf(", in edition %d", in)
		case in > 0:
			text += fmt.Sprintf(", in edition %d, no longer current", in)
		case len(c.Verdict.Changes) > 0:
			text += ", in no edition yet"
		case holds > 0:
			text += fmt.Sprintf("; edition %d still holds the verdict before", holds)
		}
		return text
	case c.Withdrawn != nil:
		return "withdrawn by " + c.Withdrawn.By
	}
	text, again := "open", againWords(c)
	if again != "" {
		text = "open again"
	}
	if c.Judge != "" {
		text += ", before " + c.Judge
	}
	if again != "" {
		text += " (" + again + ")"
	}
	if _, holds := c.Standing(); holds > 0 {
		text += fmt.Sprintf("; edition %d still holds the verdict before", holds)
	}
	return text
}

// againWords says why a dispute that has been ruled on is open again, "" of one that has not.
func againWords(c *dispute.Dispute) string {
	taken, appealed := len(c.Reopened)-1, len(c.Appeals)-1
	switch {
	case appealed >= 0 && c.Appeals[appealed].Result == "" && (taken < 0 || c.Reopened[taken].Sequence < c.Appeals[appealed].Sequence):
		a := &c.Appeals[appealed]
		return fmt.Sprintf("%s by %s; appealed by %s at %s", a.Verdict.Verdict, a.Verdict.Judge, a.By, moment(a.At))
	case taken >= 0:
		return fmt.Sprintf("%s by %s; reopened by %s at %s", c.Retracted[taken].Verdict, c.Retracted[taken].Judge, c.Reopened[taken].By, moment(c.Reopened[taken].At))
	}
	return ""
}

func somebody(name string) string {
	if name == "" {
		return "nobody"
	}
	return name
}

// docketWords writes the outcomes of disputes in a few words.
func docketWords(p events.Payload) string {
	switch p := p.(type) {
	case events.DisputeEntered:
		c := dispute.Dispute{About: p.About, Input: p.Input, Address: p.Address, Ruling: p.Ruling, Entry: p.Entry, Reading: p.Reading, Clause: p.Clause}
		return fmt.Sprintf("%s is open, by %s: %s", p.Dispute, p.By, aboutWords(&c))
	case events.ArgumentEntered:
		return fmt.Sprintf("%s argues in %s", p.By, p.Dispute)
	case events.VerdictEntered:
		text := fmt.Sprintf("%s rules in %s: %s", p.Judge, p.Dispute, p.Verdict)
		if len(p.Changes) > 0 {
			var list []string
			for i := range p.Changes {
				list = append(list, changeWords(&p.Changes[i]))
			}
			text += "; for an edition: " + strings.Join(list, "; ")
		}
		return text
	case events.InputMarked:
		return fmt.Sprintf("#%s is marked: %s", addressOf(p.Input, p.Address), strings.ReplaceAll(p.Mark, "-", " "))
	case events.PrecedentSet:
		return fmt.Sprintf("%s is a precedent for %s", p.Precedent, strings.Join(p.Clauses, ", "))
	case events.DisputeReopened:
		return fmt.Sprintf("%s is open again: %s retracts the verdict", p.Dispute, p.By)
	case events.JudgeSeated:
		switch p.How {
		case dispute.Recused:
			return fmt.Sprintf("%s steps down as judge of %s", p.Left, p.Dispute)
		case dispute.Removed:
			return fmt.Sprintf("%s is removed from %s by %s", p.Left, p.Dispute, p.By)
		}
		return fmt.Sprintf("%s is assigned to %s", p.Dispute, p.Judge)
	case events.HearingOpened:
		return fmt.Sprintf("arguments in %s are heard until %s", p.Dispute, deadline(p.Until))
	case events.AppealEntered:
		text := fmt.Sprintf("%s is open again: %s appeals", p.Dispute, p.By)
		if p.Judge != "" {
			text += " to " + p.Judge
		}
		return text
	case events.DisputeClosed:
		return fmt.Sprintf("%s is closed: %s by %s", p.Dispute, p.How, p.By)
	}
	return ""
}

func faultWords(f *events.Fault) string {
	text := f.Message
	if f.Clause != "" {
		text += " (" + f.Clause + ")"
	}
	if f.Interpretation != "" {
		text += ", reading " + f.Interpretation
	}
	return text
}

// Counted returns a number with its noun in the right form: "1 play", "2 plays".
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// moment writes a time as people read it.
func moment(t time.Time) string { return clockFace(t.In(shownIn())) }

// clockFace writes a time as clocks in its zone show it; which of the two it is when they show it twice.
func clockFace(t time.Time) string {
	if showsTwice(t) {
		return t.Format("2006-01-02 15:04 MST")
	}
	return t.Format("2006-01-02 15:04")
}

// showsTwice reports whether clocks show a time in the hour before or after they go back.
func showsTwice(t time.Time) bool {
	_, offset := t.Zone()
	start, end := t.ZoneBounds()
	back := func(from, to int) time.Duration { return time.Duration(from-to) * time.Second }
	if !end.IsZero() {
		if _, next := end.Zone(); end.Sub(t) <= back(offset, next) {
			return true
		}
	}
	if start.IsZero() {
		return false
	}
	_, before := start.Add(-time.Second).Zone()
	return t.Sub(start) < back(before, offset)
}

// deadline writes a time that somebody must keep: it says in which zone.
func deadline(t time.Time) string {
	if t.Second() != 0 {
		return t.In(shownIn()).Format("2006-01-02 15:04:05 MST")
	}
	return t.In(shownIn()).Format("2006-01-02 15:04 MST")
}

var zone atomic.Pointer[func() *time.Location]

// ShowIn sets the time zone in which texts show moments, that of the game. The function is called when the first
// moment is shown. JSON has moments in UTC.
func ShowIn(ask func() *time.Location) { zone.Store(&ask) }

func shownIn() *time.Location {
	if ask := zone.Load(); ask != nil {
		return (*ask)()
	}
	return time.UTC
}

func orNone(text string) string {
	if text == "" {
		return "none"
	}
	return text
}

// InputWords writes an input as a season file does, on one line.
func InputWords(p events.Payload) string {
	switch p := p.(type) {
	case events.RuleEnacted:
		return "enact rule " + p.Number
	case events.RuleAmended:
		text := "amend rule " + p.Number
		if r, err := rules.FromCanonical(p.Rule); err == nil && len(r.Set) > 0 {
			text += ": set " + strings.Join(r.Set.Lines(), ", ")
		}
		return text
	case events.ArraySet:
		return fmt.Sprintf("set up %s of %s", Counted(len(p.Pieces), "piece"), Counted(len(p.Sides), "side"))
	case events.InterpretationAdded:
		return fmt.Sprintf("add %s to the register, read as %s", p.Entry, p.InForce)
	case events.EditionAdopted:
		if _, asked := season.TakesUp(p); !asked {
			return fmt.Sprintf("adopt edition %d from %d (%s)", p.Edition, p.Base, Counted(len(p.Changes), "change"))
		}
	}
	s := season.Season{Entries: []season.Entry{{Inputs: []events.Payload{p}}}}
	for _, line := range strings.Split(s.String(), "\n") {
		if line != "" && !strings.HasPrefix(line, "season ") && !strings.HasPrefix(line, "on ") && !strings.HasPrefix(line, " ") {
			return line
		}
	}
	return p.Kind()
}

// Listed joins names with commas, "none" if there are none.
func Listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// joined sets commas between names and, before the last one, a word: "a, b and c".
func joined(names []string, word string) string {
	if len(names) < 2 {
		return strings.Join(names, "")
	}
	last := len(names) - 1
	return strings.Join(names[:last], ", ") + " " + word + " " + names[last]
}

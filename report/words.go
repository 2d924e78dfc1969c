package report

import (
	"fmt"
	"strings"
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
	switch {
	case err != nil:
		return ""
	case len(r.Set) > 0:
		return ": set " + strings.Join(r.Set.Lines(), ", ")
	}
	return fmt.Sprintf(" to revision %d", r.Revision)
}

// EventWords tells an event in a line.
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
		if n := len(c.Editions); n > 0 {
			text += fmt.Sprintf(", in edition %d", c.Editions[n-1])
		} else if len(c.Verdict.Changes) > 0 {
			text += ", in no edition yet"
		}
		return text
	case c.Withdrawn != nil:
		return "withdrawn by " + c.Withdrawn.By
	case c.Judge != "":
		return "open, before " + c.Judge
	}
	return "open"
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
		text := fmt.Sprintf("%s is ruled %s by %s", p.Dispute, p.Verdict, p.Judge)
		if len(p.Changes) > 0 {
			var list []string
			for i := range p.Changes {
				list = append(list, changeWords(&p.Changes[i]))
			}
			text += "; for an edition to take up: " + strings.Join(list, "; ")
		}
		return text
	case events.InputMarked:
		return fmt.Sprintf("#%s is marked: %s", addressOf(p.Input, p.Address), strings.ReplaceAll(p.Mark, "-", " "))
	case events.PrecedentSet:
		return fmt.Sprintf("%s is a precedent for %s", p.Precedent, strings.Join(p.Clauses, ", "))
	case events.DisputeReopened:
		return fmt.Sprintf("%s is open again: %s takes back the verdict", p.Dispute, p.By)
	case events.JudgeSeated:
		switch p.How {
		case dispute.Recused:
			return fmt.Sprintf("%s recuses emself from %s", p.Left, p.Dispute)
		case dispute.Removed:
			return fmt.Sprintf("%s is taken off %s by %s", p.Left, p.Dispute, p.By)
		}
		return fmt.Sprintf("%s is before %s", p.Dispute, p.Judge)
	case events.HearingOpened:
		return fmt.Sprintf("arguments in %s are heard until %s UTC", p.Dispute, moment(p.Until))
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

// Counted is "1 play", "2 plays".
func Counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// moment writes a time as people read it.
func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

// deadline writes a time that somebody must keep: it says in which zone.
func deadline(t time.Time) string { return moment(t) + " UTC" }

// withTypes names pieces with their types: "R1 (Rook a5)".
func withTypes(ids []string, types map[string]string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = id
		if t := types[id]; t != "" {
			out[i] += " (" + t + ")"
		}
	}
	return out
}

// TypesOf maps the pieces of a state to what to call them.
func TypesOf(st *aggregate.State) map[string]string {
	out := map[string]string{}
	for p := range st.Pieces() {
		out[p.ID] = p.Type
		if p.At != "" {
			out[p.ID] += " " + p.At
		}
	}
	return out
}

// Both adds to what pieces are called now what those were called that are gone.
func Both(before, after map[string]string) map[string]string {
	for id, text := range before {
		if _, there := after[id]; !there {
			after[id] = text
		}
	}
	return after
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

// OutcomeWords writes what happened in a few words, "" for what a ruling tells elsewhere:
// checks, Weights, the order, whose turn it is.
func OutcomeWords(p events.Payload, types map[string]string) string {
	piece := func(id string) string {
		if t, _, _ := strings.Cut(types[id], " "); t != "" {
			return t + " " + id
		}
		return id
	}
	switch p := p.(type) {
	case events.LedgerOpened:
		if p.Files > 0 {
			return fmt.Sprintf("the ledger of %q begins: %s on %d by %d squares", p.Game, p.System, p.Files, p.Ranks)
		}
		return fmt.Sprintf("the ledger of %q begins: %s, with a register of %s", p.Game, p.System, Counted(len(p.Register), "question"))
	case events.EntryRegistered:
		return fmt.Sprintf("the register has an entry %s, read as %s", p.Entry, p.InForce)
	case events.RulePutInForce:
		return fmt.Sprintf("rule %s/%d is in force", p.Number, p.Revision)
	case events.RuleOutOfForce:
		return fmt.Sprintf("rule %s is no longer in force", p.Number)
	case events.ReadingInForce:
		return fmt.Sprintf("%s is read as %s", p.Entry, p.Reading)
	case events.OfficeHeld:
		if p.Player == "" {
			return "nobody is " + p.Office
		}
		return fmt.Sprintf("%s is %s", p.Player, p.Office)
	case events.PlayerKnown:
		return fmt.Sprintf("%s is a player, %s", p.Player, p.Status)
	case events.SideEntered:
		return fmt.Sprintf("%s enters, held by %s", p.Side, p.Player)
	case events.SideLeft:
		return p.Side + " leaves the game"
	case events.SideHeld:
		return fmt.Sprintf("%s is held by %s", p.Side, p.Player)
	case events.SideAttributeSet:
		if p.On {
			return p.Side + " is " + p.Attribute
		}
		return p.Side + " is no longer " + p.Attribute
	case events.AllotmentSet:
		if p.Count == 0 {
			return p.Side + " has no free pieces left to choose"
		}
		return fmt.Sprintf("%s may choose %s of total value %s", p.Side, Counted(p.Count, "free piece"), p.Budget)
	case events.PieceCreated:
		return fmt.Sprintf("%s receives %s %s", p.Side, p.Type, p.Piece)
	case events.PieceMoved:
		return fmt.Sprintf("%s goes %s to %s", piece(p.Piece), p.From, p.To)
	case events.PiecePlaced:
		return fmt.Sprintf("%s is placed on %s", piece(p.Piece), p.At)
	case events.PieceCaptured:
		return fmt.Sprintf("%s on %s is captured by %s and belongs to %s", piece(p.Piece), p.At, piece(p.By), p.Side)
	case events.PieceLifted:
		return fmt.Sprintf("%s leaves %s for its holding (%s)", piece(p.Piece), p.From, p.Why)
	case events.PieceConverted:
		return fmt.Sprintf("%s belongs to %s from now on", piece(p.Piece), p.Side)
	case events.PieceDestroyed:
		return fmt.Sprintf("%s is destroyed (%s)", piece(p.Piece), p.Why)
	case events.PiecePromoted:
		return fmt.Sprintf("%s is promoted to %s", p.Piece, p.Type)
	case events.CounterChanged:
		return fmt.Sprintf("%s: %s is %d", piece(p.Piece), p.Name, p.Value)
	case events.AtomicPlayed:
		if p.How == aggregate.HowSubmitted {
			if p.Piece == "" {
				return fmt.Sprintf("%s plays %s", p.Side, p.Play)
			}
		} else {
			return fmt.Sprintf("%s plays %s (%s)", p.Side, p.Play, p.How)
		}
	case events.PlayEnded:
		if p.Early {
			return "a check to another side ends the turn before the rest of the play"
		}
		if p.Defaults > 0 {
			return fmt.Sprintf("%s has made %s in a row", p.Side, Counted(p.Defaults, "default play"))
		}
	case events.LimitSet:
		return fmt.Sprintf("the limit of %s runs until %s", p.Side, deadline(p.Expires))
	case events.AssetChanged:
		change := p.Change.String()
		if p.Change > 0 {
			change = "+" + change
		}
		if p.Replaces != "" {
			return fmt.Sprintf("%s of %s: %s, for as many %s (%s)", p.Asset, p.Account, change, p.Replaces, p.Why)
		}
		return fmt.Sprintf("%s of %s: %s (%s)", p.Asset, p.Account, change, p.Why)
	case events.AssetsCleared:
		return "nobody has any " + p.Asset + " any more"
	case events.EndDeclared:
		who := p.Player
		if who == "" {
			who = "nobody"
		}
		if p.Over {
			return fmt.Sprintf("%s wins the game: %s", who, p.Title)
		}
		return fmt.Sprintf("%s wins hand %d: %s", who, p.Hand, p.Title)
	case events.LotDrawn:
		return fmt.Sprintf("drawn by lot (%s): %s", p.Draw, strings.Join(p.Result, ", "))
	case events.StageSet:
		return fmt.Sprintf("%s %s: %s to %s", Titled(p.Stage), p.State, moment(p.Starts), deadline(p.Ends))
	case events.StartDone:
		return "the game starts"
	}
	return docketWords(p)
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

// Titled is what people read of a name of the rules: "free-for-all" is "Free For All".
func Titled(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words {
		if w != "" {
			words[i] = strings.ToUpper(w[:1]) + w[1:]
		}
	}
	return strings.Join(words, " ")
}

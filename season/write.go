package season

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
)

// String writes the canonical text of the season: one spelling for each thing, a blank
// line before each date and each comment. Parsing it gives the season again.
func (s *Season) String() string {
	w := &writer{holder: map[string]string{}}
	w.notes("", s.Head)
	w.line("", "season", strconv.Itoa(Version))
	for i := range s.Entries {
		w.entry(&s.Entries[i])
	}
	if len(s.Tail) > 0 {
		w.b.WriteByte('\n')
		w.notes("", s.Tail)
	}
	return w.b.String()
}

// A writer follows the same facts as the parser, so that it leaves out what a reader
// would assume.
type writer struct {
	b      strings.Builder
	day    time.Time
	now    time.Time
	umpire string
	holder map[string]string
}

func (w *writer) notes(indent string, notes []string) {
	for _, n := range notes {
		w.b.WriteString(strings.TrimRight(indent+"# "+n, " \t"))
		w.b.WriteByte('\n')
	}
}

func (w *writer) line(indent string, words ...string) {
	w.b.WriteString(indent)
	w.b.WriteString(strings.Join(words, " "))
	w.b.WriteByte('\n')
}

func (w *writer) entry(e *Entry) {
	day := e.At.Truncate(24 * time.Hour)
	dated := !day.Equal(w.day)
	if dated {
		w.b.WriteByte('\n')
		w.line("on ", day.Format(time.DateOnly))
		w.day, w.now = day, day
	} else if len(e.Notes) > 0 {
		w.b.WriteByte('\n')
	}
	w.notes("", e.Notes)
	if !e.At.Equal(w.now) {
		w.b.WriteString(writeClock(e.At) + " ")
		w.now = e.At
	}
	text, assumed := w.input(e)
	w.b.WriteString(text)
	inline := e.Source == nil || e.Source.Text == ""
	if e.Verdict != nil && inline {
		w.b.WriteString(" => " + e.Verdict.String())
	}
	w.b.WriteByte('\n')
	if !inline {
		for line := range strings.Lines(e.Source.Text) {
			w.line("", strings.TrimRight("| "+strings.TrimSuffix(line, "\n"), " \t"))
		}
		if e.Verdict != nil {
			w.line("  ", "=>", e.Verdict.String())
		}
	}
	if e.Actor != assumed {
		w.line("  ", "by", spell(e.Actor))
	}
	if e.Label != "" {
		w.line("  ", "label", e.Label)
	}
	if play, ok := e.Play(); ok {
		if play.Sent != nil {
			w.line("  ", "sent", WriteMoment(play.Sent.UTC()))
		}
		if play.Message != "" {
			w.line("  ", "message", play.Message)
		}
		if play.Clock != "" {
			line := []string{"clock", play.Clock}
			if play.Dated != nil {
				line = append(line, "dated", WriteMoment(play.Dated.UTC()))
			}
			w.line("  ", line...)
		}
		if play.Seen != 0 {
			line := []string{"seen", strconv.FormatUint(play.Seen, 10)}
			if play.Edition != 0 {
				line = append(line, "in", "edition", strconv.Itoa(play.Edition))
			}
			w.line("  ", line...)
		}
	}
	if value, after := e.signature(); value != "" && after != 0 {
		w.line("  ", "signature", value, "after", strconv.FormatUint(after, 10))
	} else if value != "" {
		w.line("  ", "signature", value)
	}
	for _, x := range e.Expect {
		w.notes("  ", x.Notes)
		w.line("  ", "expect", x.String())
	}
}

// Play returns the play that the entry is, and whether it is one.
func (e *Entry) Play() (events.PlaySubmitted, bool) {
	if len(e.Inputs) != 1 {
		return events.PlaySubmitted{}, false
	}
	play, ok := e.Inputs[0].(events.PlaySubmitted)
	return play, ok
}

// input writes what happened, and says whom a reader takes to have done it.
func (w *writer) input(e *Entry) (text, assumed string) {
	if e.Source != nil {
		return writeSource(e.Source), w.umpire
	}
	if e.Array != nil {
		return w.array(e.Array), w.umpire
	}
	if text, by := writeDispute(e); text != "" {
		return text, by
	}
	if o, ok := e.Inputs[0].(events.GameOpened); ok && e.Game != uuid.Nil {
		return writeOpening(o, e.Game.String()), w.umpire
	}
	if dispute, ok := TakesUp(e.Inputs[0]); ok {
		return words("dispute adopt", spell(dispute)), w.umpire
	}
	p, before := e.Inputs[0], w.umpire
	if side := events.MadeBy(p); side != "" {
		return writeInput(p), w.holder[side]
	}
	if by := actsAs(p); by != "" {
		return writeInput(p), by
	}
	side, player := events.NamedFirst(p, events.RoleSide), events.NamedFirst(p, events.RolePlayer)
	switch about := events.About(p); {
	case about == events.PartOffice:
		w.umpire = player
	case about == events.PartSides && player != "":
		w.holder[side] = player
	}
	return writeInput(p), before
}

// actsAs is the player who makes an entry of which a season says so in its own words; "" of others.
func actsAs(p events.Payload) string {
	if kind := p.Kind(); kind != (events.PowerUsed{}).Kind() && kind != (events.AnswerGiven{}).Kind() {
		return ""
	}
	return events.Author(p).Value
}

func (w *writer) array(a *Array) string {
	var sides []string
	for _, s := range a.Sides {
		w.holder[s.Side] = s.Player
		sides = append(sides, words(spell(s.Side), "held by", spell(s.Player)))
	}
	text := "array " + strings.Join(sides, ", ")
	if a.Position != "" {
		text += " from " + spell(a.Position)
	}
	return text
}

func words(w ...string) string { return strings.Join(w, " ") }

func sideColon(side string) string { return spell(side) + ": " }

func writeSource(s *Source) string {
	if s.Suite != "" {
		return words("rulebook", spell(s.Suite))
	}
	word := "enact"
	if s.Amend {
		word = "amend"
	}
	if s.File != "" {
		word += " " + spell(s.File)
	}
	return word
}

// writeInput writes one input; those of disputes are written by writeDispute.
func writeInput(p events.Payload) string {
	if text := writeLocal(p); text != "" {
		return text
	}
	switch p := p.(type) {
	case events.PlaySubmitted:
		return sideColon(p.Side) + p.Text
	case events.PiecesChosen:
		return "draft " + sideColon(p.Side) + spellAll(p.Types)
	case events.PurchaseRequested:
		return words("buy", spell(p.Type), "for", spell(p.Side), "paid by", spell(p.Buyer))
	case events.DestructionRequested:
		return words("destroy", spell(p.Piece), "of", spell(p.Side))
	case events.StageObjected:
		text := words("object", spell(p.Side))
		if p.Stage != local().Stage {
			text += " to " + spell(p.Stage)
		}
		return text
	case events.GameOpened:
		return writeOpening(p, "")
	case events.PlayerRegistered:
		if len(p.Addresses) == 0 {
			return words("player", spell(p.Player))
		}
		return words("player", spell(p.Player), spellAll(p.Addresses))
	case events.OfficeFilled:
		if p.Office == events.KnownOffice {
			return words("umpire", spell(p.Player))
		}
		return words("office", spell(p.Office), spell(p.Player))
	case events.OfficeVacated:
		return words("no", spell(p.Office))
	case events.SideCreated:
		text := words("side", spell(p.Side), "held", "by", spell(p.Player))
		return words(append([]string{text}, p.Attributes...)...)
	case events.SideTransferred:
		return words("holder", spell(p.Side), spell(p.Player))
	case events.SideRemoved:
		return words("dissolve", spell(p.Side))
	case events.GameStarted:
		return "start"
	case events.TimePassed:
		return "tick"
	case events.StateAnnounced:
		return noted("announce", p.Note)
	case events.LimitExtended:
		return words("extend", days(p.Length))
	case events.TransactionRecorded:
		amount := p.Amount.String()
		if p.Amount >= 0 {
			amount = "+" + amount
		}
		return noted(words("account", spell(p.Account), spell(p.Asset), amount), p.Note)
	case events.AttributeChanged:
		on := "off"
		if p.On {
			on = "on"
		}
		return words("attribute", spell(p.Side), spell(p.Attribute), on)
	case events.PlayerStatusChanged:
		return words(p.Status, spell(p.Player))
	case events.KeyRegistered:
		return words("key", spell(p.Player), cmp.Or(p.Key, None))
	case events.SignaturesDemanded:
		switch {
		case p.Entries:
			return "signatures all"
		case p.On:
			return "signatures on"
		}
		return "signatures off"
	case events.StageAnnounced:
		return words("stage", spell(p.Stage), strconv.Itoa(p.Length))
	case events.StageCorrected:
		if p.Stage == local().Stage {
			return words("correct", days(p.Length))
		}
		return words("correct", strconv.Itoa(p.Length), "of", spell(p.Stage))
	case events.RuleRepealed:
		return words("repeal", spell(p.Number))
	case events.InterpretationAdopted:
		return noted(words("adopt", spell(p.Entry), spell(p.Reading)), p.Reason)
	case events.InterpretationAdded:
		return writeRegister(p)
	case events.PowerUsed:
		text := words("power", spell(p.Power), "by", spell(p.Player))
		if p.Side != "" {
			text += " for " + spell(p.Side)
		}
		if p.On != "" {
			text += " on " + spell(p.On)
		}
		if p.Amount != 0 {
			text += " amount " + strconv.Itoa(p.Amount)
		}
		if p.Seal != "" {
			text += " sealed " + spell(p.Seal)
		}
		if p.Salt != "" {
			text += " salt " + spell(p.Salt)
		}
		return text
	case events.AnswerGiven:
		word := "nay"
		if p.Yes {
			word = "yes"
		}
		text := words(word, spell(p.Matter), "by", spell(p.Player))
		if p.Salt != "" {
			text += " salt " + spell(p.Salt)
		}
		if p.Seal != "" {
			text = words("seal", spell(p.Matter), "by", spell(p.Player), "with", spell(p.Seal))
		}
		return text
	case events.LotSupplied:
		text := words("lot", spell(p.Draw), "gives", spellAll(p.Result))
		if p.Source != "" {
			text += " from " + spell(p.Source)
		}
		return text
	}
	return "# " + p.Kind()
}

// writeOpening writes the opening of a game, with the id of that event or without.
func writeOpening(p events.GameOpened, id string) string {
	text := words("game", spell(p.Game), "system", spell(p.System), "seed", spell(p.Seed))
	if p.Zone != "" {
		text += " zone " + spell(p.Zone)
	}
	if id != "" {
		text += " id " + id
	}
	return noted(text, p.Note)
}

func writeRegister(p events.InterpretationAdded) string {
	readings := make([]string, len(p.Readings))
	for i, r := range p.Readings {
		readings[i] = spell(r.Reading) + " " + strconv.Quote(r.Text)
	}
	text := words("register", spell(p.Entry), "clause", spell(p.Clause), "asks", strconv.Quote(p.Question), "reads", strings.Join(readings, ", "))
	if len(p.Readings) == 0 || p.Default != p.Readings[0].Reading {
		text += " default " + spell(p.Default)
	}
	if p.InForce != p.Default {
		text += " adopt " + spell(p.InForce)
	}
	return noted(text, p.Reason)
}

func noted(text, note string) string {
	if note == "" {
		return text
	}
	return text + " " + strconv.Quote(note)
}

func days(n int) string {
	if n == 1 {
		return "1 day"
	}
	return strconv.Itoa(n) + " days"
}

package projections

import (
	"fmt"
	"strings"
	"time"

	"adjudicate/events"
)

// Short says in a few words what an outcome is, for lists that people read: "R1 a1-a7". It
// is "" for inputs and for nil.
func Short(payload events.Payload) string {
	switch p := payload.(type) {
	case events.Ruled:
		return shortRuling(p)
	case events.PieceCreated:
		return fmt.Sprintf("%s: new %s for %s%s", p.Piece, p.Type, p.Side, counters(p.Counters))
	case events.PieceMoved:
		return fmt.Sprintf("%s %s-%s", p.Piece, p.From, p.To)
	case events.PiecePlaced:
		return fmt.Sprintf("%s placed on %s", p.Piece, p.At)
	case events.PieceCaptured:
		return fmt.Sprintf("%s captured on %s by %s, goes to %s", p.Piece, p.At, p.By, p.Side)
	case events.PieceLifted:
		return fmt.Sprintf("%s leaves %s for the holding (%s)", p.Piece, p.From, p.Why)
	case events.PieceDestroyed:
		return fmt.Sprintf("%s destroyed (%s)", p.Piece, p.Why)
	case events.PiecePromoted:
		return fmt.Sprintf("%s promoted to %s%s", p.Piece, p.Type, counters(p.Counters))
	case events.CounterChanged:
		return fmt.Sprintf("%s %s=%d", p.Piece, p.Name, p.Value)
	case events.AtomicPlayed:
		return shortAtomic(p)
	case events.PlayEnded:
		return shortPlay(p)
	case events.ChecksChanged:
		return shortChecks(p)
	case events.PlayListChanged:
		return "order of play: " + listed(p.Order)
	case events.TurnBegan:
		return "turn of " + p.Side + bracketed("skipped", p.Skipped)
	case events.LimitSet:
		return fmt.Sprintf("limit of %s until %s", p.Side, moment(p.Expires))
	case events.WeightsPosted:
		return shortWeights(p)
	case events.AccountChanged:
		return fmt.Sprintf("%s of %s %s to %s (%s)", p.Asset, p.Account, signed(p.Change), p.Balance, p.Why)
	}
	return shortRare(payload)
}

// shortRare is Short for outcomes that do not come with every play.
func shortRare(payload events.Payload) string {
	switch p := payload.(type) {
	case events.LedgerOpened:
		return fmt.Sprintf("ledger of %s opened, system %s, board %d by %d", p.Game, p.System, p.Files, p.Ranks)
	case events.RulePutInForce:
		return fmt.Sprintf("rule %s/%d in force", p.Number, p.Revision)
	case events.RuleOutOfForce:
		return fmt.Sprintf("rule %s out of force", p.Number)
	case events.ReadingInForce:
		return fmt.Sprintf("reading %s=%s in force", p.Entry, p.Reading)
	case events.Suspended:
		return "game suspended"
	case events.Resumed:
		return "game resumed, Chess-Umpire " + p.Umpire
	case events.PlayerKnown:
		return fmt.Sprintf("player %s is %s", p.Player, p.Status)
	case events.SideEntered:
		return fmt.Sprintf("%s enters, Swinger %s", p.Side, p.Player)
	case events.SideLeft:
		return p.Side + " leaves the game"
	case events.SideHeld:
		return fmt.Sprintf("Swinger of %s is %s", p.Side, p.Player)
	case events.SideWarmed:
		if p.Warm {
			return p.Side + " becomes Warm"
		}
		return p.Side + " is no longer Warm"
	case events.SideSentAway:
		return p.Side + " goes Somewhere Else"
	case events.FreePiecesGranted:
		if p.Count == 0 {
			return p.Side + " may choose no more free pieces"
		}
		return fmt.Sprintf("%s may choose %d free pieces worth %s", p.Side, p.Count, p.Budget)
	case events.ShirtLost:
		return p.Player + " has Lost Eir Shirt"
	case events.KnifeAwarded:
		return fmt.Sprintf("Stabber's Knife for %s (%s)", p.Player, p.Why)
	case events.KnivesDestroyed:
		return "all Stabber's Knives destroyed"
	case events.WinnerDeclared:
		return fmt.Sprintf("%s wins hand %d and is %s", p.Player, p.Hand, p.Title)
	case events.AwardGiven:
		if p.Replaces != "" {
			return fmt.Sprintf("%s for %s, out of %s", p.Award, p.Player, p.Replaces)
		}
		return fmt.Sprintf("%s for %s", p.Award, p.Player)
	case events.LotDrawn:
		if len(p.Among) == 0 {
			return fmt.Sprintf("lot %s supplied by %s: %s", p.Draw, p.Source, listed(p.Result))
		}
		return fmt.Sprintf("lot %s among %d (%s): %s", p.Draw, len(p.Among), p.Source, listed(p.Result))
	case events.FreeForAllSet:
		return fmt.Sprintf("Free For All %s, %s to %s%s", p.State, moment(p.Starts), moment(p.Ends), bracketed("objections", p.Objections))
	case events.StartDone:
		return "game started"
	}
	return ""
}

func shortRuling(p events.Ruled) string {
	var b strings.Builder
	b.WriteString(p.Verdict)
	if p.Side != "" || p.Play != "" {
		b.WriteString(":")
	}
	for _, word := range []string{p.Side, p.Play} {
		if word != "" {
			b.WriteString(" " + word)
		}
	}
	for i := range p.Faults {
		sep := "; "
		if i == 0 {
			sep = " — "
		}
		b.WriteString(sep + p.Faults[i].Message)
		if p.Faults[i].Clause != "" {
			b.WriteString(" (" + p.Faults[i].Clause + ")")
		}
	}
	return b.String()
}

func shortAtomic(p events.AtomicPlayed) string {
	s := p.Side + " made a " + p.Play
	if p.Piece != "" {
		s += " with " + p.Piece
	}
	if p.As != "" {
		s += " as " + p.As
	}
	if p.How != "" {
		s += " (" + p.How + ")"
	}
	return s
}

func shortPlay(p events.PlayEnded) string {
	s := fmt.Sprintf("play of %s over (%s", p.Side, p.How)
	if p.Early {
		s += ", cut short"
	}
	if p.Defaults > 0 {
		s += fmt.Sprintf(", %d by default in a row", p.Defaults)
	}
	return s + ")"
}

func shortChecks(p events.ChecksChanged) string {
	if len(p.Checks) == 0 {
		return "nobody in check"
	}
	words := make([]string, len(p.Checks))
	for i, c := range p.Checks {
		words[i] = fmt.Sprintf("%s in check by %s", c.Side, listed(c.By))
	}
	return strings.Join(words, "; ")
}

func shortWeights(p events.WeightsPosted) string {
	words := make([]string, len(p.Weights))
	for i, w := range p.Weights {
		words[i] = w.Side + " " + w.Weight.String()
	}
	return "Weights: " + listed(words)
}

func listed(words []string) string {
	if len(words) == 0 {
		return "none"
	}
	return strings.Join(words, ", ")
}

func bracketed(what string, words []string) string {
	if len(words) == 0 {
		return ""
	}
	return " (" + what + ": " + strings.Join(words, ", ") + ")"
}

func counters(list []events.Counter) string {
	words := make([]string, len(list))
	for i, c := range list {
		words[i] = fmt.Sprintf("%s=%d", c.Name, c.Value)
	}
	if len(words) == 0 {
		return ""
	}
	return " with " + strings.Join(words, ", ")
}

func signed(h events.Half) string {
	if h >= 0 {
		return "+" + h.String()
	}
	return h.String()
}

func moment(t time.Time) string { return t.UTC().Format("2006-01-02 15:04") }

package main

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/season"
)

// inputWords writes an input as a season file does, on one line.
func inputWords(p events.Payload) string {
	switch p := p.(type) {
	case events.RuleEnacted:
		return "enact rule " + p.Number
	case events.RuleAmended:
		return "amend rule " + p.Number
	case events.EditionAdopted:
		if _, asked := season.TakesUp(p); !asked {
			return fmt.Sprintf("adopt edition %d from %d (%s)", p.Edition, p.Base, counted(len(p.Changes), "change"))
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

// outcomeWords writes what happened in a few words, "" for what a ruling tells elsewhere:
// checks, Weights, the play list, whose turn it is.
func outcomeWords(p events.Payload, types map[string]string) string {
	piece := func(id string) string {
		if t, _, _ := strings.Cut(types[id], " "); t != "" {
			return t + " " + id
		}
		return id
	}
	switch p := p.(type) {
	case events.LedgerOpened:
		return fmt.Sprintf("the ledger of %q begins: %s on %d by %d squares", p.Game, p.System, p.Files, p.Ranks)
	case events.RulePutInForce:
		return fmt.Sprintf("rule %s/%d is in force", p.Number, p.Revision)
	case events.RuleOutOfForce:
		return fmt.Sprintf("rule %s is no longer in force", p.Number)
	case events.ReadingInForce:
		return fmt.Sprintf("%s is read as %s", p.Entry, p.Reading)
	case events.Suspended:
		return "the game is suspended"
	case events.Resumed:
		return fmt.Sprintf("%s is Chess-Umpire; the game goes on", p.Umpire)
	case events.PlayerKnown:
		return fmt.Sprintf("%s is a player, %s", p.Player, p.Status)
	case events.SideEntered:
		return fmt.Sprintf("%s enters, held by %s", p.Side, p.Player)
	case events.SideLeft:
		return p.Side + " leaves the game"
	case events.SideHeld:
		return fmt.Sprintf("%s is held by %s", p.Side, p.Player)
	case events.SideWarmed:
		if p.Warm {
			return p.Side + " is warm: it plays automatically"
		}
		return p.Side + " is no longer warm"
	case events.SideSentAway:
		return p.Side + " goes Somewhere Else"
	case events.FreePiecesGranted:
		if p.Count == 0 {
			return p.Side + " has no free pieces left to choose"
		}
		return fmt.Sprintf("%s may choose %s of total value %s", p.Side, counted(p.Count, "free piece"), p.Budget)
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
			return fmt.Sprintf("%s has made %s in a row", p.Side, counted(p.Defaults, "default play"))
		}
	case events.LimitSet:
		return fmt.Sprintf("the limit of %s runs until %s", p.Side, moment(p.Expires))
	case events.AccountChanged:
		change := p.Change.String()
		if p.Change > 0 {
			change = "+" + change
		}
		return fmt.Sprintf("%s of %s: %s, now %s (%s)", p.Asset, p.Account, change, p.Balance, p.Why)
	case events.ShirtLost:
		return p.Player + " has lost eir shirt"
	case events.KnifeAwarded:
		return fmt.Sprintf("%s receives a Stabber's Knife (%s)", p.Player, p.Why)
	case events.KnivesDestroyed:
		return "all Stabber's Knives are destroyed"
	case events.WinnerDeclared:
		return fmt.Sprintf("%s wins hand %d: %s", p.Player, p.Hand, p.Title)
	case events.AwardGiven:
		if p.Replaces != "" {
			return fmt.Sprintf("award of %s: one of %s for one of %s", p.Player, p.Award, p.Replaces)
		}
		return fmt.Sprintf("award of %s: one of %s", p.Player, p.Award)
	case events.LotDrawn:
		return fmt.Sprintf("drawn by lot (%s): %s", p.Draw, strings.Join(p.Result, ", "))
	case events.FreeForAllSet:
		return fmt.Sprintf("Free For All %s: %s to %s", p.State, moment(p.Starts), moment(p.Ends))
	case events.StartDone:
		return "the game starts"
	}
	return docketWords(p)
}

// listed joins names with commas, "none" if there are none.
func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

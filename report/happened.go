package report

import (
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/words"
)

// OutcomeWords describes an outcome in a few words, in the vocabulary of the game; "" for outcomes that a ruling
// shows elsewhere: checks, Weights, the order, whose turn it is.
func OutcomeWords(p events.Payload, n *Names) string {
	say := n.says()
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
	case events.RuleDecreed:
		return fmt.Sprintf("rule %s is %s by an effect", p.Number, p.Force)
	case events.ReadingInForce:
		return fmt.Sprintf("%s is read as %s", p.Entry, p.Reading)
	case events.RoundBegan:
		return strings.Join(p.Sides, ", ") + " play at once"
	case events.PlayKept:
		switch {
		case p.Play == "":
			return p.Side + " has sealed a play"
		case strings.HasPrefix(p.Play, "opened "):
			return p.Side + " has opened its play"
		}
		return "the play of " + p.Side + " is kept"
	case events.RoundEnded:
		return map[string]string{aggregate.RoundMade: "the plays are made together", aggregate.RoundConflict: "the plays conflict",
			aggregate.RoundHopeless: "no plays are compatible", aggregate.RoundChanged: "the round is over: others play at once now"}[p.How]
	case events.MatterOpened:
		text := p.Matter + " waits"
		if wanted, err := events.DecodePayload(p.Wants, p.Input); err == nil {
			text += ": " + InputWords(wanted)
		}
		return text
	case events.MatterAnswered:
		if p.Yes {
			return fmt.Sprintf("%s agrees to %s", p.Player, p.Matter)
		}
		return fmt.Sprintf("%s does not agree to %s", p.Player, p.Matter)
	case events.SealKept:
		switch {
		case p.Seal == "":
			return fmt.Sprintf("the seal of %s on %s is no longer kept", p.Player, p.About)
		case p.Opened:
			return fmt.Sprintf("%s opens the seal on %s", p.Player, p.About)
		}
		return fmt.Sprintf("%s has sealed %s", p.Player, p.About)
	case events.MatterClosed:
		return fmt.Sprintf("%s is %s", p.Matter, p.How)
	case events.BondSet:
		if p.On {
			return fmt.Sprintf("%s and %s are bound: %s", p.Side, p.With, p.Bond)
		}
		return fmt.Sprintf("%s and %s are no longer bound: %s", p.Side, p.With, p.Bond)
	case events.PieceRestored:
		return fmt.Sprintf("%s of %s is there again", n.piece(p.Piece), p.Side)
	case events.PlayTakenBack:
		if p.Plays == 1 {
			return "the last play is taken back"
		}
		return fmt.Sprintf("the last %d plays are taken back", p.Plays)
	case events.TurnPromised:
		return p.Side + " is to play next, when this turn has ended"
	case events.SquareMarked:
		if p.On {
			return fmt.Sprintf("%s is %s", p.Square, (&Marks{State: p.Mark, Number: p.Number, Side: p.Side}).String())
		}
		return fmt.Sprintf("%s is no longer %s", p.Square, p.Mark)
	case events.PlayerKnown:
		if p.Key != "" {
			return fmt.Sprintf("%s is a player, %s, who signs plays", p.Player, p.Status)
		}
		return fmt.Sprintf("%s is a player, %s", p.Player, p.Status)
	case events.SignaturesSet:
		switch {
		case p.Entries:
			return "all that players enter has to be signed by them"
		case p.On:
			return "plays have to be signed by their players"
		}
		return "plays need not be signed"
	case events.OfficeHeld:
		if p.Player == "" {
			return say.Say("office-vacant", p.Office, words.With{"office": say.Office(p.Office)})
		}
		return say.Say("office-held", p.Office, words.With{"player": p.Player, "office": say.Office(p.Office)})
	case events.SideEntered:
		return say.Say("side-entered", "", words.With{"side": p.Side, "player": p.Player})
	case events.SideLeft:
		return say.Say("side-left", "", words.With{"side": p.Side})
	case events.SideHeld:
		return say.Say("side-held", "", words.With{"side": p.Side, "player": p.Player})
	case events.SideAttributeSet:
		key := "attribute-lifted"
		if p.On {
			key = "attribute-set"
		}
		return say.Say(key, p.Attribute, words.With{"side": p.Side, "attribute": say.Attribute(p.Attribute)})
	case events.AllotmentSet:
		if p.Count == 0 {
			return say.Say("allotment-over", "", words.With{"side": p.Side})
		}
		return say.Count("allotted", "", events.Whole(p.Count), words.With{"side": p.Side, "value": p.Budget.String()})
	case events.PlayEnded:
		if p.Early {
			return say.Say("play-cut-short", "", nil)
		}
		if p.Play != "" {
			return say.Say("played", "", words.With{"side": p.Side, "play": p.Play, "because": say.Because(p.How)})
		}
		if p.Defaults > 0 {
			return say.Count("defaults-made", "", events.Whole(p.Defaults), words.With{"side": p.Side})
		}
	case events.LimitSet:
		return say.Say("limit-set", "", words.With{"side": p.Side, "until": deadline(p.Expires)})
	case events.EndDeclared:
		key := "hand-won"
		switch {
		case p.Over && p.Player == "":
			key = "game-drawn"
		case p.Over:
			key = "game-won"
		case p.Player == "":
			key = "hand-drawn"
		}
		text := say.Say(key, "", words.With{"player": p.Player, "hand": fmt.Sprint(p.Hand), "title": p.Title})
		if p.Title == "" {
			text = strings.TrimRight(text, ": ")
		}
		return text
	case events.LotDrawn:
		return say.Say("lot-drawn", "", words.With{"draw": p.Draw, "result": strings.Join(p.Result, ", ")})
	case events.StageSet:
		if p.Ends.IsZero() && p.State == aggregate.StageRunning { // it ends by a condition
			return say.Say("stage-open", p.Stage, words.With{"stage": say.Stage(p.Stage), "starts": moment(p.Starts)})
		}
		return say.Say("stage-"+p.State, p.Stage, words.With{"stage": say.Stage(p.Stage), "starts": moment(p.Starts), "ends": deadline(p.Ends)})
	case events.StartDone:
		return say.Say("game-started", "", nil)
	case events.AssetChanged:
		key, change := "asset-gained", p.Change
		if change < 0 {
			key, change = "asset-lost", -change
		}
		with := words.With{"account": p.Account, "asset": say.Asset(p.Asset), "amount": say.Amount(p.Asset, change), "because": say.Because(p.Why)}
		if p.Replaces != "" {
			key, with["instead"] = "asset-turned", say.Amount(p.Replaces, change)
		}
		return say.Count(key, p.Asset, change, with)
	case events.AssetsCleared:
		return say.Say("assets-cleared", p.Asset, words.With{"asset": say.Asset(p.Asset)})
	case events.PieceCreated:
		return say.Say("piece-created", p.Type, words.With{"side": p.Side, "type": p.Type, "piece": p.Piece})
	case events.PieceMoved:
		return say.Say("piece-moved", "", words.With{"piece": n.piece(p.Piece), "from": p.From, "to": p.To})
	case events.PiecePlaced:
		return say.Say("piece-placed", "", words.With{"piece": n.piece(p.Piece), "at": p.At})
	case events.PieceCaptured:
		return say.Say("piece-captured", "", words.With{"piece": n.piece(p.Piece), "at": p.At, "by": n.piece(p.By), "side": p.Side})
	case events.PieceLifted:
		return say.Say("piece-lifted", "", words.With{"piece": n.piece(p.Piece), "from": p.From, "because": say.Because(p.Why)})
	case events.SquareClosed:
		if p.Open {
			return p.Square + " is open again"
		}
		return p.Square + " is closed"
	case events.ArrayLaid:
		return "the array is set up"
	case events.PieceConverted:
		return say.Say("piece-converted", "", words.With{"piece": n.piece(p.Piece), "side": p.Side})
	case events.PieceDestroyed:
		return say.Say("piece-destroyed", "", words.With{"piece": n.piece(p.Piece), "because": say.Because(p.Why)})
	case events.PiecePromoted:
		return say.Say("piece-promoted", "", words.With{"piece": p.Piece, "type": p.Type})
	case events.CounterChanged:
		return say.Count("counter-changed", p.Name, events.Whole(p.Value), words.With{"piece": n.piece(p.Piece), "counter": p.Name})
	case events.AtomicPlayed:
		with := words.With{"side": p.Side, "play": say.Play(p.Play)}
		if madeByRule(&p) {
			return "" // the end of the play says which it is
		} else if p.How != aggregate.HowSubmitted {
			with["because"] = say.Because(p.How)
		} else if p.Piece != "" {
			return ""
		}
		return say.Say("played", p.Play, with)
	}
	return docketWords(p)
}

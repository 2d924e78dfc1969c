package condition

import "adjudicate/events"

// rests is a set of the parts of a state that an answer rests on.
type rests uint16

const (
	onPieces rests = 1 << iota
	onSides
	onPlayers
	onAccounts
	onWeights
	onChecks
	onList
	onTurn
	onPlays
	onLaw
	onHands
	onGame
)

// restsOf returns what an outcome may change.
func restsOf(payload events.Payload) rests {
	switch payload.(type) {
	case events.PieceMoved, events.PiecePlaced, events.PieceCaptured, events.PieceLifted, events.PieceCreated,
		events.PieceDestroyed, events.PiecePromoted:
		return onPieces
	case events.CounterChanged:
		return onPieces | onPlays
	case events.AtomicPlayed, events.PlayEnded:
		return onPlays
	case events.WeightsPosted:
		return onWeights
	case events.ChecksChanged:
		return onChecks
	case events.PlayListChanged:
		return onList
	case events.TurnBegan:
		return onTurn
	case events.AccountChanged, events.KnifeAwarded, events.KnivesDestroyed, events.AwardGiven:
		return onAccounts
	case events.SideEntered, events.SideLeft, events.SideHeld, events.SideWarmed, events.SideSentAway:
		return onSides | onPieces
	case events.PlayerKnown:
		return onPlayers
	case events.RulePutInForce, events.RuleOutOfForce, events.ReadingInForce:
		return onLaw
	case events.WinnerDeclared:
		return onHands
	case events.Ruled, events.LimitSet, events.LotDrawn, events.ShirtLost, events.FreePiecesGranted:
		return 0 // nothing that a condition can ask for
	case events.Suspended, events.Resumed, events.FreeForAllSet, events.StartDone:
		return onGame
	}
	return ^rests(0) // the opening of a ledger, and what is not known here
}

package condition

import "adjudicate/events"

// rests is a set of the parts of a game that an answer rests on.
type rests = events.Part

const (
	onPieces   = events.PartPieces
	onSides    = events.PartSides
	onPlayers  = events.PartPlayers
	onAccounts = events.PartAccounts
	onWeights  = events.PartWeights
	onChecks   = events.PartChecks
	onList     = events.PartOrder
	onTurn     = events.PartTurn
	onPlays    = events.PartPlays
	onLaw      = events.PartLaw
	onHands    = events.PartHands
	onGame     = events.PartOffice | events.PartStart | events.PartStages
)

// restsOf returns what an outcome may change. Whose a piece is depends on who is in the game.
func restsOf(payload events.Payload) rests {
	about := events.About(payload)
	if about&onSides != 0 {
		about |= onPieces
	}
	return about
}

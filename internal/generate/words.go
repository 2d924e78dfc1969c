package generate

// What Party Chess, of which the games are, calls its stage and what may be true of its sides.
const (
	knownStage = "free-for-all"
	knownParty = "party"
	knownFirst = "nap"
	knownAuto  = "warm"
	knownAway  = "away"
)

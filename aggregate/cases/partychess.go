package cases

// What Party Chess, in whose words cases are written, calls its stage and what may be true of its sides.
const (
	knownStage = "free-for-all"

	knownParty = "party"
	knownFirst = "nap"
	knownAuto  = "warm"
	knownAway  = "away"
)

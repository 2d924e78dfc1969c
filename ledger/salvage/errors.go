package salvage

// NothingError says that a source yields not even the first input of a game.
type NothingError struct {
	Why string // "event 1 is missing"
}

func (e *NothingError) Error() string { return "nothing to recover: " + e.Why }

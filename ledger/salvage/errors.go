package salvage

// NothingError says that a source yields not even the first input of a game.
type NothingError struct {
	Why string // "event 1 is not to be found"
}

func (e *NothingError) Error() string { return "nothing can be recovered: " + e.Why }

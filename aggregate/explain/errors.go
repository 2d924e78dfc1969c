package explain

import "fmt"

// UnknownSideError says that the game has no side of that name.
type UnknownSideError struct{ Side string }

func (e *UnknownSideError) Error() string { return fmt.Sprintf("no such side: %q", e.Side) }

package place

import (
	"fmt"
	"strings"

	"adjudicate/ledger"
	"adjudicate/rules/names"
)

// AddressError says that a text that is to name a place cannot be read as an address.
type AddressError struct {
	Scheme string // that names no kind of store; "" if something else is wrong
	Err    error
}

func (e *AddressError) Error() string {
	if e.Scheme != "" {
		return fmt.Sprintf("no such kind of store: %q", e.Scheme)
	}
	return e.Err.Error()
}

// Unwrap returns the cause.
func (e *AddressError) Unwrap() error { return e.Err }

// ChoiceError says that a name, or the lack of one, does not tell which game is meant.
type ChoiceError struct {
	Place  string
	Name   string   // as given, "" if none was
	Names  []string // of the games that the store tells of
	Listed bool     // whether it tells of them
}

func (e *ChoiceError) Error() string {
	switch {
	case e.Name != "":
		return fmt.Sprintf("%s: no such game: %q", e.Place, e.Name)
	case !e.Listed:
		return e.Place + " does not list its games: expected the name of one"
	}
	return fmt.Sprintf("%s holds %d games: expected the name of one of %s", e.Place, len(e.Names), Several(e.Names))
}

// Unwrap is the *names.UnknownError of a name that no game has.
func (e *ChoiceError) Unwrap() error {
	if e.Name == "" {
		return nil
	}
	return names.Unknown("game", e.Name, e.Names)
}

// Several names some games, and how many more there are.
func Several(names []string) string {
	const most = 12
	if len(names) == 0 {
		return "no games that it lists"
	}
	if len(names) > most {
		return fmt.Sprintf("%s and %d more", strings.Join(names[:most], ", "), len(names)-most)
	}
	return strings.Join(names, ", ")
}

// TakenError says that a game cannot begin where one is already.
type TakenError struct {
	Place string
	Name  string // of the game that the store holds already; "" if the place is to hold one game
}

func (e *TakenError) Error() string {
	if e.Name != "" {
		return fmt.Sprintf("%s: the store already holds game %q", e.Place, e.Name)
	}
	return fmt.Sprintf("%s: %v", e.Place, ledger.ErrGame)
}

// Is makes it one that there is a game.
func (e *TakenError) Is(target error) bool { return e.Name == "" && target == ledger.ErrGame }

// NoCheckpointError says that no checkpoint is known that could be used, and no key to sign one.
type NoCheckpointError struct {
	Sequence uint64 // of the event that it should stand for; 0 if any would do
	Since    bool   // a checkpoint later than another is asked for
}

func (e *NoCheckpointError) Error() string {
	switch {
	case e.Since:
		return "no known checkpoint is later than the old one"
	case e.Sequence == 0:
		return "no known checkpoint of the ledger"
	}
	return fmt.Sprintf("no known checkpoint covers event %d", e.Sequence)
}

// ContendedError says that others wrote to a game each time that something was to be entered. Nothing was written.
type ContendedError struct {
	Place, Name string
	Err         error // of the last try: a *store.ConflictError
}

func (e *ContendedError) Error() string {
	return fmt.Sprintf("cannot use %s: too many concurrent writes to %s: %v", e.Place, e.Name, e.Err)
}

// Unwrap returns the cause.
func (e *ContendedError) Unwrap() error { return e.Err }

package report

import (
	"errors"
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/names"
)

// An OtherKindError reports that a side is named where a player is asked for, or a player where a side is.
type OtherKindError struct {
	Unknown *names.UnknownError
	Text    string // what it is, and who plays it, or what it plays
	Instead string // flags that ask for it
}

func (e *OtherKindError) Error() string   { return e.Unknown.Message() + ": " + e.Text }
func (e *OtherKindError) Unwrap() error   { return e.Unknown }
func (e *OtherKindError) Expects() string { return e.Unknown.Expects() }
func (e *OtherKindError) Advice() string  { return "use " + e.Instead }

// otherKind returns an error that is about a name which is none of its kind as an *OtherKindError, if it is one of the other kind. End is the state at the end of what is read.
func otherKind(err error, known func(events.Role) []string, end *aggregate.State) error {
	var unknown *names.UnknownError
	if !errors.As(err, &unknown) {
		return err
	}
	role, other := map[string]events.Role{"player": events.RoleSide, "side": events.RolePlayer}[unknown.What]
	if !other {
		return err
	}
	name, ok := names.Known(unknown.Word, known(role))
	if !ok {
		return err
	}
	plain := *unknown
	plain.Near = ""
	e := &OtherKindError{Unknown: &plain}
	if role == events.RoleSide {
		e.Text, e.Instead = "it is a side", "--side "+name
		if side, in := end.Side(name); in && side.Player != "" {
			e.Text, e.Instead = fmt.Sprintf("it is a side, which %s plays", side.Player), fmt.Sprintf("--player %s, or %s", side.Player, e.Instead)
		}
		return e
	}
	var plays, flags []string
	for side := range end.Sides() {
		if side.Player == name {
			plays, flags = append(plays, side.Name), append(flags, "--side "+side.Name)
		}
	}
	e.Text, e.Instead = "it is a player", strings.Join(append(flags, "--player "+name), ", or ")
	if len(plays) > 0 {
		e.Text += ", who plays " + strings.Join(plays, " and ")
	}
	return e
}

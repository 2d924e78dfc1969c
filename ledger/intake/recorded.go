package intake

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"path"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/ledger/seasons"
	"adjudicate/season/pgn"
	"adjudicate/season/score"
	"adjudicate/systems"
)

// A Recording is the ledger of a game that was recorded in Portable Game Notation, and what there is to say of it.
type Recording struct {
	Draft *Draft
	Ran   *seasons.Report
	Told  *score.Told
	State *aggregate.State // after the last move
}

// IsRecorded tells a file of recorded games from others: by its name, or by the tag that it begins with.
func IsRecorded(label string, text []byte) bool {
	if strings.EqualFold(path.Ext(label), ".pgn") {
		return true
	}
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\ufeff")), " \t\r\n")
	return bytes.HasPrefix(text, []byte("[Event ")) || bytes.HasPrefix(text, []byte("[White ")) || bytes.HasPrefix(text, []byte("[Site "))
}

// Recorded drafts a ledger of each game of a file in Portable Game Notation: what was recorded is ruled on move by move. Own is the system of
// all of them, nil for the one that each names; as is the name of a single one, empty for one made of its players. A game that does not say
// when it was played is of the moment otherwise. A game that cannot be read, or not be set up, is left out, and left says which and why; if there is no
// other the error does.
func Recorded(ctx context.Context, h *place.Host, label string, text []byte, own *systems.System, as string, otherwise time.Time, told func(int64)) (list []*Recording, left []error, err error) {
	games, err := pgn.Parse(label, text)
	if several, ok := err.(interface{ Unwrap() []error }); ok {
		left = several.Unwrap()
	}
	taken := map[string]int{}
	var judged int64
	for _, g := range games {
		name := ledger.StreamName(score.Name(g))
		if as != "" && len(games) == 1 {
			name = as
		}
		if taken[name]++; taken[name] > 1 {
			name = fmt.Sprintf("%s-%d", name, taken[name])
		}
		s, about, err := score.Season(label, g, own, name, otherwise)
		if err != nil {
			left = append(left, err)
			continue
		}
		r := &Recording{Told: about}
		each := func(n int64) {
			if told != nil {
				told(judged + n)
			}
		}
		if r.Draft, r.Ran, r.State, err = seasonOf(ctx, h, s, name, each); err != nil {
			return nil, nil, err
		}
		if at := refusedAsOver(r.Ran); at > 0 && about.Cut(s, at, len(g.Moves)) {
			if r.Draft, r.Ran, r.State, err = seasonOf(ctx, h, s, name, nil); err != nil {
				return nil, nil, err
			}
		}
		judged += int64(r.Draft.Events)
		list = append(list, r)
	}
	switch {
	case len(list) > 0:
		return list, left, nil
	case len(left) > 0:
		return nil, nil, errors.Join(left...)
	}
	return nil, nil, fmt.Errorf("%s: no game", label)
}

// refusedAsOver is the first entry that was refused because the game was over, 0 if none was. That repetition or many quiet plays end a game, the
// ledger knows, and its moves alone do not.
func refusedAsOver(ran *seasons.Report) int {
	return max(0, slices.IndexFunc(ran.Results, func(r seasons.Result) bool {
		return slices.ContainsFunc(r.Rulings, func(r events.Ruled) bool {
			return slices.ContainsFunc(r.Faults, func(f events.Fault) bool { return f.Code == aggregate.FaultOver })
		})
	}))
}

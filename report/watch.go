package report

import (
	"context"
	"encoding/json"
	"fmt"
	"io"

	"adjudicate/history"
	"adjudicate/internal/term"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/place"
)

// Watched is what has come to a game since it was last looked at.
type Watched struct {
	*Log
	Standing *Standing // after it
	names    *Names
}

// Watcher is how a game is watched.
type Watcher struct {
	Last    int                                                           // how many of the entries that there are to begin with
	Head    func(context.Context) (uint64, error)                         // the sequence of its last event
	Look    func(ctx context.Context, head uint64) (*history.View, error) // its history as it is known then
	Pause   func(context.Context)                                         // until it is asked for again
	Told    func(*Watched) error                                          // hears what came
	Waiting func(error)                                                   // hears that a store cannot be reached, which may come back
}

// WatchGame begins to watch a game.
func WatchGame(g *place.Game, last int) *Watcher {
	st := g.Recall()
	return &Watcher{Last: last,
		Head: func(ctx context.Context) (uint64, error) {
			head, err := st.Head(ctx, g.Name)
			return uint64(head), err
		},
		Look: func(ctx context.Context, head uint64) (*history.View, error) {
			return history.Look(ctx, st, g.Name, history.Where{Known: head})
		}}
}

// Run tells what comes to a game: first the last entries that there are, then those that come, whoever enters them, with what was ruled
// on each. A store that cannot be reached is asked again. It ends with ctx, without an error.
func (w *Watcher) Run(ctx context.Context) error {
	var from uint64
	for first := true; ctx.Err() == nil; first = false {
		head, err := w.Head(ctx)
		if err == nil && (first || head > from) {
			var v *Watched
			if v, err = w.since(ctx, from, head); err == nil {
				if first {
					v.Entries = v.Entries[max(0, len(v.Entries)-w.Last):]
				}
				from = head
				if err := w.Told(v); err != nil {
					return err
				}
			}
		}
		if err != nil && ctx.Err() == nil {
			if first || !advice.Unreachable(err) {
				return err
			}
			w.Waiting(err)
		}
		w.Pause(ctx)
	}
	return nil
}

// since reads what stands behind an event, up to a head.
func (w *Watcher) since(ctx context.Context, from, head uint64) (*Watched, error) {
	h, err := w.Look(ctx, head)
	if err != nil {
		return nil, err
	}
	state, err := h.State(ctx)
	if err != nil {
		return nil, err
	}
	v := &Watched{Standing: StandingOf(state, head), names: NamesOf(state)}
	if v.Log, err = ReadLog(ctx, h, h.Events(ctx, 1), LogQuery{Since: history.Place{Input: from + 1}.Address(), Last: -1}, state); err == nil {
		v.Omitted = 0
	}
	return v, err
}

// Print writes what came for people, and who is to play now.
func (v *Watched) Print(p *term.Page) {
	if len(v.Entries) > 0 {
		v.Log.Print(p)
	}
	v.Standing.write(p, nil, v.names)
}

// WriteLines writes what came for programs: an entry a line.
func (v *Watched) WriteLines(w io.Writer) error {
	for i := range v.Entries {
		text, err := json.Marshal(&v.Entries[i])
		if err != nil {
			return err
		}
		if _, err := fmt.Fprintf(w, "%s\n", text); err != nil {
			return err
		}
	}
	return nil
}

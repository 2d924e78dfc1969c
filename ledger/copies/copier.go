package copies

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"adjudicate/events"
	"adjudicate/ledger/place"
	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/replica"
)

// Progress begins to show how long work on a game has come: told hears of the events dealt
// with, done of the end.
type Progress func(game string) (told func(events int64), done func())

// A Copier copies games from one place to another.
type Copier struct {
	From, To *place.Store
	Names    []string // of the games that were chosen
	All      bool     // that the place holds
	State    place.State
	Progress Progress
}

// SameError says that a place is to be copied to itself.
type SameError struct{ Place string }

func (e *SameError) Error() string {
	return e.Place + ": cannot copy a ledger to itself"
}

// Open opens both places, and chooses the game that a name means, or the only one, or all. The
// place copied to is made if it is a file that is not there.
func Open(ctx context.Context, h *place.Host, from, to, name string, all bool, p Progress) (*Copier, error) {
	if same(from, to) {
		return nil, &SameError{place.Shown(from)}
	}
	c := &Copier{All: all, Progress: p}
	var err error
	if c.From, err = h.Open(ctx, from); err != nil {
		return nil, err
	}
	if c.Names, c.State, err = choose(ctx, c.From, name, all); err == nil {
		c.To, err = h.OpenOrCreate(ctx, to)
	}
	if err != nil {
		c.Close()
		return nil, err
	}
	return c, nil
}

// choose returns the names of games: of the one that a name means, or the only one, or of all, and
// then what is the matter with the store that they stand in.
func choose(ctx context.Context, st *place.Store, name string, all bool) ([]string, place.State, error) {
	if all {
		return st.Survey(ctx)
	}
	g, err := st.Find(ctx, name)
	if err != nil {
		return nil, place.State{}, err
	}
	return []string{g.Name}, place.State{}, nil
}

// same reports whether two places are one.
func same(a, b string) bool {
	if a == b {
		return true
	}
	x, errA := os.Stat(a)
	y, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(x, y)
}

// Copy is what was copied of a game.
type Copy struct {
	From        string      `json:"from"`
	To          string      `json:"to"`
	Name        string      `json:"name"`
	Compared    uint64      `json:"compared"` // events that the copy had already
	Copied      uint64      `json:"copied"`
	Events      uint64      `json:"events"` // that the copy has now
	Root        string      `json:"root,omitempty"`
	Checkpoints int         `json:"checkpoints"` // carried over
	Difference  *Difference `json:"difference,omitempty"`
	Error       string      `json:"error,omitempty"` // why it could not be copied
}

// Difference is where a copy is not the beginning of its source.
type Difference struct {
	Sequence uint64 `json:"sequence,omitempty"`
	What     string `json:"what"` // "id", "type", "data", "beyond" or "root"
	Text     string `json:"text"`
}

// InterruptedError says that a copy has come so far and no further.
type InterruptedError struct {
	Name   string
	Events uint64 // that the copy has
	Err    error
}

func (e *InterruptedError) Error() string { return e.Err.Error() }

// Unwrap returns the cause.
func (e *InterruptedError) Unwrap() error { return e.Err }

func (c *Copier) begin(name string) Copy {
	return Copy{From: c.From.Place, To: c.To.Place, Name: name}
}

func (c *Copier) replica(name string, told func(int64)) *replica.Replica {
	r := &replica.Replica{From: c.From.Events, To: c.To.Events, Stream: name, Keeper: c.To.Keeper(), Source: c.From.Place, Begins: events.IsInput}
	if told != nil {
		r.Progress = func(n, _ store.Revision) { told(int64(n)) }
	}
	return r
}

// Copy copies a game, carries its checkpoints over and holds the roots of both against each
// other. An *InterruptedError says that a part of it has been copied.
func (c *Copier) Copy(ctx context.Context, name string) (*Copy, error) {
	var told func(int64)
	if c.Progress != nil {
		var done func()
		told, done = c.Progress(name)
		defer done()
	}
	var tree proof.Tree // of what the source has
	r := c.replica(name, told)
	r.Each = func(e *store.Recorded) { tree.Add(e.Data) }
	res, err := r.Update(ctx, true)
	v := c.begin(name)
	v.Compared, v.Copied, v.Events = uint64(res.Compared), uint64(res.After-res.Before), uint64(res.After)
	switch {
	case v.differs(err):
		return &v, nil
	case err != nil && v.Copied > 0:
		return nil, &InterruptedError{Name: name, Events: v.Events, Err: err}
	case err != nil:
		return nil, err
	}
	if err := c.roots(ctx, &tree, &v); err != nil {
		return nil, err
	}
	v.Checkpoints, err = c.checkpoints(ctx, name, int64(v.Events))
	if err != nil {
		return nil, err
	}
	c.To.Game(name).Summarise(ctx, uint64(res.After))
	return &v, nil
}

// Each copies the games that were chosen, and tells of each what was copied or why it could not be. Where all were chosen, trouble with
// one game leaves the others to be copied; any other error ends it.
func (c *Copier) Each(ctx context.Context, told func(name string, v *Copy, err error)) error {
	for _, name := range c.Names {
		v, err := c.Copy(ctx, name)
		if err != nil && !(c.All && store.Alone(err)) {
			return err
		}
		told(name, v, err)
	}
	return nil
}

// roots reads the copy back and holds the root of its tree against that of the source.
func (c *Copier) roots(ctx context.Context, source *proof.Tree, v *Copy) error {
	got, err := proof.Log{Store: c.To.Events, Keeper: c.To.Keeper(), Stream: v.Name}.Renew(ctx, int64(v.Events))
	if err != nil {
		return err
	}
	v.Root = got.Root().String()
	if source.Size() != int64(v.Events) || source.Root() != got.Root() {
		v.Difference = &Difference{What: "root", Text: fmt.Sprintf("the tree of %d events has root %s in the source, but %s in the copy", v.Events, source.Root(), got.Root())}
	}
	return nil
}

// checkpoints puts those that lie beside the source and stand for what was copied beside the
// copy, and says how many.
func (c *Copier) checkpoints(ctx context.Context, name string, size int64) (int, error) {
	notes, err := c.From.Game(name).CheckpointNotes(ctx)
	if err != nil {
		return 0, err
	}
	return c.To.Game(name).AddCheckpoints(ctx, notes, size)
}

// differs takes an error that says that the copy is not the beginning of its source.
func (v *Copy) differs(err error) bool {
	var d *replica.DifferenceError
	if !errors.As(err, &d) {
		return false
	}
	v.Difference = &Difference{Sequence: uint64(d.At), What: d.What, Text: d.Error()}
	return true
}

// Following is what came while a game was followed.
type Following struct {
	Copy
	Before  uint64 `json:"before"`  // how many events the copy had at first
	Updates int    `json:"updates"` // how often something came
}

// Watch is what is told of while a game is followed.
type Watch struct {
	Every   time.Duration                   // how often a source is asked that does not tell by itself
	Came    func(f *Following, more uint64) // at first, and whenever something came
	Waiting func(why error)                 // a place cannot be had at the moment
}

// Follow copies a game and then whatever is added to it, until ctx ends, which is no error, or
// the copy is not the beginning of its source, which is in what it returns.
func (c *Copier) Follow(ctx context.Context, name string, w Watch) (*Following, error) {
	v := &Following{Copy: c.begin(name)}
	first := true
	err := c.replica(name, nil).Follow(ctx, replica.Following{Every: w.Every, Waiting: w.Waiting, Told: func(res replica.Result) {
		v.Copied += uint64(res.After - res.Before)
		v.Events = uint64(res.After)
		if first {
			v.Compared, v.Before, first = uint64(res.Compared), uint64(res.Before), false
		}
		if res.After > res.Before {
			v.Updates++
			if n, err := c.checkpoints(ctx, name, int64(res.After)); err == nil {
				v.Checkpoints = n
			}
			c.To.Game(name).Summarise(ctx, uint64(res.After))
		}
		if w.Came != nil {
			w.Came(v, uint64(res.After-res.Before))
		}
	}})
	if v.differs(err) || ctx.Err() != nil && (errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)) {
		err = nil
	}
	return v, err
}

// Close lets go of both places.
func (c *Copier) Close() { _ = errors.Join(c.To.Close(), c.From.Close()) }

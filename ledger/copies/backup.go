package copies

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"

	"adjudicate/ledger"
	"adjudicate/ledger/place"
	"adjudicate/store"
	"adjudicate/store/sqlite"
)

// Backup is what a backup holds.
type Backup struct {
	Store  string       `json:"store"`
	Backup string       `json:"backup"`
	Bytes  int64        `json:"bytes"`
	Games  []BackupGame `json:"games"`

	LeftOut []place.LeftOut `json:"left_out,omitempty"`

	place.State
	Err error `json:"-"` // of the first that was left out, or of the first trouble
}

// leaveOut notes the error of a game that could not be read.
func (v *Backup) leaveOut(name string, err error) {
	v.LeftOut = append(v.LeftOut, place.LeftOut{Name: name, Error: err.Error()})
	if v.Err == nil {
		v.Err = fmt.Errorf("%s: %w", name, err)
	}
}

// tell notes that a game has fewer events than it had.
func (v *Backup) tell(err error) {
	var behind *place.BehindError
	if errors.As(err, &behind) {
		v.Troubles = append(v.Troubles, ledger.Examined{Kind: "behind", Game: behind.Name, Found: behind.Found()})
	}
}

// BackupGame is a game in a backup, with the number of its events.
type BackupGame struct {
	Name   string `json:"name"`
	Events uint64 `json:"events"`
}

// ExistsError says that something stands where a file is to be put.
type ExistsError struct{ Path string }

func (e *ExistsError) Error() string { return e.Path + ": file exists" }

// Unwrap makes it one that something exists.
func (e *ExistsError) Unwrap() error { return fs.ErrExist }

// NoFileError says that an address was given where a file is expected.
type NoFileError struct{ Place string }

func (e *NoFileError) Error() string { return e.Place + ": expected a file" }

// PartialError says that what an interrupted backup left behind is of something else.
type PartialError struct{ Path, Why string }

func (e *PartialError) Error() string { return e.Path + " belongs to something else: " + e.Why }

// vacant refuses a name under which no new file can be put.
func vacant(path string) error {
	if place.IsAddress(path) {
		return &NoFileError{place.Shown(path)}
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return &ExistsError{path}
	}
	return nil
}

// Make makes a backup of a store: of all that it holds, as at one moment if the store can, or of
// the game that a name means. It is read back before it counts.
func Make(ctx context.Context, from *place.Store, to, name string, p Progress) (*Backup, error) {
	v := &Backup{Store: from.Place, Backup: to, Games: []BackupGame{}}
	err := vacant(to)
	if err != nil {
		return nil, err
	}
	if saver, ok := from.Events.(store.Saver); ok && name == "" {
		var told = func(int64) {}
		if p != nil {
			var done func()
			told, done = p("")
			defer done()
		}
		err = saver.Save(ctx, to, func(n, _ int) { told(int64(n)) })
	} else {
		err = v.fetch(ctx, from, name, p)
	}
	if err != nil {
		return nil, err
	}
	return v, v.look(ctx, from.Host)
}

// fetch copies games one by one into a file, which is put in its place when it is complete. A
// game that cannot be read is left out of a backup of all.
func (v *Backup) fetch(ctx context.Context, from *place.Store, name string, p Progress) error {
	to, partial := v.Backup, v.Backup+".partial"
	names, state, err := choose(ctx, from, name, name == "")
	if err != nil {
		return err
	}
	v.State = state
	c := &Copier{From: from, Progress: p}
	if c.To, err = from.Host.OpenOrCreate(ctx, partial); err != nil {
		return err
	}
	for _, one := range names {
		copied, err := c.Copy(ctx, one)
		if err == nil && copied.Difference != nil {
			err = &PartialError{partial, copied.Difference.Text}
		}
		if err == nil {
			v.tell(from.Game(one).Behind(ctx, copied.Events))
		}
		switch {
		case err != nil && name == "" && store.Alone(err):
			v.leaveOut(one, err)
		case err != nil:
			return errors.Join(err, c.To.Close())
		}
	}
	if v.Err == nil {
		v.Err = state.Err
	}
	if err := c.To.Close(); err != nil {
		return err
	}
	if err := sqlite.Publish(partial, to); err != nil {
		return &store.UnreachableError{Place: to, Found: "cannot move the backup into place", Err: err}
	}
	if err := os.Remove(partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &store.UnreachableError{Place: partial, Found: "cannot remove it", Err: err}
	}
	return nil
}

// look reads a backup back.
func (v *Backup) look(ctx context.Context, h *place.Host) error {
	info, err := os.Stat(v.Backup)
	if err != nil {
		return &store.UnreachableError{Place: v.Backup, Found: "it disappeared", Err: err}
	}
	v.Bytes = info.Size()
	st, err := h.Open(ctx, v.Backup)
	if err != nil {
		return err
	}
	defer st.Close()
	for head, err := range st.Events.(store.Surveyor).Heads(ctx) {
		if err != nil {
			return err
		}
		v.Games = append(v.Games, BackupGame{Name: head.Stream, Events: uint64(head.Head)})
	}
	return nil
}

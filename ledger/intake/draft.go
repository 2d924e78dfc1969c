package intake

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"regexp"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/memory"
)

// A Draft is a game that has been ruled on and not been written.
type Draft struct {
	Name   string // of its stream
	Events []store.Event
	People []people.Person // whose addresses are to lie beside it
}

// DeskError says that a game stands where it was put, and what identifies its players does not.
type DeskError struct {
	Place, Name string
	Err         error
}

func (e *DeskError) Error() string {
	return fmt.Sprintf("%s holds %s completely, but the addresses of its players could not be kept beside it: %v", e.Place, e.Name, e.Err)
}

// Unwrap returns the cause.
func (e *DeskError) Unwrap() error { return e.Err }

// Put writes a draft into a place, made if it is a file that is not there, and returns how the
// place is shown. Beside says that the place may hold other games. A file that is made and then
// cannot be filled stays there, empty: another process may have begun to use it.
func (d *Draft) Put(ctx context.Context, h *place.Host, where string, beside bool) (string, error) {
	st, err := h.OpenOrCreate(ctx, where)
	if err != nil {
		return "", err
	}
	defer st.Close()
	if err := st.Begin(ctx, d.Name, d.Events, beside); err != nil {
		return "", err
	}
	if err := st.Game(d.Name).Put(ctx, d.People...); err != nil {
		return "", &DeskError{Place: st.Place, Name: d.Name, Err: err}
	}
	return st.Place, nil
}

// drafted takes over what stands in a store.
func drafted(ctx context.Context, st store.Store, name string) (*Draft, error) {
	d := &Draft{Name: name}
	for rec, err := range st.Read(ctx, name, 1) {
		if err != nil {
			return nil, err
		}
		d.Events = append(d.Events, rec.Event)
	}
	return d, nil
}

// RejectedError says that the judge rejects the opening of a game, or one of its rules.
type RejectedError struct {
	Input events.Payload
	Fault events.Fault
}

func (e *RejectedError) Error() string {
	return fmt.Sprintf("%s was rejected: %s", e.Input.Kind(), e.Fault.Message)
}

// Open drafts a game that begins: its opening, every rule of its rulebook, and what follows these. It returns also
// the state that these come to.
func Open(ctx context.Context, h *place.Host, o events.GameOpened, list []rules.Rule, actor string, at time.Time, then ...events.Payload) (*Draft, *aggregate.State, error) {
	inputs := []events.Payload{o}
	for i := range list {
		inputs = append(inputs, events.RuleEnacted{Number: list[i].Number, Rule: list[i].Canonical()})
	}
	inputs = append(inputs, then...)
	st, name := memory.New(), ledger.StreamName(o.Game)
	l, err := ledger.Create(ctx, st, name, h.Options(nil))
	if err != nil {
		return nil, nil, err
	}
	for _, p := range inputs {
		res, err := l.Submit(ctx, p, actor, at)
		if err != nil {
			return nil, nil, err
		}
		if res.Ruled().Verdict != aggregate.Accepted {
			return nil, nil, &RejectedError{p, res.Ruled().Faults[0]}
		}
	}
	d, err := drafted(ctx, st, name)
	return d, l.State(), err
}

var seedForm = regexp.MustCompile(`^[0-9a-f]{64}$`)

// ErrSeed says that a text is no seed.
var ErrSeed = errors.New("expected 64 lower-case hexadecimal digits")

// Seed returns the seed of a game's lots: as given, or drawn.
func Seed(given string, entropy io.Reader) (string, error) {
	if given != "" {
		if !seedForm.MatchString(given) {
			return "", ErrSeed
		}
		return given, nil
	}
	var seed [32]byte
	if _, err := io.ReadFull(entropy, seed[:]); err != nil {
		return "", fmt.Errorf("draw a seed: %w", err)
	}
	return hex.EncodeToString(seed[:]), nil
}

// IsExport tells an export from a season: its first sign is that of a JSON object.
func IsExport(text []byte) bool {
	for _, c := range text {
		switch c {
		case ' ', '\t', '\r', '\n':
			continue
		}
		return c == '{'
	}
	return false
}

// Export drafts the game of an export, whose label is for messages, byte for byte. Told, if not
// nil, hears of the bytes read.
func Export(label string, text []byte, told func(int64)) (*Draft, error) {
	var each func(int)
	if told != nil {
		each = func(n int) { told(int64(n)) }
	}
	list, name, err := ledger.ReadExport(label, text, each)
	return &Draft{Name: name, Events: list}, err
}

// Judge rules on every input of a draft again.
func (d *Draft) Judge(ctx context.Context, h *place.Host, told func(int64)) (*ledger.Verification, error) {
	st := memory.New()
	if _, err := st.Append(ctx, d.Name, store.NoStream, d.Events); err != nil {
		return nil, err
	}
	return ledger.Verify(ctx, st, d.Name, h.Options(told))
}

package intake

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"regexp"
	"sync"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
	"adjudicate/ledger/summary"
	"adjudicate/rules"
	"adjudicate/store"
	"adjudicate/store/ahead"
	"adjudicate/store/memory"
	"adjudicate/store/sqlite"
)

// A Draft is a game that has been ruled on and not been written.
type Draft struct {
	Name   string // of its stream
	Events int
	People []people.Person // whose addresses are to lie beside it

	held  store.Store   // the events
	draft *sqlite.Draft // of the file at where, if that is what holds them
	where string

	summary *summary.Summary // of the events, if it is known
	along   *ledger.Along    // has ruled on the inputs while they were read; nil if nobody has
}

// All yields the events.
func (d *Draft) All(ctx context.Context) iter.Seq2[store.Event, error] {
	return func(yield func(store.Event, error) bool) {
		for rec, err := range d.held.Read(ctx, d.Name, 1) {
			if !yield(rec.Event, err) || err != nil {
				return
			}
		}
	}
}

// Close forgets the draft. What has been put somewhere stays there.
func (d *Draft) Close() error { return d.held.Close() }

// inMemory is how many bytes of an export are held in memory until all of it has been read; a longer one is held in a file.
const inMemory = 4 << 20

// decodedAhead is how many events are handed at a time from who reads an export to who writes them.
const decodedAhead = 256

// Of drafts a game whose events are known, and not ruled on again. They are read once. Where is the place that it is for, "" if that is not
// known yet: what is too long for memory and is to become a new file is written once.
func Of(ctx context.Context, h *place.Host, where, name string, list iter.Seq2[store.Event, error]) (*Draft, error) {
	next, stop := iter.Pull2(list)
	defer stop()
	var begun []store.Event
	ended := false
	for size := 0; size < inMemory && !ended; {
		e, err, ok := next()
		if err != nil {
			return nil, err
		}
		if ended = !ok; ok {
			begun, size = append(begun, e), size+len(e.Data)
		}
	}
	d := &Draft{Name: name, held: memory.New()}
	if !ended {
		file, near, err := h.Draft(where)
		if err != nil {
			return nil, err
		}
		if d.held = file; near {
			d.draft, d.where = file, where
		}
	}
	head, err := store.Fill(ctx, d.held, name, func(yield func(store.Event, error) bool) {
		for _, e := range begun {
			if !yield(e, nil) {
				return
			}
		}
		begun = nil
		for !ended {
			e, err, ok := next()
			if !ok || !yield(e, err) || err != nil {
				return
			}
		}
	})
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	d.Events = int(head)
	return d, nil
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
	st, err := d.put(ctx, h, where, beside)
	if err != nil {
		return "", err
	}
	defer st.Close()
	if err := st.Game(d.Name).Put(ctx, d.People...); err != nil {
		return "", &DeskError{Place: st.Place, Name: d.Name, Err: err}
	}
	return st.Place, nil
}

// put writes the events. Where the draft is that of the file, they stand in it.
func (d *Draft) put(ctx context.Context, h *place.Host, where string, beside bool) (*place.Store, error) {
	if d.draft != nil && where == d.where {
		st, err := h.Publish(ctx, d.draft, where, d.Name, uint64(d.Events), d.summary)
		if !errors.Is(err, fs.ErrExist) { // another process was first
			return st, err
		}
	}
	st, err := h.OpenOrCreate(ctx, where)
	if err != nil {
		return nil, err
	}
	if err := st.Begin(ctx, d.Name, d.All(ctx), beside); err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return st, nil
}

// drafted takes over what stands in a store.
func drafted(ctx context.Context, st store.Store, name string) (*Draft, error) {
	head, err := st.Head(ctx, name)
	return &Draft{Name: name, Events: int(head), held: st}, err
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
	st, name := memory.New(), ledger.StreamName(o.Game)
	l, err := ledger.Create(ctx, st, name, h.Options(nil))
	if err != nil {
		return nil, nil, err
	}
	for _, p := range inputsOf(o, list, then) {
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

// inputsOf are those of a game that begins.
func inputsOf(o events.GameOpened, list []rules.Rule, then []events.Payload) []events.Payload {
	inputs := []events.Payload{o}
	for i := range list {
		inputs = append(inputs, events.RuleEnacted{Number: list[i].Number, Rule: list[i].Canonical()})
	}
	return append(inputs, then...)
}

var seedForm = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9a-f]{64}$`) })

// ErrSeed says that a text is no seed.
var ErrSeed = errors.New("expected 64 lower-case hexadecimal digits")

// Seed returns the seed of a game's lots: as given, or drawn.
func Seed(given string, entropy io.Reader) (string, error) {
	if given != "" {
		if !seedForm().MatchString(given) {
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
// nil, hears of the bytes read. Where is the place that it is for. If inputs are to be judged again, that begins while they are read.
func Export(ctx context.Context, h *place.Host, where, label string, r io.Reader, judged bool, told func(int64)) (*Draft, error) {
	sum, alone := new(summary.Summary), true // whether it can be told from events alone
	var along *ledger.Along
	if judged {
		along = ledger.VerifyAlong(h.Options(nil))
		defer along.Close()
	}
	name, list, err := ledger.ReadExport(label, r, told, func(e *events.Envelope, data []byte) {
		alone = alone && sum.Fold(e) == nil
		if along != nil {
			along.Add(e, data)
		}
	})
	if err != nil {
		return nil, err
	}
	d, err := Of(ctx, h, where, name, ahead.Of(ctx, decodedAhead, func(context.Context) iter.Seq2[store.Event, error] { return list }))
	if twice := (*store.DuplicateError)(nil); errors.As(err, &twice) {
		err = fmt.Errorf("%s: field id: %s is that of event %d, and repeated", label, twice.ID, twice.Revision)
	}
	if err != nil {
		return nil, err
	}
	if d.along = along; alone {
		d.summary = sum
	}
	return d, nil
}

// Judge rules on every input of a draft again, or ends what [Export] has begun.
func (d *Draft) Judge(ctx context.Context, h *place.Host, told func(int64)) (*ledger.Verification, error) {
	opts := h.Options(told)
	if d.along == nil {
		return ledger.Verify(ctx, d.held, d.Name, opts)
	}
	along := d.along
	d.along = nil
	return along.End(ctx, d.held, d.Name, opts.Progress)
}

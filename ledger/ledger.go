package ledger

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/store"
)

// Options configure a Ledger.
type Options struct {
	Engine  string    // the version that rulings name
	Entropy io.Reader // for event ids; nil is that of the machine

	// ID is the id of the first event of a ledger that is created; the nil UUID for a new one. Signatures name it.
	ID uuid.UUID

	// Progress, if set, is told now and then how many events have been read or written.
	Progress func(done int)

	// Again has the ledger keep the last events that it reads, for whoever rules on them again: see Catalogue.
	Again bool
}

// Ledger is one game in a store. It is not safe for concurrent use.
type Ledger struct {
	st       store.Store
	name     string
	opts     Options
	judge    *aggregate.Judge
	head     store.Revision
	last     time.Time         // of the last input
	ruled    map[string]uint64 // message → sequence of its ruling; see known
	unread   uint64            // up to this sequence the stream has not been looked through for messages
	recorder *history.Recorder
	docket   dispute.Docket
	entries  *entries      // that the docket asks; nil: nobody has asked for the docket
	pending  []store.Event // of a batch
	batch    bool
	past     bool // opened for reading

	lately    []events.Envelope  // the last that were read, if Options.Again asks for them
	catalogue *history.Catalogue // see Catalogue
	sighted   sighted            // see currentAt

	asked aggregate.Input                // the play that was looked at last
	watch func(*aggregate.State, uint64) // sees what an input meets
}

// Result is the outcome of submitting an input.
type Result struct {
	events.Act
	Repeated bool          // a play whose message had been ruled on before: nothing was written
	Due      []*events.Act // what time had made due before the input, recorded with it

	Algebraic string // the play as aggregate.Judge.Algebraic writes it, if somebody watches the ledger
}

// Create begins a ledger in an empty stream. Its first input must be a GameOpened. The error is ErrGame if the
// stream holds a game.
func Create(ctx context.Context, st store.Store, name string, opts Options) (*Ledger, error) {
	head, err := st.Head(ctx, name)
	if err != nil {
		return nil, err
	}
	if head != store.NoStream {
		return nil, ErrGame
	}
	return open(ctx, st, name, 0, opts)
}

// Open reads a ledger to its end.
func Open(ctx context.Context, st store.Store, name string, opts Options) (*Ledger, error) {
	return OpenAt(ctx, st, name, 0, opts)
}

// OpenAt reads a ledger up to and including a sequence; 0 means to its end. A sequence within an adoption
// includes all of the adoption. A ledger opened at an earlier sequence is for reading: Submit returns a
// conflict.
func OpenAt(ctx context.Context, st store.Store, name string, sequence uint64, opts Options) (*Ledger, error) {
	l, err := open(ctx, st, name, sequence, opts)
	if err == nil && l.head == store.NoStream {
		return nil, ErrNoGame
	}
	return l, err
}

func open(ctx context.Context, st store.Store, name string, sequence uint64, opts Options) (*Ledger, error) {
	if opts.Entropy == nil {
		opts.Entropy = rand.Reader
	}
	l := &Ledger{st: st, name: name, opts: opts, ruled: map[string]uint64{}}
	state, err := l.read(ctx, sequence)
	if err != nil {
		return nil, err
	}
	if sequence > uint64(l.head) {
		return nil, fmt.Errorf("no state at %d: the ledger has %d events", sequence, l.head)
	}
	l.judge, err = aggregate.NewJudge(state, opts.Engine)
	return l, err
}

// read folds the stream up to a sequence, 0 for its end, beginning at the latest state that
// the store has kept.
func (l *Ledger) read(ctx context.Context, sequence uint64) (*aggregate.State, error) {
	upTo := sequence
	if upTo == 0 {
		upTo = uint64(store.Any)
	}
	kept := history.KeptState
	if l.opts.Again {
		kept = history.KeptStateBack // what lies behind it is asked for
	}
	state, at := kept(ctx, l.st, l.name, upTo)
	s, err := l.readOn(ctx, sequence, state, at)
	if at > 0 && errors.Is(err, aggregate.ErrForgotten) {
		l.head, l.unread, l.last, l.lately = 0, 0, time.Time{}, nil
		clear(l.ruled)
		return l.readOn(ctx, sequence, aggregate.NewState(), 0)
	}
	return s, err
}

// readOn folds the stream behind a state.
func (l *Ledger) readOn(ctx context.Context, sequence uint64, state *aggregate.State, at uint64) (*aggregate.State, error) {
	if at > 0 {
		l.head, l.unread = store.Revision(at), at
		last, found, err := store.EventAt(ctx, l.st, l.name, store.Revision(at))
		if err == nil && !found {
			err = &history.GapError{At: at}
		}
		if err != nil {
			return nil, err
		}
		e, err := events.Decode(last.Data)
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", at, err)
		}
		l.last = e.Recorded
	}
	l.recorder = history.NewRecorder(ctx, l.st, l.name, at, state)
	var message string
	var act events.Act
	for e, err := range Events(ctx, l.st, l.name, at+1) {
		if err != nil {
			return nil, err
		}
		if sequence != 0 && e.Sequence > sequence {
			// In the midst of an adoption all of it holds.
			if adopts(&act.Input) && !events.IsInput(e.Type) {
				if err := history.Fold(state, &e); err != nil {
					return nil, err
				}
				if _, closed := e.Payload.(events.StateRestated); !closed {
					continue
				}
			}
			return state, nil
		}
		if events.IsInput(e.Type) {
			l.recorder.Add(&act, aggregate.Input{}, state)
			l.recorder.Keep(ctx, state)
			act.Clear()
		} else if act.Len() == 0 {
			return nil, &history.OrphanError{At: e.Sequence}
		}
		act.Add(e)
		l.keep(&e)
		l.note(&e, &message)
		if err := history.Fold(state, &e); err != nil {
			return nil, err
		}
		l.head = store.Revision(e.Sequence)
		if l.opts.Progress != nil && e.Sequence%1024 == 0 {
			l.opts.Progress(int(e.Sequence))
		}
	}
	l.recorder.Add(&act, aggregate.Input{}, state)
	l.recorder.Keep(ctx, state)
	if !l.opts.Again {
		l.recorder.KeepHead(ctx, state)
	}
	return state, nil
}

// known returns the sequence of the ruling on a message, if there is one. What a kept state
// let Open pass over is looked through when a message is first asked about.
func (l *Ledger) known(ctx context.Context, message string) (uint64, bool, error) {
	if l.unread > 0 {
		var open string
		for e, err := range Events(ctx, l.st, l.name, 1) {
			if err != nil {
				return 0, false, err
			}
			if e.Sequence > l.unread {
				break
			}
			last := l.last
			l.note(&e, &open)
			l.last = last
		}
		l.unread = 0
	}
	seq, ok := l.ruled[message]
	return seq, ok, nil
}

// note keeps what later inputs are held against: the time, and the messages ruled on.
func (l *Ledger) note(e *events.Envelope, message *string) {
	if play, ok := e.Payload.(events.PlaySubmitted); ok {
		*message = ""
		if play.Message != "" {
			*message = messageKey(e.Actor, play.Message)
		}
	}
	if events.IsInput(e.Payload.Kind()) {
		l.last = e.Recorded
	} else if _, ok := e.Payload.(events.Ruled); ok && *message != "" {
		l.ruled[*message] = e.Sequence
		*message = ""
	}
}

// Submit rules on an input and appends it with all its outcomes. A rejected input is no
// error: the ruling says so. An error means that nothing was written, unless it is a
// store's that says it is in doubt.
func (l *Ledger) Submit(ctx context.Context, p events.Payload, actor string, at time.Time) (Result, error) {
	return l.SubmitSigned(ctx, p, nil, actor, at)
}

// SubmitSigned is Submit of an input that its actor signed, but for plays and keys, which have their signature in their payload.
func (l *Ledger) SubmitSigned(ctx context.Context, p events.Payload, signed *events.Signature, actor string, at time.Time) (Result, error) {
	at = at.UTC()
	switch {
	case l.past:
		return Result{}, ErrPast
	case at.Before(l.last):
		return Result{}, &TimeError{l.last, at}
	}
	if play, ok := p.(events.PlaySubmitted); ok && play.Message != "" {
		seq, ok, err := l.known(ctx, messageKey(actor, play.Message))
		if err != nil {
			return Result{}, err
		}
		if ok {
			return l.repeat(ctx, seq)
		}
	}
	if err := l.checkSigned(ctx, &events.Envelope{Payload: p, Actor: actor, Signature: signed}); err != nil {
		return Result{}, err
	}
	return l.submit(ctx, aggregate.Input{Payload: p, At: at, Actor: actor}, signed)
}

// recorded makes the events of an input and its outcomes that are to be recorded next.
func (l *Ledger) recorded(id uuid.UUID, input events.Payload, outcomes []events.Outcome, actor string, at time.Time) (*events.Act, error) {
	typ, err := events.Type(input)
	if err != nil {
		return nil, err
	}
	seq := uint64(l.head) + 1
	act, err := events.Decided(events.Envelope{ID: id, Ledger: l.name, Sequence: seq, Type: typ, Recorded: at, Effective: seq, Actor: actor, Correlation: id, Payload: input}, outcomes)
	if err != nil {
		return nil, err
	}
	for i := range act.Outcomes {
		if act.Outcomes[i].ID, err = events.NewID(at, l.opts.Entropy); err != nil {
			return nil, fmt.Errorf("generate an event id: %w", err)
		}
	}
	return act, nil
}

func (l *Ledger) write(ctx context.Context, list []events.Envelope) error {
	batch := make([]store.Event, len(list))
	for i := range list {
		data, err := events.Encode(&list[i])
		if err != nil {
			return err
		}
		batch[i] = store.Event{ID: list[i].ID, Type: list[i].Type, Data: data}
	}
	if l.batch {
		l.pending = append(l.pending, batch...)
		if len(l.pending) < batchSize {
			return nil
		}
		return l.flush(ctx, l.head+store.Revision(len(list)))
	}
	_, err := l.st.Append(ctx, l.name, l.head, batch)
	return err
}

// batchSize is how many events of a batch are appended at once.
const batchSize = 4096

// flush appends what a batch has gathered; the stream will then stand at end.
func (l *Ledger) flush(ctx context.Context, end store.Revision) error {
	if len(l.pending) == 0 {
		return nil
	}
	_, err := l.st.Append(ctx, l.name, end-store.Revision(len(l.pending)), l.pending)
	if err == nil {
		l.pending = l.pending[:0]
		if l.opts.Progress != nil {
			l.opts.Progress(int(end))
		}
	}
	return err
}

// Batch calls submit, which may call Submit many times, and appends the events in large
// pieces. After an error the ledger must be opened anew: what the store acknowledged
// stands, the rest was not written. One input's events are never separated.
func (l *Ledger) Batch(ctx context.Context, submit func() error) error {
	l.batch = true
	err := submit()
	l.batch = false
	if err != nil {
		return err
	}
	return l.flush(ctx, l.head)
}

// repeat returns the result of the play ruled on at a sequence.
func (l *Ledger) repeat(ctx context.Context, ruling uint64) (Result, error) {
	if err := l.flush(ctx, l.head); err != nil {
		return Result{}, err
	}
	res := Result{Repeated: true}
	for e, err := range Events(ctx, l.st, l.name, ruling-1) {
		if err != nil {
			return Result{}, err
		}
		if res.Len() > 0 && e.Correlation != res.Input.ID {
			break
		}
		res.Add(e)
	}
	return res, nil
}

// Judge returns the judge of the game as it stands. It is read only.
func (l *Ledger) Judge() *aggregate.Judge { return l.judge }

// State returns the state of the game as it stands. It is read only.
func (l *Ledger) State() *aggregate.State { return l.judge.State() }

// Head returns the sequence of the last event.
func (l *Ledger) Head() uint64 { return uint64(l.head) }

// Expect returns a *store.ConflictError unless the last event has a sequence.
func (l *Ledger) Expect(sequence uint64) error {
	return store.Expect(l.name, store.Revision(sequence), l.head)
}

// Last returns the time of the last input, zero if there is none.
func (l *Ledger) Last() time.Time { return l.last }

// Name returns the name of the stream.
func (l *Ledger) Name() string { return l.name }

// Store returns the store of the ledger.
func (l *Ledger) Store() store.Store { return l.st }

// Engine returns the version by which rulings name this program.
func (l *Ledger) Engine() string { return l.opts.Engine }

const (
	ownRoom     = 128 << 10 // bytes of what a ledger and its judge have at least, such as the tables of a board
	roomOfState = 3         // how many times as much as its state the judge holds beside it: what was derived from it, and room to try plays
	roomOfPlay  = 160       // bytes of a message that was ruled on
)

// Size is about how much memory a ledger holds that is its own, in bytes; rules that ledgers share are left out.
func (l *Ledger) Size() int {
	return ownRoom + roomOfState*l.judge.State().Size() + roomOfPlay*len(l.ruled) + len(l.name)
}

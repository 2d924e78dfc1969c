package history

import (
	"bytes"
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/store"
)

// Rested says on which parts of the law some rulings may have rested, beside the procedure,
// on which all do. It is an upper bound: what it does not name, they did not rest on.
type Rested struct {
	Types    Names `json:"types,omitempty"`    // of pieces that existed, or that inputs asked for
	Words    Names `json:"words,omitempty"`    // lower case; names of types in the texts of plays
	Law      bool  `json:"law,omitempty"`      // rules or readings changed
	Unnamed  bool  `json:"unnamed,omitempty"`  // a text named what there was not, or could not be read
	Promotes bool  `json:"promotes,omitempty"` // pieces were promoted, or were to be
}

// Names is a set of names in alphabetical order.
type Names []string

// Has reports whether a name is in the set.
func (n Names) Has(name string) bool {
	_, ok := slices.BinarySearch(n, name)
	return ok
}

func (n *Names) add(name string) {
	if name == "" {
		return
	}
	if i, ok := slices.BinarySearch(*n, name); !ok {
		*n = slices.Insert(*n, i, name)
	}
}

// Begin enters what exists in a state.
func (r *Rested) Begin(s *aggregate.State) {
	for p := range s.Pieces() {
		r.Types.add(p.Type)
	}
	for side := range s.Sides() {
		r.Types.add(side.Last.Type)
		r.Types.add(side.Last.As)
	}
}

// Add enters an input with its outcomes.
func (r *Rested) Add(in aggregate.Input, outcomes []events.Outcome) {
	r.ask(in)
	for i := range outcomes {
		r.outcome(outcomes[i].Payload)
	}
}

func (r *Rested) ask(in aggregate.Input) {
	r.named(in.Payload)
	read := in.Reading()
	if read == nil {
		return
	}
	if read.Err != nil {
		r.Unnamed = true
		return
	}
	for i := range read.Play.Items {
		item := &read.Play.Items[i]
		r.Words.add(strings.ToLower(item.Name))
		r.Words.add(strings.ToLower(item.Becomes))
		r.Promotes = r.Promotes || item.Becomes != ""
	}
}

// named enters the types that an event names, and whether it changes the law.
func (r *Rested) named(p events.Payload) {
	r.Law = r.Law || events.About(p)&events.PartLaw != 0
	for _, typ := range events.Named(p, events.RoleType) {
		r.Types.add(typ)
	}
}

func (r *Rested) outcome(p events.Payload) {
	r.named(p)
	if _, promoted := p.(events.PiecePromoted); promoted {
		r.Promotes = true
	}
	ruled, _ := p.(events.Ruled)
	for i := range ruled.Faults {
		switch ruled.Faults[i].Code {
		case aggregate.FaultUnknownType, aggregate.FaultAmbiguous, aggregate.FaultNotation:
			r.Unnamed = true
		}
	}
}

// Stretch is a run of events of which it is noted what their rulings rested on. Both ends
// are those of inputs' groups.
type Stretch struct {
	Last uuid.UUID `json:"last"` // the event at To
	From uint64    `json:"from"`
	To   uint64    `json:"to"`
	Rested
}

// StretchNote is the kind of the notes that hold stretches.
const StretchNote = "rested"

// headStretchNote is the kind of the note that holds the stretch that was followed where the HeadNote is, so that whoever goes on from there
// follows it to its end.
const headStretchNote = "head-rested"

// Stretches returns those noted that begin at or after a sequence.
func Stretches(ctx context.Context, st store.Store, name string, from uint64) []Stretch {
	keeper, ok := st.(store.Keeper)
	if !ok {
		return nil
	}
	var list []Stretch
	for note, err := range keeper.Notes(ctx, name, StretchNote) {
		if err != nil {
			return nil
		}
		var s Stretch
		if json.Unmarshal(note.Data, &s) != nil || s.From < from || uint64(note.At) != s.To {
			continue
		}
		if id, err := idAt(ctx, st, name, s.To); err == nil && id == s.Last { // else the stream has been replaced
			list = append(list, s)
		}
	}
	return list
}

// KeptStateAt returns the state stored for exactly that sequence, and whether there is one.
func KeptStateAt(ctx context.Context, st store.Store, name string, sequence uint64) (*aggregate.State, bool) {
	s, at := KeptState(ctx, st, name, sequence)
	return s, at == sequence && at != 0
}

// A Recorder follows a ledger and periodically stores its state, and what the rulings since the last time rested
// on, as notes.
type Recorder struct {
	st      store.Store
	name    string
	stretch Stretch
	begun   bool
	every   uint64 // events
	from    uint64 // where there is a state already
	buf     []events.Outcome
}

// NewRecorder returns a recorder of a ledger that stands at a sequence with a state.
func NewRecorder(ctx context.Context, st store.Store, name string, sequence uint64, s *aggregate.State) *Recorder {
	r := &Recorder{st: st, name: name, every: StateEvery}
	keeper, ok := st.(store.Keeper)
	if !ok {
		return r
	}
	r.begin(sequence, s)
	if sequence == 0 {
		return r
	}
	var head Stretch
	note, ok, err := keeper.Kept(ctx, name, headStretchNote, store.Revision(sequence))
	if err == nil && ok && uint64(note.At) == sequence && json.Unmarshal(note.Data, &head) == nil && head.To == sequence {
		if id, err := idAt(ctx, st, name, sequence); err == nil && id == head.Last {
			r.stretch = head
		}
	}
	return r
}

// Every makes the recorder store after so many events instead of StateEvery.
func (r *Recorder) Every(events uint64) *Recorder {
	r.every = events
	return r
}

func (r *Recorder) begin(sequence uint64, s *aggregate.State) {
	r.stretch, r.begun, r.from = Stretch{From: sequence + 1}, true, sequence
	r.stretch.Begin(s)
}

// Add takes an input with its outcomes, after which the ledger has the state s; in is the input as
// it was ruled on, if somebody has read its play.
func (r *Recorder) Add(act *events.Act, in aggregate.Input, s *aggregate.State) {
	if !r.begun || act.Len() == 0 {
		return
	}
	r.buf = r.buf[:0]
	for i := range act.Outcomes {
		r.buf = append(r.buf, events.Outcome{Payload: act.Outcomes[i].Payload})
	}
	in.Payload = act.Input.Payload
	r.stretch.Add(in, r.buf)
	last := act.Last()
	r.stretch.To, r.stretch.Last = last.Sequence, last.ID
}

// Due reports whether Keep has something to store.
func (r *Recorder) Due() bool {
	return r.begun && r.stretch.To >= r.stretch.From+r.every-1
}

// Keep stores what was followed, if Due. The events must already be in the store.
func (r *Recorder) Keep(ctx context.Context, s *aggregate.State) {
	if !r.Due() {
		return
	}
	KeepState(ctx, r.st, r.name, r.stretch.To, r.stretch.Last, s)
	if data, err := json.Marshal(&r.stretch); err == nil {
		_ = r.st.(store.Keeper).Keep(ctx, store.Note{Stream: r.name, Kind: StretchNote, At: store.Revision(r.stretch.To), Data: bytes.Clone(data)})
	}
	r.begin(r.stretch.To, s)
}

// Where reading is slow a reader keeps the head sooner.
const (
	headEvery        = 512 // events
	headEveryDistant = 64
)

// KeepHead stores the state at the end of the stream, for the next reader, if this one had to read so much that it is worth another note.
func (r *Recorder) KeepHead(ctx context.Context, s *aggregate.State) {
	worth := uint64(headEvery)
	if _, distant := r.st.(store.Distant); distant {
		worth = headEveryDistant
	}
	if !r.begun || r.stretch.To < r.from+worth {
		return
	}
	text, err := s.Snapshot(nil)
	if err != nil {
		return
	}
	keeper, to := r.st.(store.Keeper), store.Revision(r.stretch.To)
	for _, kind := range []string{HeadNote, headStretchNote} {
		if keeper.Drop(ctx, r.name, kind, 0) != nil {
			return
		}
	}
	_ = keeper.Keep(ctx, // losing it costs time
		store.Note{Stream: r.name, Kind: HeadNote, At: to, Data: slices.Concat(r.stretch.Last[:], text)},
		store.Note{Stream: r.name, Kind: headStretchNote, At: to, Data: mustJSON(&r.stretch)})
	r.from = r.stretch.To
}

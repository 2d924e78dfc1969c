package ledger

import (
	"bytes"
	"context"
	"fmt"
	"iter"
	"slices"

	"golang.org/x/mod/sumdb/tlog"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/ledger/idset"
	"adjudicate/ledger/proof"
	"adjudicate/store"
	"adjudicate/store/ahead"
)

// Difference is one discrepancy that Verify found in a ledger.
type Difference struct {
	Sequence uint64 `json:"sequence"` // the event concerned; 0 if it is the whole ledger
	What     string `json:"what"`     // one of the Differs constants
	Text     string `json:"text"`
}

// What a Difference is about.
const (
	DiffersForm         = "form"          // the bytes are not those of any event
	DiffersSequence     = "sequence"      // an event is missing, stands twice or in another place
	DiffersID           = "id"            // the store has it under another id, or the id stands twice
	DiffersType         = "type"          // the store has it under another type
	DiffersLedger       = "ledger"        // it belongs to another ledger
	DiffersOrder        = "order"         // time runs backwards, or an outcome names another cause
	DiffersEnvelope     = "envelope"      // what an outcome shares with its input is another
	DiffersOutcomes     = "outcomes"      // judged again, the input has other outcomes
	DiffersFold         = "fold"          // the outcomes cannot be folded
	DiffersDue          = "due"           // what time had made due was not recorded before the input
	DiffersNote         = "note"          // what is kept beside the events is not what they come to
	DiffersSignature    = "signature"     // a play or a key is not signed as it has to be
	DiffersTwoHistories = "two-histories" // one key signed checkpoints that contradict each other
	DiffersCheckpoint   = "checkpoint"    // a checkpoint stands for other events
)

// Verification is what Verify found.
type Verification struct {
	Name        string         `json:"name"`
	Events      int            `json:"events"`
	Inputs      int            `json:"inputs"`  // judged again
	Quick       bool           `json:"quick"`   // nothing was judged again
	Engines     []string       `json:"engines"` // that the rulings name
	Rulebook    string         `json:"rulebook"`
	Root        string         `json:"root"` // of the tree of all events, in base64
	Checkpoints []CheckpointAt `json:"checkpoints"`
	Stopped     uint64         `json:"stopped,omitempty"` // nothing was judged or folded from this event on
	Differences []Difference   `json:"differences"`       // in order, 10,000 at most
	More        int            `json:"more,omitempty"`    // differences that are not listed

	// Equivocation is a proof that one key signed two histories, if that was found: the text of a
	// file that anybody can check.
	Equivocation string `json:"equivocation,omitempty"`

	Unsealed bool `json:"-"` // where it stands nothing but a checkpoint shows what was changed with care

	// Elsewhere says of places that have, or had, the same game whether it is the same there.
	Elsewhere []string `json:"elsewhere,omitempty"`

	// Signatures says who signed what; nil if nobody does in this game.
	Signatures *Signatures `json:"signatures,omitempty"`

	// Otherwise lists inputs that another engine ruled on and that this one would rule on
	// otherwise: because it departs from that engine in a known way, or because a checkpoint
	// stands for the ruling. What was ruled stands. Anything else is a difference.
	Otherwise     []Otherwise `json:"otherwise,omitempty"`      // 10,000 at most
	MoreOtherwise int         `json:"more_otherwise,omitempty"` // those that are not listed
}

// Otherwise is an input on which the recording engine and this one rule differently.
type Otherwise struct {
	Sequence uint64 `json:"sequence"` // of the input
	Engine   string `json:"engine"`   // that ruled on it
	Text     string `json:"text"`     // the first difference
	Reason   string `json:"reason"`   // why they do not, or why it is believed that it ruled so
}

// CheckpointAt is one checkpoint that the ledger was held against.
type CheckpointAt struct {
	Size  int64    `json:"size"`
	Place string   `json:"place"` // where it was found
	By    []string `json:"by"`    // the known keys that signed it
	Holds bool     `json:"holds"`

	Accepted bool `json:"accepted,omitempty"` // by the policy, if one was given
}

// Evidence is what VerifyAgainst compares a ledger with, and how thoroughly.
type Evidence struct {
	Checkpoints []Witness
	Signed      bool                                 // a key is given: that no checkpoint of it is known is a finding
	Policy      *proof.Policy                        // whose quorum has to have cosigned one of the checkpoints; nil for none
	Keeper      store.Keeper                         // holds hashes that may tell which event is another; nil for the store itself
	Derived     map[string]func(store.Note) Deriving // notes of the kinds that other packages keep
	Quick       bool                                 // do not judge the inputs again: read, hash, decode, check the chain and fold only
}

// sizes are those of the checkpoints, ascending.
func (ev *Evidence) sizes() (list []int64) {
	for i := range ev.Checkpoints {
		if c := ev.Checkpoints[i].Checkpoint; c != nil {
			list = append(list, c.Size)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Witness is a checkpoint, or what was to be one, with where it was found.
type Witness struct {
	Place      string
	Checkpoint *proof.Signed // nil if it cannot be read
	Err        error         // what is wrong with it or its signatures
	Elsewhere  bool          // of the same game in another place: where they differ is no finding
}

// Game returns the stream that the checkpoint is of.
func (w *Witness) Game() (string, bool) {
	if w.Checkpoint == nil {
		return "", false
	}
	return w.Checkpoint.Ledger()
}

// Witness adds the checkpoints of a file's text, with where it was found. The error is that there
// are none.
func (ev *Evidence) Witness(place string, text []byte, keys []*proof.Key) error {
	list, errs := proof.ReadAll(proof.Checkpoints(text), proof.Verifiers(keys))
	if len(list) == 0 {
		return &proof.FormError{What: "checkpoint", Text: "file is empty"}
	}
	for i := range list {
		ev.Checkpoints = append(ev.Checkpoints, Witness{Place: place, Checkpoint: list[i], Err: errs[i]})
	}
	return nil
}

// Verify reads a whole ledger and trusts no derived data. It hashes every stored byte and checks that every
// event is in canonical form, that sequences, ids and times increase, that outcomes name the input before them,
// that judging every input again under the rules recorded before it yields the recorded outcomes, and that from
// format 2 on every expired limit is recorded in time. An error means that the ledger cannot be read to its end;
// all other problems are listed as Differences. Rulings of an engine from which this one departs in a known way,
// or that a checkpoint confirms, are listed as Otherwise.
func Verify(ctx context.Context, st store.Store, name string, opts Options) (*Verification, error) {
	return VerifyAgainst(ctx, st, name, opts, Evidence{})
}

// VerifyAgainst is Verify with evidence from elsewhere: the root of the tree of events is
// held against every checkpoint.
func VerifyAgainst(ctx context.Context, st store.Store, name string, opts Options, against Evidence) (*Verification, error) {
	v := newVerifier(name, opts, against)
	v.reread = func(from uint64) iter.Seq2[store.Recorded, error] { return st.Read(ctx, name, store.Revision(from)) }
	log := proof.LogOf(st, name)
	if against.Keeper != nil {
		log.Keeper = against.Keeper
	}
	v.leaves = func(c *proof.Checkpoint) ([]tlog.Hash, bool) { return log.Leaves(ctx, c) }
	if err := v.expect(ctx, log.Keeper); err != nil {
		return nil, err
	}
	defer v.done()
	for rec, err := range ahead.Within(ctx, readAhead, bytesAhead, (*hashed).size, func(ctx context.Context) iter.Seq2[hashed, error] { return hashes(st.Read(ctx, name, 1)) }) {
		if err != nil {
			return nil, &store.StreamError{Stream: name, Err: err}
		}
		v.record(&rec)
	}
	if err := v.end(); err != nil {
		return nil, err
	}
	err := v.notes(ctx, st)
	return v.told(), err
}

// readAhead is how many events are handed at a time from who reads a ledger to who verifies it, if they come to no more than bytesAhead. Each time
// the two wait for one another: with fewer at a time that takes a third of the time of a quick verification.
const (
	readAhead  = 512
	bytesAhead = 1 << 20
)

// A hashed event is one that was read, with its leaf hash, which whoever reads makes beside whoever verifies.
type hashed struct {
	store.Recorded
	leaf tlog.Hash
}

func (h *hashed) size() int { return len(h.Data) }

func hashes(list iter.Seq2[store.Recorded, error]) iter.Seq2[hashed, error] {
	return func(yield func(hashed, error) bool) {
		var h proof.Hasher
		for rec, err := range list {
			if err != nil {
				yield(hashed{}, err)
				return
			}
			if !yield(hashed{rec, h.Hash(rec.Data)}, nil) {
				return
			}
		}
	}
}

// A verifier takes the events of a ledger one by one.
type verifier struct {
	findings
	opts    Options
	against Evidence
	out     *Verification
	dec     events.Decoder
	noted   audit           // with the tree of all events
	due     []Witness       // checkpoints not reached yet, the smallest first
	sound   int64           // the size of the largest checkpoint that held
	blamed  map[uint64]bool // events that are others than a checkpoint stands for; 0 if one is that cannot be named
	ids     *idset.Set
	next    uint64 // the sequence expected

	signing signing

	state    *aggregate.State   // what was recorded comes to
	restorer aggregate.Restorer // of the states that adoptions close with
	docket   dispute.Docket     // the same of disputes
	judges   judges             // rule on inputs again
	act      events.Act         // an input and its outcomes so far
	cut      bool               // of the act some outcomes are not known
	input    events.Envelope    // of the act; no id if it could not be read

	restated restating // the act, if it is an adoption

	beside beside    // where adoptions are ruled on again
	places []place   // of what is found there
	states *putAside // the states that adoptions are ruled on from; nil: nothing has been read
	stated uint64    // the last event of which there is one

	reread func(from uint64) iter.Seq2[store.Recorded, error]  // the events from a sequence on, once more
	read   recent                                              // events
	leaves func(*proof.Checkpoint) (list []tlog.Hash, ok bool) // of a checkpoint's events, as kept
}

func newVerifier(name string, opts Options, against Evidence) *verifier {
	v := &verifier{findings: findings{engine: opts.Engine, signed: against.sizes()}, opts: opts, against: against, next: 1, ids: idset.New(), blamed: map[uint64]bool{}, state: aggregate.NewState(),
		noted: newAudit(nil, nil), out: &Verification{Name: name, Quick: against.Quick, Engines: []string{}, Checkpoints: []CheckpointAt{}}}
	return v
}

// record takes an event from a store.
func (v *verifier) record(rec *hashed) {
	v.noted.tree.AddHash(rec.leaf)
	e, ok := v.event(uint64(rec.Revision), rec.Data)
	if !ok {
		return
	}
	if e.ID != rec.ID {
		v.differ(e.Sequence, DiffersID, "stored as %s, but says %s", rec.ID, e.ID)
	}
	if !events.IsWireType(rec.Data, rec.Type) {
		v.differ(e.Sequence, DiffersType, "stored as %q, but says %q", rec.Type, events.WireType(rec.Data))
	}
	v.remember(rec.Recorded)
	v.take(&e, rec.Data)
}

// remember keeps an event for the editions that follow.
func (v *verifier) remember(rec store.Recorded) {
	if v.against.Quick {
		return
	}
	most := mostRecent
	if len(v.places) > 0 {
		most = mostEdition
	}
	v.read.add(rec, most)
}

// event decodes the event that stands at a place, and reports whether it is one.
func (v *verifier) event(at uint64, data []byte) (events.Envelope, bool) {
	v.count()
	e, err := v.dec.Decode(data)
	if err != nil {
		v.broken(at, err)
		return e, false
	}
	v.placed(at, &e)
	return e, true
}

// placed checks that an event belongs where it stands.
func (v *verifier) placed(at uint64, e *events.Envelope) {
	if v.out.Name == "" {
		v.out.Name = e.Ledger
	}
	if e.Ledger != v.out.Name {
		v.differ(at, DiffersLedger, "belongs to %q", e.Ledger)
	}
	if e.Sequence != v.next {
		v.differ(at, DiffersSequence, "out of sequence: expected event %d, found event %d", v.next, e.Sequence)
		v.stop(at)
	}
	v.next = e.Sequence + 1
	v.ids.Add(e.ID, at)
}

// repeated tells of ids that stand more than once.
func (v *verifier) repeated() error {
	list, all, err := v.ids.Twice(mostDifferences)
	if all == 0 || err != nil {
		return err
	}
	var out []Difference
	for _, d := range v.differences {
		for len(list) > 0 && list[0].At < d.Sequence {
			out, list = append(out, sameID(&list[0])), list[1:]
		}
		out = append(out, d)
	}
	v.more += all
	for i := range list {
		out = append(out, sameID(&list[i]))
	}
	v.more -= len(out) - len(v.differences)
	v.differences = out
	v.bound()
	return nil
}

func sameID(a *idset.Again) Difference {
	return Difference{a.At, DiffersID, fmt.Sprintf("same id as event %d", a.First)}
}

// count passes an event, and looks at the checkpoints that stand behind it.
func (v *verifier) count() {
	v.out.Events++
	if v.opts.Progress != nil && v.out.Events%256 == 0 {
		v.opts.Progress(v.out.Events)
	}
	if v.due == nil {
		v.order()
	}
	for len(v.due) > 0 && v.due[0].Checkpoint.Size <= v.noted.tree.Size() {
		v.hold(v.due[0])
		v.due = v.due[1:]
	}
}

// broken notes that there is no event at a place. What follows from it is unknown, so from
// here on nothing can be judged.
func (v *verifier) broken(at uint64, err error) {
	v.differ(at, DiffersForm, "%v", err)
	v.next++
	v.input = events.Envelope{}
	v.stop(at)
}

// stop ends judging and folding before the act that holds an event.
func (v *verifier) stop(at uint64) {
	if v.out.Stopped == 0 {
		v.cut = true
		v.close()
		v.out.Stopped = at
	}
}

// take adds a sound event to its act.
func (v *verifier) take(e *events.Envelope, data []byte) {
	if events.IsInput(e.Payload.Kind()) {
		v.close()
		if !v.against.Quick {
			v.restated.begin(e.Payload)
		}
	} else {
		v.restated.add(e, data)
	}
	v.chain(e)
	if v.out.Stopped == 0 {
		v.act.Add(*e)
	}
}

// close is done with the act: the next event is an input, or there is none.
func (v *verifier) close() {
	if v.act.Len() == 0 {
		return
	}
	at := v.act.First().Sequence
	defer func() {
		v.act.Clear()
		if fault := recover(); fault != nil {
			v.differ(at, DiffersFold, "cannot fold its outcomes: %v", fault)
			v.out.Stopped = at
		}
	}()
	v.rule()
	if v.differing() == 0 {
		v.noted.add(&v.act, v.state)
	}
}

// end looks back on the whole. The error is ErrNoGame if there was nothing, or that of the disk.
func (v *verifier) end() error {
	v.close()
	v.join()
	if err := v.repeated(); err != nil {
		return err
	}
	v.tooLarge()
	if v.out.Events == 0 {
		if v.none() {
			return ErrNoGame
		}
		return nil
	}
	var signed int64
	for _, c := range v.out.Checkpoints {
		if c.Holds && len(c.By) > 0 {
			signed = max(signed, c.Size)
		}
	}
	v.explain(signed)
	v.out.Signatures = v.signing.all()
	root := v.noted.tree.Root()
	v.out.Root = root.String()
	if v.out.Stopped > 0 {
		return nil
	}
	book, err := v.state.Rulebook()
	if err != nil {
		v.differ(0, DiffersFold, "%v", err)
		return nil
	}
	v.out.Rulebook = book.Hash()
	return nil
}

// told is what was found.
func (v *verifier) told() *Verification {
	v.out.Differences, v.out.More, v.out.Otherwise, v.out.MoreOtherwise = append([]Difference{}, v.differences...), v.more, v.otherwise, v.moreOtherwise
	return v.out
}

// payloadOf returns the payload as canonical bytes hold it, of whatever version it is. The
// names before it cannot hold the mark that is looked for: their quotation marks are escaped.
func payloadOf(data []byte) []byte {
	const mark = `"payload":`
	_, rest, _ := bytes.Cut(data, []byte(mark))
	return bytes.TrimSuffix(rest, []byte("}"))
}

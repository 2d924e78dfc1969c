package projections

import (
	"encoding/json"
	"iter"
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
)

// History is every input with its ruling and what followed from it: what an umpire looks up
// when somebody asks why. It is the only projection that looks at inputs, to show what was
// asked beside what was ruled.
type History struct {
	cursor
	entries  pages[historyEntry]
	outcomes pages[Outcome]
}

type historyEntry struct {
	id       uuid.UUID
	sequence uint64
	recorded time.Time
	actor    string
	input    events.Payload
	first    int // of its outcomes
}

// Entry is one input with its outcomes, the ruling first. Input is nil where outcomes stand
// in the ledger without the input that caused them.
type Entry struct {
	ID       uuid.UUID // the input's event
	Sequence uint64    // the input's
	Recorded time.Time
	Actor    string
	Input    events.Payload
	Outcomes []Outcome
}

// Outcome is one outcome with the clauses and readings it rests on.
type Outcome struct {
	Sequence uint64
	Payload  events.Payload
	Basis    events.Basis
}

// Ruling returns the ruling on the input, and what it rests on; ok is false if there is none.
func (e *Entry) Ruling() (ruling events.Ruled, basis events.Basis, ok bool) {
	for i := range e.Outcomes {
		if r, is := e.Outcomes[i].Payload.(events.Ruled); is {
			return r, e.Outcomes[i].Basis, true
		}
	}
	return events.Ruled{}, events.Basis{}, false
}

// Clauses returns every clause that the ruling and the outcomes rest on, each once, in the
// order in which they are first cited.
func (e *Entry) Clauses() []string {
	var list []string
	e.clauses(func(clause string) bool {
		list = once(list, clause)
		return false
	})
	return list
}

// Readings returns every reading that the ruling and the outcomes rest on, each once, in the
// order in which they are first cited.
func (e *Entry) Readings() []string {
	var list []string
	e.readings(func(reading string) bool {
		list = once(list, reading)
		return false
	})
	return list
}

func once(list []string, s string) []string {
	for _, have := range list {
		if have == s {
			return list
		}
	}
	return append(list, s)
}

const historyVersion = 1

// NewHistory returns the projection before the first event.
func NewHistory() *History { return &History{} }

// Name returns "history".
func (h *History) Name() string { return "history" }

// Fold takes the next envelope.
func (h *History) Fold(e *events.Envelope) error { return fold(h, e) }

func (h *History) apply(e *events.Envelope) {
	if e.Payload == nil {
		return
	}
	if isInput(e.Payload) {
		h.begin(e, e.ID, e.Payload)
		return
	}
	if n := h.entries.len(); n == 0 || e.Causation != uuid.Nil && e.Causation != h.entries.at(n-1).id {
		h.begin(e, e.Causation, nil)
	}
	h.outcomes.add(Outcome{Sequence: e.Sequence, Payload: e.Payload, Basis: e.Basis})
}

// isInput is events.IsInput without a look at the name.
func isInput(p events.Payload) bool {
	switch p.(type) {
	case events.GameOpened, events.RuleEnacted, events.RuleAmended, events.RuleRepealed, events.InterpretationAdopted,
		events.UmpireAppointed, events.UmpireVacated, events.PlayerRegistered, events.PlayerStatusChanged,
		events.SwingershipCreated, events.SwingershipDestroyed, events.SwingerChanged, events.WarmthChanged,
		events.GameStarted, events.PiecesChosen, events.PurchaseRequested, events.DestructionRequested,
		events.PlaySubmitted, events.StateAnnounced, events.LimitExtended, events.TimePassed,
		events.FreeForAllAnnounced, events.FreeForAllObjected, events.FreeForAllCorrected,
		events.TransactionRecorded, events.LotSupplied, events.EditionAdopted,
		events.DisputeOpened, events.DisputeArgued, events.DisputeRuled, events.DisputeWithdrawn, events.VerdictRetracted:
		return true
	}
	return false
}

func (h *History) begin(e *events.Envelope, id uuid.UUID, input events.Payload) {
	h.entries.add(historyEntry{id: id, sequence: e.Sequence, recorded: e.Recorded.UTC(),
		actor: e.Actor, input: input, first: h.outcomes.len()})
}

// Len returns how many entries there are.
func (h *History) Len() int { return h.entries.len() }

// Entry returns an entry by its place, from 0.
func (h *History) Entry(i int) Entry {
	e, end := h.entries.at(i), h.outcomes.len()
	if i+1 < h.entries.len() {
		end = h.entries.at(i + 1).first
	}
	return Entry{ID: e.id, Sequence: e.sequence, Recorded: e.recorded, Actor: e.actor, Input: e.input,
		Outcomes: h.outcomes.part(e.first, end)}
}

// All yields the entries, oldest first.
func (h *History) All() iter.Seq[Entry] {
	return func(yield func(Entry) bool) {
		for i := range h.entries.len() {
			if !yield(h.Entry(i)) {
				return
			}
		}
	}
}

// At returns the entry that the event of a sequence belongs to, as an input or an outcome,
// with all its outcomes; ok is false if there is none.
func (h *History) At(sequence uint64) (entry Entry, ok bool, err error) {
	if err := h.known(sequence); err != nil {
		return Entry{}, false, err
	}
	i := h.entries.count(func(e *historyEntry) bool { return e.sequence > sequence })
	if i == 0 {
		return Entry{}, false, nil
	}
	return h.Entry(i - 1), true, nil
}

type writtenEntry struct {
	ID       uuid.UUID        `json:"id"`
	Sequence uint64           `json:"sequence"`
	Recorded time.Time        `json:"recorded"`
	Actor    string           `json:"actor"`
	Type     string           `json:"type"`
	Payload  json.RawMessage  `json:"payload"`
	Outcomes []writtenOutcome `json:"outcomes"`
}

type writtenOutcome struct {
	Sequence uint64          `json:"sequence"`
	Type     string          `json:"type"`
	Payload  json.RawMessage `json:"payload"`
	Basis    writtenBasis    `json:"basis"`
}

// writtenBasis is a basis whose empty lists are left out, as in an event.
type writtenBasis struct {
	Clauses  []string `json:"clauses,omitempty"`
	Readings []string `json:"readings,omitempty"`
}

// Checkpoint writes every entry with its outcomes. It is about as long as the ledger.
func (h *History) Checkpoint() ([]byte, error) {
	list := make([]writtenEntry, 0, h.entries.len())
	for e := range h.All() {
		w := writtenEntry{ID: e.ID, Sequence: e.Sequence, Recorded: e.Recorded, Actor: e.Actor, Outcomes: make([]writtenOutcome, len(e.Outcomes))}
		var err error
		if w.Type, w.Payload, err = payloadText(e.Input); err != nil {
			return nil, err
		}
		for i := range e.Outcomes {
			o := &e.Outcomes[i]
			wo := writtenOutcome{Sequence: o.Sequence, Basis: writtenBasis(o.Basis)}
			if wo.Type, wo.Payload, err = payloadText(o.Payload); err != nil {
				return nil, err
			}
			w.Outcomes[i] = wo
		}
		list = append(list, w)
	}
	return seal(h.Name(), historyVersion, &h.cursor, list)
}

// Restore resumes from a checkpoint.
func (h *History) Restore(checkpoint []byte) error {
	var list []writtenEntry
	c, err := unseal(checkpoint, h.Name(), historyVersion, &list)
	if err != nil {
		return err
	}
	n := &History{cursor: c}
	var all []uint64
	for _, w := range list {
		e := historyEntry{id: w.ID, sequence: w.Sequence, recorded: w.Recorded, actor: w.Actor, first: n.outcomes.len()}
		if e.input, err = payloadOf(w.Type, w.Payload); err != nil {
			return &CheckpointError{Projection: h.Name(), Why: "unreadable data", Err: err}
		}
		all = append(all, w.Sequence)
		n.entries.add(e)
		for _, wo := range w.Outcomes {
			o := Outcome{Sequence: wo.Sequence, Basis: events.Basis(wo.Basis)}
			if o.Payload, err = payloadOf(wo.Type, wo.Payload); err != nil {
				return &CheckpointError{Projection: h.Name(), Why: "unreadable data", Err: err}
			}
			all = append(all, wo.Sequence)
			n.outcomes.add(o)
		}
	}
	if err := ordered(h.Name(), c, all, func(s *uint64) uint64 { return *s }); err != nil {
		return err
	}
	if err := confirm(n, checkpoint); err != nil {
		return err
	}
	*h = *n
	return nil
}

package amendment

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
)

// Entry is one enactment, amendment or repeal in a ledger's history, or what has become of a rule by itself. Before and After are
// the hashes of the rulebook; a rejected one changes nothing.
type Entry struct {
	Sequence  uint64    `json:"sequence"`
	Effective uint64    `json:"effective"` // the sequence from which it holds
	Recorded  time.Time `json:"recorded"`
	Actor     string    `json:"actor,omitempty"`
	What      string    `json:"what"`               // one of Kinds: by itself a rule is "suspended", "resumed", "lapsed", and what a lapsed rule had amended "restored"
	Wants     string    `json:"wants,omitempty"`    // of one that is "proposed": "enacted", "amended" or "repealed"
	Matter    string    `json:"matter,omitempty"`   // under which it was proposed: "matter-1"
	Came      string    `json:"came,omitempty"`     // what has come of a proposal: "taken", "refused", "withdrawn", "void", "lapsed"; none while it waits
	Proposed  uint64    `json:"proposed,omitempty"` // of one that took effect by the answers to a proposal: the sequence of that
	Number    string    `json:"number"`
	Revision  int       `json:"revision"` // the new one, or the one repealed
	Title     string    `json:"title,omitempty"`
	Author    string    `json:"author,omitempty"` // of the rule
	Set       []string  `json:"set,omitempty"`    // of an amendment that changed single fields: "piece.value: 4"
	Verdict   string    `json:"verdict"`
	Faults    []string  `json:"faults,omitempty"`
	Before    string    `json:"rulebook_before"`
	After     string    `json:"rulebook_after"`

	ID uuid.UUID `json:"-"` // of the input

	CameAt uint64 `json:"-"` // the sequence that says what has come of a proposal
}

// Kinds are what an Entry may say has happened to a rule.
var Kinds = []string{"enacted", "amended", "repealed", "suspended", "resumed", "lapsed", "restored", "proposed"}

// Revision is a rule as it came into force at a sequence.
type Revision struct {
	Sequence uint64
	Rule     rules.Rule
}

// A Log is what has become of the rules of a ledger, which goes on from where it was last read.
type Log struct {
	Entries []Entry    // oldest first
	Texts   []Revision // every text that a rule has had in force, oldest first

	book *rules.Rulebook
	hash string
	open int // the entry whose outcomes are being read, -1 if there is none

	waits map[string]Entry // what has been proposed, by matter
	taken *Entry           // of those, what takes effect by the input whose outcomes are being read
}

// NewLog returns the Log of a ledger that has not begun.
func NewLog() *Log {
	book := rules.NewRulebook()
	return &Log{Entries: []Entry{}, book: book, hash: book.Hash(), open: -1, waits: map[string]Entry{}}
}

// History folds the events of a ledger into the entries of its rules, oldest first.
func History(list iter.Seq2[events.Envelope, error]) ([]Entry, error) {
	l := NewLog()
	err := l.Read(list)
	return l.Entries, err
}

// Read goes on with events. After an error nothing more can be asked.
func (l *Log) Read(list iter.Seq2[events.Envelope, error]) error {
	for e, err := range list {
		if err == nil {
			err = l.add(&e)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (l *Log) add(e *events.Envelope) error {
	entry := Entry{Sequence: e.Sequence, Effective: e.Effective, Recorded: e.Recorded, Actor: e.Actor, ID: e.ID, Before: l.hash, After: l.hash}
	switch p := e.Payload.(type) {
	case events.RuleEnacted:
		entry.is("enacted", l.book, p.Number, p.Rule)
	case events.RuleAmended:
		entry.is("amended", l.book, p.Number, p.Rule)
	case events.RuleRepealed:
		entry.What, entry.Number = "repealed", p.Number
		if r, ok := l.book.Rule(p.Number); ok {
			entry.Revision, entry.Title, entry.Author = r.Revision, r.Title, r.Author
		}
	case events.Ruled:
		if l.open >= 0 {
			l.Entries[l.open].Verdict = p.Verdict
			for _, f := range p.Faults {
				l.Entries[l.open].Faults = append(l.Entries[l.open].Faults, f.Message)
			}
		}
	case events.RulePutInForce:
		r, err := rules.FromCanonical(p.Rule)
		if err != nil {
			return err
		}
		if !l.decided(&entry, r) && !l.about(p.Number) {
			entry.became("restored", r)
		}
		l.Texts = append(l.Texts, Revision{e.Sequence, r})
		l.book = l.book.With(r)
		l.hash = l.book.Hash()
	case events.RuleOutOfForce:
		if r, ok := l.book.Rule(p.Number); ok && !l.decided(&entry, r) && !l.about(p.Number) {
			what := "lapsed"
			if len(e.Basis.Clauses) > 0 && !strings.HasPrefix(e.Basis.Clauses[0], p.Number+"/") {
				what = "repealed" // by an effect of another rule
			}
			entry.became(what, r)
		}
		l.book = l.book.Without(p.Number)
		l.hash = l.book.Hash()
	case events.RuleDormant:
		if r, ok := l.book.Rule(p.Number); ok && p.Dormant {
			entry.became("suspended", r)
		} else if ok {
			entry.became("resumed", r)
		}
	case events.MatterOpened:
		l.propose(p.Matter)
	case events.MatterClosed:
		l.close(p, e.Sequence)
	default:
		if events.IsInput(p.Kind()) {
			l.open = -1
		}
	}
	if events.IsInput(e.Payload.Kind()) {
		l.taken = nil
	}
	if entry.Verdict == aggregate.Accepted {
		entry.After = l.hash
		l.Entries = append(l.Entries, entry) // it came of an input, which may have an entry of its own
	} else if entry.What != "" {
		l.Entries = append(l.Entries, entry)
		l.open = len(l.Entries) - 1
	} else if l.open >= 0 && l.Entries[l.open].Verdict == aggregate.Accepted {
		l.Entries[l.open].After = l.hash
	}
	return nil
}

// propose notes that the input whose outcomes are being read waits for others.
func (l *Log) propose(matter string) {
	if l.open < 0 {
		return
	}
	e := &l.Entries[l.open]
	e.Wants, e.What, e.Matter = e.What, "proposed", matter
	l.waits[matter] = *e
}

// close notes what has come of what waited. An edition may tell it anew. Entries that others hold stay as they are.
func (l *Log) close(p events.MatterClosed, sequence uint64) {
	proposed, ok := l.waits[p.Matter]
	if !ok {
		return
	}
	l.Entries = slices.Clone(l.Entries)
	for i := range l.Entries {
		if l.Entries[i].Matter == p.Matter && l.Entries[i].What == "proposed" {
			l.Entries[i].Came, l.Entries[i].CameAt = p.How, sequence
		}
	}
	if p.How == aggregate.MatterTaken {
		l.taken = &proposed
	}
}

// decided says that a rule is put in or out of force by the answers to a proposal, and reports whether it is.
func (l *Log) decided(e *Entry, r rules.Rule) bool {
	t := l.taken
	if t == nil || t.Number != r.Number {
		return false
	}
	e.became(t.Wants, r)
	e.Actor, e.Set, e.Matter, e.Proposed = t.Actor, t.Set, t.Matter, t.Sequence
	return true
}

// about reports whether the input whose outcomes are being read enacts, amends or repeals a rule.
func (l *Log) about(number string) bool {
	return l.open >= 0 && l.Entries[l.open].Number == number && l.Entries[l.open].What != "proposed"
}

// became says what has become of a rule by itself.
func (e *Entry) became(what string, r rules.Rule) {
	e.What, e.Number, e.Revision, e.Title, e.Author, e.Verdict = what, r.Number, r.Revision, r.Title, r.Author, aggregate.Accepted
}

// UpTo is the Log up to a sequence, of a stream in which sequences only grow and at which an entry ends. Nothing can be read into it.
func (l *Log) UpTo(sequence uint64) *Log {
	entries, _ := slices.BinarySearchFunc(l.Entries, sequence+1, func(e Entry, s uint64) int { return cmp.Compare(e.Sequence, s) })
	texts, _ := slices.BinarySearchFunc(l.Texts, sequence+1, func(r Revision, s uint64) int { return cmp.Compare(r.Sequence, s) })
	upTo := &Log{Entries: l.Entries[:entries:entries], Texts: l.Texts[:texts:texts]}
	if slices.ContainsFunc(upTo.Entries, func(e Entry) bool { return e.CameAt > sequence }) {
		upTo.Entries = slices.Clone(upTo.Entries)
		for i := range upTo.Entries {
			if e := &upTo.Entries[i]; e.CameAt > sequence {
				e.Came, e.CameAt = "", 0
			}
		}
	}
	return upTo
}

// Of are the texts of one rule.
func (l *Log) Of(number string) (list []Revision) {
	for _, r := range l.Texts {
		if r.Rule.Number == number {
			list = append(list, r)
		}
	}
	return list
}

// is fills in what the text of a rule says, as far as it can be read; of one that sets single
// fields, what it makes of the text in force.
func (e *Entry) is(what string, book *rules.Rulebook, number string, text []byte) {
	e.What, e.Number = what, number
	if r, err := rules.FromCanonical(text); err == nil {
		e.Set = r.Set.Lines()
		if whole, err := book.Complete(r); err == nil {
			r = whole
		}
		e.Revision, e.Title, e.Author = r.Revision, r.Title, r.Author
	}
}

// Revisions collects every text that a rule has had in force, oldest first.
func Revisions(list iter.Seq2[events.Envelope, error], number string) ([]Revision, error) {
	var out []Revision
	for e, err := range list {
		if err != nil {
			return nil, err
		}
		p, ok := e.Payload.(events.RulePutInForce)
		if !ok || p.Number != number {
			continue
		}
		r, err := rules.FromCanonical(p.Rule)
		if err != nil {
			return nil, err
		}
		out = append(out, Revision{e.Sequence, r})
	}
	return out, nil
}

// RevisionError says that a rule never was in force at a revision.
type RevisionError struct {
	Number   string
	Revision int
	Had      []string // the revisions at which it was, oldest first; none if it never was in force

	Unrecorded bool // no history was asked
}

// Advice says where to look.
func (e *RevisionError) Advice() string {
	if e.Unrecorded {
		return "use a ledger or a file for earlier revisions"
	}
	return ""
}

func (e *RevisionError) Error() string {
	if len(e.Had) == 0 {
		return fmt.Sprintf("no revision %d of rule %s", e.Revision, e.Number)
	}
	return fmt.Sprintf("rule %s was never in force at revision %d: only at %s", e.Number, e.Revision, strings.Join(e.Had, ", "))
}

// Earlier finds the text of a rule at a revision, the latest if editions had several. The error is a
// *RevisionError.
func Earlier(list iter.Seq2[events.Envelope, error], number string, revision int) (*rules.Rule, error) {
	all, err := Revisions(list, number)
	if err != nil {
		return nil, err
	}
	wrong := &RevisionError{Number: number, Revision: revision}
	for i := range slices.Backward(all) {
		if all[i].Rule.Revision == revision {
			return &all[i].Rule, nil
		}
		if text := strconv.Itoa(all[i].Rule.Revision); !slices.Contains(wrong.Had, text) { // editions restate them
			wrong.Had = append([]string{text}, wrong.Had...)
		}
	}
	return nil, wrong
}

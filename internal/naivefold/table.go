package naivefold

import (
	"fmt"
	"time"

	"adjudicate/events"
)

// A mark is a state of a square: how often, and whose. The zero mark is none.
type mark struct {
	number int
	side   string
}

// Table is what outcomes add up to. The zero Table is not usable; see New.
type Table struct {
	game, system, seed string
	files, ranks       int
	opened, started    bool
	offices            map[string]string
	rules              map[string]rule
	readings           map[string]string
	players            map[string]player
	signing            events.SignaturesSet
	accounts           map[account]events.Half
	sides              map[string]*side
	pieces             map[string]*piece
	destroyed          map[string]bool
	order              []string
	turn               string
	round              []string
	kept               map[string]events.PlayKept
	skipped            []string
	promised           string
	checks             []events.Check
	weights            []events.Weight
	limit              *events.LimitSet
	stages             map[string]events.StageSet
	stagesEnded        map[string]time.Time
	reached            time.Time // by the calendar
	clock              time.Time
	hands              int
	titles             []events.EndDeclared
	over               bool
	lots               []string                   // labels
	waiting            map[string]events.LotDrawn // supplied and not drawn yet
	matters            map[string]*matter
	seals              map[[2]string]string // by what they are about and the player
	bonds              map[[3]string]bool   // by name and both sides in alphabetical order
	marks              map[[2]string]mark   // by square and name

	Complaints []string // what does not fit together
}

type rule struct {
	revision int
	text     string
	dormant  bool
}

type matter struct {
	events.MatterOpened
	answers map[string]bool
}

type player struct {
	status    string
	addresses []string
	key       string
}

type account struct{ name, asset string }

type side struct {
	player         string
	attributes     map[string]bool
	last           *events.AtomicPlayed
	defaults       int
	born           int // hands won when it entered
	free           events.AllotmentSet
	freshly, moved bool // whether the right to free pieces is that of a new side; whether it has played since
	lastFree       time.Time
}

type piece struct {
	typ, side, at string
	counters      []events.Counter
}

// New returns the table of an empty ledger.
func New() *Table {
	return &Table{
		rules: map[string]rule{}, readings: map[string]string{}, players: map[string]player{}, accounts: map[account]events.Half{},
		offices: map[string]string{}, stages: map[string]events.StageSet{}, stagesEnded: map[string]time.Time{},
		sides: map[string]*side{}, pieces: map[string]*piece{}, destroyed: map[string]bool{}, waiting: map[string]events.LotDrawn{},
		matters: map[string]*matter{}, bonds: map[[3]string]bool{}, seals: map[[2]string]string{}, marks: map[[2]string]mark{},
	}
}

func (t *Table) complain(format string, args ...any) {
	t.Complaints = append(t.Complaints, fmt.Sprintf(format, args...))
}

// side returns a side, a nameless one with a complaint if there is none.
func (t *Table) side(name string, why events.Payload) *side {
	s, ok := t.sides[name]
	if !ok {
		t.complain("%s: there is no side %q", why.Kind(), name)
		return new(side)
	}
	return s
}

// piece returns a piece, a nameless one with a complaint if there is none.
func (t *Table) piece(id string, why events.Payload) *piece {
	p, ok := t.pieces[id]
	if !ok {
		t.complain("%s: there is no piece %q", why.Kind(), id)
		return new(piece)
	}
	return p
}

// leave takes a piece from the square that it is said to stand on.
func (t *Table) leave(id, from string, why events.Payload) *piece {
	p := t.piece(id, why)
	if p.at != from {
		t.complain("%s: %s stands on %q, not on %q", why.Kind(), id, p.at, from)
	}
	p.at = ""
	return p
}

// Crowded complains about squares on which two pieces stand. Within one input two may
// change places, so it is asked after an input.
func (t *Table) Crowded() {
	on := map[string]string{}
	for id, p := range t.pieces {
		if p.at == "" {
			continue
		}
		if other, taken := on[p.at]; taken {
			t.complain("%s and %s both stand on %s", min(id, other), max(id, other), p.at)
		}
		on[p.at] = id
	}
}

package season

import (
	"time"

	"github.com/google/uuid"

	"adjudicate/events"
)

// Version is the version of the form that the first line of a season names.
const Version = 1

// A Season is a game as its umpire or author wrote it down.
type Season struct {
	File    string   // what the text was called when it was read; not part of the text
	Head    []string // comment lines above the first line
	Entries []Entry  // in the order in which they happened
	Tail    []string // comment lines after the last entry
}

// An Entry is one thing that happened, and what its author expects of it.
type Entry struct {
	Line    int              // where it stood in the text that was read; 0 in one made by hand
	Notes   []string         // comment lines above it
	At      time.Time        // when, in UTC
	Actor   string           // who: a player
	Inputs  []events.Payload // what: one payload, or one for each rule that Source names
	Label   string           // by which later entries refer to it
	About   string           // the label of the entry that it refers to, for disputes
	Source  *Source          // where the rules come from, for rulebook, enact and amend
	Array   *Array           // what a game begins with, which Resolve makes an input of
	Game    uuid.UUID        // with the opening of a game: the id of that event, which signatures name; the nil UUID for a new one
	Signed  events.Signature // by its actor; its Value is "" for none. Plays and keys have theirs in their payload
	Verdict *Verdict         // nil: nothing stated, which means accepted
	Expect  []Expectation    // of the state after it
	Unless  *SyntaxError     // what is wrong with its actor, unless a rule lets sides change hands: Resolve reads those that stand elsewhere. Else nil
}

// A Source says where the rules of an entry come from. Exactly one of Suite, File and
// Text is set.
type Source struct {
	Amend bool   // the rule replaces one in force
	Suite string // the name of a built-in rulebook
	File  string // a rule file, named relative to the season
	Text  string // the rule itself, as a rule file would hold it
}

// An Array is an opening array, that of the system or a position in one line, with the player of each side.
type Array struct {
	Sides    []events.ArraySide
	Position string // empty: the system's own
}

// A Verdict is the ruling that the author expects.
type Verdict struct {
	Accepted bool
	Clauses  []string // what it must rest on: "12.5 §2", "12.2/3 §6.C"
	Open     bool     // rejected for other reasons as well, which the author leaves open
}

// An Expectation is one statement about the state after an entry. Kind is the word
// after "expect"; Args are what follows it, without the words that only join them.
type Expectation struct {
	Line  int      // as in Entry
	Notes []string // comment lines above it
	Kind  string
	Args  []string
}

// sign gives an entry a signature where it belongs; after is the event that this names as the last one seen. Of a play that stands in the play.
func (e *Entry) sign(value string, after uint64) {
	if play, ok := e.Play(); ok {
		play.Signature = value
		e.Inputs[0] = play
	} else if key, ok := e.key(); ok {
		key.Signature, key.Seen = value, after
		e.Inputs[0] = key
	} else {
		e.Signed = events.Signature{Seen: after, Value: value}
	}
}

// key returns the key that the entry registers, and whether it does.
func (e *Entry) key() (events.KeyRegistered, bool) {
	if len(e.Inputs) != 1 {
		return events.KeyRegistered{}, false
	}
	key, ok := e.Inputs[0].(events.KeyRegistered)
	return key, ok
}

// signature is that of an entry, "" for none, and the event that it names; of a play 0, which says itself what was seen.
func (e *Entry) signature() (value string, after uint64) {
	if play, ok := e.Play(); ok {
		return play.Signature, 0
	}
	if key, ok := e.key(); ok {
		return key.Signature, key.Seen
	}
	return e.Signed.Value, e.Signed.Seen
}

// Inputs returns every payload of the season in order. It fails with ErrUnresolved
// when an entry names rules that Resolve has not fetched.
func (s *Season) Inputs() ([]events.Payload, error) {
	var all []events.Payload
	for i := range s.Entries {
		if len(s.Entries[i].Inputs) == 0 {
			return nil, ErrUnresolved
		}
		all = append(all, s.Entries[i].Inputs...)
	}
	return all, nil
}

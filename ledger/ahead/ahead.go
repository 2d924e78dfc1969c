// Package ahead keeps plays that players have written before their turn: conditional plays, made once their
// conditions are met, and drafts, which are never made automatically.
//
//	Ann: "if Blue passes, Ra1-a5" ──Add──► book, sealed on the umpire's desk ──Apply──► an ordinary play of Ann's
//	                                            └── Blue does something else ──► it lapses
//
// # What a play waits for
//
// A [Play] waits for its side's turn, and before that for the plays expected of other sides: for each, in
// order, a particular play in notation, or any play. The first play that a side makes after the play was
// written is compared with the first one expected of it, and so on; sides of which nothing is expected may
// play anything. Two texts are the same play if the judge executes them alike. If a side plays otherwise
// than expected, the waiting play lapses and is never made. It also lapses when an edition is adopted, since
// what its author saw has changed.
//
// # Who knows
//
// The book is encrypted (AES-256-GCM) with a key of the user who runs the office before it is put on the
// desk, so a copy of a ledger's file reveals no planned play. Authors may read, change and withdraw their
// plays until they are made. Nothing of a play is in the ledger before then.
//
// # When it is made
//
// [Apply] makes the plays whose conditions are met, one by one. Each is submitted as its author's, with the
// time of the last event it waited for, so that downtime of the office costs nobody a turn. Each has a name
// of its own, so none is made twice, however often Apply is interrupted. The judge rules on them like any
// other play: one that is then illegal is rejected, and the turn is still that side's.
package ahead

import (
	"fmt"
	"slices"
	"strings"
	"time"
)

// What has become of a play.
const (
	Waiting   = "waiting"   // it is made when its time comes
	Draft     = "draft"     // kept for its author, and never made
	Making    = "making"    // its time has come, and it is being submitted
	Made      = "made"      // it was submitted; Verdict says what became of it
	Lapsed    = "lapsed"    // what it waited for did not happen
	Withdrawn = "withdrawn" // by its author
)

const (
	mostWaiting = 20      // plays of one player that wait or are drafts
	mostKept    = 40      // others that are remembered, of all players
	mostExpects = 12      // expectations of a play made ahead
	mostText    = 4 << 10 // bytes of a play made ahead
)

// Play is a play that somebody has written ahead.
type Play struct {
	ID       string    `json:"id"`
	Player   string    `json:"player"`
	Side     string    `json:"side"`
	Text     string    `json:"play"`
	Expects  []Expect  `json:"if"` // of others, before it; empty: it is made as soon as it is the side's turn
	Status   string    `json:"status"`
	Written  time.Time `json:"written"`
	Seen     uint64    `json:"seen"`              // the last event when it was written: what comes behind it counts
	Why      string    `json:"why,omitempty"`     // it has lapsed
	Sequence uint64    `json:"entry,omitempty"`   // that it became
	Verdict  string    `json:"verdict,omitempty"` // on that

	Signature string `json:"signature,omitempty"` // the player's, as a ledger stores it
	After     uint64 `json:"after,omitempty"`     // with it: the event that the signed text names as the last one seen
}

// Expect is what one side is expected to play.
type Expect struct {
	Side string `json:"side"`
	Play string `json:"play,omitempty"` // "" is any play
}

func (e Expect) String() string {
	if e.Play == "" {
		return e.Side + " plays"
	}
	return e.Side + ": " + e.Play
}

// ParseExpects reads what is expected, as "Blue: pass, Green: *": a star is any play. Plays of several parts have semicolons between
// them; commas and line ends lie between expectations. "" is none.
func ParseExpects(text string) (list []Expect, err error) {
	for _, one := range strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == '\n' }) {
		one = strings.TrimSpace(one)
		if one == "" {
			continue
		}
		side, play, found := strings.Cut(one, ":")
		side, play = strings.TrimSpace(side), strings.TrimSpace(play)
		if !found || side == "" || play == "" {
			return nil, &RefusedError{fmt.Sprintf("invalid condition %q: expected a side and its play such as \"Blue: pass\", or \"Blue: *\" for any play", one)}
		}
		if play == "*" {
			play = ""
		}
		list = append(list, Expect{side, play})
	}
	return list, nil
}

// Words are expectations as ParseExpects reads them.
func Words(list []Expect) string {
	var all []string
	for _, e := range list {
		play := e.Play
		if play == "" {
			play = "*"
		}
		all = append(all, e.Side+": "+play)
	}
	return strings.Join(all, ", ")
}

// A RefusedError says why a play is not kept, or not withdrawn.
type RefusedError struct{ Text string }

func (e *RefusedError) Error() string { return e.Text }

// book is all that is kept of one game.
type book struct {
	Version int    `json:"version"` // of this form: 1
	Plays   []Play `json:"plays"`
}

// open are those that still can come to something.
func (p *Play) open() bool { return p.Status == Waiting || p.Status == Draft }

// put adds a play, or changes the one of its id. A repeat changes nothing.
func (b *book) put(p Play) error {
	mine := 0
	for i := range b.Plays {
		have := &b.Plays[i]
		if have.ID == p.ID {
			if have.Player != p.Player {
				return &RefusedError{fmt.Sprintf("no such play ahead: %q", p.ID)}
			}
			if !have.open() {
				return &RefusedError{fmt.Sprintf("the play %q is %s: it can no longer be changed", have.Text, have.Status)}
			}
			*have = p
			return nil
		}
		if have.Player == p.Player && have.open() {
			mine++
		}
	}
	if mine >= mostWaiting {
		return &RefusedError{fmt.Sprintf("%s has %d plays and drafts waiting: withdraw one first", p.Player, mine)}
	}
	b.Plays = append(b.Plays, p)
	closed := 0
	for i := range b.Plays {
		if !b.Plays[i].open() {
			closed++
		}
	}
	b.Plays = slices.DeleteFunc(b.Plays, func(p Play) bool { // the oldest
		if p.open() || closed <= mostKept {
			return false
		}
		closed--
		return true
	})
	return nil
}

// find returns the play of an id.
func (b *book) find(id string) *Play {
	for i := range b.Plays {
		if b.Plays[i].ID == id {
			return &b.Plays[i]
		}
	}
	return nil
}

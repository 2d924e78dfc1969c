// Package people keeps the umpire's desk: data that lies beside a ledger and is not part of it. The desk holds
// the players' names and addresses, the checkpoints that were signed or noted, how far letters were sent, and
// sheets that other packages write (plays made ahead, webhooks, mails received).
//
// Events name players by the names under which they play. Real names and mail addresses are stored here only,
// so forgetting a person takes nothing from the ledger: events, checkpoints and proofs stay as they are. What is
// forgotten is overwritten, not merely unlinked.
//
//	events ──► "Bruno"          desk ──► "Bruno": a name, addresses
//	tree   ──► checkpoint ──►   desk ──► the notes, in the order of their sizes
//
// There are two kinds of desk. [OpenTable] uses tables in the ledger's own SQLite file, created on the first
// write; other programs and older versions are not affected. [OpenFile] serves ledgers stored elsewhere: one
// small JSON file, rewritten as a whole under a lock. Any number of processes may use one desk; each change
// applies to what the last one left. Deleting a desk loses only what is on it.
//
// A desk refuses invalid addresses and addresses of another player of the same ledger. It does not check the
// checkpoints it keeps.
package people

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// Person is who plays under a name.
type Person struct {
	Player    string   `json:"player"`         // the name that events use
	Name      string   `json:"name,omitempty"` // what they are called outside the game
	Addresses []string `json:"addresses"`      // that their mails come from
}

// Desk keeps people and checkpoints for any number of ledgers. Its methods may be called by
// one goroutine at a time.
type Desk interface {
	// People returns everybody known to a ledger, by player.
	People(ctx context.Context, ledger string) ([]Person, error)

	// Put notes people, each in the place of what was known of the same player. Nothing is
	// noted if one of them cannot be: the error then is an *AddressError.
	Put(ctx context.Context, ledger string, people ...Person) error

	// Forget takes a player off the desk and reports whether they were there.
	Forget(ctx context.Context, ledger, player string) (bool, error)

	// Checkpoints returns the notes known of a ledger, the smallest size first.
	Checkpoints(ctx context.Context, ledger string) ([][]byte, error)

	// AddCheckpoint adds a checkpoint of a size; one of the same size and text is there once.
	AddCheckpoint(ctx context.Context, ledger string, size int64, note []byte) error

	// Posted returns how far the letters about a ledger have been sent; change, if there is one, changes it in the
	// same step, or refuses to by an error, which is returned as it is.
	Posted(ctx context.Context, ledger string, change func(*Posted) error) (Posted, error)

	// Sheet returns what is kept of a ledger under a word, nil if nothing is; change, if there is one, changes it in the same
	// step, or refuses to by an error, which is returned as it is.
	Sheet(ctx context.Context, ledger, word string, change func([]byte) ([]byte, error)) ([]byte, error)

	// Sheets returns the ledgers of which something is kept under a word, each with the first bytes of it, at most SheetMark.
	Sheets(ctx context.Context, word string) (map[string]string, error)

	// Close lets go of the file.
	Close() error
}

// SheetMark is of how many bytes at the beginning of a sheet Sheets tells. By them it knows sheets apart whose writer begins each with something new.
const SheetMark = 16

// AddressError says that an address cannot be noted.
type AddressError struct {
	Address string
	Owner   string // the player whose it is already; empty if it is no address
}

func (e *AddressError) Error() string {
	if e.Owner != "" {
		return fmt.Sprintf("the address %s belongs to %s", e.Address, e.Owner)
	}
	return fmt.Sprintf("invalid mail address %q: expected one such as name@example.org", e.Address)
}

// Find returns the players who have an address, however its letters are written.
func Find(people []Person, address string) []string {
	var list []string
	for _, p := range people {
		if slices.ContainsFunc(p.Addresses, func(a string) bool { return strings.EqualFold(a, address) }) {
			list = append(list, p.Player)
		}
	}
	return list
}

// Of returns what is known of a player, nothing but the name if nothing is.
func Of(people []Person, player string) Person {
	for _, p := range people {
		if p.Player == player {
			return p
		}
	}
	return Person{Player: player, Addresses: []string{}}
}

// With returns people with some more, each in the place of what was known of the same
// player, by player; or an *AddressError.
func With(people []Person, more ...Person) ([]Person, error) {
	people = slices.Clone(people)
	for _, p := range more {
		p.Addresses = once(p.Addresses)
		for _, a := range p.Addresses {
			if !isAddress(a) {
				return nil, &AddressError{Address: a}
			}
			for _, owner := range Find(people, a) {
				if owner != p.Player {
					return nil, &AddressError{Address: a, Owner: owner}
				}
			}
		}
		people = append(slices.DeleteFunc(people, func(q Person) bool { return q.Player == p.Player }), p)
	}
	slices.SortFunc(people, func(a, b Person) int { return strings.Compare(a.Player, b.Player) })
	return people, nil
}

// once leaves out addresses that stand there already.
func once(list []string) []string {
	out := []string{}
	for _, a := range list {
		if !slices.ContainsFunc(out, func(b string) bool { return strings.EqualFold(a, b) }) {
			out = append(out, a)
		}
	}
	return out
}

// isAddress reports whether text looks like a mail address.
func isAddress(a string) bool {
	name, host, ok := strings.Cut(a, "@")
	return ok && name != "" && host != "" && !strings.Contains(host, "@") &&
		!strings.ContainsFunc(a, func(c rune) bool { return c <= ' ' || c == 0x7f || c == '<' || c == '>' || c == ',' })
}

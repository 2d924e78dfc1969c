package people

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"adjudicate/store"

	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// Posted records how far the letters about a ledger have been sent. It holds no address: a letter is identified by its subject and
// its recipient.
type Posted struct {
	UpTo     uint64     `json:"up_to"`              // every letter about an event up to there was sent, or was returned
	Sent     []string   `json:"sent,omitempty"`     // the ids of others that were sent
	Returned []Returned `json:"returned,omitempty"` // letters that a server refused for good, the latest of them
	Held     []Held     `json:"held,omitempty"`     // letters that wait for an hour at which their recipients want them
	Holder   string     `json:"holder,omitempty"`   // who is sending
	Until    time.Time  `json:"until,omitzero"`     // how long the others leave it to the holder

	Demand string `json:"demand,omitempty"` // what a mail needs for its play to be taken, one of Demands; "" is nothing
}

// What a game may demand of a mail before its play is taken. Whatever lacks it goes to the umpire.
const (
	DemandNothing   = "nothing"
	DemandAuthentic = "authenticated" // the domain of its sender answers for it
	DemandToken     = "token"         // its subject has the token that the player's own mails have
	DemandUmpire    = "umpire"        // the umpire takes it
)

// Demands lists what may be demanded, the least first.
var Demands = []string{DemandNothing, DemandAuthentic, DemandToken, DemandUmpire}

// Returned is a letter that a server refused for good.
type Returned struct {
	Sequence uint64 `json:"sequence"` // of the entry it is about
	To       string `json:"to"`       // the player
	Code     int    `json:"code"`     // what the server answered, 550
}

// MostReturned is how many returned letters are remembered, those about the latest entries.
const MostReturned = 500

// Return notes that a letter was returned.
func (p *Posted) Return(r Returned) {
	p.Returned = append(p.Returned, r)
	slices.SortStableFunc(p.Returned, func(a, b Returned) int { return cmp.Compare(a.Sequence, b.Sequence) })
	p.Returned = slices.Delete(p.Returned, 0, max(0, len(p.Returned)-MostReturned))
}

// Held is a letter that is kept back. Those to one player until one moment are sent as one.
type Held struct {
	Sequence uint64    `json:"sequence"` // of the entry it is about
	To       string    `json:"to"`       // the player
	Until    time.Time `json:"until"`
}

// Posted implements Desk.
func (f *File) Posted(ctx context.Context, ledger string, change func(*Posted) error) (p Posted, err error) {
	if change == nil {
		_, d, err := f.open(ctx, ledger)
		return d.posted(), err
	}
	err = f.change(ctx, ledger, func(_ *document, d *drawer) error {
		p = d.posted()
		if err := change(&p); err != nil {
			return err
		}
		d.Posted = &p
		return nil
	})
	return p, err
}

// posted is what a drawer says of the letters; one that cannot be read says nothing.
func (d *drawer) posted() Posted {
	if d == nil || d.Posted == nil {
		return Posted{}
	}
	return *d.Posted
}

// Posted implements Desk.
func (t *Table) Posted(ctx context.Context, ledger string, change func(*Posted) error) (p Posted, err error) {
	if change == nil {
		if err := ctx.Err(); err != nil {
			return p, err
		}
		p, err = t.posted(ledger)
		return p, t.explain("reading the sent mails", err)
	}
	var refused error
	err = t.write(ctx, func() error {
		if p, err = t.posted(ledger); err != nil {
			return err
		}
		if refused = change(&p); refused != nil {
			return refused
		}
		text, err := json.Marshal(p)
		if err != nil {
			return err
		}
		return sqlitex.ExecuteTransient(t.conn, "INSERT INTO posted (ledger, state) VALUES (?, ?) ON CONFLICT (ledger) DO UPDATE SET state = excluded.state",
			&sqlitex.ExecOptions{Args: []any{ledger, string(text)}})
	})
	if refused != nil {
		return p, refused
	}
	return p, t.explain("recording a sent mail", err)
}

func (t *Table) posted(ledger string) (p Posted, err error) {
	found, err := t.has("posted")
	if !found || err != nil {
		return p, err
	}
	err = sqlitex.ExecuteTransient(t.conn, "SELECT state FROM posted WHERE ledger = ?", &sqlitex.ExecOptions{Args: []any{ledger}, ResultFunc: func(row *sqlite.Stmt) error {
		if err := json.Unmarshal([]byte(row.ColumnText(0)), &p); err != nil {
			return &store.DamagedError{Place: t.path, Found: "the record of sent mails is unreadable", Err: err}
		}
		return nil
	}})
	return p, err
}

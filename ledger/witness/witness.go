// Package witness cosigns checkpoints of ledgers that somebody else keeps.
//
// The keeper of a ledger and its key could sign two histories and show each to different people. Witnesses detect
// this. A witness remembers for each ledger the largest checkpoint that it has cosigned, and cosigns another only
// with proof that the new ledger extends the old one. If k of n independent witnesses must cosign ([proof.Policy]),
// showing two histories takes at least 2k - n dishonest witnesses.
//
//	keeper ──► proof.Request (by HTTP or by mail) ──► Witness.Add ──► State: the largest checkpoint
//	       ◄── a line to add to the checkpoint    ◄──
//
// A witness never sees an event. It refuses checkpoints of unknown keys, and holds each ledger to the keys that
// signed its last checkpoint: a new key takes over by a checkpoint that both sign, and of two umpires whose ledgers
// share a name the first one keeps it. A cosigned checkpoint is stored before the answer is sent, and the stored size never
// decreases. Two different checkpoints of one size by one key are kept as a [proof.Equivocation].
//
// The answers follow c2sp.org/tlog-witness, by HTTP status.
package witness

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
)

// Witness cosigns the checkpoints of other people's ledgers. It may be used by any number of goroutines and, if its
// desk may be, by several processes.
type Witness struct {
	Key  *proof.Key   // its private key
	Logs []*proof.Key // whose checkpoints it cosigns
	Desk Desk         // where it keeps the last checkpoint of each ledger, by origin
}

// Desk is what a witness needs of a people.Desk.
type Desk interface {
	Sheet(ctx context.Context, ledger, word string, change func([]byte) ([]byte, error)) ([]byte, error)
	Shelves(ctx context.Context) ([]string, error)
}

var _ Desk = (*people.File)(nil)

// New returns the witness that cosigns with the first of some keys, which must be the private key of a witness, what any of logs signs.
// If either is missing the error is a *LackError.
func New(desk Desk, keys, logs []*proof.Key) (*Witness, error) {
	switch {
	case len(keys) == 0 || !keys[0].Cosigns() || !keys[0].Private():
		return nil, &LackError{"a witness requires --key: the private key of a witness", "\"adjudicate proof key --witness\" generates one"}
	case len(logs) == 0:
		return nil, &LackError{"a witness requires --trust: whose checkpoints it cosigns", "adjudicate witness serve --key w1.key --trust umpire.pub"}
	}
	return &Witness{Key: keys[0], Logs: logs, Desk: desk}, nil
}

// LackError says which key a witness lacks.
type LackError struct{ text, hint string }

func (e *LackError) Error() string { return e.text }

// Advice says how to come by it.
func (e *LackError) Advice() string { return e.hint }

// Seen is what a witness knows of a ledger.
type Seen struct {
	Origin       string   `json:"origin"`
	Size         int64    `json:"size"`
	By           []string `json:"by"`                      // the keys that signed the last checkpoint
	Note         string   `json:"note"`                    // the last checkpoint
	TwoHistories string   `json:"two_histories,omitempty"` // the file of the proof that a key signed two
}

// List returns what is known of every ledger, by origin.
func (w *Witness) List(ctx context.Context) ([]Seen, error) {
	list := []Seen{}
	origins, err := w.Desk.Shelves(ctx)
	for _, origin := range origins {
		last, errLast := w.Last(ctx, origin)
		x, errX := w.TwoHistories(ctx, origin)
		if err = errors.Join(err, errLast, errX); err == nil && last != nil {
			list = append(list, Seen{origin, last.Size, append([]string{}, last.By...), string(last.Note), string(x)})
		}
	}
	return list, err
}

// Answer is what a request gets.
type Answer struct {
	Status int    `json:"status"`           // as of HTTP: 200, 400, 403, 404, 409, 422
	Lines  string `json:"lines,omitempty"`  // 200: the cosignature
	Size   int64  `json:"size,omitempty"`   // 409: of the last checkpoint that was cosigned
	Reason string `json:"reason,omitempty"` // why not
}

// OK reports whether the checkpoint was cosigned.
func (a *Answer) OK() bool { return a.Status == 200 }

// The words under which a desk keeps what belongs to an origin.
const (
	lastSheet  = "cosigned" // a note: the largest checkpoint
	proofSheet = "two-histories"
)

// Add answers a request at a moment. An error is the desk's; then nothing was cosigned, and the same request may be made again.
func (w *Witness) Add(ctx context.Context, text []byte, at time.Time) (*Answer, error) {
	refuse := func(status int, format string, args ...any) (*Answer, error) {
		return &Answer{Status: status, Reason: fmt.Sprintf(format, args...)}, nil
	}
	known := proof.Verifiers(w.Logs)
	r, err := proof.ReadRequest(text, known)
	if r == nil {
		return refuse(400, "%v", err)
	}
	c := r.Checkpoint
	if r.Old > c.Size {
		return refuse(400, "the old size is %d, the checkpoint has %d", r.Old, c.Size)
	}
	if err != nil {
		note, desk := w.Desk.Sheet(ctx, c.Origin, lastSheet, nil)
		switch {
		case desk != nil:
			return nil, desk
		case note == nil && errors.Is(err, proof.ErrNoSignature):
			return refuse(404, "unknown ledger %s: the checkpoint is not signed by a key that this witness trusts", c.Origin)
		}
		return refuse(403, "%v", err)
	}
	var answer *Answer
	errRefused := errors.New("refused")
	_, err = w.Desk.Sheet(ctx, c.Origin, lastSheet, func(note []byte) ([]byte, error) {
		if answer, err = w.weigh(r, note); err != nil {
			return nil, err
		}
		if !answer.OK() {
			return nil, errRefused
		}
		if answer.Lines, err = w.Key.Cosign(c, at); err != nil {
			return nil, err
		}
		return c.Note, nil
	})
	switch {
	case err == errRefused && answer.Status == 409 && answer.Size == c.Size:
		err = w.keep(ctx, c)
	case err == errRefused:
		err = nil
	}
	if err != nil {
		return nil, err
	}
	return answer, nil
}

// weigh holds a request against the last checkpoint of its ledger, nil if there is none.
func (w *Witness) weigh(r *proof.Request, note []byte) (*Answer, error) {
	c := r.Checkpoint
	last := &proof.Signed{Checkpoint: proof.Checkpoint{Origin: c.Origin}}
	if note == nil {
		last.Root = (&proof.Tree{}).Root()
	} else {
		var err error
		if last, err = proof.Read(note, proof.Verifiers(w.Logs)); last == nil {
			return nil, fmt.Errorf("the last checkpoint of %s: %w", c.Origin, err)
		}
		if !slices.ContainsFunc(c.By, func(k string) bool { return slices.Contains(last.By, k) }) {
			return &Answer{Status: 403, Reason: fmt.Sprintf("the checkpoint of %s is not signed by a key that signed the last one: to change keys, sign one checkpoint with both", c.Origin)}, nil
		}
	}
	switch {
	case r.Old != last.Size:
		return &Answer{Status: 409, Size: last.Size, Reason: fmt.Sprintf("the last checkpoint cosigned covers %d events, not %d", last.Size, r.Old)}, nil
	case r.Extends(&last.Checkpoint):
		return &Answer{Status: 200}, nil
	case c.Size == last.Size && len(r.Hashes) == 0:
		return &Answer{Status: 409, Size: last.Size, Reason: fmt.Sprintf("another checkpoint of %d events was cosigned: two histories were signed", last.Size)}, nil
	}
	return &Answer{Status: 422, Reason: fmt.Sprintf("the hashes do not show that the %d events begin with the %d of the last checkpoint", c.Size, last.Size)}, nil
}

// keep keeps a checkpoint and the last one of as many events as proof that one key signed two histories, if they are that.
func (w *Witness) keep(ctx context.Context, c *proof.Signed) error {
	last, err := w.Last(ctx, c.Origin)
	if err != nil || last == nil {
		return err
	}
	x := &proof.Equivocation{One: last, Other: c}
	if x.Check() != nil {
		return nil
	}
	_, err = w.Desk.Sheet(ctx, c.Origin, proofSheet, func(old []byte) ([]byte, error) {
		if old != nil {
			return old, nil // the first is proof enough
		}
		return x.Bytes(), nil
	})
	return err
}

// Last is the largest checkpoint of a ledger that was cosigned, nil if none was.
func (w *Witness) Last(ctx context.Context, origin string) (*proof.Signed, error) {
	note, err := w.Desk.Sheet(ctx, origin, lastSheet, nil)
	if err != nil || note == nil {
		return nil, err
	}
	last, err := proof.Read(note, proof.Verifiers(w.Logs))
	if last == nil {
		return nil, fmt.Errorf("the last checkpoint of %s: %w", origin, err)
	}
	return last, nil
}

// TwoHistories is the file of the proof that a key signed two histories of a ledger, nil if there is none.
func (w *Witness) TwoHistories(ctx context.Context, origin string) ([]byte, error) {
	return w.Desk.Sheet(ctx, origin, proofSheet, nil)
}

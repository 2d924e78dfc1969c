package place

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/ledger/witness"
)

// Newest is the checkpoint of the game as it stands, signed by a key; without one the largest that is known, or a *NoCheckpointError.
func (g *Game) Newest(ctx context.Context, key *proof.Key) (*proof.Signed, error) {
	if key != nil {
		return g.Sign(ctx, key)
	}
	c, err := g.Largest(ctx, nil)
	if c == nil && err == nil {
		err = &NoCheckpointError{}
	}
	return c, err
}

// Asked is what a witness of a policy answered to the request to cosign a checkpoint.
type Asked struct {
	Witness string `json:"witness"`
	OK      bool   `json:"ok"`
	Reason  string `json:"reason,omitempty"` // why not
}

// Cosign asks the witnesses of a policy that have an address to cosign a checkpoint of the game, each for what it has not seen, and
// keeps on the desk what comes of it. It returns the checkpoint with the cosignatures and what each witness
// answered; an error is of the game or the desk.
func (g *Game) Cosign(ctx context.Context, c *proof.Signed, p *proof.Policy, ask func(ctx context.Context, url string, r *proof.Request) (*witness.Answer, error)) (*proof.Signed, []Asked, error) {
	known := proof.Verifiers(p.Keys())
	cosigned, err := g.gathered(ctx, c, p)
	if err != nil {
		return nil, nil, err
	}
	answers := []Asked{}
	for _, w := range p.Witnesses {
		if slices.Contains(cosigned.By, w.Key.Name()) {
			answers = append(answers, Asked{Witness: w.Name, OK: true})
			continue
		}
		if w.URL == "" {
			continue
		}
		seen, err := g.seen(ctx, p, w.Key, c.Size)
		if err != nil {
			return nil, nil, err
		}
		said := Asked{Witness: w.Name}
		for range 2 { // what is noted here of a witness may be less than it has seen
			r, err := g.Log(ctx).Request(ctx, seen, c)
			if err != nil {
				return nil, nil, err
			}
			a, err := ask(ctx, w.URL, r)
			if err != nil {
				said.Reason = err.Error()
				break
			}
			if a.OK() {
				next, err := cosigned.WithCosignatures([]byte(a.Lines), known)
				if said.OK = err == nil && slices.Contains(next.By, w.Key.Name()); said.OK {
					cosigned = next
				} else {
					said.Reason = fmt.Sprintf("the answer lacks a cosignature by %s", w.Key.Name())
				}
				break
			}
			said.Reason = a.Reason
			if a.Status != 409 || a.Size == seen || a.Size > c.Size {
				break
			}
			seen = a.Size
		}
		answers = append(answers, said)
	}
	return cosigned, answers, g.keep(ctx, c, cosigned)
}

// gathered is a checkpoint with the cosignatures that were added to it earlier.
func (g *Game) gathered(ctx context.Context, c *proof.Signed, p *proof.Policy) (*proof.Signed, error) {
	list, err := g.checkpoints(ctx, p.Keys(), -1)
	if err != nil {
		return nil, err
	}
	for _, d := range list {
		if d.Checkpoint == c.Checkpoint {
			if more, err := c.WithCosignatures(signatures(d.Note), proof.Verifiers(p.Keys())); err == nil {
				c = more
			}
		}
	}
	return c, nil
}

// keep puts a checkpoint on the desk, if it has more than another had.
func (g *Game) keep(ctx context.Context, had, c *proof.Signed) error {
	if string(had.Note) == string(c.Note) {
		return nil
	}
	return g.withDesk(ctx, func(d people.Desk, shelf string) error { return d.AddCheckpoint(ctx, shelf, c.Size, c.Note) })
}

// seen is the size of the largest checkpoint on the desk, of at most a size, that a witness cosigned.
func (g *Game) seen(ctx context.Context, p *proof.Policy, key *proof.Key, most int64) (int64, error) {
	list, err := g.checkpoints(ctx, append(slices.Clone(p.Logs), key), -1)
	for _, c := range list {
		if err == nil && c.Size <= most && slices.Contains(c.By, key.Name()) {
			return c.Size, nil
		}
	}
	return 0, err
}

// AddCosignatures adds lines that a witness of a policy sent to the checkpoint on the desk that they are of, and returns it.
func (g *Game) AddCosignatures(ctx context.Context, lines []byte, p *proof.Policy) (*proof.Signed, error) {
	known := p.Keys()
	list, err := g.checkpoints(ctx, known, -1)
	if err != nil {
		return nil, err
	}
	wrong := error(&NoCheckpointError{})
	for _, c := range list {
		next, err := c.WithCosignatures(signatures(lines), proof.Verifiers(known))
		if err != nil {
			wrong = err
			continue
		}
		return next, g.keep(ctx, c, next)
	}
	return nil, wrong
}

// signatures are the lines of a text that look like signatures: a mail has others around them.
func signatures(text []byte) []byte {
	var out strings.Builder
	for line := range strings.Lines(strings.ReplaceAll(string(text), "\r\n", "\n")) {
		if strings.HasPrefix(line, "— ") {
			out.WriteString(strings.TrimRight(line, " \t\n") + "\n")
		}
	}
	return []byte(out.String())
}

package report

import (
	"fmt"
	"slices"

	"adjudicate/internal/term"
	"adjudicate/ledger/proof"
)

// Checkpoint is a signed checkpoint. Its text is the signed note itself.
type Checkpoint struct {
	Origin string   `json:"origin"`
	Size   int64    `json:"size"`
	Root   string   `json:"root"`
	By     []string `json:"by"` // the keys given whose signatures fit
	Note   string   `json:"note"`
}

// NewCheckpoint makes the view of a signed checkpoint.
func NewCheckpoint(c *proof.Signed) *Checkpoint {
	return &Checkpoint{Origin: c.Origin, Size: c.Size, Root: c.Root.String(), By: append([]string{}, c.By...), Note: string(c.Note)}
}

// Print writes the view for people.
func (v *Checkpoint) Print(p *term.Page) { p.Raw(v.Note) }

// Checkpoints is a list of checkpoints, the smallest first.
type Checkpoints struct {
	Checkpoints []*Checkpoint `json:"checkpoints"`
}

// NewCheckpoints makes the view of checkpoints that are given largest first.
func NewCheckpoints(list []*proof.Signed) *Checkpoints {
	v := &Checkpoints{Checkpoints: []*Checkpoint{}}
	for _, c := range slices.Backward(list) {
		v.Checkpoints = append(v.Checkpoints, NewCheckpoint(c))
	}
	return v
}

// Print writes the view for people.
func (v *Checkpoints) Print(p *term.Page) {
	for i, c := range v.Checkpoints {
		if i > 0 {
			p.Blank()
		}
		c.Print(p)
	}
}

// Refutation is the answer that something does not hold.
type Refutation struct {
	Holds bool   `json:"holds"`
	Why   string `json:"why"`
}

// No reports that it is one.
func (v *Refutation) No() bool { return true }

// Print writes the view for people.
func (v *Refutation) Print(p *term.Page) { p.Line("%s %s.", p.Style(term.Red, "NO:"), v.Why) }

// signedBy says in words who signed a checkpoint.
func signedBy(by []string) string {
	if len(by) == 0 {
		return "signature not checked: give --key"
	}
	return fmt.Sprintf("signed by %s", Listed(by))
}

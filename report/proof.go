package report

import (
	"context"
	"strings"

	"adjudicate/internal/term"
	"adjudicate/ledger/place"
	"adjudicate/ledger/proof"
)

// CheckedProof is what a proof shows, or why it is not valid.
type CheckedProof struct {
	Holds    bool        `json:"holds"`
	Kind     string      `json:"kind"` // "inclusion", "consistency", "receipt" or "two histories"
	Sequence uint64      `json:"sequence,omitempty"`
	Event    *Event      `json:"event,omitempty"`
	Old      *Checkpoint `json:"old,omitempty"`
	New      *Checkpoint `json:"checkpoint"`
	Why      []string    `json:"why"` // what is wrong
	Words    string      `json:"-"`
}

// Fault adds what is wrong, unless it is nothing.
func (v *CheckedProof) Fault(text string) {
	if text != "" {
		v.Why = append(v.Why, text)
	}
}

// No reports whether the proof does not show what it says.
func (v *CheckedProof) No() bool { return !v.Holds }

// Print writes the view for people.
func (v *CheckedProof) Print(p *term.Page) {
	for _, w := range v.Why {
		p.Item(p.Style(term.Red, "NO: "), w)
	}
	if !v.Holds {
		return
	}
	switch v.Kind {
	case "receipt":
		p.Line("%s The ledger of %d events (%s; %s) contains this input and the ruling on it:", p.Style(term.Green, "YES:"), v.New.Size, v.New.Origin, signedBy(v.New.By))
		for l := range strings.Lines(v.Words) {
			p.Line("  %s", strings.TrimSuffix(l, "\n"))
		}
		return
	case "two histories":
		p.Line("%s %s.", p.Style(term.Green, "YES:"), v.Words)
		return
	case "consistency":
		p.Line("%s The ledger of %d events begins with that of %d events (%s; %s).", p.Style(term.Green, "YES:"), v.New.Size, v.Old.Size, v.New.Origin, signedBy(v.New.By))
		return
	}
	p.Line("%s Event %d is in the ledger of %d events (%s; %s):", p.Style(term.Green, "YES:"), v.Sequence, v.New.Size, v.New.Origin, signedBy(v.New.By))
	p.Line("  %s", v.Words)
}

// ReceiptHint is what a receipt says of itself last.
const ReceiptHint = `"adjudicate proof check FILE --key PUBLIC" checks the file`

// Consistency is the answer to whether a ledger extends an earlier one.
type Consistency struct {
	Holds bool        `json:"holds"`
	Old   *Checkpoint `json:"old"`
	Size  int64       `json:"size"` // of the ledger as it stands
	Root  string      `json:"root"`
	New   *Checkpoint `json:"new,omitempty"` // that the proof leads to
	Proof string      `json:"proof,omitempty"`
	File  string      `json:"file,omitempty"`
}

// ConsistencyOf looks for the ledger of an old checkpoint in a game. If a file is given, it makes the proof up to
// the largest checkpoint that one of the keys signed.
func ConsistencyOf(ctx context.Context, g *place.Game, old *proof.Signed, keys []*proof.Key, file string, told func(int64)) (*Consistency, error) {
	tree, err := g.Log(ctx).Contains(ctx, old, told)
	if err != nil {
		return nil, err
	}
	v := &Consistency{Holds: true, Old: NewCheckpoint(old), Size: tree.Size(), Root: tree.Root().String(), File: file}
	if file == "" {
		return v, nil
	}
	c, err := g.Since(ctx, old, keys)
	if err != nil {
		return nil, err
	}
	x, err := g.Log(ctx).Extend(ctx, old, c)
	if err != nil {
		return nil, err
	}
	v.New, v.Proof = NewCheckpoint(c), string(x.Bytes())
	return v, nil
}

// Print writes the view for people.
func (v *Consistency) Print(p *term.Page) {
	if v.File == "-" {
		return
	}
	p.Line("%s The ledger of %d events begins with the %d events of the checkpoint (%s).",
		p.Style(term.Green, "YES:"), v.Size, v.Old.Size, signedBy(v.Old.By))
	if v.File != "" {
		p.Line("%s shows it up to the checkpoint of %d events.", v.File, v.New.Size)
	}
}

// Key is a new pair of keys.
type Key struct {
	Private string `json:"private"` // file
	Public  string `json:"public"`  // file
	Key     string `json:"key"`     // the public line
}

// Print writes the view for people.
func (v *Key) Print(p *term.Page) {
	p.Line("%s is the private key: keep it secret, and keep a copy.", v.Private)
	p.Line("%s is the public key: give it to the players.", v.Public)
	p.Line("%s", v.Key)
}

// Proof is a proof; as text it is its file, or where that was put.
type Proof struct {
	Sequence   uint64      `json:"sequence"`
	Checkpoint *Checkpoint `json:"checkpoint"`
	Proof      string      `json:"proof"`
	File       string      `json:"file,omitempty"`
}

// Print writes the view for people.
func (v *Proof) Print(p *term.Page) {
	switch v.File {
	case "":
		p.Raw(v.Proof)
	case "-": // written already
	default:
		p.Line("%s proves that event %d is in the ledger of %d events.", v.File, v.Sequence, v.Checkpoint.Size)
	}
}

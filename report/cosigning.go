package report

import (
	"adjudicate/internal/term"
	"adjudicate/ledger/place"
	"adjudicate/ledger/proof"
	"adjudicate/ledger/witness"
)

// Cosigning is a checkpoint for which witnesses were asked, or whose cosignatures were added.
type Cosigning struct {
	*Checkpoint
	Accepted bool          `json:"accepted"` // by the policy
	Quorum   string        `json:"quorum"`   // "2 of w1, w2, w3"
	Asked    []place.Asked `json:"asked"`
}

// NewCosigning makes the view of a checkpoint under a policy.
func NewCosigning(c *proof.Signed, p *proof.Policy, asked []place.Asked) *Cosigning {
	return &Cosigning{Checkpoint: NewCheckpoint(c), Accepted: p.Accepts(c), Quorum: p.String(), Asked: append([]place.Asked{}, asked...)}
}

// No reports that the policy does not accept the checkpoint.
func (v *Cosigning) No() bool { return !v.Accepted }

// Print writes the view for people: the checkpoint alone, if it is accepted, so that it can go into a file.
func (v *Cosigning) Print(p *term.Page) {
	if v.Accepted {
		v.Checkpoint.Print(p)
		return
	}
	p.Item(p.Style(term.Red, "NO: "), "the policy requires cosignatures by "+v.Quorum+".")
	for _, a := range v.Asked {
		answer := "cosigned"
		if !a.OK {
			answer = a.Reason
		}
		p.Item("  "+a.Witness+": ", answer)
	}
}

// Cosigned is what a witness answered to a request.
type Cosigned witness.Answer

// No reports that the checkpoint was not cosigned.
func (v *Cosigned) No() bool { return !(*witness.Answer)(v).OK() }

// Print writes the view for people: the line to send back.
func (v *Cosigned) Print(p *term.Page) {
	if v.No() {
		p.Line("%s %s.", p.Style(term.Red, "NO:"), v.Reason)
		return
	}
	p.Raw(v.Lines)
}

// CosignRequest is a request for a cosignature, to be sent by mail.
type CosignRequest struct {
	Old  int64  `json:"old"`
	Size int64  `json:"size"`
	Text string `json:"request"`
}

// Print writes the request itself.
func (v *CosignRequest) Print(p *term.Page) { p.Raw(v.Text) }

// Witnessed is what a witness knows of ledgers.
type Witnessed struct {
	Ledgers []witness.Seen `json:"ledgers"`
}

// Print writes the view for people.
func (v *Witnessed) Print(p *term.Page) {
	if len(v.Ledgers) == 0 {
		p.Line("No checkpoint has been cosigned.")
	}
	for _, l := range v.Ledgers {
		p.Line("%s: %s, %s", l.Origin, Counted(int(l.Size), "event"), signedBy(l.By))
		if l.TwoHistories != "" {
			p.Line("  %s --json holds the proof.", p.Style(term.Red, "Two histories were signed:"))
		}
	}
}

package report

import (
	"context"
	"fmt"
	"strings"

	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/ledger"
)

// ToSign is a text that a player is to sign.
type ToSign struct {
	Text  string `json:"text"`  // two lines, each ended by a line feed
	After uint64 `json:"after"` // the event that it names as the last one seen
}

// NewToSign is what a player is to sign of an input; after is the last event that they have seen, 0 for that of the ledger.
func NewToSign(ctx context.Context, l *ledger.Ledger, p events.Payload, after uint64) (*ToSign, error) {
	list, err := l.Admit("", p)
	if err != nil {
		return nil, err
	}
	text, _, err := l.ToSign(ctx, list[0], after)
	if after == 0 {
		after = l.Head()
	}
	return &ToSign{text, after}, err
}

// Print writes the text as it is signed, byte by byte.
func (v *ToSign) Print(p *term.Page) {
	for line := range strings.Lines(v.Text) {
		p.Line("%s", strings.TrimSuffix(line, "\n"))
	}
}

// signatures tells who signs in a game that was verified.
func (v *Verification) signatures(p *term.Page) {
	s := v.Signatures
	if s == nil {
		return
	}
	p.Line("Plays signed by their players: %d of %d.", s.Signed, s.Signed+s.Unsigned)
	for _, d := range s.Demanded {
		p.Line("Signatures are demanded %s.", stretch(d))
	}
	for _, k := range s.Keys {
		by := ""
		if k.By != "" {
			by = fmt.Sprintf(" (withdrawn by %s, without the signature of %s)", k.By, k.Player)
		}
		p.Line("%s signs by %s %s%s.", k.Player, k.Fingerprint, stretch(k.Period), by)
	}
}

func stretch(p ledger.Period) string {
	if p.To == 0 {
		return fmt.Sprintf("from #%d", p.From)
	}
	return fmt.Sprintf("from #%d to #%d", p.From, p.To)
}

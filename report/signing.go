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

// NewToSign is what a player is to sign of an input as the game spells it; actor is who signs, "" for whose will it is, after the last event
// that they have seen, 0 for that of the ledger.
func NewToSign(ctx context.Context, l *ledger.Ledger, p events.Payload, actor string, after uint64) (*ToSign, error) {
	text, _, err := l.ToSign(ctx, p, actor, after)
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
	if all := s.Entries + s.Others; all > 0 {
		p.Line("Other entries of players, signed: %d of %d.", s.Entries, all)
	}
	for _, d := range s.Demanded {
		what := ""
		if d.Entries {
			what = " of all that players enter"
		}
		p.Line("Signatures%s are demanded %s.", what, stretch(d.Period))
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

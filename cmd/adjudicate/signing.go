package main

import (
	"adjudicate/events"
	"adjudicate/ledger/signature"
	"adjudicate/report"
)

// signing are the flags of the commands whose entries players sign.
func signing() flags {
	return flags{
		option("sign", "sign with the player's private SSH key in `FILE`"),
		apart(option("signature", "record the signature in `FILE`, made by \"ssh-keygen -Y sign -n adjudicate\""), "sign"),
		sequence("after", "the `EVENT` that the signed text names as the last one seen (default: the last one)"),
		apart(toggle("to-sign", "print the text to sign, and write nothing"), "sign", "signature", "dry-run", "announce", "checkpoint"),
	}
}

// enterSigned submits an entry with the player's signature, if there is one, or answers with what they are to sign.
func (s *session) enterSigned(make func() (events.Payload, error)) (report.View, error) {
	p, err := make()
	if err != nil {
		return nil, err
	}
	if s.c.Bool("to-sign") {
		g, err := s.open()
		if err != nil {
			return nil, err
		}
		return report.NewToSign(s.ctx, g.l, p, s.c.Uint64("after"))
	}
	sign := func(said string) (string, error) {
		if path := s.c.String("sign"); path != "" {
			return readAs(s, path, func(private []byte) (string, error) {
				stored, _, err := signature.Sign(said, private)
				return stored, err
			})
		}
		if path := s.c.String("signature"); path != "" {
			return readAs(s, path, func(text []byte) (string, error) { return signature.Stored(string(text)) })
		}
		return "", nil
	}
	return s.submitWith(func(g *game) ([]events.Payload, error) {
		p, err := g.l.Signed(s.ctx, p, s.c.Uint64("after"), sign)
		return []events.Payload{p}, err
	})
}

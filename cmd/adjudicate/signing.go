package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/ledger/signature"
)

// signing are the flags of a command whose entries players may sign.
func signing(more ...cli.Flag) flags {
	return writing(append(flags{
		option("sign", "sign with the player's private SSH key in `FILE`"),
		apart(option("signature", "record the signature in `FILE`, made by \"ssh-keygen -Y sign -n adjudicate\""), "sign"),
		sequence("after", "the `EVENT` that the signed text names as the last one seen (default: the last one)"),
		apart(toggle("to-sign", "print the text to sign, and write nothing"), "sign", "signature", "dry-run", "announce", "checkpoint"),
	}, more...)...)
}

// sign is the player's signature of a text, "" if there is none.
func (s *session) sign(said string) (string, error) {
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

package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/mail"
	"adjudicate/report"
)

func playCommand() *cli.Command {
	return &cli.Command{
		Name: "play", Category: catPlay, ArgsUsage: "[SIDE] [PLAY]",
		Usage: "submit a play and have it ruled on",
		Description: `PLAY is written in the notation of docs/notation.md: Ra1-a5, Ra1xb2, R@c3 for a placement,
pass, surrender; several atomic plays are separated by ";". - reads it from standard input.
With --mail the play is found in a mail as it arrived: its sender is an address of a player and
so names the side, and a mail that was ruled on before is not ruled on again: its first ruling is
printed. It was sent at its Date, if that lies between the announcement of the turn and its arrival (the
topmost Received, else --now), else when it arrived. A mailbox or Maildir is read mail by mail. What
is refused is put into the tray, with the reason beside it. The status is 1 if the play is ruled illegal;
what cannot be read as a play is refused with status 2 and not written. With --checkpoint the
ledger with the ruling in it is signed with --key, and the checkpoint printed below.`,
		UsageText: `adjudicate play Red "Ra1-a5; p@b2"
adjudicate play Red pass --json
adjudicate play --mail message.eml`,
		Flags: writing(
			&cli.StringSliceFlag{Name: "mail", Usage: "the `FILE` of a mail that holds the play, of a mailbox, or a Maildir; - for standard input; may be repeated"},
			&cli.StringFlag{Name: "tray", Usage: "with --mail: the `FOLDER` for mails that were refused (default: beside the ledger)"},
			&cli.StringFlag{Name: "side", Usage: "with --mail: the `SIDE`, where the sender holds several"},
			boardFlag, checkpointFlag, signFlag,
			&cli.StringFlag{Name: "message", Usage: "an `ID` that identifies repeats of this play, such as a mail's Message-ID"},
		),
		Action: do(func(s *session) error {
			if len(s.c.StringSlice("mail")) > 0 {
				return playMail(s)
			}
			if s.c.NArg() != 2 {
				return usagef(`adjudicate play Red "Ra1-a5"`, "play expects a side and a play, or --mail: found %s", report.Counted(s.c.NArg(), "argument"))
			}
			text := s.arg(1)
			return s.submitWith(func(*game) ([]events.Payload, error) {
				if text == "-" {
					_, given, err := s.readFile("-")
					if err != nil {
						return nil, err
					}
					text = strings.TrimSpace(string(given))
				}
				return []events.Payload{events.PlaySubmitted{Side: s.arg(0), Text: text, Message: ledger.MessageDigest(s.c.String("message"))}}, nil
			})
		}),
	}
}

// senderSide finds the side that the sender of a mail holds.
func senderSide(s *session, g *game, m *mail.Message, wanted string) (string, error) {
	known, err := g.people(s)
	if err != nil {
		return "", err
	}
	player := ""
	for _, p := range people.Find(known, m.From) {
		if player != "" {
			return "", usagef("", "header From: %s is an address of both %s and %s", m.From, player, p)
		}
		player = p
	}
	if player == "" {
		return "", usagef("\"adjudicate player address PLAYER "+m.From+"\" registers it", "header From: no player has the address %s", m.From)
	}
	var sides []string
	for side := range g.l.State().Sides() {
		if side.Player == player && (wanted == "" || side.Name == wanted) {
			sides = append(sides, side.Name)
		}
	}
	switch {
	case len(sides) == 1:
		return sides[0], nil
	case len(sides) == 0 && wanted != "":
		return "", fmt.Errorf("header From: %s does not hold %s", player, wanted)
	case len(sides) == 0:
		return "", fmt.Errorf("header From: %s does not hold a swingership", player)
	}
	return "", usagef("name the one that plays with --side", "header From: %s holds %s", player, strings.Join(sides, " and "))
}

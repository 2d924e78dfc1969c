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
	return newCommand("play", writing(
		&cli.StringSliceFlag{Name: "mail", Usage: "the `FILE` of a mail that holds the play, of a mailbox, or a Maildir; - for standard input; may be repeated"},
		&cli.StringFlag{Name: "tray", Usage: "with --mail: the `FOLDER` for mails that were refused (default: beside the ledger)"},
		&cli.StringFlag{Name: "side", Usage: "with --mail: the `SIDE`, where the sender holds several"},
		boardFlag, checkpointFlag, signFlag,
		&cli.StringFlag{Name: "message", Usage: "an `ID` that identifies repeats of this play, such as a mail's Message-ID"},
	), do(func(s *session) error {
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
	}))
}

// senderSide finds the side that the sender of a mail holds.
func senderSide(s *session, g *game, m *mail.Message, wanted string) (string, error) {
	known, err := s.people(g)
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

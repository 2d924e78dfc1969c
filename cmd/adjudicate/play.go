package main

import (
	"crypto/rand"
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/report"
)

func playCommand() *cli.Command {
	return newCommand("play", writing(
		&cli.StringSliceFlag{Name: "mail", Usage: "the `FILE` of a mail that holds the play, of a mailbox, or a Maildir; - for standard input; may be repeated"},
		&cli.StringFlag{Name: "tray", Usage: "with --mail: the `FOLDER` for mails that were refused (default: beside the ledger)"},
		&cli.StringFlag{Name: "side", Usage: "with --mail: the `SIDE`, where the sender holds several"},
		boardFlag, checkpointFlag, signFlag, dryRunFlag,
		&cli.BoolFlag{Name: "announce", Usage: "announce the state of the game after an accepted play, as \"adjudicate announce\" does"},
		&cli.BoolFlag{Name: "seal", Usage: "record a seal instead of the play, and say what opens it"},
		&cli.StringFlag{Name: "message", Usage: "an `ID` that identifies repeats of this play, such as a mail's Message-ID"},
	), do(func(s *session) (report.View, error) {
		if len(s.c.StringSlice("mail")) > 0 {
			if s.c.Bool("dry-run") || s.c.Bool("announce") {
				return nil, usagef("", "--mail takes neither --dry-run nor --announce")
			}
			return playMail(s)
		}
		if s.c.Bool("dry-run") && (s.c.Bool("announce") || s.c.Bool("checkpoint") || s.c.Bool("seal")) {
			return nil, usagef("", "--dry-run writes nothing: expected it without --announce, --checkpoint and --seal")
		}
		if s.c.NArg() != 2 {
			return nil, usagef(`adjudicate play Red "Ra1-a5"`, "play expects a side and a play, or --mail: found %s", report.Counted(s.c.NArg(), "argument"))
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
			if s.c.Bool("seal") {
				seal, opening := aggregate.Seal(rand.Text(), text)
				fmt.Fprintf(s.errs, "%s: keep what opens this seal: play %s %q\n", name, s.arg(0), opening)
				text = seal
			}
			return []events.Payload{events.PlaySubmitted{Side: s.arg(0), Text: text, Message: ledger.MessageDigest(s.c.String("message"))}}, nil
		})
	}))
}

package main

import (
	"crypto/rand"
	"fmt"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/report"
)

func playCommand() *command {
	return newCommand("play", signing(
		apart(options("mail", "the `FILE` of a mail with the play, a mailbox, or a Maildir; - for standard input (repeatable)"), "dry-run", "announce", "seal"),
		option("tray", "with --mail: the `FOLDER` for refused mails (default: beside the ledger)"),
		option("side", "with --mail: the `SIDE`, if the sender holds several"),
		boardFlag, checkpointFlag, signFlag, apart(toggle("dry-run", dryRunFlag.Usage), "announce", "checkpoint", "seal"),
		toggle("announce", "announce the state of the game after an accepted play, as \"adjudicate announce\" does"),
		toggle("seal", "record a seal instead of the play, and print what opens it"),
		option("message", "an `ID` by which repeats of this play are recognised, such as a mail's Message-ID"),
	), do(func(s *session) (report.View, error) {
		if len(s.c.StringSlice("mail")) > 0 {
			return playMail(s)
		}
		if s.c.NArg() != 2 {
			return nil, usagef(`adjudicate play Red "Ra1-a5"`, "play takes a side and a play, or --mail: found %s", report.Counted(s.c.NArg(), "argument"))
		}
		text := s.arg(1)
		if text == "-" {
			_, given, err := s.ReadFile("-")
			if err != nil {
				return nil, err
			}
			text = strings.TrimSpace(string(given))
		}
		if s.c.Bool("seal") {
			seal, opening := aggregate.Seal(rand.Text(), text)
			fmt.Fprintf(s.Errs, "%s: keep this; it opens the seal: play %s %q\n", name, s.arg(0), opening)
			text = seal
		}
		return s.submit(events.PlaySubmitted{Side: s.arg(0), Text: text, Message: ledger.MessageDigest(s.c.String("message"))})
	}))
}

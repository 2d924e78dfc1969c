package main

import (
	"errors"
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/ledger/proof"
)

func checkProofCommand() *cli.Command {
	return &cli.Command{
		Name: "check-proof", Category: catProof, ArgsUsage: "FILE",
		Usage: "check a proof without the ledger",
		Description: `FILE is what "adjudicate prove" or "adjudicate consistency --out" wrote; - is standard input.
Nothing else is needed but the public key of whoever signed: --key, or $ADJUDICATE_KEY. The
status is 1 if the proof does not show what it says or the signature is not by that key, 2 if the
file is no proof. A checkpoint that you noted yourself may stand in for the key: --checkpoint.`,
		UsageText: "adjudicate check-proof ruling-743.tlog-proof --key umpire.pub\nadjudicate check-proof ruling-743.tlog-proof --checkpoint noted.txt --json",
		Flags: []cli.Flag{knowFlag,
			&cli.StringFlag{Name: "checkpoint", Usage: "the `FILE` of a checkpoint that you trust, which must be the proof's own"},
		},
		Action: do(func(s *session) error {
			label, text, err := s.readFile(s.arg(0))
			if err != nil {
				return err
			}
			keys, err := s.keys()
			if err != nil {
				return err
			}
			trusted, err := s.trusted()
			if err != nil {
				return err
			}
			if len(keys) == 0 && trusted == nil {
				return usagef("adjudicate check-proof FILE --key umpire.pub", "check-proof expects --key: whose signature counts")
			}
			var v *shownView
			if proof.IsExtension(text) {
				v, err = checkExtension(text, keys, trusted)
			} else {
				v, err = checkInclusion(text, keys, trusted)
			}
			if err != nil {
				return &inputError{label, err}
			}
			if err := s.show(v); err != nil {
				return err
			}
			if !v.Holds {
				return errDifference
			}
			return nil
		}),
	}
}

// trusted is the checkpoint that --checkpoint names, nil if none is.
func (s *session) trusted() (*proof.Checkpoint, error) {
	path := s.c.String("checkpoint")
	if path == "" {
		return nil, nil
	}
	label, text, err := s.readFile(path)
	if err != nil {
		return nil, err
	}
	c, err := proof.Read(text, nil)
	if err != nil {
		return nil, &inputError{label, err}
	}
	return &c.Checkpoint, nil
}

// believable returns why a checkpoint is not to be believed, "" if it is: the error about
// its signature, unless it is one that the reader trusts.
func believable(c *proof.Signed, err error, keys []*proof.Key, trusted *proof.Checkpoint) string {
	switch {
	case trusted != nil && c.Checkpoint == *trusted:
		return ""
	case len(keys) == 0:
		return "the checkpoint is not the one given"
	case err != nil:
		return fmt.Sprintf("the checkpoint of %d events: %v", c.Size, err)
	}
	return ""
}

// checkInclusion checks a proof of an event. The error is that the file is none.
func checkInclusion(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*shownView, error) {
	p, err := proof.ReadProof(text, known(keys))
	if p == nil {
		return nil, err
	}
	v := &shownView{Kind: "inclusion", Sequence: uint64(p.Index) + 1, New: newCheckpoint(p.Checkpoint), Why: []string{}}
	v.fault(believable(p.Checkpoint, err, keys, trusted))
	if err := p.Check(); err != nil {
		v.fault(err.Error())
	}
	e, err := events.Decode(p.Event)
	switch {
	case err != nil:
		v.fault(fmt.Sprintf("the event cannot be read: %v", err))
	case proof.Origin(e.Ledger) != p.Checkpoint.Origin:
		v.fault(fmt.Sprintf("the event is one of %s, the checkpoint is of %s", proof.Origin(e.Ledger), p.Checkpoint.Origin))
	case e.Sequence != v.Sequence:
		v.fault(fmt.Sprintf("the event says that it is number %d", e.Sequence))
	}
	if err == nil {
		v.Event, v.words = &payloadView{Sequence: e.Sequence, Type: e.Type, Payload: e.Payload}, wordsOf(&e)
		if !e.Basis.Empty() {
			v.Event.Basis = &e.Basis
		}
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

// checkExtension checks a proof that one ledger begins with another.
func checkExtension(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*shownView, error) {
	x, err := proof.ReadExtension(text, known(keys))
	if x == nil {
		return nil, err
	}
	v := &shownView{Kind: "consistency", Old: newCheckpoint(x.Old), New: newCheckpoint(x.New), Why: []string{}}
	for _, c := range []*proof.Signed{x.Old, x.New} {
		_, err := proof.Read(c.Note, known(keys))
		v.fault(believable(c, err, keys, trusted))
	}
	var wrong *proof.FalseError
	if err := x.Check(); errors.As(err, &wrong) {
		v.fault(wrong.Text)
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

// wordsOf tells an event in a line.
func wordsOf(e *events.Envelope) string {
	if r, ok := e.Payload.(events.Ruled); ok {
		text := fmt.Sprintf("a ruling on %s: %s", r.Subject, r.Verdict)
		if r.Play != "" {
			text += "  " + r.Play
		}
		return text
	}
	if events.IsInput(e.Payload.Kind()) {
		return inputWords(e.Payload)
	}
	if text := outcomeWords(e.Payload, nil); text != "" {
		return text
	}
	return e.Type
}

// shownView is what a proof shows, or why it shows nothing.
type shownView struct {
	Holds    bool            `json:"holds"`
	Kind     string          `json:"kind"` // "inclusion" or "consistency"
	Sequence uint64          `json:"sequence,omitempty"`
	Event    *payloadView    `json:"event,omitempty"`
	Old      *checkpointView `json:"old,omitempty"`
	New      *checkpointView `json:"checkpoint"`
	Why      []string        `json:"why"` // what is wrong
	words    string
}

func (v *shownView) fault(text string) {
	if text != "" {
		v.Why = append(v.Why, text)
	}
}

func (v *shownView) text(p *term.Page) {
	for _, w := range v.Why {
		p.Item(p.Style(term.Red, "NO: "), w)
	}
	if !v.Holds {
		return
	}
	if v.Kind == "consistency" {
		p.Line("%s The ledger of %d events begins with that of %d events (%s; %s).", p.Style(term.Green, "YES:"), v.New.Size, v.Old.Size, v.New.Origin, signedBy(v.New.By))
		return
	}
	p.Line("%s Event %d stands in the ledger of %d events (%s; %s):", p.Style(term.Green, "YES:"), v.Sequence, v.New.Size, v.New.Origin, signedBy(v.New.By))
	p.Line("  %s", v.words)
}

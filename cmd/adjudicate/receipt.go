package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/ledger/proof"
	"adjudicate/report"
)

// receiptFlag has a ruling written as something to keep.
var receiptFlag = &cli.StringFlag{Name: "receipt", Usage: "write a receipt into `FILE`: the input, its ruling and a signed checkpoint"}

// receipt writes the receipt of a ruling, if the command was asked to.
func (s *session) receipt(g *game, v *report.Ruling) error {
	path := s.c.String("receipt")
	if path == "" {
		return nil
	}
	c, err := g.covering(s, v.Sequence+1)
	if err != nil {
		return err
	}
	r := &proof.Receipt{}
	for _, n := range []uint64{v.Sequence, v.Sequence + 1} {
		p, err := g.log().Prove(s.ctx, n, c)
		if err != nil {
			return err
		}
		e, err := events.Decode(p.Event)
		if err != nil {
			return fmt.Errorf("event %d: %w", n, err)
		}
		r.Events = append(r.Events, p)
		r.About = append(r.About, fmt.Sprintf("#%d in %s: %s", n, c.Origin, report.EventWords(&e)))
	}
	r.About = append(r.About, `"adjudicate proof check FILE --key PUBLIC" says what of this is proved`)
	return s.save(path, string(r.Bytes()))
}

// checkReceipt checks a receipt: an input, and the ruling on it.
func checkReceipt(text []byte, keys []*proof.Key, trusted *proof.Checkpoint) (*report.CheckedProof, error) {
	r, err := proof.ReadReceipt(text, proof.Verifiers(keys))
	if r == nil {
		return nil, err
	}
	first := r.Events[0]
	v := &report.CheckedProof{Kind: "receipt", Sequence: uint64(first.Index) + 1, New: report.NewCheckpoint(first.Checkpoint), Why: []string{}}
	v.Fault(report.Believable(first.Checkpoint, err, keys, trusted))
	var list []events.Envelope
	for _, p := range r.Events {
		if err := p.Check(); err != nil {
			v.Fault(err.Error())
		}
		e, err := events.Decode(p.Event)
		if err != nil {
			v.Fault(fmt.Sprintf("the event cannot be read: %v", err))
			continue
		}
		if proof.Origin(e.Ledger) != p.Checkpoint.Origin || e.Sequence != uint64(p.Index)+1 {
			v.Fault(fmt.Sprintf("event %d says that it is number %d of %s", p.Index+1, e.Sequence, e.Ledger))
		}
		list = append(list, e)
		v.Words += fmt.Sprintf("#%d %s %s\n", e.Sequence, e.Recorded.Format("2006-01-02 15:04Z07:00"), report.EventWords(&e))
	}
	if len(list) == len(r.Events) {
		if len(list) != 2 || !events.IsInput(list[0].Type) || list[1].Causation != list[0].ID || list[1].Sequence != list[0].Sequence+1 {
			v.Fault("its events are not an input and the ruling on it")
		} else if ruled, ok := list[1].Payload.(events.Ruled); !ok {
			v.Fault("the second event is not a ruling")
		} else {
			v.Event = &report.Event{Sequence: list[1].Sequence, Type: list[1].Type, Payload: ruled}
			for _, f := range ruled.Faults {
				v.Words += fmt.Sprintf("  %s: %s\n", f.Clause, f.Message)
			}
		}
	}
	v.Holds = len(v.Why) == 0
	return v, nil
}

package main

import (
	"fmt"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger"
	"adjudicate/store"
)

func verifyCommand() *cli.Command {
	return &cli.Command{
		Name: "verify", Category: catLedger, Flags: []cli.Flag{ledgerFlag},
		Usage: "read the whole ledger again and judge every input again",
		Description: `Checks the store's own checksums, that every event's bytes are those that encoding it yields, that
sequences and times run on, that outcomes name the input before them, and that judging every
input under the rules recorded until then yields the outcomes recorded. The status is 1 if
something differs, 4 if the file cannot be read to its end.`,
		UsageText: "adjudicate verify\nadjudicate verify --ledger copy.ledger --json",
		Action: do(func(s *session) error {
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			if c, ok := g.st.(store.Checker); ok {
				if err := c.Check(s.ctx); err != nil {
					return err
				}
			}
			head, err := g.st.Head(s.ctx, g.name)
			if err != nil {
				return err
			}
			at, done := s.progress("verifying", int64(head))
			found, err := ledger.Verify(s.ctx, g.st, g.name, options(at))
			done()
			if err != nil {
				return fmt.Errorf("%s: %w", g.place, err)
			}
			if err := s.show((*verifyView)(found)); err != nil {
				return err
			}
			if len(found.Differences) > 0 {
				return errDifference
			}
			return nil
		}),
	}
}

type verifyView ledger.Verification

func (v *verifyView) text(p *page) {
	const most = 20
	for i, d := range v.Differences {
		if i == most {
			p.line("… and %d more", len(v.Differences)-most)
			break
		}
		p.item(fmt.Sprintf("#%d %s: ", d.Sequence, d.What), d.Text)
	}
	verdict := p.style(green, "everything is as recorded")
	if n := len(v.Differences); n > 0 {
		verdict = p.style(red, counted(n, "difference"))
	}
	p.line("%s: %s, %s judged again: %s.", v.Name, counted(v.Events, "event"), counted(v.Inputs, "input"), verdict)
	for _, e := range v.Engines {
		if e != engine {
			p.line("Some rulings were made by %s; this is %s.", e, engine)
		}
	}
}

package main

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/ledger"
)

func logCommand() *cli.Command {
	return &cli.Command{
		Name: "log", Category: catRead,
		Usage: "list what happened, with the rulings",
		Description: `One line an input: its sequence, when, by whom, what, and how it was ruled on, with the clauses
of every fault. Rules that open the game are counted, not listed, unless --all is given.
"adjudicate ruling N" shows one in full.`,
		UsageText: "adjudicate log\nadjudicate log --last 10\nadjudicate log --side Red --rejected --json",
		Flags: reading(
			&cli.StringFlag{Name: "side", Usage: "only what the `SIDE` did"},
			&cli.BoolFlag{Name: "rejected", Usage: "only what was rejected"},
			&cli.BoolFlag{Name: "plays", Usage: "only plays"},
			&cli.BoolFlag{Name: "all", Usage: "also the rules that opened the game"},
			&cli.IntFlag{Name: "last", Usage: "only the last `NUMBER` of them"},
		),
		Action: do(func(s *session) error {
			if s.c.Int("last") < 0 {
				return usagef("", "--last %d: expected a number from 0", s.c.Int("last"))
			}
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			all, err := s.history(g)
			if err != nil {
				return err
			}
			v := &logView{Entries: []historyEntry{}}
			for _, e := range all {
				switch {
				case s.c.String("side") != "" && e.Side != s.c.String("side"),
					s.c.Bool("rejected") && e.Verdict == aggregate.Accepted,
					s.c.Bool("plays") && e.kind != (events.PlaySubmitted{}).Kind():
					continue
				case !s.c.Bool("all") && e.setup:
					v.Omitted++
					continue
				}
				v.Entries = append(v.Entries, e)
			}
			if n := s.c.Int("last"); s.c.IsSet("last") && n < len(v.Entries) {
				v.Entries = v.Entries[len(v.Entries)-n:]
			}
			return s.show(v)
		}),
	}
}

// historyEntry is one input with its ruling in brief.
type historyEntry struct {
	Sequence uint64         `json:"sequence"`
	Recorded time.Time      `json:"recorded"`
	Actor    string         `json:"actor,omitempty"`
	Type     string         `json:"type"`
	Side     string         `json:"side,omitempty"`
	Text     string         `json:"text"` // as a season file writes it
	Verdict  string         `json:"verdict"`
	Play     string         `json:"play,omitempty"` // as executed
	Faults   []events.Fault `json:"faults"`
	Notable  []string       `json:"notable"` // what came of it that one does not see from the play
	kind     string
	setup    bool
}

// history folds the ledger, up to --at, into its entries.
func (s *session) history(g *game) ([]historyEntry, error) {
	var all []historyEntry
	at := s.c.Uint64("at")
	opening := true
	for e, err := range ledger.Events(s.ctx, g.st, g.name, 1) {
		if err != nil {
			return nil, fmt.Errorf("%s: %w", g.place, err)
		}
		if at != 0 && e.Sequence > at {
			break
		}
		kind := e.Payload.Kind()
		if events.IsInput(kind) {
			_, enacted := e.Payload.(events.RuleEnacted)
			if _, opened := e.Payload.(events.GameOpened); !opened && !enacted {
				opening = false
			}
			all = append(all, historyEntry{Sequence: e.Sequence, Recorded: e.Recorded, Actor: e.Actor, Type: e.Type, Side: sideOf(e.Payload),
				Text: inputWords(e.Payload), Faults: []events.Fault{}, Notable: []string{}, kind: kind, setup: opening && enacted})
			continue
		}
		if len(all) == 0 {
			continue
		}
		last := &all[len(all)-1]
		if r, ok := e.Payload.(events.Ruled); ok && last.Verdict == "" {
			last.Verdict, last.Play = r.Verdict, r.Play
			last.Faults = append(last.Faults, r.Faults...)
		} else if notable(e.Payload) {
			last.Notable = append(last.Notable, outcomeWords(e.Payload, nil))
		}
	}
	if len(all) > 0 && at > 0 {
		if head, err := g.st.Head(s.ctx, g.name); err == nil && at > uint64(head) {
			return nil, usagef("", "the ledger has %d events; there is no state at %d", head, at)
		}
	}
	return all, nil
}

// notable reports whether an outcome is worth a word in the log.
func notable(p events.Payload) bool {
	switch p := p.(type) {
	case events.PieceCaptured, events.PiecePromoted, events.PieceDestroyed, events.KnifeAwarded, events.WinnerDeclared,
		events.ShirtLost, events.SideSentAway, events.SideLeft, events.FreeForAllSet, events.LotDrawn, events.AwardGiven:
		return true
	case events.AtomicPlayed:
		return p.How != aggregate.HowSubmitted
	case events.PieceLifted:
		return p.Why == aggregate.LiftScratch || p.Why == aggregate.LiftDefinition
	}
	return false
}

// lastRuling is the last entry of the history.
func (s *session) lastRuling(g *game) (*historyEntry, error) {
	all, err := s.history(g)
	if err != nil || len(all) == 0 {
		return nil, err
	}
	return &all[len(all)-1], nil
}

func (e *historyEntry) words() string {
	text := fmt.Sprintf("#%d %s: %s", e.Sequence, e.Text, e.Verdict)
	if clauses := e.clauses(); clauses != "" {
		text += " by " + clauses
	}
	return text
}

func (e *historyEntry) clauses() string {
	var list []string
	seen := map[string]bool{}
	for _, f := range e.Faults {
		if f.Clause != "" && !seen[f.Clause] {
			seen[f.Clause] = true
			list = append(list, f.Clause)
		}
	}
	return strings.Join(list, "; ")
}

type logView struct {
	Entries []historyEntry `json:"entries"`
	Omitted int            `json:"omitted,omitempty"` // rules that opened the game
}

func (v *logView) text(p *page) {
	for i := range v.Entries {
		e := &v.Entries[i]
		verdict := p.style(green, "ok")
		if e.Verdict != aggregate.Accepted {
			verdict = p.style(red, "NO")
		}
		who := ""
		if e.Actor != "" {
			who = "  by " + e.Actor
		}
		p.line("%s  %s  %s  %s%s", fmt.Sprintf("%5d", e.Sequence), moment(e.Recorded), verdict, e.Text, p.style(dim, who))
		for _, f := range e.Faults {
			text := f.Message
			if f.Clause != "" {
				text += " (" + f.Clause + ")"
			}
			p.item("                             ", text)
		}
		for _, n := range e.Notable {
			p.item("                             → ", n)
		}
		if i == 0 && v.Omitted > 0 {
			p.line("       … and %s that opened the game", counted(v.Omitted, "rule"))
		}
	}
	if len(v.Entries) == 0 {
		p.line("Nothing of that kind has happened.")
	}
}

func rulingCommand() *cli.Command {
	return &cli.Command{
		Name: "ruling", Category: catRead, ArgsUsage: "[NUMBER]", Flags: []cli.Flag{ledgerFlag},
		Usage: "show a ruling in full",
		Description: `NUMBER is the sequence of the input, of its ruling, or of any outcome of it, as "adjudicate log"
lists them; without it the last ruling is shown. The standing is the one right after it.`,
		UsageText: "adjudicate ruling\nadjudicate ruling 120 --json",
		Action: do(func(s *session) error {
			g, err := s.attach()
			if err != nil {
				return err
			}
			defer g.close()
			n, err := s.sequence(g, s.arg(0))
			if err != nil {
				return err
			}
			v, err := s.rulingAt(g, n)
			if err != nil {
				return err
			}
			return s.show(v)
		}),
	}
}

// sequence reads a sequence number; an empty word is the last one.
func (s *session) sequence(g *game, word string) (uint64, error) {
	if word == "" {
		head, err := g.st.Head(s.ctx, g.name)
		return uint64(head), err
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(word, "#"), 10, 63)
	if err != nil || n == 0 {
		return 0, usagef("\"adjudicate log\" lists the numbers", "NUMBER %q: expected the sequence of an event, from 1", word)
	}
	return n, nil
}

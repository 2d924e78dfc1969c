package main

import (
	"fmt"
	"strings"

	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/internal/term"
	"adjudicate/systems"
)

func interpretCommand() *cli.Command {
	return &cli.Command{
		Name: "interpret", Category: catOffice,
		Usage:       "list the interpretation register, adopt a reading",
		Description: "Where the rules can be read in more than one way the register lists the readings; a game adopts one of each.",
		Subcommands: []*cli.Command{
			{
				Name: "list", ArgsUsage: "[ENTRY]", Flags: reading(), Usage: "list the entries with the reading in force, or one with all its readings",
				UsageText: "adjudicate interpret list\nadjudicate interpret list gess-adjacent",
				Action:    do(listRegister),
			},
			{
				Name: "adopt", ArgsUsage: "ENTRY READING", Usage: "choose a reading from here on",
				UsageText: "adjudicate interpret adopt gess-adjacent no --reason \"judgement of 12 October\"",
				Flags:     writing(&cli.StringFlag{Name: "reason", Usage: "a `TEXT` for the record"}),
				Action: do(func(s *session) error {
					return s.submit(events.InterpretationAdopted{Entry: s.arg(0), Reading: s.arg(1), Reason: s.c.String("reason")})
				}),
			},
		},
	}
}

func listRegister(s *session) error {
	g, err := s.open()
	if err != nil {
		return err
	}
	defer g.close()
	st := g.l.State()
	_, register, err := systems.Load(st.System())
	if err != nil {
		return err
	}
	adopted := map[string]string{}
	for _, r := range st.Readings() {
		adopted[r.Entry] = r.Reading
	}
	only := s.arg(0)
	if _, ok := register.Entry(only); only != "" && !ok {
		return unknownName("entry of the register", only, register.IDs(), "\"adjudicate interpret list\" lists them")
	}
	v := &registerView{Entries: []entryView{}, full: only != ""}
	for _, e := range register.Entries() {
		if only != "" && e.ID != only {
			continue
		}
		out := entryView{ID: e.ID, Clause: e.Clause, Question: e.Question, Default: e.Default, InForce: e.Default, Readings: []readingView{}}
		if r, ok := adopted[e.ID]; ok {
			out.InForce, out.Adopted = r, true
		}
		for _, r := range e.Readings {
			out.Readings = append(out.Readings, readingView{r.Name, r.Text})
		}
		v.Entries = append(v.Entries, out)
	}
	return s.show(v)
}

type readingView struct {
	Name string `json:"name"`
	Text string `json:"text"`
}

type entryView struct {
	ID       string        `json:"id"`
	Clause   string        `json:"clause"`
	Question string        `json:"question"`
	InForce  string        `json:"in_force"`
	Adopted  bool          `json:"adopted"` // chosen by this game, be it the default
	Default  string        `json:"default"`
	Readings []readingView `json:"readings"`
}

type registerView struct {
	Entries []entryView `json:"entries"`
	full    bool
}

func (v *registerView) text(p *term.Page) {
	if v.full {
		e := v.Entries[0]
		p.Line("%s  (%s)", p.Style(term.Bold, e.ID), e.Clause)
		p.Item("", e.Question)
		for _, r := range e.Readings {
			mark := "  "
			if r.Name == e.InForce {
				mark = "* "
			}
			note := ""
			if r.Name == e.Default {
				note = " (default)"
			}
			p.Item(mark, fmt.Sprintf("%s%s: %s", r.Name, note, r.Text))
		}
		return
	}
	rows := [][]string{{"entry", "clause", "in force", "other readings"}}
	for _, e := range v.Entries {
		inForce := e.InForce
		if e.InForce != e.Default {
			inForce = p.Style(term.Yellow, inForce)
		}
		var others []string
		for _, r := range e.Readings {
			if r.Name != e.InForce {
				others = append(others, r.Name)
			}
		}
		rows = append(rows, []string{e.ID, e.Clause, inForce, strings.Join(others, ", ")})
	}
	p.Table(rows)
}

package main

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/infile"
	"adjudicate/ledger/plan"
)

// planFlags are those of commands that take changes.
func planFlags() flags {
	return flags{
		option("plan", "read changes from `FILE` too, one a line; - for standard input"),
		number("base", "start from edition `N` (default: the current one)"),
		option("policy", "what happens to plays that are no longer legal: `POLICY` default-play, void, reopen, rewind, stands or halt (default: that of the base edition, default-play for the first)"),
		toggle("thorough", "judge every input from the first change on, even unaffected ones"),
	}
}

// reader reads plans for the game.
func (s *session) reader(g *game) *plan.Reader {
	return &plan.Reader{Store: g.Recall(), Name: g.Name, Catalogue: g.l.Catalogue,
		Actor: func(p events.Payload) string { return s.actor(g, p) }}
}

// plan reads the changes of a command line.
func (s *session) plan(g *game, words []string) (readjudicate.Plan, error) {
	read := readjudicate.Plan{Base: s.c.Int("base"), Policy: s.c.String("policy"), Thorough: s.c.Bool("thorough"), Strict: true}
	var texts []plan.Text
	for i, w := range words {
		texts = append(texts, plan.Text{Label: fmt.Sprintf("change %d", i+1), Lines: w, Rules: rulesBeside(".")})
	}
	if path := s.c.String("plan"); path != "" {
		label, text, err := s.ReadFile(path)
		if err != nil {
			return read, err
		}
		texts = append(texts, plan.Text{Label: label, Lines: string(text), Rules: rulesBeside(path)})
	}
	return read, s.reader(g).Read(s.ctx, &read, texts...)
}

// rulesBeside is the library of rules that changes name: those that are built in, and files that are named from the folder of another.
func rulesBeside(file string) plan.Library {
	return func(name string) ([]byte, error) { return infile.File(infile.Beside(file, name)) }
}

// wordsOf is the arguments of the command.
func (s *session) wordsOf() []string {
	return slices.DeleteFunc(s.c.Args().Slice(), func(w string) bool { return strings.TrimSpace(w) == "" })
}

package main

import (
	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/report"
	"adjudicate/rules"
)

func ruleCommand() *command {
	change := func(word string, input func(number string, canonical []byte) events.Payload) *command {
		return newCommand(word, writing(previewFlag, verboseFlag), do(func(s *session) (report.View, error) {
			file, err := s.ruleFile(s.arg(0))
			if err != nil {
				return nil, err
			}
			var inputs []events.Payload
			for i := range file.Rules {
				inputs = append(inputs, input(file.Rules[i].Number, file.Rules[i].Canonical()))
			}
			if s.c.Bool("preview") {
				return s.preview(inputs...)
			}
			return s.submit(inputs...)
		}))
	}
	return newGroup("rule",
		newCommand("list", reading(), onGame(listRules)),
		newCommand("show", reading(), onGame(showRule)),
		newCommand("check", reading(systemFlag, toggle("cost", "also list the maximum cost of each formula, in steps")), do(checkRules)),
		change("enact", func(n string, c []byte) events.Payload { return events.RuleEnacted{Number: n, Rule: c} }),
		change("amend", func(n string, c []byte) events.Payload { return events.RuleAmended{Number: n, Rule: c} }),
		newCommand("repeal", writing(previewFlag, verboseFlag), do(func(s *session) (report.View, error) {
			if s.c.Bool("preview") {
				return s.preview(events.RuleRepealed{Number: s.arg(0)})
			}
			return s.submit(events.RuleRepealed{Number: s.arg(0)})
		})),
		ruleDrawCommand(),
		ruleTryCommand(),
		ruleDiffCommand(),
		ruleLogCommand(),
	)
}

func listRules(s *session, g *game) (report.View, error) {
	book, err := g.l.State().WholeRulebook()
	if err != nil {
		return nil, err
	}
	return report.NewRules(book), nil
}

func showRule(s *session, g *game) (report.View, error) {
	number, err := find("rule in force", s.arg(0), g.l.State().RuleNumbers())
	if err != nil {
		return nil, err
	}
	found, _ := g.l.State().Rule(number)
	return report.RuleText(found.Rule), nil
}

// checkRules checks a file, or the files of a folder, against the rules of --system or of the ledger,
// if there is one. A folder without either is a game of its own, checked with its own register.
func checkRules(s *session) (report.View, error) {
	set, err := s.ruleSet(s.arg(0))
	if err != nil {
		return nil, err
	}
	l, err := s.law()
	if err != nil {
		return nil, err
	}
	if set.Folder && l.State == nil && s.c.String("system") == "" {
		l.Book = rules.NewRulebook()
	}
	v := report.NewRuleCheck(len(set.Rules()), set.Check(l.Book, l.Register))
	if s.c.Bool("cost") {
		v.Costs = set.Costs(l.Book, l.Register)
	}
	return v, errDifference.when(v.Faulty)
}

// Flags of commands that change rules.
var (
	previewFlag = toggle("preview", "show what would change, without writing")
	verboseFlag = toggle("verbose", "with --preview: list every play gained or lost")
)

// preview says what inputs that change rules would bring about. It writes nothing.
func (s *session) preview(inputs ...events.Payload) (report.View, error) {
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	v := &report.Preview{Sequence: g.l.Head(), Verbose: s.c.Bool("verbose"), Names: report.NamesOf(g.l.State())}
	var list []aggregate.Input
	for _, p := range inputs {
		if err := g.l.Check(p); err != nil {
			return nil, err
		}
		v.Inputs = append(v.Inputs, report.InputWords(p))
		list = append(list, aggregate.Input{ID: "preview", Payload: p, At: s.at, Actor: s.actor(g, p)})
	}
	if v.Foresight, err = amendment.Foresee(g.l.State(), engine, list); err != nil {
		return nil, err
	}
	for _, o := range v.Other {
		if text := report.OutcomeWords(o, v.Names); text != "" {
			v.Also = append(v.Also, text)
		}
	}
	return v, errRejected.when(!v.Accepted)
}

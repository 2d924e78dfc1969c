package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/events"
	"adjudicate/report"
	"adjudicate/rules"
	"adjudicate/systems"
)

func ruleCommand() *cli.Command {
	change := func(word string, input func(number string, canonical []byte) events.Payload) *cli.Command {
		return newCommand(word, writing(previewFlag, verboseFlag), do(func(s *session) error {
			file, err := s.ruleFile(s.arg(0))
			if err != nil {
				return err
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
		newCommand("check", reading(&cli.StringFlag{Name: "system", Usage: "check against the rules of a built-in `SYSTEM`, not against a ledger"}), do(checkRules)),
		change("enact", func(n string, c []byte) events.Payload { return events.RuleEnacted{Number: n, Rule: c} }),
		change("amend", func(n string, c []byte) events.Payload { return events.RuleAmended{Number: n, Rule: c} }),
		newCommand("repeal", writing(previewFlag, verboseFlag), do(func(s *session) error {
			if s.c.Bool("preview") {
				return s.preview(events.RuleRepealed{Number: s.arg(0)})
			}
			return s.submit(events.RuleRepealed{Number: s.arg(0)})
		})),
		ruleDrawCommand(),
		ruleDiffCommand(),
		ruleLogCommand(),
	)
}

func (s *session) ruleFile(path string) (*rules.File, error) {
	label, text, err := s.readFile(path)
	if err != nil {
		return nil, err
	}
	return rules.ParseFile(label, text)
}

func listRules(s *session, g *game) error {
	book, err := report.RulebookOf(g.l.State())
	if err != nil {
		return err
	}
	return s.show(report.NewRules(book))
}

func showRule(s *session, g *game) error {
	number, err := find("rule in force", s.arg(0), g.l.State().RuleNumbers(), "\"adjudicate rule list\" lists them")
	if err != nil {
		return err
	}
	found, _ := g.l.State().Rule(number)
	return s.show(report.RuleText(found.Rule))
}

func checkRules(s *session) error {
	file, err := s.ruleFile(s.arg(0))
	if err != nil {
		return err
	}
	system, book := s.c.String("system"), (*rules.Rulebook)(nil)
	if system == "" {
		g, err := s.open()
		if err != nil {
			return err
		}
		defer g.close()
		system = g.l.State().System()
		if book, err = report.RulebookOf(g.l.State()); err != nil {
			return err
		}
	}
	builtin, register, err := systems.Load(system)
	if err != nil {
		return &inputError{"--system", err}
	}
	if book == nil {
		book = builtin
	}
	v := report.NewRuleCheck(len(file.Rules), file.Check(book, register))
	if err := s.show(v); err != nil {
		return err
	}
	if v.Faulty {
		return errDifference
	}
	return nil
}

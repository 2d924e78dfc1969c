package main

import (
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
			return s.change(inputs...)
		}))
	}
	return newGroup("rule",
		newCommand("list", reading(systemFlag), onLaw(listRules)),
		newCommand("show", reading(systemFlag), onLaw(showRule)),
		newCommand("check", reading(systemFlag, toggle("cost", "also list the maximum cost of each formula, in steps")), do(checkRules)),
		change("enact", func(n string, c []byte) events.Payload { return events.RuleEnacted{Number: n, Rule: c} }),
		change("amend", func(n string, c []byte) events.Payload { return events.RuleAmended{Number: n, Rule: c} }),
		newCommand("repeal", writing(previewFlag, verboseFlag), do(func(s *session) (report.View, error) {
			return s.change(events.RuleRepealed{Number: s.arg(0)})
		})),
		ruleDrawCommand(),
		ruleTryCommand(),
		ruleDiffCommand(),
		ruleLogCommand(),
	)
}

func listRules(_ *session, l *amendment.Law) (report.View, error) {
	return report.NewRules(l.Book), nil
}

func showRule(s *session, l *amendment.Law) (report.View, error) {
	found, err := l.Book.Find(s.arg(0))
	if err != nil {
		return nil, err
	}
	return report.RuleText(found.Canonical()), nil
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
	v := report.CheckRules(set, l, s.at)
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

// change submits inputs that change rules. With --preview it says what they would bring about, and writes nothing.
func (s *session) change(inputs ...events.Payload) (report.View, error) {
	if !s.c.Bool("preview") {
		return s.submit(inputs...)
	}
	g, err := s.open()
	if err != nil {
		return nil, err
	}
	v, err := report.PreviewOf(g.l, inputs, func(p events.Payload) string { return s.actor(g, p) }, s.at)
	if err != nil {
		return nil, err
	}
	v.Verbose = s.c.Bool("verbose")
	return v, errRejected.when(!v.Accepted)
}

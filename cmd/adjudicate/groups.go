package main

import (
	"adjudicate/history"
	"adjudicate/report"
)

// Commands about one thing stand in a group: "edition list", "proof check".

func editionCommand() *command {
	return newGroup("edition", editionsCommand(), diffCommand(), sensitivityCommand(), stabilityCommand(), remedyCommand())
}

func proofCommand() *command {
	return newGroup("proof", keyCommand(), checkpointCommand(), proveCommand(), checkProofCommand(), consistencyCommand(), requestCommand(), cosignCommand())
}

// former lists spellings of commands that have moved into groups. They go on working for one
// version, hidden, and say on standard error what to write instead.
var former = [][2]string{
	{"editions", "edition list"},
	{"diff", "edition diff"},
	{"sensitivity", "edition sensitivity"},
	{"key", "proof key"},
	{"checkpoint", "proof checkpoint"},
	{"prove", "proof prove"},
	{"check-proof", "proof check"},
	{"consistency", "proof consistency"},
	{"precedents", "dispute precedents"},
	{"cases", "system cases"},
	{"enact", "rule enact"},
	{"amend", "rule amend"},
	{"repeal", "rule repeal"},
}

func editionsCommand() *command {
	return newCommand("list", flags{ledgerFlag, atFlag, knownFlag}, onStore(func(s *session, g *game) (report.View, error) {
		cat, err := history.Load(s.ctx, g.Recall(), g.Name, max(s.point("known-at"), s.point("at")))
		if err != nil {
			return nil, err
		}
		return report.NewEditions(cat), nil
	}))
}

package main

import (
	_ "embed"

	"adjudicate/history"
	"adjudicate/internal/cmdline"
	"adjudicate/report"
)

func editionCommand() *command {
	return newGroup("edition", editionsCommand(), diffCommand(), sensitivityCommand(), stabilityCommand(), remedyCommand())
}

func proofCommand() *command {
	return newGroup("proof", keyCommand(), checkpointCommand(), proveCommand(), checkProofCommand(), consistencyCommand(), requestCommand(), cosignCommand())
}

// former lists spellings of one version ago, of commands and of attributes as flags of side create. They go on working, hidden.
var former = cmdline.Spellings(formerText)

//go:embed former.json
var formerText []byte

func editionsCommand() *command {
	return newCommand("list", flags{ledgerFlag, atFlag, knownFlag}, onStore(func(s *session, g *game) (report.View, error) {
		cat, err := history.Load(s.ctx, g.Recall(), g.Name, max(s.point("known-at"), s.point("at")))
		if err != nil {
			return nil, err
		}
		return report.NewEditions(cat), nil
	}))
}

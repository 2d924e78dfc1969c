package main

import (
	"adjudicate/internal/rulefiles"
	"adjudicate/ledger/folder"
	"adjudicate/rules"
)

// readRules reads the rules of a file, or of all rule files of a folder.
func readRules(path string) (*rulefiles.Set, error) { return rulefiles.Read(path, folder.Parts) }

// readRulebook reads a rulebook, nil for an empty path.
func readRulebook(path string) (*rules.Rulebook, error) { return rulefiles.Book(path, folder.Parts) }

// ruleFile reads a rule file, or rules from standard input.
func (s *session) ruleFile(path string) (*rules.File, error) {
	label, text, err := s.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return rules.ParseFile(label, text)
}

// ruleSet reads the rules of a file, of all rule files of a folder, or of standard input.
func (s *session) ruleSet(path string) (*rulefiles.Set, error) {
	if path != "-" {
		return readRules(path)
	}
	file, err := s.ruleFile(path)
	return &rulefiles.Set{Files: []*rules.File{file}}, err
}

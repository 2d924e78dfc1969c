package main

import (
	"errors"
	"io/fs"

	"adjudicate/internal/infile"
	"adjudicate/internal/rulefiles"
	"adjudicate/rules"
	"adjudicate/systems"
)

// readRules reads the rules of a file, or of all rule files of a folder.
func readRules(path string) (*rulefiles.Set, error) {
	set, err := rulefiles.Read(path, systems.Parts)
	var file *fs.PathError
	if errors.As(err, &file) {
		return nil, infile.Failed(file.Path, err)
	}
	return set, err
}

// readRulebook reads a rulebook, nil for an empty path.
func readRulebook(path string) (*rules.Rulebook, error) {
	if path == "" {
		return nil, nil
	}
	set, err := readRules(path)
	if err != nil {
		return nil, err
	}
	return set.Book(), nil
}

// ruleFile reads a rule file, or rules from standard input.
func (s *session) ruleFile(path string) (*rules.File, error) {
	label, text, err := s.readFile(path)
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

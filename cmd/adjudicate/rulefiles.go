package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"adjudicate/internal/infile"
	"adjudicate/rules"
)

// registerFiles are the names of a system's interpretation register among its rule files: as it
// is, and as ledgers of format 1 are read with it.
var registerFiles = []string{"register.yaml", "register-1.yaml"}

// readRules reads the rules of a file, or of all rule files of a folder in the order of
// their names; a folder's register is left alone. No number may come twice.
func readRules(path string) ([]*rules.File, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fileError(path, err)
	}
	paths := []string{path}
	if info.IsDir() {
		if paths, err = ruleFiles(path); err != nil {
			return nil, err
		}
	}
	var files []*rules.File
	found := map[string]string{}
	for _, p := range paths {
		text, err := infile.File(p)
		if err != nil {
			return nil, fileError(p, err)
		}
		f, err := rules.ParseFile(p, text)
		if err != nil {
			return nil, err
		}
		for i := range f.Rules {
			n := f.Rules[i].Number
			if other, ok := found[n]; ok {
				return nil, &inputError{p, fmt.Errorf("rule %s stands in %s as well", n, other)}
			}
			found[n] = p
		}
		files = append(files, f)
	}
	return files, nil
}

func ruleFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, fileError(dir, err)
	}
	var paths []string
	for _, e := range entries {
		ext := filepath.Ext(e.Name())
		if !e.IsDir() && (ext == ".yaml" || ext == ".yml" || ext == ".json") && !slices.Contains(registerFiles, e.Name()) && !strings.HasPrefix(e.Name(), ".") {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	if len(paths) == 0 {
		return nil, &inputError{dir, errors.New("no rule files in the folder: expected names ending in .yaml, .yml or .json")}
	}
	slices.Sort(paths)
	return paths, nil
}

// rulesOf lists the rules of files in the order of their numbers.
func rulesOf(files []*rules.File) []rules.Rule {
	var all []rules.Rule
	for _, f := range files {
		all = append(all, f.Rules...)
	}
	slices.SortFunc(all, func(a, b rules.Rule) int { return rules.CompareNumbers(a.Number, b.Number) })
	return all
}

// readRulebook reads a rulebook, nil for an empty path.
func readRulebook(path string) (*rules.Rulebook, error) {
	if path == "" {
		return nil, nil
	}
	files, err := readRules(path)
	if err != nil {
		return nil, err
	}
	return rules.NewRulebook(rulesOf(files)...), nil
}

package folder

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/goccy/go-yaml"

	"adjudicate/aggregate"
	"adjudicate/rules"
	"adjudicate/systems"
)

// Of makes a folder of the rules that are in force in a ledger, so that a new game can begin with them: each rule as it
// stands, each register entry read by default as it is read there; its words and its picture; how positions are written and what the
// umpire does by hand, as the folder said it from which it was begun, or the built-in system of its name.
func Of(st *aggregate.State, name string, at uint64) ([]File, error) {
	book, err := st.WholeRulebook()
	if err != nil {
		return nil, err
	}
	register, err := st.Register()
	if err != nil {
		return nil, err
	}
	m := systems.About(st.System(), st.Words())
	m.Name = name
	if m.Title == "" {
		m.Title = fmt.Sprintf("%s as in %q after #%d", st.System(), st.Game(), at)
		m.Note = fmt.Sprintf("The rules in force in a ledger, with the readings adopted there. Rulebook %s.", book.Hash())
	}
	if m.Sides == nil {
		for side := range st.Sides() {
			m.Sides = append(m.Sides, side.Name)
		}
	}
	if m.Picture != nil && m.Picture.Words() == nil {
		m.Picture = nil
	}
	manifest, err := written(m)
	if err != nil {
		return nil, err
	}
	files := []File{{"system.yaml", manifest}}
	for _, r := range book.Rules() {
		text, err := rules.YAML(r.Canonical())
		if err != nil {
			return nil, err
		}
		again, err := rules.Parse(r.Number, text)
		if err != nil || len(again) != 1 || !bytes.Equal(again[0].Canonical(), r.Canonical()) {
			text = append(r.Canonical(), '\n') // it is YAML as well, if no pleasure to read
		}
		files = append(files, File{"rules/" + r.Number + ".yaml", string(text)})
	}
	entries := register.Entries()
	for i := range entries {
		for _, r := range st.Readings() {
			if r.Entry == entries[i].ID {
				entries[i].Default = r.Reading
			}
		}
	}
	if len(entries) > 0 {
		text, err := written(map[string]any{"entries": entries})
		if err != nil {
			return nil, err
		}
		files = append(files, File{"register.yaml", text})
	}
	if len(m.Umpire) > 0 {
		files = append(files, File{systems.ReadmeFile, "# " + title(&m) + "\n\n## What is left to the umpire\n\n" + tableBegins + "\n" + Table(m.Umpire) + tableEnds + "\n"})
	}
	return files, nil
}

// written is a value as YAML, with the fields that its JSON has.
func written(v any) (string, error) {
	text, err := json.Marshal(v)
	if err == nil {
		text, err = yaml.JSONToYAML(text)
	}
	if err != nil {
		return "", fmt.Errorf("write YAML: %w", err)
	}
	return strings.TrimLeft(string(text), "\n"), nil
}

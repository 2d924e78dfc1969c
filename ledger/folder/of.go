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
// stands, each register entry read by default as it is read there. What a ledger does not record of its system (how
// positions are written, what the umpire does by hand) is that of the built-in system of its name, if there is one.
func Of(st *aggregate.State, name string, at uint64) ([]File, error) {
	book, err := st.WholeRulebook()
	if err != nil {
		return nil, err
	}
	register, err := st.Register()
	if err != nil {
		return nil, err
	}
	m := map[string]any{"name": name, "title": fmt.Sprintf("%s as in %q after #%d", st.System(), st.Game(), at),
		"note": fmt.Sprintf("The rules in force in a ledger, with the readings adopted there. Rulebook %s.", book.Hash())}
	var sides []string
	for side := range st.Sides() {
		sides = append(sides, side.Name)
	}
	if sys, err := systems.Find(st.System()); err == nil {
		sides = append([]string{}, sys.Sides...)
		if sys.FEN != nil {
			m["fen"] = sys.FEN
		}
		if len(sys.Umpire) > 0 {
			m["umpire"] = sys.Umpire
		}
	}
	if len(sides) > 0 {
		m["sides"] = sides
	}
	manifest, err := written(m)
	if err != nil {
		return nil, err
	}
	files := []File{{"system.yaml", manifest}}
	for _, r := range book.Rules() {
		text, err := written(json.RawMessage(r.Canonical()))
		if err != nil {
			return nil, err
		}
		again, err := rules.Parse(r.Number, []byte(text))
		if err != nil || len(again) != 1 || !bytes.Equal(again[0].Canonical(), r.Canonical()) {
			text = string(r.Canonical()) + "\n" // it is YAML as well, if no pleasure to read
		}
		files = append(files, File{"rules/" + r.Number + ".yaml", text})
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

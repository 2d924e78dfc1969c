package events

import (
	"bytes"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// A state that an adoption restated in format 1 names what it holds by the words of one game.
// Its fields stay where they are, in today's names, so that it has the bytes which are written
// today.

// A member is a field of a JSON object.
type member struct {
	name  string
	value json.RawMessage
}

// members reads an object, in the order of its fields.
func members(text json.RawMessage) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil, errors.Join(errors.New("expected an object"), err)
	}
	var list []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		list = append(list, member{name.(string), value})
	}
	_, err := d.Token()
	return list, err
}

// object writes members back.
func object(list []member) (json.RawMessage, error) {
	b := []byte{'{'}
	for i, m := range list {
		if i > 0 {
			b = append(b, ',')
		}
		name, err := plainly(m.name)
		if err != nil {
			return nil, err
		}
		b = append(append(append(b, name...), ':'), m.value...)
	}
	return append(b, '}'), nil
}

// each rewrites every object of a list.
func each(text json.RawMessage, rewrite func([]member) ([]member, error)) (json.RawMessage, error) {
	var items []json.RawMessage
	if err := json.Unmarshal(text, &items); err != nil {
		return nil, err
	}
	for i := range items {
		list, err := members(items[i])
		if err == nil {
			list, err = rewrite(list)
		}
		if err == nil {
			items[i], err = object(list)
		}
		if err != nil {
			return nil, err
		}
	}
	return plainly(items)
}

func formerState(list []member) (out []member, err error) {
	var over json.RawMessage
	if i := slices.IndexFunc(list, func(m member) bool { return m.name == "free_for_all_over" }); i >= 0 {
		over = list[i].value
		list = slices.Delete(slices.Clone(list), i, i+1)
	}
	for _, m := range list {
		switch m.name {
		case "umpire":
			var player string
			if err := json.Unmarshal(m.value, &player); err != nil {
				return nil, err
			}
			m.name = "offices"
			m.value, err = plainly([]OfficeHeld{{KnownOffice, player}})
		case "sides":
			m.value, err = each(m.value, formerSideState)
		case "play_list":
			m.name = "order"
		case "free_for_all":
			m.name = "stages"
			m.value, err = formerStages(m.value, over)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// formerStages is the one stage that there was, with the moment when it was last over.
func formerStages(span, over json.RawMessage) (json.RawMessage, error) {
	var v formerSpan
	if err := json.Unmarshal(span, &v); err != nil {
		return nil, err
	}
	stage := struct {
		StageSet
		Over *time.Time `json:"over,omitempty"`
	}{StageSet: v.set()}
	if over != nil {
		if err := json.Unmarshal(over, &stage.Over); err != nil {
			return nil, err
		}
	}
	return plainly([]any{stage})
}

// formerSideState gathers what was true of a side, sorted.
func formerSideState(list []member) (out []member, err error) {
	var names []string
	at := -1
	for _, m := range list {
		if !slices.Contains([]string{KnownParty, KnownFirst, KnownAuto, KnownAway}, m.name) {
			out = append(out, m)
			continue
		}
		if at < 0 {
			at = len(out)
			out = append(out, member{name: "attributes"})
		}
		names = append(names, m.name)
	}
	if at >= 0 {
		slices.Sort(names)
		out[at].value, err = plainly(names)
	}
	return out, err
}

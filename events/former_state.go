package events

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// A state that an adoption restated in format 1 names what it holds by the words of one game, and lists accounts as they
// began. Its fields stay where they are, in today's names, so that it has the bytes which are written today.

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

// today renames what a state holds.
func (f *formerState) today(list []member) (out []member, err error) {
	var over json.RawMessage
	if i := slices.IndexFunc(list, func(m member) bool { return m.name == f.Over }); i >= 0 {
		over = list[i].value
		list = slices.Delete(slices.Clone(list), i, i+1)
	}
	for _, m := range list {
		if i := slices.IndexFunc(f.Fields, func(known [2]string) bool { return known[0] == m.name }); i >= 0 {
			m.name = f.Fields[i][1]
			switch m.name {
			case "offices":
				var player string
				if err := json.Unmarshal(m.value, &player); err != nil {
					return nil, err
				}
				m.value, err = plainly([]OfficeHeld{{f.Office, player}})
			case "stages":
				m.value, err = f.stages(m.value, over)
			}
		} else if m.name == "sides" {
			m.value, err = each(m.value, f.side)
		}
		if err != nil {
			return nil, err
		}
		out = append(out, m)
	}
	return out, nil
}

// stages is the one stage that there was, with the moment when it was last over.
func (f *formerState) stages(span, over json.RawMessage) (json.RawMessage, error) {
	stage := struct {
		StageSet
		Over *time.Time `json:"over,omitempty"`
	}{}
	if err := json.Unmarshal(span, &stage.StageSet); err != nil {
		return nil, err
	}
	stage.Stage, stage.Free = f.Stage, true
	if over != nil {
		if err := json.Unmarshal(over, &stage.Over); err != nil {
			return nil, err
		}
	}
	return plainly([]any{stage})
}

// side gathers what was true of a side, sorted.
func (f *formerState) side(list []member) (out []member, err error) {
	var names []string
	at := -1
	for _, m := range list {
		if !slices.Contains(f.Attributes, m.name) {
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

// stateRestated1 brings the state that an adoption closes with to version 2.
func stateRestated1(old json.RawMessage) (json.RawMessage, error) {
	var p StateRestated
	if err := strictly(old, &p); err != nil {
		return nil, err
	}
	var err error
	if p.State, err = state1(p.State); err != nil {
		return nil, err
	}
	return plainly(p)
}

// state1 brings a state to version 2: its accounts stand in order, lost shorts among them.
func state1(text json.RawMessage) (json.RawMessage, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	if open, err := d.Token(); err != nil || open != json.Delim('{') {
		return text, nil // not a state; whoever reads it says so
	}
	type account struct {
		Account string `json:"account"`
		Asset   string `json:"asset"`
		Amount  Half   `json:"amount"`
	}
	var members []member
	var err error
	var accounts []account
	var shorts []string
	for d.More() {
		key, err := d.Token()
		if err != nil {
			return nil, err
		}
		m := member{name: key.(string)}
		if err := d.Decode(&m.value); err != nil {
			return nil, err
		}
		switch m.name {
		case "version":
			m.value = json.RawMessage("2")
		case "balances":
			err = strictly(m.value, &accounts)
		case former.State.Lost[0]:
			if err := strictly(m.value, &shorts); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	if members, err = former.State.today(members); err != nil {
		return nil, err
	}
	for _, player := range shorts {
		i := slices.IndexFunc(accounts, func(a account) bool { return a.Account == player && a.Asset == former.State.Lost[1] })
		if i < 0 {
			i = len(accounts)
			accounts = append(accounts, account{Account: player, Asset: former.State.Lost[1]})
		}
		accounts[i].Amount += Whole(1)
	}
	slices.SortFunc(accounts, func(a, b account) int {
		return cmp.Or(cmp.Compare(a.Account, b.Account), cmp.Compare(a.Asset, b.Asset))
	})
	sorted, err := plainly(accounts)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(members, func(m member) bool { return m.name == "balances" })
	if at < 0 && len(accounts) > 0 { // they stand before the sides
		at = max(0, slices.IndexFunc(members, func(m member) bool { return m.name == "sides" }))
		members = slices.Insert(members, at, member{name: "balances"})
	}
	if at >= 0 {
		members[at].value = sorted
	}
	out := []byte{'{'}
	for i, m := range members {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(append(out, `"`+m.name+`":`...), m.value...)
	}
	return append(out, '}'), nil
}

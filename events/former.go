package events

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// In format 1 kinds of events, and what a state holds, had the names of one game, which had one office, one stage that
// is announced, and four attributes of sides. former.json says what each is today. A kind that is called otherwise, or has
// other fields, is read as the one of today; a field that it never had is refused.

//go:embed former.json
var formerText []byte

// A formerKind is a kind of event of format 1, and what it is today.
type formerKind struct {
	Was    string                     `json:"was"`    // a kind of event with its version
	Now    string                     `json:"now"`    // "order-changed"
	Fields [][2]string                `json:"fields"` // its fields, each with its name of today: "" is left out, LIST[] adds the former name to a list where it was true
	With   map[string]json.RawMessage `json:"with"`   // what today's has besides
}

var former = func() (table struct {
	Kinds []formerKind `json:"kinds"`
	Left  string       `json:"left"` // why a piece ceases to exist whose side has left
	State formerState  `json:"state"`
}) {
	if err := strictly(formerText, &table); err != nil {
		panic("events: former.json: " + err.Error())
	}
	return table
}()

// renamings and formerVersions are the kinds of the table: those that there are no longer, and those that have other fields.
func renamings() (list []renaming) {
	for _, k := range former.Kinds {
		if name, _, _ := strings.Cut(k.Was, "."); name != k.Now {
			list = append(list, renaming{k.Was, k.Now, k.today})
		}
	}
	return list
}

func formerVersions() (list []upcaster) {
	for _, k := range former.Kinds {
		if name, _, _ := strings.Cut(k.Was, "."); name == k.Now {
			list = append(list, upcaster{k.Now, 1, k.today})
		}
	}
	return list
}

// today is a payload as the kind of today has it.
func (k *formerKind) today(old json.RawMessage) (json.RawMessage, error) {
	fields, err := members(old)
	if err != nil {
		return nil, err
	}
	out := map[string]json.RawMessage{}
	lists := map[string][]string{}
	for _, f := range fields {
		i := slices.IndexFunc(k.Fields, func(known [2]string) bool { return known[0] == f.name })
		if i < 0 {
			return nil, fmt.Errorf("unknown field %q", f.name)
		}
		now := k.Fields[i][1]
		list, gathered := strings.CutSuffix(now, "[]")
		switch {
		case gathered:
			var on bool
			if err := json.Unmarshal(f.value, &on); err != nil {
				return nil, err
			}
			if on {
				lists[list] = append(lists[list], f.name)
			}
		case now != "":
			out[now] = f.value
		}
	}
	for name, list := range lists {
		if out[name], err = plainly(list); err != nil {
			return nil, err
		}
	}
	for name, value := range k.With {
		out[name] = value
	}
	return plainly(out)
}

// current is the name by which a kind goes today, which may have been recorded by another.
func current(kind string) string {
	for _, k := range former.Kinds {
		if k.Was == kind+".v1" {
			return k.Now
		}
	}
	return kind
}

// into makes a step of what a payload of an older version is today.
func into[T any](now func(T) Payload) func(json.RawMessage) (json.RawMessage, error) {
	return func(old json.RawMessage) (json.RawMessage, error) {
		var p T
		if err := strictly(old, &p); err != nil {
			return nil, err
		}
		return plainly(now(p))
	}
}

// plainly writes JSON with the escapes that it demands and no others.
func plainly(v any) (json.RawMessage, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return bytes.TrimRight(b.Bytes(), "\n"), err
}

// A formerState says how the state that an adoption closed with in format 1 names what it holds.
type formerState struct {
	Fields     [][2]string `json:"fields"`     // as of a kind
	Office     string      `json:"office"`     // the one that there was
	Stage      string      `json:"stage"`      // the one that there was
	Over       string      `json:"over"`       // the field with the moment when the stage was last over
	Attributes []string    `json:"attributes"` // fields of a side that were true or left out
	Lost       [2]string   `json:"lost"`       // a list of players, and the asset of which each has one for every time that they are in it
}

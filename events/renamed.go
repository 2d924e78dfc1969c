package events

import (
	"bytes"
	"cmp"
	"encoding/json"
	"slices"
)

// Kinds of events of one game that format 1 had, and what they are today: changes of assets, ends and
// allotments of whatever game it is.
var renamed = []renaming{
	{"account-changed.v1", AssetChanged{}.Kind(), into(func(p accountChanged1) Payload {
		return AssetChanged{Account: p.Account, Asset: p.Asset, Change: p.Change, Why: p.Why}
	})},
	{"knife-awarded.v1", AssetChanged{}.Kind(), into(func(p knifeAwarded1) Payload {
		return AssetChanged{Account: p.Player, Asset: KnifeAsset, Change: Whole(1), Why: p.Why}
	})},
	{"award-given.v1", AssetChanged{}.Kind(), into(func(p awardGiven1) Payload {
		return AssetChanged{Account: p.Player, Asset: p.Award, Change: Whole(1), Replaces: p.Replaces, Why: WhyHand}
	})},
	{"shirt-lost.v1", AssetChanged{}.Kind(), into(func(p shirtLost1) Payload {
		return AssetChanged{Account: p.Player, Asset: ShirtAsset, Change: Whole(1), Why: WhyRoyalCapture}
	})},
	{"knives-destroyed.v1", AssetsCleared{}.Kind(), into(func(struct{}) Payload { return AssetsCleared{Asset: KnifeAsset} })},
	{"winner-declared.v1", EndDeclared{}.Kind(), into(func(p winnerDeclared1) Payload {
		return EndDeclared{Player: p.Player, Hand: p.Hand, Title: p.Title}
	})},
	{"free-pieces-granted.v1", AllotmentSet{}.Kind(), into(func(p freePiecesGranted1) Payload { return AllotmentSet(p) })},
}

type accountChanged1 struct {
	Account string `json:"account"`
	Asset   string `json:"asset"`
	Change  Half   `json:"change"`
	Balance Half   `json:"balance"`
	Why     string `json:"why"`
}

type knifeAwarded1 struct {
	Player string `json:"player"`
	Why    string `json:"why"`
}

type awardGiven1 struct {
	Player   string `json:"player"`
	Award    string `json:"award"`
	Replaces string `json:"replaces,omitempty"`
}

type shirtLost1 struct {
	Player string `json:"player"`
}

type winnerDeclared1 struct {
	Player string `json:"player"`
	Hand   int    `json:"hand"`
	Title  string `json:"title"`
}

type freePiecesGranted1 struct {
	Side   string `json:"side"`
	Count  int    `json:"count"`
	Budget Half   `json:"budget"`
}

// into makes a step of what a payload of an older kind is today.
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

// state1 brings a state to version 2: its accounts stand in order, lost shirts among them.
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
	var shirts []string
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
		case "shirts":
			if err := strictly(m.value, &shirts); err != nil {
				return nil, err
			}
			continue
		}
		if err != nil {
			return nil, err
		}
		members = append(members, m)
	}
	if members, err = formerState(members); err != nil {
		return nil, err
	}
	for _, player := range shirts {
		i := slices.IndexFunc(accounts, func(a account) bool { return a.Account == player && a.Asset == ShirtAsset })
		if i < 0 {
			i = len(accounts)
			accounts = append(accounts, account{Account: player, Asset: ShirtAsset})
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

package cases

import (
	_ "embed"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/token"

	"adjudicate/rules"
)

// A game may call what every game has by words of its own: what a player owns, what is true of a side, a stage. Cases of such
// games have them as keys and inputs, and local.json says for each what it stands for. The keys are replaced in the nodes of a
// case before it is decoded, and stay where they stand in its file; an input is replaced when it is made, so that what is wrong
// with either is said in the words of the case.

//go:embed local.json
var localText []byte

type localWords struct {
	Attributes []string    `json:"attributes"` // of every side, as far as the rules have them, and unless another one of the side excludes them
	Side       []localKey  `json:"side"`
	Game       []localKey  `json:"game"`
	Claims     []localKey  `json:"claims"`
	Piece      []localKey  `json:"piece"` // of claims about a piece
	Do         []localForm `json:"do"`
}

// A localKey is a key, and the general one that it stands for.
type localKey struct {
	Word  string `json:"word"`
	Means string `json:"means"`
	Of    string `json:"of"`   // the key within the general one that has the value; "": the general one has it
	Said  string `json:"said"` // how a difference names what is claimed
}

// A localForm is a form of what follows do, in which capitals stand for any word, and the general one with the same words.
type localForm struct {
	Form  string `json:"form"`
	Means string `json:"means"`
}

var local = sync.OnceValue(func() (w localWords) {
	if err := json.Unmarshal(localText, &w); err != nil {
		panic("cases: local.json: " + err.Error())
	}
	return w
})

// A wording is how a case names what it claims by local words: the general key, such as "owners.gems", → what differences call it.
type wording map[string]string

// called returns how differences name what a general key claims: otherwise, unless the case has a word of its own.
func (w wording) called(key, otherwise string) string {
	if said := w[key]; said != "" {
		return said
	}
	return otherwise
}

// generalise replaces the local keys of a case by general ones and returns how it named what it claims.
func generalise(body ast.Node) wording {
	w, said := local(), wording{}
	claims := func(n ast.Node) {
		said.keys(n, w.Claims)
		each(n, "pieces", func(list ast.Node) {
			for _, p := range pairs(list) {
				said.keys(p.Value, w.Piece)
			}
		})
	}
	each(body, "sides", func(list ast.Node) {
		for _, p := range pairs(list) {
			said.keys(p.Value, w.Side)
		}
	})
	each(body, "game", func(n ast.Node) { said.keys(n, w.Game) })
	each(body, "holds", claims)
	each(body, "steps", func(n ast.Node) {
		if steps, ok := n.(*ast.SequenceNode); ok {
			for _, s := range steps.Values {
				each(s, "then", claims)
			}
		}
	})
	return said
}

// each calls f with the values of a key, of which a sound map has one.
func each(n ast.Node, key string, f func(ast.Node)) {
	for _, p := range pairs(n) {
		if p.Key.GetToken().Value == key {
			f(p.Value)
		}
	}
}

// keys replaces the local keys of one map. Several that stand for parts of the same general key come together there;
// one without a value says nothing.
func (said wording) keys(n ast.Node, words []localKey) {
	general := map[string]*ast.MappingValueNode{}
	found := map[*ast.MappingValueNode]localKey{}
	for _, p := range pairs(n) {
		key := p.Key.GetToken().Value
		if i := slices.IndexFunc(words, func(w localKey) bool { return w.Word == key }); i >= 0 {
			found[p] = words[i]
		} else {
			general[key] = p
		}
	}
	moved := map[*ast.MappingValueNode]bool{}
	for _, p := range pairs(n) {
		w, ok := found[p]
		if !ok {
			continue
		}
		if said[w.path()] = w.Said; w.Of == "" {
			p.Key = keyAt(p.Key, w.Means)
			continue
		}
		if _, empty := p.Value.(*ast.NullNode); empty {
			p.Key, moved[p] = keyAt(p.Key, w.Means), true
			continue
		}
		part := ast.MappingValue(p.Start, keyAt(p.Key, w.Of), p.Value)
		switch all := general[w.Means]; {
		case all == nil:
			p.Key, p.Value = keyAt(p.Key, w.Means), ast.Mapping(p.Key.GetToken(), true, part)
			general[w.Means] = p
		case pairs(all.Value) != nil:
			all.Value = ast.Mapping(all.Value.GetToken(), true, append(pairs(all.Value), part)...)
			moved[p] = true
		default: // it is no map, which is a fault of its own
			p.Key = keyAt(p.Key, w.Means)
		}
	}
	if m, ok := n.(*ast.MappingNode); ok {
		m.Values = slices.DeleteFunc(m.Values, func(p *ast.MappingValueNode) bool { return moved[p] })
	}
}

// path is how a general key is known to a wording.
func (w localKey) path() string {
	if w.Of == "" {
		return w.Means
	}
	return w.Means + "." + w.Of
}

// keyAt is another key in the place of one.
func keyAt(old ast.MapKeyNode, key string) ast.MapKeyNode {
	return ast.String(token.String(key, key, old.GetToken().Position))
}

// general returns the words of an input in a general form: themselves unless they are in the words of one game.
func general(words []string) []string {
	for _, w := range local().Do {
		form := strings.Fields(w.Form)
		if !matches(words, form) {
			continue
		}
		means := strings.Fields(w.Means)
		for i, m := range means {
			if k := slices.Index(form, m); k >= 0 {
				means[i] = words[k]
			}
		}
		return means
	}
	return words
}

// attributes are those of a side that has some: with the ones that every side has.
func (s *suite) attributes(given []string) []string {
	declared := s.book.Procedure().Attributes
	excludes := func(one, other string) bool {
		return slices.ContainsFunc(declared, func(a rules.Attribute) bool { return a.Name == one && slices.Contains(a.Except, other) })
	}
	all := slices.Clone(given)
	for _, name := range local().Attributes {
		known := slices.ContainsFunc(declared, func(a rules.Attribute) bool { return a.Name == name })
		if known && !slices.Contains(given, name) && !slices.ContainsFunc(given, func(g string) bool { return excludes(g, name) || excludes(name, g) }) {
			all = append(all, name)
		}
	}
	return all
}

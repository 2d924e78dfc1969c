package rules

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"adjudicate/rules/keys"
	"adjudicate/rules/names"
)

// What people write who know other languages or other words for a thing, with the words of this one: messages suggest them where spelling
// finds nothing, and before it where it finds something else.

// said are words of formulas; of several meanings the first that can stand there is suggested.
var said = map[string][]string{
	"colour": {"side"}, "color": {"side"}, "owner": {"side", "mover"}, "team": {"side"}, "army": {"side"},
	"kind": {"type"}, "name": {"type"}, "class": {"type"},
	"row": {"rank"}, "y": {"rank"}, "column": {"file"}, "col": {"file"}, "x": {"file"},
	"location": {"square"}, "position": {"square"}, "pos": {"square"}, "place": {"square"},
	"worth": {"value"}, "price": {"value"}, "points": {"value"}, "king": {"royal"}, "alive": {"square"},
	"piece": {"self", "actor"}, "this": {"self", "actor"}, "me": {"self", "actor"}, "attacker": {"self", "actor"},
	"target": {"to", "victim"}, "destination": {"to"}, "dest": {"to"}, "origin": {"from"}, "source": {"from"}, "start": {"from"},
	"captured": {"victim"}, "enemy": {"victim"}, "opponent": {"other"},
	"checked": {"in_check"}, "threatened": {"attacked", "in_check"}, "attackers": {"attacked"}, "guarded": {"defended"}, "protected": {"defended"},
	"null": {"none"}, "nil": {"none"}, "nothing": {"none"}, "empty": {"none"},
	"exists": {"any()"}, "some": {"any()"}, "every": {"all()"}, "forall": {"all()"}, "filter": {"count()"}, "number": {"count()"}, "len": {"count()"},
	"size": {"count()"}, "total": {"sum()"}, "find": {"first()"}, "round": {"floor()"}, "ply": {"turns"}, "move": {"turns"}, "move_number": {"turns"}, "date": {"day"},
}

// unsayable are words of formulas for what is said otherwise.
var unsayable = func() map[string]string {
	words := map[string]string{}
	for _, word := range []string{"random", "rand", "dice", "die", "chance", "roll"} {
		words[word] = "formulas draw no lots: an effect does, by draw: [NAMES] or by lot: N"
	}
	for _, word := range []string{"null", "nil", "None", "undefined"} {
		words[word] = "write none: x == none"
	}
	for word, other := range map[string]string{"yes": "true", "on": "true", "always": "true", "no": "false", "off": "false", "never": "false"} {
		words[word] = "write " + other
	}
	words["off"] = "write none: actor.square == none; of a condition false"
	words["other"] = "write it.side != mover of a member of a set, or first(sides, it != mover)"
	words["player"] = "write mover.player, or it.player of a side that is a member of a set"
	for _, word := range []string{"adjacent", "beside", "next_to", "touching"} {
		words[word] = "write distance(a, b) == 1"
	}
	return words
}()

// fieldsSaid are names of fields.
var fieldsSaid = map[string]string{
	"awards": "assets", "award": "assets", "currency": "assets", "effect": "do", "effects": "do", "then": "do", "actions": "do",
	"when": "while", "if": "when", "condition": "when", "only_if": "when", "provided": "when", "of": "where", "filter": "where",
	"direction": "dir", "directions": "dir", "steps": "n", "distance": "n", "range": "n", "moves": "modes", "ways": "modes", "movement": "modes",
	"symbol": "glyph", "letter": "glyph", "points": "value", "worth": "value", "clause": "cite", "section": "cite", "king": "royal",
	"forbids": "forbid", "require": "oblige", "must": "oblige", "event": "on", "moment": "on", "trigger": "on", "from": "payer", "amount": "pay",
	"kill": "destroy", "remove": "destroy", "take": "capture", "give": "pay", "spawn": "create", "summon": "create", "promote": "become", "transform": "become", "teleport": "move", "flag": "mark",
	"max": "most", "maximum": "most", "at_most": "most", "upto": "most", "min": "least", "minimum": "least", "until": "while", "expires": "while", "office": "appoint", "recipient": "payee", "rule": "number", "start": "initial", "begin": "initial", "value": "is", "formula": "is", "price": "fee", "cost": "fee", "id": "number", "description": "note", "comment": "note",
}

// suggestField is what to say of a field that a type has not: which one may have been meant, in which of its sections it belongs, or which
// fields there are.
func suggestField(word string, of reflect.Type) string {
	list, _ := fields(of)
	if meant := fieldsSaid[word]; slices.Contains(list, meant) {
		return names.Meant(meant, "")
	}
	if of == reflect.TypeFor[Mode]() && slices.Contains(modeUses(), word) {
		return "write for: [" + word + "], and the path below legs"
	}
	var sections []string
	meant := word
	for i := 0; i < of.NumField() && of == reflect.TypeFor[Rule](); i++ {
		section := of.Field(i).Type
		if section.Kind() != reflect.Pointer {
			continue
		}
		name, _ := keys.Of(of.Field(i))
		within, _ := fields(section.Elem())
		for _, field := range []string{word, fieldsSaid[word]} {
			if slices.Contains(within, field) {
				sections, meant = append(sections, name), field
				break
			}
		}
	}
	if sections != nil {
		return fmt.Sprintf("write %s below %s", meant, strings.Join(sections, " or "))
	}
	if i := slices.IndexFunc(list, func(known string) bool { return another(word, known) }); i >= 0 {
		return names.Meant(list[i], "")
	}
	return names.Suggest(word, list, cmp.Or(within(word, of), "one of "+strings.Join(list, ", ")))
}

// holder says which rule in force has the sections that paths lead into: "" if none has the first.
func (b *Rulebook) holder(set []Assignment) string {
	path, ok := strings.CutPrefix(set[0].Path, "procedure.")
	if !ok {
		return ""
	}
	section := path
	if i := strings.IndexAny(path, ".["); i >= 0 {
		section = path[:i]
	}
	source := b.Source(section)
	if source == "" {
		return ""
	}
	number, _, _ := strings.Cut(source, "/")
	return fmt.Sprintf("procedure.%s is in rule %s: write number: \"%s\"", section, source, number)
}

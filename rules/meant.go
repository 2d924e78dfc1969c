package rules

import (
	"cmp"
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"adjudicate/rules/keys"
	"adjudicate/rules/names"
)

// This file says what to write where a value has the wrong form: what people write who know YAML a little, or other languages.

// truths are words that people write for true and false.
var truths = map[string]string{
	"yes": "true", "on": "true", "y": "true", "true": "true", "always": "true", "no": "false", "off": "false", "n": "false", "false": "false", "never": "false",
}

func truthMeant(n *node) string {
	switch meant := truths[strings.ToLower(n.text)]; {
	case n.form == aText && meant == "":
	case n.form == aText && strings.EqualFold(n.text, meant):
		return "write " + meant + " without quotes"
	case n.form == aText:
		return "write " + meant
	case n.form == aNumber && (n.text == "0" || n.text == "1"):
		return "write " + map[string]string{"0": "false", "1": "true"}[n.text]
	}
	return ""
}

var numberWords = []string{"zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"}

// units are how people write units of time behind a number, but for the usual one, which is the day.
var units = map[string]string{"h": "hour", "hr": "hour", "hrs": "hour", "hour": "hour", "hours": "hour", "sec": "second", "second": "second", "seconds": "second", "min": "minute", "minute": "minute", "minutes": "minute"}

// plurals are acts as people write them where their singular stands.
var plurals = map[string]string{"moves": "move", "captures": "capture", "placements": "placement", "shots": "shot"}

var leadingNumber = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^-?[0-9]+`) })

func numberMeant(n *node) string {
	if n.form == aList && len(n.items) == 1 && n.items[0].form == aNumber {
		return "write " + n.items[0].text + " without [ ]"
	}
	if n.form != aText {
		return ""
	}
	if i := slices.Index(numberWords, strings.ToLower(n.text)); i >= 0 {
		return "write " + strconv.Itoa(i)
	}
	if parts := strings.Fields(n.text); len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return leadingNumber().FindString(p) != p }) {
		return "write " + strings.Join(parts, ", ") + ": a comma is missing"
	}
	switch digits := leadingNumber().FindString(n.text); {
	case digits == "":
		return "no formula can stand here"
	case digits == n.text:
		return "write " + digits + " without quotes"
	default:
		if unit := units[strings.ToLower(strings.TrimSpace(n.text[len(digits):]))]; unit != "" {
			return "write " + digits + ", and unit: " + unit + " beside it if no other unit stands there"
		}
		return "write " + digits + " alone"
	}
}

func textMeant(n *node) string {
	switch {
	case n.form == aList && len(n.items) == 1 && n.items[0].form == aText:
		return "write " + n.items[0].text + " without [ ]"
	case n.form == aList:
		return "only one can stand here"
	case n.form == aNull:
		return "leave the field out"
	case n.form == aMap && len(n.keys) == 1 && n.items[0].form == aNull:
		return "write it in quotes: a word in { } is a field"
	case n.form == aMap:
		return ""
	}
	return "write it in quotes"
}

func listMeant(n *node, of reflect.Type) string {
	named := isNamed(of)
	if list, _ := fieldsIf(of); named && n.form == aMap {
		named = len(n.keys) > 0 && !slices.Contains(list, n.keys[0].text)
	}
	switch {
	case named && n.form == aText:
		return "write [{name: " + n.text + ", …}]"
	case named && n.form == aMap && n.keys[0].text != "" && !strings.HasPrefix(n.keys[0].text, "-"):
		return "write [{name: " + n.keys[0].text + ", …}]"
	case of.Kind() == reflect.Struct && n.form == aText:
		return "begin each item with \"- \"" + fieldsOfItems(of)

	case n.form == aMap && len(n.keys) > 0 && strings.HasPrefix(n.keys[0].text, "-"):
		return "write a space after \"-\""
	case n.form == aMap:
		return "begin each item with \"- \", or write it in [ ]"
	case n.form == aText || n.form == aNumber:
		return "write [" + cmp.Or(plurals[n.text], n.text) + "]"
	}
	return "write it in [ ]"
}

// isNamed reports whether a mapping has a name first.
func isNamed(of reflect.Type) bool {
	list, _ := fieldsIf(of)
	return len(list) > 0 && list[0] == "name"
}

// fieldsIf are the fields of a type that has some.
func fieldsIf(of reflect.Type) (names []string, index map[string]int) {
	if of.Kind() != reflect.Struct {
		return nil, nil
	}
	return fields(of)
}

func fieldsOfItems(of reflect.Type) string {
	list, _ := fields(of)
	return "; its fields are " + strings.Join(list[:min(len(list), mostFieldsSaid)], ", ")
}

// mostFieldsSaid is how many fields of a mapping are named where something else stands.
const mostFieldsSaid = 8

func mappingMeant(n *node, field string, of reflect.Type) string {
	if n.form == aNull && field != "" {
		return "indent its fields below it"
	}
	if n.form == aList && len(n.items) == 1 && n.items[0].form == aMap {
		return "only one can stand here: leave the \"-\" or the [ ] out"
	}
	if of.Kind() != reflect.Struct || field == "" {
		return ""
	}
	list, _ := fields(of)
	if _, index := fields(of); n.form == aText && slices.Contains(list, n.text) && of.Field(index[n.text]).Type.Kind() == reflect.Bool {
		return "write {" + n.text + ": true}"
	}
	if n.form == aBool && slices.Contains(list, "when") {
		return "write {when: " + n.text + "}"
	}
	named := n.form == aText && list[0] == "name" && !strings.ContainsAny(n.text, " :=") && n.plain >= 0
	if len(list) > mostFieldsSaid {
		list = append(slices.Clone(list[:mostFieldsSaid]), "…")
	}
	if named {
		return "write {name: " + n.text + ", …}; its fields are " + strings.Join(list, ", ")
	}
	return "its fields are " + strings.Join(list, ", ")
}

// assured lets the checks say what is expected where YAML has taken a word for a truth.
func (d *decoder) assured(r *Rule) {
	if len(d.unsure) == 0 {
		return
	}
	c := newChecker(r, NewRulebook(*r).Procedure(), nil, nil)
	if c.rule.Piece != nil {
		c.piece(c.rule.Piece)
	}
	if c.rule.Procedure != nil {
		c.procedure(c.rule.Procedure)
	}
	for _, i := range d.unsure {
		p := &d.problems[i]
		for _, b := range c.problems {
			if b.Field == p.Field && b.Severity == Fault {
				p.Message, p.Hint = b.Message, b.Hint
				break
			}
		}
	}
}

// wordsSaid are words for those of fields.
var wordsSaid = map[string]string{
	"up": "north", "down": "south", "upwards": "north", "downwards": "south", "straight": "orthogonal", "sideways": "horizontal", "ahead": "forward", "everywhere": "anywhere",
	"opponent": "enemy", "foe": "enemy", "own": "friend", "ally": "friend", "everybody": "all", "everyone": "all", "both": "all",
	"kill": "destroy", "take": "capture", "step": "move", "drop": "placement", "place": "placement", "resign": "surrender",
	"immediately": "at-once", "now": "at-once", "end": "end-of-turn", "nothing": "empty", "jump": "over", "hop": "over",
}

// leastShared is the length of a word that is looked for within another.
const leastShared = 3

// wordMeant is the hint of a word that is none of those that can stand there: the only one that it contains, or that contains it; or a
// comma that is missing before another field.
func wordMeant(s string, words []string) string {
	if before, after, ok := strings.Cut(s, ": "); ok {
		name := before[strings.LastIndex(before, " ")+1:]
		if first, _, more := strings.Cut(before, " "); more && slices.Contains(words, first) {
			return "a comma is missing before " + name + ": " + first + ", " + name + ": " + after
		}
	}
	if parts := strings.Fields(strings.ReplaceAll(s, ",", " ")); len(parts) > 1 && !slices.ContainsFunc(parts, func(p string) bool { return !slices.Contains(words, p) }) {
		return "write [" + strings.Join(parts, ", ") + "]"
	}
	if i := slices.IndexFunc(words, func(w string) bool { return another(s, w) }); i >= 0 {
		return names.Meant(words[i], "")
	}
	if w := wordsSaid[s]; slices.Contains(words, w) {
		return names.Meant(w, "")
	}
	var meant []string
	for _, w := range words {
		if min(len(w), len(s)) >= leastShared && (strings.Contains(s, w) || strings.Contains(w, s)) {
			meant = append(meant, w)
		}
	}
	if len(meant) == 1 {
		return names.Meant(meant[0], "")
	}
	return ""
}

// another reports whether two words are one in the singular and in the plural.
func another(a, b string) bool {
	if len(a) > len(b) {
		a, b = b, a
	}
	stem, why := strings.CutSuffix(a, "y")
	return a+"s" == b || a+"es" == b || why && stem+"ies" == b
}

// within says below which field of a mapping another one stands: "" if below none, or several.
func within(word string, of reflect.Type) string {
	var found []string
	for i := range of.NumField() {
		name, _ := keys.Of(of.Field(i))
		t := of.Field(i).Type
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if t.Kind() != reflect.Struct || name == "" || name == "-" {
			continue
		}
		if list, _ := fields(t); slices.Contains(list, word) {
			found = append(found, name)
		}
	}
	if len(found) == 1 {
		return "it is a field of " + found[0] + ": indent it below that"
	}
	return ""
}

package rules

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
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
	switch digits := leadingNumber().FindString(n.text); {
	case digits == "":
		return "no formula can stand here"
	case digits == n.text:
		return "write " + digits + " without quotes"
	default:
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

func listMeant(n *node) string {
	switch {
	case n.form == aMap && len(n.keys) > 0 && strings.HasPrefix(n.keys[0].text, "-"):
		return "write a space after \"-\""
	case n.form == aMap:
		return "begin each item with \"- \", or write it in [ ]"
	case n.form == aText || n.form == aNumber:
		return "write [" + n.text + "]"
	}
	return "write it in [ ]"
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
	if len(list) > mostFieldsSaid {
		list = append(slices.Clone(list[:mostFieldsSaid]), "…")
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

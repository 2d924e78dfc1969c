package formula

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// arguments translates what a function or an attribute is asked with. Texts become the ids that
// resolve gives them.
func (t *translator) arguments(list []*syntax, name string, kinds []Kind, sorts []Sort, static bool, resolve func(int, string) (int, error), depth int) (kids []*node, texts []string, err error) {
	for j, arg := range list {
		if kinds[j] == Thing {
			a, err := t.thingArgument(arg, sorts[j], name, depth+1)
			if err != nil {
				return nil, nil, err
			}
			kids = append(kids, a)
			continue
		}
		a, err := t.value(arg, kinds[j], "as argument of "+name, depth+1)
		if bad, ok := err.(*Error); ok && kinds[j] == Text && (bad.Hint == "" || arg.kind == aWord || arg.kind == aNumber) {
			bad.Hint = textFor(list, j, name)
		}
		if err != nil {
			return nil, nil, err
		}
		if a.kind == Text {
			if a.from != nil {
				return nil, nil, fail(arg, "", "%s takes a literal text", name)
			}
			texts = append(texts, a.text)
			id := 0
			if resolve != nil {
				if id, err = resolve(j, a.text); err != nil {
					return nil, nil, refused(arg, err)
				}
			} else if !static {
				return nil, nil, fail(arg, "", "%s does not take a text here", name)
			}
			a = constant(Number, float64(id))
			a.text = texts[len(texts)-1]
		}
		kids = append(kids, a)
	}
	return kids, texts, nil
}

// textFor says how a text is written that is expected as an argument.
func textFor(list []*syntax, at int, name string) string {
	for k, other := range list {
		if k == at || other.kind != aText {
			continue
		}
		rest := slices.Delete(slices.Clone(list), k, k+1)
		words := make([]string, 0, len(list))
		for _, arg := range slices.Insert(rest, at, other) {
			switch arg.kind {
			case aText:
				words = append(words, strconv.Quote(arg.text))
			case aWord:
				words = append(words, arg.text)
			default:
				words = append(words, "…")
			}
		}
		return fmt.Sprintf("in another order: %s(%s)", name, strings.Join(words, ", "))
	}
	switch arg := list[at]; arg.kind {
	case aWord:
		return fmt.Sprintf("quote the name: %s('%s')", name, arg.text)
	case aNumber:
		return fmt.Sprintf("write it in quotes: %s(%q)", name, strconv.FormatFloat(arg.num, 'f', -1, 64))
	}
	return "quote the name"
}

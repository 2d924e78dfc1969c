package mail

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// What a page holds and does not show, or strikes out, never counts: it is not what the sender saw when they wrote,
// nor what anybody sees who reads. Hiding is by attribute, by style, or by a style sheet in
// the page; of its selectors the last part is looked at, so that rather too much is taken for
// hidden than too little.

// hides matches the declarations that make text invisible.
var hides = pattern(`(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|opacity\s*:\s*0?\.?0*(?:[;\s!%]|$)|font-size\s*:\s*[01](?:\.\d*)?(?:px|pt|em|rem|%)?(?:[;\s!]|$)|(?:max-)?(?:height|width)\s*:\s*0(?:px|pt|em|%)?(?:[;\s!]|$)|mso-hide\s*:\s*all|text-decoration(?:-line)?\s*:[^;]*line-through|color\s*:\s*transparent|text-indent\s*:\s*-\d{3,}|clip\s*:\s*rect\(\s*0|(?:left|top)\s*:\s*-\d{3,})`)

var (
	cssRule    = pattern(`([^{}]+)\{([^{}]*)\}`)
	cssComment = pattern(`(?s)/\*.*?\*/`)
)

// hiding returns the simple selectors ("div", ".note", "#x", "p.note") that the style sheets of
// a page hide.
func hiding(root *html.Node) map[string]bool {
	m := map[string]bool{}
	var walk func(n *html.Node, depth int)
	walk = func(n *html.Node, depth int) {
		if n.DataAtom == atom.Style && n.FirstChild != nil {
			css := cssComment().ReplaceAllString(strings.ToLower(n.FirstChild.Data), "")
			for _, rule := range cssRule().FindAllStringSubmatch(css, -1) {
				if !hides().MatchString(rule[2]) {
					continue
				}
				for _, selector := range strings.Split(rule[1], ",") {
					if words := strings.FieldsFunc(selector, func(r rune) bool { return strings.ContainsRune(" \t\r\n>+~", r) }); len(words) > 0 {
						m[words[len(words)-1]] = true
					}
				}
			}
		}
		for c := n.FirstChild; c != nil && depth < maxNesting; c = c.NextSibling {
			walk(c, depth+1)
		}
	}
	walk(root, 0)
	return m
}

// unseen reports whether an element is not shown.
func (w *htmlWriter) unseen(n *html.Node) bool {
	if n.Type != html.ElementNode {
		return false
	}
	names := []string{n.Data, "*"}
	for _, a := range n.Attr {
		value := strings.ToLower(a.Val)
		switch a.Key {
		case "hidden":
			return true
		case "style":
			if hides().MatchString(value) {
				return true
			}
		case "id":
			names = append(names, "#"+value, n.Data+"#"+value)
		case "class":
			for _, c := range strings.Fields(value) {
				names = append(names, "."+c, n.Data+"."+c)
			}
		}
	}
	for _, name := range names {
		if w.hidden[name] {
			return true
		}
	}
	return false
}

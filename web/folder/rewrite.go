package folder

import (
	"bytes"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func set(n *html.Node, key, value string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
	n.Attr = append(n.Attr, html.Attribute{Key: key, Val: value})
}

func without(n *html.Node, keys ...string) {
	n.Attr = slices.DeleteFunc(n.Attr, func(a html.Attribute) bool { return slices.Contains(keys, a.Key) })
}

// stepOf tells which step of a game a page shows, and the address of its entry, "" if it has none.
func stepOf(text []byte) (last int, entry string) {
	doc, err := html.Parse(bytes.NewReader(text))
	if err != nil {
		return 0, ""
	}
	for n := range doc.Descendants() {
		if n.DataAtom == atom.Input && attribute(n, "name") == "step" {
			last, _ = strconv.Atoi(attribute(n, "max"))
			return last, strings.TrimPrefix(attribute(n, "aria-valuetext"), "#")
		}
	}
	return 0, ""
}

// rewritten is a page as it stands in the folder.
func (m *maker) rewritten(p *page) ([]byte, error) {
	doc, err := html.Parse(bytes.NewReader(p.text))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", p.address, err)
	}
	up := strings.Repeat("../", strings.Count(p.name, "/"))
	for n := range slices.Values(slices.Collect(doc.Descendants())) {
		if n.Type == html.ElementNode {
			if err := m.element(p, n, up); err != nil {
				return nil, err
			}
		}
	}
	var b bytes.Buffer
	err = html.Render(&b, doc)
	return b.Bytes(), err
}

// element rewrites one element of a page.
func (m *maker) element(p *page, n *html.Node, up string) error {
	game, _, inGame := strings.Cut(p.name, "/")
	switch n.DataAtom {
	case atom.Link:
		if attribute(n, "rel") != "stylesheet" {
			n.Parent.RemoveChild(n)
			return nil
		}
		set(n, "href", up+"style.css")
	case atom.Script:
		set(n, "src", up+"folder.js")
		if inGame {
			n.Parent.InsertBefore(&html.Node{Type: html.ElementNode, Data: "script", DataAtom: atom.Script,
				Attr: []html.Attribute{{Key: "src", Val: up + game + "/steps.js"}, {Key: "defer"}}}, n)
		}
	case atom.Body:
		if inGame {
			set(n, "data-top", up+game+"/")
		}
	case atom.Form:
		steps(n)
	case atom.Footer:
		for n.FirstChild.NextSibling != nil {
			n.RemoveChild(n.LastChild)
		}
		n.FirstChild.Data = strings.TrimRight(n.FirstChild.Data, " ·")
	default:
		for _, key := range []string{"href", "src"} {
			if to := attribute(n, key); to != "" && !strings.HasPrefix(to, "#") && !strings.HasPrefix(to, "data:") {
				return m.link(p, n, key, to, up)
			}
		}
	}
	return nil
}

// steps makes the steps through a game work without an office, and takes other forms out.
func steps(form *html.Node) {
	if attribute(form, "id") != "steps" {
		form.Parent.RemoveChild(form)
		return
	}
	form.Data, form.DataAtom = "div", atom.Div
	without(form, "action", "method")
	set(form, "role", "group")
	for n := range slices.Values(slices.Collect(form.Descendants())) {
		switch {
		case n.DataAtom == atom.Button, n.DataAtom == atom.Input && attribute(n, "type") == "hidden":
			n.Parent.RemoveChild(n)
		case n.DataAtom == atom.Label:
			set(n, "hidden", "") // until the script shows it
		}
	}
}

// link makes a link relative, or plain text if what it leads to is not in the folder.
func (m *maker) link(p *page, n *html.Node, key, to, up string) error {
	at, err := url.Parse(to)
	if err != nil {
		return fmt.Errorf("%s: link to %q: %w", p.address, to, err)
	}
	full := p.address.ResolveReference(at)
	if full.Path == "/" && m.names["/"] != "" {
		set(n, key, up+"index.html")
		return nil
	}
	file, err := m.file(full)
	if err != nil {
		return err
	}
	if file != "" {
		if full.Fragment != "" {
			file += "#" + full.Fragment
		}
		without(n, "xlink:href")
		set(n, key, up+file)
		return nil
	}
	without(n, key, "rel")
	if n.DataAtom != atom.A {
		return nil
	}
	if strings.HasSuffix(full.Path, "/play") {
		n.Parent.RemoveChild(n)
		return nil
	}
	n.Data, n.DataAtom = "span", atom.Span
	if n.Namespace == "svg" {
		n.Data, n.DataAtom = "g", 0
	}
	if strings.Contains(" "+attribute(n, "class")+" ", " step ") {
		set(n, "class", "step off")
		set(n, "aria-hidden", "true")
	}
	return nil
}

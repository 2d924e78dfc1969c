package main

import (
	"strings"
	"unicode/utf8"

	why "adjudicate/aggregate/explain"
)

// tree writes an explanation as a tree with box characters, leaving out details unless full.
func (p *page) tree(root *why.Node, full bool) {
	p.node(root, "", "", "", "", full)
}

// node writes a node behind one prefix, and what continues it behind another. What it rests
// on is left out where the node that it belongs to has just named it or, of a fact, the fact
// before it; of a condition that failed it is always named.
func (p *page) node(n *why.Node, first, rest, parent, before string, full bool) {
	kids := n.Children
	if !full {
		kids = nil
		for _, c := range n.Children {
			if !c.Detail {
				kids = append(kids, c)
			}
		}
	}
	mark, style := "·", dim
	switch {
	case n.Kind == why.Fact:
	case n.Holds:
		mark, style = "✓", green
	default:
		mark, style = "✗", red
	}
	below := rest + "  "
	if len(kids) > 0 {
		below = rest + "│ "
	}
	own := sources(n)
	if n.Holds && (own == parent || n.Kind == why.Fact && own == before) {
		own = ""
	}
	p.words(first+p.style(style, mark)+" ", utf8.RuneCountInString(first)+2, below, n.Text, own)
	said := p.style(style, "  ruled: ")
	for _, text := range n.Said {
		p.words(below+said, utf8.RuneCountInString(below)+9, below+"         ", text, "")
	}
	if n.Need != "" {
		p.words(below+"  → ", utf8.RuneCountInString(below)+4, below+"    ", n.Need, "")
	}
	parent, before = sources(n), ""
	for i, c := range kids {
		mark, line := "├─ ", "│  "
		if i == len(kids)-1 {
			mark, line = "└─ ", "   "
		}
		p.node(c, rest+mark, rest+line, parent, before, full)
		before = sources(c)
	}
}

// words writes text and, dim, what it rests on, broken into lines of the page's width.
func (p *page) words(first string, used int, rest, text, sources string) {
	const width = 110
	all := text
	if sources != "" { // a clause is not torn apart
		sources = strings.ReplaceAll(strings.ReplaceAll(sources, " ", firm), ";"+firm, "; ")
		all += " (" + sources + ")"
	}
	lines := wrap(strings.ReplaceAll(all, "\n", " "), max(30, width-used))
	for i, line := range lines {
		prefix := rest
		if i == 0 {
			prefix = first
		}
		p.line("%s%s", prefix, line)
	}
}

// sources is what a node rests on.
func sources(n *why.Node) string {
	return strings.Join(append(append([]string{}, n.Clauses...), n.Readings...), "; ")
}

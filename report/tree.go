package report

import (
	"strings"

	why "adjudicate/aggregate/explain"
	"adjudicate/internal/term"
	"adjudicate/rules/names"
)

// writeTree writes an explanation as a tree with box characters, leaving out details unless full.
func writeTree(p *term.Page, root *why.Node, full bool) {
	writeNode(p, root, "", "", "", "", full)
}

// writeNode writes a node behind one prefix, and what continues it behind another. What it rests
// on is left out where the node that it belongs to has just named it or, of a fact, the fact
// before it; of a condition that failed it is always named.
func writeNode(p *term.Page, n *why.Node, first, rest, parent, before string, full bool) {
	kids := n.Children
	if !full {
		kids = nil
		for _, c := range n.Children {
			if !c.Detail {
				kids = append(kids, c)
			}
		}
	}
	mark, style := "·", term.Dim
	switch {
	case n.Kind == why.Fact:
	case n.Holds:
		mark, style = "✓", term.Green
	default:
		mark, style = "✗", term.Red
	}
	below := rest + "  "
	if len(kids) > 0 {
		below = rest + "│ "
	}
	own := sources(n)
	if n.Holds && (own == parent || n.Kind == why.Fact && own == before) {
		own = ""
	}
	treeWords(p, first+p.Style(style, mark)+" ", names.Width(first)+2, below, n.Text, own)
	said := p.Style(style, "  ruled: ")
	for _, text := range n.Said {
		treeWords(p, below+said, names.Width(below)+9, below+"         ", text, "")
	}
	if n.Need != "" {
		treeWords(p, below+"  → ", names.Width(below)+4, below+"    ", n.Need, "")
	}
	parent, before = sources(n), ""
	for i, c := range kids {
		mark, line := "├─ ", "│  "
		if i == len(kids)-1 {
			mark, line = "└─ ", "   "
		}
		writeNode(p, c, rest+mark, rest+line, parent, before, full)
		before = sources(c)
	}
}

// treeWords writes text and, dim, what it rests on, broken into lines of the page's width.
func treeWords(p *term.Page, first string, used int, rest, text, sources string) {
	width := p.Columns(110)
	all := text
	if sources != "" { // a clause is not torn apart
		sources = strings.ReplaceAll(strings.ReplaceAll(sources, " ", term.Firm), ";"+term.Firm, "; ")
		all += " (" + sources + ")"
	}
	lines := term.Wrap(strings.ReplaceAll(all, "\n", " "), max(30, width-used))
	for i, line := range lines {
		prefix := rest
		if i == 0 {
			prefix = first
		}
		p.Line("%s%s", prefix, line)
	}
}

// sources is what a node rests on.
func sources(n *why.Node) string {
	return strings.Join(append(append([]string{}, n.Clauses...), n.Readings...), "; ")
}

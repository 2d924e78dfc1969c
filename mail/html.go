package mail

import (
	"strings"
	"unicode"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// htmlLines turns a page into the lines that a reader sees. Quotations get the ">" that they
// have in plain text, so that both are read alike.
func htmlLines(page string) ([]string, error) {
	root, err := html.Parse(strings.NewReader(page))
	if err != nil {
		return nil, err
	}
	w := &htmlWriter{hidden: hiding(root)}
	w.node(root, 0)
	w.end()
	return w.lines, nil
}

type htmlWriter struct {
	lines  []string
	line   strings.Builder
	quotes int
	space  bool // a space is due before the next word
	pre    int  // within how many <pre>
	hidden map[string]bool
}

// maxNesting bounds the depth of the tree that is walked; deeper nodes hold no play.
const maxNesting = 200

func (w *htmlWriter) node(n *html.Node, depth int) {
	if depth > maxNesting {
		return
	}
	switch n.Type {
	case html.TextNode:
		w.text(n.Data)
		return
	case html.ElementNode, html.DocumentNode:
	default:
		return
	}
	if w.unseen(n) {
		return
	}
	block := false
	switch n.DataAtom {
	case atom.Head, atom.Style, atom.Script, atom.Title, atom.Template, atom.Noscript, atom.S, atom.Strike, atom.Del: // the last ones strike out
		return
	case atom.Br:
		w.breakLine()
		return
	case atom.Hr:
		w.end()
		w.text(strings.Repeat("_", 32))
		w.end()
		return
	case atom.P, atom.Div, atom.Li, atom.Ul, atom.Ol, atom.Table, atom.Tr, atom.Blockquote, atom.Pre,
		atom.H1, atom.H2, atom.H3, atom.H4, atom.H5, atom.H6, atom.Section, atom.Article, atom.Header, atom.Footer:
		block = true
	case atom.Td, atom.Th:
		w.space = true
	}
	if block {
		w.end()
	}
	switch n.DataAtom {
	case atom.Blockquote:
		w.quotes++
		defer func() { w.quotes-- }()
	case atom.Pre:
		w.pre++
		defer func() { w.pre-- }()
	}
	for child := n.FirstChild; child != nil; child = child.NextSibling {
		w.node(child, depth+1)
	}
	if block {
		w.end()
	}
}

// text adds words with single spaces between them; in <pre> lines stay lines.
func (w *htmlWriter) text(s string) {
	for _, r := range s {
		switch {
		case r == '\n' && w.pre > 0:
			w.breakLine()
		case r == '\u200b' || r == '\ufeff': // invisible
		case unicode.IsSpace(r):
			w.space = true
		default:
			if w.space && w.line.Len() > 0 {
				w.line.WriteByte(' ')
			}
			w.space = false
			w.line.WriteRune(r)
		}
	}
}

// end ends a line if one has begun.
func (w *htmlWriter) end() {
	if w.line.Len() > 0 {
		w.breakLine()
	}
	w.space = false
}

func (w *htmlWriter) breakLine() {
	prefix := ""
	if w.quotes > 0 {
		prefix = strings.Repeat(">", w.quotes) + " "
	}
	w.lines = append(w.lines, prefix+w.line.String())
	w.line.Reset()
	w.space = false
}

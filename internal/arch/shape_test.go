package arch

import (
	"go/ast"
	"testing"
)

// TestNoListIsFilledByInit wants what runs in order to stand in one list that can be read: what
// functions called init append to follows the names of files.
func TestNoListIsFilledByInit(t *testing.T) {
	for _, s := range sources(t) {
		for _, d := range s.file.Decls {
			if f, ok := d.(*ast.FuncDecl); ok && f.Recv == nil && f.Name.Name == "init" {
				t.Errorf("%s has a function init", s.name)
			}
		}
	}
}

// mostSwitches is how many type switches over events there may be: a new kind of event is to
// be added in few places, and what it names stands in package events.
const mostSwitches = 35

func TestFewSwitchesOverEvents(t *testing.T) {
	switches, cases := 0, 0
	for _, s := range sources(t) {
		ast.Inspect(s.file, func(n ast.Node) bool {
			if sw, ok := n.(*ast.TypeSwitchStmt); ok {
				if k := eventCases(s, sw); k > 0 {
					switches, cases = switches+1, cases+k
				}
			}
			return true
		})
	}
	t.Logf("%d type switches over events with %d cases", switches, cases)
	if switches > mostSwitches {
		t.Errorf("%d type switches over events, at most %d", switches, mostSwitches)
	}
}

// eventCases counts the types of package events that a switch tells apart.
func eventCases(s source, sw *ast.TypeSwitchStmt) int {
	n := 0
	for _, c := range sw.Body.List {
		for _, e := range c.(*ast.CaseClause).List {
			if p, ok := e.(*ast.StarExpr); ok {
				e = p.X
			}
			switch e := e.(type) {
			case *ast.SelectorExpr:
				if x, ok := e.X.(*ast.Ident); ok && x.Name == "events" {
					n++
				}
			case *ast.Ident:
				if s.pkg == "events" && ast.IsExported(e.Name) {
					n++
				}
			}
		}
	}
	return n
}

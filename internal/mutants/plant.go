package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// A mutant is a change of one file.
type mutant struct {
	pkg      string // the folder
	file     string
	line     int
	from, to int // the bytes that are replaced
	text     string
	was      string
}

func (m *mutant) String() string {
	if m.text == "" {
		return fmt.Sprintf("%s:%d: without %q", m.file, m.line, m.was)
	}
	return fmt.Sprintf("%s:%d: %q for %q", m.file, m.line, m.text, m.was)
}

// apply returns the file with the change.
func (m *mutant) apply(source []byte) []byte {
	return []byte(string(source[:m.from]) + m.text + string(source[m.to:]))
}

// neighbours are what an operator is mistaken for.
var neighbours = map[token.Token]token.Token{
	token.EQL: token.NEQ, token.NEQ: token.EQL,
	token.LSS: token.LEQ, token.LEQ: token.LSS, token.GTR: token.GEQ, token.GEQ: token.GTR,
	token.LAND: token.LOR, token.LOR: token.LAND,
	token.ADD: token.SUB, token.SUB: token.ADD,
	token.INC: token.DEC, token.DEC: token.INC,
	token.ADD_ASSIGN: token.SUB_ASSIGN, token.SUB_ASSIGN: token.ADD_ASSIGN,
	token.OR: token.AND, token.AND: token.OR,
}

// plantAll returns every mutant of the Go files of a folder, tests excepted, in the order of the files.
func plantAll(dir string) (list []mutant, err error) {
	files, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		source, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found, err := plant(file, source)
		if err != nil {
			return nil, err
		}
		for _, m := range found {
			m.pkg = dir
			list = append(list, m)
		}
	}
	return list, nil
}

// plant returns every mutant of a file.
func plant(file string, source []byte) (list []mutant, err error) {
	set := token.NewFileSet()
	tree, err := parser.ParseFile(set, file, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	add := func(from, to token.Pos, text string) {
		a, b := set.Position(from), set.Position(to)
		list = append(list, mutant{file: file, line: a.Line, from: a.Offset, to: b.Offset, text: text, was: string(source[a.Offset:b.Offset])})
	}
	operator := func(at token.Pos, op token.Token) {
		if other, ok := neighbours[op]; ok {
			add(at, at+token.Pos(len(op.String())), other.String())
		}
	}
	negate := func(cond ast.Expr) {
		if cond != nil {
			a, b := set.Position(cond.Pos()).Offset, set.Position(cond.End()).Offset
			add(cond.Pos(), cond.End(), "!("+string(source[a:b])+")")
		}
	}
	ast.Inspect(tree, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			return n.Tok == token.VAR // types and constants are no decisions
		case *ast.BinaryExpr:
			operator(n.OpPos, n.Op)
		case *ast.IncDecStmt:
			operator(n.TokPos, n.Tok)
		case *ast.IfStmt:
			negate(n.Cond)
		case *ast.ForStmt:
			negate(n.Cond)
		case *ast.Ident:
			switch n.Name {
			case "true":
				add(n.Pos(), n.End(), "false")
			case "false":
				add(n.Pos(), n.End(), "true")
			}
		case *ast.BasicLit:
			if i, err := strconv.Atoi(n.Value); err == nil && n.Kind == token.INT && i < 100 {
				add(n.Pos(), n.End(), strconv.Itoa(i+1))
			}
		case *ast.AssignStmt:
			operator(n.TokPos, n.Tok)
			if n.Tok != token.DEFINE {
				add(n.Pos(), n.End(), "")
			}
		case *ast.ExprStmt:
			add(n.Pos(), n.End(), "")
		}
		return true
	})
	return list, nil
}

// drawn puts mutants into an order that follows from the seed.
func drawn(list []mutant, seed uint64) []mutant {
	list = append([]mutant(nil), list...)
	random := rand.New(rand.NewPCG(seed, 0x4ce))
	random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

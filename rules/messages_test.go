package rules_test

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "rewrite what is generated of docs/rule-language")

// message is a message of a static check, as the code has it.
type message struct {
	format  string // with verbs
	doubt   bool
	matches *regexp.Regexp
}

// shown returns the message as a page shows it.
func (m message) shown() string {
	return verbs.ReplaceAllStringFunc(m.format, func(verb string) string {
		if verb == "%q" {
			return `"…"`
		}
		return "…"
	})
}

var verbs = regexp.MustCompile(`%[a-z]`)

// messageArgument says which argument of a call is the format of a message.
var messageArgument = map[string]int{
	"c.fault": 1, "c.doubt": 1, // of definitions and procedures
	"d.fail": 3, "malformed": 3, // of the text of a file
	"fail":   2,              // of formulas
	"refuse": 1,              // of amendments of single fields
	"e.note": 3,              // of what is decided beforehand
	"lacks":  1, "unless": 2, // of what the rules lack
}

// whole are the files in which every text that is put together is a message.
var whole = map[string]bool{"area.go": true, "set.go": true, "rulebook.go": true, "formula/errors.go": true, "names/names.go": true}

// notMessages are what is put together there for other ends.
var notMessages = []string{"column %d: %s", "did you mean %q?"}

// messages collects the messages of all static checks from the source of the packages, in
// the order in which they stand there.
func messages(t *testing.T) []message {
	t.Helper()
	var all []message
	for _, pattern := range []string{"*.go", "formula/*.go", "names/names.go"} {
		paths, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") || path == "register.go" || path == "document.go" { // no rules
				continue
			}
			tree, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
			if err != nil {
				t.Fatal(err)
			}
			ast.Inspect(tree, func(n ast.Node) bool {
				var arg ast.Expr
				doubt := false
				switch n := n.(type) {
				case *ast.CallExpr:
					name := called(n.Fun)
					i, ok := messageArgument[name]
					if whole[path] && (name == "fmt.Errorf" || name == "fmt.Sprintf") {
						i, ok = 0, true
					}
					if !ok || i >= len(n.Args) {
						return true
					}
					arg, doubt = n.Args[i], name == "c.doubt" || name == "e.note" || name == "lacks" || name == "unless"
				case *ast.KeyValueExpr:
					if key, ok := n.Key.(*ast.Ident); !ok || key.Name != "Message" {
						return true
					}
					arg = n.Value
				default:
					return true
				}
				if format := literal(arg); format != "" && verbs.ReplaceAllString(format, "") != "" && !slices.Contains(notMessages, format) {
					all = append(all, newMessage(format, doubt))
				}
				return true
			})
		}
	}
	return all
}

func newMessage(format string, doubt bool) message {
	var b strings.Builder
	at := 0
	for _, m := range verbs.FindAllStringIndex(format, -1) {
		b.WriteString(regexp.QuoteMeta(format[at:m[0]]) + ".*")
		at = m[1]
	}
	b.WriteString(regexp.QuoteMeta(format[at:]))
	return message{format, doubt, regexp.MustCompile(`(^|: |fault |doubt )` + b.String() + `( \(|$)`)}
}

// called returns the name of a called function: "c.fault".
func called(fun ast.Expr) string {
	switch f := fun.(type) {
	case *ast.Ident:
		return f.Name
	case *ast.SelectorExpr:
		if x, ok := f.X.(*ast.Ident); ok {
			return x.Name + "." + f.Sel.Name
		}
	}
	return ""
}

// literal returns a text that stands in the source, by itself, as the format of
// fmt.Sprintf or with something appended to it.
func literal(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.BasicLit:
		s, _ := strconv.Unquote(x.Value)
		return s
	case *ast.BinaryExpr:
		return literal(x.X) + "%s"
	case *ast.CallExpr:
		if called(x.Fun) == "fmt.Sprintf" {
			return literal(x.Args[0])
		}
	}
	return ""
}

// elsewhere are messages that no wrong definition of a readable size, or none in YAML, can
// show. Tests of their own do.
var elsewhere = []string{
	// TestOverfullRulebooks
	"too many types: expected at most %d, found %d",
	"too many grants: expected at most %d in all rules together, found %d",
	"more than %d questions %s nested: %s",
	// TestBombs
	"file too large: at most %d bytes",
	"the file is nested too deeply",
	"too many rules in a file: expected at most %d",
	"rule too large: at most %d bytes",
	"not a rule in JSON: %s",
	"the text is not UTF-8",
	"duplicate field",
	"duplicate key",
	"duplicate key %d",
	// TestSquaresOfALine: set-ups of positions ask, not definitions
	"%s..%s is not a line",
	// TestAFieldOfAFormerSectionIsNotSetBesideWordsThatPlayersChanged, in package systems
	"the text in force says with %s what %s would say: set fields of those instead",
	// TestSidesAreHeldToThoseOfTheGame, in package systems
	"of %d sides none is the only other one",
	// Tests of package formula
	"invalid UTF-8",
	// Guards behind other guards: the parser of formulas and the vocabularies of this
	// package leave nothing for them, and no rulebook within the limits is so large.
	"too many conditions in the rulebook to check them for cycles",
	"%s does not take a text here",
	"%s is not known here",
	"%s(%s) is not known",
}

func TestEveryMessageHasAWrongDefinitionThatShowsIt(t *testing.T) {
	all := badRules(t)
	for _, m := range messages(t) {
		shown := m.example(all) != nil
		if shown == slices.Contains(elsewhere, m.format) {
			t.Errorf("shown by a wrong definition: %v: %s", shown, m.format)
		}
	}
}

// example returns a wrong definition that shows a message.
func (m message) example(all []chunk) *chunk {
	for i := range all {
		if m.matches.MatchString(strings.Join(all[i].want, "")) {
			return &all[i]
		}
	}
	return nil
}

// chapters are the files of wrong definitions, in the order of the page.
var chapters = []struct{ file, title string }{
	{"text", "The text of a file"},
	{"names", "Names"},
	{"values", "Values and counters"},
	{"formulas", "Formulas and conditions"},
	{"things", "Things and sets"},
	{"legs", "Legs"},
	{"modes", "Modes"},
	{"effects", "What it does to others, and how it comes and changes"},
	{"circles", "Conditions that depend on themselves"},
	{"procedures", "Procedures"},
	{"duties", "Duties"},
	{"consent", "Powers, consent, bonds and marks"},
	{"law", "What an amendment sets, and how long it holds"},
	{"compounds", "Compounds"},
	{"covers", "Pieces on several squares"},
	{"asked", "Names and things that are asked for in vain"},
	{"decided", "Conditions that are decided beforehand"},
	{"idle", "What has no effect"},
	{"lacking", "What has no effect for want of something else"},
}

const checksHead = `# Static checks

Generated from the source by ` + "`go test ./rules -update`" + `; do not edit. Every message of the checks
stands here once, with the wrong definition that shows it: its name in the file of that name in
` + "`fixtures/bad-rules`" + `. "…" stands for what the message fills in.

A message is printed as

` + "```" + `
file:line:column: field: message (what to write instead)
` + "```" + `

A *fault* keeps a rule out, except that another rule has the name or glyph of its type: such a rule can be enacted, and
defines no piece, which the ruling says. A *doubt* keeps no rule out: it may be meant. A definition with a fault that stands
in it alone (all but those of the chapter on conditions that depend on themselves, names that other rules
claim, and definitions that can never move) is not valid either if it is in a rulebook all the same; see
[validity](../rule-language.md#validity).
`

func TestTheTableOfChecksIsThatOfTheCode(t *testing.T) {
	all := badRules(t)
	var b strings.Builder
	b.WriteString(checksHead)
	list := messages(t)
	row := func(m message, name string) {
		kind := "fault"
		if m.doubt {
			kind = "doubt"
		}
		fmt.Fprintf(&b, "| %s | %s | %s |\n", strings.ReplaceAll(m.shown(), "|", "\\|"), kind, name)
	}
	written := map[string]bool{}
	examples := make([]*chunk, len(list))
	for i, m := range list {
		examples[i] = m.example(all)
	}
	for _, c := range chapters {
		fmt.Fprintf(&b, "\n## %s\n\n| message | | shown by |\n|---|---|---|\n", c.title)
		for i, m := range list {
			if e := examples[i]; e != nil && e.file == c.file+".yaml" && !written[m.format] {
				written[m.format] = true
				row(m, e.name)
			}
		}
	}
	b.WriteString("\n## Limits of size\n\nThese need a text too long to show, or one that is not YAML.\n\n| message | | |\n|---|---|---|\n")
	for _, m := range list {
		if !written[m.format] {
			written[m.format] = true
			row(m, "")
		}
	}
	golden(t, "../docs/rule-language/checks.md", []byte(b.String()))
}

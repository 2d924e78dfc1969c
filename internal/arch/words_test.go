package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// gameWords are what one game calls what every game may have: its words stand in the texts of its
// system, and the code says what the mechanism is.
var gameWords = regexp.MustCompile(`(?i)swinger|swingpoint|warm|free[ _-]?for[ _-]?all|\bffa\b|\bnap\b|somewhere else|play[ _-]?list|\bparty\b|chess-umpire|cardigan|scratch|benefyt|knife|knives|specials?\b|stabber|shirt|\b1230\b|party ?chess|ackanomic`)

// excepted are lines in which such a word may stand, by what is in them.
var excepted = map[string]struct{ line, why string }{
	"mail/header.go": {`"special-delivery"`, "how post is sent"},
}

// comment is what follows a line's code.
var comment = regexp.MustCompile(`(^|\s)//.*$`)

// gameNumber is the number under which one game has its rules.
var gameNumber = regexp.MustCompile(`\b1230\b`)

// builtIn is what files that the program is built from are called, besides those of Go: help, pages, messages, tables.
var builtIn = regexp.MustCompile(`\.(txt|tmpl|html|js|css|yaml|json)$`)

// aboutGames are folders of texts that are about games: the games themselves, pages and samples of them.
var aboutGames = []string{"systems", "fixtures", "examples", "docs"}

func TestNoWordOfOneGameStandsInCode(t *testing.T) {
	used := map[string]bool{}
	for _, s := range sources(t) {
		text, err := os.ReadFile(filepath.Join(root, s.name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			line = strings.TrimSuffix(line, "\n")
			if e, ok := excepted[s.name]; ok && strings.Contains(line, e.line) {
				used[s.name] = true
				continue
			}
			if gameWords.MatchString(comment.FindString(line)) {
				t.Errorf("%s: a comment with a word of one game: say what the mechanism is\n\t%s", s.name, strings.TrimSpace(line))
			}
			code := comment.ReplaceAllString(line, "")
			if gameWords.MatchString(code) {
				t.Errorf("%s: a word of one game: say what the mechanism is\n\t%s", s.name, strings.TrimSpace(code))
			}
		}
	}
	for name, e := range excepted {
		if !used[name] {
			t.Errorf("%s has no line with %s any more (%s): no exception is needed", name, e.line, e.why)
		}
	}
	for _, name := range textsBuiltIn(t) {
		text, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if gameNumber.MatchString(line) {
				t.Errorf("%s: a rule number of one game: use one that belongs to no game\n\t%s", name, strings.TrimSpace(line))
			}
		}
	}
}

// textsBuiltIn are the files, other than those of Go, that the program is built from and that are about no game.
func textsBuiltIn(t *testing.T) (names []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(root), ".", func(name string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (slices.Contains(aboutGames, name) || d.Name() == "testdata" || name == "build" || strings.HasPrefix(name, ".") && name != "."):
			return fs.SkipDir
		case !d.IsDir() && builtIn.MatchString(name):
			names = append(names, name)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Contains(names, "cmd/adjudicate/help/rule-show.txt") {
		t.Errorf("no help among the %d texts that the program is built from", len(names))
	}
	return names
}

// No program plays games at random.
func TestOnlyTestsPlayAtRandom(t *testing.T) {
	all := sources(t)
	const pkg = "internal/generate"
	if reached(t, all)[pkg] {
		t.Errorf("a program imports %s, which is for tests", pkg)
	}
	if !slices.ContainsFunc(all, func(s source) bool { return s.pkg == pkg }) {
		t.Errorf("there is no %s", pkg)
	}
}

package arch

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode"
)

var (
	fenced  = regexp.MustCompile("(?ms)^[ \t]*```.*?^[ \t]*```")
	heading = regexp.MustCompile(`(?m)^#+ +(.*)$`)
	target  = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	linked  = regexp.MustCompile(`\[([^\]]*)\]\([^)]*\)`)
)

// A reader of a page follows its links: to files of the tree, and to headings by the names that
// GitHub gives them.
func TestLinksOfPagesLeadSomewhere(t *testing.T) {
	pages, anchors := map[string]string{}, map[string]map[string]bool{}
	err := filepath.WalkDir("../..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || filepath.Ext(path) != ".md" {
			return err
		}
		text, err := os.ReadFile(path)
		pages[path] = fenced.ReplaceAllString(string(text), "")
		anchors[path] = map[string]bool{}
		for _, h := range heading.FindAllStringSubmatch(pages[path], -1) {
			anchors[path][anchor(h[1])] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	links := 0
	for path, text := range pages {
		for _, m := range target.FindAllStringSubmatch(text, -1) {
			file, name, named := strings.Cut(m[1], "#")
			if strings.Contains(m[1], "://") || strings.HasPrefix(m[1], "mailto:") {
				continue
			}
			links++
			at := path
			if file != "" {
				at = filepath.Join(filepath.Dir(path), file)
			}
			if _, err := os.Stat(at); err != nil {
				t.Errorf("%s: no such file: %s", path, m[1])
			} else if of := anchors[at]; named && of != nil && !of[name] {
				t.Errorf("%s: no such heading: %s", path, m[1])
			}
		}
	}
	if links < 300 {
		t.Errorf("only %d links found", links)
	}
}

// anchor is how a heading is named in links.
func anchor(h string) string {
	h = linked.ReplaceAllString(strings.ToLower(strings.TrimSpace(h)), "$1")
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case r == '-' || r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r):
			return r
		}
		return -1
	}, h)
}

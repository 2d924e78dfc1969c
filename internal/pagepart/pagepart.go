// Package pagepart holds a part of a page of the documentation to what a program makes of it, for tests: the part between a comment that
// says how it is renewed and "<!-- end -->".
package pagepart

import (
	"os"
	"strings"
	"testing"
)

const end = "<!-- end -->\n"

// Hold fails the test if the part of a page behind the comment is not the one that is wanted. With update it writes it. The comment is
// a line with the command that renews the part: "<!-- figures: go test ./x -update -->".
func Hold(t *testing.T, page, comment, want string, update bool) {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	head, rest, found := strings.Cut(string(text), comment+"\n")
	have, tail, closed := strings.Cut(rest, end)
	switch {
	case !found || !closed:
		t.Fatalf("%s has no part between %q and %q", page, comment, strings.TrimSpace(end))
	case have == want:
	case !update:
		t.Errorf("%s: expected behind %s\n%s", page, comment, want)
	default:
		if err := os.WriteFile(page, []byte(head+comment+"\n"+want+end+tail), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

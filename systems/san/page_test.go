package san_test

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// What docs/recorded-games.md says is read is read, in one of a few positions.
func TestThePageNamesWhatIsRead(t *testing.T) {
	text, err := os.ReadFile("../../docs/recorded-games.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, ok := strings.Cut(string(text), "Common deviations are read as well:")
	list, _, ended := strings.Cut(rest, "too few or too many")
	if !ok || !ended {
		t.Fatal("the page has no list of what is read")
	}
	positions := []string{"", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "3r4/4P3/k7/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/5n2/8/4K1N1 w - - 0 1"}
	found := regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(list, -1)
	if len(found) < 10 {
		t.Fatalf("%d forms on the page", len(found))
	}
	for _, m := range found {
		read := false
		for _, at := range positions {
			_, err := scene(t, "chess", at).Read(m[1])
			read = read || err == nil
		}
		if !read {
			t.Errorf("%s is not read", m[1])
		}
	}
}

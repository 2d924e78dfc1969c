package season_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/season"
)

const page = "../docs/season.md"

func readPage(t *testing.T) []string {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(string(text), "\n")
}

// cells returns the first and second cells of the table under a heading, the code in them
// without its marks.
func cells(t *testing.T, heading string) [][2]string {
	t.Helper()
	lines := readPage(t)
	i := slices.Index(lines, heading)
	if i < 0 {
		t.Fatalf("%s has no heading %q", page, heading)
	}
	var rows [][2]string
	for _, line := range lines[i+1:] {
		if strings.HasPrefix(line, "## ") {
			break
		}
		line = strings.ReplaceAll(line, `\|`, "\x00")
		if !strings.HasPrefix(line, "| `") {
			continue
		}
		columns := strings.Split(strings.Trim(line, "| "), " | ")
		for i := range columns {
			columns[i] = strings.ReplaceAll(columns[i], "\x00", "|")
		}
		rows = append(rows, [2]string{columns[0], columns[1]})
	}
	return rows
}

func code(cell string) string { return strings.Trim(cell, "`") }

func TestThePageListsEveryEntry(t *testing.T) {
	var got []string
	for _, row := range cells(t, "## All entries")[1:] {
		got = append(got, code(row[0]))
	}
	if diff := cmp.Diff(season.Forms(), got); diff != "" {
		t.Errorf("entries on the page differ (-parser +page):\n%s", diff)
	}
}

func TestThePageListsEveryExpectation(t *testing.T) {
	var got []string
	for _, row := range cells(t, "## All expectations") {
		for form := range strings.SplitSeq(row[0], ", ") {
			got = append(got, code(form))
		}
	}
	want := season.Expectations()
	slices.Sort(want)
	slices.Sort(got)
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("expectations on the page differ (-parser +page):\n%s", diff)
	}
}

func TestThePageQuotesTheMessages(t *testing.T) {
	for _, row := range cells(t, "## What is refused") {
		_, err := season.Parse("x", []byte(opening+code(row[0])+"\n"))
		if err == nil || !strings.HasSuffix(err.Error(), ": "+code(row[1])) {
			t.Errorf("%s: got %v, want %s", row[0], err, row[1])
		}
	}
}

package notation

import (
	"errors"
	"os"
	"strconv"
	"strings"
	"testing"
)

// TestThePageIsRight runs every example of docs/notation.md.
func TestThePageIsRight(t *testing.T) {
	page, err := os.ReadFile("../docs/notation.md")
	if err != nil {
		t.Fatal(err)
	}
	read, refused := 0, 0
	head := ""
	for line := range strings.Lines(string(page)) {
		cells, ok := row(line)
		switch {
		case strings.HasPrefix(line, "|--"):
		case !ok:
			head = ""
		case !strings.HasPrefix(cells[0], "`"):
			if head == "" {
				head = cells[0]
			}
		case head == "written" && len(cells) == 3:
			read++
			t.Run(code(cells[0]), func(t *testing.T) { pageRead(t, code(cells[0]), cells[1], code(cells[2])) })
		case head == "refused" && len(cells) == 3:
			refused++
			t.Run(code(cells[0]), func(t *testing.T) { pageRefused(t, code(cells[0]), cells[1], code(cells[2])) })
		}
	}
	if read < 50 || refused < 10 {
		t.Errorf("found only %d examples and %d refusals: is the page still in the form this test reads?", read, refused)
	}
}

func pageRead(t *testing.T, text, kinds, canonical string) {
	play, err := Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, item := range play.Items {
		kind := item.Kind.String()
		if item.ID != "" && item.Kind == Placement {
			kind += " by id"
		}
		got = append(got, kind)
	}
	if s := strings.Join(got, ", "); s != kinds {
		t.Errorf("kinds %q, the page says %q", s, kinds)
	}
	if s := play.String(); s != canonical {
		t.Errorf("canonical form %q, the page says %q", s, canonical)
	}
}

func pageRefused(t *testing.T, text, column, expected string) {
	_, err := Parse(text)
	var syntax *SyntaxError
	if !errors.As(err, &syntax) {
		t.Fatalf("error %v, want a SyntaxError", err)
	}
	if strconv.Itoa(syntax.Column) != column || !strings.HasPrefix(syntax.Expected, expected) {
		t.Errorf("column %d, expected %s; the page says column %s, expected %s", syntax.Column, syntax.Expected, column, expected)
	}
}

// row splits a line of a table into its cells.
func row(line string) ([]string, bool) {
	line, ok := strings.CutPrefix(strings.TrimSpace(line), "| ")
	line, closed := strings.CutSuffix(line, " |")
	return strings.Split(line, " | "), ok && closed
}

func code(cell string) string { return strings.Trim(cell, "`") }

package main

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// inCourt is a ledger of the story of the Bishop with further disputes; commands run beside it. The players' names and what
// they say may be anybody's.
func inCourt(t *testing.T, judge, grounds string) func(args ...string) []byte {
	t.Helper()
	text, err := os.ReadFile("../../fixtures/season/bishop.season")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("ADJUDICATE_LEDGER", filepath.Join(dir, "game.ledger"))
	if err := os.WriteFile("court.season", bytes.ReplaceAll(text, []byte("Judith"), fmt.Appendf(nil, "%q", judge)), 0o666); err != nil {
		t.Fatal(err)
	}
	command := func(args ...string) []byte {
		var out, errs bytes.Buffer
		if status := run(context.Background(), args, nil, &out, &errs); status != 0 {
			t.Fatalf("%q ends with %d: %s", args, status, errs.String())
		}
		return out.Bytes()
	}
	command("import", "court.season")
	now := "--now=1996-10-12T10:00:00Z"
	command("dispute", "open", "179", "--by", "Basil", "--judge", judge, "--grounds", grounds, "--clause", "1230.2 §6.C", now)
	command("dispute", "open", "163", "--by", "Rhoda", "--grounds", "it attacked nothing that is a piece", "--clause", "1230.2 §6.C", now)
	command("dispute", "rule", "D3", "sustained", "--judge", "Ursula", "--reason", "we agreed on that reading", now)
	return command
}

// pictures are the drawings in a page.
func pictures(t *testing.T, page []byte) []string {
	t.Helper()
	list := regexp.MustCompile(`(?s)<svg.*?</svg>`).FindAllString(string(page), -1)
	for _, one := range list {
		parsed(t, one)
	}
	return list
}

// parsed refuses a picture that is not well-formed.
func parsed(t *testing.T, picture string) {
	t.Helper()
	for d := xml.NewDecoder(strings.NewReader(picture)); ; {
		_, err := d.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("a picture is not XML: %v\n%s", err, picture)
		}
	}
}

// Names and texts are a player's own: none of them becomes a part of the page.
func TestTheJudgesPageHoldsWhatIsSaidAsText(t *testing.T) {
	judge := `Eve <script>alert("1")</script> & Co`
	grounds := `</dd></svg><script src=//x.example/a.js></script> ]]> <b>"it" & 'that'`
	command := inCourt(t, judge, grounds)
	page := command("dispute", "page", "D2", "--out", "-")
	if !bytes.HasPrefix(page, []byte("<!DOCTYPE html>")) {
		t.Errorf("the page begins with %q", page[:40])
	}
	if _, err := html.Parse(bytes.NewReader(page)); err != nil {
		t.Fatal(err)
	}
	told := map[string]bool{}
	for _, e := range elements(t, page) {
		told[strings.TrimSpace(e.text)] = true
		if slices.Contains([]string{"script", "link", "img", "iframe", "object", "embed", "base", "form", "a"}, e.name) {
			t.Errorf("the page holds a %s", e.name)
		}
		for name, value := range e.attributes {
			if strings.HasPrefix(name, "on") || slices.Contains([]string{"src", "href", "xlink:href", "srcset", "data", "action"}, name) {
				t.Errorf("%s has %s=%q", e.name, name, value)
			}
		}
		if e.name == "style" && (strings.Contains(e.text, "url(") || strings.Contains(e.text, "@import")) {
			t.Error("the style fetches something")
		}
	}
	for _, text := range []string{grounds, judge, "Facts", "So", "Stakes", "Docket", "Precedents"} {
		if !told[text] {
			t.Errorf("the page does not say %q", text)
		}
	}
	if n := len(pictures(t, page)); n != 5 {
		t.Errorf("%d pictures, want the board before, the board after, the boards as things stand and if the dispute is upheld, and the docket", n)
	}
	graph := command("dispute", "graph", "--svg", "-")
	if n := len(pictures(t, graph)); n != 1 {
		t.Errorf("%d pictures of the docket, want one", n)
	}
	for _, id := range []string{"D1", "D2", "D3"} {
		if !bytes.Contains(graph, []byte(">"+id+"<")) {
			t.Errorf("%s is not in the picture", id)
		}
	}
}

// The picture in docs/disputes.md: the drawings of a judge's page, below each other.
func TestThePictureOfAJudgesPageIsWhatItDraws(t *testing.T) {
	docs, err := filepath.Abs("../../docs/judge-page.svg")
	if err != nil {
		t.Fatal(err)
	}
	command := inCourt(t, "Judith", "a capture from a square on which it should not stand")
	var b strings.Builder
	b.WriteString("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 1040 1370\" font-family=\"system-ui, sans-serif\">\n<rect width=\"1040\" height=\"1370\" fill=\"#fdfcf9\"/>\n")
	at := []string{`x="16" y="40" width="496" height="520"`, `x="528" y="40" width="496" height="520"`, `x="16" y="610" width="496" height="520"`, `x="528" y="610" width="496" height="520"`, `x="16" y="1170" width="560" height="184"`}
	b.WriteString("<g font-size=\"18\" fill=\"#1c1b19\"><text x=\"16\" y=\"28\">D2: before and after #179</text><text x=\"16\" y=\"598\">Stakes</text><text x=\"16\" y=\"1158\">Docket</text></g>\n")
	for i, one := range pictures(t, command("dispute", "page", "D2", "--out", "-")) {
		head, body, _ := strings.Cut(one, ">")
		head = regexp.MustCompile(` (width|height|x|y)="[^"]*"`).ReplaceAllString(head, "")
		b.WriteString(head + " " + at[i] + ">" + body + "\n")
	}
	b.WriteString("</svg>\n")
	parsed(t, b.String())
	renew(t, docs, b.String())
}

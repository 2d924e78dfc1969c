package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// element is what a test asks of an element of a page.
type element struct {
	name       string
	attributes map[string]string
	text       string // between it and the next element
}

// elements lists the elements of a page in order; what is opened must be closed.
func elements(t *testing.T, page []byte) []element {
	t.Helper()
	var list []element
	var open []string
	void := []string{"meta", "br"}
	for z := html.NewTokenizer(bytes.NewReader(page)); ; {
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			if len(open) > 0 {
				t.Errorf("never closed: %q", open)
			}
			return list
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			e := element{name: token.Data, attributes: map[string]string{}}
			for _, a := range token.Attr {
				e.attributes[a.Key] = a.Val
			}
			list = append(list, e)
			if kind == html.StartTagToken && !slices.Contains(void, token.Data) {
				open = append(open, token.Data)
			}
		case html.EndTagToken:
			token := z.Token()
			if n := len(open); n == 0 || open[n-1] != token.Data {
				t.Fatalf("%s is closed where %q are open", token.Data, open)
			}
			open = open[:len(open)-1]
		case html.TextToken:
			if n := len(list); n > 0 {
				list[n-1].text += string(z.Text())
			}
		}
	}
}

func TestTheReportIsOnePageThatNeedsNothingElse(t *testing.T) {
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../fixtures/season")); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("ADJUDICATE_LEDGER", filepath.Join(dir, "game.ledger"))
	command := func(args ...string) []byte {
		var out, errs bytes.Buffer
		if status := run(context.Background(), args, nil, &out, &errs); status != 0 {
			t.Fatalf("%q ends with %d: %s", args, status, errs.String())
		}
		return out.Bytes()
	}
	command("import", "autumn.season")
	page := command("readjudicate", "from 1803 repeal 1230.26", "--point", "1820", "--html", "-")
	if !bytes.HasPrefix(page, []byte("<!DOCTYPE html>")) {
		t.Errorf("the page begins with %q", page[:40])
	}
	if _, err := html.Parse(bytes.NewReader(page)); err != nil {
		t.Fatal(err)
	}
	list := elements(t, page)
	ids := map[string]bool{}
	for _, e := range list {
		if id := e.attributes["id"]; id != "" {
			if ids[id] {
				t.Errorf("the id %q is there twice", id)
			}
			ids[id] = true
		}
		if slices.Contains([]string{"script", "link", "img", "iframe", "object", "embed", "base"}, e.name) {
			t.Errorf("the page holds a %s", e.name)
		}
	}
	// The entry put in and the input that it precedes are two; both can be opened.
	for _, id := range []string{"c2.1", "i1803", "i1814"} {
		if !ids[id] {
			t.Errorf("there is no element %q", id)
		}
	}
	links, boards := 0, map[string]int{}
	under := ""
	for _, e := range list {
		for _, a := range []string{"src", "href", "xlink:href", "srcset", "data", "action"} {
			v, has := e.attributes[a]
			if !has {
				continue
			}
			links++
			if to, inside := strings.CutPrefix(v, "#"); !inside || !ids[to] {
				t.Errorf("%s=%q of %s leads out of the page or nowhere", a, v, e.name)
			}
		}
		if e.name == "style" && (strings.Contains(e.text, "url(") || strings.Contains(e.text, "@import")) {
			t.Error("the style fetches something")
		}
		switch e.name {
		case "h2":
			under = strings.TrimSpace(e.text)
		case "svg":
			boards[under]++
		}
	}
	if links == 0 {
		t.Error("no input leads to another: no link was checked")
	}
	for _, heading := range []string{"At the end", "After #1820"} {
		if boards[heading] != 2 {
			t.Errorf("%d boards under %q: expected two", boards[heading], heading)
		}
	}
	if boards["Weights, play by play where they differ"] != 1 {
		t.Error("the Weights are not drawn")
	}
}

package web

import (
	"bytes"
	"encoding/binary"
	"os"
	"path"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"adjudicate/web/folder"
)

// TestAFolderStandsByItself follows every link of a folder: each is relative and leads to a file that is there.
func TestAFolderStandsByItself(t *testing.T) {
	s, _ := office(t)
	const last = 6
	files, err := folder.Make(t.Context(), s, folder.Options{Last: last}, nil)
	if err != nil {
		t.Fatal(err)
	}
	ids := map[string]map[string]bool{}
	docs := map[string]*html.Node{}
	for _, f := range files {
		if ids[f.Name] != nil {
			t.Errorf("%s stands there twice", f.Name)
		}
		ids[f.Name] = map[string]bool{}
		if !strings.HasSuffix(f.Name, ".html") {
			continue
		}
		doc, err := html.Parse(bytes.NewReader(f.Text))
		if err != nil {
			t.Fatal(err)
		}
		docs[f.Name] = doc
		for n := range doc.Descendants() {
			for _, a := range n.Attr {
				if a.Key == "id" {
					ids[f.Name][a.Val] = true
				}
			}
		}
	}
	reached, links := map[string]bool{"index.html": true, "folder.js": true}, 0
	for name, doc := range docs {
		for n := range doc.Descendants() {
			if n.Data == "form" || n.Data == "button" {
				t.Errorf("%s: there is a %s, which nobody answers", name, n.Data)
			}
			for _, a := range n.Attr {
				switch {
				case a.Key == "action" || strings.Contains(a.Val, "://") && !strings.HasPrefix(a.Key, "xmlns"):
					t.Errorf("%s: %s=%q", name, a.Key, a.Val)
				case a.Key != "href" && a.Key != "src" || strings.HasPrefix(a.Val, "data:"):
					continue
				}
				links++
				to, fragment, _ := strings.Cut(a.Val, "#")
				if strings.HasPrefix(to, "/") || strings.Contains(to, "?") {
					t.Errorf("%s: the link %q is not relative", name, a.Val)
				}
				if to = path.Join(path.Dir(name), to); strings.HasPrefix(a.Val, "#") {
					to = name
				}
				reached[to] = true
				if ids[to] == nil {
					t.Errorf("%s: the link %q leads to no file", name, a.Val)
				} else if fragment != "" && !ids[to][fragment] {
					t.Errorf("%s: the link %q leads to no place of its page", name, a.Val)
				}
			}
		}
	}
	boards := 0
	for name := range ids {
		if !reached[name] {
			t.Errorf("no link leads to %s", name)
		}
		if strings.HasPrefix(name, autumn+"/at/") {
			boards++
		}
	}
	if boards != last || links < 100 {
		t.Errorf("%d boards, %d links", boards, links)
	}
	for _, part := range []string{"index", "log", "weights", "holdings", "rules", "register", "editions", "disputes"} {
		if ids[autumn+"/"+part+".html"] == nil {
			t.Errorf("no page of %s", part)
		}
	}
}

// TestAFolderLeavesTheStoreAsItIs looks at the version of the schema, which grows when somebody follows the file (docs/format.md).
func TestAFolderLeavesTheStoreAsItIs(t *testing.T) {
	version := func(lasting bool) uint32 {
		t.Helper()
		s, st := office(t, func(o *Options) { o.Lasting = lasting })
		if page := get(s, "/").Body.String(); !strings.Contains(page, "/games/"+autumn) {
			t.Errorf("lasting: %t: the game is not listed: %s", lasting, page)
		}
		if err := st.Close(); err != nil {
			t.Fatal(err)
		}
		head, err := os.ReadFile(st.Address)
		if err != nil {
			t.Fatal(err)
		}
		return binary.BigEndian.Uint32(head[60:])
	}
	if got := [2]uint32{version(true), version(false)}; got != [2]uint32{1, 2} {
		t.Errorf("the schema is of version %d for a folder, %d for an office", got[0], got[1])
	}
}

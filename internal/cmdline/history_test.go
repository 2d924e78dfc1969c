package cmdline

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/term"
)

// recalled are the lines as the arrow up brings them.
func recalled(h term.History) (list []string) {
	for i := range h.Len() {
		list = append(list, h.At(i))
	}
	return list
}

func TestLinesAreRecalledInTheNextShell(t *testing.T) {
	path := filepath.Join(t.TempDir(), "state", "history")
	first, beside := readHistory(path), readHistory(path)
	for _, line := range []string{"show", "show", " player invite Odile", "", "play Red pass"} {
		first.Add(line)
	}
	beside.Add("log --last 3")
	if diff := cmp.Diff([]string{"log --last 3", "play Red pass", "show"}, recalled(readHistory(path))); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"play Red pass", "show"}, recalled(first)); diff != "" {
		t.Error(diff)
	}
	if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file can be read by others, or not at all: %v %v", info, err)
	}
}

func TestTheFileOfAHistoryStandsWhereTheUsersStateDoes(t *testing.T) {
	for _, c := range []struct {
		env  map[string]string
		want string
	}{
		{map[string]string{"XDG_STATE_HOME": "/state", "HOME": "/home/odile"}, "/state/adjudicate/history"},
		{map[string]string{"XDG_STATE_HOME": "state", "HOME": "/home/odile"}, "/home/odile/.local/state/adjudicate/history"}, // XDG ignores what is relative
		{nil, ""},
	} {
		if got := HistoryFile(func(name string) string { return c.env[name] }, "adjudicate"); filepath.ToSlash(got) != c.want {
			t.Errorf("%v: %q, expected %q", c.env, got, c.want)
		}
	}
}

func TestAHistoryIsBounded(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history")
	if err := os.WriteFile(path, []byte(strings.Repeat(strings.Repeat("x", 1023)+"\n", 2000)+"show\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	h := readHistory(path)
	if h.Len() != 2 || h.At(0) != "show" {
		t.Errorf("%d lines, the newest %.20q: repeated ones are one", h.Len(), h.At(0))
	}
	if info, err := os.Stat(path); err != nil || info.Size() > 2000 {
		t.Errorf("the file has still %d bytes: %v", info.Size(), err)
	}
	for i := range mostLines + 10 {
		h.Add(fmt.Sprint("show ", i))
	}
	if h.Len() != mostLines || h.At(mostLines-1) != "show 10" {
		t.Errorf("%d lines, the oldest %q", h.Len(), h.At(h.Len()-1))
	}
}

func TestAShellWorksWhereNoHistoryCanBeKept(t *testing.T) {
	folder := t.TempDir()
	for _, path := range []string{"", folder, filepath.Join(folder, "file", "history")} {
		if path != "" {
			_ = os.WriteFile(filepath.Join(folder, "file"), nil, 0o600)
		}
		h := readHistory(path)
		if h.Add("show"); h.Len() != 1 || h.At(0) != "show" {
			t.Errorf("%q: %v", path, recalled(h))
		}
	}
}

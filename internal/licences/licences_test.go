package licences

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

var update = flag.Bool("update", false, "renew licences.txt")

// systems are those that the program is released for: some link what others do not.
var systems = []string{"linux", "darwin", "windows"}

func TestNoLicenceIsMissing(t *testing.T) {
	want := write(linked(t))
	if *update {
		if err := os.WriteFile("licences.txt", []byte(want), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if text != want {
		t.Error("licences.txt is not what the program is linked from: go test ./internal/licences -update")
	}
	for _, l := range All() {
		if len(l.Text) < 100 {
			t.Errorf("%s: a licence of %d bytes", l.Module, len(l.Text))
		}
	}
}

// linked gathers the licences of what the program is linked from.
func linked(t *testing.T) []Licence {
	t.Helper()
	list := []Licence{{Module: "adjudicate", Text: textOf(t, "../..")}, ofGo(t)}
	var others []Licence
	for _, system := range systems {
		cmd := exec.Command("go", "list", "-deps", "-json=Module", "adjudicate/cmd/adjudicate")
		cmd.Env = append(os.Environ(), "GOOS="+system, "CGO_ENABLED=0")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for dec := json.NewDecoder(bytes.NewReader(out)); ; {
			var p struct {
				Module *struct {
					Path, Version, Dir string
					Main               bool
				}
			}
			if err := dec.Decode(&p); errors.Is(err, io.EOF) {
				break
			} else if err != nil {
				t.Fatal(err)
			}
			m := p.Module
			if m == nil || m.Main || slices.ContainsFunc(others, func(l Licence) bool { return l.Module == m.Path }) {
				continue
			}
			others = append(others, Licence{m.Path, m.Version, textOf(t, m.Dir)})
		}
	}
	slices.SortFunc(others, func(a, b Licence) int { return strings.Compare(a.Module, b.Module) })
	return append(list, others...)
}

// ofGo is the licence of Go's library, from where Go is installed. Some systems keep it elsewhere; then what is known of it stands.
func ofGo(t *testing.T) Licence {
	t.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	dir := strings.TrimSpace(string(root))
	if _, err := os.Stat(filepath.Join(dir, "LICENSE")); err == nil {
		return Licence{Module: "go", Text: textOf(t, dir)}
	}
	for _, l := range All() {
		if l.Module == "go" {
			return l
		}
	}
	t.Fatalf("%s: no licence of Go", dir)
	return Licence{}
}

// textOf is what the files of a folder say that are named after a licence or a notice, in the order of their names.
func textOf(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var texts []string
	for _, e := range entries {
		name := strings.ToUpper(e.Name())
		if e.IsDir() || !slices.ContainsFunc([]string{"LICENSE", "LICENCE", "COPYING", "NOTICE"}, func(p string) bool { return strings.HasPrefix(name, p) }) {
			continue
		}
		text, err := os.ReadFile(filepath.Join(dir, e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, strings.Trim(strings.ReplaceAll(string(text), "\r\n", "\n"), "\n")+"\n")
	}
	if len(texts) == 0 {
		t.Errorf("%s: no licence", dir)
	}
	return strings.Join(texts, "\n")
}

func write(list []Licence) string {
	var b strings.Builder
	for _, l := range list {
		b.WriteString(strings.TrimSpace(mark+l.Module+" "+l.Version) + "\n\n" + l.Text + "\n")
	}
	return b.String()
}

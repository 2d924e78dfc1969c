package main

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"
	"zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// A corpus is one file of fixtures/hostile, whose README says what its fields mean.
type corpus struct {
	Base  string   // the good file that edits begin with
	Name  string   // what the file is called where the command reads it
	Given []string // commands that go before
	Run   string   // the command that reads the file
	Cases []hostile
}

type hostile struct {
	Case   string
	Edits  []edit
	Text   *string
	Files  map[string]string
	SQL    []string
	Run    string
	Status int
	Says   []string
	Writes bool // the command may leave something behind although its status is not 0
}

type edit struct {
	Line         int
	From, To     string
	Drop, Twice  bool
	Before, Then string
	Cut          int
	Repeat       int
}

// TestHostileFilesAreAnswered gives every file of the corpus to the command that reads its kind.
func TestHostileFilesAreAnswered(t *testing.T) {
	root, err := filepath.Abs("../../fixtures/hostile")
	if err != nil {
		t.Fatal(err)
	}
	lists, err := filepath.Glob(filepath.Join(root, "*.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	total := 0
	for _, path := range lists {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var c corpus
		if err := yaml.UnmarshalWithOptions(text, &c, yaml.Strict()); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		total += len(c.Cases)
		t.Run(strings.TrimSuffix(filepath.Base(path), ".yaml"), func(t *testing.T) {
			given := c.prepare(t, root)
			for _, h := range c.Cases {
				t.Run(h.Case, func(t *testing.T) { answer(t, given, &c, &h) })
			}
		})
	}
	if total < 200 {
		t.Errorf("the corpus holds %d files", total)
	}
}

// enter makes a folder with what is in another one, and goes there.
func enter(t *testing.T, from string) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("XDG_DATA_HOME", filepath.Join(dir, ".data"))
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, ".cache"))
	if err := os.CopyFS(dir, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ask runs a command line.
func (c *corpus) ask(t *testing.T, line string) (status int, said string) {
	t.Helper()
	ctx, stop := context.WithTimeout(t.Context(), time.Minute) // against hanging, not for speed
	defer stop()
	var out, errs bytes.Buffer
	status = run(ctx, strings.Fields(strings.ReplaceAll(line, "FILE", c.Name)), strings.NewReader(""), &out, &errs)
	if ctx.Err() != nil {
		t.Errorf("%s: does not end", line)
	}
	return status, out.String() + errs.String()
}

// prepare makes the folder with which every case begins.
func (c *corpus) prepare(t *testing.T, root string) string {
	t.Helper()
	dir := enter(t, filepath.Join(root, "good"))
	for _, line := range c.Given {
		if status, out := c.ask(t, line); status != 0 {
			t.Fatalf("%s: status %d\n%s", line, status, out)
		}
	}
	return dir
}

func answer(t *testing.T, given string, c *corpus, h *hostile) {
	dir := enter(t, given)
	h.lay(t, c, dir)
	before := standing(t, dir)
	line := c.Run
	if h.Run != "" {
		line = h.Run
	}
	status, out := c.ask(t, line)
	if status != h.Status {
		t.Errorf("status %d, not %d:\n%s", status, h.Status, shortly(out))
	}
	for _, part := range h.Says {
		if !strings.Contains(out, part) {
			t.Errorf("says nothing of %q:\n%s", part, shortly(out))
		}
	}
	if strings.Contains(out, "a fault of this program") {
		t.Errorf("a panic: %s", out)
	}
	for _, r := range out {
		if r < ' ' && r != '\n' && r != '\t' || r == 0x7f || r >= 0x80 && r < 0xa0 || r >= 0x202a && r <= 0x202e || r >= 0x2066 && r <= 0x2069 {
			t.Errorf("prints the control character %U:\n%q", r, shortly(out))
			break
		}
	}
	if len(out) > 64<<10 {
		t.Errorf("answers with %d bytes", len(out))
	}
	if h.Status != 0 && !h.Writes {
		for name, was := range standing(t, dir) {
			if before[name] != was {
				t.Errorf("%s has changed, or is new", name)
			}
		}
	}
}

// lay puts the file where the command finds it.
func (h *hostile) lay(t *testing.T, c *corpus, dir string) {
	t.Helper()
	path := filepath.Join(dir, c.Name)
	write := func(path string, text []byte) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, text := range h.Files {
		write(filepath.Join(path, name), []byte(text))
	}
	if len(h.Files) > 0 {
		return
	}
	var text []byte
	switch {
	case h.Text != nil:
		text = []byte(*h.Text)
	case c.Base != "":
		var err error
		if text, err = os.ReadFile(filepath.Join(dir, c.Base)); err != nil {
			t.Fatal(err)
		}
	}
	for i, e := range h.Edits {
		after, err := e.apply(text)
		if err != nil {
			t.Fatalf("edit %d: %v", i+1, err)
		}
		text = after
	}
	write(path, text)
	if len(h.SQL) == 0 {
		return
	}
	conn, err := sqlite.OpenConn(path, sqlite.OpenReadWrite)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	for _, s := range h.SQL {
		if err := sqlitex.ExecuteScript(conn, s, nil); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

func (e edit) apply(text []byte) ([]byte, error) {
	if e.Line == 0 {
		switch {
		case e.Cut > 0 && e.Cut < len(text):
			return text[:e.Cut], nil
		case e.Cut < 0 && -e.Cut < len(text):
			return text[:len(text)+e.Cut], nil
		case e.From != "" && bytes.Contains(text, []byte(e.From)):
			return bytes.ReplaceAll(text, []byte(e.From), []byte(strings.Repeat(e.To, max(1, e.Repeat)))), nil
		case e.From == "" && e.Cut == 0:
			return slicesOf([]byte(strings.Repeat(e.Before, max(1, e.Repeat))), text, []byte(strings.Repeat(e.Then, max(1, e.Repeat)))), nil
		}
		return nil, fmt.Errorf("%+v finds nothing", e)
	}
	lines := bytes.SplitAfter(text, []byte("\n"))
	at := e.Line - 1
	if e.Line < 0 {
		at = len(lines) - 1 + e.Line // the last line is empty
	}
	if at < 0 || at >= len(lines) {
		return nil, fmt.Errorf("there is no line %d", e.Line)
	}
	switch line := lines[at]; {
	case e.Drop:
		lines[at] = nil
	case e.Twice:
		lines[at] = bytes.Repeat(line, max(2, e.Repeat))
	case e.Before != "":
		lines[at] = slicesOf([]byte(strings.Repeat(e.Before, max(1, e.Repeat))), line)
	case e.From != "" && bytes.Contains(line, []byte(e.From)):
		lines[at] = bytes.Replace(line, []byte(e.From), []byte(strings.Repeat(e.To, max(1, e.Repeat))), 1)
	default:
		return nil, fmt.Errorf("%+v finds nothing", e)
	}
	return bytes.Join(lines, nil), nil
}

func slicesOf(parts ...[]byte) []byte { return bytes.Join(parts, nil) }

// standing returns what stands in a folder, apart from what the program may forget.
func standing(t *testing.T, dir string) map[string][sha256.Size]byte {
	t.Helper()
	all := map[string][sha256.Size]byte{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		if d.IsDir() {
			if name == ".cache" {
				return filepath.SkipDir
			}
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if !strings.HasSuffix(name, "-shm") && !strings.HasSuffix(name, "-wal") {
			all[name] = sha256.Sum256(text)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func shortly(out string) string {
	if len(out) > 600 {
		return out[:600] + "…"
	}
	return out
}

//go:build unix

package sqlite_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"
)

func init() { roles["look and append"] = lookAndAppend }

// lookAndAppend prints what opening a file, reading its head and appending to it come to.
func lookAndAppend(path string) int {
	told := func(what string, err error) {
		var unreachable *store.UnreachableError
		fmt.Printf("%s: unreachable %v: %v\n", what, errors.As(err, &unreachable), err)
	}
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		told("open", err)
		return 0
	}
	defer s.Close()
	head, err := s.Head(context.Background(), "s")
	if err != nil {
		told("head", err)
		return 0
	}
	_, err = s.Append(context.Background(), "s", head, storetest.Events("more", 1, 1))
	told("append", err)
	return 0
}

// asNobody prepares a second process in a role, for a user without special rights.
func asNobody(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	cmd := child(t, what, path)
	if os.Getuid() != 0 {
		return cmd
	}
	// The test binary's own folder is closed to others.
	program := filepath.Join(open(t), "program")
	content, err := os.ReadFile(cmd.Path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(program, content, 0o755); err != nil {
		t.Fatal(err)
	}
	cmd.Path = program
	cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}}
	return cmd
}

// open makes a folder that everybody may enter and write into.
func open(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, d := range []string{filepath.Dir(dir), dir} {
		if err := os.Chmod(d, 0o777); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestWhatMayNotBeReadOrWrittenIsNamed(t *testing.T) {
	for _, c := range []struct {
		name         string
		file, folder os.FileMode
		want         string
	}{
		{"a file that may not be read", 0o000, 0o777, "open: unreachable true: cannot use FILE: permission denied: this user cannot read it"},
		{"a file that may not be written", 0o444, 0o777, "append: unreachable true: cannot use FILE: it is write-protected"},
		{"a folder that may not be written", 0o666, 0o555, "open: unreachable true: cannot use FILE: its folder is write-protected, but an open ledger keeps a log beside it"},
		{"a folder that may not be entered", 0o666, 0o000, "open: unreachable true: cannot use FILE: cannot stat it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			content, err := os.ReadFile(ledgerFile(t))
			if err != nil {
				t.Fatal(err)
			}
			dir := open(t)
			path := filepath.Join(dir, "game.ledger")
			if err := os.WriteFile(path, content, 0o600); err != nil {
				t.Fatal(err)
			}
			if err := errors.Join(os.Chmod(path, c.file), os.Chmod(dir, c.folder)); err != nil {
				t.Fatal(err)
			}
			out, err := asNobody(t, "look and append", path).Output()
			if err := os.Chmod(dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(string(out), path, "FILE"); !strings.HasPrefix(got, c.want) {
				t.Errorf("told %q, want %q", got, c.want)
			}
			if err := os.Chmod(path, 0o600); err != nil {
				t.Fatal(err)
			}
			if after, err := os.ReadFile(path); err != nil || string(after) != string(content) {
				t.Errorf("the file was changed (%v)", err)
			}
		})
	}
}

func TestAFileReplacedUnderneathIsNotWrittenTo(t *testing.T) {
	ctx := context.Background()
	for _, c := range []struct {
		name    string
		replace func(path, other string) error
	}{
		{"by another ledger", func(path, other string) error { return os.Rename(other, path) }},
		{"by nothing", func(path, _ string) error { return os.Remove(path) }},
	} {
		t.Run(c.name, func(t *testing.T) {
			other := ledgerFile(t)
			s, path := create(t)
			if _, err := s.Append(ctx, "s", store.NoStream, storetest.Events("s", 1, 3)); err != nil {
				t.Fatal(err)
			}
			if err := c.replace(path, other); err != nil {
				t.Fatal(err)
			}
			_, err := s.Append(ctx, "s", 3, storetest.Events("s", 4, 1))
			var unreachable *store.UnreachableError
			if !errors.As(err, &unreachable) || unreachable.InDoubt || !strings.Contains(err.Error(), "was replaced or removed") {
				t.Errorf("got error %v, want one that names the replacement", err)
			}
		})
	}
}

package cmdline

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// configured is a line after two files, of the texts given, have been read.
func configured(t *testing.T, beside, own string, env map[string]string, words ...string) ([]string, error) {
	t.Helper()
	dir := t.TempDir()
	c := &Config{Flags: []string{"ledger", "store"}, Never: []string{"now"}, Paths: []string{"ledger"}, Groups: [][]string{{"ledger", "store"}}, Env: map[string][]string{"ledger": {"UMPIRE_LEDGER"}},
		Read: os.ReadFile, Join: func(file, path string) string {
			if filepath.IsAbs(path) {
				return path
			}
			return filepath.Join(filepath.Dir(file), path)
		}}
	for i, text := range []string{beside, own} {
		path := filepath.Join(dir, []string{"beside", "own"}[i], ConfigName)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if text != "" {
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		c.Files = append(c.Files, path)
	}
	p := program()
	line, err := c.Apply(p, p.Arrange(words), func(name string) string { return env[name] })
	for i := range line.Words {
		line.Words[i] = strings.ReplaceAll(line.Words[i], dir+string(filepath.Separator), "")
	}
	return line.Words, err
}

func TestAFileSetsWhatNeitherTheLineNorTheEnvironmentSays(t *testing.T) {
	for name, c := range map[string]struct {
		beside, own string
		env         map[string]string
		words       []string
		want        []string
	}{
		"nothing is set":                            {"", "", nil, []string{"play", "Red", "pass"}, []string{"play", "--", "Red", "pass"}},
		"a path is relative to its file":            {"ledger: a.ledger\n", "", nil, []string{"play", "x"}, []string{"play", "--ledger=beside/a.ledger", "--", "x"}},
		"a flag comes before the file":              {"ledger: a.ledger\n", "", nil, []string{"play", "--ledger", "b", "x"}, []string{"play", "--ledger=b", "--", "x"}},
		"the environment comes before the file":     {"ledger: a.ledger\n", "", map[string]string{"UMPIRE_LEDGER": "c"}, []string{"play", "x"}, []string{"play", "--", "x"}},
		"the nearer file comes before the other":    {"ledger: /a\n", "ledger: /b\n", nil, []string{"play"}, []string{"play", "--ledger=/a", "--"}},
		"the other one sets the rest":               {"", "ledger: /b\n", nil, []string{"play"}, []string{"play", "--ledger=/b", "--"}},
		"a command's own section comes first":       {"ledger: /a\nplay:\n  ledger: /b\n", "", nil, []string{"play"}, []string{"play", "--ledger=/b", "--"}},
		"another command's section does not matter": {"play:\n  ledger: /b\n", "", nil, []string{"log"}, []string{"log", "--"}},
		"one of a group sets the whole group":       {"store: s\n", "ledger: /b\n", nil, []string{"play"}, []string{"play", "--"}},
		"what a command does not have is left out":  {"ledger: /b\n", "", nil, []string{"version"}, []string{"version", "--"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := configured(t, c.beside, c.own, c.env, c.words...)
			if d := cmp.Diff(c.want, got); d != "" || err != nil {
				t.Errorf("%v %s", err, d)
			}
		})
	}
}

func TestAnUnknownKeyIsNamedWithItsLine(t *testing.T) {
	for text, says := range map[string]string{
		"# mine\nledgr: x\n":         `:2: unknown key "ledgr"`,
		"play:\n  now: 1998-10-05\n": `:2: unknown key "now"`,
		"play:\n  last: 3\n":         `:2: unknown key "last"`,
		"- ledger\n":                 ":1: expected names of flags",
		"ledger:\n  a: b\n":          ": expected a value of ledger",
		"ledger: [\n":                ConfigName,
	} {
		_, err := configured(t, text, "", nil, "play", "x")
		if err == nil || !strings.Contains(err.Error(), says) {
			t.Errorf("%q: %v, expected %q", text, err, says)
		}
	}
}

package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/urfave/cli/v2"
)

// published reads docs/schema/commands.json: the schema of each command.
func published(t *testing.T) (folder string, of map[string]string) {
	t.Helper()
	folder, err := filepath.Abs("../../docs/schema")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(folder, "commands.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &of); err != nil {
		t.Fatal(err)
	}
	return folder, of
}

// TestEveryCommandHasASchema walks all commands but "export", whose form is that of
// docs/format.md, "serve", "witness serve" and "shell", which print nothing of their own, "watch", which prints entries of "log" one by one, and the former spellings
// of others.
func TestEveryCommandHasASchema(t *testing.T) {
	_, of := published(t)
	var walk func(path string, list []*cli.Command)
	walk = func(path string, list []*cli.Command) {
		for _, c := range list {
			full := strings.TrimSpace(path + " " + c.Name)
			switch {
			case c.Hidden, full == "export", full == "serve", full == "witness serve", full == "shell", full == "watch":
			case len(c.Subcommands) > 0:
				walk(full, c.Subcommands)
			case of[full] == "":
				t.Errorf("docs/schema has no schema of %q", full)
			default:
				delete(of, full)
			}
		}
	}
	walk("", describedCommands())
	for command := range of {
		t.Errorf("docs/schema has a schema of %q, which is no command", command)
	}
}

// TestAnswersAreOfTheirSchemas runs commands over a season and holds what they print to the
// published schemas, and to those that forbid every further field.
func TestAnswersAreOfTheirSchemas(t *testing.T) {
	folder, of := published(t)
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("../../fixtures/season")); err != nil {
		t.Fatal(err)
	}
	newt := "number: 1230.90\nrevision: 0\ntitle: Newt\n"
	if err := os.WriteFile(filepath.Join(dir, "newt.yaml"), []byte(newt), 0o600); err != nil {
		t.Fatal(err)
	}
	t.Chdir(dir)
	t.Setenv("ADJUDICATE_LEDGER", filepath.Join(dir, "game.ledger"))
	t.Setenv("ADJUDICATE_KEY", "")
	tried := map[string]bool{}
	for _, line := range []string{
		"import autumn.season", "show", "show --at 742", "board", "weights --series", "list", "holdings", "knives", "log", "log --rejected",
		"ruling 743", "ruling 745", "explain 743", "explain --weights Lantern", "explain --check Garden --at 742", "blame q4", "blame weight Lantern",
		"blame list", "bisect --until 'turn = Lantern' --event", "bisect --words", "moves q14 --at 742", "analyse", "position",
		"rule check newt.yaml", "rule list", "rule show 1230.5", "rule log", "rule draw Rook", "rule diff 1230.5 1230.5", "interpret list", "interpret list gess-adjacent",
		"player list", "lot list", "dispute list", "dispute precedents", "edition list", "ledgers", "verify --quick",
		"readjudicate 'from 1803 repeal 1230.26' --point 1820", "whatif try a 'from 1803 repeal 1230.26'", "whatif try b 'from 1803 repeal 1230.25'",
		"whatif then b 'Lantern: pass'", "whatif show b --board", "whatif compare a b", "whatif list", "whatif discard a",
		"version", "licences", "completion bash", "system list", "system show partychess", "system check chess", "system new ours", "system test ours", "system export game.ledger theirs", "perft --betza k=K,r=W4 --fen 'r3k3/8/8/8/8/8/8/R3K3 w' --depth 2 --divide",
		"proof key --out umpire", "proof checkpoint --key umpire.key", "proof checkpoint --list", "proof prove 743 --out p", "proof check p --key umpire.pub",
		"backup b.ledger", "copy game.ledger c.ledger", "restore b.ledger --ledger r.ledger --quick",
		"dispute open 745 --by Odile --grounds x --now 1999-02-01", "dispute show D1 --no-stakes", "dispute argue D1 y --by Odile --now 1999-02-01",
		"rule repeal 1230.9 --preview --now 1999-02-02", "play Lantern pass --now 1999-02-03", "announce --now 1999-02-04", "tick --now 1999-02-05",
		"player add Zoe --now 1999-02-06", "player address Zoe zoe@example.org", "player forget Zoe",
		"readjudicate 'from 1803 repeal 1230.26' --adopt --now 1999-03-01", "edition list", "edition diff 1 2", "show --edition 1",
	} {
		words := splitLine(t, line)[0]
		command := words[0]
		if of[command] == "" {
			command += " " + words[1]
		}
		var out, errs bytes.Buffer
		if status := run(context.Background(), append(words, "--json"), nil, &out, &errs); status > statusIllegal {
			t.Errorf("%s ends with %d: %s", line, status, errs.String())
			continue
		}
		tried[of[command]] = true
		for _, strict := range []bool{false, true} {
			if err := fits(t, filepath.Join(folder, of[command]), strict, out.Bytes()); err != nil {
				t.Errorf("%s: not as %s says (strict: %t): %v\n%.300s", line, of[command], strict, err, out.String())
				break
			}
		}
	}
	t.Logf("%d schemas tried", len(tried))
	if len(tried) < 45 {
		t.Errorf("only %d schemas are tried", len(tried))
	}
}

// fits validates a document. Strict schemas allow no field that they do not name.
func fits(t *testing.T, path string, strict bool, document []byte) error {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	schema, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if strict {
		closeObjects(schema)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("mem:///schema", schema); err != nil {
		t.Fatal(err)
	}
	compiled, err := c.Compile("mem:///schema")
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(document))
	if err != nil {
		return err
	}
	return compiled.Validate(value)
}

// closeObjects lets the objects of a schema have no further fields.
func closeObjects(schema any) {
	switch x := schema.(type) {
	case map[string]any:
		if _, named := x["properties"]; named {
			x["additionalProperties"] = false
		}
		for _, v := range x {
			closeObjects(v)
		}
	case []any:
		for _, v := range x {
			closeObjects(v)
		}
	}
}

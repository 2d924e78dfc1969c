package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	"adjudicate/internal/testheap"
	"adjudicate/store/sqlite"
)

func TestMain(m *testing.M) {
	status := m.Run()
	if installed != "" {
		_ = os.RemoveAll(installed) // it lies in a folder for what is temporary
	}
	os.Exit(status)
}

// installed is the folder in which install has put the program, "" before the first call.
var installed string

// install returns the folder of the program as people run it. It is made once: it starts twice as quickly as the tests' own
// binary, and they start it some 1,500 times.
var install = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "adjudicate-test-")
	if err != nil {
		return "", err
	}
	installed = dir
	build := exec.Command("go", "build", "-buildvcs=false", "-o", filepath.Join(dir, name), ".")
	build.Dir = here
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build: %w\n%s", err, out)
	}
	return dir, nil
})

// here is the folder of the tests, whatever folder one of them changes to.
var here, _ = os.Getwd()

// TestScripts runs testdata/script: sessions at a shell, one file a command. Each begins in
// a folder of its own that holds base.season, a short game. Beside what testscript knows:
//
//	status N COMMAND…    runs a command that must end with exit status N
//	json PATH VALUE      standard output is one JSON document with that value, "*" for any
//	like FILE FILE       two files are the same, byte for byte
//	cut FILE COPY N      copies the first N bytes of a file
//	newer FILE COPY      copies a ledger with a schema of a later version
//	empty FILE           makes a ledger's file without a game
//	settle FILE COPY     waits until a copy that follows a ledger has all of its events
//	swap FILE OLD NEW COPY  copies a text with its first OLD replaced by NEW
//	flip FILE COPY       copies a ledger with one wrong byte in a row of it
func TestScripts(t *testing.T) {
	base, err := os.ReadFile("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	program, err := install()
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script",
		Setup: func(env *testscript.Env) error {
			env.Setenv("ROOT", root)
			env.Setenv("GOGC", testheap.Percent)
			env.Setenv("PATH", program+string(filepath.ListSeparator)+env.Getenv("PATH"))
			return os.WriteFile(filepath.Join(env.WorkDir, "base.season"), base, 0o644)
		},
		Cmds: map[string]func(ts *testscript.TestScript, neg bool, args []string){
			"status": expectStatus,
			"json":   expectJSON,
			"like":   expectLike,
			"cut":    cutFile,
			"newer":  newerFile,
			"swap":   swapText,
			"flip":   flipFile,
			"empty":  emptyLedger,
			"settle": settle,
			"policy": writePolicy,
		},
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
	})
}

// writePolicy writes p.policy: the first of some public keys is the log's, and two of the others have to cosign.
func writePolicy(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 3 {
		ts.Fatalf("usage: policy LOG WITNESS WITNESS...")
	}
	text, group := "log "+ts.ReadFile(args[0]), "group two 2"
	for _, file := range args[1:] {
		called := strings.TrimSuffix(file, ".pub")
		text += "witness " + called + " " + ts.ReadFile(file)
		group += " " + called
	}
	ts.Check(os.WriteFile(ts.MkAbs("p.policy"), []byte(text+group+"\nquorum two\n"), 0o644))
}

func expectStatus(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command…")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
	if out := ts.ReadFile("stderr"); strings.Contains(out, "goroutine ") {
		ts.Fatalf("a stack trace reached the user")
	}
}

// expectJSON walks a path such as "faults.0.clause" in standard output. "len" at its end
// counts a list.
func expectJSON(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: json PATH VALUE")
	}
	dec := json.NewDecoder(strings.NewReader(ts.ReadFile("stdout")))
	dec.UseNumber()
	var doc any
	ts.Check(dec.Decode(&doc))
	if _, err := dec.Token(); err != io.EOF {
		ts.Fatalf("something follows the JSON document")
	}
	for _, key := range strings.Split(args[0], ".") {
		switch at := doc.(type) {
		case map[string]any:
			value, ok := at[key]
			if !ok {
				if neg {
					return
				}
				ts.Fatalf("no field %s of %s", key, args[0])
			}
			doc = value
		case []any:
			if key == "len" {
				doc = json.Number(strconv.Itoa(len(at)))
				break
			}
			i, err := strconv.Atoi(key)
			if err != nil || i >= len(at) {
				ts.Fatalf("no element %s of %s", key, args[0])
			}
			doc = at[i]
		default:
			ts.Fatalf("%s: nothing to look into", args[0])
		}
	}
	text, err := json.Marshal(doc)
	ts.Check(err)
	got := string(text)
	if s, ok := doc.(string); ok {
		got = s
	}
	if (got == args[1] || args[1] == "*") == neg {
		ts.Fatalf("%s is %s, not %s", args[0], got, args[1])
	}
}

func expectLike(ts *testscript.TestScript, neg bool, args []string) {
	if len(args) != 2 {
		ts.Fatalf("usage: like FILE FILE")
	}
	if (ts.ReadFile(args[0]) == ts.ReadFile(args[1])) == neg {
		ts.Fatalf("%s and %s are not as expected", args[0], args[1])
	}
}

func emptyLedger(ts *testscript.TestScript, _ bool, args []string) {
	st, err := sqlite.Create(ts.MkAbs(args[0]), sqlite.Options{})
	ts.Check(err)
	ts.Check(st.Close())
}

func rewrite(ts *testscript.TestScript, args []string, change func([]byte) []byte) {
	data, err := os.ReadFile(ts.MkAbs(args[0]))
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), change(data), 0o644))
}

func cutFile(ts *testscript.TestScript, _ bool, args []string) {
	n, err := strconv.Atoi(args[2])
	ts.Check(err)
	rewrite(ts, args, func(b []byte) []byte { return b[:n] })
}

// newerFile raises the user version in the header of an SQLite file: bytes 60 to 63.
func newerFile(ts *testscript.TestScript, _ bool, args []string) {
	rewrite(ts, args, func(b []byte) []byte { b[63] += 7; return b })
}

// swapText replaces the first of a text in a file; $ as what is new takes what follows the
// text away.
func swapText(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 4 {
		ts.Fatalf("usage: swap FILE OLD NEW COPY")
	}
	before, after, ok := strings.Cut(ts.ReadFile(args[0]), args[1])
	if !ok {
		ts.Fatalf("%s does not hold %s", args[0], args[1])
	}
	text := before + args[2] + after
	if args[2] == "$" {
		text = before
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[3]), []byte(text), 0o644))
}

// flipFile changes a letter in the payload of an event.
func flipFile(ts *testscript.TestScript, _ bool, args []string) {
	rewrite(ts, args, func(b []byte) []byte {
		i := bytes.Index(b, []byte(`"payload":{"player":"Ann"`))
		if i < 0 {
			ts.Fatalf("the file does not hold what is to be changed")
		}
		b[i+len(`"payload":{"player":"`)] = 'a'
		return b
	})
}

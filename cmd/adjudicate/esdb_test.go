package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"adjudicate/store/esdb/esdbtest"
)

// within runs the program in the test's own process.
func within(t *testing.T, words ...string) (status int, out, errs string) {
	t.Helper()
	var o, e bytes.Buffer
	status = run(context.Background(), words, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

func TestALedgerOnAServerIsThatOfTheFile(t *testing.T) {
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Setenv("ADJUDICATE_DESK", filepath.Join(t.TempDir(), "desk"))
	c := esdbtest.New(t, esdbtest.Options{Secure: true, User: "umpire", Password: "s3cret"})
	address := c.URL("tlsCAFile=" + c.Authority.File(t))
	dir := t.TempDir()
	file, copied, back := filepath.Join(dir, "base.ledger"), filepath.Join(dir, "base.jsonl"), filepath.Join(dir, "back.jsonl")
	for _, words := range [][]string{
		{"import", "testdata/base.season", "--ledger", file},
		{"export", "--ledger", file, copied},
		{"import", copied, "--store", address},
		{"verify", "--store", address},
		{"export", "--store", address, back},
	} {
		if status, out, errs := within(t, words...); status != statusDone {
			t.Fatalf("%s: status %d\n%s%s", strings.Join(words, " "), status, out, errs)
		}
	}
	want, err := os.ReadFile(copied)
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(back)
	if err != nil {
		t.Fatal(err)
	}
	if len(want) == 0 || !bytes.Equal(want, got) {
		t.Errorf("the export of the server, %d bytes, is not that of the file, %d bytes", len(got), len(want))
	}
	if n := c.Loose(); n != 0 {
		t.Errorf("%d appends at no exact revision", n)
	}
}

func TestAddressesOfServersThatDoNotServe(t *testing.T) {
	c := esdbtest.New(t, esdbtest.Options{})
	gone := c.URL("patience=200ms")
	c.Stop()
	for _, x := range []struct {
		title, address string
		status         int
		want           string
	}{
		{"a server that is away", gone, statusStore, "connection refused"},
		{"a setting that is none", "esdb://localhost?tsl=true", statusUsage, `unknown setting "tsl"`},
		{"credentials in the open", "esdb://umpire:s3cret@localhost?tls=false", statusUsage, "only sent over TLS"},
	} {
		t.Run(x.title, func(t *testing.T) {
			status, _, errs := within(t, "show", "--store", x.address)
			if status != x.status || !strings.Contains(errs, x.want) {
				t.Errorf("status %d, want %d and %q:\n%s", status, x.status, x.want, errs)
			}
			if strings.Contains(errs, "s3cret") {
				t.Errorf("it shows the password: %s", errs)
			}
		})
	}
}

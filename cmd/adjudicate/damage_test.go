package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// full says that a campaign is to be run at length, as `make faults` does.
var full = os.Getenv("ADJUDICATE_FAULTS") != ""

// called runs the program in this process.
func called(args ...string) (status int, out, errs string) {
	var o, e bytes.Buffer
	status = run(context.Background(), args, strings.NewReader(""), &o, &e)
	return status, o.String(), e.String()
}

// told is what a message about a file that cannot be trusted says.
var told = regexp.MustCompile(`is damaged: |is not a ledger: |was written by a newer version: `)

// TestDamageAtAnyPageIsToldAndTheRestIsSalvaged zeroes each page of a ledger's file in turn,
// and changes one byte of each page in turn. A command then gives its answer as if nothing
// were wrong, because it did not need what is damaged, or ends with status 4 and says so.
// What is salvaged verifies and is how the ledger begins. Only each tenth page is tried here;
// make faults tries every page of a longer ledger.
func TestDamageAtAnyPageIsToldAndTheRestIsSalvaged(t *testing.T) {
	season, flips, pages, bytesOfHeader := "testdata/base.season", 1, 10, 21
	if full {
		season, flips, pages, bytesOfHeader = "../../fixtures/season/autumn.season", 4, 1, 1
	}
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole.ledger")
	if status, _, errs := called("import", season, "--ledger", whole); status != statusDone {
		t.Fatal(errs)
	}
	sound, err := os.ReadFile(whole)
	if err != nil {
		t.Fatal(err)
	}
	_, export, _ := called("export", "--ledger", whole)
	_, shown, _ := called("show", "--ledger", whole)
	events := strings.Count(export, "\n")
	const size = 4096
	random := rand.New(rand.NewPCG(12, 30))
	type count struct{ cases, unneeded, told, wholly, partly, nothing, events int }
	counts := map[string]*count{"zeroed": {}, "changed in one byte": {}, "changed in a byte of the header": {}}
	type damage struct {
		name string
		page int // from 0
		do   func(page []byte)
	}
	var list []damage
	for page := 0; page < len(sound)/size; page += pages {
		list = append(list, damage{"zeroed", page, func(page []byte) { clear(page) }})
		for range flips {
			list = append(list, damage{"changed in one byte", page, func(page []byte) {
				page[random.IntN(len(page))] ^= byte(1 + random.IntN(255))
			}})
		}
	}
	for at := 0; at < 100; at += bytesOfHeader {
		list = append(list, damage{"changed in a byte of the header", 0, func(page []byte) { page[at] ^= byte(1 + random.IntN(255)) }})
	}
	path := filepath.Join(dir, "broken.ledger")
	for _, d := range list {
		n := counts[d.name]
		n.cases++
		where := fmt.Sprintf("page %d %s", d.page+1, d.name)
		broken := bytes.Clone(sound)
		d.do(broken[d.page*size : d.page*size+size])
		if err := os.WriteFile(path, broken, 0o600); err != nil {
			t.Fatal(err)
		}
		verified, _, errs := called("verify", "--ledger", path)
		explained(t, where+": verify", verified, errs)
		status, out, errs := called("export", "--ledger", path)
		explained(t, where+": export", status, errs)
		if status == statusDone && out != export || verified == statusDone && status != statusDone {
			t.Errorf("%s: verify ended with status %d, export with %d and other text than the original's", where, verified, status)
		}
		status, out, errs = called("show", "--ledger", path)
		explained(t, where+": show", status, errs)
		if status == statusDone && out != shown {
			t.Errorf("%s: show says something else than of the original", where)
		}
		if verified == statusDone {
			n.unneeded++
		} else {
			n.told++
		}

		got := salvaged(t, where, path, export)
		n.events += got
		switch got {
		case events:
			n.wholly++
		case 0:
			n.nothing++
		default:
			n.partly++
		}
		if verified == statusDone && got != events {
			t.Errorf("%s: it verifies, and %d of %d events were salvaged", where, got, events)
		}
		if after, err := os.ReadFile(path); err != nil || !bytes.Equal(after, broken) {
			t.Errorf("%s: the file was changed (%v)", where, err)
		}
	}
	for _, name := range []string{"zeroed", "changed in one byte", "changed in a byte of the header"} {
		n := counts[name]
		t.Logf("a page %s: %d cases: %d without consequence, %d told with status 4; salvaged wholly %d, in part %d, nothing %d; %.1f%% of all events",
			name, n.cases, n.unneeded, n.told, n.wholly, n.partly, n.nothing, 100*float64(n.events)/float64(n.cases*events))
		if n.told == 0 || n.partly+n.wholly == 0 {
			t.Errorf("a page %s: %+v: the campaign has shown nothing", name, n)
		}
	}
}

// explained fails unless a command ended well, or with status 4 and words that say why.
func explained(t *testing.T, what string, status int, errs string) {
	t.Helper()
	if status == statusDone && errs == "" {
		return
	}
	if status != statusStore || !told.MatchString(errs) || strings.Contains(errs, "internal error") {
		t.Errorf("%s: status %d, told %q", what, status, errs)
	}
}

// salvaged runs salvage on a file and returns how many events came of it. They verify and
// are the beginning of the export, or there are none and the reason is told.
func salvaged(t *testing.T, where, path, export string) (events int) {
	t.Helper()
	to := filepath.Join(filepath.Dir(path), "salvaged.ledger")
	defer os.Remove(to)
	status, out, errs := called("salvage", path, "--to", to, "--json")
	switch status {
	case statusStore:
		if _, err := os.Stat(to); err == nil || !strings.Contains(errs, "nothing to recover: ") {
			t.Errorf("%s: salvage told %q, file there: %v", where, errs, err == nil)
		}
		return 0
	case statusDone, statusIllegal:
	default:
		t.Errorf("%s: salvage ended with status %d: %s", where, status, errs)
		return 0
	}
	var v struct {
		Events  int
		LeftOut *struct{ Why string } `json:"left_out"`
	}
	if err := json.Unmarshal([]byte(out), &v); err != nil {
		t.Fatalf("%s: %v", where, err)
	}
	if (v.LeftOut != nil) != (status == statusIllegal) || v.LeftOut != nil && v.LeftOut.Why == "" {
		t.Errorf("%s: status %d with %s", where, status, out)
	}
	if status, out, errs := called("verify", "--ledger", to); status != statusDone {
		t.Errorf("%s: what was salvaged does not verify: status %d\n%s%s", where, status, out, errs)
	}
	_, again, _ := called("export", "--ledger", to)
	if n := strings.Count(again, "\n"); n != v.Events || !strings.HasPrefix(export, again) {
		t.Errorf("%s: %d events were salvaged, %d are there, or others than the original's", where, v.Events, n)
	}
	return v.Events
}

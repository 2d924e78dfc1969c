package played

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
)

// printing has the test below print its sums for another process that compares them.
const printing = "ADJUDICATE_PRINT_SUMS"

// sums are hashes of all events and of the last state of every season, and of games with changing rules, a line each.
func sums(t *testing.T) (lines []string) {
	t.Helper()
	list, err := filepath.Glob("../../fixtures/season/*.season")
	more, err2 := filepath.Glob("../../systems/*/seasons/*.season")
	if err != nil || err2 != nil || len(list) == 0 || len(more) == 0 {
		t.Fatal("no seasons", err, err2)
	}
	for _, path := range append(list, more...) {
		lines = append(lines, sum(t, filepath.Base(path), Season(t, path)))
	}
	for seed := range uint64(2) {
		_, list := Game(t, seed+1, 60, 10)
		lines = append(lines, sum(t, fmt.Sprint("game ", seed+1), list))
	}
	return lines
}

func sum(t *testing.T, name string, list []events.Envelope) string {
	t.Helper()
	h, s := sha256.New(), aggregate.NewState()
	for i := range list {
		text, err := events.Encode(&list[i])
		if err != nil {
			t.Fatal(err)
		}
		h.Write(text)
		if err := history.Fold(s, &list[i]); err != nil {
			t.Fatal(err)
		}
	}
	text, err := s.Snapshot(nil)
	if err != nil {
		t.Fatal(err)
	}
	state := sha256.Sum256(text)
	return fmt.Sprintf("%s: %d events %s, state %s", name, len(list), hex.EncodeToString(h.Sum(nil)[:12]), hex.EncodeToString(state[:12]))
}

// TestGamesAreTheSameEachTime plays every season and some games twice, ids included.
func TestGamesAreTheSameEachTime(t *testing.T) {
	lines := sums(t)
	if os.Getenv(printing) != "" {
		for _, line := range lines {
			fmt.Println("sum", line)
		}
		return
	}
	if diff := cmp.Diff(lines, sums(t)); diff != "" {
		t.Errorf("the second time (-first +second):\n%s", diff)
	}
}

// TestGamesAreTheSameOnArm64 plays them on a processor of another kind, which qemu emulates: make test-arm64. Where that is not installed it is a failure.
func TestGamesAreTheSameOnArm64(t *testing.T) {
	if os.Getenv("ADJUDICATE_ARM64") == "" {
		t.Skip("compiles everything anew for another processor: make test-arm64")
	}
	qemu, err := exec.LookPath("qemu-aarch64")
	if err != nil {
		if qemu, err = exec.LookPath("qemu-aarch64-static"); err != nil {
			t.Fatal("qemu is missing: apt-get install qemu-user")
		}
	}
	program := filepath.Join(t.TempDir(), "played.test")
	build := exec.Command("go", "test", "-c", "-o", program, ".")
	build.Env = append(os.Environ(), "GOARCH=arm64", "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cmd := exec.Command(qemu, program, "-test.run", "^TestGamesAreTheSameEachTime$")
	cmd.Env = append(os.Environ(), printing+"=1")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	var there []string
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(line, "sum "); ok {
			there = append(there, strings.TrimSpace(text))
		}
	}
	if diff := cmp.Diff(sums(t), there); diff != "" {
		t.Errorf("on arm64 (-here +there):\n%s", diff)
	}
	for _, line := range there {
		t.Log(line)
	}
}

package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
	"adjudicate/ledger"
	"adjudicate/store/sqlite"

	zombie "zombiezen.com/go/sqlite"
	"zombiezen.com/go/sqlite/sqlitex"
)

// writingFor is for how long writers write: three seconds, or what ADJUDICATE_WRITERS says.
func writingFor(t *testing.T) time.Duration {
	text := os.Getenv("ADJUDICATE_WRITERS")
	if text == "" {
		return 3 * time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// attempt is one command of a writer: who was to be added, and what it ended with.
type attempt struct {
	Who      string
	Status   int
	Sequence uint64 // of the input, if it was written
	Told     string // on standard error
}

// writeAs is what a writer does in a process of its own: one command after the other, each as
// from a shell, until its standard input ends. A guest whose turn was lost comes again.
func writeAs(writer string) {
	over := make(chan struct{})
	go func() {
		_, _ = io.Copy(io.Discard, os.Stdin)
		close(over)
	}()
	out := json.NewEncoder(os.Stdout)
	for i := 0; ; {
		select {
		case <-over:
			return
		default:
		}
		a := attempt{Who: fmt.Sprintf("Guest-%s-%d", writer, i)}
		var said, errs bytes.Buffer
		a.Status = run(context.Background(), []string{"player", "add", a.Who, "--json"}, nil, &said, &errs)
		if a.Status == statusDone {
			var v struct{ Sequence uint64 }
			if err := json.Unmarshal(said.Bytes(), &v); err != nil {
				a.Told = err.Error()
			}
			a.Sequence = v.Sequence
			i++
		} else {
			a.Told = errs.String()
		}
		if err := out.Encode(a); err != nil {
			return
		}
	}
}

// TestTenWritersAtOneLedger lets ten processes write to one ledger at the same time, each
// command as from a shell. Beside them others read it, one of them in a single transaction
// for as long as they write; one follows it, and backups are made and restored. In the end every acknowledged input stands in the ledger once, where its writer was told that it
// stands, every other was told of the conflict and left no trace, and whatever was read,
// followed or backed up is the beginning of the ledger.
func TestTenWritersAtOneLedger(t *testing.T) {
	if as := os.Getenv("ADJUDICATE_WRITES_AS"); as != "" {
		writeAs(as)
		os.Exit(0)
	}
	const writers = 10
	dir := baseLedger(t)
	path := filepath.Join(dir, defaultPlace)
	before := inputsOf(t, path)
	finish := beginToRead(t, path)
	follower := program(t, dir, "follow", defaultPlace, "audit.ledger", "--every", "50ms")
	if err := follower.Start(); err != nil {
		t.Fatal(err)
	}

	attempts := make([][]attempt, writers)
	var all sync.WaitGroup
	var ends []io.Closer
	for w := range writers {
		cmd, end, lines := startWriter(t, dir, w)
		ends = append(ends, end)
		all.Go(func() {
			for lines.Scan() {
				var a attempt
				if err := json.Unmarshal(lines.Bytes(), &a); err != nil {
					t.Errorf("writer %d said %q: %v", w, lines.Text(), err)
					return
				}
				attempts[w] = append(attempts[w], a)
			}
			if err := cmd.Wait(); err != nil {
				t.Errorf("writer %d: %v", w, err)
			}
		})
	}
	saved := readAndSave(t, dir, writingFor(t))
	for _, end := range ends {
		if err := end.Close(); err != nil {
			t.Error(err)
		}
	}
	all.Wait()
	finish()

	wrote, lost := judgeAttempts(t, attempts, inputsOf(t, path)[len(before):])
	if _, inputs := verified(t, dir); inputs != len(before)+wrote {
		t.Errorf("%d inputs were verified, want %d and %d more", inputs, len(before), wrote)
	}
	whole := exportOf(t, dir, defaultPlace)
	for i, text := range saved {
		if !bytes.HasPrefix(whole, bytes.TrimSuffix(text, []byte("\n"))) {
			t.Errorf("what was read or saved as number %d is not the beginning of the ledger", i+1)
		}
	}
	if err := follower.Process.Signal(os.Interrupt); err != nil {
		t.Fatal(err)
	}
	if err := follower.Wait(); err != nil {
		t.Errorf("follow: %v", err)
	}
	if out, err := program(t, dir, "copy", defaultPlace, "audit.ledger").CombinedOutput(); err != nil {
		t.Errorf("the followed copy: %v\n%s", err, out)
	}
	if !bytes.Equal(whole, exportOf(t, dir, "audit.ledger")) {
		t.Error("the followed copy is not the ledger")
	}
	t.Logf("%d inputs written and %d conflicts told in %s; %d readings and backups", wrote, lost, writingFor(t), len(saved))
}

// startWriter starts a writer, which ends when end is closed.
func startWriter(t *testing.T, dir string, w int) (cmd *exec.Cmd, end io.Closer, lines *bufio.Scanner) {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd = exec.Command(self, "-test.run", "^"+t.Name()+"$")
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), fmt.Sprintf("ADJUDICATE_WRITES_AS=%d", w))
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	return cmd, in, bufio.NewScanner(out)
}

// judgeAttempts holds what the writers were told against the inputs that they left.
func judgeAttempts(t *testing.T, attempts [][]attempt, inputs []events.Envelope) (wrote, lost int) {
	t.Helper()
	at := map[string][]uint64{} // where the ledger has each guest
	for _, e := range inputs {
		p, ok := e.Payload.(events.PlayerRegistered)
		if !ok {
			t.Errorf("event %d is %s, which nobody wrote", e.Sequence, e.Type)
		}
		at[p.Player] = append(at[p.Player], e.Sequence)
	}
	for w, list := range attempts {
		last := uint64(0)
		for _, a := range list {
			switch {
			case a.Status == statusConflict:
				lost++
				if !strings.Contains(a.Told, "has moved on") {
					t.Errorf("writer %d was told %q of a conflict", w, a.Told)
				}
			case a.Status != statusDone || a.Told != "":
				t.Errorf("writer %d ended with status %d: %s", w, a.Status, a.Told)
			default:
				wrote++
				if d := cmp.Diff([]uint64{a.Sequence}, at[a.Who]); d != "" {
					t.Errorf("%s (-told +in the ledger):\n%s", a.Who, d)
				}
				if a.Sequence <= last {
					t.Errorf("%s stands at %d, before the one that its writer wrote first", a.Who, a.Sequence)
				}
				last = a.Sequence
			}
		}
		if len(list) == 0 {
			t.Errorf("writer %d did nothing", w)
		}
	}
	if len(inputs) != wrote || wrote == 0 {
		t.Errorf("%d inputs are in the ledger, %d were acknowledged", len(inputs), wrote)
	}
	return wrote, lost
}

func inputsOf(t *testing.T, path string) []events.Envelope {
	t.Helper()
	var list []events.Envelope
	withLedger(t, path, func(st *sqlite.Store, name string) {
		for e, err := range ledger.Events(context.Background(), st, name, 1) {
			if err != nil {
				t.Fatal(err)
			}
			if events.IsInput(e.Payload.Kind()) {
				list = append(list, e)
			}
		}
	})
	return list
}

func withLedger(t *testing.T, path string, do func(st *sqlite.Store, name string)) {
	t.Helper()
	st, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	names, err := st.Streams(context.Background())
	if err != nil || len(names) != 1 {
		t.Fatalf("%q, error %v", names, err)
	}
	do(st, names[0])
}

func exportOf(t *testing.T, dir, path string) []byte {
	t.Helper()
	out, err := program(t, dir, "export", "--ledger", path).Output()
	if err != nil {
		t.Fatalf("export: %v", err)
	}
	return out
}

// readAndSave reads the ledger and makes backups of it, over and over, and returns the
// exports of what it got.
func readAndSave(t *testing.T, dir string, d time.Duration) (saved [][]byte) {
	t.Helper()
	for n, end := 0, time.Now().Add(d); time.Now().Before(end); n++ {
		saved = append(saved, exportOf(t, dir, defaultPlace))
		backup := fmt.Sprintf("backup-%d.ledger", n)
		if out, err := program(t, dir, "backup", backup).CombinedOutput(); err != nil {
			t.Fatalf("backup: %v\n%s", err, out)
		}
		restored := fmt.Sprintf("restored-%d.ledger", n)
		if out, err := program(t, dir, "restore", backup, "--ledger", restored).CombinedOutput(); err != nil {
			t.Fatalf("restore: %v\n%s", err, out)
		}
		saved = append(saved, exportOf(t, dir, restored))
		for _, name := range []string{backup, restored} {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Error(err)
			}
		}
	}
	return saved
}

// beginToRead opens a reading transaction, the longest that a reader can take: what it sees
// stays as it is until finish, which says whether it did.
func beginToRead(t *testing.T, path string) (finish func()) {
	t.Helper()
	conn, err := zombie.OpenConn(path, zombie.OpenReadOnly)
	if err != nil {
		t.Fatal(err)
	}
	count := func() int {
		n, err := sqlitex.ResultInt(conn.Prep("SELECT COUNT(*) FROM events"))
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := sqlitex.ExecuteTransient(conn, "BEGIN", nil); err != nil {
		t.Fatal(err)
	}
	had := count()
	return func() {
		if now := count(); now != had {
			t.Errorf("a reader that began with %d events has %d of them at its end", had, now)
		}
		if err := conn.Close(); err != nil {
			t.Error(err)
		}
	}
}

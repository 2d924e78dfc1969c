package sqlite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"
	"time"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"

	"github.com/google/go-cmp/cmp"
)

// The test binary runs itself as a second process: role names what that process does, and
// its one argument is the file.
const role = "ADJUDICATE_STORE_TEST_ROLE"

var roles = map[string]func(path string) int{
	"append for ever":          appendForEver,
	"append one at revision 0": appendOnce,
	"hold the lock":            holdLock,
	"contend":                  contend,
}

func TestMain(m *testing.M) {
	what, given := os.LookupEnv(role)
	if !given {
		os.Exit(m.Run())
	}
	os.Exit(roles[what](os.Args[1]))
}

// child prepares a second process in a role.
func child(t *testing.T, what, path string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, path)
	cmd.Env = append(os.Environ(), role+"="+what)
	cmd.Stderr = os.Stderr
	return cmd
}

// batch is how many events appendForEver appends behind a revision.
func batch(head store.Revision) int { return 1 + int(head*7%60) }

func appendForEver(path string) int {
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	ctx := context.Background()
	head, err := s.Head(ctx, "s")
	for err == nil {
		head, err = s.Append(ctx, "s", head, storetest.Events("s", int(head)+1, batch(head)))
		if err == nil {
			_, err = fmt.Println(uint64(head))
		}
	}
	fmt.Fprintln(os.Stderr, err)
	return 1
}

func TestAKilledProcessLosesNoAcknowledgedEvent(t *testing.T) {
	path := filepath.Join(t.TempDir(), "game.ledger")
	s, err := sqlite.Create(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	random := rand.New(rand.NewPCG(1230, 2))
	ctx := context.Background()
	for round := range 12 {
		cmd := child(t, "append for ever", path)
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		lines := bufio.NewScanner(out)
		if !lines.Scan() {
			t.Fatalf("round %d: the appending process said nothing", round)
		}
		time.AfterFunc(time.Duration(random.IntN(60_000))*time.Microsecond, func() { cmd.Process.Kill() })
		acknowledged := lines.Text()
		for lines.Scan() {
			acknowledged = lines.Text()
		}
		cmd.Wait()
		promised, err := strconv.ParseUint(acknowledged, 10, 64)
		if err != nil {
			t.Fatal(err)
		}

		s, err := sqlite.Open(path, sqlite.Options{})
		if err != nil {
			t.Fatalf("round %d: reopening: %v", round, err)
		}
		if err := s.Check(ctx); err != nil {
			t.Errorf("round %d: checking: %v", round, err)
		}
		var head store.Revision
		want := store.Recorded{}
		for r, err := range s.Read(ctx, "s", 1) {
			if err != nil {
				t.Fatalf("round %d: behind %s: %v", round, head, err)
			}
			head++
			want = store.Recorded{Event: storetest.Events("s", int(head), 1)[0], Revision: head}
			if d := cmp.Diff(want, r); d != "" {
				t.Fatalf("round %d (-want +got):\n%s", round, d)
			}
		}
		if uint64(head) < promised {
			t.Errorf("round %d: revision %d was acknowledged, the stream ends at %d", round, promised, head)
		}
		end := store.NoStream
		for end < head {
			end += store.Revision(batch(end))
		}
		if end != head {
			t.Errorf("round %d: the stream ends at %d, in the middle of an append that goes to %d", round, head, end)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func appendOnce(path string) int {
	s, err := sqlite.Open(path, sqlite.Options{})
	if err == nil {
		_, err = s.Append(context.Background(), "s", store.NoStream, storetest.Events("late", 1, 1))
		s.Close()
	}
	fmt.Print(err)
	return 0
}

func TestASecondProcessWithAStaleRevisionGetsAConflict(t *testing.T) {
	s, path := create(t)
	held := storetest.Events("first", 1, 3)
	if _, err := s.Append(context.Background(), "s", store.NoStream, held); err != nil {
		t.Fatal(err)
	}
	out, err := child(t, "append one at revision 0", path).Output()
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(`stream "s" has moved on: expected no stream, found revision 3`, string(out)); d != "" {
		t.Errorf("what the second process was told (-want +got):\n%s", d)
	}
	if head, err := s.Head(context.Background(), "s"); head != 3 || err != nil {
		t.Errorf("got head %s and error %v, want revision 3", head, err)
	}
}

// eachWriter is how many events each of several competing processes appends.
const eachWriter = 80

func contend(path string) int {
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	defer s.Close()
	name := fmt.Sprint("writer ", os.Getpid())
	for n, head := 0, store.NoStream; n < eachWriter; {
		at, err := s.Append(context.Background(), "s", head, storetest.Events(name, n, 2))
		var conflict *store.ConflictError
		switch {
		case err == nil:
			head, n = at, n+2
		case errors.As(err, &conflict) && conflict.Found > head:
			head = conflict.Found
		default:
			fmt.Fprintln(os.Stderr, err)
			return 1
		}
	}
	return 0
}

func TestCompetingProcessesLoseAndMixNothing(t *testing.T) {
	s, path := create(t)
	writers := make([]*exec.Cmd, 3)
	for i := range writers {
		writers[i] = child(t, "contend", path)
		if err := writers[i].Start(); err != nil {
			t.Fatal(err)
		}
	}
	next := map[string]int{}
	for _, w := range writers {
		if err := w.Wait(); err != nil {
			t.Errorf("a writer failed: %v", err)
		}
		next[fmt.Sprint("writer ", w.Process.Pid)] = 0
	}
	last, total := "", 0
	for r, err := range s.Read(context.Background(), "s", 1) {
		if err != nil {
			t.Fatal(err)
		}
		total++
		found := ""
		for name, n := range next {
			if r.ID == storetest.Events(name, n, 1)[0].ID {
				found = name
			}
		}
		if found == "" || total%2 == 0 && found != last {
			t.Fatalf("%s holds %s, which is nobody's next event or splits an append", r.Revision, r.Data)
		}
		next[found]++
		last = found
	}
	if total != len(writers)*eachWriter {
		t.Errorf("read %d events, want %d", total, len(writers)*eachWriter)
	}
}

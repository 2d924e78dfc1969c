//go:build unix

package sqlite_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"adjudicate/store"
	"adjudicate/store/sqlite"
	"adjudicate/store/storetest"

	"github.com/google/go-cmp/cmp"
)

func init() { roles["append until nothing fits"] = appendUntilFull }

// appendUntilFull appends with files limited to a size, as a full disk would limit them. It
// prints each acknowledged revision, then the type of the error and what the store holds.
func appendUntilFull(path string) int {
	s, err := sqlite.Open(path, sqlite.Options{})
	if err != nil {
		fmt.Println(err)
		return 1
	}
	signal.Ignore(syscall.SIGXFSZ)
	limit := syscall.Rlimit{Cur: 256 << 10, Max: 256 << 10}
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err != nil {
		fmt.Println(err)
		return 1
	}
	ctx := context.Background()
	head := store.NoStream
	for err == nil {
		fmt.Println(uint64(head))
		head, err = s.Append(ctx, "s", head, storetest.Events("s", int(head)+1, batch(head)))
	}
	var unreachable *store.UnreachableError
	fmt.Println("unreachable:", errors.As(err, &unreachable), err)
	head, err = s.Head(ctx, "s")
	fmt.Println("held:", uint64(head), err)
	return 0
}

func TestAFullDiskLosesNothingAcknowledged(t *testing.T) {
	s, path := create(t)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	out, err := child(t, "append until nothing fits", path).Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	acknowledged := uint64(0)
	var rest []string
	for lines := bufio.NewScanner(strings.NewReader(string(out))); lines.Scan(); {
		if n, err := strconv.ParseUint(lines.Text(), 10, 64); err == nil {
			acknowledged = n
		} else {
			rest = append(rest, lines.Text())
		}
	}
	if acknowledged == 0 || len(rest) != 2 {
		t.Fatalf("the appending process said:\n%s", out)
	}
	if !strings.HasPrefix(rest[0], "unreachable: true cannot use "+path+": the disk") {
		t.Errorf("got %q, want an unreachable store and its disk named", rest[0])
	}
	if d := cmp.Diff(fmt.Sprintf("held: %d <nil>", acknowledged), rest[1]); d != "" {
		t.Errorf("after the failure (-want +got):\n%s", d)
	}

	s, err = sqlite.Open(path, sqlite.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Check(context.Background()); err != nil {
		t.Error(err)
	}
	if head, err := s.Head(context.Background(), "s"); uint64(head) != acknowledged || err != nil {
		t.Errorf("reopened: got %s and error %v, want revision %d", head, err, acknowledged)
	}
	if _, err := s.Append(context.Background(), "s", store.Revision(acknowledged), storetest.Events("s", int(acknowledged)+1, 1)); err != nil {
		t.Errorf("appending once there is room: %v", err)
	}
}

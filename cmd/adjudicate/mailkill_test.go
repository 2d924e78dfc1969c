package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"adjudicate/internal/tray"
	"adjudicate/ledger/people"
	"adjudicate/ledger/place"
)

// TestKillsAmidMailsLoseAndRepeatNothing kills a process that takes a mailbox at random moments, and gives the mailbox again until it has been taken
// whole: every play is in the ledger once, every other mail in the tray once, and owed one answer.
func TestKillsAmidMailsLoseAndRepeatNothing(t *testing.T) {
	const box, plays, talks = "box.mbox", 12, 4
	if os.Getenv("ADJUDICATE_WRITER") != "" {
		os.Exit(run(context.Background(), []string{"mail", "take", box, "--now", "1998-10-07T20:00:00Z"}, nil, os.Stdout, os.Stderr))
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := baseLedger(t)
	var text strings.Builder
	begin := time.Date(1998, 10, 7, 9, 0, 0, 0, time.UTC)
	for n := range plays + talks {
		from, body := "ann", []string{"Rt17-t16", "Rt16-t17"}[n/2%2]
		if n%2 == 1 {
			from, body = "bob", []string{"Ra5-a6", "Ra6-a5"}[n/2%2]
		}
		if n >= plays {
			body = fmt.Sprintf("This is talk %d.", n)
		}
		fmt.Fprintf(&text, "From %[1]s@example.org Wed Oct  7 10:00:00 1998\nFrom: %[1]s@example.org\nDate: %[2]s\nMessage-ID: <%[3]d@example.org>\n\n%[4]s\n\n",
			from, begin.Add(time.Duration(n)*time.Minute).Format(time.RFC1123Z), n, body)
	}
	if err := os.WriteFile(filepath.Join(dir, box), []byte(text.String()), 0o600); err != nil {
		t.Fatal(err)
	}
	_, before := verified(t, dir)
	random := rand.New(rand.NewPCG(1230, 13))
	kills, patience := 0, float64(20*time.Millisecond)
	for done := false; !done; {
		cmd := exec.Command(self, "-test.run", "^"+t.Name()+"$")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "ADJUDICATE_WRITER=1")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		// The first is killed before it can have taken much, however fast the machine is; the others live longer and longer, until one
		// comes to its end, however slow it is.
		kill := time.AfterFunc(time.Duration(patience*(0.5+random.Float64())), func() { _ = cmd.Process.Kill() })
		patience *= 1 + 1.5/float64(rounds(5))
		err := cmd.Wait()
		kill.Stop()
		var exit *exec.ExitError
		switch {
		case err == nil:
			done = true
		case errors.As(err, &exit) && exit.ExitCode() == -1:
			kills++
		default:
			t.Fatalf("after %d kills: %v", kills, err)
		}
	}
	if _, now := verified(t, dir); now-before != plays {
		t.Errorf("%d plays are in the ledger, want %d, after %d kills", now-before, plays, kills)
	}
	if kills == 0 {
		t.Error("nothing was killed")
	}
	where := filepath.Join(dir, "adjudicate.ledger")
	laid, err := tray.List(place.Tray(where))
	if err != nil && !errors.Is(err, fs.ErrNotExist) || len(laid) != talks {
		t.Errorf("%d mails lie in the tray, want %d: %v", len(laid), talks, err)
	}
	st, err := (&place.Host{Engine: "test"}).Open(t.Context(), where)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	known, err := st.Mails(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	owed := 0
	for _, m := range known.List {
		if m.Answer != nil {
			owed++
		}
		if m.Made != people.MailRuled && m.Made != people.MailTray {
			t.Errorf("a mail is left as %q", m.Made)
		}
	}
	if len(known.List) != plays+talks || owed != talks {
		t.Errorf("%d mails are noted and %d answers owed, want %d and %d", len(known.List), owed, plays+talks, talks)
	}
	t.Logf("%d kills", kills)
}

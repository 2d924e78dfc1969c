package imap

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-imap/v2"
	"github.com/emersion/go-imap/v2/imapclient"
	"github.com/emersion/go-imap/v2/imapserver"
	"github.com/emersion/go-imap/v2/imapserver/imapmemserver"

	"adjudicate/ledger/post"
)

const user, secret = "office", "s3cret"

// inMemory starts a server in the process.
func inMemory(t *testing.T) string {
	t.Helper()
	mem := imapmemserver.New()
	u := imapmemserver.NewUser(user, secret)
	if err := u.Create("INBOX", nil); err != nil {
		t.Fatal(err)
	}
	mem.AddUser(u)
	srv := imapserver.New(&imapserver.Options{NewSession: func(*imapserver.Conn) (imapserver.Session, *imapserver.GreetingData, error) {
		return mem.NewSession(), nil, nil
	},
		InsecureAuth: true, Caps: imap.CapSet{imap.CapIMAP4rev1: {}, imap.CapIdle: {}}})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { _ = srv.Serve(l) }()
	t.Cleanup(func() { srv.Close() })
	return l.Addr().String()
}

// dovecot starts Debian's server as this user, with a configuration of its own.
func dovecot(t *testing.T) string {
	t.Helper()
	program, err := exec.LookPath("/usr/sbin/dovecot")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no dovecot: scripts/mailservers.sh installs it")
		}
		t.Skip("no dovecot here")
	}
	dir, err := os.MkdirTemp("", "dovecot")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := l.Addr().(*net.TCPAddr).Port
	l.Close()
	out, err := exec.Command("id", "-un").Output()
	me := strings.TrimSpace(string(out))
	login, internal, owner := me, me, me
	if err != nil || me == "root" { // who signs in, and whose mails these are, must not be root
		login, internal, owner = "dovenull", "dovecot", "mail"
	}
	config := fmt.Sprintf(`protocols = imap
base_dir = %[1]s/run
state_dir = %[1]s/state
log_path = %[1]s/log
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
default_internal_user = %[2]s
default_internal_group = %[3]s
default_login_user = %[6]s
first_valid_uid = 0
mail_location = maildir:%[1]s/mail/%%u
passdb {
  driver = static
  args = password=%[4]s
}
userdb {
  driver = static
  args = uid=%[7]s gid=%[8]s home=%[1]s/mail/%%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = %[5]d
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
service stats {
  chroot =
}
`, dir, internal, groupOf(internal), secret, port, login, owner, groupOf(owner))
	path := filepath.Join(dir, "dovecot.conf")
	for _, d := range []string{"run", "state", "mail"} {
		if err := os.MkdirAll(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(path, []byte(config), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	if owner != me {
		if err := exec.Command("chown", owner, filepath.Join(dir, "mail")).Run(); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.Command(program, "-F", "-c", path)
	var said bytes.Buffer
	cmd.Stdout, cmd.Stderr = &said, &said
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = cmd.Process.Signal(os.Interrupt)
		_ = cmd.Wait()
		if log, err := os.ReadFile(filepath.Join(dir, "log")); err == nil && t.Failed() {
			t.Logf("dovecot says:\n%s", log)
		}
	})
	address := fmt.Sprintf("127.0.0.1:%d", port)
	for range 200 {
		if c, err := net.Dial("tcp", address); err == nil {
			c.Close()
			return address
		}
		time.Sleep(50 * time.Millisecond)
	}
	log, _ := os.ReadFile(filepath.Join(dir, "log"))
	t.Fatalf("dovecot does not answer: %s%s", said.String(), log)
	return ""
}

func groupOf(user string) string {
	out, err := exec.Command("id", "-gn", user).Output()
	if err != nil {
		return user
	}
	return strings.TrimSpace(string(out))
}

// deliver puts a mail into the mailbox.
func deliver(t *testing.T, address, raw string, flags ...imap.Flag) {
	t.Helper()
	c, err := imapclient.DialInsecure(address, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.Login(user, secret).Wait(); err != nil {
		t.Fatal(err)
	}
	a := c.Append("INBOX", int64(len(raw)), &imap.AppendOptions{Flags: flags})
	if _, err := a.Write([]byte(raw)); err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(a.Close()); err != nil {
		t.Fatal(err)
	}
	if _, err := a.Wait(); err != nil {
		t.Fatal(err)
	}
}

func mail(n int) string {
	return fmt.Sprintf("From: ann@example.org\r\nMessage-ID: <%d@example.org>\r\nSubject: %d\r\n\r\npass\r\n", n, n)
}

// A taker notes the subjects of what it is given.
type taker struct {
	mu    sync.Mutex
	taken []string
	fail  error
	news  chan string
}

func (k *taker) take(_ context.Context, list []post.Letter, done func(post.Letter) error) error {
	for _, l := range list {
		k.mu.Lock()
		fail := k.fail
		subject := post.Peek(l).Subject
		if fail == nil {
			k.taken = append(k.taken, subject)
		}
		k.mu.Unlock()
		if fail != nil {
			return fail
		}
		if err := done(l); err != nil {
			return err
		}
		if k.news != nil {
			k.news <- subject
		}
	}
	return nil
}

func source(t *testing.T, address, password string) *Source {
	t.Helper()
	s, err := New("imap://"+user+"@"+address+"/INBOX", func() (string, error) { return password, nil }, nil)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestMailsOfAMailboxAreTakenOnce is run against a server in the process and against Dovecot.
func TestMailsOfAMailboxAreTakenOnce(t *testing.T) {
	for name, start := range map[string]func(*testing.T) string{"in memory": inMemory, "dovecot": dovecot} {
		t.Run(name, func(t *testing.T) {
			address := start(t)
			deliver(t, address, mail(0), imap.FlagSeen)
			deliver(t, address, mail(1))
			deliver(t, address, mail(2))
			s, k := source(t, address, secret), &taker{fail: errors.New("the store is away")}
			if err := s.Once(t.Context(), k.take); !errors.Is(err, k.fail) {
				t.Fatalf("a mail that was not dealt with: %v", err)
			}
			k.fail = nil
			for range 2 {
				if err := s.Once(t.Context(), k.take); err != nil {
					t.Fatal(err)
				}
			}
			if got := strings.Join(k.taken, " "); got != "1 2" && !(name == "in memory" && got == "0 1 2") {
				t.Errorf("taken are %q", got)
			}
			// What comes while nobody looks, and what comes while somebody does.
			k.news = make(chan string, 10)
			ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
			defer cancel()
			over := make(chan struct{})
			go func() {
				defer close(over)
				s.Keep(ctx, k.take, func(err error) { t.Errorf("told: %v", err) })
			}()
			for n := 3; n < 6; n++ {
				deliver(t, address, mail(n))
				select {
				case got := <-k.news:
					if got != fmt.Sprint(n) {
						t.Errorf("%s came instead of %d", got, n)
					}
				case <-ctx.Done():
					t.Fatalf("mail %d did not come", n)
				}
			}
			cancel()
			<-over
		})
	}
}

// TestASilentServerIsAskedAll has a server that tells nothing of itself.
func TestASilentServerIsAskedAnew(t *testing.T) {
	address := inMemory(t)
	s, k := source(t, address, secret), &taker{news: make(chan string, 10)}
	s.poll = 10 * time.Millisecond
	b, err := s.open(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer b.close()
	b.news = nil // nothing is heard
	for range 3 {
		if err := b.wait(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	deliver(t, address, mail(1))
	if err := b.wait(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.sweep(t.Context(), k.take); err != nil || len(k.taken) != 1 {
		t.Errorf("%v, %v", k.taken, err)
	}
}

func TestFaultsAreToldWithoutThePassword(t *testing.T) {
	address := inMemory(t)
	err := source(t, address, "wrong-s3cret").Once(t.Context(), (&taker{}).take)
	if err == nil || strings.Contains(err.Error(), "s3cret") || !strings.Contains(err.Error(), "sign in as office") {
		t.Errorf("a wrong password: %v", err)
	}
	for _, bad := range []string{"", "imap://mail.example.org", "smtp://a@b", "imaps://a:b@mail.example.org", "imaps://a@mail.example.org?x=y"} {
		if _, err := New(bad, nil, nil); err == nil || strings.Contains(err.Error(), "a:b") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	s, err := New("imap://a@mail.example.org", nil, nil)
	if err != nil || s.bare || s.mailbox != "INBOX" || s.host != "mail.example.org:143" {
		t.Errorf("%+v, %v", s, err)
	}
}

package outbox

import (
	"bytes"
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"net"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-message/mail"
)

// postfix starts Debian's server on a port of this machine, with a configuration, a queue and mailboxes of its own. Only root can start it: its processes change
// to users of theirs. It returns its address, whom to trust, and the folder to which the mails for example.org come.
func postfix(t *testing.T) (address string, known *x509.CertPool, mails string) {
	t.Helper()
	if _, err := os.Stat("/usr/sbin/postfix"); err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("no Postfix: scripts/mailservers.sh installs it")
		}
		t.Skip("no Postfix here")
	}
	if os.Getuid() != 0 {
		t.Skip("only root can start Postfix")
	}
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	known = x509.NewCertPool()
	known.AddCert(web.Certificate())
	key, err := x509.MarshalPKCS8PrivateKey(web.TLS.Certificates[0].PrivateKey)
	if err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address = l.Addr().String()
	l.Close()
	dir, err := os.MkdirTemp("", "postfix") // its users see no folder of a test
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	mails = filepath.Join(dir, "mail", "all", "new")
	for _, d := range []string{"queue", "data", "mail"} {
		if err := os.Mkdir(filepath.Join(dir, d), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for file, text := range map[string]string{
		"server.pem": string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: key})) + string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: web.Certificate().Raw})),
		"main.cf": fmt.Sprintf(`compatibility_level = 3.6
queue_directory = %[1]s/queue
data_directory = %[1]s/data
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
mail_owner = postfix
setgid_group = postdrop
maillog_file = %[1]s/log
maillog_file_prefixes = %[1]s
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
myhostname = mail.example.org
mydestination =
mynetworks = 127.0.0.0/8
smtpd_tls_security_level = encrypt
smtpd_tls_chain_files = %[1]s/server.pem
smtpd_relay_restrictions = reject_unauth_destination
smtpd_recipient_restrictions = check_recipient_access inline:{gone@example.org=REJECT}
virtual_mailbox_domains = example.org
virtual_mailbox_base = %[1]s/mail
virtual_mailbox_maps = static:all/
virtual_uid_maps = static:8
virtual_gid_maps = static:8
virtual_minimum_uid = 1
`, dir),
		"master.cf": address + ` inet n - n - - smtpd
postlog unix-dgram n - n - 1 postlogd
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
tlsmgr unix - - n 1000? 1 tlsmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
proxymap unix - - n - - proxymap
anvil unix - - n - 1 anvil
`} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, line := range []string{"chmod 755 " + dir, "chown postfix " + dir + "/data", "chown mail " + dir + "/mail", "postfix -c " + dir + " start"} {
		words := strings.Fields(line)
		if out, err := exec.Command(words[0], words[1:]...).CombinedOutput(); err != nil {
			log, _ := os.ReadFile(filepath.Join(dir, "log"))
			t.Fatalf("%s: %v: %s%s", line, err, out, log)
		}
	}
	t.Cleanup(func() {
		_ = exec.Command("postfix", "-c", dir, "stop").Run()
		if log, err := os.ReadFile(filepath.Join(dir, "log")); err == nil && t.Failed() {
			t.Logf("Postfix says:\n%s", log)
		}
	})
	return address, known, mails
}

// TestARealServerTakesLetters hands letters to Postfix by STARTTLS, one of them for somebody whom it does not know, and reads what comes to the mailbox.
func TestARealServerTakesLetters(t *testing.T) {
	address, known, mails := postfix(t)
	sender, err := dial("smtp://"+address, "", &tls.Config{RootCAs: known, ServerName: "example.com"}) // as its certificate says
	if err != nil {
		t.Fatal(err)
	}
	defer sender.Close()
	letter := &Letter{Key: "k", ID: "k@example.org", From: "umpire@example.org", To: "ann@example.org", Subject: "Grün ist am Zug: „“ " + strings.Repeat("lang ", 40) + "!", Date: noon,
		Text: ".\n" + strings.Repeat("x", 2000) + "\nFrom here on\n", HTML: "<p>It is your turn.", Unsubscribe: "mailto:umpire@example.org"}
	gone := *letter
	gone.To, gone.ID = "gone@example.org", "g@example.org"
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	returned := (*ReturnedError)(nil)
	if err := sender.Send(ctx, &gone); !errors.As(err, &returned) || returned.Code != 554 {
		t.Errorf("to somebody unknown: %v, expected it back with 554", err)
	}
	if err := sender.Send(ctx, letter); err != nil {
		t.Fatal(err)
	}
	come := func() []byte {
		for {
			if found, _ := filepath.Glob(mails + "/*"); len(found) == 1 {
				text, err := os.ReadFile(found[0])
				if err != nil || os.Remove(found[0]) != nil {
					t.Fatalf("%s: %v", found[0], err)
				}
				return text
			} else if ctx.Err() != nil {
				t.Fatalf("%d mails have come: %v", len(found), ctx.Err())
			}
		}
	}
	text := come()
	for line := range bytes.Lines(text) {
		if len(line) > 998 {
			t.Errorf("a line of %d bytes", len(line))
		}
	}
	m, err := mail.CreateReader(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := m.Header.Subject()
	if id := m.Header.Get("Message-Id"); err != nil || subject != letter.Subject || id != "<k@example.org>" || !strings.Contains(m.Header.Get("Received"), " with ESMTPS ") {
		t.Errorf("subject %q, id %s, received %s: %v", subject, id, m.Header.Get("Received"), err)
	}
	part, err := m.NextPart()
	if err != nil {
		t.Fatal(err)
	}
	var body bytes.Buffer
	if _, err := body.ReadFrom(part.Body); err != nil || strings.TrimSpace(strings.ReplaceAll(body.String(), "\r\n", "\n")) != strings.TrimSpace(letter.Text) {
		t.Errorf("the text came as %.100q: %v", body.String(), err)
	}
	wide := *letter
	wide.To, wide.ID = "jürgen@example.org", "j@example.org"
	if err := sender.Send(ctx, &wide); err != nil {
		t.Fatal(err)
	}
	if text := come(); !bytes.Contains(text, []byte("with UTF8SMTPS")) || !bytes.Contains(text, []byte("j@example.org")) {
		t.Errorf("to an address beyond ASCII came %s", text)
	}
}

package outbox

import (
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/emersion/go-smtp"
)

// A secured keeps whether each mail came by TLS.
type secured struct{ by []bool }

func (s *secured) NewSession(c *smtp.Conn) (smtp.Session, error) { return &securedSession{s, c}, nil }

type securedSession struct {
	s *secured
	c *smtp.Conn
}

func (c *securedSession) Mail(string, *smtp.MailOptions) error { return nil }
func (c *securedSession) Rcpt(string, *smtp.RcptOptions) error { return nil }
func (c *securedSession) Reset()                               {}
func (c *securedSession) Logout() error                        { return nil }

func (c *securedSession) Data(r io.Reader) error {
	_, encrypted := c.c.TLSConnectionState()
	c.s.by = append(c.s.by, encrypted)
	_, err := io.Copy(io.Discard, r)
	return err
}

// TestMailsGoByTLS sends by STARTTLS and by TLS from the first byte, to a server whose certificate is known, and wants one that is not known to get nothing.
func TestMailsGoByTLS(t *testing.T) {
	web := httptest.NewTLSServer(nil)
	defer web.Close()
	known := x509.NewCertPool()
	known.AddCert(web.Certificate())
	for _, c := range []struct {
		title, scheme string
		known         *x509.CertPool
		want          bool
	}{
		{"STARTTLS", "smtp", known, true},
		{"TLS from the first byte", "smtps", known, true},
		{"STARTTLS of a server that is not known", "smtp", x509.NewCertPool(), false},
		{"TLS of a server that is not known", "smtps", x509.NewCertPool(), false},
	} {
		t.Run(c.title, func(t *testing.T) {
			s := &secured{}
			srv := smtp.NewServer(s)
			srv.Domain = "localhost"
			srv.TLSConfig = &tls.Config{Certificates: web.TLS.Certificates}
			l, err := net.Listen("tcp", "127.0.0.1:0")
			if err != nil {
				t.Fatal(err)
			}
			address := c.scheme + "://" + l.Addr().String()
			if c.scheme == "smtps" {
				l = tls.NewListener(l, srv.TLSConfig)
			}
			go func() { _ = srv.Serve(l) }()
			defer srv.Close()
			sender, err := dial(address, "", &tls.Config{RootCAs: c.known, ServerName: "127.0.0.1"})
			if err != nil {
				t.Fatal(err)
			}
			defer sender.Close()
			letter := &Letter{Key: "k", ID: "k@example.org", From: "umpire@example.org", To: "ann@example.org", Subject: "your turn", Date: noon, Text: "It is your turn.", HTML: "<p>It is your turn.", Unsubscribe: "mailto:umpire@example.org"}
			err = sender.Send(t.Context(), letter)
			if c.want && (err != nil || len(s.by) != 1 || !s.by[0]) {
				t.Errorf("%v, by TLS: %v", err, s.by)
			}
			if !c.want && (err == nil || len(s.by) != 0 || !strings.Contains(err.Error(), "certificate")) {
				t.Errorf("%v, taken: %v", err, s.by)
			}
		})
	}
}

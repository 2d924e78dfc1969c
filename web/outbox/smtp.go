package outbox

import (
	"bytes"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
	"unicode"

	gomail "github.com/wneessen/go-mail"
)

// within bounds each step of a conversation with a mail server.
const within = 30 * time.Second

// A Server hands letters to a mail server by SMTP. Make one with Dial.
type Server struct {
	client *gomail.Client
	wide   *gomail.Client // for addresses beyond ASCII
	open   *gomail.Client // the one of them that talks, nil: neither
}

var _ Sender = (*Server)(nil)

// dial returns the server of an address such as smtp://user@mail.example.org:587, or smtps://mail.example.org where TLS is spoken from
// the first byte. Letters go by TLS alone, but to the machine itself. Nothing is asked of the server before the first letter. Config may be nil.
func dial(address, password string, config *tls.Config) (*Server, error) {
	u, err := url.Parse(address)
	if err != nil || u.Scheme != "smtp" && u.Scheme != "smtps" || u.Hostname() == "" || u.RawQuery != "" || u.Path != "" && u.Path != "/" {
		return nil, errors.New("invalid mail server address: expected one such as smtp://user@mail.example.org:587")
	}
	options := []gomail.Option{gomail.WithTimeout(within), gomail.WithTLSPortPolicy(gomail.TLSMandatory)}
	if ip, err := netip.ParseAddr(u.Hostname()); u.Hostname() == "localhost" || err == nil && ip.IsLoopback() {
		options = append(options, gomail.WithTLSPortPolicy(gomail.TLSOpportunistic))
	}
	if u.Scheme == "smtps" {
		options = append(options, gomail.WithSSLPort(false))
	}
	if port := u.Port(); port != "" {
		n, err := strconv.Atoi(port)
		if err != nil {
			return nil, fmt.Errorf("invalid port %q of a mail server", port)
		}
		options = append(options, gomail.WithPort(n))
	}
	if config != nil {
		options = append(options, gomail.WithTLSConfig(config))
	}
	if user := u.User.Username(); user != "" {
		if _, given := u.User.Password(); given {
			return nil, errors.New("the mail server address contains a password, which other users of the machine can read: use the environment or a file")
		}
		options = append(options, gomail.WithSMTPAuth(gomail.SMTPAuthAutoDiscover), gomail.WithUsername(user), gomail.WithPassword(password))
	}
	wide, err := gomail.NewClient(u.Hostname(), options...)
	if err != nil {
		return nil, err
	}
	// A mail for which SMTPUTF8 was asked is sent back by servers on its way that do not know that; only addresses need it.
	client, err := gomail.NewClient(u.Hostname(), append(options, gomail.WithoutSMTPUTF8())...)
	return &Server{client: client, wide: wide}, err
}

// speaks is the client for the addresses of a letter.
func (s *Server) speaks(l *Letter) *gomail.Client {
	if strings.ContainsFunc(l.From+l.To, func(r rune) bool { return r > unicode.MaxASCII }) {
		return s.wide
	}
	return s.client
}

// Send implements Sender.
func (s *Server) Send(ctx context.Context, l *Letter) error {
	m, err := l.message()
	if err != nil {
		return err
	}
	if client := s.speaks(l); s.open != client {
		s.hangUp()
		if err := client.DialWithContext(ctx); err != nil {
			return err
		}
		s.open = client
	}
	err = s.open.Send(m)
	if m.IsDelivered() {
		if err != nil {
			s.hangUp() // the server has taken it; what it says next is for the next letter
		}
		return nil
	}
	if err == nil {
		return errors.New("the mail server has not confirmed the mail")
	}
	var failed *gomail.SendError
	// What a server says of the recipient or the letter is about that letter; what it says before is about all of them.
	if errors.As(err, &failed) && failed.ErrorCode() >= 500 && (failed.Reason == gomail.ErrSMTPRcptTo || failed.Reason == gomail.ErrSMTPDataClose) {
		return &ReturnedError{Code: failed.ErrorCode(), Err: err}
	}
	s.hangUp()
	return err
}

func (s *Server) hangUp() { _ = s.Close() }

// Close ends the conversation.
func (s *Server) Close() error {
	client := s.open
	if s.open = nil; client == nil {
		return nil
	}
	return client.Close()
}

// thread says what a letter answers: the mail of a player, and in any case the first of its game.
func (l *Letter) thread(m *gomail.Msg) {
	var before []string
	for _, id := range []string{l.Thread, l.Answers} {
		if id != "" {
			before = append(before, "<"+id+">")
		}
	}
	kind := "auto-generated"
	if l.Answers != "" || l.Replied {
		kind = "auto-replied"
	}
	m.SetGenHeader("Auto-Submitted", kind) // nobody's absence answers it (RFC 3834)
	if n := len(before); n > 0 {
		m.SetGenHeader(gomail.HeaderInReplyTo, before[n-1])
		m.SetGenHeader(gomail.HeaderReferences, strings.Join(before, " "))
	}
}

// message writes a letter down.
func (l *Letter) message() (*gomail.Msg, error) {
	m := gomail.NewMsg(gomail.WithNoDefaultUserAgent())
	if err := m.From(l.From); err != nil {
		return nil, err
	}
	var err error
	if l.Name != "" {
		err = m.AddToFormat(l.Name, l.To)
	} else {
		err = m.AddTo(l.To)
	}
	if err != nil {
		return nil, &ReturnedError{Err: err}
	}
	m.Subject(l.Subject)
	m.SetDateWithValue(l.Date)
	m.SetMessageIDWithValue(l.ID)
	l.thread(m)
	if !l.List && !l.Replied {
		if l.OneClick != "" {
			m.SetListUnsubscribe(l.OneClick, l.Unsubscribe)
			m.SetListUnsubscribePost()
		} else {
			m.SetListUnsubscribe(l.Unsubscribe)
		}
	}
	m.SetBodyString(gomail.TypeTextPlain, l.Text)
	m.AddAlternativeString(gomail.TypeTextHTML, l.HTML)
	if l.Picture != nil {
		m.EmbedReadSeeker("board.png", bytes.NewReader(l.Picture()), gomail.WithFileContentType("image/png"), gomail.WithFileContentID("<"+l.cid()+">"))
	}
	return m, nil
}

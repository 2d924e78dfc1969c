package post

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/ledger"
	"adjudicate/mail"
	"adjudicate/mail/authentic"
)

// Trust is what a mail can prove its sender by.
type Trust = authentic.Judge

// A Mail is a letter that has been read as far as it can be.
type Mail struct {
	Letter
	mail.Message
	Refusal error // why it holds no play, nil if it does
}

// In reads the letter again as one to the judge's game, of which a peek does not know in what short notation its plays may be written.
func (m *Mail) In(j *aggregate.Judge) *Mail {
	if m.Refusal == nil || m.Automatic() || len(m.Raw) > mail.MaxSize {
		return m
	}
	again, err := mail.Short(j.Short).Read(bytes.NewReader(m.Raw))
	return &Mail{m.Letter, again, err}
}

// Peek reads a letter, whosever it may be.
func Peek(l Letter) *Mail {
	m, err := mail.Read(bytes.NewReader(l.Raw))
	if len(l.Raw) > mail.MaxSize { // whom to answer stands at its beginning
		m, _ = mail.Read(bytes.NewReader(l.Raw[:mostHeader]))
		m.Said, m.Others = mail.Said{}, nil
	}
	return &Mail{l, m, err}
}

// mostHeader is how much is read of a mail that is too long.
const mostHeader = 64 << 10

// Identity is by which a mail is known when it comes again: whose it is, and its id. Two mails of one sender and one id are
// one; those of two senders are two.
func (m *Mail) Identity() string {
	key := m.Key
	if key == "" {
		sum := sha256.Sum256(m.Raw)
		key = hex.EncodeToString(sum[:])
	}
	return digest(strings.ToLower(m.Outer()) + "\x00" + key)
}

// Outer is the address of who sent the mail as it came, which is who forwarded it if somebody did.
func (m *Mail) Outer() string {
	if m.Forwarder != "" {
		return m.Forwarder
	}
	return m.From
}

// Sender is a digest of the sender's address, for counting.
func (m *Mail) Sender() string { return SenderOf(m.Outer()) }

// SenderOf is the digest of an address.
func SenderOf(address string) string { return digest(strings.ToLower(address)) }

func digest(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:16])
}

// Automatic reports whether a machine sent the mail: nobody is to answer it.
func (m *Mail) Automatic() bool {
	var r *mail.Refusal
	return errors.As(m.Refusal, &r) && r.Reason == mail.Automatic
}

// Written is when a mail was written, by its own word if that is not later than its arrival: mails that come together are
// taken in this order.
func (m *Mail) Written() time.Time {
	if m.Sent.IsZero() || !m.Received.IsZero() && m.Sent.After(m.Received) {
		return m.Received
	}
	return m.Sent
}

// Text is what its author wrote, as far as it can be read, without quotations.
func (m *Mail) Text() string { return mail.TextOf(m.Raw) }

// Whole is by which the ledger knows a play of the mail that a person reads in it.
func (m *Mail) Whole() string { return ledger.MessageDigest(m.Key) }

// Prove says what speaks for the sender.
func (m *Mail) Prove(t *Trust) authentic.Proof { return t.Judge(m.Raw) }

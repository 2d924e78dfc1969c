// Package mail answers: which play does a mail contain?
//
// Players send their plays to the umpire by mail. [Read] takes one message as it arrived (RFC
// 5322 with MIME), finds the lines written in the project's notation, and returns the play with
// the sender, the date and the Message-ID, which identifies a message delivered twice.
//
//	raw message ──► header: From, Date, Message-ID
//	            └─► MIME: text/plain, else text/html ──► lines ──► without quotes, signature ──► play
//
// A mail may hold plays for several sides, each announced by the side's name.
//
// Anything ambiguous is refused rather than guessed, with a [Refusal] that gives the reason and
// the line: two plays that differ, a line that is almost a play, a play described in prose, an
// automatic reply. Prose is skipped only if nobody could take it for a play; docs/notation.md
// has the rules.
//
// The package does not know who may play, and a From line does not prove who wrote a mail. Both
// are the caller's concern; for the second see package authentic.
package mail

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"time"

	"github.com/emersion/go-message"

	// Registers the decoders of character sets with go-message.
	_ "github.com/emersion/go-message/charset"

	"adjudicate/notation"
)

// MaxSize is the greatest size of a message that Read looks at, in bytes.
const MaxSize = 16 << 20

// Message is a mail and the play found in it.
type Message struct {
	ID      string    // the Message-ID without its angle brackets, "" if there is none that can be read
	Key     string    // by which the mail is known when it comes again: the ID, else a digest of what its sender wrote
	From    string    // the sender's address, its domain in small letters: "ann@example.org"
	Name    string    // the sender's display name, "" if there is none
	Sent    time.Time // the Date, in the sender's time zone; zero if there is none that can be read
	Subject string
	To      []string // the addresses that it was sent or delivered to, as far as it says
	Answers []string // the Message-IDs of what it answers, the nearest last

	Received  time.Time // by the server that was last to pass it on; zero if it does not say
	Forwarder string    // the address of who forwarded it, "" if nobody did
	List      bool      // it came by way of a mailing list

	Signature string // of the play by an SSH key, in armour; "" if it is not signed
	After     uint64 // with a signature: the event that the signed text names as the last one seen

	Said          // the play, or the first of several
	Others []Said // further plays, each announced for another side
}

// Said is a play as written in a mail.
type Said struct {
	Announced string        // what stands before the play and a colon, as "Zinnober" in "Zinnober: K@a18"
	Play      notation.Play // empty of a play in a short notation
	Text      string        // the lines of the play as written, without prefix, one below the other
	Lines     []int         // the numbers of these lines in the mail's text, from 1
}

// Plays returns the plays of a mail in the order in which they appear.
func (m *Message) Plays() []Said { return append([]Said{m.Said}, m.Others...) }

// A Short reports whether a line is a play in a notation of the game that package notation does not know, such as "Nf3". A nil one knows none.
type Short func(line string) bool

// Read reads one message of a game whose plays are all in the notation; see [Short.Read].
func Read(r io.Reader) (Message, error) { return Short(nil).Read(r) }

// Read reads one message. An error is a [*Refusal], unless reading from r itself failed; the
// Message then holds as much of the header as could be read, enough to answer the sender.
func (s Short) Read(r io.Reader) (Message, error) {
	raw, err := io.ReadAll(io.LimitReader(r, MaxSize+1))
	if err != nil {
		return Message{}, fmt.Errorf("mail: read message: %w", err)
	}
	if len(raw) > MaxSize {
		return Message{}, &Refusal{Reason: TooLong} // what is left of it is no message
	}
	list, err := Split(raw)
	switch {
	case err != nil:
		return Message{}, &Refusal{Reason: Unreadable, Err: err}
	case len(list) != 1:
		return Message{}, &Refusal{Reason: NoMessage, Err: fmt.Errorf("it is a mailbox of %d messages", len(list))}
	}
	return s.read(list[0], 0)
}

// read reads one message as it is. Depth says within how many forwarded ones.
func (s Short) read(raw []byte, depth int) (Message, error) {
	entity, err := message.Read(bytes.NewReader(raw))
	if entity == nil {
		return Message{}, &Refusal{Reason: NoMessage, Err: err}
	}
	m, headerErr := readHeader(entity)
	if m.Key = m.ID; m.Key == "" {
		m.Key = digest(raw)
	}
	if headerErr != nil {
		return m, headerErr
	}
	b, err := bodyText(entity, err)
	if err != nil {
		return m, err
	}
	m.Signature, m.After = b.signature, b.after
	found, err := s.plays(written(b.lines))
	if r, ok := err.(*Refusal); ok && r.Reason == NoPlay && depth == 0 {
		if inner, ok, err := s.forwarded(&m, b); ok {
			return inner, err
		}
	}
	if err == nil {
		err = b.agrees(s, found)
	}
	if err != nil {
		return m, err
	}
	m.take(found)
	return m, nil
}

func (m *Message) take(found []*candidate) {
	m.Said, m.Others = found[0].said(), nil
	for _, c := range found[1:] {
		m.Others = append(m.Others, c.said())
	}
}

// carried are the fields of a header that its sender writes; servers on the way add others.
var carried = []string{"From", "Date", "Subject", "To"}

// digest names a message that has no Message-ID by what its sender wrote, the same whichever way it comes.
func digest(raw []byte) string {
	sum := sha256.New()
	raw = bytes.ReplaceAll(raw, []byte("\r\n"), []byte("\n"))
	if entity, _ := message.Read(bytes.NewReader(raw)); entity != nil {
		for _, name := range carried {
			fmt.Fprintf(sum, "%s: %q\n", name, entity.Header.Values(name))
		}
	}
	_, body, _ := bytes.Cut(raw, []byte("\n\n"))
	sum.Write(bytes.TrimRight(body, "\n"))
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)[:16])
}

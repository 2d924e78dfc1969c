package mail

import (
	"fmt"
	"strings"
)

// Reason says why a mail is refused.
type Reason int

// The reasons. Those from NoText on concern the text, and a Refusal then names a line if
// one line is to blame.
const (
	NoMessage   Reason = iota + 1 // not a message in the form of RFC 5322
	TooLong                       // more than MaxSize bytes
	NoSender                      // no From address, or one that cannot be read
	ManySenders                   // more than one From address
	Repeated                      // a header field twice that may stand only once
	Automatic                     // sent by a machine, such as an out-of-office answer
	Unreadable                    // an encoding or a character set that cannot be decoded
	NoText                        // no part that is text
	NoPlay                        // no line that is a play
	NotAPlay                      // a line that should be a play and cannot be read as one
	ToldInProse                   // a Pass or Surrender said in a sentence
	ManyPlays                     // different plays in several places
)

var reasonTexts = [...]string{
	NoMessage:   "not a mail message",
	TooLong:     "the message is too long",
	NoSender:    "no readable sender address",
	ManySenders: "more than one sender address",
	Repeated:    "duplicate header field",
	Automatic:   "an automatic answer",
	Unreadable:  "the text cannot be decoded",
	NoText:      "no text in the message",
	NoPlay:      "no line holds a play",
	NotAPlay:    "cannot be read as a play",
	ToldInProse: `states a play in a sentence; write "pass" or "surrender" alone on its line`,
	ManyPlays:   "different plays in several places",
}

// String returns the reason in words.
func (r Reason) String() string {
	if r < NoMessage || r > ManyPlays {
		return "unknown reason"
	}
	return reasonTexts[r]
}

// Refusal says why no play was taken from a mail.
type Refusal struct {
	Reason Reason
	Line   int    // the line of the mail's text, from 1; 0 if no single line is to blame
	Text   string // that line, or the offending header field
	Err    error  // what lies behind it: for NotAPlay usually a *notation.SyntaxError
}

// Error returns one line, such as `line 3, "Ra1-7a": cannot be read as a play: column 5: …`.
func (r *Refusal) Error() string {
	var b strings.Builder
	switch {
	case r.Line > 0:
		fmt.Fprintf(&b, "line %d, %q: ", r.Line, r.Text)
	case r.Text != "":
		fmt.Fprintf(&b, "%q: ", r.Text)
	}
	b.WriteString(r.Reason.String())
	if r.Err != nil {
		fmt.Fprintf(&b, ": %v", r.Err)
	}
	return b.String()
}

// Unwrap returns what lies behind the refusal.
func (r *Refusal) Unwrap() error { return r.Err }

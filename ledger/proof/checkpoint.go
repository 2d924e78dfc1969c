package proof

import (
	"encoding/base64"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Checkpoint says how many events a ledger had and what the root of their tree was.
type Checkpoint struct {
	Origin string // Origin of the ledger's name
	Size   int64
	Root   tlog.Hash
}

// Origin is the first line of the checkpoints of a ledger: "adjudicate/" and its name,
// percent-encoded where it could be taken for something else.
func Origin(ledger string) string {
	return "adjudicate/" + strings.ReplaceAll(url.PathEscape(ledger), "+", "%2B")
}

// Ledger is the name of the ledger that the checkpoint is of.
func (c *Checkpoint) Ledger() (string, bool) {
	name, ok := strings.CutPrefix(c.Origin, "adjudicate/")
	if !ok {
		return "", false
	}
	name, err := url.PathUnescape(name)
	return name, err == nil
}

// text is what is signed.
func (c *Checkpoint) text() string {
	return fmt.Sprintf("%s\n%d\n%s\n", c.Origin, c.Size, base64.StdEncoding.EncodeToString(c.Root[:]))
}

// parse reads the text of a note. Lines after the third are extensions: they are covered by
// the signature and mean nothing here.
func parse(text string) (c Checkpoint, err error) {
	fail := func(line int, format string, args ...any) (Checkpoint, error) {
		return Checkpoint{}, &FormError{"checkpoint", line, fmt.Sprintf(format, args...)}
	}
	lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
	if len(lines) < 3 {
		return fail(0, "expected origin, size and root, found %d lines", len(lines))
	}
	c.Origin = lines[0]
	if c.Origin == "" {
		return fail(1, "expected an origin")
	}
	if c.Size, err = number(lines[1]); err != nil {
		return fail(2, "expected a number of events, found %q", lines[1])
	}
	if c.Root, err = hash(lines[2]); err != nil {
		return fail(3, "expected a root of 32 bytes in base64, found %q", lines[2])
	}
	for i, l := range lines[3:] {
		if l == "" {
			return fail(4+i, "expected no empty line")
		}
	}
	return c, nil
}

// number reads decimal digits without leading zeros.
func number(s string) (int64, error) {
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || strconv.FormatInt(n, 10) != s {
		return 0, errors.New("not a number")
	}
	return n, nil
}

// hash reads 32 bytes in base64 of which no bit is unused.
func hash(s string) (h tlog.Hash, err error) {
	b, err := base64.StdEncoding.Strict().DecodeString(s)
	if err != nil || len(b) != len(h) || len(s) != base64.StdEncoding.EncodedLen(len(h)) {
		return h, errors.New("not a hash")
	}
	return tlog.Hash(b), nil
}

// Signed is a checkpoint with the note that it was read from or written as.
type Signed struct {
	Checkpoint
	Note []byte
	By   []string // names and numbers of the known keys whose signatures fit: "umpire+0a1b2c3d"

	Cosigned []Cosignature // those of By that are witnesses
}

// Sign returns the note of a checkpoint with a signature by each key.
func Sign(c Checkpoint, keys ...note.Signer) (*Signed, error) {
	text, err := note.Sign(&note.Note{Text: c.text()}, keys...)
	if err != nil {
		return nil, fmt.Errorf("sign the checkpoint: %w", err)
	}
	s := &Signed{Checkpoint: c, Note: text}
	for _, k := range keys {
		s.By = append(s.By, keyName(k.Name(), k.KeyHash()))
	}
	return s, nil
}

func keyName(name string, hash uint32) string { return fmt.Sprintf("%s+%08x", name, hash) }

// Read reads the note of a checkpoint. A signature by a known key must fit, or the error is
// ErrSignature; if there is none by such a key the error is ErrNoSignature. With both, the
// Signed is returned all the same. If nothing is known, not even an empty list, signatures
// are not looked at.
func Read(text []byte, known note.Verifiers) (*Signed, error) {
	n, err := note.Open(text, known)
	var unverified *note.UnverifiedNoteError
	var invalid *note.InvalidSignatureError
	switch {
	case errors.As(err, &unverified):
		n, err = unverified.Note, nil
		if known != nil {
			err = ErrNoSignature
		}
	case errors.As(err, &invalid):
		var again *note.UnverifiedNoteError
		if _, bare := note.Open(text, nil); !errors.As(bare, &again) {
			return nil, &FormError{"checkpoint", 0, bare.Error()}
		}
		n, err = again.Note, fmt.Errorf("%s: %w", keyName(invalid.Name, invalid.Hash), ErrSignature)
	case err != nil:
		return nil, &FormError{"checkpoint", 0, "expected a signed note: its text, an empty line, lines of signatures"}
	}
	c, perr := parse(n.Text)
	if perr != nil {
		return nil, perr
	}
	s := &Signed{Checkpoint: c, Note: append([]byte(nil), text...)}
	for _, sig := range n.Sigs {
		s.By = append(s.By, keyName(sig.Name, sig.Hash))
	}
	if known != nil {
		s.Cosigned = cosignatures(n, known)
	}
	if werr := s.written(n); werr != nil {
		return nil, werr
	}
	return s, err
}

// written refuses signatures in base64 with bits that say nothing: two notes would differ
// and mean the same.
func (s *Signed) written(n *note.Note) error {
	line := strings.Count(n.Text, "\n") + 1
	for _, sig := range strings.Split(strings.TrimSuffix(string(s.Note[len(n.Text)+1:]), "\n"), "\n") {
		line++
		b64 := sig[strings.LastIndexByte(sig, ' ')+1:]
		b, err := base64.StdEncoding.Strict().DecodeString(b64)
		if err != nil || base64.StdEncoding.EncodeToString(b) != b64 {
			return &FormError{"checkpoint", line, "expected a signature in canonical base64"}
		}
	}
	return nil
}

// ReadAll reads notes that stand one after the other: each begins after the signatures of the
// one before. The errors of single notes come with their place in list.
func ReadAll(text []byte, known note.Verifiers) (list []*Signed, errs []error) {
	for _, one := range split(string(text)) {
		s, err := Read([]byte(one), known)
		list, errs = append(list, s), append(errs, err)
	}
	return list, errs
}

// split cuts notes apart: a line that follows a signature and is none begins the next. Empty
// lines between notes are left out.
func split(text string) []string {
	var list []string
	var one strings.Builder
	signed := false
	for line := range strings.Lines(text) {
		sig := strings.HasPrefix(line, "— ")
		if signed && !sig {
			list = append(list, one.String())
			one.Reset()
			signed = false
		}
		if one.Len() == 0 && line == "\n" {
			continue
		}
		signed = sig
		one.WriteString(line)
	}
	if one.Len() > 0 {
		list = append(list, one.String())
	}
	return list
}

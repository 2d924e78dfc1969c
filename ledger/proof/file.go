package proof

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// First lines of the files.
const (
	proofHead     = "c2sp.org/tlog-proof@v1"
	extensionHead = "adjudicate-consistency@v1"
)

// Proof shows that an event stands in a ledger. Its file is one of c2sp.org/tlog-proof: the
// event's canonical bytes as extra data, its index (one less than its sequence), the hashes
// beside its way to the root, and the checkpoint.
//
//	c2sp.org/tlog-proof@v1
//	extra eyJpZCI6Ij…
//	index 742
//	gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
//	…
//
//	adjudicate/hand-3
//	…
type Proof struct {
	Event      []byte
	Index      int64
	Hashes     tlog.RecordProof
	Checkpoint *Signed
}

// Bytes returns the proof's file.
func (p *Proof) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nextra %s\nindex %d\n", proofHead, base64.StdEncoding.EncodeToString(p.Event), p.Index)
	writeHashes(&b, p.Hashes)
	b.WriteByte('\n')
	b.Write(p.Checkpoint.Note)
	return b.Bytes()
}

func writeHashes(b *bytes.Buffer, list []tlog.Hash) {
	for _, h := range list {
		b.WriteString(base64.StdEncoding.EncodeToString(h[:]))
		b.WriteByte('\n')
	}
}

// Check looks whether the proof shows what it says, given that its checkpoint is genuine.
// The error is an *InvalidProofError.
func (p *Proof) Check() error {
	if err := tlog.CheckRecord(p.Hashes, p.Checkpoint.Size, p.Checkpoint.Root, p.Index, tlog.RecordHash(p.Event)); err != nil {
		return &InvalidProofError{fmt.Sprintf("the hashes do not connect event %d to the root of the checkpoint of %d events", p.Index+1, p.Checkpoint.Size)}
	}
	return nil
}

// Extension shows that the ledger of one checkpoint begins with all of an earlier one's. Its
// file holds the earlier checkpoint, the hashes, and the later one, an empty line between them.
type Extension struct {
	Old    *Signed
	Hashes tlog.TreeProof
	New    *Signed
}

// Bytes returns the extension's file.
func (x *Extension) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\nhashes %d\n", extensionHead, len(x.Hashes))
	writeHashes(&b, x.Hashes)
	b.WriteByte('\n')
	b.Write(x.Old.Note)
	b.WriteByte('\n')
	b.Write(x.New.Note)
	return b.Bytes()
}

// Check looks whether the extension shows what it says, given that its checkpoints are
// genuine. The error is an *InvalidProofError.
func (x *Extension) Check() error {
	if x.Old.Origin != x.New.Origin {
		return &InvalidProofError{fmt.Sprintf("the checkpoints are of different ledgers, %s and %s", x.Old.Origin, x.New.Origin)}
	}
	if x.Old.Size > x.New.Size {
		return &InvalidProofError{fmt.Sprintf("the earlier checkpoint covers %d events, the later one %d", x.Old.Size, x.New.Size)}
	}
	return extends(x.Hashes, &x.Old.Checkpoint, &x.New.Checkpoint)
}

// extends checks hashes between two checkpoints, the first of which is not the larger one.
func extends(hashes tlog.TreeProof, old, new *Checkpoint) error {
	wrong := &InvalidProofError{fmt.Sprintf("the first %d of %d events do not match the earlier checkpoint", old.Size, new.Size)}
	if old.Size == 0 {
		var none Tree
		if len(hashes) > 0 || old.Root != none.Root() {
			return wrong
		}
		return nil
	}
	if tlog.CheckTree(hashes, new.Size, new.Root, old.Size, old.Root) != nil {
		return wrong
	}
	return nil
}

// IsExtension tells the file of an Extension from that of a Proof.
func IsExtension(text []byte) bool {
	return bytes.HasPrefix(text, []byte(extensionHead+"\n"))
}

// A lines reads a file line by line.
type lines struct {
	what string
	rest string
	line int
}

func (l *lines) next() (string, error) {
	one, rest, found := strings.Cut(l.rest, "\n")
	l.line++
	if !found {
		return "", l.fail("expected a line, found the end")
	}
	l.rest = rest
	return one, nil
}

func (l *lines) fail(format string, args ...any) error {
	return &FormError{l.what, l.line, fmt.Sprintf(format, args...)}
}

// field reads a line such as "index 742".
func (l *lines) field(name string) (string, error) {
	one, err := l.next()
	if err != nil {
		return "", err
	}
	value, ok := strings.CutPrefix(one, name+" ")
	if !ok {
		return "", l.fail("expected %q and a value", name)
	}
	return value, nil
}

// hashes reads hashes up to an empty line.
func (l *lines) hashes() ([]tlog.Hash, error) {
	list := []tlog.Hash{}
	for {
		one, err := l.next()
		if err != nil || one == "" {
			return list, err
		}
		h, err := hash(one)
		if err != nil {
			return nil, l.fail("expected a hash of 32 bytes in base64, or an empty line")
		}
		if len(list) == 63 {
			return nil, l.fail("expected at most 63 hashes")
		}
		list = append(list, h)
	}
}

// checkpoint reads the note that the rest is; errors about signatures come with it.
func (l *lines) checkpoint(text string, known note.Verifiers) (*Signed, error) {
	s, err := Read([]byte(text), known)
	if form, ok := err.(*FormError); ok {
		return nil, &FormError{l.what, l.line + form.Line, form.Text}
	}
	return s, err
}

// ReadProof reads a proof. Errors about the checkpoint's signature are those of Read and come
// with the proof; whether it shows anything is for Check.
func ReadProof(text []byte, known note.Verifiers) (*Proof, error) {
	l := &lines{what: "proof", rest: string(text)}
	if one, err := l.next(); err != nil || one != proofHead {
		return nil, &FormError{l.what, 1, fmt.Sprintf("expected %q", proofHead)}
	}
	p := &Proof{}
	extra, err := l.field("extra")
	if err != nil {
		return nil, err
	}
	p.Event, err = base64.StdEncoding.Strict().DecodeString(extra)
	if err != nil || len(p.Event) == 0 || base64.StdEncoding.EncodeToString(p.Event) != extra {
		return nil, l.fail("expected the event in base64")
	}
	index, err := l.field("index")
	if err != nil {
		return nil, err
	}
	if p.Index, err = number(index); err != nil {
		return nil, l.fail("expected a number, found %q", index)
	}
	if p.Hashes, err = l.hashes(); err != nil {
		return nil, err
	}
	p.Checkpoint, err = l.checkpoint(l.rest, known)
	if p.Checkpoint == nil {
		return nil, err
	}
	return p, err
}

// ReadExtension reads an extension as ReadProof reads a proof. The signatures of both
// checkpoints are looked at.
func ReadExtension(text []byte, known note.Verifiers) (*Extension, error) {
	l := &lines{what: "consistency proof", rest: string(text)}
	if one, err := l.next(); err != nil || one != extensionHead {
		return nil, &FormError{l.what, 1, fmt.Sprintf("expected %q", extensionHead)}
	}
	count, err := l.field("hashes")
	if err != nil {
		return nil, err
	}
	x := &Extension{}
	if x.Hashes, err = l.hashes(); err != nil {
		return nil, err
	}
	if count != fmt.Sprint(len(x.Hashes)) {
		return nil, &FormError{l.what, 2, fmt.Sprintf("expected %d hashes, found %d", len(x.Hashes), len(x.Hashes))}
	}
	// A note has one empty line within; the next one ends it.
	text1, sigs, _ := strings.Cut(l.rest, "\n\n")
	sigs1, text2, found := strings.Cut(sigs, "\n\n")
	if !found {
		return nil, l.fail("expected two checkpoints separated by an empty line")
	}
	var first, second error
	if x.Old, first = l.checkpoint(text1+"\n\n"+sigs1+"\n", known); x.Old == nil {
		return nil, first
	}
	l.line += strings.Count(text1+sigs1, "\n") + 4
	if x.New, second = l.checkpoint(text2, known); x.New == nil {
		return nil, second
	}
	if first == nil {
		first = second
	}
	return x, first
}

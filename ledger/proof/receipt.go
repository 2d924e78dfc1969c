package proof

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"regexp"
	"strings"
	"sync"

	"golang.org/x/mod/sumdb/note"
)

const receiptHead = "adjudicate-receipt@v1"

// Receipt shows an input together with its ruling: what a player keeps of a play. Its file says
// in lines that begin with "# " what it is about, for people; behind these stand, as in the
// file of a Proof, each event, its index and the hashes, an empty line behind each, and the
// checkpoint that they share.
//
//	adjudicate-receipt@v1
//	# #743 in adjudicate/hand-3: accepted, Ra1-a5
//	extra eyJpZCI6Ij…
//	index 742
//	gSKyXoYZUgZ6jduWYrkDOARinOMGJveXjgMkBTcdPlQ=
//
//	extra …
//
//	adjudicate/hand-3
//	…
type Receipt struct {
	About  []string // lines for people; they prove nothing
	Events []*Proof // of the input and of its ruling; all have the same checkpoint
}

// Bytes returns the receipt's file.
func (r *Receipt) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintln(&b, receiptHead)
	for _, l := range r.About {
		fmt.Fprintf(&b, "# %s\n", strings.Join(strings.Fields(l), " "))
	}
	for _, p := range r.Events {
		fmt.Fprintf(&b, "extra %s\nindex %d\n", base64.StdEncoding.EncodeToString(p.Event), p.Index)
		writeHashes(&b, p.Hashes)
		b.WriteByte('\n')
	}
	b.Write(r.Events[0].Checkpoint.Note)
	return b.Bytes()
}

// IsReceipt tells the file of a Receipt from others.
func IsReceipt(text []byte) bool { return bytes.HasPrefix(text, []byte(receiptHead+"\n")) }

// ReadReceipt reads a receipt, as ReadProof reads a proof. Whether its events follow each other
// and are what a player takes them for is the caller's to see.
func ReadReceipt(text []byte, known note.Verifiers) (*Receipt, error) {
	rest, ok := strings.CutPrefix(string(text), receiptHead+"\n")
	if !ok {
		return nil, &FormError{"receipt", 1, fmt.Sprintf("expected %q", receiptHead)}
	}
	r := &Receipt{}
	for strings.HasPrefix(rest, "# ") {
		var l string
		l, rest, _ = strings.Cut(rest, "\n")
		r.About = append(r.About, l[2:])
	}
	parts := strings.SplitAfter(rest, "\n\n")
	n := 0
	for n < len(parts) && strings.HasPrefix(parts[n], "extra ") {
		n++
	}
	if n == 0 {
		return nil, &FormError{"receipt", 2 + len(r.About), "expected an event"}
	}
	tail := strings.Join(parts[n:], "")
	var wrong error
	for _, part := range parts[:n] {
		p, err := ReadProof([]byte(proofHead+"\n"+part+tail), known)
		if p == nil {
			return nil, err
		}
		r.Events, wrong = append(r.Events, p), err
	}
	return r, wrong
}

// noteLike matches a checkpoint wherever it stands in a text: origin, size, root, an empty line
// and signatures.
var noteLike = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?m)^adjudicate/\S+\n[0-9]+\n[A-Za-z0-9+/]{43}=\n(?:[^\n]+\n)*\n(?:— \S+ \S+\n?)+`)
})

// Checkpoints returns the text of the checkpoints that a file holds among other things: a proof,
// a receipt, a ruling printed with its checkpoint. A file of nothing but checkpoints comes back
// as it is, well formed or not, and so does one that holds none.
func Checkpoints(text []byte) []byte {
	if bytes.HasPrefix(bytes.TrimLeft(text, "\r\n\t "), []byte("adjudicate/")) {
		return text
	}
	found := noteLike().FindAll(text, -1)
	if found == nil {
		return text
	}
	var out []byte
	for _, n := range found {
		out = append(append(out, bytes.TrimRight(n, "\n")...), "\n\n"...)
	}
	return bytes.TrimSuffix(out, []byte("\n"))
}

// ReadOne reads the only checkpoint of a file, alone or within a proof, a receipt or a printed ruling,
// as [Read] does. Empty lines before and behind it say nothing.
func ReadOne(text []byte, known note.Verifiers) (*Signed, error) {
	found := split(string(Checkpoints(text)))
	if len(found) > 1 {
		return nil, &FormError{"checkpoint", 0, fmt.Sprintf("expected one, found %d", len(found))}
	}
	if len(found) == 1 {
		text = []byte(found[0])
	}
	return Read(text, known)
}

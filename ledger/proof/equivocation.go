package proof

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/mod/sumdb/note"
)

const equivocationHead = "adjudicate-equivocation@v1"

// Equivocation shows that the holder of a key signed two histories of one ledger: two
// checkpoints of as many events with other roots. Its file holds both, an empty line between
// them, and is all that anybody needs beside the public key.
type Equivocation struct {
	One, Other *Signed
}

// Equivocates looks for two checkpoints in a list that one known key signed and that cannot both
// be true; nil if there are none.
func Equivocates(list []*Signed) *Equivocation {
	for i, a := range list {
		for _, b := range list[:i] {
			if x := (&Equivocation{b, a}); x.Check() == nil {
				return x
			}
		}
	}
	return nil
}

// By is the name of a known key that signed both, "" if there is none.
func (x *Equivocation) By() string {
	for _, k := range x.One.By {
		if slices.Contains(x.Other.By, k) {
			return k
		}
	}
	return ""
}

// Error says what is shown.
func (x *Equivocation) Error() string {
	return fmt.Sprintf("the holder of key %s signed two histories of %s: %d events with root %s, and as many with root %s",
		x.By(), x.One.Origin, x.One.Size, x.One.Root, x.Other.Root)
}

// Check looks whether the two checkpoints contradict each other and one key signed both. The
// error is an *InvalidProofError.
func (x *Equivocation) Check() error {
	switch {
	case x.One.Origin != x.Other.Origin:
		return &InvalidProofError{fmt.Sprintf("the checkpoints are of different ledgers, %s and %s", x.One.Origin, x.Other.Origin)}
	case x.One.Size != x.Other.Size:
		return &InvalidProofError{fmt.Sprintf("the checkpoints are of %d and %d events: they do not contradict each other", x.One.Size, x.Other.Size)}
	case x.One.Root == x.Other.Root:
		return &InvalidProofError{"the checkpoints are the same"}
	case x.By() == "":
		return &InvalidProofError{"no known key signed both checkpoints"}
	}
	return nil
}

// Bytes returns the equivocation's file.
func (x *Equivocation) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%s\n\n", equivocationHead)
	b.Write(x.One.Note)
	b.WriteByte('\n')
	b.Write(x.Other.Note)
	return b.Bytes()
}

// IsEquivocation tells the file of an Equivocation from others.
func IsEquivocation(text []byte) bool { return bytes.HasPrefix(text, []byte(equivocationHead+"\n")) }

// ReadEquivocation reads an equivocation. Errors about signatures come with it.
func ReadEquivocation(text []byte, known note.Verifiers) (*Equivocation, error) {
	bad := &FormError{"proof of two histories", 0, "expected its first line and two checkpoints"}
	rest, ok := strings.CutPrefix(string(text), equivocationHead+"\n\n")
	if !ok {
		return nil, bad
	}
	list, errs := ReadAll([]byte(rest), known)
	if len(list) != 2 {
		return nil, bad
	}
	var wrong error
	for i, c := range list {
		if c == nil {
			return nil, errs[i]
		}
		if wrong == nil {
			wrong = errs[i]
		}
	}
	return &Equivocation{list[0], list[1]}, wrong
}

package proof

import (
	"bytes"
	"context"
	"encoding/base64"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// Request asks a witness to cosign a checkpoint (c2sp.org/tlog-witness, the body of add-checkpoint): the number of
// events that the witness has seen, the hashes that show that the ledger begins with those, and the checkpoint.
//
//	old 2095
//	PlRNCrwHpqhGrupue0L7gxbjbMiKA9temvuZZDDpkaw=
//
//	adjudicate/hand-3
//	2347
//	CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=
//
//	— umpire Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+…
type Request struct {
	Old        int64
	Hashes     tlog.TreeProof
	Checkpoint *Signed
}

// Bounds of a request.
const (
	MaxRequest = 64 << 10 // bytes of a request for a cosignature
	maxHashes  = 63       // hashes of a request for a cosignature
)

// Bytes returns the request as it is sent.
func (r *Request) Bytes() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, "old %d\n", r.Old)
	for _, h := range r.Hashes {
		fmt.Fprintf(&b, "%s\n", base64.StdEncoding.EncodeToString(h[:]))
	}
	b.WriteByte('\n')
	b.Write(r.Checkpoint.Note)
	return b.Bytes()
}

// ReadRequest reads a request. Errors about the checkpoint's signatures, which are those of [Read], come with it.
func ReadRequest(text []byte, known note.Verifiers) (*Request, error) {
	bad := func(line int, format string, args ...any) (*Request, error) {
		return nil, &FormError{"request for a cosignature", line, fmt.Sprintf(format, args...)}
	}
	if len(text) > MaxRequest {
		return bad(0, "at most %d bytes, found %d", MaxRequest, len(text))
	}
	head, rest, ok := strings.Cut(string(text), "\n\n")
	if !ok {
		return bad(0, "expected the old size, hashes, an empty line and a checkpoint")
	}
	lines := strings.Split(head, "\n")
	digits, ok := strings.CutPrefix(lines[0], "old ")
	r := &Request{Hashes: tlog.TreeProof{}}
	var err error
	if r.Old, err = number(digits); err != nil || !ok {
		return bad(1, "expected \"old NUMBER\", found %q", lines[0])
	}
	if len(lines)-1 > maxHashes {
		return bad(maxHashes+2, "at most %d hashes, found %d", maxHashes, len(lines)-1)
	}
	for i, l := range lines[1:] {
		h, err := hash(l)
		if err != nil {
			return bad(i+2, "expected a hash of 32 bytes in base64, found %q", l)
		}
		r.Hashes = append(r.Hashes, h)
	}
	if r.Checkpoint, err = Read([]byte(rest), known); r.Checkpoint == nil {
		return nil, err
	}
	return r, err
}

// Extends reports whether the request shows that its ledger begins with that of a checkpoint of its old size.
func (r *Request) Extends(old *Checkpoint) bool {
	switch c := r.Checkpoint; {
	case old.Size != r.Old || old.Size > c.Size:
		return false
	case old.Size == c.Size || old.Size == 0:
		return len(r.Hashes) == 0 && (old.Size == 0 && c.Size > 0 || old.Root == c.Root)
	default:
		return tlog.CheckTree(r.Hashes, c.Size, c.Root, old.Size, old.Root) == nil
	}
}

// Request asks for a cosignature of a checkpoint of a stream by a witness that has seen old events. What it returns
// has been checked.
func (l Log) Request(ctx context.Context, old int64, c *Signed) (*Request, error) {
	r := &Request{Old: old, Hashes: tlog.TreeProof{}, Checkpoint: c}
	if old > c.Size {
		return nil, &MismatchError{Stream: l.Stream, Size: old, Have: c.Size}
	}
	return r, l.twice(ctx, &c.Checkpoint, func(h *Hashes) (err error) {
		before := Checkpoint{Origin: c.Origin, Size: old, Root: (&Tree{}).Root()}
		if old > 0 {
			if before.Root, err = tlog.TreeHash(old, h); err != nil {
				return err
			}
		}
		if old > 0 && old < c.Size {
			if r.Hashes, err = tlog.ProveTree(c.Size, old, h); err != nil {
				return err
			}
		}
		if !r.Extends(&before) {
			return &MismatchError{Stream: l.Stream, Size: c.Size, Have: c.Size}
		}
		return nil
	})
}

package outfile

import (
	"bytes"
	"io"
	"os"
)

// fileKind is what a file holds, as far as its beginning tells.
type fileKind struct {
	name     string
	of       string // what it is about: the ledger of an export, the origin of a checkpoint
	precious bool
}

func (k fileKind) String() string {
	if k.of != "" {
		return k.name + " of " + k.of
	}
	return k.name
}

// other is every kind of file that no command writes.
var other = fileKind{name: "of another kind"}

// empty is a file without a byte: nothing is lost with it.
var empty = fileKind{name: "empty"}

// kinds lists what commands write by the bytes that it begins with.
var kinds = []struct {
	begins string
	kind   fileKind
	of     string // what stands before the name of what it is about
	until  string // what stands behind that
}{
	{"SQLite format 3\x00", fileKind{name: "a ledger or another database", precious: true}, "", ""},
	{"PRIVATE+KEY+", fileKind{name: "a private key", precious: true}, "", ""},
	{"<svg", fileKind{name: "a picture"}, "", ""},
	{"\x89PNG", fileKind{name: "a picture"}, "", ""},
	{"<?xml", fileKind{name: "a picture"}, "", ""},
	{"<!doctype html", fileKind{name: "a page"}, "", ""},
	{"<!DOCTYPE html", fileKind{name: "a page"}, "", ""},
	{`{"specversion":`, fileKind{name: "an export"}, `"ledger":"`, `"`},
	{`[{"specversion":`, fileKind{name: "an export"}, `"ledger":"`, `"`},
	{"c2sp.org/tlog-proof@", fileKind{name: "a proof"}, "", ""},
	{"adjudicate-consistency@", fileKind{name: "a consistency proof"}, "", ""},
	{"adjudicate-receipt@", fileKind{name: "a receipt"}, "", ""},
	{"adjudicate-equivocation@", fileKind{name: "a proof of a fork"}, "", ""},
	{"adjudicate/", fileKind{name: "a list of checkpoints"}, "adjudicate/", "\n"},
}

// kind looks at the beginning of a file.
func kind(path string) fileKind {
	f, err := os.Open(path)
	if err != nil {
		return other
	}
	defer f.Close()
	head := make([]byte, 4096)
	n, err := io.ReadFull(f, head)
	if n == 0 && err == io.EOF {
		return empty
	}
	head = head[:n]
	for _, k := range kinds {
		if !bytes.HasPrefix(head, []byte(k.begins)) {
			continue
		}
		if k.of != "" {
			_, rest, _ := bytes.Cut(head, []byte(k.of))
			of, _, _ := bytes.Cut(rest, []byte(k.until))
			k.kind.of = string(of)
		}
		return k.kind
	}
	return other
}

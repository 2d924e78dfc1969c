package report

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"

	"adjudicate/ledger/folder"
	"adjudicate/report/draw"
	"adjudicate/report/draw/diagram"
	"adjudicate/rules"
)

// Pictures are those that pages show, by the names of their files. Pieces that move alike share one.
type Pictures map[string][]byte

// put adds a picture, and returns the name of its file.
func (p Pictures) put(of string, svg []byte) string {
	sum := sha256.Sum256(svg)
	name := slug(of) + "-" + hex.EncodeToString(sum[:4]) + ".svg"
	p[name] = svg
	return name
}

// slug is a name as a file's: letters and digits of ASCII, and dashes.
func slug(name string) string {
	return strings.Trim(strings.Map(func(c rune) rune {
		switch {
		case c >= 'a' && c <= 'z' || c >= '0' && c <= '9':
			return c
		case c >= 'A' && c <= 'Z':
			return c + 'a' - 'A'
		}
		return '-'
	}, name), "-")
}

// SystemPage is a page about a system, made from its folder: its array, its pieces with their moves drawn, its rules, the points that
// they leave open, what is left to the umpire. What it shows is added to the pictures, which stand in a folder pieces beside it.
func SystemPage(f *folder.Folder, pictures Pictures) (string, error) {
	s := f.System
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\nMade from the folder of `%s`; \"adjudicate system show %s\" tells the same.\n\n", cmp.Or(s.Title, s.Name), s.Name, s.Name)
	if err := systemBody(&b, f, pictures, "##"); err != nil {
		return "", err
	}
	b.WriteString("\n## Rules\n\n| rule | title | what it says |\n|---|---|---|\n")
	for _, r := range s.Book.Rules() {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", r.Number, cell(r.Title), cell(r.Note))
	}
	if entries := s.Register.Entries(); len(entries) > 0 {
		b.WriteString("\n## Points that the rules leave open\n\n| entry | clause | question | default |\n|---|---|---|---|\n")
		for _, e := range entries {
			fmt.Fprintf(&b, "| `%s` | %s | %s | `%s` |\n", e.ID, cell(e.Clause), cell(e.Question), e.Default)
		}
	}
	b.WriteString("\n## What is left to the umpire\n\n" + folder.Table(s.Umpire))
	if len(f.Cases)+len(f.Seasons) > 0 {
		b.WriteString("\nIts cases and seasons are judged whenever the tests run.\n")
	}
	return b.String(), nil
}

// VariantPage is a page about several systems, a section each.
func VariantPage(list []*folder.Folder, pictures Pictures) (string, error) {
	var b strings.Builder
	b.WriteString("# Variants\n\nThe variants that are built in, each made from its folder in [systems/variants](../../systems/variants); [variants.md](../variants.md) says how one is written.\n\n")
	b.WriteString("| variant | board | pieces | extends |\n|---|---|---|---|\n")
	for _, f := range list {
		size := ""
		if board := f.System.Book.Procedure().Board; board != nil {
			size = fmt.Sprintf("%d×%d", board.Files, board.Ranks)
		}
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %d | %s |\n", cell(cmp.Or(f.System.Title, f.System.Name)), slug(f.System.Name), size, len(f.System.Book.Pieces()), f.System.Extends)
	}
	for _, f := range list {
		fmt.Fprintf(&b, "\n## %s\n\n", f.System.Name)
		if err := systemBody(&b, f, pictures, "###"); err != nil {
			return "", err
		}
	}
	return b.String(), nil
}

func cell(s string) string { return strings.NewReplacer("|", `\|`, "\n", " ").Replace(s) }

// systemBody writes what a system is, its array and its pieces.
func systemBody(b *strings.Builder, f *folder.Folder, pictures Pictures, heading string) error {
	s := f.System
	for _, text := range []string{s.Note, s.Source} {
		if text != "" {
			b.WriteString(strings.TrimSpace(text) + "\n\n")
		}
	}
	if len(s.Sides) > 0 {
		fmt.Fprintf(b, "Sides, in the order in which they play: %s.\n\n", strings.Join(s.Sides, ", "))
	}
	board, err := arrayOf(f)
	if err != nil {
		return err
	}
	if board.Files > 0 {
		var svg bytes.Buffer
		if err := draw.SVG(&svg, board, draw.Options{}); err != nil {
			return err
		}
		fmt.Fprintf(b, "![The board of %s](pieces/%s)\n\n", s.Name, pictures.put("board", svg.Bytes()))
	}
	readings, err := s.Register.Complete(nil)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, "%s Pieces\n\n| piece | symbol | value | rule | moves |\n|---|---|---|---|---|\n", heading)
	for _, d := range s.Book.Pieces() {
		drawn, err := diagram.Of(s.Book, readings, d.Piece.Name, diagram.Options{})
		if err != nil {
			return err
		}
		drawn.Clause = "" // numbers differ where pieces do not
		var svg bytes.Buffer
		if err := drawn.SVG(&svg); err != nil {
			return err
		}
		royal := ""
		if d.Piece.Royal {
			royal = ", royal"
		}
		fmt.Fprintf(b, "| %s | `%s` | `%s`%s | %s | [drawn](pieces/%s) |\n", cell(d.Piece.Name), cell(d.Piece.Glyph), cell(string(d.Piece.Value)), royal, d.Rule.Number, pictures.put(d.Piece.Name, svg.Bytes()))
	}
	return nil
}

// arrayOf is the board of a system with its opening array, if it has one.
func arrayOf(f *folder.Folder) (draw.Board, error) {
	s := f.System
	b := draw.Board{}
	board := s.Book.Procedure().Board
	if board == nil {
		return b, nil
	}
	b.Files, b.Ranks = board.Files, board.Ranks
	b.Closed = board.ClosedSquares(b.Files, b.Ranks)
	b.AroundFiles, b.AroundRanks = board.Around()
	readings, err := s.Register.Complete(nil)
	if err != nil {
		return b, err
	}
	dressed(&b, s.Picture, s.Book, func(entry string) (string, bool) { return readings[entry], true })
	for _, side := range s.Sides {
		b.Sides = append(b.Sides, draw.Side{Name: side, Heading: headingOf(s.Book, side)})
	}
	known := glyphs(s.Book)
	array, err := f.Array()
	if err != nil {
		return b, err
	}
	for _, p := range array.Pieces {
		if p.At != "" {
			b.Pieces = append(b.Pieces, draw.Piece{Square: p.At, Glyph: known[p.Type], Type: p.Type, Side: p.Side})
		}
	}
	for _, sq := range array.Closed {
		if _, _, ok := rules.ParseSquare(sq); ok && !slices.Contains(b.Closed, sq) {
			b.Closed = append(b.Closed, sq)
		}
	}
	return b, nil
}

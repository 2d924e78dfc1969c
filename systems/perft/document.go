package perft

import (
	"fmt"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/movement"
	"adjudicate/systems"
	"adjudicate/systems/position"
)

// System is the name that position documents give the plain game.
const System = "plain"

// compile compiles a piece set. Definitions that ask how a clause is read get the default of
// the register that has the entry: the plain game has no readings of its own.
func compile(rb *rules.Rulebook, files, ranks int, walls [][2]int) (*movement.Ruleset, error) {
	readings := map[string]string{}
	for _, system := range systems.Systems() {
		_, register, err := systems.Load(system)
		if err != nil {
			return nil, err
		}
		for _, e := range register.Entries() {
			if _, have := readings[e.ID]; !have {
				readings[e.ID] = e.Default
			}
		}
	}
	return movement.CompileBoard(rb, readings, files, ranks, walls)
}

// FromDocument sets up a position document of any number of sides with the pieces of a
// rulebook. A piece's type is named by the type's name or by its glyph. Errors of the
// document are *position.Error with its file.
func FromDocument(file string, doc *position.Document, rb *rules.Rulebook) (*Game, error) {
	refuse := func(field, format string, args ...any) error {
		return &position.Error{File: file, Field: field, Text: fmt.Sprintf(format, args...)}
	}
	switch {
	case doc.System != System:
		return nil, refuse("system", "%q is not %q, the only system without rules of its own", doc.System, System)
	case doc.Board == nil:
		return nil, refuse("board", "is missing: expected its size, as {\"files\": 8, \"ranks\": 8}")
	case len(doc.Interpretations) > 0:
		return nil, refuse("interpretations", "the plain game has none")
	case len(doc.Sides) == 0:
		return nil, refuse("sides", "is empty: expected the sides in the order in which they play")
	}
	rs, err := compile(rb, doc.Board.Files, doc.Board.Ranks, nil)
	if err != nil {
		return nil, err
	}
	set, err := byName(doc, rs).Set(file, rs)
	if err != nil {
		return nil, err
	}
	return &Game{Rules: rs, Position: set.Position}, nil
}

// byName returns the document with glyphs replaced by the names of their types. A type's
// name comes before a glyph, a glyph as written before one in the other case.
func byName(doc *position.Document, rs *movement.Ruleset) *position.Document {
	names := map[string]string{}
	add := func(key, name string) {
		if _, taken := names[key]; !taken {
			names[key] = name
		}
	}
	for _, fold := range []func(string) string{nil, strings.Clone, strings.ToLower, strings.ToUpper} {
		for t := range rs.Types() {
			id := movement.TypeID(t)
			if fold == nil {
				add(rs.TypeName(id), rs.TypeName(id))
			} else {
				add(fold(rs.Glyph(id)), rs.TypeName(id))
			}
		}
	}
	out := *doc
	out.Pieces = append([]position.Piece(nil), doc.Pieces...)
	for i := range out.Pieces {
		if name, ok := names[out.Pieces[i].Type]; ok {
			out.Pieces[i].Type = name
		}
	}
	return &out
}

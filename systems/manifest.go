package systems

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"adjudicate/rules"
	"adjudicate/rules/names"
	"adjudicate/rules/picture"
	"adjudicate/rules/words"
)

// Manifest is what system.yaml says.
type Manifest struct {
	Name    string            `json:"name,omitempty"`
	Title   string            `json:"title,omitempty"`
	Note    string            `json:"note,omitempty"`    // what it is, in a few sentences
	Source  string            `json:"source,omitempty"`  // where its rules are from
	Extends string            `json:"extends,omitempty"` // a system whose rules it has as well: a built-in one, or a folder by its path from this one on (../shogi)
	Remove  []string          `json:"remove,omitempty"`  // numbers of rules of that one which it does not have
	Sides   []string          `json:"sides,omitempty"`   // in the order in which they play
	FEN     *FEN              `json:"fen,omitempty"`     // how its positions are written; nil: not in one line
	Array   map[string]string `json:"array,omitempty"`   // side → where its pieces stand at the beginning, "Ka1 Rb1 p:a2..h2", of a system of any number of sides that has no fen
	Umpire  []Hand            `json:"umpire,omitempty"`  // what is left to the umpire, who does it by hand

	Words   *words.Texts     `json:"words,omitempty"`   // what it calls things
	Picture *picture.Picture `json:"picture,omitempty"` // how its board and pieces are drawn
}

// Hand is something that the rules ask of the umpire, because no definition says it.
type Hand struct {
	Does string `json:"does,omitempty"` // what they do, in a sentence
	When string `json:"when,omitempty"` // when it falls due; empty: whenever it is asked for
	Cite string `json:"cite,omitempty"` // the rule that asks for it, "7" or "7 §2"
}

// FEN says how a position of two sides is written in one line, and read. Upper case is the first side.
type FEN struct {
	Start    string            `json:"start,omitempty"`    // the opening array
	Letters  map[string]string `json:"letters,omitempty"`  // upper-case letter -> type; the glyphs of types besides
	Promoted map[string]string `json:"promoted,omitempty"` // letter after + -> type; what it was before is the type of the letter
	Base     string            `json:"base,omitempty"`     // what a piece with ~ behind it was before it was promoted
	Rights   *Rights           `json:"rights,omitempty"`   // what the third field says; nil: nothing
	Checks   int               `json:"checks,omitempty"`   // a field "3+3" says how many of so many checks each side has yet to give
	Results  map[string]string `json:"results,omitempty"`  // how recorded games end without a move -> the power that tells it: draw (by agreement), claim (of repetition, or of long play), time (who has lost on time)
}

// How recorded games end without a move, as Results has it.
const (
	ByAgreement = "draw"
	ByClaim     = "claim"
	ByTime      = "time"
)

// Rights says what the letters of the third field mean: which pieces have not moved. All others have.
type Rights struct {
	King     string         `json:"king,omitempty"`     // the type that goes to the side, its letters K and Q
	Partners []string       `json:"partners,omitempty"` // the types that it goes with
	Ranks    map[string]int `json:"ranks,omitempty"`    // where both stand, by side
	Short    string         `json:"short,omitempty"`    // the file of the partner of K; empty: the outermost one to the right of the king
	Long     string         `json:"long,omitempty"`     // the same of Q
	Files    string         `json:"files,omitempty"`    // what a letter of a file means: "partners" (default): the partner there and the king; "pieces": what stands there
	Placed   bool           `json:"placed,omitempty"`   // a piece that was placed counts as one that has not moved
}

// over fills what a FEN does not say from the one of the system that it extends.
func (f *FEN) over(base *FEN) {
	if f.Start == "" {
		f.Start = base.Start
	}
	if f.Letters == nil {
		f.Letters = base.Letters
	}
	if f.Promoted == nil {
		f.Promoted = base.Promoted
	}
	if f.Base == "" {
		f.Base = base.Base
	}
	if f.Rights == nil {
		f.Rights = base.Rights
	}
	if f.Checks == 0 {
		f.Checks = base.Checks
	}
	if f.Results == nil {
		f.Results = base.Results
	}
}

// readManifest reads a manifest, as far as it can be read, and finds what is wrong with it as such.
func readManifest(file string, text []byte) (*Manifest, *rules.Document, rules.Problems) {
	m := new(Manifest)
	doc, found := rules.ReadDocument(file, text, m)
	fault := func(field, hint, format string, args ...any) {
		found = append(found, doc.Problem(field, hint, fmt.Sprintf(format, args...)))
	}
	if m.Name == "" && len(found) == 0 {
		fault("name", "such as name: hexapawn", "what the system is called is missing")
	}
	if _, unseen := names.Unseen(m.Name); unseen || strings.ContainsAny(m.Name, `/\:`) || strings.HasPrefix(m.Name, ".") || strings.TrimSpace(m.Name) != m.Name {
		fault("name", "such as name: hexapawn", "invalid name of a system %q: expected visible characters, none of them /, \\ or :, and no dot before them", m.Name)
	}
	for i, side := range m.Sides {
		at := fmt.Sprintf("sides[%d]", i)
		if side == "" {
			fault(at, "", "a side needs a name")
		} else if slices.Index(m.Sides, side) < i {
			fault(at, "", "the side %q is listed twice", side)
		}
	}
	for _, w := range m.Words.Faults() {
		fault(w.Field, w.Hint, "%s", w.Message)
	}
	for i, h := range m.Umpire {
		if h.Does == "" {
			fault(fmt.Sprintf("umpire[%d]", i), "does: TEXT", "what the umpire does is missing")
		}
	}
	if m.Array != nil && m.FEN != nil && m.FEN.Start != "" {
		p := doc.Problem("fen.start", "delete one of them", "no effect: games begin with array")
		p.Severity = rules.Doubt
		found = append(found, p)
	}
	if m.FEN != nil {
		for _, letters := range []struct {
			field string
			of    map[string]string
		}{{"letters", m.FEN.Letters}, {"promoted", m.FEN.Promoted}} {
			for _, l := range slices.Sorted(maps.Keys(letters.of)) {
				if utf8.RuneCountInString(l) != 1 {
					fault("fen."+letters.field+"."+l, "", "a position names a type by one letter, and this is %q", l)
				}
			}
		}
	}
	return m, doc, found
}

// held finds what a manifest names that the rules do not have.
func (m *Manifest) held(doc *rules.Document, book *rules.Rulebook) (found rules.Problems) {
	unknown := func(field, what, word string, known []string) {
		found = append(found, doc.Problem(field, names.Suggest(word, known, ""), fmt.Sprintf("no such %s: %q", what, word)))
	}
	types := book.TypeNames()
	typed := func(field, name string) {
		if name != "" && doc.Has(field) && !slices.Contains(types, name) {
			unknown(field, "piece type", name, types)
		}
	}
	for _, w := range m.Words.Doubts(namedBy(book)) {
		p := doc.Problem(w.Field, w.Hint, w.Message)
		p.Severity = rules.Doubt
		found = append(found, p)
	}
	for i, h := range m.Umpire {
		number, _, _ := strings.Cut(h.Cite, " ")
		if _, ok := book.Rule(number); h.Cite != "" && !ok {
			unknown(fmt.Sprintf("umpire[%d].cite", i), "rule", number, book.Numbers())
		}
	}
	plays := func(what, side string) {
		if len(m.Sides) > 0 && !slices.Contains(m.Sides, side) && doc.Has("sides") {
			unknown("sides", what, side, m.Sides)
		}
	}
	if board := book.Procedure().Board; board != nil {
		for _, side := range slices.Sorted(maps.Keys(board.Heading)) {
			if side != "others" {
				plays("side of the heading in section board", side)
			}
		}
		for _, r := range board.Regions {
			for _, side := range slices.Sorted(maps.Keys(r.Of)) {
				plays("side of the region "+r.Name+" in section board", side)
			}
		}
	}
	for _, e := range book.Ends() {
		if e.Winner != "" && e.Winner != "mover" && e.Winner != "other" {
			plays("side that wins in section ends", e.Winner)
		}
	}
	m.Picture.Check(book, func(field, hint, message string) {
		if doc.Has(strings.Join(strings.SplitN(field, ".", 4)[:min(3, 1+strings.Count(field, "."))], ".")) {
			found = append(found, doc.Problem(field, hint, message))
		}
	})
	if m.FEN == nil {
		return found
	}
	for _, l := range slices.Sorted(maps.Keys(m.FEN.Letters)) {
		typed("fen.letters."+l, m.FEN.Letters[l])
	}
	for _, l := range slices.Sorted(maps.Keys(m.FEN.Promoted)) {
		typed("fen.promoted."+l, m.FEN.Promoted[l])
	}
	typed("fen.base", m.FEN.Base)
	for _, how := range slices.Sorted(maps.Keys(m.FEN.Results)) {
		field := "fen.results." + how
		if known := []string{ByAgreement, ByClaim, ByTime}; !slices.Contains(known, how) {
			unknown(field, "end of recorded games", how, known)
		}
		var powers []string
		for _, p := range book.Powers() {
			powers = append(powers, p.Name)
		}
		if doc.Has(field) && !slices.Contains(powers, m.FEN.Results[how]) {
			unknown(field, "power", m.FEN.Results[how], powers)
		}
	}
	if r := m.FEN.Rights; r != nil {
		typed("fen.rights.king", r.King)
		for i, p := range r.Partners {
			typed(fmt.Sprintf("fen.rights.partners[%d]", i), p)
		}
		for _, side := range slices.Sorted(maps.Keys(r.Ranks)) {
			if field := "fen.rights.ranks." + side; doc.Has(field) && !slices.Contains(m.Sides, side) {
				unknown(field, "side", side, m.Sides)
			}
		}
	}
	return found
}

// namedBy are the names in a rulebook that words may be about.
func namedBy(book *rules.Rulebook) map[string][]string {
	p, out := book.Procedure(), map[string][]string{}
	for _, a := range book.Assets() {
		out[words.Assets] = append(out[words.Assets], a.Name)
	}
	for _, o := range p.Offices {
		out[words.Offices] = append(out[words.Offices], o.Name)
	}
	for _, g := range p.Stages {
		out[words.Stages] = append(out[words.Stages], g.Name)
	}
	for _, a := range p.Attributes {
		out[words.Attributes] = append(out[words.Attributes], a.Name)
	}
	out[words.OfPlays] = p.KindNames()
	return out
}

package systems

import (
	"bytes"
	"fmt"

	"github.com/goccy/go-yaml"
)

// Manifest is what system.yaml says.
type Manifest struct {
	Name    string   `yaml:"name"`
	Title   string   `yaml:"title"`
	Note    string   `yaml:"note"`    // what it is, in a few sentences
	Source  string   `yaml:"source"`  // where its rules are from
	Extends string   `yaml:"extends"` // a system whose rules it has as well: a built-in one, or a folder by its path from this one on (../shogi)
	Remove  []string `yaml:"remove"`  // numbers of rules of that one which it does not have
	Sides   []string `yaml:"sides"`   // in the order in which they play
	FEN     *FEN     `yaml:"fen"`     // how its positions are written; nil: not in one line
}

// FEN says how a position of two sides is written in one line, and read. Upper case is the first side.
type FEN struct {
	Start    string            `yaml:"start"`    // the opening array
	Letters  map[string]string `yaml:"letters"`  // upper-case letter -> type; the glyphs of types besides
	Promoted map[string]string `yaml:"promoted"` // letter after + -> type; what it was before is the type of the letter
	Base     string            `yaml:"base"`     // what a piece with ~ behind it was before it was promoted
	Rights   *Rights           `yaml:"rights"`   // what the third field says; nil: nothing
	Checks   int               `yaml:"checks"`   // a field "3+3" says how many of so many checks each side has yet to give
}

// Rights says what the letters of the third field mean: which pieces have not moved. All others have.
type Rights struct {
	King     string         `yaml:"king"`     // the type that goes to the side, its letters K and Q
	Partners []string       `yaml:"partners"` // the types that it goes with
	Ranks    map[string]int `yaml:"ranks"`    // where both stand, by side
	Short    string         `yaml:"short"`    // the file of the partner of K; empty: the outermost one to the right of the king
	Long     string         `yaml:"long"`     // the same of Q
	Files    string         `yaml:"files"`    // what a letter of a file means: "partners" (default): the partner there and the king; "pieces": what stands there
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
}

func parseManifest(file string, text []byte) (*Manifest, error) {
	m := new(Manifest)
	if err := yaml.NewDecoder(bytes.NewReader(text), yaml.Strict()).Decode(m); err != nil {
		return nil, fmt.Errorf("%s: %s", file, yaml.FormatError(err, false, false))
	}
	if m.Name == "" {
		return nil, fmt.Errorf("%s: name: what the system is called is missing", file)
	}
	return m, nil
}

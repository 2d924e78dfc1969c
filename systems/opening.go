package systems

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/picture"
	"adjudicate/rules/words"
)

// Format is the format of the ledgers that are begun today.
const Format = 2

// Opening returns the first input of a new ledger under a built-in system: with the hash of
// the system's text, and with every entry of its register, read as by default. Together with
// the rules that follow it the ledger then needs nothing else.
func Opening(game, name, seed, note string) (events.GameOpened, error) {
	s, err := Find(name)
	if err != nil {
		return events.GameOpened{}, err
	}
	return s.Opening(game, seed, note), nil
}

// Opening is the first input of a new ledger under the system.
func (s *System) Opening(game, seed, note string) events.GameOpened {
	return events.GameOpened{Game: game, System: s.Name, Text: s.Text, Seed: seed, Note: note, Format: Format, Words: slices.Concat([]events.Word(s.spoken), s.Picture.Words(), s.about()), Register: Recorded(s.Register)}
}

// folderWord is the word of an opening that holds what else the folder says of a system that is not built in, as JSON.
const folderWord = "folder"

// about is what a ledger of a system that is not built in records of its folder besides: what it is called and whose rules they are, how its
// positions are written, what is left to the umpire.
func (s *System) about() []events.Word {
	if named, err := Find(s.Name); err == nil && named.Text == s.Text {
		return nil
	}
	m := Manifest{Title: s.Title, Note: s.Note, Source: s.Source, Sides: s.Sides, FEN: s.FEN, Array: s.Array, Umpire: s.Umpire}
	text, err := json.Marshal(m)
	if err != nil || string(text) == "{}" {
		return nil
	}
	return []events.Word{{Thing: folderWord, Word: string(text)}}
}

// About is what is known of the system of a ledger beside its rules, by its name and the words of its opening: what the folder said, or
// what the built-in system of that name does.
func About(name string, list []events.Word) Manifest {
	var m Manifest
	for _, w := range list {
		if w.Thing == folderWord && json.Unmarshal([]byte(w.Word), &m) == nil {
			m.Words, m.Picture = words.TextsOf(list), picture.Of(list)
			return m
		}
	}
	if s, err := Find(name); err == nil {
		m = Manifest{Sides: s.Sides, FEN: s.FEN, Array: s.Array, Umpire: s.Umpire}
	}
	m.Words, m.Picture = words.TextsOf(list), picture.Of(list)
	return m
}

// Begun is the system of which an opening says that a game begins under it, with the rules of a book: a built-in one, or what the ledger
// records of a folder, as own says. It can set up positions; older ledgers do not record an array side by side.
func Begun(o events.GameOpened, book *rules.Rulebook) (s *System, own bool, err error) {
	own = slices.ContainsFunc(o.Words, func(w events.Word) bool { return w.Thing == folderWord })
	if s, err = Find(o.System); !own && err == nil {
		return s, false, nil
	}
	s = &System{Manifest: About(o.System, o.Words), Book: book}
	s.Name = o.System
	s.Register, err = new(rules.Register).With(Entries(o.Register)...)
	return s, true, err
}

// Entries returns the entries of a register that a ledger records, each read as by default.
func Entries(list []events.RegisterEntry) []rules.Entry {
	entries := make([]rules.Entry, len(list))
	for i, e := range list {
		entries[i] = rules.Entry{ID: e.Entry, Clause: e.Clause, Question: e.Question, Default: e.Default}
		for _, r := range e.Readings {
			entries[i].Readings = append(entries[i].Readings, rules.Reading{Name: r.Reading, Text: r.Text})
		}
	}
	return entries
}

// Renewed returns the opening of today's format for a game that was opened in format 1: with the
// entries of its system's register, each read as it was then. That is the default of then, or
// for an entry that did not exist the reading by which the engine rules without it.
func Renewed(in events.GameOpened) (events.GameOpened, error) {
	out, err := Opening(in.Game, in.System, in.Seed, in.Note)
	if err != nil {
		return out, err
	}
	then, err := FormatOne(in.System)
	if err != nil {
		return out, err
	}
	out.Text = "" // its rules are older
	for i := range out.Register {
		e := &out.Register[i]
		if old, ok := then.Entry(e.Entry); ok {
			e.InForce = old.Default
		} else if r, ok := rules.Unlisted(e.Entry); ok {
			e.InForce = r
		}
	}
	return out, nil
}

// Recorded returns the entries of a register as a ledger records them, each read as by default.
func Recorded(g *rules.Register) []events.RegisterEntry {
	var list []events.RegisterEntry
	for _, e := range g.Entries() {
		out := events.RegisterEntry{Entry: e.ID, Clause: e.Clause, Question: e.Question, Default: e.Default, InForce: e.Default}
		for _, r := range e.Readings {
			out.Readings = append(out.Readings, events.RegisterReading{Reading: r.Name, Text: r.Text})
		}
		list = append(list, out)
	}
	return list
}

// Additions reads the text of a register and returns the inputs that add its entries to that of
// a running game, each read as by default. If inForce is not empty the text holds one entry,
// and that is the reading in force.
func Additions(file string, text []byte, inForce, reason string) ([]events.Payload, error) {
	register, err := rules.ParseRegister(file, text)
	if err != nil {
		return nil, err
	}
	list := Recorded(register)
	if inForce != "" && len(list) != 1 {
		return nil, fmt.Errorf("%s holds %d entries, expected one to be read as %q", file, len(list), inForce)
	}
	var inputs []events.Payload
	for _, e := range list {
		inputs = append(inputs, events.InterpretationAdded{Entry: e.Entry, Clause: e.Clause, Question: e.Question, Readings: e.Readings,
			Default: e.Default, InForce: cmp.Or(inForce, e.InForce), Reason: reason})
	}
	return inputs, nil
}

// hashOf is the SHA-256 of a system's text: of its manifest, its register and each of its rule files, in order of their paths, the
// path, a line feed, the length in decimal, a line feed, and the bytes.
func hashOf(dir fs.FS, name string) (string, error) {
	var all []string
	for _, at := range []string{manifestFile, registerFile} {
		if _, err := fs.Stat(dir, at); err == nil {
			all = append(all, at)
		}
	}
	entries, err := fs.ReadDir(dir, rulesDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	for _, e := range entries {
		if e.Type().IsRegular() {
			all = append(all, path.Join(rulesDir, e.Name()))
		}
	}
	slices.Sort(all)
	sum := sha256.New()
	for _, at := range all {
		text, err := ReadText(dir, at)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(sum, "%s\n%d\n", at, len(text))
		sum.Write(text)
	}
	return "sha256:" + hex.EncodeToString(sum.Sum(nil)), nil
}

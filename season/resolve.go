package season

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/names"
	"adjudicate/systems"
	"adjudicate/systems/array"
)

// A Library is where the rules are found that a season names.
type Library interface {
	// Suite returns the rules of a built-in rulebook in the order of their numbers.
	Suite(name string) ([]rules.Rule, error)
	// File returns the text of a rule file that stands beside the season.
	File(name string) ([]byte, error)
}

// Beside returns the library of the built-in rulebooks and of the rule files in fsys,
// which is the directory that the season stands in, nil for none. How much of a file is read is for fsys.
func Beside(fsys fs.FS) Library { return beside{fsys: fsys} }

// Under is Beside for the seasons of a system that is not built in: what a season calls by its name is that.
func Under(own *systems.System, fsys fs.FS) Library { return beside{fsys: fsys, own: own} }

type beside struct {
	fsys   fs.FS
	own    *systems.System    // nil: none but the built-in ones
	opened *events.GameOpened // how a ledger began of which own is known from nothing else
}

func (b beside) Suite(name string) ([]rules.Rule, error) {
	sys, err := b.system(name)
	if err != nil {
		return nil, err
	}
	return sys.Book.Rules(), nil
}

func (b beside) system(name string) (*systems.System, error) {
	if b.own != nil && b.own.Name == name {
		return b.own, nil
	}
	return systems.Find(name)
}

// known returns a system as a library knows it.
func known(lib Library, name string) (*systems.System, error) {
	if b, ok := lib.(beside); ok {
		return b.system(name)
	}
	return systems.Find(name)
}

// opening completes the opening of a game with the register of its system, as a library knows it.
func opening(lib Library, o events.GameOpened) (events.GameOpened, error) {
	if b, ok := lib.(beside); ok && b.opened != nil {
		o.Text, o.Format, o.Words, o.Register = b.opened.Text, b.opened.Format, b.opened.Words, systems.Recorded(b.own.Register)
		return o, nil
	}
	sys, err := known(lib, o.System)
	if err != nil {
		return o, err
	}
	whole := sys.Opening(o.Game, o.Seed, o.Note)
	whole.Zone = o.Zone
	return whole, nil
}

// set makes an input of an opening array.
func (a *Array) set(lib Library, system string) (events.ArraySet, error) {
	sys, err := known(lib, system)
	if err != nil {
		return events.ArraySet{}, err
	}
	players := map[string]string{}
	for _, s := range a.Sides {
		if !slices.Contains(sys.Sides, s.Side) {
			return events.ArraySet{}, names.Unknown("side", s.Side, sys.Sides)
		}
		players[s.Side] = s.Player
	}
	for _, side := range sys.Sides {
		if players[side] == "" {
			return events.ArraySet{}, fmt.Errorf("nobody holds %s: the array of %s has the sides %s", side, sys.Name, strings.Join(sys.Sides, ", "))
		}
	}
	if a.Position == "" && !sys.Arrayed() {
		return events.ArraySet{}, fmt.Errorf("%s has no opening array", sys.Name)
	}
	return array.Set(sys, a.Position, players)
}

func (b beside) File(name string) ([]byte, error) {
	if b.fsys == nil {
		return nil, fmt.Errorf("%s: %w", name, fs.ErrNotExist)
	}
	if !fs.ValidPath(name) {
		return nil, fmt.Errorf("invalid name %q: expected a file in the folder of the season", name)
	}
	return fs.ReadFile(b.fsys, name)
}

// Resolve fetches the register and the rules that the season names and makes them inputs,
// complete as a ledger wants them. Parse leaves that undone so that a text can be read without
// a library.
func (s *Season) Resolve(lib Library) error {
	system, hands := "", false
	for i := range s.Entries {
		e := &s.Entries[i]
		if e.Unless != nil && !hands {
			return e.Unless
		}
		if e.Array != nil {
			set, err := e.Array.set(lib, system)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", s.File, e.Line, err)
			}
			e.Inputs = []events.Payload{set}
		}
		for k, in := range e.Inputs {
			opened, ok := in.(events.GameOpened)
			if !ok {
				continue
			}
			system = opened.System
			full, err := opening(lib, opened)
			if err != nil {
				return fmt.Errorf("%s:%d: %w", s.File, e.Line, err)
			}
			e.Inputs[k] = full
		}
		if e.Source == nil {
			continue
		}
		found, err := e.Source.rules(fmt.Sprintf("%s:%d", s.File, e.Line), lib)
		if err != nil {
			return fmt.Errorf("%s:%d: %w", s.File, e.Line, err)
		}
		hands = hands || slices.ContainsFunc(found, func(r rules.Rule) bool { return r.HandsOver() })
		e.Inputs = make([]events.Payload, len(found))
		for k := range found {
			if e.Source.Amend {
				e.Inputs[k] = events.RuleAmended{Number: found[k].Number, Rule: found[k].Canonical()}
			} else {
				e.Inputs[k] = events.RuleEnacted{Number: found[k].Number, Rule: found[k].Canonical()}
			}
		}
	}
	return nil
}

// rules reads the rules of a source; place is what messages call a rule that stands in
// the season itself.
func (src *Source) rules(place string, lib Library) ([]rules.Rule, error) {
	if src.Suite != "" {
		return lib.Suite(src.Suite)
	}
	text := []byte(src.Text)
	if src.File != "" {
		var err error
		if text, err = lib.File(src.File); err != nil {
			if failed := (*fs.PathError)(nil); errors.As(err, &failed) {
				return nil, fmt.Errorf("cannot read %s: %w", src.File, failed.Err)
			}
			return nil, fmt.Errorf("rule file: %w", err)
		}
		place = src.File
	}
	found, err := rules.Parse(place, text)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("%s holds no rule", place)
	}
	return found, err
}

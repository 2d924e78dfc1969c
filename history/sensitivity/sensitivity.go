// Package sensitivity asks which interpretations matter to a game.
//
// For every entry of the interpretation register, and every reading of it that has not been in force
// throughout, it readjudicates the history as if that reading had been adopted at the opening, or
// when the entry was added to the register, and kept. The result is a [Finding]: the first input
// that differs, how many differ, and whether winner, marks or the present board change.
//
//	register ──entry, reading──► Plan ──readjudication──► Finding
//
// Findings are independent, so they are computed in parallel; they are returned in the order of the
// register. A reading that cannot be adopted at the opening is a Finding that says why. They are what [Stable] finds out
// first; a [Stability] builds on them and combines readings with pending disputes. Nothing is written.
package sensitivity

import (
	"context"
	"maps"
	"slices"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/readjudicate"
	"adjudicate/rules"
	"adjudicate/rules/keys"
)

// Finding is what a reading would make of a game.
type Finding struct {
	Entry     string `json:"entry"`
	Clause    string `json:"clause"`
	Reading   string `json:"reading"`
	Held      string `json:"held"`              // the reading that holds now
	Matters   bool   `json:"matters"`           // some ruling or effect differs
	From      uint64 `json:"from,omitempty"`    // the first input that does
	Flipped   int    `json:"flipped"`           // inputs with another verdict
	Effects   int    `json:"effects"`           // inputs with the same verdict and other effects
	Citations int    `json:"citations"`         // inputs that merely rest on other clauses, readings or facts
	Winner    bool   `json:"winner"`            // other hands are won
	Marks     bool   `json:"@marks"`            // other marks are held
	Board     bool   `json:"board"`             // pieces stand elsewhere, or are others
	Turn      bool   `json:"turn"`              // another side is to play, or the order is another
	Refused   string `json:"refused,omitempty"` // why the reading cannot be adopted at the opening
	Judged    int    `json:"judged"`            // how many inputs were ruled on again
}

// MarshalJSON writes the fields under the names by which others know them.
func (f Finding) MarshalJSON() ([]byte, error) {
	type plain Finding
	return keys.Marshal(plain(f))
}

// readings are the readings of entries that have not held all along; no entries are all of the register.
func readings(register *rules.Register, entries []string, edition int, origins map[string]*origin, opening uint64) (choices []Choice, err error) {
	for _, entry := range register.Entries() {
		if len(entries) > 0 && !slices.Contains(entries, entry.ID) {
			continue
		}
		from := origins[entry.ID]
		if from == nil {
			from = &origin{held: entry.Default}
		}
		for _, r := range entry.Readings {
			if len(from.adopted) == 0 && r.Name == from.held {
				continue
			}
			changes, withdraw, err := from.read(entry.ID, r.Name, opening)
			if err != nil {
				return nil, err
			}
			choices = append(choices, Choice{entry.ID, r.Name, readjudicate.Plan{Base: edition, Changes: changes, Withdraw: withdraw}})
		}
	}
	return choices, nil
}

// origin is how an entry of the register came to be read as it is in an edition's history.
type origin struct {
	held    string                      // from the first: since the opening, or since it was added
	added   *events.InterpretationAdded // nil: the game was opened with it
	at      history.Place               // where it was added
	adopted []history.Place             // where a reading was adopted
}

// read returns what changes a history so that an entry is read in one way from the first and
// never otherwise; opening is the first input after the game's.
func (o *origin) read(entry, reading string, opening uint64) (changes []events.Change, withdraw []string, err error) {
	for _, at := range o.adopted {
		if at.Change == "" {
			changes = append(changes, events.Change{What: history.Void, Input: at.Input})
		} else {
			withdraw = append(withdraw, at.Change)
		}
	}
	if o.added != nil && reading == o.held {
		return changes, withdraw, nil
	}
	ch := events.Change{What: history.Insert, Input: opening}
	var in events.Payload = events.InterpretationAdopted{Entry: entry, Reading: reading}
	if o.added != nil {
		added := *o.added
		added.InForce = reading
		in, ch = added, events.Change{What: history.Correct, Input: o.at.Input, Address: o.at.Change}
	}
	if ch.Type, ch.Payload, err = events.EncodePayload(in); err != nil {
		return nil, nil, err
	}
	return append(changes, ch), withdraw, nil
}

// originsOf finds how the entries of the register came to be read in an edition's history, and
// its first input after the opening.
func originsOf(ctx context.Context, cat *history.Catalogue, e *history.Edition) (list map[string]*origin, opening uint64, err error) {
	list = map[string]*origin{}
	for entry, err := range cat.History(ctx, e, history.Range{}) {
		if err != nil {
			return nil, 0, err
		}
		opened, opens := entry.Input.Payload.(events.GameOpened)
		if opening == 0 && entry.Judged && entry.Place.Change == "" && !opens {
			opening = entry.Place.Input
		}
		if entry.Ruled().Verdict != aggregate.Accepted {
			continue
		}
		for _, r := range opened.Register {
			list[r.Entry] = &origin{held: r.InForce}
		}
		if p, ok := entry.Input.Payload.(events.InterpretationAdded); ok {
			list[p.Entry] = &origin{held: p.InForce, added: &p, at: entry.Place}
		}
		if p, ok := entry.Input.Payload.(events.InterpretationAdopted); ok {
			if list[p.Entry] == nil { // the game was opened in format 1
				list[p.Entry] = new(origin)
			}
			list[p.Entry].adopted = append(list[p.Entry].adopted, entry.Place)
		}
	}
	return list, opening, nil
}

// alone finds out what one reading by itself makes of the game, and the state that it comes to, nil if it cannot be adopted.
func (x *attempt) alone(ctx context.Context, c *Choice, f *Finding) (*aggregate.State, error) {
	out, why, err := x.end(ctx, []Choice{*c}, func(s *readjudicate.Step) error {
		if law, ok := events.Law(s.Input.Payload); !ok || law.Role != events.RoleEntry {
			f.count(s)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if why != nil {
		f.Refused = why.Error()
		return nil, nil
	}
	f.Judged = out.Judged
	f.compare(out.Before, out.After)
	return out.After, nil
}

func (f *Finding) count(s *readjudicate.Step) {
	switch readjudicate.Compare(s.Before, s.After) {
	case readjudicate.Verdict:
		f.Flipped++
	case readjudicate.Effects:
		f.Effects++
	case readjudicate.Citations:
		f.Citations++
		return
	}
	f.Matters = true
	if f.From == 0 {
		f.From = s.Place.Input
	}
}

func (f *Finding) compare(a, b *aggregate.State) {
	f.Winner = !slices.Equal(a.Titles(), b.Titles())
	f.Marks = !maps.Equal(marks(a), marks(b))
	f.Board = !maps.Equal(pieces(a), pieces(b))
	f.Turn = !slices.Equal(a.AllToPlay(), b.AllToPlay()) || !slices.Equal(a.Order(), b.Order())
}

func marks(s *aggregate.State) map[string]int {
	out := map[string]int{}
	for _, p := range s.Players() {
		out[p.Name] = s.Held(p.Name, events.Usual().Marks)
	}
	return out
}

type stand struct{ typ, side, at string }

func pieces(s *aggregate.State) map[string]stand {
	out := map[string]stand{}
	for p := range s.Pieces() {
		out[p.ID] = stand{p.Type, p.Side, p.At}
	}
	return out
}

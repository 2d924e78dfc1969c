package history

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"adjudicate/events"
)

// Address names an entry of a history: an input as recorded by its sequence ("194"), one that
// a change has put in by the change ("2.1"). It means the same entry in every edition.
func (p Place) Address() string {
	if p.Change != "" {
		return p.Change
	}
	return strconv.FormatUint(p.Input, 10)
}

// PlaceOf is the place of the entry that a change is, or is about.
func PlaceOf(c *events.Change) Place {
	if c.What == Insert {
		return Place{Input: c.Input, Change: c.ID}
	}
	return Place{Input: c.Input, Change: c.Address}
}

// Restates is the place of what an adoption restates.
func Restates(p events.InputRestated) Place {
	switch {
	case p.Address != "":
		return Place{Input: p.Input, Change: p.Address}
	case p.Standing == Inserted || p.Standing == Withdrawn:
		return Place{Input: p.Input, Change: p.Change}
	}
	return Place{Input: p.Input}
}

// IsChange reports whether a text has the form of a change's id, "2.1".
func IsChange(text string) bool {
	edition, number, ok := strings.Cut(text, ".")
	return ok && isCount(edition) && isCount(number)
}

func isCount(s string) bool {
	n, err := strconv.ParseUint(s, 10, 31)
	return err == nil && n > 0 && strconv.FormatUint(n, 10) == s
}

// AddressError reports an address at which an edition has no entry.
type AddressError struct {
	Address string
	Edition int
	Others  []int  // the editions that have it
	About   string // the address of the entry that a change of that id is about, if it has put in none
}

func (e *AddressError) Error() string {
	switch {
	case e.About != "":
		return fmt.Sprintf("change %s inserts no entry: it is about %s", e.Address, e.About)
	case len(e.Others) > 0:
		list := make([]string, len(e.Others))
		for i, n := range e.Others {
			list[i] = strconv.Itoa(n)
		}
		return fmt.Sprintf("edition %d has no entry %s; it is in edition %s", e.Edition, e.Address, strings.Join(list, ", "))
	}
	return fmt.Sprintf("edition %d has no entry %s", e.Edition, e.Address)
}

// Inserted returns the place of the entry that a change of an edition has put in. The error
// is an *AddressError.
func (c *Catalogue) Inserted(e *Edition, change string) (Place, error) {
	fail := &AddressError{Address: change, Edition: e.Number}
	for i := range c.list {
		at := slices.IndexFunc(c.list[i].Changes, func(ch events.Change) bool { return ch.ID == change })
		if at < 0 {
			continue
		}
		ch := &c.list[i].Changes[at]
		switch {
		case ch.What != Insert:
			fail.About = PlaceOf(ch).Address()
		case c.list[i].Number == e.Number:
			return PlaceOf(ch), nil
		default:
			fail.Others = append(fail.Others, c.list[i].Number)
		}
	}
	return Place{}, fail
}

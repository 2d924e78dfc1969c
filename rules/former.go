package rules

import (
	"encoding/json"
	"slices"
	"strconv"
	"strings"
)

// An amendment may set fields of an older section of a text that says the same by consequences and ends: the
// text is then taken to be what the older section stands for, if it is that to the letter.

// formerSections are the older sections that stand for consequences and ends.
var formerSections = []string{"draft", "royal_fall", older.Marking, "winning"}

// former gives p the older section that its consequences and ends stand for, in their place. It says how to put back what it stands
// for then, nil if p says nothing, or something else.
func (p *Procedure) former(section string) (renew func()) {
	if p == nil || p.has(section) {
		return nil
	}
	for i := range p.Consequences {
		rest := p.Consequences[i:]
		switch section {
		case "draft":
			if d := draftOf(&rest[0]); d != nil && same(rest, d.consequences()) {
				p.Draft = d
				return p.replace(i, 1, func() []Consequence { list := p.Draft.consequences(); p.Draft = nil; return list })
			}
		case "royal_fall":
			if f := fallOf(&rest[0]); f != nil && same(rest, f.consequences()) {
				p.RoyalFall = f
				return p.replace(i, 1, func() []Consequence { list := p.RoyalFall.consequences(); p.RoyalFall = nil; return list })
			}
		case older.Marking:
			if k := markingOf(rest); k != nil && same(rest, k.consequences(rest[0].Also)) {
				also := rest[0].Also
				p.Marking = k
				return p.replace(i, 4, func() []Consequence { list := p.Marking.consequences(also); p.Marking = nil; return list })
			}
		case "winning":
			if w := winningOf(rest, p.Ends); w != nil && same(rest, w.consequences()) {
				p.Winning = w
				p.Ends = slices.DeleteFunc(p.Ends, func(e End) bool { return e.Then == NewHand })
				return p.replace(i, len(w.consequences()), func() []Consequence {
					list := p.Winning.consequences()
					p.Ends = append(p.Ends, p.Winning.end())
					p.Winning = nil
					return list
				})
			}
		}
	}
	return nil
}

// replace takes n consequences out, and returns what puts others in their place: those that do nothing are left out.
func (p *Procedure) replace(at, n int, with func() []Consequence) func() {
	p.Consequences = slices.Delete(p.Consequences, at, at+n)
	return func() {
		list := slices.DeleteFunc(with(), func(c Consequence) bool { return len(c.Do) == 0 })
		p.Consequences = slices.Insert(p.Consequences, min(at, len(p.Consequences)), list...)
	}
}

// same reports whether a list begins with the consequences of another.
func same(list, begin []Consequence) bool {
	if len(list) < len(begin) {
		return false
	}
	a, errA := json.Marshal(list[:len(begin)])
	b, errB := json.Marshal(begin)
	return errA == nil && errB == nil && string(a) == string(b)
}

func draftOf(c *Consequence) *Draft {
	if c.On != OnEnters || len(c.Do) == 0 {
		return nil
	}
	last := c.Do[len(c.Do)-1]
	n, err := strconv.Atoi(string(last.Allot))
	if err != nil {
		return nil
	}
	d := &Draft{Count: n, Budget: last.Budget, Except: last.Except, Cite: c.Cite}
	for _, do := range c.Do[:len(c.Do)-1] {
		d.Given = append(d.Given, do.Create)
	}
	return d
}

func fallOf(c *Consequence) *RoyalFall {
	f := &RoyalFall{Cite: c.Cite}
	for _, do := range c.Do {
		switch {
		case do.Surrender != "":
			f.Surrenders = true
		case do.Create != "":
			f.Recreate = true
		default:
			f.Payment, f.Owed = do.Pay, do.Owed
		}
	}
	return f
}

func markingOf(list []Consequence) *Marking {
	if len(list) < 4 {
		return nil
	}
	return &Marking{RoyalCapture: len(list[0].Do), Surrender: len(list[1].Do), Cite: list[0].Cite}
}

func winningOf(list []Consequence, ends []End) *Winning {
	i := slices.IndexFunc(ends, func(e End) bool { return e.Then == NewHand })
	if i < 0 || len(list) < 6 || len(list[0].Do) != 2 || len(list[4].Do) != 1 || len(list[5].Do) != 1 {
		return nil
	}
	e, award, points, excess, free := ends[i], list[0].Do[0], list[0].Do[1], list[4].Do[0], list[5].Do[0]
	w := &Winning{When: e.When, Title: e.Title, Award: award.Asset, AwardAgain: award.Again, Compensation: excess.Refund,
		FreePieces: free.Allot, FreeBudget: free.Budget, Cite: e.Cite, CiteAftermath: list[0].Cite, CiteMarks: list[2].Cite,
		CiteBoard: list[3].Cite, CiteExcess: list[4].Cite, CiteFreePieces: list[5].Cite}
	w.Points, _ = strconv.Atoi(string(points.Pay))
	w.KeepPieces, _ = strconv.Atoi(string(excess.Beyond))
	a, errA := json.Marshal(e)
	b, errB := json.Marshal(w.end())
	if errA != nil || errB != nil || string(a) != string(b) {
		return nil
	}
	return w
}

// reworded returns the older section that a path speaks of, and where a procedure says by other means what it would say beside them; at is
// empty if it does not.
func (p *Procedure) reworded(path string) (section, at string) {
	field, ok := strings.CutPrefix(path, "procedure.")
	section = field[:len(field)-len(strings.TrimLeft(field, "abcdefghijklmnopqrstuvwxyz_"))]
	if p == nil || !ok || !slices.Contains(formerSections, section) || p.has(section) {
		return section, ""
	}
	for i, c := range p.Consequences {
		if section == "winning" && c.On == OnHandEnds || slices.ContainsFunc(c.Do, func(d Doing) bool { return d.formerly(section, c.On) }) {
			return section, "procedure.consequences[" + strconv.Itoa(i) + "]"
		}
	}
	if i := slices.IndexFunc(p.Ends, func(e End) bool { return e.Then == NewHand }); i >= 0 && section == "winning" {
		return section, "procedure.ends[" + strconv.Itoa(i) + "]"
	}
	return section, ""
}

// formerly reports whether an effect at a moment is of the kind that an older section would bring.
func (d *Doing) formerly(section, on string) bool {
	switch section {
	case "draft":
		return on == OnEnters && d.Allot != ""
	case "royal_fall":
		return on == OnRoyalCaptured && (d.Surrender != "" || d.Owed != "" || d.Create == "actor")
	case older.Marking:
		return d.Pay != "" && d.Asset == section && (on == OnRoyalCaptured || on == "surrenders")
	}
	return false
}

// formerly gives a procedure the older sections that assignments speak of, and returns what puts back what they stand for.
func (p *Procedure) formerly(set Assignments) func() {
	var list []func()
	for _, a := range set {
		field, ok := strings.CutPrefix(a.Path, "procedure.")
		section := field[:len(field)-len(strings.TrimLeft(field, "abcdefghijklmnopqrstuvwxyz_"))]
		if !ok || !slices.Contains(formerSections, section) {
			continue
		}
		if renew := p.former(section); renew != nil {
			list = append(list, renew)
		}
	}
	return func() {
		for _, renew := range slices.Backward(list) {
			renew()
		}
	}
}

// saysFormerly reports whether a rule says by consequences and ends what an older section would say.
func (r *Rule) saysFormerly(section string) bool {
	if r.Procedure == nil || len(r.Procedure.Consequences) == 0 || !slices.Contains(formerSections, section) {
		return false
	}
	p := *r.Procedure
	p.Consequences, p.Ends = slices.Clone(p.Consequences), slices.Clone(p.Ends)
	return p.former(section) != nil
}

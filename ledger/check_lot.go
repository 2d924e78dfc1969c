package ledger

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/names"
)

// lot looks whether the rules may draw what a lot names, and what it gives: which draws there will be, and among what, is for the moment in which they are
// made. A draw that nothing makes would wait for ever.
func (c inputChecker) lot(in events.LotSupplied) error {
	book, err := c.s.WholeRulebook()
	if err != nil || !c.s.Opened() || in.Draw == "" {
		return nil // the ruling says what is wrong
	}
	proc := c.s.Procedure()
	words, reasons, moments := book.Drawing()
	order := "order"
	if proc.Order != nil {
		order = cmp.Or(proc.Order.Lot, order)
	}
	known := []string{order + ":" + aggregate.LotStart}
	for i := range proc.Stages {
		known = append(known, order+":"+proc.Stages[i].Name)
	}
	limit := []string{"limit:all"}
	for _, side := range c.s.SideNames() {
		for _, what := range append([]string{aggregate.LotRule, aggregate.LotHand}, reasons...) {
			known = append(known, what+":"+side)
		}
		limit = append(limit, "limit:"+side, "excess:"+side)
	}
	for _, on := range moments { // of the game, and not of a side
		known = append(known, aggregate.LotRule+":"+on)
	}
	known = append(known, limit...)
	purpose := in.Draw
	if i := strings.LastIndexByte(purpose, ':'); i >= 0 && strings.Trim(purpose[i+1:], "0123456789") == "" {
		purpose = purpose[:i]
	}
	of := purpose
	if parts := strings.SplitN(purpose, ":", 3); parts[0] == "excess" && len(parts) == 3 { // and of a type
		of = parts[0] + ":" + parts[1]
	}
	if !slices.Contains(known, of) {
		return unknown("draw", "draw", purpose, known)
	}
	among, squares := c.s.SideNames(), false
	plays := func(text string) bool { // as the effect play draws them; one that cannot be made is not drawn
		return squares && strings.ContainsAny(text, "-x@:") && book.MakesPlays()
	}
	if head, _, _ := strings.Cut(purpose, ":"); head != order {
		squares = head == aggregate.LotRule
		if squares {
			among = slices.Concat(words, among, c.s.PlayerNames())
		} else {
			among = nil
		}
		for p := range c.s.Pieces() {
			among = append(among, p.ID)
		}
	}
	for i, name := range in.Result {
		if slices.Contains(in.Result[:i], name) {
			return &InputError{Field: "result", Text: fmt.Sprintf("%s is given twice: a lot draws different ones", name)}
		}
		if !(squares && squareNamed().FindString(name) == name) && !slices.Contains(among, name) && !plays(name) {
			wrong := names.Unknown("candidate of "+purpose, name, among)
			err := &InputError{Field: "result", Text: wrong.Error(), Err: wrong}
			if wrong.Near == "" && squares && len(words) > 0 {
				err.Text += fmt.Sprintf(": expected %s, or a piece, side, player or square", strings.Join(words, ", "))
			}
			return err
		}
	}
	return nil
}

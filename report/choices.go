package report

import (
	"slices"
	"strings"
	"time"

	"adjudicate/ledger"
)

// Choices lists what can replace a word of a synopsis, as in "play SIDE PLAY", for completion. before are the
// words in front of it, begun is its beginning. The list is empty for words that do not depend on a game.
func Choices(l *ledger.Ledger, word string, before []string, begun string, at time.Time) (list []string) {
	st := l.State()
	pieces := func(squares bool) {
		for p := range st.Pieces() {
			list = append(list, p.ID)
			if squares && p.At != "" {
				list = append(list, p.At)
			}
		}
	}
	switch word {
	case "SIDE":
		list = st.SideNames()
	case "PLAYER", "ACCOUNT":
		list = st.PlayerNames()
	case "PIECE", "ID":
		pieces(false)
	case "PLACE":
		list = st.SideNames()
		pieces(true)
	case "NUMBER":
		for _, r := range st.Rules() {
			list = append(list, r.Number)
		}
	case "MATTER":
		for _, m := range st.Matters() {
			list = append(list, m.Matter)
		}
	case "TYPE":
		if book, err := st.Rulebook(); err == nil {
			for _, d := range book.Pieces() {
				list = append(list, d.Piece.Name)
			}
		}
	case "ENTRY", "READING":
		list = readingsOf(l, word, before)
	case "PLAY":
		if len(before) > 0 {
			side, _ := l.Holder(before[len(before)-1])
			for _, p := range PlaysOf(l, side, at).Pieces {
				for _, one := range p.Plays {
					list = append(list, one.Play)
				}
			}
			list = append(list, "pass", "surrender")
		}
	}
	list = slices.DeleteFunc(list, func(s string) bool { return !strings.HasPrefix(s, begun) })
	slices.Sort(list)
	return slices.Compact(list)
}

// readingsOf lists the entries of the register, or the readings of the one that stands in front.
func readingsOf(l *ledger.Ledger, word string, before []string) (list []string) {
	register, err := l.State().Register()
	if err != nil || register == nil {
		return nil
	}
	if word == "ENTRY" || len(before) == 0 {
		return slices.Clone(register.IDs())
	}
	if e, ok := register.Entry(before[len(before)-1]); ok {
		for _, r := range e.Readings {
			list = append(list, r.Name)
		}
	}
	return list
}

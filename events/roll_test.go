package events

import (
	"fmt"
	"testing"
)

func TestARollFindsEachKindByItsNameAndNothingElse(t *testing.T) {
	var kinds []*kind
	for i := range 300 { // names that differ at either end, in the middle alone, and in length alone
		kinds = append(kinds, &kind{name: fmt.Sprintf("%d-ended", i)}, &kind{name: fmt.Sprintf("began-%d", i)}, &kind{name: fmt.Sprintf("piece-is-%03d-captured", i)},
			&kind{name: fmt.Sprint(i)}, &kind{name: fmt.Sprintf("%0*d", 20+i, 0)})
	}
	for _, list := range [][]*kind{nil, kinds[:1], kinds} {
		r := newRoll(list)
		for _, k := range list {
			if got := r.find(k.name); got != k {
				t.Fatalf("%q among %d is found as %v", k.name, len(list), got)
			}
		}
		for _, name := range []string{"", "0", "piece-is-300-captured", "1-endec", "began-1.v1"} {
			for _, k := range list {
				if k.name == name {
					name = "no-such-kind"
				}
			}
			if got := r.find(name); got != nil {
				t.Errorf("%q among %d is found as %q", name, len(list), got.name)
			}
		}
	}
}

func TestOfAPlaceOfEveryRoleTheKindSaysThatItHasOne(t *testing.T) {
	for _, k := range standard.kinds {
		for role := Role(1); role < 64; role++ {
			if got, want := k.roles&(1<<role) != 0, hasRole(k.names, role); got != want {
				t.Errorf("%s names something in role %d: %v, want %v", k.name, role, got, want)
			}
		}
	}
}

func hasRole(places []place, role Role) bool {
	for _, p := range places {
		if p.within == nil && p.name.Role == role || hasRole(p.within, role) {
			return true
		}
	}
	return false
}

package season

import ()

// Forms returns, for people, every kind of entry but the play, with what follows its
// first word.
func Forms() []string {
	list := verbs()
	all := make([]string, len(list))
	for i, v := range list {
		all[i] = v.word
		if v.form != "" {
			all[i] += " " + v.form
		}
	}
	return all
}

// Expectations returns the forms of what can stand behind expect.
func Expectations() []string { return claims() }

package proof

import (
	"golang.org/x/mod/sumdb/note"
)

// Verifiers is what checks signatures, nil if no key is given.
func Verifiers(keys []*Key) note.Verifiers {
	var list []note.Verifier
	for _, k := range keys {
		list = append(list, k.Verifier)
	}
	if list == nil {
		return nil
	}
	return note.VerifierList(list...)
}

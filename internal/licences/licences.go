// Package licences holds the licences of everything linked into the program: its own, that of the Go standard library, and those of
// the modules it uses, on every platform it is built for.
//
//	go list -deps ──► the modules ──► their LICENSE and NOTICE files ──► licences.txt, embedded
//
// The text is generated (go test ./internal/licences -update). A test compares it, so that none is missing when a module is added or
// updated.
package licences

import (
	_ "embed"
	"strings"
)

//go:embed licences.txt
var text string

// A Licence is that of one module.
type Licence struct {
	Module  string `json:"module"`
	Version string `json:"version,omitempty"` // none of the program itself and of Go's library, which come with it
	Text    string `json:"text"`
}

// mark begins the line above each licence, with the module and its version.
const mark = "=== "

// All returns the licences: the program's own first, then the others by their modules.
func All() []Licence { return read(text) }

func read(text string) []Licence {
	var list []Licence
	for _, part := range strings.Split("\n"+text, "\n"+mark)[1:] {
		head, body, _ := strings.Cut(part, "\n")
		module, version, _ := strings.Cut(head, " ")
		list = append(list, Licence{module, version, strings.Trim(body, "\n") + "\n"})
	}
	return list
}

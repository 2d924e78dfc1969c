package mail

import (
	"regexp"
	"sync"
)

// pattern compiles an expression when it is first asked for: most commands of the program read no mails.
func pattern(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}

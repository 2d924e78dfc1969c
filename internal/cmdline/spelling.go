package cmdline

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
)

// Former adds hidden commands: pairs of a former spelling and the one of now. They do what the
// commands of now do, and say on standard error how these are written.
func (p *Program) Former(list ...[2]string) {
	var commands []*cli.Command
	for _, pair := range list {
		former, path := pair[0], pair[1]
		now := Find(p.App.Commands, strings.Fields(path))
		old := *now
		old.Name, old.Hidden = former, true
		old.Flags = slices.Clone(now.Flags)
		old.Action = func(c *cli.Context) error {
			fmt.Fprintf(c.App.ErrWriter, "%s: %q is now %q; the next version no longer takes the old spelling\n", c.App.Name, former, path)
			return now.Action(c)
		}
		commands = append(commands, &old)
	}
	p.App.Commands = append(p.App.Commands, commands...)
}

// Fits holds a number of arguments against a synopsis: NAME is needed, [NAME] may be left out,
// and "…" behind either lets it repeat.
func Fits(synopsis string, arguments int) bool {
	least, most := 0, 0
	for _, word := range strings.Fields(synopsis) {
		if !strings.HasPrefix(word, "[") {
			least++
		}
		if strings.Contains(word, "…") {
			most = 1 << 30
		}
		most++
	}
	return arguments >= least && arguments <= most
}

// Path is the command that is being executed, as it is typed.
func Path(c *cli.Context) string {
	words := []string{c.App.Name}
	for _, c := range slices.Backward(c.Lineage()) {
		if c.Command != nil && c.Command.Name != "" && c.Command.Name != c.App.Name {
			words = append(words, c.Command.Name)
		}
	}
	return strings.Join(words, " ")
}

// invalid is how the flag package says that a value is no number.
var invalid = regexp.MustCompile(`^invalid value (".*") for flag -([a-z-]+): (?:parse error|value out of range|strconv\..*)$`)

// Invalid says in words what the library says of a value: that it is no number, and which is the
// least that the flag takes, 0 unless another is given.
func Invalid(err error, least map[string]int) string {
	if m := invalid.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Sprintf("invalid --%s %s: expected a number from %d", m[2], m[1], least[m[2]])
	}
	return err.Error()
}

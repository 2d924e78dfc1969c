package cmdline

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
)

// CompleteWord is the hidden first word by which a shell asks for completions.
const CompleteWord = "__complete"

// Shells lists the shells that there is a script for.
func Shells() []string { return slices.Sorted(maps.Keys(scripts)) }

// Script returns what makes a shell ask a program for completions.
func Script(shell, program string) (text string, ok bool) {
	text, ok = scripts[shell]
	return strings.ReplaceAll(text, "PROGRAM", program), ok
}

var scripts = map[string]string{
	"bash": `_PROGRAM() {
	local IFS=$'\n'
	COMPREPLY=($(compgen -W "$(PROGRAM __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _PROGRAM PROGRAM
`,
	"zsh": `#compdef PROGRAM
_PROGRAM() {
	local -a found
	found=("${(@f)$(PROGRAM __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if (( ${#found} )) && [[ -n $found[1] ]]; then
		compadd -a found
	else
		_files
	fi
}
compdef _PROGRAM PROGRAM
`,
	"fish": `function __PROGRAM_complete
	set -l words (commandline -opc) (commandline -ct)
	PROGRAM __complete $words[2..-1] 2>/dev/null
end
complete -c PROGRAM -a '(__PROGRAM_complete)'
`,
}

// Complete prints what the last of the words could become: commands, or flags. Nothing is
// printed where an argument or a value stands.
func (p *Program) Complete(words []string, out io.Writer) {
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
		words = words[:len(words)-1]
	}
	line := p.Arrange(append(slices.Clone(words), "--help"))
	level, flags, values := p.App.Commands, p.Shared, []string(nil)
	if c := Find(level, line.Command); c != nil {
		level, flags, values = c.Subcommands, c.Flags, p.Values[c.Name]
	}
	found := append(names(level), values...)
	if strings.HasPrefix(last, "-") {
		found = []string{"--help"}
		for _, f := range flags {
			found = append(found, "--"+f.Names()[0])
		}
	}
	slices.Sort(found)
	for _, f := range found {
		if strings.HasPrefix(f, last) {
			fmt.Fprintln(out, f)
		}
	}
}

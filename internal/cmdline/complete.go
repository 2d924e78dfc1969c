package cmdline

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"
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

// The scripts hand over words as the program would be given them, without their quotes, and quote what they insert. Only where the program has
// nothing to offer are there names of files.
var scripts = map[string]string{
	"bash": `_PROGRAM() {
	local raw=${COMP_WORDS[COMP_CWORD]} word found words=()
	for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
		word=${word#[\"\']}
		word=${word%[\"\']}
		words+=("${word//\\/}")
	done
	COMPREPLY=()
	while IFS= read -r found; do
		case $raw in
		[\"\']*) COMPREPLY+=("$found") ;;
		*) COMPREPLY+=("$(printf %q "$found")") ;;
		esac
	done < <(PROGRAM __complete "${words[@]}" 2>/dev/null)
}
complete -o default -F _PROGRAM PROGRAM
`,
	"zsh": `#compdef PROGRAM
_PROGRAM() {
	local -a found
	found=("${(@f)$(PROGRAM __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
	if (( ${#found} )) && [[ -n $found[1] ]]; then
		compadd -a found
	else
		_files
	fi
}
if [[ $funcstack[1] = _PROGRAM ]]; then
	_PROGRAM "$@"
else
	compdef _PROGRAM PROGRAM
fi
`,
	"fish": `function __PROGRAM_complete
	set -l word (commandline -ct | string replace -r '^["\']' '' | string replace -a '\\' '')
	set -l words (commandline -opc) "$word"
	set -l found (PROGRAM __complete $words[2..-1] 2>/dev/null)
	if set -q found[1]
		printf '%s\n' $found
	else
		__fish_complete_path "$word"
	end
end
complete -c PROGRAM -f -a '(__PROGRAM_complete)'
`,
}

// Complete prints what the last of the words could become: commands, flags, or what p.Offer has for the word of the synopsis
// that stands there. Nothing is printed where it has nothing.
func (p *Program) Complete(words []string, out io.Writer) {
	last := ""
	if len(words) > 0 {
		last = words[len(words)-1]
		words = words[:len(words)-1]
	}
	line := p.Arrange(append(slices.Clone(words), "--help"))
	level, flags, found := p.App.Commands, p.Shared, []string(nil)
	if c := Find(level, line.Command); c != nil {
		level, flags, found = c.Subcommands, c.Flags, slices.Clone(p.Values[c.Name])
		if len(level) == 0 && found == nil && p.Offer != nil && !strings.HasPrefix(last, "-") {
			found = p.offered(c, flags, words, line, last)
		}
	}
	found = append(found, commandNames(level)...)
	if strings.HasPrefix(last, "-") {
		found = []string{"--help"}
		for _, f := range flags {
			found = append(found, "--"+FlagName(f))
		}
	}
	slices.Sort(found)
	for _, f := range found {
		if strings.HasPrefix(f, last) {
			fmt.Fprintln(out, f)
		}
	}
}

// offered asks for what can stand at the end of a line: the value of the flag in front, or an argument.
func (p *Program) offered(c *cli.Command, flags []cli.Flag, words []string, line Line, begun string) []string {
	if n := len(words); n > 0 && strings.HasPrefix(words[n-1], "--") && !strings.Contains(words[n-1], "=") {
		if f := find(flags, strings.TrimLeft(words[n-1], "-")); f != nil {
			if _, alone := f.(*cli.BoolFlag); !alone {
				head, _ := FlagParts(f)
				_, word, _ := strings.Cut(head, " ")
				return p.Offer(word, nil, begun, settings(line.Words))
			}
		}
	}
	end := slices.Index(line.Words, "--")
	synopsis := strings.Fields(c.ArgsUsage)
	if end < 0 || len(synopsis) == 0 {
		return nil
	}
	args := line.Words[end+1:]
	word := synopsis[min(len(args), len(synopsis)-1)]
	if len(args) >= len(synopsis) && !strings.Contains(word, "…") {
		return nil
	}
	return p.Offer(strings.Trim(word, "[]…"), args, begun, settings(line.Words))
}

// settings are those flags of a line that say which game is meant.
func settings(words []string) (list []string) {
	for _, w := range words {
		for _, flag := range []string{"--ledger=", "--store=", "--game="} {
			if strings.HasPrefix(w, flag) {
				list = append(list, w)
			}
		}
	}
	return list
}

// Ask runs the program on a line until ctx is done, and returns the lines that it printed, whatever came of it.
func (p *Program) Ask(ctx context.Context, words []string) []string {
	var out bytes.Buffer
	writer, errs := p.App.Writer, p.App.ErrWriter
	p.App.Writer, p.App.ErrWriter = &out, io.Discard
	defer func() { p.App.Writer, p.App.ErrWriter = writer, errs }()
	_ = p.App.RunContext(ctx, words)
	return strings.FieldsFunc(out.String(), func(r rune) bool { return r == '\n' })
}

package main

import (
	"github.com/urfave/cli/v2"

	"adjudicate/report"
)

// completeWord is the hidden first word by which a shell asks for completions.
const completeWord = "__complete"

func completionCommand() *cli.Command {
	return newCommand("completion", nil, do(func(s *session) error {
		script, ok := scripts[s.arg(0)]
		if !ok {
			return unknownName("shell", s.arg(0), []string{"bash", "zsh", "fish"}, "expected one of bash, zsh and fish")
		}
		return s.show(&report.Script{Shell: s.arg(0), Script: script})
	}))
}

var scripts = map[string]string{
	"bash": `_adjudicate() {
	local IFS=$'\n'
	COMPREPLY=($(compgen -W "$(adjudicate __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _adjudicate adjudicate
`,
	"zsh": `#compdef adjudicate
_adjudicate() {
	local -a found
	found=("${(@f)$(adjudicate __complete "${(@)words[2,CURRENT]}" 2>/dev/null)}")
	if (( ${#found} )) && [[ -n $found[1] ]]; then
		compadd -a found
	else
		_files
	fi
}
compdef _adjudicate adjudicate
`,
	"fish": `function __adjudicate_complete
	set -l words (commandline -opc) (commandline -ct)
	adjudicate __complete $words[2..-1] 2>/dev/null
end
complete -c adjudicate -a '(__adjudicate_complete)'
`,
}

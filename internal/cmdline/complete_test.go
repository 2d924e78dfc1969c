package cmdline

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// offering stands in for a program: it notes the words that it is given, and offers names that a shell has to quote. Of files it knows nothing.
const offering = `#!/bin/sh
printf '%s\n' "$@" > given
for last; do :; done
[ "$2" = file ] && exit
for name in 'Bob Dole' 'Bea*' 'Bo;b' Red; do
	case $name in "$last"*) printf '%s\n' "$name" ;; esac
done
`

// completing has a shell complete a line, and returns what the line could become, in the words of that shell: what each of them offers.
var completing = map[string]func(t *testing.T, dir, line string) []string{
	"bash": func(t *testing.T, dir, line string) []string {
		// The words of a line as bash takes it apart: at blanks outside of quotes, with the quotes.
		words := []string{""}
		quote := rune(0)
		for i, c := range line {
			switch {
			case c == ' ' && quote == 0 && line[i-1] != '\\':
				words = append(words, "")
				continue
			case c == quote:
				quote = 0
			case quote == 0 && (c == '"' || c == '\''):
				quote = c
			}
			words[len(words)-1] += string(c)
		}
		set := `source ./script; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _prog; printf '%s\n' "${COMPREPLY[@]}"`
		return said(t, dir, "bash", append([]string{"--norc", "-c", set, "bash"}, words...)...)
	},
	"fish": func(t *testing.T, dir, line string) []string {
		return said(t, dir, "fish", "--no-config", "-c", "source ./script; complete -C $argv[1]", line)
	},
	// The line editor of zsh works on a terminal alone. What it makes of the line is what there is to see.
	"zsh": func(t *testing.T, dir, line string) []string {
		return said(t, dir, "zsh", "-f", "-c", `zmodload zsh/zpty
zpty z zsh -f -i
zpty -w z 'autoload -Uz compinit; compinit -C -d ../dump; source ./script; show() { zle complete-word; print -r -- "$BUFFER" > line; print "SHO""WN" }; zle -N show; bindkey "^X" show; print "REA""DY"'
zpty -r z out '*READY*'
zpty -w -n z "$1"$'\C-x'
zpty -r z out '*SHOWN*'
zpty -d z
cat line`, "zsh", line)
	},
}

func said(t *testing.T, dir, program string, args ...string) []string {
	t.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "PATH="+dir+":"+os.Getenv("PATH"), "HOME="+dir, "TERM=dumb")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", program, err, out)
	}
	list := strings.Split(strings.TrimRight(string(out), "\n"), "\n")
	slices.Sort(list)
	return list
}

// TestShellsGiveAndInsertWordsAsTheyAreMeant has each shell that is there complete lines with quotes, blanks and signs that mean something to it.
func TestShellsGiveAndInsertWordsAsTheyAreMeant(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("its shell is another one")
	}
	all := t.TempDir() // beside one another, so that zsh prepares once
	for _, c := range []struct {
		line  string
		given []string // behind the first word
		want  map[string][]string
	}{
		{"prog player Re", []string{"player", "Re"}, map[string][]string{"bash": {"Red"}, "fish": {"Red"}, "zsh": {"prog player Red "}}},
		{"prog player Bo", []string{"player", "Bo"}, map[string][]string{"bash": {`Bo\;b`, `Bob\ Dole`}, "fish": {"Bo;b", "Bob Dole"}, "zsh": {"prog player Bo"}}},
		{"prog player Bob", []string{"player", "Bob"}, map[string][]string{"bash": {`Bob\ Dole`}, "fish": {"Bob Dole"}, "zsh": {`prog player Bob\ Dole `}}},
		{"prog player Be", []string{"player", "Be"}, map[string][]string{"bash": {`Bea\*`}, "fish": {"Bea*"}, "zsh": {`prog player Bea\* `}}},
		{`prog player "Bob D`, []string{"player", "Bob D"}, map[string][]string{"bash": {"Bob Dole"}, "fish": {"Bob Dole"}, "zsh": {`prog player "Bob Dole" `}}},
		{`prog player 'Bob`, []string{"player", "Bob"}, map[string][]string{"bash": {"Bob Dole"}, "fish": {"Bob Dole"}, "zsh": {`prog player 'Bob Dole' `}}},
		{`prog player Bob\ D`, []string{"player", "Bob D"}, map[string][]string{"bash": {`Bob\ Dole`}, "fish": {"Bob Dole"}, "zsh": {`prog player Bob\ Dole `}}},
		{`prog "Bob Dole" R`, []string{"Bob Dole", "R"}, map[string][]string{"bash": {"Red"}, "fish": {"Red"}, "zsh": {`prog "Bob Dole" Red `}}},
		{"prog file pr", []string{"file", "pr"}, map[string][]string{"bash": {""}, "fish": {"prog"}, "zsh": {"prog file prog "}}},
	} {
		for shell, complete := range completing {
			t.Run(shell+" "+c.line, func(t *testing.T) {
				if _, err := exec.LookPath(shell); err != nil {
					t.Skip(err)
				}
				dir, err := os.MkdirTemp(all, "")
				if err != nil {
					t.Fatal(err)
				}
				script, _ := Script(shell, "prog")
				for name, text := range map[string]string{"prog": offering, "script": script} {
					if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o755); err != nil {
						t.Fatal(err)
					}
				}
				if got, want := complete(t, dir, c.line), c.want[shell]; !slices.Equal(got, want) {
					t.Errorf("it offers %q, want %q", got, want)
				}
				given, err := os.ReadFile(filepath.Join(dir, "given"))
				if want := strings.Join(append([]string{CompleteWord}, c.given...), "\n") + "\n"; err != nil || string(given) != want {
					t.Errorf("the program is given %q, want %q, error %v", given, want, err)
				}
			})
		}
	}
}

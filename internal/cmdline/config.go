package cmdline

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"
	"github.com/goccy/go-yaml/parser"
	"github.com/urfave/cli/v2"

	"adjudicate/rules/names"
)

// ConfigName is what a configuration file is called.
const ConfigName = "adjudicate.yaml"

// A Config says what configuration files may set, and where they lie. A file is a mapping of flags to values; one below the name of a
// command, such as "serve" or "mail send", is for that command alone and comes before the others. A flag on the command line comes
// before the environment, that before the file beside the ledger, and that before the user's own.
type Config struct {
	Flags  []string            // that may be set for all commands at once: they mean the same everywhere
	Never  []string            // that no file sets: they are about one entry
	Paths  []string            // those of them that are paths, in a file relative to its folder
	Groups [][]string          // flags that say one thing: who sets one sets all of them
	About  map[string]string   // flag -> the one that it is about: the second file does not set it where somebody else has said that
	Env    map[string][]string // flag -> variables of the environment that come before a file
	Files  []string            // paths of the files, the first one before the second

	Read func(path string) ([]byte, error)     // the text of a file; an fs.ErrNotExist sets nothing
	Join func(file, path string) (from string) // a path as a file has it; addresses of servers stay as they are
}

// Apply adds to a command line what the files set.
func (c *Config) Apply(p *Program, line Line, getenv func(string) string) (Line, error) {
	known := p.flagsOf(line.Command)
	if line.Help || !slices.ContainsFunc(c.Flags, func(name string) bool { return find(known, name) != nil }) {
		return line, nil // a command that none of this is about works whatever the files say
	}
	at := slices.Index(line.Words, "--")
	if at < 0 {
		return line, nil // the library will refuse it
	}
	said := map[string]bool{}
	for _, w := range line.Words[len(line.Command):at] {
		name, _, _ := strings.Cut(strings.TrimLeft(w, "-"), "=")
		said[name] = true
	}
	for name, variables := range c.Env {
		said[name] = said[name] || slices.ContainsFunc(variables, func(v string) bool { return getenv(v) != "" })
	}
	var more []string
	for i, file := range c.Files {
		found, err := c.read(p, file)
		if err != nil {
			return line, err
		}
		c.group(said)
		for name, about := range c.About {
			said[name] = said[name] || i > 0 && said[about]
		}
		for _, section := range []string{strings.Join(line.Command, " "), ""} {
			for _, s := range found[section] {
				if find(known, s.name) != nil && !said[s.name] {
					for _, v := range s.values {
						more = append(more, "--"+s.name+"="+v)
					}
				}
			}
			for _, s := range found[section] {
				said[s.name] = true
			}
			c.group(said)
		}
	}
	line.Words = slices.Concat(line.Words[:at], more, line.Words[at:])
	return line, nil
}

// group marks all flags as said of which one of the group is.
func (c *Config) group(said map[string]bool) {
	for _, group := range c.Groups {
		if slices.ContainsFunc(group, func(name string) bool { return said[name] }) {
			for _, name := range group {
				said[name] = true
			}
		}
	}
}

// A setting is a flag with its values.
type setting struct {
	name   string
	values []string
}

// read reads a file: what it sets for each command by its path, and for all under "".
func (c *Config) read(p *Program, path string) (map[string][]setting, error) {
	text, err := c.Read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	tree, err := parser.ParseBytes(text, 0)
	if err != nil {
		return nil, &Error{Text: fmt.Sprintf("%s: %v", path, err), Hint: "expected lines such as store: games.ledger"}
	}
	out := map[string][]setting{}
	for _, doc := range tree.Docs {
		if doc.Body != nil {
			if err := c.section(p, path, "", doc.Body, out); err != nil {
				return nil, err
			}
		}
	}
	return out, nil
}

// section reads what is set for a command, or for all.
func (c *Config) section(p *Program, path, command string, body ast.Node, out map[string][]setting) error {
	entries, ok := body.(ast.MapNode)
	if !ok {
		return &Error{Text: fmt.Sprintf("%s:%d: expected names of flags with their values", path, body.GetToken().Position.Line), Hint: "such as store: games.ledger"}
	}
	for each := entries.MapRange(); each.Next(); {
		key, line := each.Key().GetToken().Value, each.Key().GetToken().Position.Line
		flags, expected := c.Flags, append(slices.Clone(c.Flags), p.paths()...)
		if command == "" && slices.Contains(p.paths(), key) {
			if err := c.section(p, path, key, each.Value(), out); err != nil {
				return err
			}
			continue
		}
		if command != "" {
			flags = nil
			for _, f := range p.flagsOf(strings.Fields(command)) {
				if name := FlagName(f); !slices.Contains(c.Never, name) {
					flags = append(flags, name)
				}
			}
			expected = flags
		}
		if !slices.Contains(flags, key) {
			hint := "expected one of " + strings.Join(flags, ", ")
			if near := names.Near(key, expected); near != "" {
				hint = fmt.Sprintf("did you mean %q?", near)
			}
			return &Error{Text: fmt.Sprintf("%s:%d: unknown key %q", path, line, key), Hint: hint}
		}
		values, err := c.values(path, key, each.Value())
		if err != nil {
			return err
		}
		out[command] = append(out[command], setting{key, values})
	}
	return nil
}

// values are those of a key: one, or a list.
func (c *Config) values(path, key string, node ast.Node) (list []string, err error) {
	if seq, ok := node.(*ast.SequenceNode); ok {
		for _, v := range seq.Values {
			more, err := c.values(path, key, v)
			if err != nil {
				return nil, err
			}
			list = append(list, more...)
		}
		return list, nil
	}
	if _, ok := node.(ast.ScalarNode); !ok || node.Type() == ast.NullType {
		return nil, &Error{Text: fmt.Sprintf("%s:%d: expected a value of %s", path, node.GetToken().Position.Line, key), Hint: "a text, or a list of texts"}
	}
	text := node.GetToken().Value
	if slices.Contains(c.Paths, key) && !strings.Contains(text, "://") {
		text = c.Join(path, text)
	}
	return []string{text}, nil
}

// flagsOf are the flags of a command by its path.
func (p *Program) flagsOf(path []string) (known []cli.Flag) {
	level := p.App.Commands
	for _, word := range path {
		i := slices.IndexFunc(level, func(c *cli.Command) bool { return c.HasName(word) })
		if i < 0 {
			return nil
		}
		level, known = level[i].Subcommands, level[i].Flags
	}
	return known
}

// paths are those of all commands that do something.
func (p *Program) paths() (list []string) {
	var walk func(level []*cli.Command, before string)
	walk = func(level []*cli.Command, before string) {
		for _, c := range level {
			if len(c.Subcommands) > 0 {
				walk(c.Subcommands, before+c.Name+" ")
			} else if !c.Hidden {
				list = append(list, before+c.Name)
			}
		}
	}
	walk(p.App.Commands, "")
	return list
}

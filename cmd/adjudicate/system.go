package main

import (
	"cmp"
	"io/fs"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"adjudicate/internal/outfile"
	"adjudicate/internal/rulefiles"
	"adjudicate/ledger/folder"
	"adjudicate/report"
	"adjudicate/systems"
)

// ofSystemFlag says which system a position is of.
var ofSystemFlag = option("system", "the `SYSTEM` of the position, built in or a folder (default: the one the position names)")

// system returns the system of --system, a built-in one or the folder of one; the default one without the flag.
func (s *session) system() (*systems.System, error) {
	return systemNamed(cmp.Or(s.c.String("system"), systems.Usual()), "--system")
}

func systemNamed(word, flag string) (*systems.System, error) {
	sys, err := systems.Open(word, rulefiles.Folder(word))
	if err != nil {
		return nil, inputError(flag, err)
	}
	return sys, nil
}

// folder reads the folder that a word names, a built-in one or one of the disk. With sound a fault in it is an error.
func (s *session) folder(word string, sound bool) (*folder.Folder, error) {
	var dir fs.FS = rulefiles.Folder(word)
	if sys, err := systems.Find(word); dir == nil && err == nil {
		dir = sys.Dir
	} else if dir == nil {
		if dir = rulefiles.Within(word); dir == nil {
			return nil, inputError("", err)
		}
	}
	f := folder.Read(dir, filepath.ToSlash(filepath.Clean(word)))
	if sound && !f.Sound() {
		return nil, f.Problems.Faults()
	}
	return f, nil
}

// onFolder makes an action on the folder that the first argument names. With sound a fault in it ends the command.
func onFolder(sound bool, f func(*session, *folder.Folder) (report.View, error)) action {
	return do(func(s *session) (report.View, error) {
		dir, err := s.folder(s.arg(0), sound)
		if err != nil {
			return nil, err
		}
		return f(s, dir)
	})
}

func systemCommand() *command {
	return newGroup("system",
		newCommand("list", nil, do(func(*session) (report.View, error) { return report.NewSystems(folder.BuiltIn()) })),
		newCommand("show", nil, onFolder(false, func(_ *session, f *folder.Folder) (report.View, error) { return report.NewSystemShown(f), nil })),
		newCommand("check", flags{toggle("renew", "first update the table of what is left to the umpire in its README.md")},
			onFolder(false, func(s *session, f *folder.Folder) (report.View, error) {
				if path := filepath.Join(s.arg(0), systems.ReadmeFile); s.c.Bool("renew") {
					if err := outfile.Text(path, f.Readme()); err != nil {
						return nil, err
					}
					f = folder.Read(rulefiles.Within(s.arg(0)), f.Name)
				}
				return report.NewFolderCheck(f), nil
			})),
		newCommand("test", nil, onFolder(true, func(s *session, f *folder.Folder) (report.View, error) {
			at, done := s.Progress("judging", -1)
			defer done()
			o, err := f.Test(s.ctx, s.host, at)
			if err != nil {
				return nil, err
			}
			return report.NewSystemTest(f, o), nil
		})),
		newCommand("new", flags{option("from", "the `SYSTEM` to extend, built in or a folder (default: none)")}, do(newSystem)),
		newCommand("export", reading(), exportSystem),
		casesCommand())
}

// exportSystem names the ledger as an argument, since the folder is one too.
func exportSystem(c *cli.Context) error {
	if err := c.Set("ledger", c.Args().First()); err != nil {
		return err
	}
	return onGame(func(s *session, g *game) (report.View, error) {
		files, err := folder.Of(g.l.State(), filepath.Base(s.arg(1)), g.l.Head())
		if err != nil {
			return nil, err
		}
		return s.writeFolder(s.arg(1), files)
	})(c)
}

func newSystem(s *session) (report.View, error) {
	var base *systems.System
	from := s.c.String("from")
	if from != "" {
		var err error
		if base, err = systemNamed(from, "--from"); err != nil {
			return nil, err
		}
		if rulefiles.Folder(from) != nil {
			if from, err = rulefiles.Relative(s.arg(0), from); err != nil {
				return nil, err
			}
		}
	}
	return s.writeFolder(s.arg(0), folder.New(filepath.Base(s.arg(0)), from, base))
}

func (s *session) writeFolder(path string, files []folder.File) (report.View, error) {
	var texts [][2]string
	for _, f := range files {
		texts = append(texts, [2]string{f.Path, f.Text})
	}
	if err := outfile.Folder(path, texts); err != nil {
		return nil, err
	}
	return report.NewFolderWritten(path, files), nil
}

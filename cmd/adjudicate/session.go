package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/urfave/cli/v2"

	"adjudicate/history"
	"adjudicate/internal/cmdline"
	"adjudicate/internal/outfile"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/place"
	"adjudicate/report"
	"adjudicate/report/console"
)

// A session is one command being executed: its words, where it reads and prints.
type session struct {
	ctx context.Context
	c   *cli.Context
	*console.Console
	at     time.Time         // the moment at which the command happens: --now, or the clock
	points map[string]string // what flags mean that name a point in words
	host   *place.Host
	games  []*game // those that it has opened
}

// do makes an action of a command that answers with a view, which is printed: with an *outcomeError too, with no
// other error. It holds the number of arguments against the command's synopsis.
func do(f func(*session) (report.View, error)) action {
	return func(c *cli.Context) error {
		s := &session{ctx: c.Context, c: c, Console: console.New(c.App.Reader, c.App.Writer, c.App.ErrWriter, c.Bool("json"), os.Getenv, time.Now), host: newHost(c, cmdline.Takes(c, "policy", "adopt"))}
		report.ShowIn(sync.OnceValue(s.zone))
		if found := c.NArg(); !cmdline.Fits(c.Command.ArgsUsage, found) {
			want := cmp.Or(c.Command.ArgsUsage, "no arguments")
			return usagef(fmt.Sprintf("%q describes the command", c.Command.HelpName+" --help"), "%s takes %s: found %s", strings.TrimPrefix(c.Command.HelpName, name+" "), want, report.Counted(found, "argument"))
		}
		if c.String("ledger") != "" && c.String("store") != "" {
			return usagef("", "--ledger and --store cannot be used together")
		}
		defer func() {
			for _, g := range slices.Backward(s.games) {
				g.close()
			}
		}()
		if err := s.keepPromise(); err != nil {
			return err
		}
		var err error
		if s.at, err = s.now(); err != nil {
			return err
		}
		if err := s.readPoints(); err != nil {
			return err
		}
		v, err := f(s)
		if v == nil || err != nil && !advice.IsA[*outcomeError](err) {
			return err
		}
		return cmp.Or(s.show(v), err)
	}
}

func (s *session) arg(i int) string { return s.c.Args().Get(i) }

// show prints an answer, and ends the command with an error if it is no.
func (s *session) show(v report.View) error { return s.Show(v, errDifference) }

// now is the moment at which the command happens: --now, or the clock.
func (s *session) now() (time.Time, error) {
	text := s.c.String("now")
	if text == "" {
		return time.Now().UTC().Truncate(time.Second), nil
	}
	t, err := s.momentOf("--now", text, history.MomentBy)
	if err == nil && (s.writes() || s.c.Command.Name == "init") {
		err = s.come(t)
	}
	return t, err
}

// momentOf reads a moment of the command line, in the game's time zone where it says none.
func (s *session) momentOf(what, text string, read func(string, func() *time.Location) (time.Time, bool, error)) (time.Time, error) {
	if t, ok, err := read(text, s.zone); ok || err != nil {
		return t, err
	}
	return time.Time{}, usagef("", "invalid %s %q: expected a time such as 1998-10-05T09:00:00Z", what, text)
}

// momentIn is the moment of a question about a game: --now, or that of the last input, as if what is
// asked about had come at once.
func (s *session) momentIn(g *game) time.Time {
	if s.c.String("now") == "" {
		return g.l.Last()
	}
	return s.at
}

// readAs reads a file and takes it apart.
func readAs[T any](s *session, path string, parse func([]byte) (T, error)) (v T, err error) {
	label, text, err := s.ReadFile(path)
	if err != nil {
		return v, err
	}
	if v, err = parse(text); err != nil {
		err = inputError(label, err)
	}
	return v, err
}

// writeFile writes a result into a file, which appears whole or not at all, or to standard output for "-".
func (s *session) writeFile(path string, write func(io.Writer) error) error {
	if path == "-" {
		return outfile.Whole(s.Out, write)
	}
	err := outfile.Write(path, outfile.Options{Force: s.c.Bool("force"), Never: s.inUse()}, write)
	var failed *fs.PathError
	switch {
	case errors.As(err, &failed) && failed.Path == path && failed.Op == "create":
		return &advice.Error{Text: "cannot write " + path + ": " + failed.Err.Error(), Err: err}
	case errors.As(err, &failed) && failed.Path == path:
		return &advice.UnavailableError{Place: path, Found: "it could not be written completely", Err: failed.Err}
	}
	return err
}

// withFile answers with a view that is written as a file too, if a flag names one. On standard output the
// file is the whole answer.
func (s *session) withFile(v report.View, flag string, write func(io.Writer) error) (report.View, error) {
	path := s.c.String(flag)
	if path == "" {
		return v, nil
	}
	if path == "-" {
		v = nil
	}
	return v, s.writeFile(path, write)
}

// inUse are the files that no result may replace: the ledger, what lies beside it, and keys.
func (s *session) inUse() []string {
	list := s.keyFiles()
	if at := s.place(); !place.IsAddress(at) {
		return append(list, at, at+"-wal", at+"-shm", at+"-journal")
	}
	return append(list, s.host.Desk)
}

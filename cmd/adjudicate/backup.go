package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger"
	"adjudicate/ledger/proof"
	"adjudicate/report"
	"adjudicate/store"
	"adjudicate/store/sqlite"
)

func backupCommand() *cli.Command {
	return newCommand("backup", []cli.Flag{ledgerFlag}, do(func(s *session) error { return s.backup(s.arg(0)) }))
}

func restoreCommand() *cli.Command {
	return newCommand("restore", []cli.Flag{ledgerFlag, &cli.BoolFlag{Name: "quick", Usage: "do not judge the inputs again"}}, do(func(s *session) error { return s.restore(s.arg(0)) }))
}

func (s *session) backup(to string) error {
	if err := vacantFile(to); err != nil {
		return err
	}
	place := s.place()
	from, err := openStore(s.ctx, place)
	if err != nil {
		return err
	}
	defer from.Close()
	v := &report.Backup{Store: shown(place), Backup: to}
	if saver, ok := from.(store.Saver); ok && s.c.String("game") == "" {
		at, done := s.progress("copying", -1)
		err = saver.Save(s.ctx, to, func(n, _ int) { at(int64(n)) })
		done()
	} else {
		err = s.fetch(place, from, v)
	}
	if err != nil {
		return err
	}
	if err := s.lookAt(v, to); err != nil {
		return err
	}
	return errors.Join(s.show(v), v.Err)
}

// vacantFile refuses a name that is taken.
func vacantFile(path string) error {
	if address.MatchString(path) {
		return usagef("", "%s: expected a file", shown(path))
	}
	if _, err := os.Lstat(path); !errors.Is(err, fs.ErrNotExist) {
		return &usageError{text: path + ": file exists", hint: "choose another name, or move it away", err: fs.ErrExist}
	}
	return nil
}

// fetch copies games one by one into a file, which is put in its place when it is complete. A
// game that cannot be read is left out of a backup of all.
func (s *session) fetch(place string, from store.Store, b *report.Backup) error {
	to, all := b.Backup, s.c.String("game") == ""
	partial := to + ".partial"
	c := &copier{from: from, fromAt: place, toAt: partial}
	defer func() { c.from = nil; c.close() }() // the source is its opener's to close
	names, err := s.chosen(from, shown(place), all)
	if err != nil {
		return err
	}
	if c.to, err = openOrCreate(s.ctx, partial); err != nil {
		return err
	}
	c.keeper, c.side = keeperOf(partial, c.to)
	for _, name := range names {
		v, err := s.copyOne(c, name)
		if err == nil && v.Difference != nil {
			err = &usageError{text: fmt.Sprintf("%s holds something else: %s", partial, v.Difference.Text), hint: "remove it, and begin again"}
		}
		if err != nil && !(all && store.Alone(err)) {
			return err
		}
		b.LeaveOut(name, err)
	}
	if err := c.to.Close(); err != nil {
		return err
	}
	if err := sqlite.Publish(partial, to); err != nil {
		return &store.UnreachableError{Place: to, Found: "the backup cannot be moved into place", Err: err}
	}
	if err := os.Remove(partial); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return &store.UnreachableError{Place: partial, Found: "it cannot be removed", Err: err}
	}
	return nil
}

// restore verifies every game of a backup and puts a copy of the file in place.
func (s *session) restore(from string) error {
	if s.c.String("game") != "" {
		return usagef("\"adjudicate copy\" takes one game out of a file", "restore puts back the whole file: expected no --game")
	}
	place := s.place()
	if err := vacantFile(place); err != nil {
		return err
	}
	st, err := sqlite.Open(from, fileOptions())
	if err != nil {
		return err
	}
	defer st.Close()
	if err := st.Check(s.ctx); err != nil {
		return err
	}
	names, err := st.Streams(s.ctx)
	if err != nil {
		return err
	}
	if len(names) == 0 {
		return fmt.Errorf("%s: %w", from, ledger.ErrNoGame)
	}
	v := &report.Restoration{Backup: from, Ledger: place, Games: []*ledger.Verification{}, Engine: engine}
	differs := false
	for _, name := range names {
		at, done := s.progress("verifying "+name, -1)
		found, err := s.verified(st, from, name, at)
		done()
		if err != nil {
			return fmt.Errorf("%s: %s: %w", from, name, err)
		}
		v.Games = append(v.Games, found)
		differs = differs || len(found.Differences) > 0
	}
	if !differs {
		if err := st.Save(s.ctx, place, nil); err != nil {
			return err
		}
		v.Restored = true
	}
	if err := s.show(v); err != nil {
		return err
	}
	if differs {
		return errDifference
	}
	return nil
}

// verified verifies a game of a backup, against the checkpoints that lie beside it as well.
func (s *session) verified(st *sqlite.Store, from, name string, at func(int64)) (*ledger.Verification, error) {
	d, err := deskAt(from)
	if err != nil {
		return nil, err
	}
	notes, err := d.Checkpoints(s.ctx, name)
	if err := errors.Join(err, d.Close()); err != nil {
		return nil, err
	}
	against := ledger.Evidence{Quick: s.c.Bool("quick"), Derived: derived}
	for _, n := range notes {
		c, err := proof.Read(n, proof.Verifiers(nil))
		against.Checkpoints = append(against.Checkpoints, ledger.Witness{Place: from, Checkpoint: c, Err: err})
	}
	return ledger.VerifyAgainst(s.ctx, st, name, options(at), against)
}

// lookAt tells what a backup holds.
func (s *session) lookAt(v *report.Backup, path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return &store.UnreachableError{Place: path, Found: "it disappeared", Err: err}
	}
	v.Bytes, v.Games = info.Size(), []report.BackupGame{}
	st, err := sqlite.Open(path, fileOptions())
	if err != nil {
		return err
	}
	defer st.Close()
	for h, err := range st.Heads(s.ctx) {
		if err != nil {
			return err
		}
		v.Games = append(v.Games, report.BackupGame{Name: h.Stream, Events: uint64(h.Head)})
	}
	return nil
}

package main

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/urfave/cli/v2"

	"adjudicate/ledger/salvage"
	"adjudicate/report"
	"adjudicate/store"
	"adjudicate/store/sqlite"
)

func salvageCommand() *cli.Command {
	return newCommand("salvage", []cli.Flag{&cli.StringFlag{Name: "to", Usage: "the new ledger's `FILE`, which must not exist"}}, do(func(s *session) error {
		to := s.c.String("to")
		if to == "" {
			return usagef("--to NEW.ledger names the file to write", "where to put what is recovered is not said")
		}
		return s.salvage(s.arg(0), to)
	}))
}

func (s *session) salvage(from, to string) error {
	if _, err := os.Lstat(to); err == nil {
		return &store.UnreachableError{Place: to, Found: "file exists", Err: fs.ErrExist}
	}
	source, unreadable, err := s.remains(from)
	if err != nil {
		return err
	}
	at, done := s.progress("judging", -1)
	prefix, err := source.Prefix(engine, func(n int) { at(int64(n)) })
	done()
	if err != nil {
		return &store.DamagedError{Place: from, Found: "not even its first input is whole", Err: err}
	}
	if err := s.publish(to, prefix); err != nil {
		return err
	}
	v := &report.Salvage{From: from, Ledger: to, Form: source.Form, Name: prefix.Name, Events: len(prefix.Events), Inputs: prefix.Inputs,
		LeftOut: prefix.LeftOut, Differences: prefix.Differences, Unreadable: unreadable, Streams: prefix.Streams}
	if source.Log.Frames+source.Log.Unread > 0 {
		v.Log = &source.Log
	}
	if err := s.show(v); err != nil {
		return err
	}
	if prefix.LeftOut != nil || unreadable > 0 || prefix.Streams > 0 {
		return errDifference
	}
	return nil
}

// remains reads what can be read of a file. A log is read before the file beside it: what is
// meanwhile folded from the one into the other is then in either.
func (s *session) remains(from string) (source *salvage.Source, unreadable int, err error) {
	log, inLog, err := readRemains(from + "-wal")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, 0, fileError(from+"-wal", err)
	}
	data, unreadable, err := readRemains(from)
	if err != nil {
		return nil, 0, fileError(from, err)
	}
	if !salvage.IsLedger(data) {
		return salvage.FromExport(data), unreadable, nil
	}
	return salvage.FromFile(data, log), unreadable + inLog, nil
}

// readRemains reads a file of which some parts may be unreadable: they read as zeros.
func readRemains(path string) (data []byte, unreadable int, err error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return nil, 0, err
	}
	if info.IsDir() {
		return nil, 0, errors.New("it is a directory")
	}
	const piece = 4096
	data = make([]byte, info.Size())
	if n, err := io.ReadFull(f, data); err == nil || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, io.EOF) {
		return data[:n], 0, nil
	}
	for at := 0; at < len(data); at += piece {
		part := data[at:min(at+piece, len(data))]
		if _, err := f.ReadAt(part, int64(at)); err != nil {
			clear(part)
			unreadable++
		}
	}
	return data, unreadable, nil
}

// publish writes a prefix as a ledger that appears under its name complete, or not at all.
func (s *session) publish(to string, prefix *salvage.Prefix) error {
	dir, err := os.MkdirTemp(filepath.Dir(to), ".salvage-*")
	if err != nil {
		return &store.UnreachableError{Place: to, Found: "its directory cannot be written", Err: err}
	}
	defer os.RemoveAll(dir)
	draft := filepath.Join(dir, "ledger")
	st, err := sqlite.Create(draft, sqlite.Options{})
	if err != nil {
		return err
	}
	_, err = st.Append(s.ctx, prefix.Name, store.NoStream, prefix.Events)
	if err == nil {
		err = st.Check(s.ctx)
	}
	if cerr := st.Close(); err == nil {
		err = cerr
	}
	if err != nil {
		return err
	}
	// A log that is left beside it would be lost with the folder.
	if info, err := os.Stat(draft + "-wal"); err == nil && info.Size() > 0 {
		return &store.UnreachableError{Place: to, Found: "the disk failed while its log was folded into it"}
	}
	if err := sqlite.Publish(draft, to); err != nil {
		return &store.UnreachableError{Place: to, Found: "the new file cannot be moved into place", Err: err}
	}
	return nil
}

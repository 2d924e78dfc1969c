package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/goreleaser/nfpm/v2"
	"github.com/goreleaser/nfpm/v2/deb"
	"github.com/goreleaser/nfpm/v2/files"
)

const maintainer = "the maintainers of adjudicate <maintainers@adjudicate.invalid>"

// overrides say what lintian is not to mention: the program needs no library of the system, and its list of licences holds the text of each.
const overrides = "adjudicate: statically-linked-binary [usr/bin/adjudicate]\nadjudicate: copyright-file-contains-full-apache-2-license\n"

// debian makes the package: the program, its man pages, completion for shells, and a unit that shows the games of
// /var/lib/adjudicate once somebody enables it.
func (r *release) debian(machine string, program []byte, manuals []member) error {
	dir, err := os.MkdirTemp("", "package-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	var contents files.Contents
	put := func(to string, mode os.FileMode, data []byte) error {
		from := filepath.Join(dir, fmt.Sprint(len(contents)))
		contents = append(contents, &files.Content{Source: from, Destination: to, FileInfo: &files.ContentFileInfo{Mode: mode, MTime: r.at, Owner: "root", Group: "root"}})
		return os.WriteFile(from, data, 0o644)
	}
	unit, err := os.ReadFile(filepath.Join(r.root, "internal/release/adjudicate.service"))
	if err != nil {
		return err
	}
	terms, err := os.ReadFile(filepath.Join(r.root, "internal/licences/licences.txt"))
	if err != nil {
		return err
	}
	changes := fmt.Sprintf("adjudicate (%s) stable; urgency=medium\n\n  * CHANGELOG.md of the release says what users notice.\n\n -- %s  %s\n", r.version, maintainer, r.at.Format(time.RFC1123Z))
	list := []member{
		{"/usr/bin/adjudicate", 0o755, program},
		{"/usr/lib/systemd/system/adjudicate.service", 0o644, unit},
		{"/usr/share/doc/adjudicate/copyright", 0o644, terms},
		{"/usr/share/lintian/overrides/adjudicate", 0o644, []byte(overrides)},
	}
	list = append(list, r.completions...)
	for _, m := range append([]member{{"doc/adjudicate/changelog", 0o644, []byte(changes)}}, manuals...) {
		var packed bytes.Buffer
		z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
		if _, err := z.Write(m.data); err != nil {
			return err
		}
		if err := z.Close(); err != nil {
			return err
		}
		list = append(list, member{"/usr/share/" + m.name + ".gz", m.mode, packed.Bytes()})
	}
	for _, f := range list {
		if err := put(f.name, f.mode, f.data); err != nil {
			return err
		}
	}
	info := nfpm.WithDefaults(&nfpm.Info{
		Name: "adjudicate", Arch: machine, Platform: "linux", Version: r.version, Section: "misc", Priority: "optional",
		Maintainer: maintainer, MTime: r.at,
		Description: "judge of games whose rules change while they are played\n" +
			"It keeps every play and every change of the rules in a ledger, says what\n" +
			"the rules make of them, and rules again on a game's history when a rule\n" +
			"changes after the fact.",
		Overridables: nfpm.Overridables{Contents: contents},
	})
	if err := nfpm.PrepareForPackager(info, "deb"); err != nil {
		return err
	}
	var b bytes.Buffer
	if err := deb.Default.Package(info, &b); err != nil {
		return err
	}
	r.files[deb.Default.ConventionalFileName(info)] = b.Bytes()
	return nil
}

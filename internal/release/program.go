package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"debug/buildinfo"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"

	"github.com/CycloneDX/cyclonedx-go"
)

var versionLine = regexp.MustCompile(`const version = "([^"]+)"`)

// program builds the program for a system. Its version stands in its source.
func (r *release) program(system, machine string) ([]byte, error) {
	source, err := os.ReadFile(filepath.Join(r.root, "cmd/adjudicate/version.go"))
	if err != nil {
		return nil, err
	}
	found := versionLine.FindSubmatch(source)
	if found == nil {
		return nil, fmt.Errorf("cmd/adjudicate/version.go: no version")
	}
	r.version = string(found[1])
	dir, err := os.MkdirTemp("", "program-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, "adjudicate")
	env := []string{"CGO_ENABLED=0", "GOOS=" + system, "GOARCH=" + machine, "GOFLAGS=", "GOWORK=off", "GOAMD64=v1"}
	if r.cache != "" {
		env = append(env, "GOCACHE="+r.cache)
	}
	stamp := fmt.Sprintf("-s -w -buildid= -X adjudicate/internal/built.commit=%s -X adjudicate/internal/built.date=%s", r.commit, r.at.Format("2006-01-02T15:04:05Z"))
	if _, err := output(r.root, env, "go", "build", "-trimpath", "-buildvcs=false", "-ldflags", stamp, "-o", path, "./cmd/adjudicate"); err != nil {
		return nil, err
	}
	return os.ReadFile(path)
}

// shells are where Debian keeps what completes commands.
var shells = []struct{ name, path string }{
	{"bash", "/usr/share/bash-completion/completions/adjudicate"}, {"zsh", "/usr/share/zsh/vendor-completions/_adjudicate"}, {"fish", "/usr/share/fish/vendor_completions.d/adjudicate.fish"},
}

// manuals are the man pages, as the program writes them; it writes what completes commands as well.
func (r *release) manuals() ([]member, error) {
	program, err := r.program(runtime.GOOS, runtime.GOARCH)
	if err != nil {
		return nil, err
	}
	dir, err := os.MkdirTemp("", "manuals-*")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	path, out := filepath.Join(dir, "adjudicate"), filepath.Join(dir, "man1")
	if err := os.WriteFile(path, program, 0o755); err != nil {
		return nil, err
	}
	if _, err := output(dir, nil, path, "man", "--out", out); err != nil {
		return nil, err
	}
	for _, sh := range shells {
		script, err := output(dir, nil, path, "completion", sh.name)
		if err != nil {
			return nil, err
		}
		r.completions = append(r.completions, member{sh.path, 0o644, []byte(script + "\n")})
	}
	files, err := os.ReadDir(out)
	if err != nil {
		return nil, err
	}
	var list []member
	for _, f := range files {
		text, err := os.ReadFile(filepath.Join(out, f.Name()))
		if err != nil {
			return nil, err
		}
		list = append(list, member{"man/man1/" + f.Name(), 0o644, text})
	}
	return list, nil
}

// A member is a file of an archive.
type member struct {
	name string
	mode fs.FileMode
	data []byte
}

// archive packs the program with what goes along: a zip for Windows, else a compressed tar.
func (r *release) archive(system, machine string, program []byte, manuals []member) error {
	list := append([]member{{"adjudicate", 0o755, program}}, manuals...)
	if system == "windows" {
		list = []member{{"adjudicate.exe", 0o755, program}}
	}
	for _, name := range []string{"LICENSE", "README.md", "CHANGELOG.md"} {
		text, err := os.ReadFile(filepath.Join(r.root, name))
		if err != nil {
			return err
		}
		list = append(list, member{name, 0o644, text})
	}
	name := fmt.Sprintf("adjudicate_%s_%s_%s", r.version, system, machine)
	pack, end := r.tar, ".tar.gz"
	if system == "windows" {
		pack, end = r.zip, ".zip"
	}
	var b bytes.Buffer
	if err := pack(&b, name, list); err != nil {
		return err
	}
	r.files[name+end] = b.Bytes()
	return nil
}

func (r *release) tar(w io.Writer, folder string, list []member) error {
	z := gzip.NewWriter(w)
	t := tar.NewWriter(z)
	for _, m := range list {
		h := &tar.Header{Name: folder + "/" + m.name, Mode: int64(m.mode), Size: int64(len(m.data)), ModTime: r.at, Format: tar.FormatUSTAR}
		if err := t.WriteHeader(h); err != nil {
			return err
		}
		if _, err := t.Write(m.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	return z.Close()
}

func (r *release) zip(w io.Writer, folder string, list []member) error {
	z := zip.NewWriter(w)
	for _, m := range list {
		h := &zip.FileHeader{Name: folder + "/" + m.name, Method: zip.Deflate, Modified: r.at}
		h.SetMode(m.mode)
		f, err := z.CreateHeader(h)
		if err != nil {
			return err
		}
		if _, err := f.Write(m.data); err != nil {
			return err
		}
	}
	return z.Close()
}

// materials lists what the programs are linked from, as the programs themselves tell.
func (r *release) materials() error {
	of := map[string]cyclonedx.Component{}
	for _, program := range r.programs { // those of other systems are linked from more
		info, err := buildinfo.Read(bytes.NewReader(program))
		if err != nil {
			return err
		}
		add := func(path, version, sum string) {
			url := "pkg:golang/" + path + "@" + version
			of[url] = cyclonedx.Component{Type: cyclonedx.ComponentTypeLibrary, BOMRef: url, Name: path, Version: version, PackageURL: url,
				Properties: &[]cyclonedx.Property{{Name: "go.sum", Value: sum}}}
		}
		add("std", info.GoVersion, "")
		for _, d := range info.Deps {
			add(d.Path, d.Version, d.Sum)
		}
	}
	list := make([]cyclonedx.Component, 0, len(of))
	for _, url := range slices.Sorted(maps.Keys(of)) {
		list = append(list, of[url])
	}
	bom := cyclonedx.NewBOM()
	bom.Metadata = &cyclonedx.Metadata{Timestamp: r.at.Format("2006-01-02T15:04:05Z"), Component: &cyclonedx.Component{Type: cyclonedx.ComponentTypeApplication,
		Name: "adjudicate", Version: r.version, Properties: &[]cyclonedx.Property{{Name: "commit", Value: r.commit}}}}
	bom.Components = &list
	var b bytes.Buffer
	if err := cyclonedx.NewBOMEncoder(&b, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(bom); err != nil {
		return err
	}
	r.files[fmt.Sprintf("adjudicate_%s.cdx.json", r.version)] = b.Bytes()
	return nil
}

func names(files map[string][]byte) []string { return slices.Sorted(maps.Keys(files)) }

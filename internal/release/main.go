// Command release builds the published files of one commit.
//
//	the commit ──► programs, one a system ──► archives ─┐
//	adjudicate man ──► the man pages ─────────► packages ├─► SHA256SUMS
//	roots of trust, folders ──────────────► containers ──┤
//	the modules linked ──► a bill of materials ─────────┘
//
// The output depends on the commit alone: no clock, path or host name goes into a file, so builds are reproducible byte for byte. With
// -twice it builds once more, from a clone elsewhere and with an empty cache, and compares. It refuses a tree that differs from its
// commit.
//
// It is a module of its own, because building the program does not need its libraries: nfpm makes Debian packages without Debian,
// cyclonedx-go writes bills of materials, x509roots has the roots of trust, go-containerregistry reads the images in tests.
package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

func main() {
	out := flag.String("out", "build/release", "the folder for the files")
	twice := flag.Bool("twice", false, "build once more from a clone and compare")
	only := flag.String("only", "", "build for one system alone, such as linux/amd64")
	flag.Parse()
	if err := run(*out, *only, *twice); err != nil {
		fmt.Fprintln(os.Stderr, "release:", err)
		os.Exit(1)
	}
}

func run(out, only string, twice bool) error {
	if only != "" && !slices.ContainsFunc(platforms, func(p platform) bool { return p.String() == only }) {
		return fmt.Errorf("invalid system %q: expected one of %v", only, platforms)
	}
	root, err := git(".", "rev-parse", "--show-toplevel")
	if err != nil {
		return err
	}
	if !filepath.IsAbs(out) {
		out = filepath.Join(root, out)
	}
	r := &release{root: root, out: out, only: only}
	if err := r.build(); err != nil {
		return err
	}
	if !twice {
		return nil
	}
	dir, err := os.MkdirTemp("", "release-*")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	if _, err := git(root, "clone", "-q", root, filepath.Join(dir, "elsewhere")); err != nil {
		return err
	}
	again := &release{root: filepath.Join(dir, "elsewhere"), out: filepath.Join(dir, "out"), only: only, cache: filepath.Join(dir, "cache")}
	if err := again.build(); err != nil {
		return err
	}
	return same(r.out, again.out)
}

// same compares what two builds have made, by their lists of sums.
func same(a, b string) error {
	x, errA := os.ReadFile(filepath.Join(a, sums))
	y, errB := os.ReadFile(filepath.Join(b, sums))
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if !bytes.Equal(x, y) {
		return fmt.Errorf("two builds differ:\n%s\n%s", x, y)
	}
	fmt.Printf("built twice: %d files, byte for byte the same\n", bytes.Count(x, []byte("\n")))
	return nil
}

// A release is the files of one commit.
type release struct {
	root, out string
	only      string // the one system that is built for, "" for all
	cache     string // of the build, if not the usual one

	commit, version string
	at              time.Time // of the commit
	files           map[string][]byte
	programs        map[platform][]byte
	completions     []member // of commands, in shells
}

// A platform is a system on a family of processors.
type platform struct{ system, machine string }

func (p platform) String() string { return p.system + "/" + p.machine }

// platforms are what programs are built for.
var platforms = []platform{
	{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}, {"windows", "amd64"}, {"windows", "arm64"},
}

// sums is the file of the hashes of all others.
const sums = "SHA256SUMS"

func (r *release) build() error {
	if err := r.know(); err != nil {
		return err
	}
	r.files, r.programs = map[string][]byte{}, map[platform][]byte{}
	manuals, err := r.manuals()
	if err != nil {
		return err
	}
	for _, p := range platforms {
		if r.only != "" && r.only != p.String() {
			continue
		}
		program, err := r.program(p.system, p.machine)
		if err != nil {
			return err
		}
		r.programs[p] = program
		if err := r.archive(p.system, p.machine, program, manuals); err != nil {
			return err
		}
		if p.system != "linux" {
			continue
		}
		if err := r.debian(p.machine, program, manuals); err != nil {
			return err
		}
		if err := r.image(p.machine, program); err != nil {
			return err
		}
		r.files["adjudicate_linux_"+p.machine] = program // for machines where nothing is unpacked
	}
	if err := r.materials(); err != nil {
		return err
	}
	return r.write()
}

// know asks which commit stands there, and refuses a tree that holds something else.
func (r *release) know() error {
	changed, err := git(r.root, "status", "--porcelain")
	if err != nil {
		return err
	}
	if changed != "" {
		return fmt.Errorf("the tree holds what no commit has:\n%s", changed)
	}
	return r.dated()
}

// dated notes the commit and its moment.
func (r *release) dated() (err error) {
	if r.commit, err = git(r.root, "rev-parse", "HEAD"); err != nil {
		return err
	}
	text, err := git(r.root, "show", "-s", "--format=%cI", "HEAD")
	if err != nil {
		return err
	}
	at, err := time.Parse(time.RFC3339, text)
	r.at = at.UTC()
	return err
}

// write puts the files where they are wanted, with their sums beside them.
func (r *release) write() error {
	if err := os.RemoveAll(r.out); err != nil {
		return err
	}
	if err := os.MkdirAll(r.out, 0o755); err != nil {
		return err
	}
	var list strings.Builder
	for _, name := range names(r.files) {
		if err := os.WriteFile(filepath.Join(r.out, name), r.files[name], 0o755); err != nil {
			return err
		}
		fmt.Fprintf(&list, "%x  %s\n", sha256.Sum256(r.files[name]), name)
	}
	fmt.Print(list.String())
	return os.WriteFile(filepath.Join(r.out, sums), []byte(list.String()), 0o644)
}

func git(dir string, words ...string) (string, error) { return output(dir, nil, "git", words...) }

// output runs a program in a folder and returns what it prints.
func output(dir string, env []string, program string, words ...string) (string, error) {
	cmd := exec.Command(program, words...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var errs bytes.Buffer
	cmd.Stderr = &errs
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s: %w\n%s", strings.Join(append([]string{program}, words...), " "), err, errs.Bytes())
	}
	return strings.TrimSpace(string(out)), nil
}

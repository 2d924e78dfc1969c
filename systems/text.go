package systems

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"

	"adjudicate/rules"
	"adjudicate/rules/names"
)

// Limits of a folder. It comes from anybody.
const (
	MostBytes = 4 << 20 // bytes of a text of a system
	MostTexts = 2000    // texts in a part of a system's folder
	MostDepth = 4       // folders inside each other in a part of a system's folder
)

// ReadText reads a text of a folder, no more than MostBytes.
func ReadText(dir fs.FS, at string) ([]byte, error) {
	f, err := dir.Open(at)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, MostBytes+1))
	if err == nil && len(text) > MostBytes {
		err = &fs.PathError{Op: "read", Path: at, Err: fmt.Errorf("it is longer than %d MiB", MostBytes>>20)}
	}
	return text, err
}

// List returns the texts in a part of a folder and in folders within it whose names have an ending, in the order of their
// paths. What it passes over is told: links, which may lead anywhere, what lies too deep, names of other endings (but for
// those that begin with a dot). A part that is not there has no texts.
func List(dir fs.FS, name, part string, endings ...string) (texts []string, found rules.Problems) {
	problem := func(at string, severity rules.Severity, hint, message string) {
		found = append(found, rules.Problem{File: path.Join(name, at), Message: message, Hint: hint, Severity: severity})
	}
	seen, full := 0, false
	var walk func(at string, depth int)
	walk = func(at string, depth int) {
		entries, err := fs.ReadDir(dir, at)
		if err != nil {
			if !errors.Is(err, fs.ErrNotExist) || at != part {
				found = append(found, fileProblem(path.Join(name, at), err)...)
			}
			return
		}
		for _, e := range entries {
			if seen++; seen > MostTexts {
				if !full {
					problem(part, rules.Fault, "", fmt.Sprintf("it holds more than %d files", MostTexts))
				}
				full = true
				return
			}
			at := path.Join(at, e.Name())
			switch ending := path.Ext(at); {
			case strings.HasPrefix(e.Name(), "."):
			case e.IsDir() && depth == MostDepth:
				problem(at, rules.Fault, "", "it lies too deep to be read")
			case e.IsDir():
				walk(at, depth+1)
			case !e.Type().IsRegular():
				problem(at, rules.Fault, "put the file itself here", "not a regular file")
			case !slices.Contains(endings, ending):
				problem(at, rules.Doubt, "names end in "+strings.Join(endings, " or "), "it is passed over")
			default:
				texts = append(texts, at)
			}
		}
	}
	walk(part, 1)
	return texts, found
}

// fileProblem says what keeps a file from being read.
func fileProblem(file string, err error) rules.Problems {
	var of *fs.PathError
	if errors.As(err, &of) {
		err = of.Err
	}
	message := err.Error()
	if errors.Is(err, fs.ErrNotExist) {
		message = "the file is missing"
	}
	return rules.Problems{{File: file, Message: message}}
}

// parts are what a folder holds at its top.
var parts = []string{manifestFile, rulesDir, registerFile, CasesDir, ChangesDir, SeasonsDir, ReadmeFile}

// Names of what else a folder holds.
const (
	CasesDir   = "cases"
	ChangesDir = "amendments" // rules that cases name by a file
	SeasonsDir = "seasons"
	ReadmeFile = "README.md"
)

// Strangers finds what a folder holds at its top that is no part of a system.
func Strangers(dir fs.FS, name string) (found rules.Problems) {
	entries, err := fs.ReadDir(dir, ".")
	if err != nil {
		return fileProblem(name, err)
	}
	for _, e := range entries[:min(len(entries), MostTexts)] {
		is := e.Name()
		if strings.HasPrefix(is, ".") || slices.Contains(parts, is) || is == registerOne {
			continue
		}
		hint := names.Suggest(is, parts, "a system holds "+strings.Join(parts, ", "))
		found = append(found, rules.Problem{File: path.Join(name, is), Message: "it is no part of a system, and passed over", Hint: hint, Severity: rules.Doubt})
	}
	return found
}

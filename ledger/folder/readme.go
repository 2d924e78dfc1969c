package folder

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"adjudicate/rules"
	"adjudicate/systems"
)

// The README of a folder says what is left to the umpire in a table that is made from the manifest. It stands between two
// lines that a reader of the page does not see; everything else is the author's.
const (
	tableBegins = "<!-- left to the umpire: made from system.yaml -->"
	tableEnds   = "<!-- end of what is made -->"
)

// Table is what is left to the umpire, as a table of Markdown.
func Table(hands []systems.Hand) string {
	if len(hands) == 0 {
		return "Nothing is left to the umpire.\n"
	}
	var b strings.Builder
	b.WriteString("| what the umpire does by hand | when | rule |\n|---|---|---|\n")
	cell := strings.NewReplacer("|", `\|`, "\n", " ")
	for _, h := range hands {
		fmt.Fprintf(&b, "| %s | %s | %s |\n", cell.Replace(h.Does), cell.Replace(h.When), cell.Replace(h.Cite))
	}
	return b.String()
}

// Readme is the README of the folder with its table as the manifest says it. One without a table gets it at its end.
func (f *Folder) Readme() string {
	text, _ := systems.ReadText(f.dir, systems.ReadmeFile)
	table := tableBegins + "\n" + Table(f.System.Umpire) + tableEnds + "\n"
	page := string(text)
	if page == "" {
		page = "# " + title(&f.System.Manifest) + "\n"
	}
	before, rest, begun := strings.Cut(page, tableBegins)
	_, after, ended := strings.Cut(rest, tableEnds)
	if !begun || !ended {
		return strings.TrimRight(page, "\n") + "\n\n## What is left to the umpire\n\n" + table
	}
	return before + table + strings.TrimPrefix(after, "\n")
}

func title(m *systems.Manifest) string {
	if m.Title != "" {
		return m.Title
	}
	return m.Name
}

func (f *Folder) readmeProblems() rules.Problems {
	file := path.Join(f.Name, systems.ReadmeFile)
	text, err := systems.ReadText(f.dir, systems.ReadmeFile)
	switch page := string(text); {
	case errors.Is(err, fs.ErrNotExist) && len(f.System.Umpire) == 0:
		return nil
	case errors.Is(err, fs.ErrNotExist):
		return rules.Problems{{File: file, Message: "missing file: something is left to the umpire", Hint: "run adjudicate system check DIR --renew"}}
	case err != nil:
		return rules.Problems{{File: file, Message: err.Error()}}
	case !strings.Contains(page, tableBegins) && len(f.System.Umpire) == 0:
		return nil
	case page != f.Readme():
		line := 1 + strings.Count(page[:max(0, strings.Index(page, tableBegins))], "\n")
		return rules.Problems{{File: file, Line: line, Column: 1, Message: "the table of what is left to the umpire does not match system.yaml", Hint: "run adjudicate system check DIR --renew"}}
	}
	return nil
}

package report

import "adjudicate/internal/term"

// PagesWritten is a folder of pages that was written.
type PagesWritten struct {
	Folder string `json:"folder"`
	Files  int    `json:"files"`
	Bytes  int    `json:"bytes"`
}

// NewPagesWritten tells what was written: files by name and text.
func NewPagesWritten(path string, files [][2]string) *PagesWritten {
	v := &PagesWritten{Folder: path, Files: len(files)}
	for _, f := range files {
		v.Bytes += len(f[1])
	}
	return v
}

// Print writes the view for people.
func (v *PagesWritten) Print(p *term.Page) {
	p.Line("%s holds %s, %.1f MB. Open %s/index.html, or put the folder on any web server.", v.Folder, Counted(v.Files, "file"), float64(v.Bytes)/1e6, v.Folder)
}

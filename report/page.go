package report

import (
	"bufio"
	"cmp"
	_ "embed"
	"fmt"
	"html/template"
	"io"
	"iter"
	"slices"
	"strings"
	"sync"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/history"
	"adjudicate/history/compare"
	"adjudicate/history/readjudicate"
	"adjudicate/report/draw"
)

//go:embed report.html.tmpl
var reportText string

// reportPage is read when it is wanted, as the other templates of this package are: most commands write no page.
var reportPage = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("report").Funcs(template.FuncMap{
		"said":     func(in ReportInput) string { return inputSaid(in.Input) },
		"moment":   moment,
		"verdict":  func(v string) string { return reportVerdict(v) },
		"fault":    func(f events.Fault) string { return faultWords(&f) },
		"stand":    standWords,
		"change":   func(c events.Change) string { return changeWords(&c) },
		"join":     func(list []string) string { return strings.Join(list, ", ") },
		"counted":  Counted,
		"marks":    func() string { return events.Usual().Marks },
		"reliance": relianceWords,
	}).Parse(reportText))
})

func reportVerdict(v string) string {
	if v == "" {
		return "absent"
	}
	return v
}

// ReportData is what the page of a report shows.
type ReportData struct {
	Title   string
	V       *Diff
	Boards  [2]template.HTML
	At      [2]template.HTML
	Weights template.HTML
	Inputs  iter.Seq[ReportInput]
	Undrawn int // inputs with another verdict before which no boards are drawn
}

// ReportInput is an input on the page of a difference.
type ReportInput struct {
	*compare.Input
	ID      string // on the page: of one put in or withdrawn its change tells it from the input that it precedes
	Steps   []ReportStep
	Because string
	Boards  [2]template.HTML
	Has     bool
}

// ReportStep is an input that another follows from.
type ReportStep struct {
	Point uint64
	ID    string
}

func idOf(in *compare.Input) string {
	if in.Standing == history.Inserted || in.Standing == history.Withdrawn {
		return "c" + in.Change
	}
	return recordedID(in.Point)
}

func recordedID(sequence uint64) string { return fmt.Sprintf("i%d", sequence) }

// WritePage writes a difference as one self-contained HTML page.
func WritePage(w io.Writer, title string, v *Diff) error {
	d := ReportData{Title: title, V: v}
	// One order for the page, in which a side looks the same in every picture.
	entered := slices.Concat(v.Before.Entered(), v.After.Entered())
	var err error
	if d.Boards, err = boardsOf(entered, v.Before, v.After, v.A+" at the end", v.B+" at the end"); err != nil {
		return err
	}
	if v.At != nil {
		if d.At, err = boardsOf(entered, v.At.StateA, v.At.StateB, fmt.Sprintf("%s after #%d", v.A, v.At.Point), fmt.Sprintf("%s after #%d", v.B, v.At.Point)); err != nil {
			return err
		}
	}
	if d.Weights, err = weightsChart(v, entered); err != nil {
		return err
	}
	ids := map[uint64]string{} // where they are not those of recorded inputs
	for _, in := range v.Inputs {
		if delete(ids, in.Point); idOf(in) != recordedID(in.Point) { // what is put in stands before what was recorded
			ids[in.Point] = idOf(in)
		}
		if in.StateA == nil && in.Differs == readjudicate.Verdict.String() {
			d.Undrawn++
		}
	}
	d.Inputs = func(yield func(ReportInput) bool) {
		for in, broken := range v.full() {
			var one ReportInput
			if err = broken; err == nil {
				one, err = v.onPage(in, ids, entered)
			}
			if err != nil || !yield(one) {
				return
			}
		}
	}
	to := bufio.NewWriter(w)
	if failed := reportPage().Execute(to, d); failed != nil || err != nil {
		return cmp.Or(err, failed)
	}
	return to.Flush()
}

// onPage is an input as the page shows it, with the ids of others that are not those of recorded inputs.
func (v *Diff) onPage(in *compare.Input, ids map[uint64]string, entered []string) (one ReportInput, err error) {
	one = ReportInput{Input: in, ID: idOf(in), Because: v.because(in)}
	for _, n := range in.Cause.Chain {
		one.Steps = append(one.Steps, ReportStep{n, cmp.Or(ids[n], recordedID(n))})
	}
	if in.StateA != nil {
		one.Has = true
		one.Boards, err = boardsOf(entered, in.StateA, in.StateB, fmt.Sprintf("%s before #%d", v.A, in.Point), fmt.Sprintf("%s before #%d", v.B, in.Point))
	}
	return one, err
}

// boardsOf draws two states; pieces that stand otherwise are marked on both.
func boardsOf(entered []string, a, b *aggregate.State, titleA, titleB string) (out [2]template.HTML, err error) {
	differ := compare.Pieces(a, b)
	for i, s := range []*aggregate.State{a, b} {
		book, err := s.Rulebook()
		if err != nil {
			return out, err
		}
		board := BoardOf(s, book, []string{titleA, titleB}[i])
		board.Entered = entered
		for _, d := range differ {
			at := []string{d.Before.At, d.After.At}[i]
			if at != "" {
				board.Marks = append(board.Marks, draw.Mark{Square: at, Kind: draw.Origin})
			}
		}
		if out[i], err = Inline(board, ""); err != nil {
			return out, err
		}
	}
	return out, nil
}

// inlined makes a picture part of a page: without the declaration of a file of its own.
func inlined(svg string) string {
	if i := strings.Index(svg, "<svg"); i > 0 {
		return svg[i:]
	}
	return svg
}

// weightsChart draws what the sides weigh in both histories, where that differs.
func weightsChart(v *Diff, entered []string) (template.HTML, error) {
	var lines []draw.Line
	var names []string
	for w, err := range v.Weighed() {
		if err != nil {
			return "", err
		}
		for _, x := range w.After {
			if !slices.Contains(names, x.Side) {
				names = append(names, x.Side)
			}
		}
	}
	before, after := make([]draw.Line, len(names)), make([]draw.Line, len(names))
	for w, err := range v.Weighed() {
		if err != nil {
			return "", err
		}
		for i, name := range names {
			before[i].Weights, after[i].Weights = append(before[i].Weights, weightOf(w.Before, name)), append(after[i].Weights, weightOf(w.After, name))
		}
	}
	for i, name := range names {
		if a, b := before[i], after[i]; !slices.Equal(a.Weights, b.Weights) {
			a.Name, a.Side = name+" ("+v.A+")", name
			b.Name, b.Side, b.Dashed = name+" ("+v.B+")", name, true
			lines = append(lines, a, b)
		}
	}
	if len(lines) == 0 {
		return "", nil
	}
	var text strings.Builder
	if err := draw.Series(&text, lines, draw.SeriesOptions{Entered: entered}); err != nil {
		return "", err
	}
	return template.HTML(inlined(text.String())), nil // as above
}

func weightOf(list []events.Weight, side string) events.Half {
	for _, w := range list {
		if w.Side == side {
			return w.Weight
		}
	}
	return 0
}

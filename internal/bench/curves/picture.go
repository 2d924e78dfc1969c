package main

import (
	"bytes"
	"fmt"
	"image/color"
	"math"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/plotutil"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/vgsvg"
)

// One plot for each subject, three in a row, both axes logarithmic: what grows in proportion rises as the grey line does. The legend is
// above its plot, where it hides no curve.
const (
	inRow  = 3
	width  = 11 * vg.Centimeter
	height = 11 * vg.Centimeter
	legend = 3 * vg.Centimeter
	gap    = 5 * vg.Millimeter
)

func picture(file string, list []drawn) error {
	var subjects []string
	curvesOf := map[string][]drawn{}
	for _, d := range list {
		if curvesOf[d.subject] == nil {
			subjects = append(subjects, d.subject)
		}
		curvesOf[d.subject] = append(curvesOf[d.subject], d)
	}
	rows := (len(subjects) + inRow - 1) / inRow
	canvas := vgsvg.New(inRow*width, vg.Length(rows)*height)
	whole := draw.New(canvas)
	whole.SetColor(color.White)
	whole.Fill(whole.Rectangle.Path())
	tiles := draw.Tiles{Rows: rows, Cols: inRow, PadX: gap, PadY: gap, PadTop: gap, PadBottom: gap, PadLeft: gap, PadRight: gap}
	for i, subject := range subjects {
		at := tiles.At(whole, i%inRow, i/inRow)
		if err := plotted(at, subject, curvesOf[subject]); err != nil {
			return err
		}
	}
	return written(file, canvas)
}

// plotted draws the curves of one subject.
func plotted(at draw.Canvas, subject string, list []drawn) error {
	p := plot.New()
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.Y.Tick.Marker = plot.LogTicks{Prec: -1}
	p.X.Label.Text, p.Y.Label.Text = subject, "processor time, ms"
	l := plot.NewLegend()
	l.Left, l.Top, l.Padding = true, true, vg.Millimeter
	l.TextStyle.Font.Size = 9
	for i, d := range list {
		xys := make(plotter.XYs, 0, len(d.points))
		for _, at := range d.points {
			xys = append(xys, plotter.XY{X: float64(at.size), Y: milliseconds(at)})
		}
		line, points, err := plotter.NewLinePoints(xys)
		if err != nil {
			return err
		}
		line.Color, points.Color, points.Shape = plotutil.Color(i), plotutil.Color(i), plotutil.Shape(i)
		p.Add(line, points)
		l.Add(d.work, line, points)
	}
	p.Y.Min, p.Y.Max = math.Pow(10, math.Floor(math.Log10(p.Y.Min))), math.Pow(10, math.Ceil(math.Log10(p.Y.Max)))
	var sizes plot.ConstantTicks
	for _, at := range list[0].points {
		sizes = append(sizes, plot.Tick{Value: float64(at.size), Label: fmt.Sprint(at.size)})
	}
	p.X.Tick.Marker = sizes
	// The grey line begins where the first curve does, and ends at the top at most.
	first, last := list[0].points[0], list[0].points[len(list[0].points)-1]
	from, far := milliseconds(first), float64(last.size)/float64(first.size)
	far = min(far, p.Y.Max/from)
	slope, err := plotter.NewLine(plotter.XYs{{X: float64(first.size), Y: from}, {X: float64(first.size) * far, Y: from * far}})
	if err != nil {
		return err
	}
	slope.Color = color.Gray{Y: 170}
	p.Add(slope)
	l.Add("in proportion", slope)
	p.Draw(draw.Crop(at, 0, 0, 0, -legend))
	l.Draw(at)
	return nil
}

func milliseconds(p point) float64 { return float64(p.cost.Nanoseconds()) / 1e6 }

func written(file string, canvas *vgsvg.Canvas) error {
	var b bytes.Buffer
	if _, err := canvas.WriteTo(&b); err != nil {
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644)
}

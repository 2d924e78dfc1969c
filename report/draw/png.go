package draw

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/image/font"
	"golang.org/x/image/font/gofont/gobold"
	"golang.org/x/image/font/gofont/goregular"
	"golang.org/x/image/font/opentype"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	"golang.org/x/image/vector"
)

// PNG writes the board as a picture of pixels, on white: the same as [SVG] draws, for mails and chats that show no vectors. A figure
// that neither the fonts at hand have (those of the Go project, which know Latin, Greek and Cyrillic letters) nor the outlines of this package is drawn as the piece's glyph.
func PNG(w io.Writer, b Board, o Options) error {
	if err := b.Check(); err != nil {
		return err
	}
	figures := b.Figures
	b.Figures = map[string][]string{}
	for typ, list := range figures {
		if !slices.ContainsFunc(list, func(figure string) bool { return !drawable(figure) }) {
			b.Figures[typ] = list
		}
	}
	c, err := paint(layOut(&b, o))
	if err != nil {
		return fmt.Errorf("draw: picture: %w", err)
	}
	enc := png.Encoder{CompressionLevel: png.BestSpeed}
	if err := enc.Encode(w, indexed(c.img)); err != nil {
		return fmt.Errorf("draw: write picture: %w", err)
	}
	return nil
}

// fonts are what texts are written with: regular, bold.
var fonts = sync.OnceValues(func() (list [2]*opentype.Font, err error) {
	for i, data := range [][]byte{goregular.TTF, gobold.TTF} {
		if list[i], err = opentype.Parse(data); err != nil {
			return list, err
		}
	}
	return list, nil
})

// drawable reports whether there is a picture of every letter.
func drawable(text string) bool {
	if list, _ := symbol(text); list != nil {
		return true
	}
	list, err := fonts()
	if err != nil {
		return false
	}
	var buf sfnt.Buffer
	for _, r := range text {
		if i, err := list[1].GlyphIndex(&buf, r); err != nil || i == 0 {
			return false
		}
	}
	return true
}

// A canvas is what a picture is painted on. Most shapes are small and most pictures large, so a shape is gathered first and then filled within
// the rectangle that it takes up, not over the whole picture.
type canvas struct {
	img    *image.RGBA
	shape  []outline // what the next fill paints
	raster *vector.Rasterizer
	faces  map[face]font.Face
	err    error
}

// An outline is a closed line of points.
type outline [][2]float64

type face struct {
	bold bool
	size float64
}

// paint paints a layout, in the order of the markup.
func paint(p *picture) (*canvas, error) {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, p.Width, p.Height)), raster: vector.NewRasterizer(0, 0), faces: map[face]font.Face{}}
	draw.Draw(c.img, c.img.Bounds(), image.White, image.Point{}, draw.Src)
	if h := p.Heading; h != nil {
		c.text(h.X, h.Y, h.Size, true, -1, pageText, h.Text)
	}
	turn := p.turn
	rect := func(x, y, w, h float64, fill string, opacity float64) {
		c.polygon([][2]float64{{x, y}, {x + w, y}, {x + w, y + h}, {x, y + h}}, turn)
		c.fill(fill, opacity)
	}
	rect(p.X, p.Y, p.BoardWidth, p.BoardHeight, lightSquare, 1)
	c.path(string(p.Dark), turn)
	c.fill(darkSquare, 1)
	for _, t := range p.Tints {
		rect(t.X, t.Y, p.Square, p.Square, t.Fill, 0.5)
	}
	for _, w := range p.Walls {
		rect(w.X, w.Y, p.Square, p.Square, wall, 1)
		c.strokes(w.Hatch, 2, turn)
		c.fill(wallHatch, 1)
	}
	for _, x := range p.Closed {
		rect(x.X, x.Y, p.Square, p.Square, noSquare, 1)
	}
	edges := p.Edges
	if len(edges) == 0 {
		l, t, r, b := p.X, p.Y, p.X+p.BoardWidth, p.Y+p.BoardHeight
		edges = []edge{{l, t, r, t, false}, {r, t, r, b, false}, {r, b, l, b, false}, {l, b, l, t, false}}
	}
	for _, e := range edges {
		x1, y1 := turn(e.X1, e.Y1)
		x2, y2 := turn(e.X2, e.Y2)
		if e.Around {
			c.dashed(x1, y1, x2, y2, 2.5, 5, 4)
		} else {
			c.line(x1, y1, x2, y2, 1.5)
		}
		c.fill(frame, 1)
	}
	for _, l := range p.Labels {
		c.text(l.X, l.Y, p.LabelSize, false, 0, pageText, l.Text)
	}
	for _, x := range p.Parts {
		c.disc(x.X1, x.Y1, x.Width/2, discEdge)
		c.disc(x.X2, x.Y2, x.Edge/2, discEdge)
		c.line(x.X1, x.Y1, x.X2, x.Y2, x.Edge)
		c.fill(discEdge, 0.8)
	}
	for _, x := range p.Parts {
		c.circle(x.X1, x.Y1, x.Width/2, false)
		c.fill(x.Fill, 1)
		c.circle(x.X2, x.Y2, x.Width/2, false)
		c.fill(x.Fill, 1)
		c.line(x.X1, x.Y1, x.X2, x.Y2, x.Width)
		c.fill(x.Fill, 1)
	}
	for _, d := range p.Pieces {
		c.disc(d.X, d.Y, p.Disc, d.Fill)
		c.text(d.X, d.GlyphY, d.GlyphSize, true, 0, d.Ink, d.Glyph)
		c.text(d.TagX, d.TagY, p.TagSize, false, 0, squareText, d.Tag)
		if n := d.Count; n != nil {
			c.disc(n.X, n.Y-n.Size*0.35, n.Size*0.75, lightSquare)
			c.text(n.X, n.Y, n.Size, true, 0, squareText, n.Text)
		}
	}
	for _, s := range p.States {
		c.text(s.X, s.Y, s.Size, true, 0, squareText, s.Text)
	}
	for _, a := range p.Arrows {
		c.line(a.X1, a.Y1, a.X2, a.Y2, a.Width)
		c.path(a.Head, nil)
		c.fill(a.Fill, 0.8)
	}
	for i := range p.Marks {
		c.mark(&p.Marks[i])
	}
	for _, e := range p.Legend {
		c.disc(e.X, e.Y, 8, e.Fill)
		c.text(e.X, e.TagY, 10, true, 0, e.Ink, e.Tag)
		x := c.text(e.TextX, e.TextY, 13, true, -1, pageText, e.Name)
		if e.Note != "" {
			x = c.text(x+8, e.TextY, 13, false, -1, pageText, e.Note)
		}
		if e.Check != "" {
			c.text(x+8, e.TextY, 13, true, -1, checkText, e.Check)
		}
	}
	for i := range p.Key {
		k := &p.Key[i]
		c.mark(&k.Mark)
		c.text(k.TextX, k.TextY, 12, false, -1, pageText, k.Word)
	}
	for _, s := range p.Swatches {
		rect := [][2]float64{{s.X, s.Y}, {s.X + 16, s.Y}, {s.X + 16, s.Y + 16}, {s.X, s.Y + 16}}
		c.polygon(rect, nil)
		c.fill(s.Fill, 0.5)
		c.text(s.TextX, s.TextY, 12, false, -1, pageText, s.Word)
	}
	for _, s := range p.Words {
		c.text(s.X, s.Y, 12, false, -1, pageText, s.Text+" "+s.Title)
	}
	return c, c.err
}

// mark paints a mark as the markup has it.
func (c *canvas) mark(m *mark) {
	switch m.Shape {
	case "dot":
		c.circle(m.X, m.Y, m.R+0.5, false)
		c.fill(halo, 0.8)
		c.circle(m.X, m.Y, m.R, false)
		c.fill(m.Fill, 1)
	case "ring":
		c.ring(m.X, m.Y, m.R, m.Stroke)
		c.fill(m.Fill, 1)
	case "dashes":
		n := max(4, int(math.Round(math.Pi*m.R/max(1, m.Dash))))
		for i := range n {
			from := 2 * math.Pi * float64(i) / float64(n)
			to := from + math.Pi/float64(n)
			c.line(m.X+m.R*math.Cos(from), m.Y+m.R*math.Sin(from), m.X+m.R*math.Cos(to), m.Y+m.R*math.Sin(to), m.Stroke)
		}
		c.fill(m.Fill, 1)
	case "check":
		c.ring(m.X, m.Y, m.R, m.Stroke)
		c.fill(m.Fill, 1)
		c.strokes(m.Path, m.Stroke, nil)
		c.fill(checkMark, 1)
	case "tint":
		c.polygon([][2]float64{{m.Left, m.Top}, {m.Left + m.Size, m.Top}, {m.Left + m.Size, m.Top + m.Size}, {m.Left, m.Top + m.Size}}, nil)
		c.fill(m.Fill, 0.6)
	default:
		c.strokes(m.Path, m.Stroke, nil)
		c.fill(m.Fill, 1)
	}
}

// disc is a piece, or a side in the legend.
func (c *canvas) disc(x, y, r float64, fill string) {
	c.circle(x, y, r, false)
	c.fill(fill, 1)
	c.ring(x, y, r, 1)
	c.fill(discEdge, 0.8)
}

// fill paints the shape that has been put together, and begins another.
func (c *canvas) fill(colour string, opacity float64) {
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil || len(colour) != 7 {
		c.err = fmt.Errorf("invalid colour %q", colour)
		return
	}
	a := uint8(math.Round(opacity * 255))
	ink := color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), a}
	box := within(c.shape).Intersect(c.img.Rect)
	if left, top, right, bottom, ok := rectangle(c.shape); ok {
		c.fillRectangle(left, top, right, bottom, ink)
	} else if !box.Empty() {
		c.raster.Reset(box.Dx(), box.Dy())
		for _, o := range c.shape {
			for i, at := range o {
				x, y := float32(at[0]-float64(box.Min.X)), float32(at[1]-float64(box.Min.Y))
				if i == 0 {
					c.raster.MoveTo(x, y)
				} else {
					c.raster.LineTo(x, y)
				}
			}
			c.raster.ClosePath()
		}
		c.raster.Draw(c.img, box, image.NewUniform(ink), image.Point{})
	}
	c.shape = c.shape[:0]
}

// within is the least rectangle of whole pixels around a shape.
func within(shape []outline) image.Rectangle {
	left, top, right, bottom := math.Inf(1), math.Inf(1), math.Inf(-1), math.Inf(-1)
	for _, o := range shape {
		for _, at := range o {
			left, top, right, bottom = min(left, at[0]), min(top, at[1]), max(right, at[0]), max(bottom, at[1])
		}
	}
	if left > right {
		return image.Rectangle{}
	}
	return image.Rect(int(math.Floor(left)), int(math.Floor(top)), int(math.Ceil(right)), int(math.Ceil(bottom)))
}

// rectangle reports whether a shape is a single upright rectangle of a pixel or more each way.
func rectangle(shape []outline) (left, top, right, bottom float64, ok bool) {
	if len(shape) != 1 || len(shape[0]) != 4 {
		return 0, 0, 0, 0, false
	}
	o := shape[0]
	left, right, top, bottom = min(o[0][0], o[2][0]), max(o[0][0], o[2][0]), min(o[0][1], o[2][1]), max(o[0][1], o[2][1])
	for i, at := range o {
		next := o[(i+1)%4]
		if (at[0] == next[0]) == (at[1] == next[1]) {
			return 0, 0, 0, 0, false
		}
	}
	return left, top, right, bottom, right-left >= 1 && bottom-top >= 1
}

// fillRectangle paints a rectangle: what its edges cover of pixels in part, and the whole ones within, which cost least so.
func (c *canvas) fillRectangle(left, top, right, bottom float64, ink color.NRGBA) {
	for _, y := range bands(top, bottom) {
		for _, x := range bands(left, right) {
			part := ink
			part.A = uint8(math.Round(float64(ink.A) * x.share * y.share))
			draw.Draw(c.img, image.Rect(x.from, y.from, x.to, y.to), image.NewUniform(part), image.Point{}, draw.Over)
		}
	}
}

// A band is a row of pixels of which the same share is covered.
type band struct {
	from, to int
	share    float64
}

// bands are the pixels from a to b: those covered in part at either end, and what lies between.
func bands(a, b float64) (list []band) {
	first, last := math.Ceil(a), math.Floor(b)
	if first > a {
		list = append(list, band{int(first) - 1, int(first), first - a})
	}
	if first < last {
		list = append(list, band{int(first), int(last), 1})
	}
	if last < b {
		list = append(list, band{int(last), int(last) + 1, b - last})
	}
	return list
}

// polygon adds a closed line of points, each where turn puts it.
func (c *canvas) polygon(points [][2]float64, turn func(x, y float64) (float64, float64)) {
	o := make(outline, len(points))
	for i, at := range points {
		if turn != nil {
			at[0], at[1] = turn(at[0], at[1])
		}
		o[i] = at
	}
	c.shape = append(c.shape, o)
}

// circle adds a circle of which a pixel's tenth is all that is off; the other way around it takes away from one around it.
func (c *canvas) circle(x, y, r float64, other bool) {
	const n = 48
	var points [][2]float64
	for i := range n {
		at := 2 * math.Pi * float64(i) / n
		if other {
			at = -at
		}
		points = append(points, [2]float64{x + r*math.Cos(at), y + r*math.Sin(at)})
	}
	c.polygon(points, nil)
}

func (c *canvas) ring(x, y, r, width float64) {
	c.circle(x, y, r+width/2, false)
	c.circle(x, y, max(0, r-width/2), true)
}

// line adds a line of a width, as a polygon that always goes the same way around, so that lines that cross do not cancel out.
func (c *canvas) line(x1, y1, x2, y2, width float64) {
	length := math.Hypot(x2-x1, y2-y1)
	if length == 0 {
		return
	}
	dx, dy := (x2-x1)/length*width/2, (y2-y1)/length*width/2
	c.polygon([][2]float64{{x1 - dy, y1 + dx}, {x1 + dy, y1 - dx}, {x2 + dy, y2 - dx}, {x2 - dy, y2 + dx}}, nil)
}

func (c *canvas) dashed(x1, y1, x2, y2, width, on, off float64) {
	length := math.Hypot(x2-x1, y2-y1)
	for at := 0.0; at < length; at += on + off {
		to := min(length, at+on)
		c.line(x1+(x2-x1)*at/length, y1+(y2-y1)*at/length, x1+(x2-x1)*to/length, y1+(y2-y1)*to/length, width)
	}
}

// path adds what a path of the layout encloses, strokes its lines.
func (c *canvas) path(d string, turn func(x, y float64) (float64, float64)) {
	for _, points := range parts(d) {
		c.polygon(points, turn)
	}
}

func (c *canvas) strokes(d string, width float64, turn func(x, y float64) (float64, float64)) {
	for _, points := range parts(d) {
		for i := 1; i < len(points); i++ {
			a, b := points[i-1], points[i]
			if turn != nil {
				a[0], a[1] = turn(a[0], a[1])
				b[0], b[1] = turn(b[0], b[1])
			}
			c.line(a[0], a[1], b[0], b[1], width)
		}
	}
}

// parts takes a path apart that this package has written: M, m, L, l, h, v and z.
func parts(d string) (list [][][2]float64) {
	var now [][2]float64
	at := [2]float64{}
	end := func() {
		if len(now) > 0 {
			list = append(list, now)
		}
		now = nil
	}
	for len(d) > 0 {
		command := d[0]
		n := strings.IndexAny(d[1:], "MmLlhvz") + 1
		if n == 0 {
			n = len(d)
		}
		var v [2]float64
		for i, f := range strings.Fields(d[1:n]) {
			if i < 2 {
				v[i], _ = strconv.ParseFloat(f, 64)
			}
		}
		d = d[n:]
		switch command {
		case 'M', 'm':
			end()
			if command == 'M' {
				at = [2]float64{}
			}
			at = [2]float64{at[0] + v[0], at[1] + v[1]}
		case 'L':
			at = v
		case 'l':
			at = [2]float64{at[0] + v[0], at[1] + v[1]}
		case 'h':
			at[0] += v[0]
		case 'v':
			at[1] += v[0]
		case 'z':
			if len(now) > 0 {
				at = now[0]
			}
		}
		now = append(now, at)
	}
	end()
	return list
}

// text writes a text at its baseline, about x (0) or from x on (-1), and returns where it ends.
func (c *canvas) text(x, y, size float64, bold bool, about int, colour, text string) float64 {
	if list, filled := symbol(text); list != nil && about == 0 {
		c.sign(x, y, size, list, filled, colour)
		return x
	}
	key := face{bold, size}
	f := c.faces[key]
	if f == nil {
		list, err := fonts()
		if err == nil {
			which := list[0]
			if bold {
				which = list[1]
			}
			f, err = opentype.NewFace(which, &opentype.FaceOptions{Size: size, DPI: 72, Hinting: font.HintingNone})
		}
		if err != nil {
			c.err = err
			return x
		}
		c.faces[key] = f
	}
	n, err := strconv.ParseUint(strings.TrimPrefix(colour, "#"), 16, 32)
	if err != nil {
		c.err = fmt.Errorf("invalid colour %q", colour)
		return x
	}
	dr := font.Drawer{Dst: c.img, Src: image.NewUniform(color.NRGBA{uint8(n >> 16), uint8(n >> 8), uint8(n), 255}), Face: f}
	width := float64(dr.MeasureString(text)) / 64
	if about == 0 {
		x -= width / 2
	}
	dr.Dot = fixed.Point26_6{X: fixed.Int26_6(x * 64), Y: fixed.Int26_6(y * 64)}
	dr.DrawString(text)
	return x + width
}

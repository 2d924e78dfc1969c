package draw

import (
	"bytes"
	"fmt"
	"html/template"
	"io"
	"math"
	"slices"
	"strings"
	"sync"

	"adjudicate/internal/markup"
)

// Overlay is what is drawn over a board as an illustration: paths from square to square, and the squares that they
// are about.
type Overlay struct {
	Ways    []Way
	Squares []string // outlined
	Ready   []string // ringed: what stands there can be picked up
	Barred  []Note   // crossed out
	Links   []Link   // drawn above all else; the picture is then no mere image to who hears it
}

// Note is a text about a square.
type Note struct {
	Square string
	Title  string // what the mouse rests on
}

// Link is a square that leads somewhere.
type Link struct {
	Square  string
	Address string
	Title   string // what it is called
}

// Way is a line through squares with an arrow at its end: the path of an attack or a move.
type Way struct {
	Squares []string
	Kind    Kind   // its colour: Check, Target, Capture, ...
	Title   string // what the mouse rests on
}

// overlayPicture is a template, since it has links: html/template knows what an address may be.
var overlayPicture = sync.OnceValue(func() *template.Template {
	return template.Must(template.New("overlay").Funcs(template.FuncMap{"n": markup.Decimal}).Parse(overlayMarkup))
})

const overlayMarkup = `{{range .Squares}}
<path d="{{.Hatch}}" fill="none" stroke="{{.Fill}}" stroke-width="{{n $.Line}}"><title>{{.Title}}</title></path>
{{- end}}
{{- range .Ready}}
<circle cx="{{n .X}}" cy="{{n .Y}}" r="{{n $.Ring}}" fill="none" stroke="{{.Fill}}" stroke-width="{{n $.Thin}}"/>
{{- end}}
{{- range .Barred}}
<g><title>{{.Title}}</title><path d="{{.Hatch}}" fill="none" stroke="{{.Fill}}" stroke-width="{{n $.Thin}}" stroke-linecap="round"/></g>
{{- end}}
{{- range .Ways}}
<g opacity="0.85"><title>{{.Title}}</title><polyline points="{{.Points}}" fill="none" stroke="{{.Fill}}" stroke-width="{{n $.Line}}" stroke-linecap="round" stroke-linejoin="round"/><path d="{{.Head}}" fill="{{.Fill}}"/></g>
{{- end}}
{{- range .Links}}
<a href="{{.Address}}" aria-label="{{.Title}}" data-square="{{.Square}}"><path class="place" d="{{.Path}}" fill="#ffffff" fill-opacity="0"><title>{{.Title}}</title></path></a>
{{- end}}
`

type overlayLayout struct {
	Line, Thin, Ring       float64
	Squares, Ready, Barred []area
	Ways                   []overlayWay
	Links                  []overlayLink
}

type overlayLink struct {
	Link
	Path string
}

type overlayWay struct{ Title, Points, Fill, Head string }

// SVGOver writes the board as [SVG] does, with an overlay. What the overlay names must be on
// the board; a way of fewer than two squares is not drawn.
func SVGOver(w io.Writer, b Board, over Overlay, o Options) error {
	for _, sq := range slices.Concat(over.Squares, over.Ready) {
		if !b.on(sq) {
			return fmt.Errorf("draw: overlay on %q: %w", sq, ErrSquare)
		}
	}
	for _, x := range over.Barred {
		if !b.on(x.Square) {
			return fmt.Errorf("draw: overlay on %q: %w", x.Square, ErrSquare)
		}
	}
	for _, x := range over.Links {
		if !b.on(x.Square) {
			return fmt.Errorf("draw: link on %q: %w", x.Square, ErrSquare)
		}
	}
	for _, way := range over.Ways {
		if err := b.checkMark(way.Kind, way.Squares...); err != nil {
			return err
		}
	}
	if len(over.Squares)+len(over.Ready)+len(over.Barred)+len(over.Ways)+len(over.Links) == 0 {
		return SVG(w, b, o)
	}
	var board, extra bytes.Buffer
	if err := SVG(&board, b, o); err != nil {
		return err
	}
	if err := overlayPicture().Execute(&extra, layOut(&b, o).overlay(&over)); err != nil {
		return fmt.Errorf("draw: overlay: %w", err)
	}
	text := strings.TrimSuffix(strings.TrimRight(board.String(), "\n"), "</svg>")
	if len(over.Links) > 0 {
		text = strings.Replace(text, ` role="img"`, ` role="group"`, 1)
	}
	if _, err := io.WriteString(w, text+strings.TrimLeft(extra.String(), "\n")+"</svg>\n"); err != nil {
		return fmt.Errorf("draw: write picture: %w", err)
	}
	return nil
}

func (p *picture) overlay(over *Overlay) *overlayLayout {
	out := &overlayLayout{Line: max(2, p.Square*0.1), Thin: max(1.5, p.Square*0.06), Ring: p.Square * 0.45}
	for _, sq := range over.Ready {
		x, y := p.centre(sq)
		out.Ready = append(out.Ready, area{X: x, Y: y, Fill: kindColours[Defended]})
	}
	for _, note := range over.Barred {
		x, y := p.centre(note.Square)
		r := p.Square * 0.16
		out.Barred = append(out.Barred, area{Fill: kindColours[Exit], Title: note.Title, Hatch: fmt.Sprintf("M%s %sL%s %sM%s %sL%s %s",
			markup.Decimal(x-r), markup.Decimal(y-r), markup.Decimal(x+r), markup.Decimal(y+r), markup.Decimal(x-r), markup.Decimal(y+r), markup.Decimal(x+r), markup.Decimal(y-r))})
	}
	for _, link := range over.Links {
		out.Links = append(out.Links, overlayLink{link, p.outline(link.Square)})
	}
	for _, sq := range over.Squares {
		out.Squares = append(out.Squares, area{Fill: kindColours[Origin], Title: sq, Hatch: p.outline(sq)})
	}
	for _, way := range over.Ways {
		if len(way.Squares) < 2 {
			continue
		}
		out.Ways = append(out.Ways, p.way(&way))
	}
	return out
}

// outline is the path around a square, wherever the board is turned.
func (p *picture) outline(square string) string {
	x, y := p.corner(square)
	var path strings.Builder
	for i, at := range [][2]float64{{x, y}, {x + p.Square, y}, {x + p.Square, y + p.Square}, {x, y + p.Square}} {
		cx, cy := p.turn(at[0], at[1])
		fmt.Fprintf(&path, "%c%s %s", "MLLL"[i], markup.Decimal(cx), markup.Decimal(cy))
	}
	return path.String() + "z"
}

// way runs from the edge of the first disc through the centres to the edge of the last one.
func (p *picture) way(way *Way) overlayWay {
	points := make([][2]float64, len(way.Squares))
	for i, sq := range way.Squares {
		points[i][0], points[i][1] = p.centre(sq)
	}
	last := len(points) - 1
	start := toward(points[0], points[1], p.Square*0.3)
	tip := toward(points[last], points[last-1], p.Square*0.3)
	back := toward(points[last], points[last-1], p.Square*0.55)
	ux, uy := (tip[0]-back[0])/2, (tip[1]-back[1])/2
	points[0], points[last] = start, back
	var text []string
	for _, pt := range points {
		text = append(text, markup.Decimal(pt[0])+","+markup.Decimal(pt[1]))
	}
	return overlayWay{
		Title: way.Title, Points: strings.Join(text, " "), Fill: kindColours[way.Kind],
		Head: fmt.Sprintf("M%s %sL%s %sL%s %sz", markup.Decimal(tip[0]), markup.Decimal(tip[1]),
			markup.Decimal(back[0]-uy), markup.Decimal(back[1]+ux), markup.Decimal(back[0]+uy), markup.Decimal(back[1]-ux)),
	}
}

// toward is the point at a distance from one point on the way to another.
func toward(from, to [2]float64, distance float64) [2]float64 {
	length := math.Hypot(to[0]-from[0], to[1]-from[1])
	if length == 0 {
		return from
	}
	return [2]float64{from[0] + (to[0]-from[0])/length*distance, from[1] + (to[1]-from[1])/length*distance}
}

package draw

import "adjudicate/internal/markup"

// What a picture of a board is made of; svg.go says where things go.

// svgFonts are the typefaces of pictures.
const svgFonts = `font-family="system-ui, 'Segoe UI', Helvetica, Arial, 'DejaVu Sans', sans-serif"`

// putHead opens a picture, with its name and what it shows in words.
func putHead(m *markup.Text, width, height int, title, description string) {
	m.Put(`<svg xmlns="http://www.w3.org/2000/svg" width="%" height="%" viewBox="0 0 % %" role="img" %>`+"\n<title>%</title>\n<desc>%</desc>", width, height, width, height, markup.Verbatim(svgFonts), title, description)
}

// putFoot closes a picture.
func putFoot(m *markup.Text) { m.Put("\n</svg>\n") }

// svg appends the picture as markup.
func (p *picture) svg(m *markup.Text) {
	putHead(m, p.Width, p.Height, p.Title, p.Description)
	p.heading(m)
	p.ground(m)
	p.position(m)
	p.legendary(m)
	putFoot(m)
	m.Put("\n") // as ever: pictures of docs/systems are named by their bytes
}

// heading is the title above the board.
func (p *picture) heading(m *markup.Text) {
	if h := p.Heading; h != nil {
		m.Put("\n"+`<text x="%" y="%" font-size="%" font-weight="600" fill="%">%</text>`, h.X, h.Y, h.Size, pageText, h.Text)
	}
}

// ground is the board without anything on it.
func (p *picture) ground(m *markup.Text) {
	if p.Turned != 0 {
		m.Put("\n"+`<g transform="rotate(% % %)">`, p.Turned, p.MiddleX, p.MiddleY)
	}
	m.Put("\n"+`<rect x="%" y="%" width="%" height="%" fill="%"/>`, p.X, p.Y, p.BoardWidth, p.BoardHeight, lightSquare)
	m.Put("\n"+`<path fill="%" d="`, darkSquare)
	*m = append(*m, p.Dark...)
	m.Put(`"/>`)
	for i := range p.Tints {
		t := &p.Tints[i]
		m.Put("\n"+`<rect x="%" y="%" width="%" height="%" fill="%" fill-opacity="0.5"><title>%</title></rect>`, t.X, t.Y, p.Square, p.Square, t.Fill, t.Title)
	}
	for i := range p.Walls {
		w := &p.Walls[i]
		m.Put("\n"+`<g><title>%</title><rect x="%" y="%" width="%" height="%" fill="%"/><path d="%" stroke="%" stroke-width="2"/></g>`, w.Title, w.X, w.Y, p.Square, p.Square, wall, markup.Verbatim(w.Hatch), wallHatch)
	}
	for i := range p.Closed {
		c := &p.Closed[i]
		m.Put("\n"+`<rect x="%" y="%" width="%" height="%" fill="%"><title>%</title></rect>`, c.X, c.Y, p.Square, p.Square, noSquare, c.Title)
	}
	for _, e := range p.Edges {
		line := markup.Verbatim(`1.5`)
		if e.Around {
			line = `2.5" stroke-dasharray="5 4`
		}
		m.Put("\n"+`<line x1="%" y1="%" x2="%" y2="%" stroke="%" stroke-width="%"/>`, e.X1, e.Y1, e.X2, e.Y2, frame, line)
	}
	if len(p.Edges) == 0 {
		m.Put("\n"+`<rect x="%" y="%" width="%" height="%" fill="none" stroke="%" stroke-width="1.5"/>`, p.X, p.Y, p.BoardWidth, p.BoardHeight, frame)
	}
	if p.Turned != 0 {
		m.Put("\n</g>")
	}
	m.Put("\n"+`<g font-size="%" fill="%" text-anchor="middle" aria-hidden="true">`, p.LabelSize, pageText)
	for i := range p.Labels {
		l := &p.Labels[i]
		m.Put(`<text x="%" y="%">%</text>`, l.X, l.Y, l.Text)
	}
	m.Put("</g>")
}

// position is what stands on the board.
func (p *picture) position(m *markup.Text) {
	for i := range p.Parts {
		x := &p.Parts[i]
		m.Put("\n"+`<line x1="%" y1="%" x2="%" y2="%" stroke="%" stroke-opacity="0.8" stroke-width="%" stroke-linecap="round"/>`, x.X1, x.Y1, x.X2, x.Y2, discEdge, x.Edge)
	}
	for i := range p.Parts {
		x := &p.Parts[i]
		m.Put("\n"+`<line x1="%" y1="%" x2="%" y2="%" stroke="%" stroke-width="%" stroke-linecap="round"><title>%</title></line>`, x.X1, x.Y1, x.X2, x.Y2, x.Fill, x.Width, x.Title)
	}
	m.Put("\n" + `<g text-anchor="middle">`)
	for i := range p.Pieces {
		d := &p.Pieces[i]
		m.Put("\n"+`<g><title>%</title><circle cx="%" cy="%" r="%" fill="%" stroke="%" stroke-opacity="0.8"/><text x="%" y="%" font-size="%" font-weight="700" fill="%">%</text>`,
			d.Title, d.X, d.Y, p.Disc, d.Fill, discEdge, d.X, d.GlyphY, d.GlyphSize, d.Ink, d.Glyph)
		if d.Tag != "" {
			m.Put(`<text x="%" y="%" font-size="%" fill="%">%</text>`, d.TagX, d.TagY, p.TagSize, squareText, d.Tag)
		}
		if n := d.Count; n != nil {
			m.Put(`<circle cx="%" cy="%" r="%" fill="%" stroke="%" stroke-opacity="0.8"/><text x="%" y="%" font-size="%" font-weight="700" fill="%">%</text>`,
				n.X, n.Y-n.Size*0.35, n.Size*0.75, lightSquare, discEdge, n.X, n.Y, n.Size, squareText, n.Text)
		}
		m.Put(`</g>`)
	}
	m.Put("\n</g>")
	for i := range p.States {
		s := &p.States[i]
		m.Put("\n"+`<text x="%" y="%" font-size="%" font-weight="700" text-anchor="middle" fill="%">%<title>%</title></text>`, s.X, s.Y, s.Size, squareText, s.Text, s.Title)
	}
	for i := range p.Arrows {
		a := &p.Arrows[i]
		m.Put("\n"+`<g opacity="0.8"><title>%</title><line x1="%" y1="%" x2="%" y2="%" stroke="%" stroke-width="%" stroke-linecap="round"/><path d="%" fill="%"/></g>`,
			a.Title, a.X1, a.Y1, a.X2, a.Y2, a.Fill, a.Width, markup.Verbatim(a.Head), a.Fill)
	}
	for i := range p.Marks {
		m.Put("\n")
		putMark(m, &p.Marks[i])
	}
}

// putMark is a mark on a square or in the legend.
func putMark(m *markup.Text, k *mark) {
	m.Put(`<g><title>%</title>`, k.Title)
	switch k.Shape {
	case "dot":
		m.Put(`<circle cx="%" cy="%" r="%" fill="%" stroke="%" stroke-opacity="0.8"/>`, k.X, k.Y, k.R, k.Fill, halo)
	case "ring", "dashes", "check":
		m.Put(`<circle cx="%" cy="%" r="%" fill="none" stroke="%" stroke-width="%"`, k.X, k.Y, k.R, k.Fill, k.Stroke)
		if k.Shape == "dashes" {
			m.Put(` stroke-dasharray="%"`, k.Dash)
		}
		m.Put(`/>`)
		if k.Shape == "check" {
			m.Put(`<path d="%" fill="none" stroke="%" stroke-width="%" stroke-linecap="round"/>`, markup.Verbatim(k.Path), checkMark, k.Stroke)
		}
	case "tint":
		m.Put(`<rect x="%" y="%" width="%" height="%" fill="%" fill-opacity="0.6"/>`, k.Left, k.Top, k.Size, k.Size, k.Fill)
	default:
		m.Put(`<path d="%" fill="none" stroke="%" stroke-width="%" stroke-linejoin="round" stroke-linecap="round"/>`, markup.Verbatim(k.Path), k.Fill, k.Stroke)
	}
	m.Put(`</g>`)
}

// legendary is the legend: the sides, marks, regions and states.
func (p *picture) legendary(m *markup.Text) {
	for i := range p.Legend {
		e := &p.Legend[i]
		m.Put("\n"+`<g><circle cx="%" cy="%" r="8" fill="%" stroke="%" stroke-opacity="0.8"/><text x="%" y="%" font-size="10" font-weight="700" text-anchor="middle" fill="%">%</text>`, e.X, e.Y, e.Fill, discEdge, e.X, e.TagY, e.Ink, e.Tag)
		m.Put(`<text x="%" y="%" font-size="13" fill="%"><tspan font-weight="600">%</tspan>`, e.TextX, e.TextY, pageText, e.Name)
		if e.Note != "" {
			m.Put(` <tspan dx="4">%</tspan>`, e.Note)
		}
		if e.Check != "" {
			m.Put(` <tspan dx="4" font-weight="600" fill="%">%</tspan>`, checkText, e.Check)
		}
		m.Put(`</text></g>`)
	}
	for i := range p.Key {
		k := &p.Key[i]
		m.Put("\n<g>")
		putMark(m, &k.Mark)
		m.Put(`<text x="%" y="%" font-size="12" fill="%">%</text></g>`, k.TextX, k.TextY, pageText, k.Word)
	}
	for i := range p.Swatches {
		s := &p.Swatches[i]
		m.Put("\n"+`<g><rect x="%" y="%" width="16" height="16" fill="%" fill-opacity="0.5" stroke="%"/><text x="%" y="%" font-size="12" fill="%">%</text></g>`, s.X, s.Y, s.Fill, frame, s.TextX, s.TextY, pageText, s.Word)
	}
	for i := range p.Words {
		s := &p.Words[i]
		m.Put("\n"+`<text x="%" y="%" font-size="12" fill="%"><tspan font-weight="700">%</tspan> %</text>`, s.X, s.Y, pageText, s.Text, s.Title)
	}
}

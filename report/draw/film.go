package draw

import (
	"errors"
	"fmt"
	"io"
	"strconv"

	"adjudicate/internal/markup"
)

// MostFrames is how many boards an animated picture has at most.
const MostFrames = 200

// How long boards are shown, in seconds: each one, and the last before the picture begins anew.
const (
	frameTime = 1
	lastTime  = 4
)

// ErrFrames says that a picture has no boards, or more than it may have.
var ErrFrames = errors.New("an animated picture has 1 to 200 boards")

// Film writes boards as one picture that shows each for a second, in turn and over again, wherever pictures are shown: it is animated by CSS alone.
// To readers who want no motion, on paper, and to programs that know no animation it is the last board. Each board is a group of the class
// "frame", in order; what is below them is the same on all.
func Film(w io.Writer, frames []Board, o Options) error {
	if len(frames) == 0 || len(frames) > MostFrames {
		return fmt.Errorf("draw: %w, not %d", ErrFrames, len(frames))
	}
	pictures, grounds, same := make([]*picture, len(frames)), make([]markup.Text, len(frames)), true
	width, height := 0, 0
	for i := range frames {
		if err := frames[i].Check(); err != nil {
			return err
		}
		p := layOut(&frames[i], o)
		p.ground(&grounds[i])
		pictures[i], same = p, same && string(grounds[i]) == string(grounds[0])
		width, height = max(width, p.Width), max(height, p.Height)
	}
	last := len(frames) - 1
	total := last*frameTime + lastTime
	share := func(seconds int) markup.Verbatim {
		return markup.Verbatim(strconv.FormatFloat(100*float64(seconds)/float64(total), 'f', 4, 64))
	}
	var m markup.Text
	putHead(&m, width, height, frames[last].say("%s to %s", pictures[0].Title, pictures[last].Title), pictures[last].Description)
	m.Put("\n<style>.frame{visibility:hidden;animation:frame %s step-end infinite}.last{visibility:visible;animation-name:last}", total)
	m.Put("@keyframes frame{0%{visibility:visible}%%,100%{visibility:hidden}}", markup.Verbatim("%"), share(frameTime), markup.Verbatim("%"), markup.Verbatim("%"))
	m.Put("@keyframes last{0%{visibility:visible}%%,100%{visibility:hidden}}", markup.Verbatim("%"), share(lastTime), markup.Verbatim("%"), markup.Verbatim("%"))
	m.Put("@media(prefers-reduced-motion:reduce){.frame{animation:none}}@media print{.frame{animation:none}}</style>")
	if same && last > 0 {
		m = append(m, grounds[0]...)
	}
	for i, p := range pictures {
		class := markup.Verbatim("frame")
		if i == last {
			class = "frame last"
		}
		m.Put("\n"+`<g class="%" style="animation-delay:%s"><title>%</title>`, class, -(total-i*frameTime)%total, p.Title)
		if !same || last == 0 {
			m = append(m, grounds[i]...)
		}
		p.heading(&m)
		p.position(&m)
		p.legendary(&m)
		m.Put("\n</g>")
	}
	putFoot(&m)
	if _, err := w.Write(m); err != nil {
		return fmt.Errorf("draw: write picture: %w", err)
	}
	return nil
}

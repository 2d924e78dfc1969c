package draw

import (
	"image"
	"image/color"
	"testing"
)

// TestTheRarestColoursBecomeTheNearest paints a thousand colours once and three often: those three stay as they are, the others nearly so.
func TestTheRarestColoursBecomeTheNearest(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 1000, 4))
	often := []color.RGBA{{255, 0, 0, 255}, {0, 0, 255, 255}, {1, 0, 254, 255}}
	for x := range 1000 {
		img.SetRGBA(x, 0, color.RGBA{0, uint8(x / 4), uint8(x % 4), 255})
		for y, c := range often {
			img.SetRGBA(x, y+1, c)
		}
	}
	out := indexed(img)
	if n := len(out.Palette); n > mostColours {
		t.Fatalf("%d colours", n)
	}
	for x := range 1000 {
		for y, c := range often {
			if out.At(x, y+1) != c {
				t.Fatalf("pixel %d,%d is %v, not %v", x, y+1, out.At(x, y+1), c)
			}
		}
		was, is := img.RGBAAt(x, 0), out.At(x, 0).(color.RGBA)
		if d := int(was.G) - int(is.G); d > 15 || d < -15 || is.R > 15 || is.B > 15 {
			t.Fatalf("%v became %v", was, is)
		}
	}
	if small := indexed(image.NewRGBA(image.Rect(0, 0, 2, 2))); len(small.Palette) != 1 {
		t.Errorf("one colour makes a table of %d", len(small.Palette))
	}
}

func TestARectangleIsCoveredAsMuchAsItCovers(t *testing.T) {
	c := &canvas{img: image.NewRGBA(image.Rect(0, 0, 6, 6))}
	for i := range c.img.Pix {
		c.img.Pix[i] = 255
	}
	c.polygon([][2]float64{{1.5, 1}, {4.25, 1}, {4.25, 3}, {1.5, 3}}, nil)
	c.fill("#000000", 1)
	for x, want := range []int{255, 127, 0, 0, 191, 255} {
		if got := int(c.img.RGBAAt(x, 1).R); got < want-1 || got > want+1 {
			t.Errorf("pixel %d is %d, want about %d", x, got, want)
		}
		if got := c.img.RGBAAt(x, 3).R; got != 255 {
			t.Errorf("pixel %d below it is %d", x, got)
		}
	}
}

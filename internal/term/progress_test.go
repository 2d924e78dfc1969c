package term

import (
	"bytes"
	"testing"
	"time"
)

func TestProgressIsOneLineThatGoesAway(t *testing.T) {
	at := time.Unix(0, 0)
	for _, tt := range []struct {
		name  string
		total int64
		want  string
	}{
		{"of a known total", 200, "\r\x1b[Kreading   0% (1/200)\r\x1b[Kreading  75% (150/200)\r\x1b[Kreading 100% (201/200)\r\x1b[K"},
		{"of an unknown one", -1, "\r\x1b[Kreading 1\r\x1b[Kreading 150\r\x1b[Kreading 201\r\x1b[K"},
	} {
		var out bytes.Buffer
		p := NewProgress(&out, "reading", tt.total, func() time.Time { return at })
		p.Done() // nothing to take away
		for _, step := range []struct {
			n    int64
			wait time.Duration
		}{{1, 0}, {2, 50}, {150, 50}, {151, 99}, {201, 1}} {
			at = at.Add(step.wait * time.Millisecond)
			p.At(step.n)
		}
		p.Done()
		p.Done()
		if got := out.String(); got != tt.want {
			t.Errorf("%s: written %q, want %q", tt.name, got, tt.want)
		}
	}
}

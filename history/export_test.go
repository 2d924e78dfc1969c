package history

import (
	"testing"
	"time"
)

// LabelsNear has labels looked for from where they are wanted in short ledgers too.
func LabelsNear(t testing.TB) {
	was := labelsFar
	labelsFar = 0
	t.Cleanup(func() { labelsFar = was })
}

// HoldEvery sets how many events lie between two states that a memory holds.
func HoldEvery(m *Memory, events uint64) { m.every = events }

// Until is the last moment of what a text means.
func Until(text string, now time.Time, zone *time.Location) (time.Time, error) {
	p, err := readPoint(text, now, zone)
	return p.until, err
}

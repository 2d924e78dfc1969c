package events

import (
	"fmt"
	"strconv"
	"strings"
)

// Half is an exact multiple of one half, stored doubled: Half(75) is 37.5.
// Weights, values and money are Halves, so that nothing drifts.
// Its JSON form is a number with at most one decimal: 37.5, 12, -3.
type Half int64

// mostWhole is the greatest whole number that a Half can hold.
const mostWhole = 1<<62 - 1

// Whole returns n as a Half.
func Whole(n int) Half { return Half(2 * n) }

// String returns the decimal form, "37.5" or "12".
func (h Half) String() string {
	var buf [24]byte
	return string(h.Append(buf[:0]))
}

// Append appends the decimal form to b.
func (h Half) Append(b []byte) []byte {
	if h < 0 {
		b = append(b, '-')
		h = -h
	}
	b = strconv.AppendUint(b, uint64(h)/2, 10)
	if h%2 != 0 {
		b = append(b, ".5"...)
	}
	return b
}

// ParseHalf reads "37.5", "-3", "12.0". Anything that is not a multiple of ½ is an error.
func ParseHalf(s string) (Half, error) {
	whole, frac, dotted := strings.Cut(s, ".")
	digits, negative := strings.CutPrefix(whole, "-")
	n, err := strconv.ParseUint(digits, 10, 62)
	if err != nil || dotted && frac != "0" && frac != "5" {
		return 0, fmt.Errorf("invalid number %q: expected a multiple of one half, such as 12 or 37.5", s)
	}
	h := Half(2 * n)
	if frac == "5" {
		h++
	}
	if negative {
		h = -h
	}
	return h, nil
}

// MarshalJSON writes a JSON number.
func (h Half) MarshalJSON() ([]byte, error) { return h.Append(nil), nil }

// UnmarshalJSON reads a JSON number that is a multiple of one half.
func (h *Half) UnmarshalJSON(b []byte) error {
	v, err := ParseHalf(string(b))
	if err != nil {
		return err
	}
	*h = v
	return nil
}

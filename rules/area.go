package rules

import (
	"fmt"
	"strconv"
	"strings"
)

// ParseArea reads an item of a list of squares: a square "j10", a rectangle "f6-o15", a
// file "file a" or a rank "rank 20". Files and ranks count from 0 and include both ends;
// the last file or rank is -1 where the area reaches to the end of the board.
func ParseArea(item string) (file1, rank1, file2, rank2 int, err error) {
	bad := fmt.Errorf("%q is not a square such as a1, a rectangle such as f6-o15, \"file a\" or \"rank 1\"", item)
	if name, ok := strings.CutPrefix(item, "file "); ok {
		if len(name) != 1 || name[0] < 'a' || name[0] > 'z' {
			return 0, 0, 0, 0, bad
		}
		f := int(name[0] - 'a')
		return f, 0, f, -1, nil
	}
	if name, ok := strings.CutPrefix(item, "rank "); ok {
		r, ok := parseRank(name)
		if !ok {
			return 0, 0, 0, 0, bad
		}
		return 0, r, -1, r, nil
	}
	from, to, two := strings.Cut(item, "-")
	if !two {
		to = from
	}
	file1, rank1, ok1 := parseSquare(from)
	file2, rank2, ok2 := parseSquare(to)
	if !ok1 || !ok2 {
		return 0, 0, 0, 0, bad
	}
	if file2 < file1 || rank2 < rank1 {
		return 0, 0, 0, 0, fmt.Errorf("the rectangle %q begins behind its end: name its lower left corner first", item)
	}
	return file1, rank1, file2, rank2, nil
}

func parseSquare(s string) (file, rank int, ok bool) {
	if len(s) < 2 || s[0] < 'a' || s[0] > 'z' {
		return 0, 0, false
	}
	rank, ok = parseRank(s[1:])
	return int(s[0] - 'a'), rank, ok
}

func parseRank(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil || n < 1 || n > 99 || s[0] == '0' || s[0] == '+' {
		return 0, false
	}
	return int(n) - 1, true
}

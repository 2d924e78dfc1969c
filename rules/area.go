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
	bad := fmt.Errorf("invalid region %q: expected a square such as a1, a rectangle such as f6-o15, \"file a\" or \"rank 1\"", item)
	if name, ok := strings.CutPrefix(item, "file "); ok {
		f, ok := fileNamed(name)
		if !ok {
			return 0, 0, 0, 0, bad
		}
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
	file1, rank1, ok1 := ParseSquare(from)
	file2, rank2, ok2 := ParseSquare(to)
	if !ok1 || !ok2 {
		return 0, 0, 0, 0, bad
	}
	if file2 < file1 || rank2 < rank1 {
		return 0, 0, 0, 0, fmt.Errorf("invalid rectangle %q: expected its lower left corner first", item)
	}
	return file1, rank1, file2, rank2, nil
}

// FileName returns the name of a file counted from 0: a to z, then aa, ab, …
func FileName(file int) string {
	if file < 26 {
		return string(rune('a' + file))
	}
	return string(rune('a'+file/26-1)) + string(rune('a'+file%26))
}

// SquareName returns the name of a square: its file and rank count from 0.
func SquareName(file, rank int) string { return FileName(file) + strconv.Itoa(rank+1) }

// SquaresBetween returns the squares of a horizontal, vertical or diagonal line, both ends included.
func SquaresBetween(from, to string) ([]string, error) {
	f1, r1, ok1 := ParseSquare(from)
	f2, r2, ok2 := ParseSquare(to)
	df, dr := f2-f1, r2-r1
	n := max(df, -df, dr, -dr)
	if !ok1 || !ok2 || n == 0 || df != 0 && dr != 0 && df != dr && df != -dr {
		return nil, fmt.Errorf("%s..%s is not a line", from, to)
	}
	var list []string
	for i := 0; i <= n; i++ {
		list = append(list, SquareName(f1+df/n*i, r1+dr/n*i))
	}
	return list, nil
}

// ParseSquare reads the name of a square: "a1", "aa10". Files and ranks count from 0.
func ParseSquare(s string) (file, rank int, ok bool) {
	n := 0
	for n < len(s) && s[n] >= 'a' && s[n] <= 'z' {
		n++
	}
	if n == len(s) {
		return 0, 0, false
	}
	if file, ok = fileNamed(s[:n]); ok {
		rank, ok = parseRank(s[n:])
	}
	return file, rank, ok
}

func fileNamed(s string) (int, bool) {
	switch {
	case len(s) == 1 && s[0] >= 'a' && s[0] <= 'z':
		return int(s[0] - 'a'), true
	case len(s) == 2 && s[0] >= 'a' && s[0] <= 'z' && s[1] >= 'a' && s[1] <= 'z':
		file := 26*int(s[0]-'a'+1) + int(s[1]-'a')
		return file, file < MostFiles
	}
	return 0, false
}

func parseRank(s string) (int, bool) {
	n, err := strconv.ParseUint(s, 10, 8)
	if err != nil || n < 1 || n > 99 || s[0] == '0' || s[0] == '+' {
		return 0, false
	}
	return int(n) - 1, true
}

// Squares returns the squares of a list of squares, rectangles, files and ranks on a board of a
// size, as files and ranks from 0, by file then rank, each once. What lies off the board is left out.
func Squares(items []string, files, ranks int) ([][2]int, error) {
	files, ranks = max(0, min(files, MostFiles)), max(0, min(ranks, MostRanks)) // whatever a rule says
	in, n := make([]bool, files*ranks), 0
	for _, item := range items {
		f1, r1, f2, r2, err := ParseArea(item)
		if err != nil {
			return nil, err
		}
		if r2 < 0 {
			r2 = ranks - 1
		}
		if f2 < 0 {
			f2 = files - 1
		}
		for f := f1; f <= min(f2, files-1); f++ {
			for r := r1; r <= min(r2, ranks-1); r++ {
				if at := f*ranks + r; !in[at] {
					in[at], n = true, n+1
				}
			}
		}
	}
	list := make([][2]int, 0, n)
	for at, is := range in {
		if is {
			list = append(list, [2]int{at / ranks, at % ranks})
		}
	}
	return list, nil
}

// ClosedSquares returns the names of the squares that a board of a size lacks.
func (b *Board) ClosedSquares(files, ranks int) []string {
	list, _ := Squares(b.Closed, files, ranks)
	var names []string
	for _, at := range list {
		names = append(names, SquareName(at[0], at[1]))
	}
	return names
}

// Settle settles where a name ends and the square behind it begins, on a board of so many files: "Wa" and "a7" may be "W" and "aa7". Known says
// whether something is called by a name, stands whether what it calls stands on a square. A name that is known keeps its letters, unless what it calls
// stands there by the other reading alone.
func Settle(name, square string, files int, known func(string) bool, stands func(name, square string) bool) (string, string) {
	if files <= 26 || name == "" || square == "" {
		return name, square
	}
	last := len(name) - 1
	wide := name[last:] + square
	if file, _, ok := ParseSquare(wide); !ok || file < 26 || file >= files {
		return name, square
	}
	rest := name[:last]
	if rest != "" && !known(rest) || stands(name, square) || known(name) && !stands(rest, wide) {
		return name, square
	}
	return rest, wide
}

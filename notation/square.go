package notation

import "strconv"

// squareNamed reads the name of a square: its file and rank from 0.
func squareNamed(s string) (file, rank int, ok bool) {
	n := 0
	for n < len(s) && s[n] >= 'a' && s[n] <= 'z' {
		file = 26*file + int(s[n]-'a') + 1
		n++
	}
	rank, err := strconv.Atoi(s[n:])
	return file - 1, rank - 1, (n == 1 || n == 2) && err == nil && rank > 0 && s[n] != '0'
}

// fileName is the name of a file counted from 0: a to z, then aa, ab, …
func fileName(file int) string {
	if file < 26 {
		return string(rune('a' + file))
	}
	return string(rune('a'+file/26-1)) + string(rune('a'+file%26))
}

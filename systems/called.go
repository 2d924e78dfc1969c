package systems

import (
	"io/fs"
	"path"
	"slices"
	"strings"
	"unicode"
)

// Called returns the built-in system that somebody means by a word: its name, or its title, in any case, with or without spaces,
// hyphens and the word chess.
func Called(word string) (*System, error) {
	if s, err := Find(word); err == nil {
		return s, nil
	}
	list := slices.Concat(Systems(), Variants())
	for _, same := range []func(name string) bool{
		func(name string) bool { return gist(name) == gist(word) },
		func(name string) bool { return gist(title(name)) == gist(word) },
	} {
		if i := slices.IndexFunc(list, same); i >= 0 {
			return Find(list[i])
		}
	}
	return nil, unknown(word)
}

// gist is what is left of a name where nothing hangs on how it is written.
func gist(name string) string {
	name = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return -1
	}, name)
	if short := strings.TrimSuffix(name, "chess"); short != "" {
		return short
	}
	return name
}

// title reads the title of a built-in system.
func title(name string) string {
	for _, at := range []string{name, path.Join(variantsDir, name)} {
		if text, err := fs.ReadFile(files, path.Join(at, manifestFile)); err == nil {
			m, _, _ := readManifest(manifestFile, text)
			return m.Title
		}
	}
	return ""
}

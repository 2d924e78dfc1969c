package main

import "adjudicate/rules/names"

// find returns the name that a word means, whatever the case. An empty word means none.
func find(what, word string, list []string) (string, error) {
	if word == "" {
		return "", nil
	}
	return names.Find(what, word, list)
}

// side finds the side of the game that a word means.
func (s *session) side(g *game, word string) (string, error) {
	return find("side", word, g.l.State().SideNames())
}

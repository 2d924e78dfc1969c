package projections

import (
	"iter"
	"sort"
)

// pages is a list that only grows. It is kept in pieces of equal length, so that growing never
// copies what is there: projections of long ledgers hold millions of facts.
type pages[T any] struct {
	pages [][]T
}

const pageLength = 1 << 10

func (p *pages[T]) add(v T) {
	n := len(p.pages)
	switch {
	case n == 0:
		p.pages = append(p.pages, nil) // the first page grows with what it holds
		n = 1
	case len(p.pages[n-1]) == pageLength:
		p.pages = append(p.pages, make([]T, 0, pageLength))
		n++
	}
	p.pages[n-1] = append(p.pages[n-1], v)
}

func (p *pages[T]) len() int {
	n := len(p.pages)
	if n == 0 {
		return 0
	}
	return (n-1)*pageLength + len(p.pages[n-1])
}

func (p *pages[T]) at(i int) *T { return &p.pages[i/pageLength][i%pageLength] }

// part returns the values from one place up to another, copied only if they do not stand on
// one page.
func (p *pages[T]) part(from, to int) []T {
	if from >= to {
		return nil
	}
	first, last := from/pageLength, (to-1)/pageLength
	if first == last {
		a, b := from%pageLength, (to-1)%pageLength+1
		return p.pages[first][a:b:b]
	}
	list := make([]T, 0, to-from)
	for i := from; i < to; i++ {
		list = append(list, *p.at(i))
	}
	return list
}

func (p *pages[T]) all() iter.Seq[T] {
	return func(yield func(T) bool) {
		for _, page := range p.pages {
			for i := range page {
				if !yield(page[i]) {
					return
				}
			}
		}
	}
}

// count returns how many values stand before the first one that is after some point.
func (p *pages[T]) count(after func(*T) bool) int {
	return sort.Search(p.len(), func(i int) bool { return after(p.at(i)) })
}

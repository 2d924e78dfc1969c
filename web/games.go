package web

import (
	"cmp"
	"context"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"time"

	"adjudicate/ledger/place"
	"adjudicate/report"
)

// The list of games is kept in memory, the one of the latest entry first. Whoever asks for it has the games read again that have gone on since
// somebody did: so it costs what has grown, and a page of it is a page, however many games there are.

const (
	pageGames = 100 // on a page of the lobby
	manyGames = 256 // of so many that have grown all are read, which costs less than each by itself
	mostTorn  = 32  // games that could not be read are tried again, so many for an answer
)

// games is the list of the games of a store.
type games struct {
	sync.Mutex
	follow place.Follower
	list   []*report.LedgerLine // sorted
}

// read reads what has gone on since the last time, and returns the list, which is not to be changed.
func (g *games) read(ctx context.Context, st *place.Store) ([]*report.LedgerLine, error) {
	g.Lock()
	defer g.Unlock()
	if g.follow == nil {
		g.follow = st.Follow()
	}
	grown, err := g.follow.Grown(ctx)
	if err != nil {
		g.follow = nil // all anew
		return nil, err
	}
	var names []string
	for _, s := range grown {
		names = append(names, s.Stream)
	}
	for _, line := range g.list[max(0, len(g.list)-mostTorn):] { // those that cannot be read, which may be well by now, stand last
		if line.Error != "" {
			names = append(names, line.Name)
		}
	}
	slices.Sort(names)
	names = slices.Compact(names)
	if len(names) == 0 {
		return g.list, nil
	}
	fresh, err := g.lines(ctx, st, names)
	if err != nil {
		g.follow = nil
		return nil, err
	}
	list := slices.DeleteFunc(slices.Clone(g.list), func(l *report.LedgerLine) bool { return fresh[l.Name] != nil })
	if len(fresh) > manyGames {
		list = slices.AppendSeq(list, maps.Values(fresh))
		slices.SortFunc(list, latestFirst)
	} else {
		for _, line := range fresh {
			i, _ := slices.BinarySearchFunc(list, line, latestFirst)
			list = slices.Insert(list, i, line)
		}
	}
	g.list = list
	return list, nil
}

// once returns the list for whoever asks for it once: nothing need tell what grows, and the store stays as it is.
func (g *games) once(ctx context.Context, st *place.Store) ([]*report.LedgerLine, error) {
	fresh, err := g.lines(ctx, st, []string{""})
	return slices.SortedFunc(maps.Values(fresh), latestFirst), err
}

// lines reads how games stand.
func (g *games) lines(ctx context.Context, st *place.Store, names []string) (map[string]*report.LedgerLine, error) {
	if len(names) > manyGames {
		names = []string{""} // all of them
	}
	fresh := map[string]*report.LedgerLine{}
	for _, name := range names {
		v, err := report.NewLedgers(st.Place, st.Summaries(ctx, name, false), func(int64) {})
		if err != nil {
			return nil, err
		}
		if v.Error != "" {
			return nil, v.Err
		}
		for i := range v.Ledgers {
			fresh[v.Ledgers[i].Name] = &v.Ledgers[i]
		}
	}
	return fresh, nil
}

// latestFirst orders games by their last entries, the latest first. Those that cannot be read come last.
func latestFirst(a, b *report.LedgerLine) int {
	return cmp.Or(lastEntry(b).Compare(lastEntry(a)), cmp.Compare(a.Name, b.Name))
}

func lastEntry(l *report.LedgerLine) (at time.Time) {
	if l.Recorded != nil {
		at = *l.Recorded
	}
	return at
}

// A lobby is a page of the games of a store.
type lobby struct {
	*report.Ledgers
	Page, Pages, Games int
	You                map[string]string // as whom whoever asks is signed in, by game
}

// Other is the address of another page.
func (v *lobby) Other(page int) string {
	if page <= 1 {
		return "/"
	}
	return "/?page=" + strconv.Itoa(page)
}

// lobby is how the games of the store stand that whoever asks may see, the ones of the latest entries first, a page of so many.
func (s *Server) lobby(r *http.Request, page, size int) (*lobby, error) {
	read := s.games.read
	if s.opts.Lasting {
		read = s.games.once
	}
	all, err := read(context.WithoutCancel(r.Context()), s.store)
	if err != nil {
		return nil, err
	}
	nobody := r.Header.Get("Cookie") == "" && r.Header.Get("Authorization") == "" // is signed in to any
	if len(s.opts.Private) > 0 {
		all = slices.DeleteFunc(slices.Clone(all), func(l *report.LedgerLine) bool {
			if !s.private(l.Name) {
				return false
			}
			r.SetPathValue("game", l.Name)
			return nobody || s.signedIn(r) == nil
		})
	}
	v := &lobby{Ledgers: &report.Ledgers{Store: s.store.Place, Ledgers: []report.LedgerLine{}}, Games: len(all), You: map[string]string{}}
	v.Pages = max(1, (len(all)+size-1)/size)
	v.Page = min(max(1, page), v.Pages)
	for _, line := range all[(v.Page-1)*size : min(len(all), v.Page*size)] {
		x := *line
		var who *ticket
		if r.SetPathValue("game", x.Name); !nobody {
			who = s.signedIn(r)
		}
		if who != nil {
			v.You[x.Name] = who.Player
		}
		if x.Hides && !seesAll(who) {
			x.Last = nil
		}
		v.Ledgers.Ledgers = append(v.Ledgers.Ledgers, x)
	}
	return v, nil
}

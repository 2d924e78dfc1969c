package web

import (
	"cmp"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"adjudicate/ledger/place"
	"adjudicate/report"
)

// The list of games is kept in memory, the one of the latest entry first. Whoever asks for it has the games read again that have gone on since
// somebody did: so it costs what has grown, and a page of it is a page, however many games there are. Games that only the invited are shown are kept by the cookies that
// show them, and those that a request brings are put among the others: it brings few.

const (
	pageGames = 100 // on a page of the lobby
	manyGames = 256 // of so many that have grown all are read, which costs less than each by itself
	mostTorn  = 32  // games that could not be read are tried again, so many for an answer
)

// games is the list of the games of a store.
type games struct {
	sync.Mutex
	private func(game string) bool // whether a game is shown to the invited alone
	follow  place.Follower
	list    []*report.LedgerLine          // sorted, as is
	open    []*report.LedgerLine          // those of it that everybody is shown
	hidden  map[string]*report.LedgerLine // the others, by the names of their cookies
}

// read reads what has gone on since the last time, and returns the list that everybody is shown, which is not to be changed, and of the other games those of some
// cookies; without any named, all.
func (g *games) read(ctx context.Context, st *place.Store, cookies []string) (open, hidden []*report.LedgerLine, err error) {
	g.Lock()
	defer g.Unlock()
	if g.follow == nil {
		g.follow = st.Follow()
	}
	grown, err := g.follow.Grown(ctx)
	if err != nil {
		g.follow = nil // all anew
		return nil, nil, err
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
	if names = slices.Compact(names); len(names) > 0 {
		fresh, err := g.lines(ctx, st, names)
		if err != nil {
			g.follow = nil
			return nil, nil, err
		}
		g.put(fresh)
	}
	return g.open, g.shown(cookies), nil
}

// once returns what read does to whoever asks for it once: nothing need tell what grows, and the store stays as it is.
func (g *games) once(ctx context.Context, st *place.Store, cookies []string) (open, hidden []*report.LedgerLine, err error) {
	fresh, err := g.lines(ctx, st, []string{""})
	if err != nil {
		return nil, nil, err
	}
	all := games{private: g.private}
	all.put(fresh)
	return all.open, all.shown(cookies), nil
}

// put puts lines in the place of what was known of their games.
func (g *games) put(fresh map[string]*report.LedgerLine) {
	g.list = with(g.list, fresh)
	var secret map[string]*report.LedgerLine
	for name, line := range fresh {
		if g.private(name) {
			if secret == nil {
				secret = map[string]*report.LedgerLine{}
			}
			secret[name] = line
		}
	}
	if len(secret) == 0 && len(g.hidden) == 0 {
		g.open = g.list
		return
	}
	if g.hidden == nil {
		g.hidden = map[string]*report.LedgerLine{}
	}
	for name, line := range secret {
		g.hidden[cookieOf(name)] = line
		delete(fresh, name)
	}
	g.open = with(g.open, fresh)
}

// with is a list with lines in the place of what stood in it of their games.
func with(list []*report.LedgerLine, fresh map[string]*report.LedgerLine) []*report.LedgerLine {
	list = slices.DeleteFunc(slices.Clone(list), func(l *report.LedgerLine) bool { return fresh[l.Name] != nil })
	if len(fresh) > manyGames {
		list = slices.AppendSeq(list, maps.Values(fresh))
		slices.SortFunc(list, latestFirst)
		return list
	}
	for _, line := range fresh {
		i, _ := slices.BinarySearchFunc(list, line, latestFirst)
		list = slices.Insert(list, i, line)
	}
	return list
}

// shown are the games that cookies of some names show, sorted; without any, all that are hidden.
func (g *games) shown(cookies []string) (list []*report.LedgerLine) {
	if cookies == nil {
		list = slices.Collect(maps.Values(g.hidden))
	}
	for _, name := range cookies {
		if line := g.hidden[name]; line != nil {
			list = append(list, line)
		}
	}
	slices.SortFunc(list, latestFirst)
	return slices.Compact(list)
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
	open, hidden, err := read(context.WithoutCancel(r.Context()), s.store, s.sessions(r))
	if err != nil {
		return nil, err
	}
	nobody := r.Header.Get("Cookie") == "" && r.Header.Get("Authorization") == "" // is signed in to any
	as := func(game string) *ticket {
		if nobody {
			return nil
		}
		r.SetPathValue("game", game)
		return s.signedIn(r)
	}
	hidden = slices.DeleteFunc(hidden, func(l *report.LedgerLine) bool { return as(l.Name) == nil })
	all := len(open) + len(hidden)
	v := &lobby{Ledgers: &report.Ledgers{Store: s.store.Called(), Ledgers: []report.LedgerLine{}}, Games: all, You: map[string]string{}}
	v.Pages = max(1, (all+size-1)/size)
	v.Page = min(max(1, page), v.Pages)
	for _, line := range among(open, hidden, (v.Page-1)*size, min(all, v.Page*size)) {
		x := *line
		who := as(x.Name)
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

// among are the lines from one place on up to another of two sorted lists put together, of which the second is short.
func among(open, hidden []*report.LedgerLine, from, to int) (list []*report.LedgerLine) {
	before := 0 // of the second, those that stand before from
	for i, line := range hidden {
		at, _ := slices.BinarySearchFunc(open, line, latestFirst)
		if at+i < from {
			before = i + 1
		}
	}
	open, hidden = open[from-before:], hidden[before:]
	for range to - from {
		if len(hidden) > 0 && (len(open) == 0 || latestFirst(hidden[0], open[0]) < 0) {
			list, hidden = append(list, hidden[0]), hidden[1:]
		} else {
			list, open = append(list, open[0]), open[1:]
		}
	}
	return list
}

// sessions are the names of the cookies of the sessions that a request brings; nil for a token that does not say of which game it is, which may be any.
func (s *Server) sessions(r *http.Request) []string {
	names := []string{}
	if token, sent := strings.CutPrefix(r.Header.Get("Authorization"), "Bearer "); sent {
		var t ticket
		if text, sealed := unseal(s.opts.Key, token, mostToken); sealed && json.Unmarshal(text, &t) == nil {
			if t.Game == "" { // as tokens did not before
				return nil
			}
			names = append(names, cookieOf(t.Game))
		}
		return names
	}
	for _, c := range r.Cookies() {
		names = append(names, c.Name)
	}
	return names
}

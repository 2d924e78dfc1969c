package web

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/aggregate/dispute"
	"adjudicate/events"
	"adjudicate/history/amendment"
	"adjudicate/history/readjudicate"
	"adjudicate/internal/term"
	"adjudicate/internal/tray"
	"adjudicate/ledger"
	"adjudicate/ledger/people"
	"adjudicate/ledger/plan"
	"adjudicate/ledger/post"
	"adjudicate/report"
)

// The umpire's desk: what waits for the umpire, and what the umpire enters. Each form is previewed first; what changes history is compared with what
// holds before it is adopted, and nothing is ever deleted.

// A deskPage is what lies on the desk.
type deskPage struct {
	*tried
	Player  string
	Head    uint64
	Turn    *report.Standing
	Due     *time.Time // what time has made due by now is recorded by the next entry, or by hand
	Pending string     // the stage that is announced
	Last    *report.Entry
	Letters []letter
	Matters []matter
	Open    []dispute.Dispute
	Ruled   []dispute.Dispute // with changes that no edition holds yet
	Words   string            // what a preview says
	Adopts  bool              // what is previewed can be adopted

	Policies, Verdicts, Effects []string
}

// A letter is a mail in the tray.
type letter struct {
	Name string
	Why  string
	Put  time.Time
	post.Glimpse
	Readings []nearest
}

// A nearest is a play that a mail could mean, and what would be ruled on it.
type nearest struct{ Side, Play, Verdict, Why string }

// desk shows the umpire's desk, and takes what is entered on it.
func (s *Server) desk(w http.ResponseWriter, r *http.Request, x *visit) {
	who, l, at, p := x.who, x.l, x.at, x.page
	v := &deskPage{tried: &tried{}, Player: who.Player, Head: l.Head(), Policies: readjudicate.Policies, Verdicts: dispute.Verdicts, Effects: dispute.Effects}
	if r.Method == http.MethodPost {
		if err := r.ParseForm(); err != nil {
			s.failPage(w, r, &requestError{err.Error()})
			return
		}
		if s.deskTakes(w, r, who.Player, v) {
			return
		}
	}
	if err := v.fill(r.Context(), s, l, at); err != nil {
		s.failPage(w, r, err)
		return
	}
	p.Body = v
	s.personal(w, r, "desk", p)
}

// deskTakes does what a form of the desk asks for, and reports whether it has answered the request.
func (s *Server) deskTakes(w http.ResponseWriter, r *http.Request, who string, v *deskPage) (answered bool) {
	f := r.PostForm
	switch f.Get("kind") {
	case "entry":
		want := s.entry(r.Context(), r.PathValue("game"), who, f)
		if f.Get("do") != "submit" {
			v.tried = &tried{Form: f}
			if v.Words, v.Problem = s.foreseen(r, who, want); v.Words+v.Problem != "" {
				return false
			}
		}
		v.tried, answered = s.attempt(w, r, who, want)
	case "tick":
		v.tried, answered = s.attempt(w, r, who, func(*ledger.Ledger) (events.Payload, error) { return events.TimePassed{}, nil })
	case "take":
		v.tried, answered = s.takeLetter(w, r, who)
	case "discard":
		v.tried, answered = &tried{Form: f}, s.discard(w, r)
	case "verdict":
		want, _ := wishOf(who, f)
		v.tried, answered = s.attempt(w, r, who, want)
	case "plan", "adopt":
		v.tried = &tried{Form: f}
		answered = s.plan(w, r, who, v)
	default:
		v.tried = &tried{Form: f, Problem: fmt.Sprintf("unknown kind of entry: %q", f.Get("kind"))}
	}
	return answered
}

// entry is the wish to enter a line as seasons have it, with the rules that it names written beside it.
func (s *Server) entry(ctx context.Context, game, who string, f url.Values) wish {
	return func(l *ledger.Ledger) (events.Payload, error) {
		rd := s.reader(l, game, who)
		list, err := rd.Entry(ctx, plan.Text{Label: "entry", Lines: text(f, "line"), Rules: written(f.Get("rules"))})
		if err != nil {
			return nil, &requestError{err.Error()}
		}
		if len(list) != 1 {
			return nil, &requestError{fmt.Sprintf("expected one entry, found %d", len(list))}
		}
		return list[0], nil
	}
}

func (s *Server) reader(l *ledger.Ledger, game, who string) *plan.Reader {
	return &plan.Reader{Store: s.store.Events, Name: game, Catalogue: l.Catalogue, Actor: func(events.Payload) string { return who }}
}

// written are rules that stand in a form, whatever file the line beside them calls them.
func written(text string) plan.Library {
	return func(name string) ([]byte, error) {
		if strings.TrimSpace(text) == "" {
			return nil, &fs.PathError{Op: "read", Path: name, Err: errors.New("the field for rules is empty")}
		}
		return []byte(text), nil
	}
}

// foreseen is what a change of the rules would bring about, in words; "" for what changes none.
func (s *Server) foreseen(r *http.Request, who string, want wish) (words, problem string) {
	l, at, err := s.sitting(r.Context(), r.PathValue("game"))
	var p events.Payload
	if err == nil {
		p, err = want(l)
	}
	if err == nil && events.About(p)&events.PartLaw == 0 {
		return "", ""
	}
	if err == nil {
		err = l.Check(p)
	}
	if err != nil {
		return "", s.problemOfPlay(r, err)
	}
	v := &report.Preview{Sequence: l.Head(), Names: report.NamesOf(l.State()), Inputs: []string{report.InputWords(p)}}
	if v.Foresight, err = amendment.Foresee(l.State(), l.Engine(), []aggregate.Input{{ID: "preview", Payload: p, At: at, Actor: who}}); err != nil {
		return "", s.problemOfPlay(r, err)
	}
	for _, o := range v.Other {
		if text := report.OutcomeWords(o, v.Names); text != "" {
			v.Also = append(v.Also, text)
		}
	}
	return printed(v), ""
}

// printed is a view in the words of the commands.
func printed(v report.View) string {
	p := term.Page{Width: 88}
	v.Print(&p)
	return p.String()
}

// plan shows what history becomes under changes, or under the verdict in a dispute, and adopts that: only what was seen, for a game
// that has gone on since is compared anew.
func (s *Server) plan(w http.ResponseWriter, r *http.Request, who string, v *deskPage) (answered bool) {
	f, game := r.PostForm, r.PathValue("game")
	mine := s.turns.of(game)
	mine.Lock()
	defer mine.Unlock()
	l, err := s.store.Game(game).Ledger(r.Context(), 0, nil)
	if err != nil {
		v.Problem = s.problemOfPlay(r, err)
		return false
	}
	adopt := f.Get("do") == "submit"
	if adopt && f.Get("head") != strconv.FormatUint(l.Head(), 10) {
		adopt, v.Problem = false, "the game has moved on: review the comparison again"
	}
	t := &report.Trial{Ledger: l, Progress: func(string, int64) (func(int64), func()) { return func(int64) {}, func() {} }, Undated: func(events.Change) {}}
	shown, err := s.trial(r.Context(), t, f, who, adopt)
	switch halt := report.HaltOf(err); {
	case halt != nil:
		v.Words = printed(&report.Candidate{Halted: halt})
	case err != nil:
		v.Problem = s.problemOfPlay(r, &requestError{err.Error()})
	case adopt:
		s.rooms.tell(game, l.Head())
		http.Redirect(w, r, gamePath(game, "editions"), http.StatusSeeOther)
		return true
	case shown != nil:
		v.Words, v.Adopts = printed(shown), true
	}
	return false
}

// trial rules on history again as a form says.
func (s *Server) trial(ctx context.Context, t *report.Trial, f url.Values, who string, adopt bool) (report.View, error) {
	at := later(t.Ledger, s.opts.Now())
	if f.Get("kind") == "adopt" {
		d, err := t.Ledger.Docket(ctx)
		if err != nil {
			return nil, err
		}
		c, ok := d.Dispute(f.Get("dispute"))
		if !ok {
			return nil, &missingError{text: "no such dispute"}
		}
		var v *report.Stakes
		if adopt {
			v, err = t.AdoptVerdict(ctx, &c, f.Get("policy"), text(f, "reason"), who, at)
		} else {
			v, err = t.Stakes(ctx, &c, f.Get("policy"))
		}
		if v == nil {
			return nil, cmp.Or(err, error(&requestError{"this dispute changes nothing"}))
		}
		return v, err
	}
	read := readjudicate.Plan{Policy: f.Get("policy"), Strict: true}
	if err := s.reader(t.Ledger, t.Ledger.Name(), who).Read(ctx, &read, plan.Text{Label: "change", Lines: f.Get("lines"), Rules: written(f.Get("rules"))}); err != nil {
		return nil, err
	}
	v := &report.Candidate{}
	begun, err := report.NewDiff("", false, nil, 0, report.Whole)
	if err != nil {
		return nil, err
	}
	v.Diff, v.Diff.Paged = *begun, true
	if adopt {
		return v, t.Adopt(ctx, read, text(f, "reason"), who, at, v)
	}
	return v, t.Become(ctx, read, v)
}

// fill looks what lies on the desk.
func (v *deskPage) fill(ctx context.Context, s *Server, l *ledger.Ledger, at time.Time) error {
	st := l.State()
	v.Turn = report.StandingOf(st, l.Head())
	if stored, err := s.store.Game(l.Name()).Ledger(ctx, 0, nil); err != nil {
		return err
	} else if due, ok := stored.Judge().DueBy(at); ok {
		v.Due = &due
	}
	if p := st.Pending(); p.State != "" && p.State != aggregate.StageRunning {
		v.Pending = p.Stage + ": " + p.State
	}
	look, err := s.look(ctx, l.Name(), where{}, l.Head())
	if err != nil {
		return err
	}
	if v.Last, err = report.LastEntry(ctx, look.view, st); err != nil {
		return err
	}
	for _, m := range st.Matters() {
		words := m.Wants
		if p, err := events.DecodePayload(m.Wants, m.Input); err == nil {
			words = report.InputWords(p)
		}
		v.Matters = append(v.Matters, matter{Matter: m.Matter, Words: words, By: m.Player})
	}
	d, err := l.Docket(ctx)
	if err != nil {
		return err
	}
	for _, c := range report.NewDocket(d, false, "").Disputes {
		switch {
		case c.Status == dispute.Open:
			v.Open = append(v.Open, c)
		case c.Verdict != nil && len(c.Verdict.Changes) > 0 && len(c.Editions) == 0:
			v.Ruled = append(v.Ruled, c)
		}
	}
	return v.letters(ctx, s, l, at)
}

// letters reads the mails in the tray.
func (v *deskPage) letters(ctx context.Context, s *Server, l *ledger.Ledger, at time.Time) error {
	if s.opts.Tray == nil {
		return nil
	}
	list, err := tray.List(s.opts.Tray(l.Name()))
	if err != nil || len(list) == 0 {
		return err
	}
	known, err := s.store.Game(l.Name()).People(ctx, l.State())
	if err != nil {
		return err
	}
	for _, m := range list {
		one := letter{Name: m.Name, Why: m.Why, Put: m.Put, Glimpse: glimpse(l, known, m, at)}
		for _, play := range one.Nearest {
			if len(one.Sides) == 0 {
				one.Readings = append(one.Readings, nearest{Play: play})
			}
			for _, side := range one.Sides {
				d := l.Judge().Decide(aggregate.Input{Payload: events.PlaySubmitted{Side: side, Text: play}, At: at, Actor: one.Player})
				x := nearest{Side: side, Play: play, Verdict: d.Ruling.Verdict}
				if len(d.Ruling.Faults) > 0 {
					x.Why = d.Ruling.Faults[0].Message
				}
				one.Readings = append(one.Readings, x)
			}
		}
		slices.SortStableFunc(one.Readings, func(a, b nearest) int {
			return strings.Compare(a.Verdict, b.Verdict) // accepted before rejected
		})
		v.Letters = append(v.Letters, one)
	}
	return nil
}

func glimpse(l *ledger.Ledger, known []people.Person, m tray.Mail, at time.Time) post.Glimpse {
	o := &post.Office{State: l.State(), People: known, Short: l.Judge().Short}
	return o.Glimpse(l.Judge(), post.Letter{Label: m.Name, Raw: m.Raw}, at)
}

// letterNamed finds a mail of the tray.
func (s *Server) letterNamed(game, name string) (tray.Mail, error) {
	if s.opts.Tray != nil {
		list, err := tray.List(s.opts.Tray(game))
		if err != nil {
			return tray.Mail{}, err
		}
		if i := slices.IndexFunc(list, func(m tray.Mail) bool { return m.Name == name }); i >= 0 {
			return list[i], nil
		}
	}
	return tray.Mail{}, &missingError{text: "the mail is no longer in the tray"}
}

// takeLetter enters the play that the umpire reads in a mail, for its author, and puts the mail away.
func (s *Server) takeLetter(w http.ResponseWriter, r *http.Request, who string) (*tried, bool) {
	f, game := r.PostForm, r.PathValue("game")
	m, err := s.letterNamed(game, f.Get("mail"))
	if err != nil {
		return &tried{Form: f, Problem: s.problemOfPlay(r, err)}, false
	}
	want := func(l *ledger.Ledger) (events.Payload, error) {
		o := &post.Office{State: l.State(), Short: l.Judge().Short}
		return l.Clocked(o.Taken(post.Letter{Label: m.Name, Raw: m.Raw}, f.Get("side"), text(f, "play"), later(l, s.opts.Now()))), nil
	}
	if f.Get("do") != "submit" {
		return s.attempt(w, r, who, want)
	}
	v, err := s.enter(r.Context(), entering{game: game, actor: who, who: s.signedIn(r), wish: want})
	if err == nil {
		err = tray.Done(s.opts.Tray(game), m.Name)
	}
	if err != nil {
		return &tried{Form: f, Problem: s.problemOfPlay(r, err)}, false
	}
	http.Redirect(w, r, gamePath(game)+where{At: v.Address}.query(), http.StatusSeeOther)
	return nil, true
}

// discard puts a mail away in which there is no play.
func (s *Server) discard(w http.ResponseWriter, r *http.Request) bool {
	m, err := s.letterNamed(r.PathValue("game"), r.PostFormValue("mail"))
	if err == nil {
		err = tray.Done(s.opts.Tray(r.PathValue("game")), m.Name)
	}
	if err != nil {
		s.failPage(w, r, err)
		return true
	}
	http.Redirect(w, r, gamePath(r.PathValue("game"), "desk"), http.StatusSeeOther)
	return true
}

// Answer is the address by which the umpire's own mail program answers a mail.
func (l *letter) Answer() template.URL {
	if l.From == "" || strings.ContainsAny(l.From, "?&# \"<>") {
		return ""
	}
	q := url.Values{"subject": {"Re: " + l.Subject}, "body": {"\n\n" + l.Why}}
	return template.URL("mailto:" + l.From + "?" + strings.ReplaceAll(q.Encode(), "+", "%20"))
}

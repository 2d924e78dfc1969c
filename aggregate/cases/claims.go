package cases

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules"
	"adjudicate/rules/movement"
)

// A hearing compares claims with a state and notes every difference.
type hearing struct {
	suite *suite
	wording
	judge *aggregate.Judge // the one that ruled; asked where Placements are legal
	state *aggregate.State
	view  *view // made when first needed
	now   time.Time
	diffs []string
}

func (h *hearing) differ(format string, args ...any) {
	h.diffs = append(h.diffs, fmt.Sprintf(format, args...))
}

// same notes a difference between two texts.
func (h *hearing) same(what, want, got string) {
	if want != got {
		h.differ("%s: want %s, got %s", what, want, got)
	}
}

func (h *hearing) sameNames(what string, want *Names, got []string) {
	if want != nil {
		h.same(what, listed(*want), listed(got))
	}
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, " ")
}

// hear checks all claims.
func (h *hearing) hear(k *Claims) {
	if k == nil {
		return
	}
	h.pieces(k)
	h.order(k)
	h.sees(k)
	if k.End != "" {
		h.same("end", k.End, h.end())
	}
	h.players(k)
	for _, key := range slices.Sorted(maps.Keys(k.Pieces)) {
		claim := k.Pieces[key]
		h.piece(key, &claim)
	}
	for _, side := range slices.Sorted(maps.Keys(k.Weights)) {
		h.same("weight of "+side+" as posted", events.Half(k.Weights[side]).String(), h.state.Weight(side).String())
		if v := h.look(); v != nil {
			h.same("weight of "+side, events.Half(k.Weights[side]).String(), v.weight(side).String())
		}
	}
	for _, side := range slices.Sorted(maps.Keys(k.Counts)) {
		if v := h.look(); v != nil {
			id, _ := v.judge.SideID(side)
			h.same("pieces of "+side+" that count", fmt.Sprint(k.Counts[side]), fmt.Sprint(v.an.Counting(id)))
		}
	}
}

// end is how the game has ended, "none" if it goes on.
func (h *hearing) end() string {
	titles := h.state.Titles()
	if !h.state.Over() || len(titles) == 0 {
		return "none"
	}
	last := titles[len(titles)-1]
	if last.Player == "" {
		return last.Title
	}
	return last.Title + ", " + last.Player
}

func (h *hearing) look() *view {
	if h.view == nil {
		v, err := look(h.state)
		if err != nil {
			h.differ("%v", err)
			return nil
		}
		h.view = v
	}
	return h.view
}

// pieces checks what stands where and who owns what.
func (h *hearing) pieces(k *Claims) {
	var wide map[string]*rules.Piece
	var board *rules.Board
	if book, err := h.state.Rulebook(); err == nil {
		wide, board = book.Covering(), book.Procedure().Board
	}
	for _, square := range slices.Sorted(maps.Keys(k.Board)) {
		got := "empty"
		var all []string
		for side := range h.state.Sides() {
			for p := range h.state.PiecesOf(side.Name) {
				if def := wide[p.Type]; p.At != square && (p.At == "" || def == nil || !slices.Contains(p.Covered(p.At, def, board), square)) {
					continue
				}
				text := p.Side + " " + p.Type
				if strings.Contains(k.Board[square], "(") && len(p.Counters) > 0 {
					text += " " + formatCounters(p.Counters)
				}
				all = append(all, text)
			}
		}
		if len(all) > 0 {
			got = strings.Join(all, " + ")
		}
		h.same(square, k.Board[square], got)
	}
	for _, side := range slices.Sorted(maps.Keys(k.Hand)) {
		var want, got []string
		for _, spec := range k.Hand[side] {
			typ, err := h.suite.typeNamed(spec.Name)
			if err != nil {
				typ = spec.Name
			}
			want = append(want, typ+formatCounters(spec.Counters))
		}
		counted := slices.ContainsFunc(k.Hand[side], func(p PieceSpec) bool { return len(p.Counters) > 0 })
		for p := range h.state.PiecesOf(side) {
			switch {
			case p.At != "":
			case counted:
				got = append(got, p.Type+formatCounters(p.Counters))
			default:
				got = append(got, p.Type)
			}
		}
		slices.Sort(want)
		slices.Sort(got)
		h.same("off-board pieces of "+side, listed(want), listed(got))
	}
	for _, side := range slices.Sorted(maps.Keys(k.Owns)) {
		on, off := h.state.CountPieces(side)
		h.same("number of pieces of "+side, fmt.Sprint(k.Owns[side]), fmt.Sprint(on+off))
	}
	if k.Checks != nil {
		var want, got []string
		for _, side := range slices.Sorted(maps.Keys(*k.Checks)) {
			want = append(want, side+" by "+listed(slices.Sorted(slices.Values((*k.Checks)[side].With))))
		}
		for _, c := range h.state.Checks() {
			var by []string
			for _, id := range c.By {
				p, _ := h.state.Piece(id)
				by = append(by, p.At)
			}
			slices.Sort(by)
			got = append(got, c.Side+" by "+listed(by))
		}
		slices.Sort(got)
		h.same("checks", strings.Join(want, ", "), strings.Join(got, ", "))
	}
}

// order checks turns, their order, time and stages.
func (h *hearing) order(k *Claims) {
	if k.Turn != "" {
		turn := strings.Join(h.state.AllToPlay(), " ")
		if asked := h.state.Awaited(); turn == "" && asked != nil {
			turn = listed(asked)
		}
		h.same("turn", k.Turn, turn)
	}
	h.sameNames("skipped", k.Skipped, h.state.Skipped())
	h.sameNames(h.called("list", "list"), k.List, h.state.Order())
	if k.Limit != nil {
		var limit events.LimitSet
		if list := h.state.Limits(); len(list) > 0 {
			limit = list[0]
		}
		h.same("limit", since(Epoch.Add(time.Duration(*k.Limit))), since(limit.Expires))
	}
	for _, name := range slices.Sorted(maps.Keys(k.Stages)) {
		h.same(h.called("stages."+name, "stage "+name), k.Stages[name], h.state.Stage(name).State)
	}
	for _, name := range slices.Sorted(maps.Keys(k.StageEnds)) {
		h.same(h.called("stage_ends."+name, "end of the stage "+name), since(Epoch.Add(time.Duration(k.StageEnds[name]))), since(h.state.Stage(name).Ends))
	}
	if k.Umpire != "" {
		got := h.state.Holder(events.KnownOffice)
		if got == "" {
			got = noUmpire
		}
		h.same("umpire", k.Umpire, got)
	}
	var names []string
	having := map[string][]string{}
	for side := range h.state.Sides() {
		names = append(names, side.Name)
		for name := range k.Attributes {
			if side.Has(name) {
				having[name] = append(having[name], side.Name)
			}
		}
	}
	h.sameNames("sides", k.Sides, names)
	for _, name := range slices.Sorted(maps.Keys(k.Attributes)) {
		h.same(h.called("attributes."+name, "sides with "+name), listed(k.Attributes[name]), listed(having[name]))
	}
	for _, name := range slices.Sorted(maps.Keys(k.Last)) {
		got := LastSpec{Play: "none"}
		if side, _ := h.state.Side(name); side.Played {
			got = LastSpec{Play: side.Last.Play, Type: side.Last.Type, As: side.Last.As}
		}
		h.same("last play of "+name, k.Last[name].String(), got.String())
	}
	for _, name := range slices.Sorted(maps.Keys(k.Defaults)) {
		side, _ := h.state.Side(name)
		h.same("default plays of "+name, fmt.Sprint(k.Defaults[name]), fmt.Sprint(side.Defaults))
	}
	for _, name := range slices.Sorted(maps.Keys(k.Free)) {
		side, _ := h.state.Side(name)
		want := k.Free[name]
		if want.Count == 0 {
			h.same("free pieces of "+name, "0", fmt.Sprint(side.Free.Count))
			continue
		}
		h.same("free pieces of "+name, fmt.Sprintf("%d/%v", want.Count, want.Budget),
			fmt.Sprintf("%d/%v", side.Free.Count, side.Free.Budget))
	}
}

func since(t time.Time) string {
	if t.IsZero() {
		return "none"
	}
	d := t.Sub(Epoch)
	days := d / (24 * time.Hour)
	return fmt.Sprintf("%dd%v", days, d-days*24*time.Hour)
}

// players checks what players own.
func (h *hearing) players(k *Claims) {
	for _, player := range slices.Sorted(maps.Keys(k.Accounts)) {
		for _, asset := range slices.Sorted(maps.Keys(k.Accounts[player])) {
			got := h.state.Balance(player, asset)
			h.same(asset+" of "+player, events.Half(k.Accounts[player][asset]).String(), got.String())
		}
	}
	var titles []string
	for _, t := range h.state.Titles() {
		titles = append(titles, t.Player)
	}
	h.sameNames("titles", k.Title, titles)
	owners := map[string][]string{}
	for of, n := range h.state.Balances() {
		if _, asked := k.Owners[of.Asset]; asked && n > 0 {
			owners[of.Asset] = append(owners[of.Asset], slices.Repeat([]string{of.Account}, int(n/events.Whole(1)))...)
		}
	}
	for _, asset := range slices.Sorted(maps.Keys(k.Owners)) {
		h.same(h.called("owners."+asset, "owners of "+asset), listed(k.Owners[asset]), listed(owners[asset]))
	}
}

// piece checks what is claimed of one piece.
func (h *hearing) piece(key string, k *PieceClaim) {
	v := h.look()
	if v == nil {
		return
	}
	id, ok := h.find(v, key)
	if !ok {
		h.differ("no such piece: %s", key)
		return
	}
	if k.Value != nil {
		h.same("value of "+key, events.Half(*k.Value).String(), v.pos.Value(id).String())
	}
	if k.Placements != nil {
		h.squares("placements of "+key, k.Placements, h.placements(v, key, id))
	}
	if v.pos.Where(id) == movement.Off {
		return
	}
	if k.Mobility != nil {
		h.same("mobility of "+key, events.Half(*k.Mobility).String(), v.an.Mobility(id).String())
	}
	if k.Exits != nil {
		h.same(h.called("exits", "exits")+" of "+key, fmt.Sprint(*k.Exits), fmt.Sprint(len(v.an.Exits(id)) > 0))
	}
	h.squares("moves of "+key, k.Moves, v.moves(id, false))
	h.squares("captures of "+key, k.Captures, v.captures(id, false))
	h.squares("defended by "+key, k.Defends, v.defends(id))
	h.squares(h.called("kinds", "kinds")+" of "+key, k.Kinds, v.ofKinds(id))
	h.squares("legal moves of "+key, k.LegalMoves, v.moves(id, true))
	h.squares("legal captures of "+key, k.LegalCaptures, v.captures(id, true))
}

// find returns the piece on a square or, for "Red C", an off-board piece of a side.
func (h *hearing) find(v *view, key string) (movement.PieceID, bool) {
	side, name, off := strings.Cut(key, " ")
	if !off {
		return v.at(key)
	}
	typ, err := h.suite.typeNamed(name)
	if err != nil {
		return movement.NoPiece, false
	}
	for p := range h.state.PiecesOf(side) {
		if p.Type == typ && p.At == "" {
			return v.judge.PieceID(p.ID)
		}
	}
	return movement.NoPiece, false
}

// placements asks the judge about every square of the board.
func (h *hearing) placements(v *view, key string, id movement.PieceID) []string {
	side, _, _ := strings.Cut(key, " ")
	var list []string
	for _, sq := range v.pos.Ruleset().Squares() {
		text := v.judge.PieceName(id) + "@" + v.square(sq)
		d := h.judge.Decide(aggregate.Input{ID: "placement", At: h.now, Payload: events.PlaySubmitted{Side: side, Text: text}})
		if d.Ruling.Verdict == aggregate.Accepted {
			list = append(list, v.square(sq))
		}
	}
	return list
}

// squares compares a list of squares with what is claimed of it.
func (h *hearing) squares(what string, want *Squares, got []string) {
	if want == nil {
		return
	}
	var missing, extra []string
	for _, sq := range want.With {
		if !slices.Contains(got, sq) {
			missing = append(missing, sq)
		}
	}
	for _, sq := range got {
		if want.Exact && !slices.Contains(want.With, sq) || slices.Contains(want.Without, sq) {
			extra = append(extra, sq)
		}
	}
	if missing != nil {
		h.differ("%s: %s missing", what, listed(missing))
	}
	if extra != nil {
		h.differ("%s: %s too many", what, listed(extra))
	}
}

package ledger

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/events"
	"adjudicate/rules/names"
)

// Check looks at an input before it is submitted: whether the sides, players, rules, entries
// and squares that it names exist, whether a play reads as one, and whether numbers of days
// are at least one. What the rules make of it is for Submit. Its errors are *InputError.
func (l *Ledger) Check(p events.Payload) error {
	if err := Enterable(p); err != nil {
		return err
	}
	if events.About(p)&(events.PartDisputes|events.PartEditions) == 0 || events.About(p)&events.PartLaw != 0 {
		if err := (inputChecker{l.State()}).names(p); err != nil {
			return err
		}
	}
	if err := l.unnamed(p); err != nil {
		return err
	}
	if play, ok := p.(events.PlaySubmitted); ok {
		return l.checkPlay(play)
	}
	if n, ok := events.Length(p); ok && n < 1 {
		return &InputError{Field: "days", Text: fmt.Sprintf("invalid duration %d: expected at least 1 day", n)}
	}
	return nil
}

// Enterable refuses what nobody enters as it stands: mail addresses, which are kept beside a ledger, and an edition, which is worked out
// when it is adopted. Its errors are *InputError.
func Enterable(p events.Payload) error {
	if r, ok := p.(events.PlayerRegistered); ok && len(r.Addresses) > 0 {
		return &InputError{Field: "player", Named: true, Text: fmt.Sprintf("addresses are not part of the ledger: expected only the player; \"adjudicate player address %s\" records them", r.Player)}
	}
	if events.About(p) == events.PartEditions {
		return &InputError{Field: "entry", Named: true, Text: "editions are not entered: expected a plan or a verdict, whose edition is compared with the current one and then adopted"}
	}
	return nil
}

// CheckAccount looks whether the name of an account is known, or at least no slip for another that is: then the error is an
// *AccountError. Any other name opens an account.
func (l *Ledger) CheckAccount(name string) error {
	if near := names.Resembles(name, l.accounts()); near != "" {
		return &AccountError{name, near}
	}
	return nil
}

// Doubts says what of an input may not be meant though it is accepted: an account that it opens under a name close to that of another.
func (l *Ledger) Doubts(p events.Payload) (list []string) {
	if t, ok := p.(events.TransactionRecorded); ok {
		known := l.accounts()
		if near := names.Near(t.Account, known); near != "" && !slices.Contains(known, t.Account) {
			list = append(list, fmt.Sprintf("%s is a new account: did you mean %q?", t.Account, near))
		}
	}
	return list
}

// accounts are those that may be meant: of the players, and of whom an entry or a rule has named.
func (l *Ledger) accounts() []string {
	known := l.State().PlayerNames()
	for at := range l.State().Balances() {
		known = append(known, at.Account)
	}
	return known
}

// names looks whether there is what an input names, and not yet what it is to bring about. A
// rule that is amended and is not in force is for the ruling, and so are the names of types and
// accounts.
func (c inputChecker) names(p events.Payload) error {
	for n := range events.Names(p) {
		var err error
		switch n.Role {
		case events.RoleSide:
			if err = c.side(n.Value); n.New {
				err = c.newSide(n.Value)
			}
		case events.RolePlayer:
			if err = c.player(n.Value); n.New {
				err = nil
			}
		case events.RolePiece:
			err = c.piece(n.Value)
		case events.RoleRule:
			if _, repealed := p.(events.RuleRepealed); repealed {
				err = c.rule(n.Value)
			}
		case events.RoleEntry:
			if !n.New {
				err = c.reading(n.Value, events.NamedFirst(p, events.RoleReading))
			}
		}
		if err != nil {
			return err
		}
	}
	if registered, ok := p.(events.PlayerRegistered); ok {
		return c.newPlayer(registered.Player)
	}
	if used, ok := p.(events.PowerUsed); ok {
		return c.power(used)
	}
	if supplied, ok := p.(events.LotSupplied); ok {
		return c.lot(supplied)
	}
	if answer, ok := p.(events.AnswerGiven); ok {
		return c.matter(answer.Matter)
	}
	return nil
}

// power asks for a power that a rule in force gives, and for the side that uses it if sides do.
func (c inputChecker) power(used events.PowerUsed) error {
	book, err := c.s.Rulebook()
	if err != nil {
		return nil // the ruling says what is wrong with the rules
	}
	var list []string
	for _, p := range book.Procedure().Powers {
		if p.Name == used.Power {
			if p.By == "side" && used.Side == "" {
				return &InputError{Field: "for", Text: fmt.Sprintf("missing side: the power %s is used for a side%s", p.Name, c.sidesOf(used.Player))}
			}
			return nil
		}
		list = append(list, p.Name)
	}
	return unknown("power", "power", used.Power, list)
}

// sidesOf names the sides of a player, as far as there are any.
func (c inputChecker) sidesOf(player string) string {
	var list []string
	for side := range c.s.Sides() {
		if side.Player == player {
			list = append(list, side.Name)
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s plays %s", player, strings.Join(list, ", "))
}

// matter asks for something that waits for answers.
func (c inputChecker) matter(label string) error {
	var list []string
	for _, m := range c.s.Matters() {
		if m.Matter == label {
			return nil
		}
		list = append(list, m.Matter)
	}
	return unknown("matter", "matter", label, list)
}

// inputChecker asks whether what an input names exists in a state.
type inputChecker struct{ s *aggregate.State }

// CheckActor checks who may submit an input: for an act of a side its player, or the umpire on the
// player's behalf, who is then recorded as the actor. What anybody may do for a side, or for a player, somebody does whom
// the game knows. Its errors are *InputError.
func (l *Ledger) CheckActor(p events.Payload, actor string) error {
	s := l.State()
	made := events.MadeBy(p)
	side, there := s.Side(made)
	if actor == "" || actor == s.Holder(events.KnownOffice) || there && actor == side.Player || !there && events.AuthorField(p) != "player" {
		return nil
	}
	if err := (inputChecker{s}).player(actor); err != nil {
		return err
	}
	name, ok := events.PlayedFor(p)
	if !ok || !there {
		return nil
	}
	who := side.Player
	if u := s.Holder(events.KnownOffice); u != "" && u != who {
		who += " or, for " + who + ", the umpire " + u
	}
	return &InputError{Field: "actor", Text: fmt.Sprintf("%s does not hold %s: expected %s", actor, name, who)}
}

func unknown(field, what, got string, list []string) error {
	err := names.Unknown(what, got, list)
	return &InputError{Field: field, Text: err.Error(), Err: err}
}

func named(field, name string) error {
	if strings.TrimSpace(name) == "" || strings.TrimSpace(name) != name {
		return &InputError{Field: field, Text: fmt.Sprintf("invalid name %q: leading or trailing space", name)}
	}
	if c, ok := names.Unseen(name); ok {
		return &InputError{Field: field, Text: fmt.Sprintf("invalid name %+q: contains the invisible character %U", name, c)}
	}
	if a, b := names.Scripts(name); b != "" {
		return &InputError{Field: field, Text: fmt.Sprintf("invalid name %+q: mixes letters of two scripts that look alike, %s and %s", name, a, b)}
	}
	return nil
}

// apart refuses a new name that is easily taken for one that there is.
func apart(field, name string, others []string) error {
	if other := names.Taken(name, others); other != "" {
		return &InputError{Field: field, Text: fmt.Sprintf("invalid name %+q: too easily confused with %+q, the name of another %s", name, other, field)}
	}
	return nil
}

func (c inputChecker) side(name string) error {
	var names []string
	for side := range c.s.Sides() {
		if side.Name == name {
			return nil
		}
		names = append(names, side.Name)
	}
	return unknown("side", "side", name, names)
}

func (c inputChecker) newSide(name string) error {
	if _, ok := c.s.Side(name); ok {
		return &InputError{Field: "side", Text: fmt.Sprintf("side %q already exists", name)}
	}
	if err := named("side", name); err != nil {
		return err
	}
	var others []string
	for side := range c.s.Sides() {
		others = append(others, side.Name)
	}
	return apart("side", name, others)
}

func (c inputChecker) newPlayer(name string) error {
	if err := named("player", name); err != nil {
		return err
	}
	var others []string
	for _, p := range c.s.Players() {
		if p.Name == name {
			return nil
		}
		others = append(others, p.Name)
	}
	return apart("player", name, others)
}

func (c inputChecker) player(name string) error {
	var names []string
	for _, p := range c.s.Players() {
		if p.Name == name {
			return nil
		}
		names = append(names, p.Name)
	}
	return unknown("player", "player", name, names)
}

func (c inputChecker) piece(id string) error {
	if _, ok := c.s.Piece(id); ok {
		return nil
	}
	var ids []string
	for p := range c.s.Pieces() {
		ids = append(ids, p.ID)
	}
	return unknown("piece", "piece", id, ids)
}

func (c inputChecker) rule(number string) error {
	book, err := c.s.Rulebook()
	if err != nil {
		return nil // the judge says so
	}
	if _, ok := book.Rule(number); ok {
		return nil
	}
	none := book.Unknown(number)
	return &InputError{Field: "rule", Text: none.Error(), Err: none}
}

func (c inputChecker) reading(entry, reading string) error {
	register, err := c.s.Register()
	if err != nil || register == nil {
		return nil // a system of its own: the judge says what it makes of it
	}
	e, ok := register.Entry(entry)
	if !ok {
		return unknown("entry", "entry of the register", entry, register.IDs())
	}
	var names []string
	for _, r := range e.Readings {
		names = append(names, r.Name)
	}
	if !slices.Contains(names, reading) {
		return unknown("reading", "reading of "+entry, reading, names)
	}
	return nil
}

const mostItems = 256 // parts of a play, far more than any has that can be made

// play reads a play and looks whether its squares are on the board.
func (l *Ledger) checkPlay(play events.PlaySubmitted) error {
	text := play.Text
	if len(text) > events.MostPlay {
		return &InputError{Field: "play", Text: fmt.Sprintf("text too long: %d bytes, expected at most %d", len(text), events.MostPlay)}
	}
	if l.asked.Play = l.asked.Play.Of(text); l.asked.Play.Err != nil {
		l.asked.Play = l.asked.Play.Knowing(l.judge.Kinds())
	}
	if err := l.asked.Play.Err; err != nil && !l.judge.Short(text) {
		meant := offer.Spelt(err)
		if meant == nil {
			meant = offer.Read(l.judge, l.Actor(play), []string{play.Side}, text, l.last)
		}
		return &InputError{Field: "play", Text: err.Error(), Err: &unclearError{err, meant, l.powerIn(text)}}
	}
	if n := len(l.asked.Play.Play.Items); n > mostItems {
		return &InputError{Field: "play", Text: fmt.Sprintf("too many parts: %d, expected at most %d", n, mostItems)}
	}
	files, ranks := l.State().Board()
	if files == 0 {
		return nil
	}
	if err := l.asked.Play.On(files, ranks); err != nil {
		return &InputError{Field: "play", Text: err.Error(), Err: err}
	}
	return nil
}

// powerIn is the power that a text in somebody's own words names, "" if there is none.
func (l *Ledger) powerIn(text string) string {
	book, err := l.State().Rulebook()
	if err != nil {
		return ""
	}
	words := strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && r != '-' })
	for _, p := range book.Powers() {
		if slices.Contains(words, p.Name) {
			return p.Name
		}
	}
	return ""
}

package season

import (
	"slices"

	"github.com/google/uuid"

	"adjudicate/events"
	"adjudicate/rules/names"
	"adjudicate/systems"
)

// A verb is the first word of an entry that is not a play.
type verb struct {
	word string
	form string // for people: what follows the word
	read func(p *parser, c *cursor, e *Entry)
}

// verbs lists the entries in the order of docs/season.md, which is that in which a game meets
// them, and then those that begin with a local word. No two begin with the same word.
func verbs() []verb {
	list := []verb{
		{"game", `NAME system SYSTEM seed HEX [zone ZONE] [id ID] ["note"]`, readGame},
		{"rulebook", "SUITE", readRulebook},
		{"player", "NAME [ADDRESS, ADDRESS]", readPlayer},
		{"umpire", "PLAYER", readUmpire},
		{"office", "OFFICE PLAYER", readOffice},
		{"no", "OFFICE, such as umpire", readNoOffice},
		{"side", "NAME held by PLAYER [ATTRIBUTE …]", readSide},
		{"attribute", "SIDE ATTRIBUTE on or off", readAttribute},
		{"stage", "STAGE LENGTH", readStage},
		{"holder", "SIDE PLAYER", readHolder},
		{"dissolve", "SIDE", readDissolve},
		{"draft", "SIDE: TYPE, TYPE", readDraft},
		{"array", `SIDE held by PLAYER, SIDE held by PLAYER [from "POSITION"]`, readArray},
		{"start", "", func(_ *parser, _ *cursor, e *Entry) { e.is(events.GameStarted{}) }},
		{"announce", `["note"]`, readAnnounce},
		{"extend", "N days", readExtend},
		{"tick", "", func(_ *parser, _ *cursor, e *Entry) { e.is(events.TimePassed{}) }},
		{"buy", "TYPE for SIDE paid by ACCOUNT", readBuy},
		{"destroy", "PIECE of SIDE", readDestroy},
		{"account", `NAME ASSET AMOUNT ["note"]`, readAccount},
		{"key", "PLAYER KEY, or PLAYER none", readKey},
		{"signatures", "on, off or all", readSignatures},
		{"vacation", "PLAYER", readStatus("vacation")},
		{"active", "PLAYER", readStatus("active")},
		{"object", "SIDE [to STAGE]", readObject},
		{"correct", "N days, or LENGTH of STAGE", readCorrect},
		{"enact", "[FILE], or the rule itself in lines that begin with |", readRule(false)},
		{"amend", "[FILE], or the rule itself in lines that begin with |", readRule(true)},
		{"repeal", "NUMBER", readRepeal},
		{"adopt", `ENTRY READING ["reason"]`, readAdopt},
		{"register", `ENTRY clause "CLAUSE" asks "QUESTION" reads READING "TEXT", READING "TEXT" [default READING] [adopt READING] ["reason"]`, readRegister},
		{"dispute", "open, argue, rule, adopt, retract, withdraw, assign, recuse, hear or appeal …", readDispute},
		{"power", "POWER by PLAYER [for SIDE] [on WHAT] [amount N] [sealed SEAL] [salt SALT]", readPower},
		{"yes", "MATTER by PLAYER [salt SALT]", readAnswer(true)},
		{"nay", "MATTER by PLAYER [salt SALT]", readAnswer(false)},
		{"seal", "MATTER by PLAYER with SEAL", readSeal},
		{"lot", "DRAW gives RESULT, RESULT [from SOURCE]", readLot},
	}
	for _, w := range local().Entries {
		list = append(list, w.verb())
	}
	return list
}

func (e *Entry) is(p events.Payload) { e.Inputs = []events.Payload{p} }

func (p *parser) input(c *cursor, e *Entry) {
	c.skip()
	start := c.pos
	got := c.peek()
	words := []string{"expect", "on"}
	for _, v := range verbs() {
		if v.word == got {
			c.pos += len(got)
			v.read(p, c, e)
			return
		}
		words = append(words, v.word)
	}
	near := names.Near(got, words)
	if near == "" {
		if near = names.Near(got, p.sides); near != "" {
			near += ":"
		}
	}
	c.failAt(start, "an entry: a play such as Red: Ra1-a5, or a word such as announce or buy", near)
}

// fresh reads a name that the line declares.
func (c *cursor) fresh(want string) string {
	c.skip()
	start := c.pos
	got := c.name(want)
	if got == None {
		c.failAt(start, want+` other than "none"`, "")
	}
	return got
}

func readGame(_ *parser, c *cursor, e *Entry) {
	var g events.GameOpened
	g.Game = c.name("the name of the game")
	c.word("system")
	g.System = c.name("a system such as " + systems.Usual())
	c.word("seed")
	c.skip()
	start := c.pos
	g.Seed = c.name("a seed of 64 hexadecimal digits")
	if c.err == nil && !isSeed(g.Seed) {
		c.failAt(start, "a seed of 64 hexadecimal digits", "")
	}
	if c.has("zone") {
		c.skip()
		start := c.pos
		g.Zone = c.name("a time zone such as Europe/London")
		if _, err := events.LoadZone(g.Zone); c.err == nil && err != nil {
			c.failAt(start, "a time zone such as Europe/London", "")
		}
	}
	if c.has("id") {
		c.skip()
		start := c.pos
		var err error
		if e.Game, err = uuid.Parse(c.peek()); c.err == nil && (err != nil || e.Game == uuid.Nil || e.Game.String() != c.peek()) {
			c.failAt(start, "the id of the game's first event, such as 0190b5b6-7c00-7000-8000-000000000001", "")
		}
		c.pos += len(c.peek())
	}
	g.Note = c.note()
	e.is(g)
}

func isSeed(s string) bool {
	for _, r := range s {
		if (r < '0' || r > '9') && (r < 'a' || r > 'f') {
			return false
		}
	}
	return len(s) == 64
}

func readRulebook(p *parser, c *cursor, e *Entry) {
	e.Source = &Source{Suite: c.name("the name of a built-in rulebook")}
}

func readPlayer(p *parser, c *cursor, e *Entry) {
	r := events.PlayerRegistered{Player: c.fresh("the name of a player")}
	if !c.done() {
		r.Addresses = c.names("a mail address")
	}
	if !slices.Contains(p.players, r.Player) {
		p.players = append(p.players, r.Player)
	}
	e.is(r)
}

func readUmpire(p *parser, c *cursor, e *Entry) {
	u := events.OfficeFilled{Office: events.KnownOffice, Player: c.known("a player", p.players)}
	p.umpire = u.Player
	e.is(u)
}

func readOffice(p *parser, c *cursor, e *Entry) {
	o := events.OfficeFilled{Office: c.name("an office"), Player: c.known("a player", p.players)}
	p.umpire = o.Player
	e.is(o)
}

func readNoOffice(p *parser, c *cursor, e *Entry) {
	o := events.OfficeVacated{Office: c.name("an office such as umpire")}
	p.umpire = ""
	e.is(o)
}

func readSide(p *parser, c *cursor, e *Entry) {
	s := events.SideCreated{Side: c.fresh("the name of a side")}
	c.word("held")
	c.word("by")
	s.Player = c.known("a player", p.players)
	for !c.done() {
		s.Attributes = append(s.Attributes, c.name("an attribute of sides"))
	}
	p.declare(e, s)
}

// declare notes a side that an entry creates.
func (p *parser) declare(e *Entry, s events.SideCreated) {
	if !slices.Contains(p.sides, s.Side) {
		p.sides = append(p.sides, s.Side)
	}
	p.holder[s.Side] = s.Player
	e.is(s)
}

func readArray(p *parser, c *cursor, e *Entry) {
	e.Array = &Array{}
	for more := true; more && c.err == nil; more = c.comma() {
		s := events.ArraySide{Side: c.fresh("the name of a side")}
		c.word("held")
		c.word("by")
		if s.Player = c.fresh("a player"); !slices.Contains(p.players, s.Player) {
			p.players = append(p.players, s.Player)
		}
		if !slices.Contains(p.sides, s.Side) {
			p.sides = append(p.sides, s.Side)
		}
		p.holder[s.Side] = s.Player
		e.Array.Sides = append(e.Array.Sides, s)
	}
	if c.has("from") {
		e.Array.Position = c.name("a position in one line, in quotes")
	}
}

func readAttribute(p *parser, c *cursor, e *Entry) {
	e.is(events.AttributeChanged{Side: p.side(c, "a side"), Attribute: c.name("an attribute of sides"), On: c.word("on", "off") == "on"})
}

func readStage(_ *parser, c *cursor, e *Entry) {
	e.is(events.StageAnnounced{Stage: c.name("a stage of the game"), Length: c.number("a length")})
}

func readHolder(p *parser, c *cursor, e *Entry) {
	s := events.SideTransferred{Side: p.side(c, "a side"), Player: c.known("a player", p.players)}
	p.holder[s.Side] = s.Player
	e.is(s)
}

func readDissolve(p *parser, c *cursor, e *Entry) {
	e.is(events.SideRemoved{Side: p.side(c, "a side")})
}

func readDraft(p *parser, c *cursor, e *Entry) {
	d := events.PiecesChosen{Side: p.side(c, "a side")}
	c.mark(":")
	d.Types = c.names("a type of piece")
	e.Actor = p.holder[d.Side]
	e.is(d)
}

func readAnnounce(_ *parser, c *cursor, e *Entry) {
	e.is(events.StateAnnounced{Note: c.note()})
}

func readExtend(_ *parser, c *cursor, e *Entry) { e.is(events.LimitExtended{Length: c.days()}) }

func (c *cursor) days() int {
	n := c.number("a number of days")
	c.word("days", "day")
	return n
}

func readBuy(p *parser, c *cursor, e *Entry) {
	b := events.PurchaseRequested{Type: c.name("a type of piece")}
	c.word("for")
	b.Side = p.side(c, "a side")
	c.word("paid")
	c.word("by")
	b.Buyer = c.name("the account that pays")
	e.Actor = p.holder[b.Side]
	e.is(b)
}

func readDestroy(p *parser, c *cursor, e *Entry) {
	d := events.DestructionRequested{Piece: c.name("the id of a piece")}
	c.word("of")
	d.Side = p.side(c, "a side")
	e.Actor = p.holder[d.Side]
	e.is(d)
}

func readAccount(_ *parser, c *cursor, e *Entry) {
	t := events.TransactionRecorded{Account: c.name("an account"), Asset: c.name("an asset such as money")}
	t.Amount = c.half("an amount such as +100 or -2.5")
	t.Note = c.note()
	e.is(t)
}

func readStatus(status string) func(*parser, *cursor, *Entry) {
	return func(p *parser, c *cursor, e *Entry) {
		e.is(events.PlayerStatusChanged{Player: c.known("a player", p.players), Status: status})
	}
}

func readKey(p *parser, c *cursor, e *Entry) {
	k := events.KeyRegistered{Player: c.known("a player", p.players)}
	if k.Key = c.rest("a public key such as ssh-ed25519 AAAA…, or none"); k.Key == None {
		k.Key = ""
	}
	e.is(k)
}

func readSignatures(_ *parser, c *cursor, e *Entry) {
	set := c.word("on", "off", "all")
	e.is(events.SignaturesDemanded{On: set != "off", Entries: set == "all"})
}

func readObject(p *parser, c *cursor, e *Entry) {
	o := events.StageObjected{Stage: local().Stage, Side: p.side(c, "a side")}
	if c.has("to") {
		o.Stage = c.name("a stage of the game")
	}
	e.Actor = p.holder[o.Side]
	e.is(o)
}

func readCorrect(_ *parser, c *cursor, e *Entry) {
	n := events.StageCorrected{Stage: local().Stage, Length: c.number("a number of days")}
	if c.has("of") {
		n.Stage = c.name("a stage of the game")
	} else {
		c.word("days", "day")
	}
	e.is(n)
}

func readRule(amend bool) func(*parser, *cursor, *Entry) {
	return func(p *parser, c *cursor, e *Entry) {
		e.Source = &Source{Amend: amend}
		if !c.done() {
			e.Source.File = c.name("a rule file")
		}
	}
}

func readRepeal(_ *parser, c *cursor, e *Entry) {
	e.is(events.RuleRepealed{Number: c.name("the number of a rule")})
}

func readAdopt(_ *parser, c *cursor, e *Entry) {
	a := events.InterpretationAdopted{Entry: c.name("an entry of the interpretation register"), Reading: c.name("a reading")}
	a.Reason = c.note()
	e.is(a)
}

// readRegister reads an entry of the register: the first reading is the default, and the
// default is in force, if nothing else is told.
func readRegister(_ *parser, c *cursor, e *Entry) {
	r := events.InterpretationAdded{Entry: c.fresh("a new entry of the interpretation register")}
	c.word("clause")
	r.Clause = c.name("the clause in quotes")
	c.word("asks")
	r.Question = c.name("the question in quotes")
	c.word("reads")
	for more := true; more; more = c.comma() {
		r.Readings = append(r.Readings, events.RegisterReading{Reading: c.name("a reading"), Text: c.name("what the reading means, in quotes")})
	}
	r.Default = r.Readings[0].Reading
	if c.has("default") {
		r.Default = c.name("a reading")
	}
	r.InForce = r.Default
	if c.has("adopt") {
		r.InForce = c.name("a reading")
	}
	r.Reason = c.note()
	e.is(r)
}

func readPower(p *parser, c *cursor, e *Entry) {
	u := events.PowerUsed{Power: c.name("a power that a rule gives")}
	c.word("by")
	u.Player = c.known("a player", p.players)
	if c.has("for") {
		u.Side = p.side(c, "a side")
	}
	if c.has("on") {
		u.On = c.name("a side, a piece or a square")
	}
	if c.has("amount") {
		u.Amount = c.number("an amount")
	}
	if c.has("sealed") {
		u.Seal = c.name("a seal")
	}
	if c.has("salt") {
		u.Salt = c.name("a salt")
	}
	e.Actor = u.Player
	e.is(u)
}

func readAnswer(yes bool) func(*parser, *cursor, *Entry) {
	return func(p *parser, c *cursor, e *Entry) {
		a := events.AnswerGiven{Matter: c.name("what waits, such as matter-1"), Yes: yes}
		c.word("by")
		a.Player = c.known("a player", p.players)
		if c.has("salt") {
			a.Salt = c.name("a salt")
		}
		e.Actor = a.Player
		e.is(a)
	}
}

func readSeal(p *parser, c *cursor, e *Entry) {
	a := events.AnswerGiven{Matter: c.name("what waits, such as matter-1")}
	c.word("by")
	a.Player = c.known("a player", p.players)
	c.word("with")
	a.Seal = c.name("a seal")
	e.Actor = a.Player
	e.is(a)
}

func readLot(_ *parser, c *cursor, e *Entry) {
	l := events.LotSupplied{Draw: c.name("the identity of a draw")}
	c.word("gives")
	l.Result = c.names("what was drawn")
	if c.has("from") {
		l.Source = c.name("where it was drawn")
	}
	e.is(l)
}

package condition

import (
	"fmt"
	"slices"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/formula"
)

// The sorts of names that conditions know.
const (
	SortSide formula.Sort = iota
	SortPlayer
	SortAccount
	SortAsset
	SortPiece
	SortSquare
	SortType
	SortRule
	SortEntry
	SortReading
	SortCounter
	SortPlay
)

// sorts is what a name of each sort is called.
var sorts = []string{
	SortSide: "a side", SortPlayer: "a player", SortAccount: "an account", SortAsset: "an asset",
	SortPiece: "a piece", SortSquare: "a square", SortType: "a type", SortRule: "a rule",
	SortEntry: "an entry of the register", SortReading: "a reading", SortCounter: "a counter", SortPlay: "a kind of play",
}

// arguments is how an argument of each sort is written in the list of words.
var arguments = []string{
	SortSide: "SIDE", SortPlayer: "PLAYER", SortAccount: "ACCOUNT", SortAsset: "ASSET", SortPiece: "PIECE",
	SortSquare: "SQUARE", SortType: "TYPE", SortRule: "RULE", SortEntry: "ENTRY", SortReading: "READING",
	SortCounter: "COUNTER", SortPlay: "PLAY",
}

// playWords are the kinds of atomic plays.
var playWords = []string{
	aggregate.PlayMove, aggregate.PlayCapture, aggregate.PlayPlacement,
	aggregate.PlayPass, aggregate.PlaySurrender,
}

// word is a variable, or, with arguments, a function.
type word struct {
	name   string
	args   []formula.Sort
	kind   formula.Kind
	sort   formula.Sort // of a name
	says   string       // what it is, for the list of words
	rests  rests        // what it may change with
	bare   bool         // a variable
	memory bool         // a state does not hold it
	answer func(e *env, a []float64) float64
}

func variable(name string, kind formula.Kind, r rests, says string, answer func(e *env) float64) word {
	return word{name: name, kind: kind, says: says, rests: r, bare: true, answer: func(e *env, _ []float64) float64 { return answer(e) }}
}

func nameOf(sort formula.Sort, w word) word {
	w.kind, w.sort = formula.Thing, sort
	return w
}

func remembered(w word) word {
	w.memory = true
	return w
}

// about makes a function of one name.
func about(name string, arg formula.Sort, kind formula.Kind, r rests, says string, answer func(e *env, x string) float64) word {
	return word{name: name, args: []formula.Sort{arg}, kind: kind, says: says, rests: r,
		answer: func(e *env, a []float64) float64 { return answer(e, e.name(a[0])) }}
}

// about2 makes a function of two names.
func about2(name string, first, second formula.Sort, kind formula.Kind, r rests, says string, answer func(e *env, x, y string) float64) word {
	return word{name: name, args: []formula.Sort{first, second}, kind: kind, says: says, rests: r,
		answer: func(e *env, a []float64) float64 { return answer(e, e.name(a[0]), e.name(a[1])) }}
}

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

func number(h events.Half) float64 { return float64(h) / 2 }

// words is the vocabulary of conditions on any game: first those about the whole game, then those about sides,
// players, pieces and squares, and the law. Those that a game's own rules bring come after them; see ofRules.
var words = []word{
	variable("hand", formula.Number, onHands, "the hand being played, from 1", func(e *env) float64 { return float64(e.s.HandsWon() + 1) }),
	nameOf(SortPlayer, variable("winner", formula.Thing, onHands|onSides, "the player who won the last hand", func(e *env) float64 {
		if t := e.s.Titles(); len(t) > 0 {
			return e.id(e.s.WonBy(t[len(t)-1]))
		}
		return 0
	})),
	nameOf(SortSide, variable("turn", formula.Thing, onTurn, "the side to play", func(e *env) float64 { return e.id(e.s.ToPlay()) })),
	nameOf(SortPlayer, variable("umpire", formula.Thing, onGame, "the player in the office of umpire", func(e *env) float64 { return e.id(e.s.Holder(events.KnownOffice)) })),
	variable("started", formula.Bool, onGame, "the game has started", func(e *env) float64 { return truth(e.s.Started()) }),
	variable("suspended", formula.Bool, onGame, "the game is suspended because it has no umpire", func(e *env) float64 {
		return truth(e.s.Opened() && e.s.Holder(events.KnownOffice) == "")
	}),
	remembered(variable("plays", formula.Number, onPlays, "how many plays have ended", func(e *env) float64 { return float64(e.plays) })),
	variable("sides", formula.Number, onSides, "how many sides are in the game", func(e *env) float64 { return float64(e.s.SideCount()) }),
	variable("checks", formula.Number, onChecks, "how many sides are in check", func(e *env) float64 { return float64(len(e.s.Checks())) }),

	about("weight", SortSide, formula.Number, onWeights, "the side's Weight as last posted", func(e *env, x string) float64 { return number(e.s.Weight(x)) }),
	about("in_check", SortSide, formula.Bool, onChecks, "the side is in check", func(e *env, x string) float64 { return truth(e.s.InCheck(x)) }),
	about2("checked_by", SortSide, SortPiece, formula.Bool, onChecks, "the piece gives check to the side", func(e *env, x, y string) float64 {
		for _, c := range e.s.Checks() {
			for _, by := range c.By {
				if c.Side == x && by == y {
					return 1
				}
			}
		}
		return 0
	}),
	about("on_board", SortSide, formula.Number, onPieces|onSides, "how many pieces the side has on the board", func(e *env, x string) float64 {
		on, _ := e.s.CountPieces(x)
		return float64(on)
	}),
	about("off_board", SortSide, formula.Number, onPieces|onSides, "how many pieces the side holds off the board", func(e *env, x string) float64 {
		_, off := e.s.CountPieces(x)
		return float64(off)
	}),
	about2("owns", SortSide, SortType, formula.Number, onPieces|onSides, "how many pieces of the type the side has, on the board and off", func(e *env, x, y string) float64 {
		n := 0
		for p := range e.s.PiecesOf(x) {
			if p.Type == y {
				n++
			}
		}
		return float64(n)
	}),
	about("place", SortSide, formula.Number, onList, "the side's place in the order, from 1; 0 if it has none", func(e *env, x string) float64 {
		for i, side := range e.s.Order() {
			if side == x {
				return float64(i + 1)
			}
		}
		return 0
	}),
	nameOf(SortPlayer, about("holder", SortSide, formula.Thing, onSides, "the player who holds the side", func(e *env, x string) float64 {
		side, _ := e.s.Side(x)
		return e.id(side.Player)
	})),
	nameOf(SortPlay, about("last_play", SortSide, formula.Thing, onPlays|onSides, "the kind of the side's last atomic play: move, capture, placement, pass, surrender, or a kind of move that the rules declare", func(e *env, x string) float64 {
		side, _ := e.s.Side(x)
		return e.id(side.Last.Play)
	})),
	about("defaults", SortSide, formula.Number, onPlays|onSides, "how many default plays in a row the side has made", func(e *env, x string) float64 {
		side, _ := e.s.Side(x)
		return float64(side.Defaults)
	}),
	about("in_game", SortSide, formula.Bool, onSides, "the side is in the game", func(e *env, x string) float64 {
		_, ok := e.s.Side(x)
		return truth(ok)
	}),

	about(events.Usual().Marks, SortPlayer, formula.Number, onAccounts, "how many "+events.Usual().Marks+" the player holds", func(e *env, x string) float64 { return float64(e.s.Held(x, events.Usual().Marks)) }),
	about("hands_won", SortPlayer, formula.Number, onHands|onSides, "how many hands the player has won", func(e *env, x string) float64 {
		n := 0
		for _, t := range e.s.Titles() {
			if e.s.WonBy(t) == x {
				n++
			}
		}
		return float64(n)
	}),
	about("active", SortPlayer, formula.Bool, onPlayers, "the player is registered and not on vacation", func(e *env, x string) float64 {
		p, ok := e.s.Player(x)
		return truth(ok && p.Status == aggregate.StatusActive)
	}),
	about("money", SortAccount, formula.Number, onAccounts, "what the account holds in A$", func(e *env, x string) float64 {
		return number(e.s.Balance(x, events.MoneyAsset))
	}),
	about2("balance", SortAccount, SortAsset, formula.Number, onAccounts, "what the account holds of the asset: money, an award's name, …", func(e *env, x, y string) float64 {
		return number(e.s.Balance(x, y))
	}),

	nameOf(SortType, about("at", SortSquare, formula.Thing, onPieces, "the type of the piece on the square", func(e *env, x string) float64 {
		p, _ := e.s.PieceAt(x)
		return e.id(p.Type)
	})),
	nameOf(SortPiece, about("piece_at", SortSquare, formula.Thing, onPieces, "the piece on the square", func(e *env, x string) float64 {
		p, _ := e.s.PieceAt(x)
		return e.id(p.ID)
	})),
	nameOf(SortSide, about("owner", SortSquare, formula.Thing, onPieces, "the side that owns the piece on the square", func(e *env, x string) float64 {
		p, _ := e.s.PieceAt(x)
		return e.id(p.Side)
	})),
	nameOf(SortSquare, about("square", SortPiece, formula.Thing, onPieces, "where the piece stands; none while it is off-board", func(e *env, x string) float64 {
		p, _ := e.s.Piece(x)
		return e.id(p.At)
	})),
	nameOf(SortSide, about("side_of", SortPiece, formula.Thing, onPieces, "the side that owns the piece", func(e *env, x string) float64 {
		p, _ := e.s.Piece(x)
		return e.id(p.Side)
	})),
	nameOf(SortType, about("type", SortPiece, formula.Thing, onPieces, "the piece's type", func(e *env, x string) float64 {
		p, _ := e.s.Piece(x)
		return e.id(p.Type)
	})),
	about("exists", SortPiece, formula.Bool, onPieces, "the piece exists: created and not destroyed", func(e *env, x string) float64 {
		_, ok := e.s.Piece(x)
		return truth(ok)
	}),
	remembered(about("captured", SortPiece, formula.Bool, onPieces, "the piece was captured and has not returned to the board", func(e *env, x string) float64 {
		return truth(e.fallen[x])
	})),
	remembered(about("captures", SortPiece, formula.Number, onPieces, "how often the piece has captured another", func(e *env, x string) float64 { return float64(e.took[x]) })),
	about2("counter", SortPiece, SortCounter, formula.Number, onPieces, "the piece's counter of that name; 0 if it has none", func(e *env, x, y string) float64 {
		p, _ := e.s.Piece(x)
		for _, c := range p.Counters {
			if c.Name == y {
				return float64(c.Value)
			}
		}
		return 0
	}),
	about("count", SortType, formula.Number, onPieces, "how many pieces of the type are on the board, of all sides", func(e *env, x string) float64 {
		n := 0
		for p := range e.s.Pieces() {
			if p.Type == x && p.At != "" {
				n++
			}
		}
		return float64(n)
	}),

	about("rule", SortRule, formula.Number, onLaw, "the rule's revision in force; -1 if it is not in force", func(e *env, x string) float64 {
		if r, ok := e.s.Rule(x); ok {
			return float64(r.Revision)
		}
		return -1
	}),
	nameOf(SortReading, about("reading", SortEntry, formula.Thing, onLaw, "the current reading, adopted or by default", func(e *env, x string) float64 {
		for _, r := range e.s.Readings() {
			if r.Entry == x {
				return e.id(r.Reading)
			}
		}
		return e.id(e.names.byDefault(x))
	})),
}

// ofRules are the words that the rules of a game bring: a variable for each stage, true while it lasts, and a function of a side for each
// attribute. A name is written with _ for what a word cannot have; what another word has already is left to that one.
func ofRules(stages, attributes []string) (list []word) {
	add := func(name string, make func(as string) word) {
		as := strings.NewReplacer("-", "_", " ", "_").Replace(name)
		if isWord(as) && !slices.ContainsFunc(slices.Concat(words, list), func(w word) bool { return w.name == as }) {
			list = append(list, make(as))
		}
	}
	for _, name := range stages {
		add(name, func(as string) word {
			return variable(as, formula.Bool, onGame, "the stage lasts", func(e *env) float64 { return truth(e.s.Stage(name).State == aggregate.StageRunning) })
		})
	}
	for _, name := range attributes {
		add(name, func(as string) word {
			return about(as, SortSide, formula.Bool, onSides, "the side has the attribute", func(e *env, x string) float64 {
				side, _ := e.s.Side(x)
				return truth(side.Has(name))
			})
		})
	}
	return list
}

// isWord reports whether formulas can have a word of that name.
func isWord(name string) bool {
	return strings.Trim(name, "_0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && strings.Trim(name[:min(1, len(name))], "0123456789") != ""
}

// Word is a word of the language of conditions, for a list of them.
type Word struct {
	Name string `json:"name"` // as written: "weight(SIDE)"
	Kind string `json:"kind"` // what it yields: "number", "condition", or what its name is of: "side"
	Says string `json:"says"`
}

// Words lists the words of conditions on any game, and in capitals those that its rules bring.
func Words() []Word {
	all := append(slices.Clone(words),
		variable("STAGE", formula.Bool, onGame, "the stage of that name lasts, as the game's rules have it: truce", nil),
		about("ATTRIBUTE", SortSide, formula.Bool, onSides, "the side has the attribute of that name, as the game's rules have it: asleep", nil))
	list := make([]Word, len(all))
	for i, w := range all {
		x := Word{Name: w.name, Says: w.says}
		switch w.kind {
		case formula.Number:
			x.Kind = "number"
		case formula.Bool:
			x.Kind = "condition"
		default:
			x.Kind = noun(w.sort)
		}
		if !w.bare {
			args := make([]string, len(w.args))
			for k, a := range w.args {
				args[k] = arguments[a]
			}
			x.Name = fmt.Sprintf("%s(%s)", w.name, strings.Join(args, ", "))
		}
		list[i] = x
	}
	return list
}

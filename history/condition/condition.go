package condition

import (
	"maps"
	"slices"
	"strconv"
	"strings"

	"adjudicate/aggregate"
	"adjudicate/events"
	"adjudicate/rules/formula"
	"adjudicate/rules/names"
	speech "adjudicate/rules/words"
)

// Condition is a compiled condition. It is immutable; Watches of it may be used side by side.
type Condition struct {
	src    string
	holds  *formula.Formula
	rests  rests
	memory bool // it asks for what a state forgets
	names  *Catalogue
	ids    map[string]int // of the names written in it; never iterated
	texts  []string       // by id; 0 is nothing
	asked  []asked
	words  []word // words, and those that the game's rules bring

	variables, functions []*word // by their place in the vocabulary
}

// asked is something that the condition asks for, so that an answer can say what it was.
type asked struct {
	text string
	word *word
	is   *formula.Formula
}

// Compile compiles a condition over the names of a history. Its errors are *formula.Error.
func Compile(src string, names *Catalogue) (*Condition, error) {
	c := &Condition{src: src, names: names, ids: map[string]int{"": 0}, texts: []string{""}, words: slices.Concat(words, ofRules(names.stages.list, names.attributes.list))}
	v := c.vocabulary()
	f, err := formula.CompileCondition(src, v)
	if err != nil {
		return nil, err
	}
	c.holds = f
	for _, name := range f.Vars() {
		c.ask(v, name, nil)
	}
	for _, call := range f.Calls() {
		c.ask(v, call.Name, call.Texts)
	}
	return c, nil
}

// String returns the condition as it was written.
func (c *Condition) String() string { return c.src }

// vocabulary is that of the words, resolving names against the catalogue.
func (c *Condition) vocabulary() *formula.Vocabulary {
	v := &formula.Vocabulary{Names: &formula.Names{Sorts: sorts, Resolve: c.resolve}}
	for i := range c.words {
		w := &c.words[i]
		if w.bare {
			c.variables = append(c.variables, w)
			v.Vars = append(v.Vars, formula.Var{Name: w.name, Kind: w.kind, Sort: w.sort})
			continue
		}
		c.functions = append(c.functions, w)
		f := formula.Func{Name: w.name, Result: w.kind, Sort: w.sort, Sorts: w.args}
		for range w.args {
			f.Args = append(f.Args, formula.Thing)
		}
		v.Funcs = append(v.Funcs, f)
	}
	// No text calls it by this name.
	v.Funcs = append(v.Funcs, formula.Func{Name: "its holder", Args: []formula.Kind{formula.Thing},
		Sorts: []formula.Sort{SortSide}, Result: formula.Thing, Sort: SortPlayer})
	return v
}

// None is the name of nothing.
const None = "none"

// resolve says what a name stands for.
func (c *Condition) resolve(sort formula.Sort, text string, beside formula.Call) (formula.Naming, error) {
	if text == None && beside.Name != "" {
		return formula.Naming{}, nil
	}
	if sort == SortReading {
		return c.reading(text, beside)
	}
	name, err := c.names.find(sort, text)
	if err == nil {
		return formula.Naming{ID: c.id(name)}, nil
	}
	if sort == SortPlayer || sort == SortAccount {
		// A side stands for the player who holds it.
		if side, ok := c.names.sides.find(text); ok {
			return formula.Naming{ID: c.id(side), Via: len(c.functions) + 1}, nil
		}
	}
	return formula.Naming{}, err
}

// reading resolves a reading beside reading(ENTRY).
func (c *Condition) reading(text string, beside formula.Call) (formula.Naming, error) {
	if len(beside.Texts) != 1 {
		return formula.Naming{ID: c.id(text)}, nil
	}
	entry, err := c.names.Entry(beside.Texts[0])
	if err != nil {
		return formula.Naming{}, err
	}
	list := c.names.readings(entry)
	if slices.Contains(list, text) {
		return formula.Naming{ID: c.id(text)}, nil
	}
	return formula.Naming{}, names.Unknown("reading of "+entry, text, list)
}

func (c *Condition) id(name string) int {
	id, ok := c.ids[name]
	if !ok {
		id = len(c.texts)
		c.ids[name] = id
		c.texts = append(c.texts, name)
	}
	return id
}

// ask notes that the condition asks for a word.
func (c *Condition) ask(v *formula.Vocabulary, name string, texts []string) {
	if name == "its holder" {
		name = "holder"
	}
	i := slices.IndexFunc(c.words, func(w word) bool { return w.name == name })
	w := &c.words[i]
	c.rests |= w.rests
	c.memory = c.memory || w.memory
	if len(texts) != len(w.args) {
		return // of something that is itself asked for, as weight(turn)
	}
	x := asked{text: name, word: w}
	src := name
	if !w.bare {
		quoted, plain := make([]string, len(texts)), make([]string, len(texts))
		for k, t := range texts {
			quoted[k], plain[k] = strconv.Quote(t), t
			if !isPlain(t) {
				plain[k] = quoted[k]
			}
		}
		src += "(" + strings.Join(quoted, ", ") + ")"
		x.text += "(" + strings.Join(plain, ", ") + ")"
	}
	var err error
	if x.is, err = formula.CompileValue(src, v, w.kind); err == nil {
		c.asked = append(c.asked, x)
	}
}

// isPlain reports whether a name can be written without quotation marks.
func isPlain(name string) bool {
	for i, r := range name {
		letter := r == '_' || r|0x20 >= 'a' && r|0x20 <= 'z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != "" && !formula.Reserved(name) && name != "in"
}

// Watch follows one game and says whether the condition holds in it. It is not safe for use by
// several goroutines.
type Watch struct {
	c     *Condition
	e     env
	fresh bool // now is up to date
	now   bool
	kept  []float64 // what was asked for, when Keep was called
}

// env is what a condition is evaluated in: a state, and what a state forgets.
type env struct {
	s      *aggregate.State
	c      *Condition
	names  *Catalogue
	ids    map[string]int // never iterated
	texts  []string
	plays  int
	fallen map[string]bool // pieces captured and not come back; never iterated
	took   map[string]int  // captures of each piece; never iterated
}

// Watch begins to follow a game before its first event.
func (c *Condition) Watch() *Watch {
	return &Watch{c: c, e: env{
		s: aggregate.NewState(), c: c, names: c.names, ids: maps.Clone(c.ids), texts: slices.Clone(c.texts),
		fallen: map[string]bool{}, took: map[string]int{},
	}}
}

// Fold takes the next outcome. Inputs change nothing.
func (w *Watch) Fold(payload events.Payload) {
	switch p := payload.(type) {
	case events.PlayEnded:
		w.e.plays++
	case events.PieceCaptured:
		w.e.fallen[p.Piece] = true
		w.e.took[p.By]++
	case events.PiecePlaced:
		delete(w.e.fallen, p.Piece)
	case events.PieceDestroyed:
		delete(w.e.fallen, p.Piece)
	}
	w.e.s.Apply(payload)
	if w.c.rests&restsOf(payload) != 0 {
		w.fresh = false
	}
}

// Remembers reports whether the condition asks for something that a state does not hold, such as how
// many plays there were: it must be followed from the first event, by a Watch.
func (c *Condition) Remembers() bool { return c.memory }

// In asks the condition of a state, and what it asks for there. It is not for a condition that
// Remembers.
func (c *Condition) In(s *aggregate.State) (bool, []Value) {
	w := c.Watch()
	w.e.s = s
	return w.Holds(), w.Values()
}

// Stale reports whether the answer may differ from the one that Holds gave last.
func (w *Watch) Stale() bool { return !w.fresh }

// Holds reports whether the condition holds in the game as it stands.
func (w *Watch) Holds() bool {
	if !w.fresh {
		w.now, w.fresh = w.c.holds.Holds(&w.e), true
	}
	return w.now
}

// Value is something that a condition asks for, and what it is in a game.
type Value struct {
	Of string `json:"of"` // "weight(Red)"
	Is string `json:"is"` // "104.5", "yes", "Teacup", "none"
}

// Values returns what the condition asks for and what it is as the game stands: of the whole game
// first, then of sides, pieces and so on, in the order in which the condition asks.
func (w *Watch) Values() []Value {
	list := make([]Value, 0, len(w.c.asked))
	for _, x := range w.c.asked {
		list = append(list, Value{Of: x.text, Is: w.e.written(x.word, x.is.Eval(&w.e))})
	}
	return list
}

// Keep notes what Values would return, at little cost.
func (w *Watch) Keep() {
	w.kept = w.kept[:0]
	for _, x := range w.c.asked {
		w.kept = append(w.kept, x.is.Eval(&w.e))
	}
}

// Kept returns what Values would have returned when Keep was called last.
func (w *Watch) Kept() []Value {
	list := make([]Value, 0, len(w.kept))
	for i, v := range w.kept {
		list = append(list, Value{Of: w.c.asked[i].text, Is: w.e.written(w.c.asked[i].word, v)})
	}
	return list
}

func (e *env) written(w *word, v float64) string {
	switch {
	case w.kind == formula.Number:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case w.kind == formula.Bool && v != 0:
		return "yes"
	case w.kind == formula.Bool:
		return "no"
	case v == 0:
		return None
	}
	return e.name(v)
}

// Var implements formula.Env.
func (e *env) Var(i int) float64 { return e.c.variables[i].answer(e, nil) }

// Call implements formula.Env.
func (e *env) Call(f int, args []float64) float64 {
	if f == len(e.c.functions) { // the one after them: its holder
		// A side without a player is held by somebody who is not even nobody.
		if side, _ := e.s.Side(e.name(args[0])); side.Player != "" {
			return e.id(side.Player)
		}
		return nobody
	}
	return e.c.functions[f].answer(e, args)
}

// nobody is the id of a name that is equal to no other.
const nobody = -1

// name returns the name of an id.
func (e *env) name(id float64) string {
	if id == nobody {
		return ""
	}
	return e.texts[int(id)]
}

// id returns the id of a name, a new one for a name that no condition has written.
func (e *env) id(name string) float64 {
	id, ok := e.ids[name]
	if !ok {
		id = len(e.texts)
		e.ids[name] = id
		e.texts = append(e.texts, name)
	}
	return float64(id)
}

// Speaker says things as the game does that the condition is asked of.
func (c *Condition) Speaker() *speech.Speaker { return c.names.Speaker() }

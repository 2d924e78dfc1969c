package formula

import "slices"

// Kind is the kind of a value.
type Kind uint8

// The kinds of values. A Text is never the result of a formula; a Thing is known only to
// vocabularies with Names, attributes or sets.
const (
	Number Kind = iota
	Bool
	Text
	Thing
)

// String returns the kind as it is called in messages.
func (k Kind) String() string {
	switch k {
	case Number:
		return "a number"
	case Bool:
		return "a condition"
	case Thing:
		return "a name"
	default:
		return "a text"
	}
}

// Var is a variable of a vocabulary.
type Var struct {
	Name string
	Kind Kind // Number, Bool or Thing
	Sort Sort // of a Thing

	Span Range // of a Number: what it is in a game, for Doubts; zero if nothing is known. A Range does not rest on it
}

// Func is a function of a vocabulary.
//
// Resolve turns the text in argument i into an id while the formula is compiled; the id
// is what Env.Call receives. A function with a Text argument and no Resolve is refused
// unless it is static.
//
// A function whose Result is Text is static: it is evaluated while the formula is
// compiled, by Vocabulary.Static, and its arguments must be texts. Its Resolve, if any,
// checks the arguments.
type Func struct {
	Name    string
	Args    []Kind
	Result  Kind
	Resolve func(i int, text string) (int, error)

	Sort  Sort   // of a Result that is a Thing
	Sorts []Sort // of the arguments that are, as long as Args if there are any
	Cost  int    // how many steps it takes to answer, at most; 0 is 1
	Span  Range  // what the result can be; zero if whoever asks for the Range of a formula says so
}

// Vocabulary is the names that a formula may use. Var and Call of an Env receive indices
// into Vars and Funcs. Of two of one name the first counts. A vocabulary is not changed by compiling.
type Vocabulary struct {
	Vars  []Var
	Funcs []Func
	Attrs []Attr
	Sets  []Set

	Quantities []Quantity // formulas with names

	// Static evaluates a function whose result is Text. With Static nil or ok false a
	// formula that calls such a function is refused.
	Static func(name string, args []string) (text string, ok bool)

	// Literal, if set, is asked whether what a static function yields may be compared
	// with a literal; its error refuses the formula.
	Literal func(name string, args []string, literal string) error

	// Names, if set, lets the vocabulary speak of things that have names.
	Names *Names

	// Elsewhere holds words that have a meaning in other formulas, with what to say of them:
	// "it is known where something is captured".
	Elsewhere map[string]string

	// Meant holds words that people write for words of the vocabulary, with those words, the likeliest first: of them a message
	// suggests the first that can stand there.
	Meant map[string][]string
}

// Env gives a formula its values. Args is only valid during the call and must not be
// changed; texts arrive as the ids that Resolve gave them. A Bool is 1 or 0.
type Env interface {
	Var(i int) float64
	Call(f int, args []float64) float64
}

// builtin is a function of every vocabulary, with the numbers that it takes.
type builtin struct {
	name        string
	op          op
	least, most int
}

// builtins are the functions of every vocabulary.
var builtins = []builtin{
	{"floor", opFloor, 1, 1},
	{"ceil", opCeil, 1, 1},
	{"abs", opAbs, 1, 1},
	{"min", opMin, 2, 8},
	{"max", opMax, 2, 8},
	{"mod", opMod, 2, 2},
}

// laterWords are builtin functions that came when rules had been written, in which a vocabulary may use the word: a function has brackets.
var laterWords = []string{"mod"}

// reserved are words of the language that no variable or function may be called.
var reserved = []string{"and", "or", "not", "true", "false", "nil", "edge", "let", "if", "else", "matches", "contains"}

// Reserved reports whether a word belongs to the language itself, so that a vocabulary
// cannot use it as a name.
func Reserved(word string) bool {
	if slices.Contains(reserved, word) {
		return true
	}
	for _, b := range builtins {
		if b.name == word {
			return !slices.Contains(laterWords, word)
		}
	}
	return false
}

func (v *Vocabulary) variable(name string) int {
	return slices.IndexFunc(v.Vars, func(x Var) bool { return x.Name == name })
}

func (v *Vocabulary) function(name string) int {
	return slices.IndexFunc(v.Funcs, func(x Func) bool { return x.Name == name })
}

// names returns every name of the vocabulary, for suggestions.
func (v *Vocabulary) names() []string {
	var names []string
	for _, x := range v.Vars {
		names = append(names, x.Name)
	}
	for _, x := range v.Funcs {
		names = append(names, x.Name+"()")
	}
	for _, q := range v.Quantities {
		if !q.Owned {
			names = append(names, q.Name)
		}
	}
	for _, b := range builtins {
		names = append(names, b.name+"()")
	}
	if v.things() {
		for _, q := range quantifiers {
			names = append(names, q.name+"()")
		}
	}
	return names
}

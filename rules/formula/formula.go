package formula

import (
	"fmt"
	"slices"
	"sync"
)

// Formula is a compiled formula. It is immutable and safe for concurrent use.
type Formula struct {
	src    string
	kind   Kind
	code   []instruction
	consts []float64 // arguments of calls that are known
	vars   []string
	asks   int // the variables of the vocabulary up to the last that it asks for
	calls  []Call
	known  bool
	value  float64
	tree   *node
	sort   Sort // of a Thing
	things bool // it asks attributes or sets
	loops  bool
	cost   int64
}

// Call is a call in a formula: a function of the vocabulary and its texts, in order; an attribute
// with a point before its name; or a set, with a point if it is what a thing has.
type Call struct {
	Name  string
	Texts []string
}

// stack is how deep evaluation can get: a node of depth n needs at most n values of each
// of its ancestors' earlier children; the most a tree within limits needs is checked.
const stack = 32

// MostCost is how many steps a formula may take, at most; see [Formula.Cost].
const MostCost = 20_000_000

// Compile compiles a formula whose result must be of the kind want. Its errors are *Error.
func Compile(src string, v *Vocabulary, want Kind) (*Formula, error) {
	tree, err := parse(src)
	if err != nil {
		return nil, err
	}
	return compile(src, tree, v, want, false)
}

func compile(src string, tree *syntax, v *Vocabulary, want Kind, typed bool) (*Formula, error) {
	t := translator{v: v, typed: typed}
	x, err := t.value(tree, want, "here", 1)
	if err != nil {
		return nil, err
	}
	return assemble(src, v, x)
}

func assemble(src string, v *Vocabulary, x *node) (*Formula, error) {
	f := &Formula{src: src, kind: x.kind, sort: x.sort, tree: x}
	if x.op == opConst {
		f.known, f.value = true, x.num
		return f, nil
	}
	e := emitter{f: f}
	e.emit(x)
	if e.most > stack {
		return nil, &Error{Column: 1, Message: fmt.Sprintf("formula too complex: more than %d values at once", stack)}
	}
	if e.reaches > mostReaches {
		return nil, &Error{Column: 1, Message: fmt.Sprintf("formula too complex: more than %d sets of connected things inside each other", mostReaches)}
	}
	if f.cost = x.cost(); f.cost > MostCost {
		return nil, &Error{Column: 1, Message: fmt.Sprintf("formula too costly: up to %d steps, at most %d are allowed", f.cost, MostCost),
			Hint: "nested quantifiers multiply their sets"}
	}
	f.collect(v, x)
	return f, nil
}

// collect lists the names that x uses, each once, in the order of their appearance.
func (f *Formula) collect(v *Vocabulary, x *node) {
	switch x.op {
	case opVar:
		x.name = v.Vars[x.idx].Name
		f.asks = max(f.asks, int(x.idx)+1)
		if !slices.Contains(f.vars, x.name) {
			f.vars = append(f.vars, x.name)
		}
	case opCall:
		c := Call{Name: v.Funcs[x.idx].Name}
		for i, k := range x.kids {
			if kind := v.Funcs[x.idx].Args[i]; kind == Text || kind == Thing && k.op == opConst {
				c.Texts = append(c.Texts, k.text)
			}
		}
		x.name, x.texts = c.Name, c.Texts
		f.calls = appendCall(f.calls, c)
	case opAttr:
		x.name = "." + v.Attrs[x.idx].Name
		f.things = true
		f.calls = appendCall(f.calls, Call{Name: x.name, Texts: x.texts})
	case opReach:
		f.things, f.loops = true, true
	case opCount, opAny, opAll, opSum, opLeast, opGreatest, opFirst:
		if x.name = v.Sets[x.idx].Name; v.Sets[x.idx].Owned {
			x.name = "." + x.name
		}
		f.things, f.loops = true, true
		f.calls = appendCall(f.calls, Call{Name: x.name})
	}
	for _, k := range x.kids {
		f.collect(v, k)
	}
}

func appendCall(list []Call, c Call) []Call {
	if slices.ContainsFunc(list, func(o Call) bool { return o.Name == c.Name && slices.Equal(o.Texts, c.Texts) }) {
		return list
	}
	return append(list, c)
}

// String returns the formula as it was written.
func (f *Formula) String() string { return f.src }

// Kind returns the kind of the result.
func (f *Formula) Kind() Kind { return f.kind }

// Const returns the result if it depends on no variable and no call.
func (f *Formula) Const() (float64, bool) { return f.value, f.known }

// Vars returns the names of the variables that the result depends on.
func (f *Formula) Vars() []string { return slices.Clone(f.vars) }

// Calls returns the calls that the result depends on. What constants have decided is left
// out, so that a call behind a reading that does not hold is not among them.
func (f *Formula) Calls() []Call { return slices.Clone(f.calls) }

// Sort returns the sort of the thing that a formula of things yields.
func (f *Formula) Sort() Sort { return f.sort }

// AsksFirst reports whether the result depends on nothing but the first n variables of the vocabulary.
func (f *Formula) AsksFirst(n int) bool { return f.asks <= n && len(f.calls) == 0 && !f.things }

// Things reports whether the result depends on attributes or sets of things.
func (f *Formula) Things() bool { return f.things }

// Quantified reports whether the result depends on the members of a set.
func (f *Formula) Quantified() bool { return f.loops }

// Cost returns how many questions to the Env an evaluation takes at most, each counted with its
// own cost.
func (f *Formula) Cost() int64 { return f.cost }

// Uses reports whether the result depends on a variable, function, attribute or set of that name, as
// Calls has it.
func (f *Formula) Uses(name string) bool {
	return slices.Contains(f.vars, name) || slices.ContainsFunc(f.calls, func(c Call) bool { return c.Name == name })
}

// Eval computes the result; a Bool is 1 or 0, a Thing its id or Absent. It allocates nothing. An operand
// that does not decide "and", "or" or "?:" is not asked for, nor a member after the one that decides a
// quantifier. To an Env that is no Things everything is absent.
func (f *Formula) Eval(env Env) float64 {
	if f.known {
		return f.value
	}
	var things Things
	if f.things {
		if things, _ = env.(Things); things == nil {
			things = nothing{env}
		}
	}
	var s [stack]float64
	var reached [mostReaches]*reach
	open := 0
	top := -1
	for i := 0; i < len(f.code); i++ {
		in := &f.code[i]
		switch in.op {
		case opConst:
			top++
			s[top] = in.num
		case opVar:
			top++
			s[top] = env.Var(int(in.idx))
		case opCallConst:
			top++
			s[top] = env.Call(int(in.idx), f.consts[in.at:int(in.at)+int(in.n):int(in.at)+int(in.n)])
		case opCall:
			top -= int(in.n) - 1
			s[top] = call(env, int(in.idx), s[top:top+int(in.n)])
		case opAnd:
			if s[top] == 0 {
				i = int(in.idx) - 1
			} else {
				top--
			}
		case opOr:
			if s[top] != 0 {
				i = int(in.idx) - 1
			} else {
				top--
			}
		case opUnless:
			if s[top] == 0 {
				i = int(in.idx) - 1
			}
			top--
		case opJump:
			i = int(in.idx) - 1
		case opNeg, opNot, opFloor, opCeil, opAbs:
			s[top] = apply(in.op, s[top], 0)
		case opLocal:
			top++
			s[top] = s[int(in.n)+loopMember]
		case opAttr:
			top -= int(in.n)
			if s[top] < 0 {
				s[top] = in.num
			} else if in.n == 0 {
				s[top] = things.Attr(int(in.idx), s[top], nil)
			} else {
				s[top] = attr(things, int(in.idx), s[top], s[top+1:top+1+int(in.n)])
			}
		case opAttrConst:
			if s[top] < 0 {
				s[top] = in.num
			} else {
				s[top] = things.Attr(int(in.idx), s[top], f.consts[in.at:int(in.at)+int(in.n):int(in.at)+int(in.n)])
			}
		case opBegin:
			s[top+1], s[top+2], s[top+3] = Absent, in.num, 0
			top += loopSize - 2
			if in.n == 1 && s[top+1-loopSize] < 0 {
				i = int(in.idx) - 1 // it is the set of an absent thing
			}
		case opNext:
			base := top + 1 - loopSize
			var next float64
			if in.num != 0 {
				next = reached[open-1].after(s[base+loopMember])
			} else {
				next = things.Next(int(in.at), s[base], s[base+1], s[base+loopMember])
			}
			s[base+loopMember] = next
			if next < 0 {
				i = int(in.idx) - 1
			}
		case opCount, opAny, opAll, opSum, opLeast, opGreatest, opFirst:
			if step(in.op, in.n, &s, top) {
				top -= int(in.n)
			} else {
				top -= int(in.n)
				i = int(in.idx) - 1
			}
		case opReach:
			reached[open] = reachFrom(s[top])
			open++
			top += loopMember
			s[top-1], s[top] = 0, Absent
		case opStep:
			if s[top] = reached[open-1].step(things, int(in.at)); s[top] < 0 {
				top--
				i = int(in.idx) - 1
			}
		case opTest:
			if s[top] != 0 {
				reached[open-1].take(s[top-1])
			}
			top--
			i = int(in.idx) - 1
		case opEnd:
			if in.num != 0 {
				open--
				reached[open].close()
			}
			top -= loopSize - 1
			s[top] = s[top+loopResult]
		default:
			top--
			s[top] = apply(in.op, s[top], s[top+1])
		}
	}
	return s[0]
}

// Holds evaluates a condition.
func (f *Formula) Holds(env Env) bool { return f.Eval(env) != 0 }

// arguments keeps slices for calls with computed arguments, so that evaluation's own
// stack never leaves Eval's frame.
var arguments = sync.Pool{New: func() any { return new([stack]float64) }}

func call(env Env, f int, args []float64) float64 {
	buf := arguments.Get().(*[stack]float64)
	n := copy(buf[:], args)
	v := env.Call(f, buf[:n:n])
	arguments.Put(buf)
	return v
}

func attr(env Things, i int, of float64, args []float64) float64 {
	buf := arguments.Get().(*[stack]float64)
	n := copy(buf[:], args)
	v := env.Attr(i, of, buf[:n:n])
	arguments.Put(buf)
	return v
}

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
	calls  []Call
	known  bool
	value  float64
	tree   *node
}

// Call is a call in a formula: a function of the vocabulary and its texts, in order.
type Call struct {
	Name  string
	Texts []string
}

// stack is how deep evaluation can get: a node of depth n needs at most n values of each
// of its ancestors' earlier children; the most a tree within limits needs is checked.
const stack = 32

// Compile compiles a formula whose result must be of the kind want. Its errors are *Error.
func Compile(src string, v *Vocabulary, want Kind) (*Formula, error) {
	tree, err := parse(src)
	if err != nil {
		return nil, err
	}
	t := translator{v: v}
	x, err := t.value(tree, want, "here", 1)
	if err != nil {
		return nil, err
	}
	return assemble(src, v, x)
}

func assemble(src string, v *Vocabulary, x *node) (*Formula, error) {
	f := &Formula{src: src, kind: x.kind, tree: x}
	if x.op == opConst {
		f.known, f.value = true, x.num
		return f, nil
	}
	e := emitter{f: f}
	e.emit(x)
	if e.most > stack {
		return nil, &Error{Column: 1, Message: fmt.Sprintf("the formula needs more than %d values at once", stack)}
	}
	f.collect(v, x)
	return f, nil
}

// collect lists the names that x uses, each once, in the order of their appearance.
func (f *Formula) collect(v *Vocabulary, x *node) {
	switch x.op {
	case opVar:
		x.name = v.Vars[x.idx].Name
		if !slices.Contains(f.vars, x.name) {
			f.vars = append(f.vars, x.name)
		}
	case opCall:
		c := Call{Name: v.Funcs[x.idx].Name}
		for i, k := range x.kids {
			if kind := v.Funcs[x.idx].Args[i]; kind == Text || kind == Name && k.op == opConst {
				c.Texts = append(c.Texts, k.text)
			}
		}
		x.name, x.texts = c.Name, c.Texts
		if !slices.ContainsFunc(f.calls, func(o Call) bool { return o.Name == c.Name && slices.Equal(o.Texts, c.Texts) }) {
			f.calls = append(f.calls, c)
		}
	}
	for _, k := range x.kids {
		f.collect(v, k)
	}
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

// Uses reports whether the result depends on a variable or function of that name.
func (f *Formula) Uses(name string) bool {
	return slices.Contains(f.vars, name) || slices.ContainsFunc(f.calls, func(c Call) bool { return c.Name == name })
}

// Eval computes the result; a Bool is 1 or 0. It allocates nothing. An operand that does
// not decide "and", "or" or "?:" is not asked for.
func (f *Formula) Eval(env Env) float64 {
	if f.known {
		return f.value
	}
	var s [stack]float64
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

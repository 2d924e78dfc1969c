// Package formula compiles and evaluates the formulas and conditions of rules: a price, a Weight,
// when a piece may shoot, how far it moves.
//
// # Idea
//
// A formula is a small, closed, total expression over the names of a [Vocabulary]. It has no
// recursion and no definitions, and loops only over finite sets that the vocabulary declares. So a
// rule written by anybody can be evaluated anywhere and always terminates; its maximum cost is known
// when it is compiled ([Formula.Cost]).
//
//	formula    = or [ "?" formula ":" formula ] .
//	or         = and { ( "or" | "||" ) and } .
//	and        = comparison { ( "and" | "&&" ) comparison } .
//	comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ] .
//	sum        = product { ( "+" | "-" ) product } .
//	product    = unary { ( "*" | "/" ) unary } .
//	unary      = { "-" | "not" | "!" } member .
//	member     = primary { "." attribute [ "(" arguments ")" ] } .
//	primary    = number | "true" | "false" | "none" | variable
//	           | function "(" [ arguments ] ")" | quantifier | "(" formula ")" .
//	arguments  = argument { "," argument } .
//	argument   = formula | text in single or double quotes .
//	quantifier = word "(" set [ "," name ] { "," formula } ")" .
//	set        = [ member "." ] name [ "(" formula ")" ] .
//
// "not" binds tighter than a comparison; "a < b < c" means "a < b and b < c". The built-in functions
// are floor, ceil and abs of one number, mod of two, min and max of two or more. Everything else comes from the
// vocabulary. A text may appear only as an argument, or in == and != beside a static function
// (reading("gess-adjacent") == "no") or a thing (it.type == "King").
//
// # Things
//
// A vocabulary may have things: pieces, squares, sides, each of a [Sort]. A thing has attributes
// (it.side), may be an argument of a function (distance(it, to)) and may be compared with another
// thing of its sort. "none" is the absent thing. Quantifiers range over a set of things and bind each
// member to "it", or to the name given before the conditions:
//
//	count(SET), count(SET, condition)      the number of members
//	any(SET, condition), all(SET, condition)
//	sum(SET, number), sum(SET, number, condition)
//	least(…), greatest(…)                  arguments as for sum; 0 for an empty set
//	first(SET, condition)                  the first member for which the condition holds, or none
//	first(SET, condition, number)          the one with the least number
//
// A set may be what is connected with a thing: the thing itself, and whatever a relation of the vocabulary
// leads to from a member, step by step, if a condition about it holds ([Set].Reach). In the condition "it" is
// the thing that is stepped to:
//
//	count(self.square.connected(it.empty))
//	any(it.connected(it.side == mover), s, s.in("edge"))
//
// Each thing is tested once, so that it costs at most what a loop over all of them does.
//
// A number of steps ([CompileSteps]) is a formula, a range "1..10", a list "[3, 5]", or the word
// "edge".
//
// # Names
//
// A text denotes a thing by its name ([Names]), as an argument and in == and !=. Conditions typed by
// people ([CompileCondition]) may omit quotation marks, and use "=" for "==".
//
// # Data
//
//	text ──lex──► tokens ──parse──► syntax ──translate──► tree ──fold──► flat code ──Eval(Env)──► number
//
// # Numbers
//
// Quantities of the rules are small multiples of ½. Sums, differences, products and halves of such
// numbers are exact in float64, and each operation is rounded separately, so every machine gives the
// same result. Literals that are not multiples of ½ are refused. Division by zero gives 0. Results
// beyond ±10¹⁵ are clamped to that bound: there is no infinity and no NaN. Booleans are 1 and 0.
//
// # Refuses
//
// Compile refuses unknown names (suggesting the nearest), arguments of the wrong kind or number,
// syntax errors, and formulas beyond [MostBytes], [MostNodes] or [MostDepth], each with its column.
package formula

// Limits of a formula.
const (
	MostBytes = 1000 // length of its text
	MostNodes = 200  // nodes of its tree
	MostDepth = 64   // depth of its tree
)

// Bound is the greatest absolute value that a formula can yield.
const Bound = 1e15

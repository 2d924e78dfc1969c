// Package formula answers what a formula or condition of a rule says: a price, a Weight,
// when a piece may shoot, how far it goes.
//
// # Idea
//
// A formula is a small, closed, total expression over the names of a [Vocabulary]. There
// are no loops but over finite sets that the vocabulary declares, no recursion and no definitions,
// so that a rule written by anybody can be evaluated anywhere and always ends; what it costs at
// most is known when it is compiled ([Formula.Cost]).
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
// "not" binds tighter than a comparison; "a < b < c" means "a < b and b < c". The built-in
// functions are floor, ceil and abs of one number, min and max of two or more. Everything
// else comes from the vocabulary. A text stands only as an argument, or in == and != beside
// a static function (reading("gess-adjacent") == "no") or a thing (it.type == "King").
//
// # Things
//
// A vocabulary may have things: pieces, squares, sides, each of a [Sort]. A thing can be asked for its
// attributes (it.side), handed to a function (distance(it, to)) and compared with another of its
// sort. A thing may be absent; "none" is what is not there. Quantifiers range over a set of things. Each
// member in turn is called "it", or by the name that stands before the conditions:
//
//	count(SET), count(SET, condition)      how many members
//	any(SET, condition), all(SET, condition)
//	sum(SET, number), sum(SET, number, condition)
//	least(…), greatest(…)                  as sum; 0 of nothing
//	first(SET, condition)                  the first member of which the condition holds, or none
//	first(SET, condition, number)          the one with the least number
//
// A number of steps ([CompileSteps]) is a formula, a range "1..10", a list "[3, 5]", or
// the word "edge".
//
// # Names
//
// A text stands for a thing that has a name ([Names]), as an argument and in == and !=. In conditions
// that people type ([CompileCondition]) quotation marks may be left out, and "=" stands for "==".
//
// # Data
//
//	text ──lex──► tokens ──parse──► syntax ──translate──► tree ──fold──► flat code ──Eval(Env)──► number
//
// # Numbers
//
// Quantities of the rules are small multiples of ½. Sums, differences, products and
// halves of such numbers are exact in float64, and each operation is rounded on its own,
// so that every machine gives the same result. Literals that are not multiples of ½ are
// refused. Division by zero gives 0. Results beyond ±10¹⁵ stay at that bound: there is no
// infinity and no NaN. Booleans are 1 and 0.
//
// # Refuses
//
// Compile refuses unknown names (and suggests a near one), wrong kinds and numbers of
// arguments, everything else that the parser would accept, and formulas beyond
// [MostBytes], [MostNodes] or [MostDepth]; each with the column.
package formula

// Limits of a formula.
const (
	MostBytes = 1000 // length of its text
	MostNodes = 200  // nodes of its tree
	MostDepth = 64   // depth of its tree
)

// Bound is the greatest absolute value that a formula can yield.
const Bound = 1e15

// Package formula answers what a formula or condition of a rule says: a price, a Weight,
// when a piece may shoot, how far it goes.
//
// # Idea
//
// A formula is a small, closed, total expression over the names of a [Vocabulary]. There
// are no loops, no recursion, no member access and no definitions, so that a rule written
// by anybody can be evaluated anywhere and always ends.
//
//	formula    = or [ "?" formula ":" formula ] .
//	or         = and { ( "or" | "||" ) and } .
//	and        = comparison { ( "and" | "&&" ) comparison } .
//	comparison = sum [ ( "==" | "!=" | "<" | "<=" | ">" | ">=" ) sum ] .
//	sum        = product { ( "+" | "-" ) product } .
//	product    = unary { ( "*" | "/" ) unary } .
//	unary      = [ "-" | "not" | "!" ] primary .
//	primary    = number | "true" | "false" | variable
//	           | function "(" [ argument { "," argument } ] ")" | "(" formula ")" .
//	argument   = formula | text in single or double quotes .
//
// "not" binds tighter than a comparison; "a < b < c" means "a < b and b < c". The built-in
// functions are floor, ceil and abs of one number, min and max of two or more. Everything
// else comes from the vocabulary. A text stands only as a function's argument, or beside
// a static function in == and != (reading("gess-adjacent") == "no").
//
// A number of steps ([CompileSteps]) is a formula, a range "1..10", a list "[3, 5]", or
// the word "edge".
//
// # Names
//
// A vocabulary may speak of things that have names ([Names]): a Name stands as an argument,
// and beside another of its sort in == and !=. Conditions that people type
// ([CompileCondition]) may then write names without quotation marks, and "=" for "==".
// Formulas of rules know none of this.
//
// # Data
//
//	text ──parser──► syntax tree ──translate──► our tree ──fold──► flat code ──Eval(Env)──► number
//
// The parser is that of github.com/expr-lang/expr; its tree is translated at once into
// ours, which knows nothing but the above.
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

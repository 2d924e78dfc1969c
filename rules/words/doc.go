// Package words answers how a game speaks: what it calls its assets, offices, stages and plays, and in which
// sentences it says what happened.
//
// # Idea
//
// The program knows mechanisms, and no game's words for them. A game brings a table of its own: names of what its
// rules declare, and sentences with placeholders, in any language. The table stands in the system.yaml of its folder and is recorded in the opening
// of every ledger, so that a ledger speaks for itself. What the rules call a thing (the title of a stage, one and many of an asset) comes before
// it; what neither says is said in plain English.
//
// # Data
//
//	words:
//	  language: de                                                   # whose plural forms: a BCP 47 tag, en if it is left out
//	  assets: {gems: {name: Edelsteine, one: ein Edelstein, other: "{n} Edelsteine"}}
//	  offices: {umpire: Schiedsrichter}
//	  messages: {asset-gained: "{account} bekommt {amount}{because}"}
//
// In memory and in events a table is a list of things with their words: "assets.gems.one", "offices.umpire",
// "messages.asset-gained". Amounts, and messages about a number ("counted"), have a text for each plural form (zero, one, two,
// few, many, other: those of CLDR that the language has); the form is chosen by the number.
//
// # Refuses
//
// An unknown section, message, placeholder, label or plural form, with the nearest one that there is; a plural form that the language
// does not have; a language that is no tag. Names of what no rule declares are doubts, not faults ([Texts.Doubts]).
package words

// Package words holds the vocabulary of a game: the names of its assets, offices, stages and plays,
// and the sentences that describe what happened.
//
// # Idea
//
// The program knows mechanisms but no game's words for them. A game brings a table of its own: names
// for what its rules declare, and sentences with placeholders, in any language. The table stands in
// the system.yaml of its folder and is recorded in the opening of every ledger, so that a ledger
// carries its own words. The table overrides what the rules call a thing (the title of a stage, the
// singular and plural of an asset); whatever neither names is said in plain English.
//
// # Data
//
//	words:
//	  language: de                                                   # a BCP 47 tag, selects plural forms; default en
//	  notation: san                                                  # views write plays as "Nbd7"; default in full, "Nb8-d7"
//	  assets: {gems: {name: Edelsteine, one: ein Edelstein, other: "{n} Edelsteine"}}
//	  offices: {umpire: Schiedsrichter}
//	  messages: {asset-gained: "{account} bekommt {amount}{because}"}
//
// In memory and in events a table is a list of keys with their texts: "assets.gems.one",
// "offices.umpire", "messages.asset-gained". Amounts, and messages about a number ("counted"), have a
// text for each CLDR plural form of the language (zero, one, two, few, many, other); the number selects
// the form.
//
// # Refuses
//
// An unknown section, notation, message, placeholder, label or plural form, suggesting the nearest; a plural form
// that the language does not have; an invalid language tag. Names of things that no rule declares are
// warnings, not errors ([Texts.Doubts]).
package words

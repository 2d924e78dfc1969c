package report

import "strings"

// DamageAdvice says what to do about damage of the store at a place, of a kind that "adjudicate
// check" mends, or of none.
func DamageAdvice(place, kind string) string {
	if kind != "" {
		return "\"adjudicate check --mend " + kind + "\" puts right what can be, \"adjudicate check\" looks for more"
	}
	if strings.Contains(place, "://") {
		return "\"adjudicate check\" looks at the whole store; copy a backup into another category, or recover what holds together:\nadjudicate salvage ADDRESS --game NAME --to NEW.ledger"
	}
	return "keep the file as it is; restore a copy, import an export of it, or recover what holds together:\nadjudicate salvage " + place + " --to NEW.ledger"
}

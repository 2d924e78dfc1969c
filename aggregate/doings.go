package aggregate

import (
	"strings"

	"adjudicate/rules"
)

// What follows of what is done beside playing: a rule is enacted, a piece destroyed, an asset transferred. The moment comes after it, by the
// rules that are then in force, and each entry knows the input as duties and consents do. A rule says by its own moments, enacted and
// repealed, what follows when it comes and goes itself, so that it does not answer when others change the law in its name.

// carryOut lets the handler of an input judge it and brings about what follows.
func (d *decision) carryOut(handle func(*decision)) {
	on, ok := rules.OnDoing(d.in.Payload.Kind())
	if !ok || !d.state().Started() || d.now.compile() != nil {
		handle(d)
		return
	}
	about := d.aboutInput(d.in.Payload) // before it: what is destroyed or repealed is known no longer
	handle(d)
	if d.faulty() || d.now.compile() != nil {
		return
	}
	about.on = on
	h := about.happening
	h.about = &about
	n := len(d.out)
	for _, o := range d.law().occasions[on] {
		if own, _, _ := strings.Cut(o.clause, "/"); own != about.rule {
			d.answerOccasion(o, h)
		}
	}
	if len(d.out) > n {
		d.limited()
		d.afterwards()
	}
}

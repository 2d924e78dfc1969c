package rules

import "slices"

// Drawing is what the effects of the rules draw beside pieces, sides, players and squares: the words of their draws, and the reasons that they give
// and the moments at which they follow, by which a draw is called.
func (b *Rulebook) Drawing() (words, reasons, moments []string) {
	once := func(list []string, name string) []string {
		if name == "" || slices.Contains(list, name) {
			return list
		}
		return append(list, name)
	}
	for _, r := range b.Rules() {
		eachDoing(&r, func(_ string, d *Doing) {
			for _, name := range d.Draw {
				words = once(words, name)
			}
			reasons = once(reasons, d.Why)
		})
		if r.Procedure != nil {
			for i := range r.Procedure.Consequences {
				moments = once(moments, r.Procedure.Consequences[i].On)
			}
			for i := range r.Procedure.Chances {
				for _, name := range r.Procedure.Chances[i].Draw {
					words = once(words, name)
				}
			}
		}
	}
	return words, reasons, moments
}

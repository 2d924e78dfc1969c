package notation

import "unicode"

// An action is the word "action", its own name if the piece has several, the piece and its
// square, a colon and the squares of its targets. Of the one or two words before the square
// the first is the action's name if it can be one; so a type's name that stands there alone
// needs quotes, unless it is a glyph or stands right before its square.

const (
	actionWord    = "action"
	expectActor   = `the piece and its square, as in "action Mc3: d3"`
	expectColon   = `":" and the squares of its targets, as in "action Mc3: d3, c4"`
	expectTarget  = `the square of a target, such as "d3"`
	expectTargets = `"," and the square of a further target, "=" and a type, or the end`
)

// action reads what follows the word "action".
func (p *parser) action() error {
	i := &p.item
	i.Kind = Action
	i.Action = p.actionName()
	if err := p.actor(); err != nil {
		return err
	}
	p.space()
	if p.at == p.end || p.src[p.at] != ':' {
		return p.fault(p.at, expectColon)
	}
	p.at++
	for {
		p.space()
		target := p.square()
		if target == "" {
			return p.fault(p.at, expectTarget)
		}
		i.Targets = append(i.Targets, target)
		after := p.at
		p.space()
		switch {
		case p.at == p.end:
			return nil
		case p.src[p.at] == '=':
			p.at++
			p.space()
			if err := p.becomes(); err != nil {
				return err
			}
			if p.space(); p.at < p.end {
				return p.fault(p.at, `";" or the end`)
			}
			return nil
		case p.src[p.at] == ',':
			p.at++
		case p.at == after:
			return p.fault(p.at, expectTargets)
		}
	}
}

// actionName takes the action's name; "" if the piece comes first. A name is made of
// letters, digits and "_", as definitions have it; a single character right before the
// square is the piece's glyph.
func (p *parser) actionName() string {
	stop := p.at
	for stop < p.end && nameRune(p.src[stop]) {
		stop++
	}
	next := p.skip(stop)
	if stop == p.at || digit(p.src[p.at]) || next == stop || next == p.end || p.src[next] == ':' || p.colon() == p.end {
		return ""
	}
	if after, ok := p.squareAt(next); ok && stop == p.at+1 {
		if after = p.skip(after); after == p.end || p.src[after] == ':' {
			return ""
		}
	}
	name := string(p.raw[p.at:stop])
	p.at = next
	return name
}

// colon returns where the first colon from here on stands, or the end.
func (p *parser) colon() int {
	at := p.at
	for at < p.end && p.src[at] != ':' {
		at++
	}
	return at
}

func nameRune(r rune) bool {
	return r == '_' || digit(r) || r < unicode.MaxASCII && unicode.IsLetter(r)
}

// actor reads the piece and its square.
func (p *parser) actor() error {
	if quoted, err := p.quotedSubject(); err != nil || quoted {
		if err == nil && p.item.From == "" {
			err = p.fault(p.at, `the square of the piece, such as "c3"`)
		}
		return err
	}
	name := p.at
	if at, ok := p.find(func(next int) bool { return next < p.end && p.src[next] == ':' }); ok {
		return p.named(name, at)
	}
	if at, ok := p.find(func(int) bool { return true }); ok && at < p.colon() {
		next, _ := p.squareAt(at)
		return p.fault(p.skip(next), expectColon)
	}
	return p.fault(name, expectActor)
}

// quotedSubject reads a name or an id in quotes and the square after it, if there is one;
// it reports whether a quote stands here at all.
func (p *parser) quotedSubject() (bool, error) {
	id := p.at+1 < p.end && p.src[p.at] == '#' && p.src[p.at+1] == '"'
	switch {
	case id:
		p.at++
	case p.at == p.end || p.src[p.at] != '"':
		return false, nil
	}
	text, err := p.quoted()
	if err != nil {
		return true, err
	}
	if id {
		p.item.ID = text
	} else {
		p.item.Name = text
	}
	p.space()
	p.item.From = p.square()
	return true, nil
}

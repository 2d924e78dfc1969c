package mail

import (
	"io"
	"strconv"
	"strings"

	"github.com/emersion/go-message"
)

// A player may sign a play with an SSH key: the text that is signed has a heading above the play, and the signature stands below
// it in armour, or is attached. Package signature of the ledger says what is signed and checks it.

// maxSignature is how many bytes an attachment may have that is a signature or what is signed.
const maxSignature = 16 << 10

const (
	armourBegins = "-----BEGIN SSH SIGNATURE-----"
	armourEnds   = "-----END SSH SIGNATURE-----"
)

// heading stands above a play that is signed.
var heading = pattern(`^adjudicate play [0-9a-f-]{36} after ([1-9][0-9]{0,18})$`)

// takeSigned takes the heading and the signature out of lines. The others stay where they are.
func (b *body) takeSigned(lines []line) {
	within := false
	for i := range lines {
		text := strings.TrimSpace(lines[i].text)
		found := heading().FindStringSubmatch(text)
		switch {
		case found != nil:
			b.after, _ = strconv.ParseUint(found[1], 10, 64)
		case text == armourBegins:
			within, b.signature = true, text+"\n"
		case within && len(b.signature) < maxSignature:
			b.signature += text + "\n"
			within = text != armourEnds
		default:
			continue
		}
		lines[i].text = ""
	}
}

// attached looks at an attachment. What is signed is text of the mail; a signature is kept.
func (b *body) attached(entity *message.Entity) []part {
	raw, err := io.ReadAll(io.LimitReader(entity.Body, maxSignature+1))
	if err != nil || len(raw) > maxSignature {
		return nil
	}
	text := strings.ReplaceAll(decoded(raw), "\r\n", "\n")
	if first, _, _ := strings.Cut(text, "\n"); !heading().MatchString(first) && first != armourBegins {
		return nil
	}
	return []part{{lines: strings.Split(strings.TrimSuffix(text, "\n"), "\n")}}
}

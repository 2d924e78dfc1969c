package markup

import (
	"html"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	nethtml "golang.org/x/net/html"
)

func TestPut(t *testing.T) {
	var m Text
	m.Put(`<a href="%" x="%">% %%</a>`, "/a?b=1&c='2'", 1.25, 7, "<b>", Verbatim("<i>"))
	if got, want := string(m), `<a href="/a?b=1&amp;c=&#39;2&#39;" x="1.3">7 &lt;b&gt;<i></a>`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if got := Decimal(-0.25); got != "-0.3" {
		t.Errorf("-0.25 is written as %s", got)
	}
}

func TestAValueThatIsNotWrittenIsAMistakeOfTheProgram(t *testing.T) {
	defer func() {
		if p, _ := recover().(string); !strings.Contains(p, `value 2 of "% %"`) {
			t.Errorf("%q was told", p)
		}
	}()
	var m Text
	m.Put("% %", "x", []byte("<script>"))
}

// FuzzATextStaysAText sets any text between tags and in an attribute, and has a parser of HTML read what comes of it.
func FuzzATextStaysAText(f *testing.F) {
	for _, text := range []string{"", `"><script>alert(1)</script>`, `' onload=x '`, "&lt;", "</p>", "a\x00b", "\xff<", "]]>", "<!--", "&#x3c;b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		var m Text
		m.Put(`<p title="%">%</p>`, text, text)
		want := html.UnescapeString(string(appendEscaped(nil, text)))
		want = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(want) // as a parser reads ends of lines
		z := nethtml.NewTokenizer(strings.NewReader(string(m)))
		var seen []string
		for z.Next() != nethtml.ErrorToken {
			tok := z.Token()
			seen = append(seen, tok.Type.String())
			switch {
			case tok.Type == nethtml.StartTagToken && (tok.Data != "p" || len(tok.Attr) != 1 || tok.Attr[0].Key != "title" || tok.Attr[0].Val != want):
				t.Errorf("%q became %v", text, tok)
			case tok.Type == nethtml.TextToken && tok.Data != want:
				t.Errorf("%q became %q, expected %q", text, tok.Data, want)
			}
		}
		if got := strings.Join(seen, " "); z.Err() != io.EOF || got != "StartTag Text EndTag" && (text != "" || got != "StartTag EndTag") {
			t.Errorf("%q (valid: %t): %s", text, utf8.ValidString(text), got)
		}
	})
}

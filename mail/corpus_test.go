package mail

import (
	"encoding/base64"
	"errors"
	"strings"
	"testing"
)

// TestMailsOfManyPrograms reads mails as programs of many makers and languages write them: what their sender means is read, and what is not certain is
// left to a person. No mail may become a play that its sender did not make.
func TestMailsOfManyPrograms(t *testing.T) {
	const head = "From: Ann <ann@example.org>\nDate: Mon, 23 Nov 2026 10:00:00 +0000\nMessage-ID: <1@example.org>\n"
	const utf8 = "Content-Type: text/plain; charset=utf-8\n\n"
	page := func(html string) string { return "Content-Type: text/html; charset=utf-8\n\n" + html }
	both := func(plain, html string) string {
		return "Content-Type: multipart/alternative; boundary=b\n\n--b\nContent-Type: text/plain; charset=utf-8\n\n" + plain + "\n--b\nContent-Type: text/html; charset=utf-8\n\n" + html + "\n--b--\n"
	}
	base := func(charset, text string) string {
		return "Content-Type: text/plain; charset=" + charset + "\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte(text)) + "\n"
	}
	for _, c := range []struct {
		name, mail string
		play       string // "": it is for a person
	}{
		// Signatures.
		{"iPhone", utf8 + "Ra1-a5\n\nSent from my iPhone\n", "Ra1-a5"},
		{"iPhone in German", utf8 + "Ra1-a5\n\nVon meinem iPhone gesendet\n", "Ra1-a5"},
		{"Outlook for iOS", utf8 + "Ra1-a5\n\nGet Outlook for iOS<https://aka.ms/o0ukef>\n________________________________\nFrom: Umpire <u@example.org>\nSent: Monday, November 23, 2026 10:00:00 AM\nTo: Ann <ann@example.org>\nSubject: your turn\n\nRb1-b5\n", "Ra1-a5"},
		{"Galaxy in German", utf8 + "Ra1-a5\n\nVon meinem Galaxy gesendet\n\n-------- Ursprüngliche Nachricht --------\nVon: Umpire <u@example.org>\nDatum: 23.11.26 10:00 (GMT+01:00)\nAn: Ann <ann@example.org>\nBetreff: your turn\n\nRb1-b5\n", "Ra1-a5"},
		{"BlackBerry", utf8 + "Ra1-a5\n\nSent from my BlackBerry\n\n----- Reply message -----\nFrom: \"Umpire\" <u@example.org>\nTo: <ann@example.org>\n\nRb1-b5\n", "Ra1-a5"},
		{"Proton", utf8 + "Ra1-a5\n\nSent with Proton Mail secure email.\n\nOn Monday, November 23rd, 2026 at 10:00, Umpire <u@example.org> wrote:\n\n> Rb1-b5\n", "Ra1-a5"},
		{"a room in a signature without a mark", utf8 + "Ra1-a5\n\nBest,\nAnn\nRoom B2-C3, Building 4\n", "Ra1-a5"},
		{"a disclaimer", utf8 + "Ra1-a5\n\nThis e-mail may contain confidential information. If you are not the intended recipient,\nplease delete it.\n", "Ra1-a5"},

		// Quotations.
		{"Thunderbird in French", utf8 + "Le 23/11/2026 à 10:00, Umpire a écrit :\n> Rb1-b5\n\nRa1-a5\n", "Ra1-a5"},
		{"Gmail in Italian", utf8 + "Ra1-a5\n\nIl giorno lun 23 nov 2026 alle ore 10:00 Umpire <u@example.org> ha\nscritto:\n\n> Rb1-b5\n", "Ra1-a5"},
		{"Gmail in Spanish", utf8 + "Ra1-a5\n\nEl lun, 23 nov 2026 a las 10:00, Umpire (<u@example.org>) escribió:\n\nRb1-b5\n", "Ra1-a5"},
		{"Gmail in Portuguese", utf8 + "Ra1-a5\n\nEm seg., 23 de nov. de 2026 às 10:00, Umpire <u@example.org> escreveu:\n\nRb1-b5\n", "Ra1-a5"},
		{"Gmail in Polish", utf8 + "Ra1-a5\n\npon., 23 lis 2026 o 10:00 Umpire <u@example.org> napisał(a):\n\nRb1-b5\n", "Ra1-a5"},
		{"Thunderbird in Polish", utf8 + "W dniu 23.11.2026 o 10:00, Umpire pisze:\n> Rb1-b5\n\nRa1-a5\n", "Ra1-a5"},
		{"Gmail in Czech", utf8 + "Ra1-a5\n\npo 23. 11. 2026 v 10:00 odesílatel Umpire <u@example.org> napsal:\n\nRb1-b5\n", "Ra1-a5"},
		{"Gmail in Swedish", utf8 + "Ra1-a5\n\nDen mån 23 nov. 2026 kl 10:00 skrev Umpire <u@example.org>:\n\nRb1-b5\n", "Ra1-a5"},
		{"Gmail in Turkish", utf8 + "Ra1-a5\n\nUmpire <u@example.org>, 23 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:\n\nRb1-b5\n", "Ra1-a5"},
		{"Gmail in Chinese", utf8 + "Ra1-a5\n\nUmpire <u@example.org> 于2026年11月23日周一 10:00写道：\n\nRb1-b5\n", "Ra1-a5"},
		{"Gmail in Korean", utf8 + "Ra1-a5\n\n2026년 11월 23일 (월) 오전 10:00, Umpire <u@example.org>님이 작성:\n\nRb1-b5\n", "Ra1-a5"},
		{"Gmail in Hebrew", utf8 + "Ra1-a5\n\n\u200fבתאריך יום ב׳, 23 בנוב׳ 2026 ב-10:00 מאת \u202aUmpire\u202c \u200f<\u202au@example.org\u202c\u200f>:\u202c\n\nRb1-b5\n", "Ra1-a5"},
		{"an answer with nothing of its own in Turkish", utf8 + "Teşekkürler\n\nUmpire <u@example.org>, 23 Kas 2026 Pzt, 10:00 tarihinde şunu yazdı:\n\nRb1-b5\n", ""},
		{"QQ", utf8 + "Ra1-a5\n\n------------------ 原始邮件 ------------------\n发件人: \"Umpire\" <u@example.org>;\n发送时间: 2026年11月23日(星期一) 上午10:00\n\nRb1-b5\n", "Ra1-a5"},
		{"initials before what is quoted", utf8 + "AL> It is your turn.\nAL> Rb1-b5\n\nRa1-a5\n", "Ra1-a5"},
		{"bars before what is quoted", utf8 + "| Rb1-b5\n| Rb1-b6\n\nRa1-a5\n", "Ra1-a5"},
		{"mutt with a date in brackets", utf8 + "* Umpire <u@example.org> [2026-11-23 10:00]:\n> Rb1-b5\n\nRa1-a5\n", "Ra1-a5"},
		{"Notes", utf8 + "Ra1-a5\n\n\n\nFrom:\tUmpire <u@example.org>\nTo:\tann@example.org\nDate:\t23/11/2026 10:00\nSubject:\tyour turn\n\nRb1-b5\n", "Ra1-a5"},
		{"a header whose fields are bold", utf8 + "Ra1-a5\n\n*From:* Umpire <u@example.org>\n*Sent:* Monday, November 23, 2026 10:00 AM\n*To:* Ann\n\nRb1-b5\n", "Ra1-a5"},

		// Pages.
		{"Outlook's page", page(`<html><body lang=EN-GB><div class=WordSection1><p class=MsoNormal>Hi,<o:p></o:p></p><p class=MsoNormal><o:p>&nbsp;</o:p></p><p class=MsoNormal>Ra1-a5<o:p></o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt'><p class=MsoNormal><b>From:</b> Umpire &lt;u@example.org&gt; <br><b>Sent:</b> 23 November 2026 10:00<br><b>To:</b> Ann<br><b>Subject:</b> your turn</p></div><p class=MsoNormal>Rb1-b5</p></div></body></html>`), "Ra1-a5"},
		{"Outlook on the web", page(`<div>Ra1-a5</div><div id="appendonsend"></div><hr style="display:inline-block;width:98%"><div id="divRplyFwdMsg" dir="ltr"><font><b>From:</b> Umpire &lt;u@example.org&gt;<br><b>Sent:</b> Monday<br><b>To:</b> Ann<br></font></div><div>Rb1-b5</div>`), "Ra1-a5"},
		{"Gmail's page", page(`<div dir="ltr">Ra1-a5</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Mon, 23 Nov 2026 at 10:00, Umpire &lt;<a href="mailto:u@example.org">u@example.org</a>&gt; wrote:<br></div><blockquote class="gmail_quote">Rb1-b5</blockquote></div>`), "Ra1-a5"},
		{"Yahoo's page", page(`<div class="ydp1"><div dir="ltr">Ra1-a5</div></div><div class="yahoo_quoted"><div><div>On Monday, November 23, 2026 at 10:00:00 AM GMT, Umpire &lt;u@example.org&gt; wrote: </div><div><br></div><div>Rb1-b5</div></div></div>`), "Ra1-a5"},
		{"a page of spans", page(`<p><span>R</span><span>a1</span>&#8209;<span>a5</span></p>`), "Ra1-a5"},
		{"a page with entities", page(`Ra1&nbsp;&ndash;&nbsp;a5<br>`), "Ra1-a5"},
		{"a page whose play is only its title", page(`<title>Ra1-a5</title><p>Hello</p>`), ""},
		{"a page in base64", "Content-Type: text/html; charset=utf-8\nContent-Transfer-Encoding: base64\n\n" + base64.StdEncoding.EncodeToString([]byte("<p>Ra1-a5</p>")) + "\n", "Ra1-a5"},
		{"a page that quotes in a block of text", page("<pre>Ra1-a5\n\n&gt; Rb1-b5\n</pre>"), "Ra1-a5"},
		{"a plain text that sends to the page", both("Please use a mail program that shows HTML.", "<p>Ra1-a5</p>"), ""},
		{"parts that differ", both("Ra1-a5", "<p>Ra1-a6</p>"), ""},
		{"parts of which one ends early", both("Ra1-a5\n\nNo, wait: Ra1-a6", "<p>Ra1-a5</p>"), ""},

		// Signed, sealed and automatic.
		{"PGP/MIME", "Content-Type: multipart/signed; micalg=pgp-sha256; protocol=\"application/pgp-signature\"; boundary=b\n\n--b\n" + utf8 + "Ra1-a5\n--b\nContent-Type: application/pgp-signature; name=signature.asc\n\n-----BEGIN PGP SIGNATURE-----\n\niQ=x\n-----END PGP SIGNATURE-----\n--b--\n", "Ra1-a5"},
		{"S/MIME", "Content-Type: multipart/signed; micalg=sha-256; protocol=\"application/pkcs7-signature\"; boundary=b\n\n--b\n" + utf8 + "Ra1-a5\n--b\nContent-Type: application/pkcs7-signature; name=smime.p7s\nContent-Transfer-Encoding: base64\n\nMIIF\n--b--\n", "Ra1-a5"},
		{"PGP/MIME, encrypted", "Content-Type: multipart/encrypted; protocol=\"application/pgp-encrypted\"; boundary=b\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n--b\nContent-Type: application/octet-stream\n\n-----BEGIN PGP MESSAGE-----\n\nhQEMA-a1-b2\n-----END PGP MESSAGE-----\n--b--\n", ""},
		{"S/MIME, encrypted", "Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name=smime.p7m\nContent-Transfer-Encoding: base64\n\nMIIF\n", ""},
		{"encrypted within the text", utf8 + "-----BEGIN PGP MESSAGE-----\n\nhQEMA1a2-b3\nRa1-a5\n=abcd\n-----END PGP MESSAGE-----\n", ""},
		{"a calendar's answer", "Subject: Accepted: chess night\nContent-Type: multipart/alternative; boundary=b\n\n--b\n" + utf8 + "\n--b\nContent-Type: text/calendar; method=REPLY\n\nBEGIN:VCALENDAR\nSUMMARY:Ra1-a5\nEND:VCALENDAR\n--b--\n", ""},
		{"absence in Portuguese", "Subject: Resposta automática: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Polish", "Subject: Automatyczna odpowiedź: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Russian", "Subject: Автоматический ответ: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Japanese", "Subject: 自動応答: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Finnish", "Subject: Automaattinen vastaus: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Danish", "Subject: Automatisk svar: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Czech", "Subject: Automatická odpověď: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Turkish", "Subject: Otomatik Yanıt: your turn\n" + utf8 + "pass\n", ""},
		{"absence in Chinese", "Subject: 自动回复: your turn\n" + utf8 + "pass\n", ""},

		// Letters.
		{"KOI8-R", base("koi8-r", "\xf0\xd2\xc9\xd7\xc5\xd4\n\nRa1-a5\n"), "Ra1-a5"},
		{"Shift JIS", base("shift_jis", "\x82\xb1\x82\xf1\n\nRa1-a5\n"), "Ra1-a5"},
		{"ISO-2022-JP", "Content-Type: text/plain; charset=ISO-2022-JP\n\n\x1b$B$3$s\x1b(B\n\nRa1-a5\n", "Ra1-a5"},
		{"GB18030", base("gb18030", "\xc4\xe3\xba\xc3\n\nRa1-a5\n"), "Ra1-a5"},
		{"Big5", base("big5", "\xa7A\xa6n\n\nRa1-a5\n"), "Ra1-a5"},
		{"UTF-16 in base64", base("utf-16", "\xff\xfeR\x00a\x001\x00-\x00a\x005\x00\n\x00"), "Ra1-a5"},
		{"lines that end as on old machines", base("us-ascii", "Hello\r\rRa1-a5\r\rAnn\r"), "Ra1-a5"},
		{"lines that Unicode parts", utf8 + "Hello\u2028Ra1-a5\u2028Ann\n", "Ra1-a5"},
		{"spaces that do not break", utf8 + "Ra1\u00a0-\u00a0a5\n", "Ra1-a5"},
		{"an arrow from a keyboard of pictures", utf8 + "Ra1➡️a5\n", "Ra1-a5"},
		{"quoted-printable, broken within the play", "Content-Type: text/plain\nContent-Transfer-Encoding: quoted-printable\n\nRa1=\n-a5=20\n", "Ra1-a5"},
		{"a block of code", utf8 + "```\nRa1-a5\n```\n", "Ra1-a5"},

		// Two languages.
		{"announced in two languages", utf8 + "Mein Zug / My move: Ra1-a5\n", "Ra1-a5"},
		{"said in two languages", utf8 + "Ich ziehe Ra1-a5.\nI move Ra1-a5.\n", "Ra1-a5"},
		{"said in French", utf8 + "Bonjour,\n\nje joue Ra1-a5.\n\nMerci\n", "Ra1-a5"},
		{"said in Spanish", utf8 + "Hola,\n\nmuevo Ra1-a5\n", "Ra1-a5"},
		{"the number of the turn", utf8 + "Turn 12: Ra1-a5\n", "Ra1-a5"},
		{"the number of the turn in German", utf8 + "Zug 12: Ra1-a5\n", "Ra1-a5"},

		// Talk of plays.
		{"a play that wraps", utf8 + "Ra1-\na5\n", ""},
		{"a correction", utf8 + "Ra1-a5\n\nSorry, I meant Ra1-a6.\n", ""},
		{"an exclamation", utf8 + "Ra1-a5 (not a6!)\n", ""},
		{"a question", utf8 + "Why was Ra1-a5 rejected?\n", ""},
		{"a question mark", utf8 + "Ra1-a5?\n", ""},
		{"a question about surrender", utf8 + "surrender?\n", ""},
		{"a question around a line", utf8 + "I was wondering whether\nRa1-a5\nwould be legal here?\n", ""},
		{"a question around a line in German", utf8 + "Darf ich eigentlich\nRa1-a5\nziehen?\n", ""},
		{"a question that is none of the play", utf8 + "Ra1-a5\nWhose turn is it next?\n", "Ra1-a5"},
		{"a sentence around a line", utf8 + "I do not think that\nRa1-a5\nis any good.\n", ""},
		{"the last play", utf8 + "My last play was:\nRa1-a5\n\nIs it still on the board?\n", ""},
		{"what was not meant", utf8 + "Instead of\nRa1-a5\n", ""},
		{"for the next turn", utf8 + "For my next turn:\n\nRa1-a5\n", ""},
		{"for later", utf8 + "After Blue has played:\n\nRa1-a5\n", ""},
		{"a joke", utf8 + "surrender\n\nJust kidding :-)\n", ""},
		{"a joke in German", utf8 + "surrender\n\nNur Spaß!\n", ""},
		{"or not", utf8 + "pass\n\nOr not?\n", ""},
		{"held until another's play", utf8 + "Ra1-a5\n\nPlease hold this until Blue has moved.\n", ""},
		{"held in German", utf8 + "Ra1-a5\n\nBitte erst ausführen, wenn Blau gezogen hat.\n", ""},
		{"two games", utf8 + "Hand 3: Ra1-a5\nHand 4: pass\n", ""},
		{"a field of a form", utf8 + "Game: Hand 3\nPlay: Ra1-a5\n", "Ra1-a5"},
		{"talk of the weather", utf8 + "Ra1-a5\n\nSee you on 5-6 December, room a1 or b2? If it rains, then I stay home.\n", "Ra1-a5"},
		{"a small letter after it", utf8 + "hi umpire\nRa1-a5\nthanks ann\n", "Ra1-a5"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m, err := Read(strings.NewReader(head + c.mail))
			var refusal *Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatal(err)
			}
			if got := m.Play.String(); got != c.play || len(m.Others) > 0 {
				t.Errorf("play %q, error %v; want %q", got, err, c.play)
			}
			if strings.HasPrefix(c.name, "absence") && (refusal == nil || refusal.Reason != Automatic) {
				t.Errorf("it is taken for a person's: %v", err)
			}
		})
	}
}

package web

import (
	"context"
	"net/url"

	"adjudicate/aggregate"
	"adjudicate/aggregate/offer"
	"adjudicate/report"
)

// A play is built click by click: a piece, then where it goes, and on from there. Every step is an address, so that it needs no
// script.

// addressOf is a draft as it stands in an address.
func addressOf(d report.Draft) string {
	v := url.Values{}
	for _, f := range [][2]string{{"side", d.Side}, {"play", d.Play}, {"from", d.From}} {
		if f[1] != "" {
			v.Set(f[0], f[1])
		}
	}
	if d.Barred {
		v.Set("barred", "1")
	}
	return "?" + v.Encode()
}

// draftOf reads a draft from an address or a form.
func draftOf(get func(string) string) report.Draft {
	return report.Draft{Side: get("side"), Play: get("play"), From: get("from"), Barred: get("barred") != ""}
}

// bench sets up the board for a draft; the ledger is the request's own, and stands at the moment of the input. It is nil where nothing
// can be built.
func bench(ctx context.Context, j *aggregate.Judge, in aggregate.Input, d report.Draft, lang string) (*report.Bench, error) {
	o := offer.New(j, in)
	if o == nil {
		return nil, nil
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return report.NewBench(o, d, report.BenchHost{
		Language: lang,
		Address:  addressOf,
		Several:  func(square string) string { return say(lang, "several plays lead to %s", square) },
		On:       func(piece, square string) string { return say(lang, "%s on %s", piece, square) },
	})
}

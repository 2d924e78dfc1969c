package main

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"time"

	"adjudicate/ledger/people"
	"adjudicate/ledger/proof"
	"adjudicate/ledger/witness"
	"adjudicate/report"
	"adjudicate/web"
	"adjudicate/web/witnesses"
)

// quorumFlag names whose cosignatures are required.
var quorumFlag = option("policy", "require the cosignatures that the policy in `FILE` names")

// askWithin bounds the wait for a witness.
const askWithin = 10 * time.Second

func witnessCommand() *command {
	mine := flags{option("key", "cosign with the private key in `FILE` (default: $ADJUDICATE_KEY)"),
		options("trust", "cosign checkpoints by the public key in `FILE` (repeatable)"),
		optionOr("state", "adjudicate.witness", "keep the last checkpoint of each ledger in `FILE`")}
	return newGroup("witness",
		newCommand("serve", append(flags{optionOr("listen", "127.0.0.1:8081", "the `ADDRESS` to listen on; port 0 is any free one")}, mine...), do(witnessServe)),
		newCommand("cosign", mine, do(func(s *session) (report.View, error) {
			w, err := s.asWitness()
			if err != nil {
				return nil, err
			}
			_, text, err := s.ReadFile(s.arg(0))
			if err != nil {
				return nil, err
			}
			at, err := s.now()
			if err != nil {
				return nil, err
			}
			a, err := w.Add(s.ctx, text, at)
			if err != nil {
				return nil, err
			}
			return (*report.Cosigned)(a), nil
		})),
		newCommand("list", mine, do(func(s *session) (report.View, error) {
			w, err := s.asWitness()
			if err != nil {
				return nil, err
			}
			list, err := w.List(s.ctx)
			return &report.Witnessed{Ledgers: list}, err
		})))
}

// asWitness is the witness that the flags describe.
func (s *session) asWitness() (*witness.Witness, error) {
	keys, err := s.keys()
	if err != nil {
		return nil, err
	}
	logs, err := s.readKeys(s.c.StringSlice("trust"))
	if err != nil {
		return nil, err
	}
	return witness.New(people.OpenFile(s.c.String("state"), askWithin), keys, logs)
}

// witnessServe answers until it is interrupted.
func witnessServe(s *session) (report.View, error) {
	w, err := s.asWitness()
	if err != nil {
		return nil, err
	}
	l, err := s.listen()
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(s.Errs, "%s: witness %s at http://%s/\n", name, w.Key.Name(), l.Addr())
	ctx, stop := s.until()
	defer stop()
	return nil, web.Serve(ctx, l, witnesses.Handler(w, time.Now, slog.New(slog.NewTextHandler(s.Errs, nil))))
}

func requestCommand() *command {
	return newCommand("request", flags{ledgerFlag, signFlag,
		least(0, number("old", "the `NUMBER` of events that the witness has seen")),
	}, onStore(func(s *session, g *game) (report.View, error) {
		c, err := s.newest(g)
		if err != nil {
			return s.no(err)
		}
		r, err := g.Log(s.ctx).Request(s.ctx, int64(s.c.Int("old")), c)
		if err != nil {
			return s.no(err)
		}
		return &report.CosignRequest{Old: r.Old, Size: c.Size, Text: string(r.Bytes())}, nil
	}))
}

// cosignCommand has the witnesses of a policy cosign a checkpoint, or adds what they sent by mail.
func cosignCommand() *command {
	return newCommand("cosign", flags{ledgerFlag, signFlag, quorumFlag}, onStore(func(s *session, g *game) (report.View, error) {
		p, err := s.policy()
		if err != nil {
			return nil, err
		}
		if p == nil {
			return nil, usagef("docs/auditing.md describes policies", "proof cosign requires --policy: the witnesses")
		}
		if s.c.NArg() > 0 {
			c, err := readAs(s, s.arg(0), func(lines []byte) (*proof.Signed, error) { return g.AddCosignatures(s.ctx, lines, p) })
			if err != nil {
				return nil, err
			}
			return report.NewCosigning(c, p, nil), nil
		}
		c, err := s.newest(g)
		if err != nil {
			return s.no(err)
		}
		c, asked, err := g.Cosign(s.ctx, c, p, func(ctx context.Context, url string, r *proof.Request) (*witness.Answer, error) {
			return witnesses.Ask(ctx, &http.Client{Timeout: askWithin}, url, r)
		})
		if err != nil {
			return s.no(err)
		}
		return report.NewCosigning(c, p, asked), nil
	}))
}

// policy is the one that --policy names, nil if none is.
func (s *session) policy() (*proof.Policy, error) {
	if !s.c.IsSet("policy") {
		return nil, nil
	}
	return readAs(s, s.c.String("policy"), proof.ReadPolicy)
}

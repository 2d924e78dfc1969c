package inbox

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/mail"

	"adjudicate/internal/infile"
	"adjudicate/internal/tray"
	"adjudicate/ledger/advice"
	"adjudicate/ledger/post"
	"adjudicate/report"
)

// A Pile is the mails of some files.
type Pile struct {
	Letters []post.Letter
	maildir map[string]string // the file of a letter of a Maildir, by its label
}

// A FormError says that a file holds no mails.
type FormError struct {
	Place string
	Err   error
}

func (e *FormError) Error() string { return fmt.Sprintf("%s: %v", e.Place, e.Err) }

// Unwrap returns the cause.
func (e *FormError) Unwrap() error { return e.Err }

// Gather reads the mails that words of a command line name: files of one or more messages, Maildirs, "-" for standard input. Of a
// Maildir anew leaves out what has been seen.
func Gather(paths []string, stdin io.Reader, anew bool) (*Pile, error) {
	p := &Pile{maildir: map[string]string{}}
	for _, path := range paths {
		files, err := infile.Mails(path)
		maildir := false
		if anew {
			files, maildir, err = infile.Unseen(path)
		}
		if err != nil {
			return nil, infile.Failed(path, err)
		}
		for _, file := range files {
			label, raw, err := infile.Named(file, stdin, infile.Raw)
			if err != nil {
				return nil, err
			}
			found, err := post.Open(label, raw)
			if err != nil {
				return nil, &FormError{label, err}
			}
			p.Letters = append(p.Letters, found...)
			if maildir && len(found) == 1 {
				p.maildir[found[0].Label] = file
			}
		}
	}
	return p, nil
}

// Take has a desk take the mails, and marks those of Maildirs as seen.
func (p *Pile) Take(ctx context.Context, d *Desk) (*report.Taken, error) {
	return d.TakeAll(ctx, p.Letters, func(l post.Letter) error {
		if file := p.maildir[l.Label]; file != "" {
			return infile.Failed(file, infile.MarkSeen(file))
		}
		return nil
	})
}

// Each calls take for one letter after the other. Letters refused with a *post.RefusedError are put into the tray in folder with the
// reason, and those errors are returned in refused; any other error ends it.
func (p *Pile) Each(folder string, take func(post.Letter) error) (refused []error, err error) {
	for _, l := range p.Letters {
		err := take(l)
		var refusal *post.RefusedError
		if err != nil && !errors.As(err, &refusal) {
			return refused, err
		}
		if err != nil {
			err = advice.ForInput(l.Label, refusal)
			refused = append(refused, err)
			if err := tray.Put(folder, l.Raw, err.Error()); err != nil {
				return refused, &advice.Error{Text: err.Error(), Err: err}
			}
		}
	}
	return refused, nil
}

// Addresses are those in some fields, without the names that stand beside them.
func Addresses(fields ...string) (list []string) {
	for _, f := range fields {
		if a, err := mail.ParseAddress(f); err == nil {
			list = append(list, a.Address)
		}
	}
	return list
}

// Taker takes mails that a source gives, and tells of what became of them.
func (d *Desk) Taker(told func(*report.Taken)) func(context.Context, []post.Letter, func(post.Letter) error) error {
	return func(ctx context.Context, list []post.Letter, done func(post.Letter) error) error {
		v, err := d.TakeAll(ctx, list, done)
		told(v)
		return err
	}
}

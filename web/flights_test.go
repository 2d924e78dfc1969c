package web

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
)

// TestWhoAskTogetherAreAnsweredByOne has twenty ask while an answer is worked out for somebody who then leaves: it is worked out once more, for all of them.
func TestWhoAskTogetherAreAnsweredByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var f flights
		leave, finish := make(chan struct{}), make(chan struct{})
		page, made, answered := &answer{tag: "1"}, 0, 0
		go func() {
			if _, err := f.share(t.Context(), "page", func() (*answer, error) { <-leave; return nil, context.Canceled }); !errors.Is(err, context.Canceled) {
				t.Errorf("who left is told %v", err)
			}
		}()
		synctest.Wait()
		for range 20 {
			go func() {
				a, err := f.share(t.Context(), "page", func() (*answer, error) { made++; <-finish; return page, nil })
				if a != page || err != nil {
					t.Errorf("answer %v, error %v", a, err)
				}
				f.mu.Lock()
				answered++
				f.mu.Unlock()
			}()
		}
		gone, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := f.share(gone, "page", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("who cannot wait is told %v", err)
		}
		synctest.Wait()
		close(leave)
		synctest.Wait()
		if a, _ := f.share(t.Context(), "another page", func() (*answer, error) { return &answer{tag: "2"}, nil }); a.tag != "2" {
			t.Errorf("another page is %v", a)
		}
		close(finish)
		synctest.Wait()
		if made != 1 || answered != 20 || len(f.under) > 0 {
			t.Errorf("worked out %d times for %d of 20, %d left under way", made, answered, len(f.under))
		}
	})
}

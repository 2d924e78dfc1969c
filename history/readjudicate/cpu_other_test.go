//go:build !unix

package readjudicate_test

import "time"

// cpu is not told here.
func cpu() time.Duration { return 0 }

//go:build !unix

package causes_test

import "time"

// cpu is not told here.
func cpu() time.Duration { return 0 }

//go:build unix

package outfile

import "os"

// syncDir makes the names in a directory durable.
func syncDir(path string) error {
	dir, err := os.Open(path)
	if err != nil {
		return nil // it may be written to and not read
	}
	defer dir.Close()
	return dir.Sync()
}

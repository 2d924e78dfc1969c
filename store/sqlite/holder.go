package sqlite

import (
	"bufio"
	"fmt"
	"os"
	"strings"
)

// writeLock is the byte of the log's index file that a writer locks.
const writeLock = "120"

// holder names the process that holds the write lock, as far as the system tells (Linux does,
// in /proc/locks). It never opens the locked files themselves: closing them again would drop
// this process's own locks.
func holder(path string) string {
	const unknown = "another process"
	inode, ok := inodeOf(path + "-shm")
	if !ok {
		return unknown
	}
	f, err := os.Open("/proc/locks")
	if err != nil {
		return unknown
	}
	defer f.Close()
	// 1: POSIX  ADVISORY  WRITE 4711 fd:01:131074 120 120
	for lines := bufio.NewScanner(f); lines.Scan(); {
		w := strings.Fields(lines.Text())
		if len(w) != 8 || w[3] != "WRITE" || w[6] != writeLock || !strings.HasSuffix(w[5], fmt.Sprintf(":%d", inode)) {
			continue
		}
		name, err := os.ReadFile("/proc/" + w[4] + "/comm")
		if err != nil {
			return "process " + w[4]
		}
		return fmt.Sprintf("process %s (%s)", w[4], strings.TrimSpace(string(name)))
	}
	return unknown
}

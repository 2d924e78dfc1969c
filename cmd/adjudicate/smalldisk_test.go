//go:build faults && linux

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// smallDisk mounts a file system of 900 KiB, leaves $1 KiB of it free beside a ledger, and adds
// players until one is not acknowledged; then it makes an import and an export there as well.
// Once there is room again the ledger is verified.
const smallDisk = `
set -e
mkdir disk
mount -t tmpfs -o size=900k tmpfs disk
cp base disk/game.ledger
free=$(df -k --output=avail disk | tail -1)
head -c $(( (free - $1) * 1024 )) /dev/zero > disk/ballast
set +e
n=0
while [ $n -lt 400 ]; do
	adjudicate player add Guest$n --ledger disk/game.ledger > /dev/null 2> told
	status=$?
	[ $status -eq 0 ] || break
	n=$((n+1))
done
echo "added $n"
echo "player $status $(cat told)"
adjudicate import season --ledger disk/other.ledger > /dev/null 2> told
echo "import $? $(cat told)"
adjudicate export disk/export.jsonl --ledger disk/game.ledger 2> told
echo "export $? $(cat told)"
rm disk/ballast
adjudicate verify --ledger disk/game.ledger --json
echo "verify $?"
`

// TestASmallDiskFillsUp fills a disk to different degrees. What is acknowledged is there
// afterwards and nothing else is; what is refused is refused with status 4, by name.
func TestASmallDiskFillsUp(t *testing.T) {
	base := baseLedger(t)
	_, inputs := verified(t, base)
	content, err := os.ReadFile(filepath.Join(base, defaultPlace))
	if err != nil {
		t.Fatal(err)
	}
	season, err := os.ReadFile("testdata/base.season")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?i)full|no room|no space|disk failed|disk I/O`)
	line := regexp.MustCompile(`(?m)^(player|import|export) (\d+) (.*)$`)
	disks, added, refused := 0, 0, 0
	for kib := 0; kib <= 400; kib += 20 {
		dir := t.TempDir()
		for name, text := range map[string][]byte{"base": content, "season": season, "script": []byte(smallDisk)} {
			if err := os.WriteFile(filepath.Join(dir, name), text, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		// A name space of its own: no rights are needed, and the mount ends with it.
		cmd := exec.Command("unshare", "--map-root-user", "--mount", "sh", "script", strconv.Itoa(kib))
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("with %d KiB left: %v: this campaign needs unshare (util-linux) and the right to user name spaces\n%s", kib, err, out)
		}
		disks++
		var n int
		if _, err := fmt.Sscanf(string(out), "added %d", &n); err != nil {
			t.Fatalf("with %d KiB left: %s", kib, out)
		}
		for _, m := range line.FindAllStringSubmatch(string(out), -1) {
			switch {
			case m[2] == "0":
			case m[2] != "4" || !named.MatchString(m[3]):
				t.Errorf("with %d KiB left: %s", kib, m[0])
			default:
				refused++
			}
		}
		var events, now int
		_, rest, _ := strings.Cut(string(out), `"events":`)
		if _, err := fmt.Sscanf(rest, `%d,"inputs":%d`, &events, &now); err != nil || !strings.Contains(string(out), "verify 0") {
			t.Errorf("with %d KiB left: %s", kib, out)
		}
		doubt := strings.Contains(string(out), "is not known")
		if now != inputs+n && !(doubt && now == inputs+n+1) {
			t.Errorf("with %d KiB left: %d inputs were acknowledged, %d are there:\n%s", kib, n, now-inputs, out)
		}
		added += n
	}
	t.Logf("%d disks with 0 to 400 KiB left: %d inputs acknowledged, all are there; %d commands refused with status 4, the disk named; each ledger verified", disks, added, refused)
	if added == 0 || refused == 0 {
		t.Error("the campaign has shown nothing")
	}
}

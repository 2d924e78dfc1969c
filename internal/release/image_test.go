package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/x509"
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-containerregistry/pkg/v1/layout"
	"github.com/google/go-containerregistry/pkg/v1/tarball"
	"github.com/google/go-containerregistry/pkg/v1/validate"
)

func made(t *testing.T) *release {
	t.Helper()
	r := &release{version: "1.2.3", commit: strings.Repeat("ab", 20), at: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), files: map[string][]byte{}}
	for _, machine := range []string{"amd64", "arm64"} {
		if err := r.image(machine, []byte("the program")); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// TestAnImageIsLoadedByOtherPrograms reads an image as programs for containers do, in the layout of the OCI and by the list of older ones.
func TestAnImageIsLoadedByOtherPrograms(t *testing.T) {
	r, dir := made(t), t.TempDir()
	packed := r.files["adjudicate_1.2.3_linux_arm64.oci.tar"]
	for m, data := range unpacked(t, packed) {
		path := filepath.Join(dir, "image", m.Name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o755), os.WriteFile(path, data, 0o644)); err != nil {
			t.Fatal(err)
		}
	}
	index, err := layout.ImageIndexFromPath(filepath.Join(dir, "image"))
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Index(index); err != nil {
		t.Error(err)
	}
	archive := filepath.Join(dir, "image.tar")
	if err := os.WriteFile(archive, packed, 0o644); err != nil {
		t.Fatal(err)
	}
	img, err := tarball.ImageFromPath(archive, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := validate.Image(img); err != nil {
		t.Error(err)
	}
	config, err := img.ConfigFile()
	if err != nil || config.Architecture != "arm64" || config.Config.User != "65532:65532" || !slices.Equal(config.Config.Entrypoint, []string{"/adjudicate"}) || !config.Created.Equal(r.at) {
		t.Errorf("it is set up as %+v, error %v", config, err)
	}
}

// TestAContainerHasWhatTheProgramNeeds looks for what a machine of its own would have, and that its user may write where games are kept.
func TestAContainerHasWhatTheProgramNeeds(t *testing.T) {
	z, err := gzip.NewReader(bytes.NewReader(made(t).files["adjudicate_linux_amd64.rootfs.tar.gz"]))
	if err != nil {
		t.Fatal(err)
	}
	raw, err := io.ReadAll(z)
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]*tar.Header{}
	for m, data := range unpacked(t, raw) {
		found[m.Name] = m
		if strings.HasSuffix(m.Name, ".crt") && !x509.NewCertPool().AppendCertsFromPEM(data) {
			t.Error("no root of trust can be read")
		}
	}
	if m := found["data/"]; m == nil || m.Uid != user || m.Mode&0o700 != 0o700 {
		t.Errorf("the folder for games is %+v", m)
	}
	if m := found["tmp/"]; m == nil || m.Mode != 0o1777 {
		t.Errorf("the folder for temporary files is %+v", m)
	}
	if found["etc/ssl/certs/ca-certificates.crt"] == nil || found["adjudicate"] == nil || found["adjudicate"].Mode != 0o755 {
		t.Errorf("it has %v", found)
	}
}

// TestTheContainerfileSaysWhatTheImageSays holds the two forms against each other.
func TestTheContainerfileSaysWhatTheImageSays(t *testing.T) {
	text, err := os.ReadFile("Containerfile")
	if err != nil {
		t.Fatal(err)
	}
	r := made(t)
	s, list := r.setup(), func(words []string) string {
		b, _ := json.Marshal(words)
		return strings.ReplaceAll(string(b), ",", ", ")
	}
	want := []string{"FROM scratch", "USER " + s.User, "VOLUME /data", "WORKDIR " + s.WorkingDir, "ENV " + strings.Join(s.Env, " "), "EXPOSE 8080", "ENTRYPOINT " + list(s.Entrypoint), "CMD " + list(s.Cmd)}
	lines := strings.Split(string(text), "\n")
	for _, line := range want {
		if !slices.Contains(lines, line) {
			t.Errorf("it lacks %q", line)
		}
	}
	for _, line := range lines {
		from, ok := strings.CutPrefix(line, "ADD ")
		if !ok {
			continue
		}
		from, _, _ = strings.Cut(from, " ")
		for _, machine := range []string{"amd64", "arm64"} {
			if name := strings.ReplaceAll(from, "${TARGETARCH}", machine); r.files[name] == nil {
				t.Errorf("a release has no %s", name)
			}
		}
	}
}

func unpacked(t *testing.T, raw []byte) func(yield func(*tar.Header, []byte) bool) {
	return func(yield func(*tar.Header, []byte) bool) {
		for r := tar.NewReader(bytes.NewReader(raw)); ; {
			h, err := r.Next()
			if err == io.EOF {
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			data, err := io.ReadAll(r)
			if err != nil {
				t.Fatal(err)
			}
			if !yield(h, data) {
				return
			}
		}
	}
}

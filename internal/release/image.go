package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/json"
	"encoding/pem"
	"fmt"
	"io/fs"

	"golang.org/x/crypto/x509roots/fallback/bundle"
)

// A container holds the program and what a program finds on any other machine: roots of trust for TLS, a folder for temporary files, the name of its
// user, and a folder for games that this user may write to. It is published in two forms: as the files alone, from which the Containerfile builds, and
// as an image that any container program loads, of the OCI's layout, with the list of contents of older ones beside it:
//
//	adjudicate_linux_ARCH.rootfs.tar.gz        Containerfile: ADD … /
//	adjudicate_VERSION_linux_ARCH.oci.tar      podman load -i, docker load -i, skopeo copy oci-archive:

// user is whom the program runs as in a container: nobody that another machine knows.
const user = 65532

// A setup says how the program is run in a container. The Containerfile says the same.
type setup struct {
	User         string
	Env          []string
	Entrypoint   []string
	Cmd          []string
	Volumes      map[string]struct{}
	WorkingDir   string
	ExposedPorts map[string]struct{}
	Labels       map[string]string `json:",omitempty"`
}

func (r *release) setup() setup {
	return setup{
		User:         fmt.Sprintf("%d:%d", user, user),
		Env:          []string{"XDG_CACHE_HOME=/data/.cache", "XDG_CONFIG_HOME=/data/.config", "ADJUDICATE_DESK=/data/adjudicate.desk"},
		Entrypoint:   []string{"/adjudicate"},
		Cmd:          []string{"serve", "--store", "/data/games.ledger", "--listen", ":8080"},
		Volumes:      map[string]struct{}{"/data": {}},
		WorkingDir:   "/data",
		ExposedPorts: map[string]struct{}{"8080/tcp": {}},
		Labels:       map[string]string{"org.opencontainers.image.version": r.version, "org.opencontainers.image.revision": r.commit, "org.opencontainers.image.licenses": "MIT"},
	}
}

// roots are the certificates that programs trust, as those of Mozilla are.
func roots() []byte {
	var b bytes.Buffer
	for c := range bundle.Roots() {
		_ = pem.Encode(&b, &pem.Block{Type: "CERTIFICATE", Bytes: c.Certificate}) // writing to memory
	}
	return b.Bytes()
}

// rootfs is all files of a container, as a tar.
func (r *release) rootfs(program []byte) ([]byte, error) {
	var b bytes.Buffer
	t := tar.NewWriter(&b)
	for _, f := range []struct {
		name  string
		mode  fs.FileMode
		owner int
		data  []byte
	}{
		{"adjudicate", 0o755, 0, program},
		{"data/", 0o750, user, nil},
		{"etc/", 0o755, 0, nil},
		{"etc/passwd", 0o644, 0, fmt.Appendf(nil, "adjudicate:x:%d:%d::/data:/nonexistent\n", user, user)},
		{"etc/ssl/", 0o755, 0, nil},
		{"etc/ssl/certs/", 0o755, 0, nil},
		{"etc/ssl/certs/ca-certificates.crt", 0o644, 0, roots()},
		{"tmp/", 0o1777, 0, nil},
	} {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode), Uid: f.owner, Gid: f.owner, Size: int64(len(f.data)), ModTime: r.at, Format: tar.FormatUSTAR}
		if f.data == nil {
			h.Typeflag = tar.TypeDir
		}
		if err := t.WriteHeader(h); err != nil {
			return nil, err
		}
		if _, err := t.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := t.Close()
	return b.Bytes(), err
}

// A blob is how one part of an image names another.
type blob struct {
	MediaType   string            `json:"mediaType"`
	Digest      string            `json:"digest"`
	Size        int               `json:"size"`
	Annotations map[string]string `json:"annotations,omitempty"`
}

// image makes the container for a machine, in both forms.
func (r *release) image(machine string, program []byte) error {
	files, err := r.rootfs(program)
	if err != nil {
		return err
	}
	var packed bytes.Buffer
	z, _ := gzip.NewWriterLevel(&packed, gzip.BestCompression)
	if _, err := z.Write(files); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	r.files["adjudicate_linux_"+machine+".rootfs.tar.gz"] = packed.Bytes()

	var members []member
	put := func(kind string, data []byte) blob {
		sum := fmt.Sprintf("%x", sha256.Sum256(data))
		members = append(members, member{"blobs/sha256/" + sum, 0o644, data})
		return blob{MediaType: kind, Digest: "sha256:" + sum, Size: len(data)}
	}
	layer := put("application/vnd.oci.image.layer.v1.tar+gzip", packed.Bytes())
	config, err := json.Marshal(map[string]any{
		"architecture": machine, "os": "linux", "created": r.at, "config": r.setup(),
		"rootfs":  map[string]any{"type": "layers", "diff_ids": []string{fmt.Sprintf("sha256:%x", sha256.Sum256(files))}},
		"history": []map[string]any{{"created": r.at, "created_by": "make release"}},
	})
	if err != nil {
		return err
	}
	configured := put("application/vnd.oci.image.config.v1+json", config)
	manifest, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": configured, "layers": []blob{layer}})
	if err != nil {
		return err
	}
	named := put("application/vnd.oci.image.manifest.v1+json", manifest)
	tag := "adjudicate:" + r.version
	named.Annotations = map[string]string{"org.opencontainers.image.ref.name": r.version, "io.containerd.image.name": "docker.io/library/" + tag}
	index, err := json.Marshal(map[string]any{"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": []blob{named}})
	if err != nil {
		return err
	}
	path := func(b blob) string { return "blobs/sha256/" + b.Digest[len("sha256:"):] }
	older, err := json.Marshal([]map[string]any{{"Config": path(configured), "RepoTags": []string{tag}, "Layers": []string{path(layer)}}})
	if err != nil {
		return err
	}
	members = append(members, member{"index.json", 0o644, index}, member{"manifest.json", 0o644, older}, member{"oci-layout", 0o644, []byte(`{"imageLayoutVersion":"1.0.0"}`)})

	var b bytes.Buffer
	t := tar.NewWriter(&b)
	for _, m := range members {
		if err := t.WriteHeader(&tar.Header{Name: m.name, Mode: int64(m.mode), Size: int64(len(m.data)), ModTime: r.at, Format: tar.FormatUSTAR}); err != nil {
			return err
		}
		if _, err := t.Write(m.data); err != nil {
			return err
		}
	}
	if err := t.Close(); err != nil {
		return err
	}
	r.files[fmt.Sprintf("adjudicate_%s_linux_%s.oci.tar", r.version, machine)] = b.Bytes()
	return nil
}

package esdbtest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"time"
)

// deletedBefore is the "$tb" of a stream that was deleted softly: above every event.
const deletedBefore = 1<<63 - 1

// governance is what the newest event of a stream's metadata stream says to the server.
type governance struct {
	maxCount uint64        // 0 for no limit
	maxAge   time.Duration // 0 for no limit
	before   uint64        // events below it are hidden
	acl      *acl
}

// acl says who may do what with a stream; a nil list leaves it to the default.
type acl struct {
	read, write, delete, metaRead, metaWrite []string
}

func (m governance) softlyDeleted() bool { return m.before == deletedBefore }

// metadataStream names the stream that holds the metadata of another, and original the other
// way around.
func metadataStream(name string) string { return "$$" + name }

func original(name string) (of string, isMeta bool) { return strings.CutPrefix(name, "$$") }

// ofMetadata governs every metadata stream: only its newest event is to be read.
var ofMetadata = governance{maxCount: 1}

var errMetadata = errors.New("not metadata as the server reads it")

// readMetadata reads metadata token by token, as the server does: anything that is not as it
// expects makes the whole of it count as empty.
func readMetadata(text []byte) governance {
	m, err := parseMetadata(text)
	if err != nil {
		return governance{}
	}
	return m
}

func parseMetadata(text []byte) (m governance, err error) {
	d := json.NewDecoder(bytes.NewReader(text))
	d.UseNumber()
	err = object(d, func(name string) error {
		var n int64
		switch name {
		case "$maxCount":
			if n, err = integer(d); n > 0 {
				m.maxCount = uint64(n)
			}
		case "$maxAge":
			if n, err = integer(d); n > 0 {
				m.maxAge = time.Duration(n) * time.Second
			}
		case "$tb":
			if n, err = integer(d); n > 0 {
				m.before = uint64(n)
			}
		case "$cacheControl":
			_, err = integer(d)
		case "$tmp":
			var t json.Token
			if t, err = d.Token(); err == nil {
				if _, ok := t.(bool); !ok {
					err = errMetadata
				}
			}
		case "$acl":
			m.acl, err = accessList(d)
		default:
			err = d.Decode(new(any))
		}
		return err
	})
	return m, err
}

// object reads an object, and each value by way of field.
func object(d *json.Decoder, field func(name string) error) error {
	t, err := d.Token()
	if err != nil {
		return err
	}
	if t != json.Delim('{') {
		return errMetadata
	}
	for {
		if t, err = d.Token(); err != nil {
			return err
		}
		name, ok := t.(string)
		if !ok {
			return nil // the end
		}
		if err := field(name); err != nil {
			return err
		}
	}
}

func integer(d *json.Decoder) (int64, error) {
	t, err := d.Token()
	if err != nil {
		return 0, err
	}
	n, ok := t.(json.Number)
	if !ok {
		return 0, errMetadata
	}
	return n.Int64()
}

func accessList(d *json.Decoder) (*acl, error) {
	a := new(acl)
	err := object(d, func(name string) error {
		list, ok := map[string]*[]string{"$r": &a.read, "$w": &a.write, "$d": &a.delete, "$mr": &a.metaRead, "$mw": &a.metaWrite}[name]
		if !ok {
			return errMetadata
		}
		var err error
		*list, err = roles(d)
		return err
	})
	return a, err
}

// roles reads one role, or a list of them.
func roles(d *json.Decoder) ([]string, error) {
	t, err := d.Token()
	if err != nil {
		return nil, err
	}
	if one, ok := t.(string); ok {
		return []string{one}, nil
	}
	if t != json.Delim('[') {
		return nil, errMetadata
	}
	list := []string{}
	for {
		if t, err = d.Token(); err != nil {
			return nil, err
		}
		switch t := t.(type) {
		case string:
			list = append(list, t)
		case json.Delim:
			if t == ']' {
				return list, nil
			}
			return nil, errMetadata
		default:
			return nil, errMetadata
		}
	}
}

// undeleted is metadata with another "$tb", in the place that it had, else at the end: what
// the server writes when something is appended to a stream that was deleted softly. It is
// false where the metadata is no JSON object.
func undeleted(text []byte, before uint64) ([]byte, bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	var b bytes.Buffer
	b.WriteByte('{')
	field := func(name string, value any) {
		if b.Len() > 1 {
			b.WriteByte(',')
		}
		n, _ := json.Marshal(name)
		v, _ := json.Marshal(value)
		b.Write(n)
		b.WriteByte(':')
		b.Write(v)
	}
	told := false
	err := object(d, func(name string) error {
		var v json.RawMessage
		if err := d.Decode(&v); err != nil {
			return err
		}
		if name == "$tb" {
			told = true
			field(name, before)
			return nil
		}
		field(name, v)
		return nil
	})
	if _, end := d.Token(); err != nil || !errors.Is(end, io.EOF) {
		return nil, false
	}
	if !told {
		field("$tb", before)
	}
	b.WriteByte('}')
	return b.Bytes(), true
}

package proof_test

import (
	"bytes"
	"errors"
	"fmt"
	"strings"
	"testing"

	"adjudicate/ledger/proof"

	"golang.org/x/mod/sumdb/note"
)

// judged reads a file of either kind with a key, checks it, and returns what is wrong.
func judged(text []byte, key *proof.Key) error {
	known := note.VerifierList(key.Verifier)
	if proof.IsExtension(text) {
		x, err := proof.ReadExtension(text, known)
		if err != nil {
			return err
		}
		return x.Check()
	}
	p, err := proof.ReadProof(text, known)
	if err != nil {
		return err
	}
	return p.Check()
}

// files is one file of each kind.
func files(t testing.TB, key *proof.Key) map[string][]byte {
	t.Helper()
	st := filled(t, 21)
	log := proof.LogOf(st, "x")
	cp := signed(t, st, 21, key)
	p, err := log.Prove(ctx, 6, cp)
	if err != nil {
		t.Fatal(err)
	}
	x, err := log.Extend(ctx, signed(t, st, 13, key), cp)
	if err != nil {
		t.Fatal(err)
	}
	return map[string][]byte{"checkpoint": cp.Note, "proof": p.Bytes(), "consistency": x.Bytes()}
}

func TestNoByteOfAFileCanBeAnother(t *testing.T) {
	key := newKey(t, 1)
	for name, text := range files(t, key) {
		t.Run(name, func(t *testing.T) {
			wrong := judged
			if name == "checkpoint" {
				wrong = func(text []byte, key *proof.Key) error {
					_, err := proof.Read(text, note.VerifierList(key.Verifier))
					return err
				}
			}
			if err := wrong(text, key); err != nil {
				t.Fatal(err)
			}
			tried := 0
			for i := range text {
				for bit := range 8 {
					broken := bytes.Clone(text)
					broken[i] ^= 1 << bit
					tried++
					if wrong(broken, key) == nil {
						t.Errorf("byte %d as %q instead of %q goes unnoticed", i, broken[i], text[i])
					}
				}
				for what, broken := range map[string][]byte{
					"left out":   append(bytes.Clone(text[:i]), text[i+1:]...),
					"doubled":    append(bytes.Clone(text[:i+1]), text[i:]...),
					"cut off at": text[:i],
				} {
					if bytes.Equal(broken, text) {
						continue
					}
					tried++
					if wrong(broken, key) == nil {
						t.Errorf("byte %d %s goes unnoticed", i, what)
					}
				}
			}
			t.Logf("%d changes tried", tried)
			if wrong(append(bytes.Clone(text), '\n'), key) == nil {
				t.Error("an empty line at the end goes unnoticed")
			}
		})
	}
}

func TestASignatureIsThatOfTheKeyAskedFor(t *testing.T) {
	mine, other := newKey(t, 1), newKey(t, 2)
	st := filled(t, 5)
	cp := signed(t, st, 5, mine)
	if _, err := proof.Read(cp.Note, note.VerifierList(other.Verifier)); !errors.Is(err, proof.ErrNoSignature) {
		t.Errorf("by another key: %v", err)
	}
	foreign := signed(t, st, 4, mine)
	exchanged := strings.Replace(string(cp.Note), sigLine(cp), sigLine(foreign), 1)
	s, err := proof.Read([]byte(exchanged), note.VerifierList(mine.Verifier))
	if !errors.Is(err, proof.ErrSignature) || s == nil || s.Size != 5 {
		t.Errorf("the signature of another checkpoint: %v %v", s, err)
	}
	if s, err := proof.Read([]byte(exchanged), nil); err != nil || len(s.By) != 0 {
		t.Errorf("without a key nothing is said about signatures: %v %v", s, err)
	}
	both, err := proof.Sign(cp.Checkpoint, mine.Signer, other.Signer)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := proof.Read(both.Note, note.VerifierList(other.Verifier)); err != nil || len(s.By) != 1 || s.By[0] != other.Name() {
		t.Errorf("of two signatures one is asked for: %v %v", s, err)
	}
}

func sigLine(s *proof.Signed) string {
	text := string(s.Note)
	return text[strings.Index(text, "— "):]
}

func TestACheckpointIsRefusedWithItsLine(t *testing.T) {
	const root = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
	const sig = "\n— umpire 5yolQgAAAAAA\n"
	for _, c := range []struct {
		title, text string
		line        int
	}{
		{"nothing", "", 0},
		{"no signature", "adjudicate/x\n5\n" + root + "\n", 0},
		{"two lines", "adjudicate/x\n5\n" + sig, 0},
		{"no origin", "\n5\n" + root + "\n" + sig, 1},
		{"not a number", "adjudicate/x\nfive\n" + root + "\n" + sig, 2},
		{"a leading zero", "adjudicate/x\n05\n" + root + "\n" + sig, 2},
		{"a number below zero", "adjudicate/x\n-5\n" + root + "\n" + sig, 2},
		{"a short root", "adjudicate/x\n5\n47DE\n" + sig, 3},
		{"a root with bits to spare", "adjudicate/x\n5\n" + root[:42] + "V=\n" + sig, 3},
		{"other line ends", "adjudicate/x\r\n5\r\n" + root + "\r\n" + sig, 0},
	} {
		t.Run(c.title, func(t *testing.T) {
			var form *proof.FormError
			if _, err := proof.Read([]byte(c.text), nil); !errors.As(err, &form) || form.Line != c.line {
				t.Errorf("error %v, want line %d", err, c.line)
			}
		})
	}
	s, err := proof.Read([]byte("adjudicate/x\n5\n"+root+"\nan extension\n"+sig), nil)
	if err != nil || s.Size != 5 {
		t.Errorf("an extension line: %v %v", s, err)
	}
}

func TestSeveralCheckpointsStandInOneFile(t *testing.T) {
	key := newKey(t, 1)
	st := filled(t, 9)
	var text []byte
	for _, n := range []int{3, 5, 9} {
		text = append(text, signed(t, st, n, key).Note...)
		if n == 3 {
			text = append(text, '\n')
		}
	}
	list, errs := proof.ReadAll(text, note.VerifierList(key.Verifier))
	if len(list) != 3 || errors.Join(errs...) != nil || list[2].Size != 9 {
		t.Errorf("%v %v", list, errs)
	}
	text[3] ^= 1 // in the first
	list, errs = proof.ReadAll(text, note.VerifierList(key.Verifier))
	if len(list) != 3 || errs[0] == nil || errs[1] != nil {
		t.Errorf("%v %v", list, errs)
	}
}

// An export's checkpoints are written with an empty line behind each; so is what mail programs cut out.
func TestOneCheckpointIsReadWithEmptyLinesAroundIt(t *testing.T) {
	k, st := newKey(t, 1), filled(t, 5)
	one, other := signed(t, st, 5, k).Note, signed(t, st, 3, k).Note
	known := note.VerifierList(k.Verifier)
	for _, text := range []string{string(one), string(one) + "\n", "\n" + string(one) + "\n\n"} {
		s, err := proof.ReadOne([]byte(text), known)
		if err != nil || s.Size != 5 || string(s.Note) != string(one) {
			t.Errorf("%q: %+v, %v", text, s, err)
		}
	}
	if _, err := proof.ReadOne(append(append(one, '\n'), other...), known); err == nil || err.Error() != "invalid checkpoint: expected one, found 2" {
		t.Errorf("two: %v", err)
	}
}

func TestOriginsAreLinesOfTheirOwn(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"hand-3", "adjudicate/hand-3"},
		{"Hand 3+", "adjudicate/Hand%203%2B"},
		{"a/b", "adjudicate/a%2Fb"},
		{"Büro", "adjudicate/B%C3%BCro"},
	} {
		if got := proof.Origin(c.name); got != c.want {
			t.Errorf("%q: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestAProofOfAnotherPlaceIsFalse(t *testing.T) {
	key := newKey(t, 1)
	st := filled(t, 21)
	p, err := proof.LogOf(st, "x").Prove(ctx, 6, signed(t, st, 21, key))
	if err != nil {
		t.Fatal(err)
	}
	var wrong *proof.InvalidProofError
	for _, index := range []int64{0, 4, 6, 20, 21, 1 << 40} {
		p.Index = index
		if err := p.Check(); !errors.As(err, &wrong) {
			t.Errorf("index %d: %v", index, err)
		}
	}
}

func FuzzReadProof(f *testing.F) {
	key := newKey(f, 1)
	for _, text := range files(f, key) {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if p, err := proof.ReadProof(text, nil); err == nil && !bytes.Equal(p.Bytes(), text) {
			t.Errorf("written again it is\n%s", p.Bytes())
		}
		if x, err := proof.ReadExtension(text, nil); err == nil && !bytes.Equal(x.Bytes(), text) {
			t.Errorf("written again it is\n%s", x.Bytes())
		}
		if _, err := proof.Read(text, nil); err != nil {
			var form *proof.FormError
			if !errors.As(err, &form) {
				t.Errorf("error %v", err)
			}
		}
	})
}

func ExampleLog_Prove() {
	st := filledExample()
	log := proof.LogOf(st, "x")
	head, err := log.Head(ctx, nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	private, _, err := proof.NewKey(bytes.NewReader(make([]byte, 32)), "umpire")
	if err != nil {
		fmt.Println(err)
		return
	}
	key, err := proof.ReadKey([]byte(private))
	if err != nil {
		fmt.Println(err)
		return
	}
	checkpoint, err := proof.Sign(head, key.Signer)
	if err != nil {
		fmt.Println(err)
		return
	}
	p, err := log.Prove(ctx, 2, checkpoint)
	if err != nil {
		fmt.Println(err)
		return
	}
	unsigned, _, _ := strings.Cut(string(p.Bytes()), "— ")
	fmt.Print(unsigned)
	fmt.Println(p.Check())
	// Output:
	// c2sp.org/tlog-proof@v1
	// extra ZXZlbnQgMg==
	// index 1
	// GJqUTdG9me1mhadWcNV6ZFkekB0ycU1vbFjlXYqe20Y=
	//
	// adjudicate/x
	// 2
	// dHfK2WW/uKhAsAS1jbISsTwD10fg/khtDbD0VA711/c=
	//
	// <nil>
}

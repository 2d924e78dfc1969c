package events_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"adjudicate/events"
)

func TestAPayloadAloneIsReadAsItWasWritten(t *testing.T) {
	everyKind(t, func(t *testing.T, p events.Payload) {
		wire, data, err := events.EncodePayload(p)
		if err != nil {
			t.Fatal(err)
		}
		got, err := events.DecodePayload(wire, data)
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if _, again, err := events.EncodePayload(got); err != nil || string(again) != string(data) {
			t.Errorf("written again it is another (%v):\n%s", err, cmp.Diff(string(data), string(again)))
		}
	})
}

func TestAPayloadOfAnUnknownTypeOrFieldIsRefused(t *testing.T) {
	var unknown *events.UnknownTypeError
	if _, err := events.DecodePayload("piece-sung.v1", []byte(`{}`)); !errors.As(err, &unknown) {
		t.Errorf("an unknown type: %v", err)
	}
	var malformed *events.MalformedError
	if _, err := events.DecodePayload("rule-repealed.v1", []byte(`{"nummer":"1"}`)); !errors.As(err, &malformed) {
		t.Errorf("an unknown field: %v", err)
	}
}

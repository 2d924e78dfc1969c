package salvage_test

import (
	"bytes"
	"fmt"

	"adjudicate/ledger/salvage"
)

func Example() {
	export := []byte(`{"specversion":"1.0","id":"0190b5b6-7c00-7000-8000-000000000001","source":"/ledgers/x","type":"office-vacated.v1"`)
	_, err := salvage.FromBytes(bytes.TrimSpace(export), nil).Prefix("example 1", nil)
	fmt.Println(err)
	// Output: nothing to recover: line 1: malformed CloudEvent: expected one JSON object: unexpected end of JSON input
}

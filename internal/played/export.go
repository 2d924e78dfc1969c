package played

import (
	"bytes"

	"adjudicate/ledger"
	"adjudicate/store"
)

// Export reads a whole export: its events, and the name of its ledger.
func Export(file string, text []byte) (list []store.Event, name string, err error) {
	name, seq, err := ledger.ReadExport(file, bytes.NewReader(text), nil, nil)
	if err != nil {
		return nil, "", err
	}
	for e, err := range seq {
		if err != nil {
			return nil, "", err
		}
		list = append(list, e)
	}
	return list, name, nil
}

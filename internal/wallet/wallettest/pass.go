package wallettest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Pass is what a pass says to a telephone.
type Pass struct {
	SerialNumber, AuthenticationToken, WebServiceURL, PassTypeIdentifier string
	Voided                                                               bool
	Barcodes                                                             []struct{ Message string }
	StoreCard                                                            struct {
		HeaderFields, BackFields []struct{ Key, Value string }
	}
}

// Read reads a pass as a telephone gets it.
func Read(content []byte) (pass Pass, err error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return pass, fmt.Errorf("opening a pass: %w", err)
	}
	file, err := archive.Open("pass.json")
	if err != nil {
		return pass, fmt.Errorf("opening a pass: %w", err)
	}
	defer func() { err = errors.Join(err, file.Close()) }()
	if err := json.NewDecoder(file).Decode(&pass); err != nil {
		return pass, fmt.Errorf("reading a pass: %w", err)
	}
	return pass, nil
}

// Visits is how many there are on the card, of how many, as it stands at the top of a pass;
// empty: it stands nowhere.
func (p Pass) Visits() string {
	if len(p.StoreCard.HeaderFields) == 0 {
		return ""
	}
	return p.StoreCard.HeaderFields[0].Value
}

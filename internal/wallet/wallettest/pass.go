package wallettest

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// Pass is the content of a pass.
type Pass struct {
	SerialNumber, AuthenticationToken, WebServiceURL, PassTypeIdentifier string
	Voided                                                               bool
	Barcodes                                                             []struct{ Message string }
	StoreCard                                                            struct {
		HeaderFields, BackFields []struct{ Key, Value string }
	}
}

// Read reads a pass. It returns an error for one that phones would refuse; see rules.go.
func Read(content []byte) (Pass, error) {
	files, err := unzip(content)
	if err != nil {
		return Pass{}, err
	}
	if err := refuse(files); err != nil {
		return Pass{}, fmt.Errorf("phones refuse this pass: %w", err)
	}
	var pass Pass
	if err := json.Unmarshal(files[passFile], &pass); err != nil {
		return pass, fmt.Errorf("reading a pass: %w", err)
	}
	return pass, nil
}

func unzip(content []byte) (map[string][]byte, error) {
	archive, err := zip.NewReader(bytes.NewReader(content), int64(len(content)))
	if err != nil {
		return nil, fmt.Errorf("opening a pass: %w", err)
	}
	files := map[string][]byte{}
	for _, file := range archive.File {
		if _, twice := files[file.Name]; twice {
			return nil, fmt.Errorf("two files are named %s", file.Name)
		}
		if files[file.Name], err = contentOf(file); err != nil {
			return nil, fmt.Errorf("opening a pass: %w", err)
		}
	}
	return files, nil
}

func contentOf(file *zip.File) (content []byte, err error) {
	reader, err := file.Open()
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, reader.Close()) }()
	return io.ReadAll(reader)
}

// CheckReplaces returns why phones reject a pass as an update; nil: accepted. See
// https://developer.apple.com/documentation/walletpasses/adding-a-web-service-to-update-passes
func (p Pass) CheckReplaces(oldPass Pass) error {
	switch {
	case p.SerialNumber != oldPass.SerialNumber || p.PassTypeIdentifier != oldPass.PassTypeIdentifier:
		return errors.New("it is another pass")
	case p.AuthenticationToken != oldPass.AuthenticationToken:
		return errors.New("its token has changed")
	}
	return nil
}

// Visits returns visits and target in the header, or "".
func (p Pass) Visits() string {
	if len(p.StoreCard.HeaderFields) == 0 {
		return ""
	}
	return p.StoreCard.HeaderFields[0].Value
}

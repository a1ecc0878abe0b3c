package certificates

import (
	"crypto/x509"
	"encoding/pem"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// Expiry returns until when the certificates in a folder hold, by domain. A folder that
// is not there has none. What is no certificate of the domain that its file is named for
// is passed over: keys and answers to the authority lie there too.
func Expiry(folder string) (map[string]time.Time, error) {
	ends := map[string]time.Time{}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the folder of the certificates: %w", err)
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading a certificate: %w", err)
		}
		if leaf := leafOf(content); leaf != nil && leaf.VerifyHostname(entry.Name()) == nil {
			ends[entry.Name()] = leaf.NotAfter
		}
	}
	return ends, nil
}

// leafOf is the first certificate among PEM blocks; nil where there is none.
func leafOf(content []byte) *x509.Certificate {
	for block, rest := pem.Decode(content); block != nil; block, rest = pem.Decode(rest) {
		if block.Type != "CERTIFICATE" {
			continue
		}
		leaf, err := x509.ParseCertificate(block.Bytes)
		if err != nil {
			return nil
		}
		return leaf
	}
	return nil
}

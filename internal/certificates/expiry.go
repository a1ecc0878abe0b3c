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

// ExpiryByDomain returns the expiry of the certificates in a folder, which may be missing.
func ExpiryByDomain(folder string) (map[string]time.Time, error) {
	ends := map[string]time.Time{}
	entries, err := os.ReadDir(folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("reading the certificate folder: %w", err)
	}
	for _, entry := range entries {
		if entry.IsDir() {
			continue
		}
		content, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, fmt.Errorf("reading a certificate: %w", err)
		}
		if leaf := parseLeaf(content); leaf != nil && leaf.VerifyHostname(entry.Name()) == nil {
			ends[entry.Name()] = leaf.NotAfter
		}
	}
	return ends, nil
}

func parseLeaf(content []byte) *x509.Certificate {
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

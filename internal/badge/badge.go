// Package badge reads the vendors' artwork for wallet buttons. Only vendors may distribute or change it.
package badge

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"image/png"
	"io"
	"os"
)

// maxSize is in bytes. Customers download the artwork.
const maxSize = 64 << 10

// Badge is a vendor's artwork for its wallet button.
type Badge struct {
	Name        string // derived from the content
	ContentType string
	Picture     []byte
}

// Read reads an SVG or PNG of at most 64 kB.
func Read(path string) (*Badge, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("reading a badge: %w", err)
	}
	if len(content) > maxSize {
		return nil, fmt.Errorf("the badge %s has more than %d kB", path, maxSize>>10)
	}
	contentType, ending := typeOf(content)
	if contentType == "" {
		return nil, fmt.Errorf("the badge %s is neither SVG nor PNG", path)
	}
	digest := sha256.Sum256(content)
	return &Badge{Name: hex.EncodeToString(digest[:8]) + ending, ContentType: contentType, Picture: content}, nil
}

func typeOf(content []byte) (contentType, ending string) {
	if _, err := png.DecodeConfig(bytes.NewReader(content)); err == nil {
		return "image/png", ".png"
	}
	if isSVG(content) {
		return "image/svg+xml", ".svg"
	}
	return "", ""
}

func isSVG(content []byte) bool {
	read := xml.NewDecoder(bytes.NewReader(content))
	outermost := ""
	for {
		token, err := read.Token()
		if err != nil {
			return errors.Is(err, io.EOF) && outermost == "svg"
		}
		if element, begins := token.(xml.StartElement); begins && outermost == "" {
			outermost = element.Name.Local
		}
	}
}

// Package badge reads the vendors' artwork for the buttons that lead into their wallets:
// their rules want it shown as it is, and it is theirs to hand out.
//
// It does not know where a button leads, nor which is shown.
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

// maxSize is how large an artwork may be, in bytes: customers load it.
const maxSize = 64 << 10

// Badge is a vendor's artwork for the button that leads into its wallet, as its rules want
// it shown: unchanged.
type Badge struct {
	Name        string // says what it shows: another picture has another name
	ContentType string
	Picture     []byte
}

// Read reads a vendor's artwork from a file: SVG or PNG, 64 kB at most.
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

// typeOf is what a picture is, and how its name ends; empty: none that is shown.
func typeOf(content []byte) (contentType, ending string) {
	if _, err := png.DecodeConfig(bytes.NewReader(content)); err == nil {
		return "image/png", ".png"
	}
	if isSVG(content) {
		return "image/svg+xml", ".svg"
	}
	return "", ""
}

// isSVG reports whether a text is whole XML whose outermost element is a drawing.
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

package loyalty

import (
	"fmt"
	"io"
	"strings"
)

// ShortCodeLength is in characters.
const ShortCodeLength = 6

// shortCodeAlphabet omits similar characters, and vowels, so that codes are no words.
const shortCodeAlphabet = "23456789cdfhjkmnprtvwx"

// NewShortCode returns a uniformly random code.
func NewShortCode(random io.Reader) (string, error) {
	code, err := RandomString(random, shortCodeAlphabet, ShortCodeLength)
	if err != nil {
		return "", fmt.Errorf("reading random bytes for a short address: %w", err)
	}
	return code, nil
}

// ParseShortCode returns a typed code in lower case, and whether it is valid.
func ParseShortCode(text string) (code string, ok bool) {
	code = strings.ToLower(strings.TrimSpace(text))
	return code, len(code) == ShortCodeLength && strings.Trim(code, shortCodeAlphabet) == ""
}

package loyalty

import (
	"fmt"
	"io"
	"strings"
)

// ShortCodeLength is how many signs the short address of a business ends with.
const ShortCodeLength = 6

// shortCodeAlphabet are those that nobody mistakes for another one, whoever reads them
// from a wall and in whatever hand: of each pair like 0 and o, 1 and l, 5 and s, 8 and
// b at most one. There are no vowels, so that no word arises.
const shortCodeAlphabet = "23456789cdfhjkmnprtvwx"

// NewShortCode returns what the short address of a business ends with, each code as
// likely as any other.
func NewShortCode(random io.Reader) (string, error) {
	code, err := RandomString(random, shortCodeAlphabet, ShortCodeLength)
	if err != nil {
		return "", fmt.Errorf("reading random bytes for a short address: %w", err)
	}
	return code, nil
}

// ParseShortCode returns the code that somebody has typed or scanned, in whichever case,
// and reports whether it may be one.
func ParseShortCode(text string) (code string, ok bool) {
	code = strings.ToLower(strings.TrimSpace(text))
	return code, len(code) == ShortCodeLength && strings.Trim(code, shortCodeAlphabet) == ""
}

package loyalty

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"time"
)

// idAlphabet has no letter that is mistaken for a digit, no capital and no
// punctuation: a reader that types with another keyboard layout or with the
// capitals locked still types an id that can be recognised.
const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const idLength = 26

// IDs makes identifiers from a source of random bytes.
type IDs struct{ Random io.Reader }

// Secret returns an unguessable identifier of 130 random bits: for customers,
// whose id opens their QR and their visits without a login.
func (ids IDs) Secret() (string, error) {
	id, err := RandomString(ids.Random, idAlphabet, idLength)
	if err != nil {
		return "", fmt.Errorf("reading random bytes for an id: %w", err)
	}
	return id, nil
}

// DeviceToken returns the token of a device from secret bytes, of which it takes the first
// idLength. It looks like a Secret.
func DeviceToken(secret []byte) (string, error) {
	token, err := RandomString(bytes.NewReader(secret), idAlphabet, idLength)
	if err != nil {
		return "", fmt.Errorf("making the token of a device: %w", err)
	}
	return token, nil
}

// Next returns an identifier that begins with the time, so that rows created
// together lie together, and ends with 80 random bits.
func (ids IDs) Next(now time.Time) (string, error) {
	bits := bitsAt(now)
	if _, err := io.ReadFull(ids.Random, bits[6:]); err != nil {
		return "", fmt.Errorf("reading random bytes for an id: %w", err)
	}
	return encodeID(bits), nil
}

// TokenVersion returns a version for the tokens of an account: 63 random bits, so that the
// holder of an old signing key cannot guess which version is valid now.
func (ids IDs) TokenVersion() (int64, error) {
	var random [8]byte
	if _, err := io.ReadFull(ids.Random, random[:]); err != nil {
		return 0, fmt.Errorf("reading random bytes for a token version: %w", err)
	}
	random[0] &= 0x7f
	return int64(binary.BigEndian.Uint64(random[:])), nil
}

// FirstAt returns the identifier before all that Next makes from an instant
// on.
func FirstAt(instant time.Time) string {
	return encodeID(bitsAt(instant))
}

func bitsAt(instant time.Time) [16]byte {
	var bits [16]byte
	binary.BigEndian.PutUint64(bits[:8], uint64(instant.UnixMilli())<<16)
	return bits
}

// encodeID writes 128 bits as 26 digits of five bits, the first of three.
func encodeID(bits [16]byte) string {
	high, low := binary.BigEndian.Uint64(bits[:8]), binary.BigEndian.Uint64(bits[8:])
	var id [idLength]byte
	for i := idLength - 1; i >= 0; i-- {
		id[i] = idAlphabet[low&31]
		low = low>>5 | high<<59
		high >>= 5
	}
	return string(id[:])
}

var idPattern = regexp.MustCompile(`^[A-Za-z0-9_-]{1,64}$`)

// ValidID reports whether a text has the form of an identifier. A text that
// has not is looked up nowhere.
func ValidID(text string) bool { return idPattern.MatchString(text) }

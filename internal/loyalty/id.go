package loyalty

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"io"
	"regexp"
	"time"
)

// idAlphabet is Crockford's base 32 in lower case, which leaves out i, l, o and u: they are mistaken for others.
const idAlphabet = "0123456789abcdefghjkmnpqrstvwxyz"

const idLength = 26

// IDs generates identifiers from a random source.
type IDs struct{ Random io.Reader }

// Secret returns an unguessable id of 130 random bits. A customer's id opens QR and visits without sign-in.
func (ids IDs) Secret() (string, error) {
	id, err := RandomString(ids.Random, idAlphabet, idLength)
	if err != nil {
		return "", fmt.Errorf("reading random bytes for an id: %w", err)
	}
	return id, nil
}

// DeviceToken returns a token made of a secret, in the form of IDs.Secret.
func DeviceToken(secret []byte) (string, error) {
	token, err := RandomString(bytes.NewReader(secret), idAlphabet, idLength)
	if err != nil {
		return "", fmt.Errorf("making the token of a device: %w", err)
	}
	return token, nil
}

// Next returns an id with 80 random bits. Ids sort by time, so new rows are adjacent.
func (ids IDs) Next(now time.Time) (string, error) {
	bits := bitsAt(now)
	if _, err := io.ReadFull(ids.Random, bits[6:]); err != nil {
		return "", fmt.Errorf("reading random bytes for an id: %w", err)
	}
	return encodeID(bits), nil
}

// TokenVersion returns 63 random bits. A leaked signing key, such as from an old backup, does not suffice to forge a
// token: the version is unknown.
func (ids IDs) TokenVersion() (int64, error) {
	var random [8]byte
	if _, err := io.ReadFull(ids.Random, random[:]); err != nil {
		return 0, fmt.Errorf("reading random bytes for a token version: %w", err)
	}
	random[0] &= 0x7f
	return int64(binary.BigEndian.Uint64(random[:])), nil
}

// FirstAt returns the smallest id that Next can return at an instant.
func FirstAt(instant time.Time) string {
	return encodeID(bitsAt(instant))
}

func bitsAt(instant time.Time) [16]byte {
	var bits [16]byte
	binary.BigEndian.PutUint64(bits[:8], uint64(instant.UnixMilli())<<16)
	return bits
}

// encodeID writes five bits per digit; the first digit has three.
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

// ValidID reports whether text has the form of an id. Other texts are never looked up.
func ValidID(text string) bool { return idPattern.MatchString(text) }

package loyalty

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"
)

// Limits of a sign-in code.
const (
	CodeDigits   = 6
	CodeLifetime = 10 * time.Minute
	CodeTries    = 5
)

// LoginCode is a requested sign-in code. Phone, requester and code are stored as keyed hashes.
type LoginCode struct {
	Scope      string // id of the named business, or empty
	PhoneKey   string
	Requester  string // keyed hash of the requester, the only one who may use the code
	CodeHash   string
	TriesLeft  int64
	ExpiresAt  time.Time
	BusinessID string // with CustomerID: the customer to sign in; both empty for an unknown phone
	CustomerID string
	MessageID  string // of the message or mail with the code; empty: not sent
	EmailKey   string // keyed hash of the e-mail it was sent to; empty: not by e-mail
	SessionID  string // of the session it opened; empty: unused

	BirthdayMatched bool // the request named the birthday on file
}

// IsUsable reports whether the code can still be tried.
func (c LoginCode) IsUsable(now time.Time) bool { return c.TriesLeft > 0 && now.Before(c.ExpiresAt) }

// CodeChannel is the channel that delivers a code.
type CodeChannel string

// The channels of codes.
const (
	CodeByWhatsApp CodeChannel = "whatsapp" // to the customer's phone
	CodeByEmail    CodeChannel = "email"    // to the e-mail on record
)

// ParseCodeChannel returns a channel by name, or a validation error. The empty name is WhatsApp.
func ParseCodeChannel(field, text string) (CodeChannel, error) {
	switch way := CodeChannel(text); way {
	case "":
		return CodeByWhatsApp, nil
	case CodeByWhatsApp, CodeByEmail:
		return way, nil
	}
	return "", InvalidField(field, "El código se puede recibir por WhatsApp (whatsapp) o por correo (email).")
}

// NewCode returns a uniformly random code of CodeDigits digits.
func NewCode(random io.Reader) (string, error) {
	const codes = 1_000_000
	const fair = (1 << 32) / codes * codes // reject larger numbers: they would favour low codes
	var bits [4]byte
	for {
		if _, err := io.ReadFull(random, bits[:]); err != nil {
			return "", fmt.Errorf("reading random bytes for a code: %w", err)
		}
		if number := binary.BigEndian.Uint32(bits[:]); number < fair {
			return fmt.Sprintf("%0*d", CodeDigits, number%codes), nil
		}
	}
}

// CleanCode returns a typed code without blanks and dashes, or a validation error.
func CleanCode(field, text string) (string, error) {
	code := strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(text)
	if len(code) != CodeDigits || strings.Trim(code, "0123456789") != "" {
		return "", InvalidField(field, "El código tiene 6 cifras.")
	}
	return code, nil
}

// MaskCodes replaces the digits of codes in a text.
func MaskCodes(text string) string {
	crossed := []rune(text)
	begin := 0
	for i := 0; i <= len(crossed); i++ {
		if i < len(crossed) && crossed[i] >= '0' && crossed[i] <= '9' {
			continue
		}
		for j := begin; i-begin >= CodeDigits && j < i; j++ {
			crossed[j] = '•'
		}
		begin = i + 1
	}
	return string(crossed)
}

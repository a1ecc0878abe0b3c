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

// LoginCode is a requested sign-in code. Phone, requester and code are keyed hashes.
type LoginCode struct {
	Scope      string // business id named in the request, or empty
	PhoneKey   string
	Requester  string // only this one may use the code
	CodeHash   string
	TriesLeft  int64
	ExpiresAt  time.Time
	BusinessID string // empty: unknown phone
	CustomerID string
	MessageID  string // empty: not sent by WhatsApp
	EmailKey   string // hash; empty: not sent by e-mail
	SessionID  string // opened by the code

	BirthdayMatched bool
}

// IsUsable reports whether tries and time are left.
func (c LoginCode) IsUsable(now time.Time) bool { return c.TriesLeft > 0 && now.Before(c.ExpiresAt) }

// CodeChannel delivers a code.
type CodeChannel string

// Channels of codes.
const (
	CodeByWhatsApp CodeChannel = "whatsapp"
	CodeByEmail    CodeChannel = "email"
)

// ParseCodeChannel defaults to WhatsApp. Error: a validation error.
func ParseCodeChannel(field, text string) (CodeChannel, error) {
	switch channel := CodeChannel(text); channel {
	case "":
		return CodeByWhatsApp, nil
	case CodeByWhatsApp, CodeByEmail:
		return channel, nil
	}
	return "", InvalidField(field, "El código se puede recibir por WhatsApp (whatsapp) o por correo (email).")
}

// NewCode returns uniformly random digits.
func NewCode(random io.Reader) (string, error) {
	const codes = 1_000_000
	const fair = (1 << 32) / codes * codes // larger numbers would favor low codes
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

// CleanCode strips blanks and dashes, or returns a validation error.
func CleanCode(field, text string) (string, error) {
	code := strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(text)
	if len(code) != CodeDigits || strings.Trim(code, "0123456789") != "" {
		return "", InvalidField(field, "El código tiene 6 cifras.")
	}
	return code, nil
}

// MaskCodes replaces digits in a text, from CodeDigits in a row on.
func MaskCodes(text string) string {
	letters := []rune(text)
	begin := 0
	for i := 0; i <= len(letters); i++ {
		if i < len(letters) && letters[i] >= '0' && letters[i] <= '9' {
			continue
		}
		for j := begin; i-begin >= CodeDigits && j < i; j++ {
			letters[j] = '•'
		}
		begin = i + 1
	}
	return string(letters)
}

package loyalty

import (
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"
)

// How a code holds with which a customer signs in to her portal.
const (
	CodeDigits   = 6
	CodeLifetime = 10 * time.Minute
	CodeTries    = 5
)

// LoginCode is a code that was asked for, without the code: what is kept of
// phone and code are keyed hashes.
type LoginCode struct {
	Scope      string // the business that was named, or empty
	PhoneKey   string
	Requester  string // who asked for it, and alone may use it: a keyed hash too
	CodeHash   string
	TriesLeft  int64
	ExpiresAt  time.Time
	BusinessID string // with CustomerID: whom the code signs in; both empty for a phone that nobody has
	CustomerID string
	MessageID  string // by which it was sent, or the mail; empty when it was not
	EmailKey   string // of the e-mail that it was sent to; empty: it was not sent by e-mail
	SessionID  string // of the session that it has opened; empty: it was not used yet

	BirthdayMatched bool // it was asked for with the birthday on file
}

// IsUsable reports whether the code may still be tried.
func (c LoginCode) IsUsable(now time.Time) bool { return c.TriesLeft > 0 && now.Before(c.ExpiresAt) }

// CodeChannel is how a code comes to a customer.
type CodeChannel string

// The ways of codes.
const (
	CodeByWhatsApp CodeChannel = "whatsapp" // to her phone
	CodeByEmail    CodeChannel = "email"    // to the e-mail on her record
)

// ParseCodeChannel returns a way by its name, or the validation refusal. Without one it is
// WhatsApp.
func ParseCodeChannel(field, text string) (CodeChannel, error) {
	switch way := CodeChannel(text); way {
	case "":
		return CodeByWhatsApp, nil
	case CodeByWhatsApp, CodeByEmail:
		return way, nil
	}
	return "", InvalidField(field, "El código se puede recibir por WhatsApp (whatsapp) o por correo (email).")
}

// NewCode returns a code of CodeDigits digits, each code as likely as any
// other.
func NewCode(random io.Reader) (string, error) {
	const codes = 1_000_000
	const fair = (1 << 32) / codes * codes // above it, the low codes would come more often
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

// CleanCode returns a typed code without the blanks and dashes that people
// write into it, or the validation refusal.
func CleanCode(field, text string) (string, error) {
	code := strings.NewReplacer(" ", "", "-", "", "\u00a0", "").Replace(text)
	if len(code) != CodeDigits || strings.Trim(code, "0123456789") != "" {
		return "", InvalidField(field, "El código tiene 6 cifras.")
	}
	return code, nil
}

// MaskCodes is a text with the digits of codes crossed out.
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

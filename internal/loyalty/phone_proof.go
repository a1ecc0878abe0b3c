package loyalty

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

// How long a proof waits for the customer's message.
const (
	SignInProofLifetime       = CodeLifetime
	RegistrationProofLifetime = time.Hour
)

// PhoneProof waits for a WhatsApp message with a code. Code, ticket and phone are keyed hashes. After a registration,
// the customer's phone must send the message. For a sign-in, the ticket signs in the customer whose phone sent it.
type PhoneProof struct {
	CodeHash   string
	TicketHash string // empty: after a registration
	Scope      string // business id, or empty
	ExpiresAt  time.Time
	BusinessID string // CustomerID's business: the customer must prove the phone or, with a ticket, has proved it
	CustomerID string
	PhoneKey   string // proved; with a ticket only
	Browser    string
	Hidden     bool // WhatsApp hides the phone
	SessionID  string
	Requester  string // browser, keyed hash
}

// IsPending reports whether the proof has not expired.
func (p PhoneProof) IsPending(now time.Time) bool { return now.Before(p.ExpiresAt) }

// IsForSignIn reports whether a browser waits to sign in.
func (p PhoneProof) IsForSignIn() bool { return p.TicketHash != "" }

const proofCodeLength = 8

// NewProofCode returns a code of 40 random bits, such as 'ABCD-EFGH'.
func NewProofCode(random io.Reader) (string, error) {
	code, err := RandomString(random, idAlphabet, proofCodeLength)
	if err != nil {
		return "", fmt.Errorf("reading random bytes for a code: %w", err)
	}
	text := strings.ToUpper(code)
	return text[:proofCodeLength/2] + "-" + text[proofCodeLength/2:], nil
}

var proofCode = regexp.MustCompile(`(?i)\b[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}\b`)

// FindProofCode returns the last code, or false. An earlier match may be a business name.
func FindProofCode(message string) (string, bool) {
	codes := proofCode.FindAllString(message, -1)
	if len(codes) == 0 {
		return "", false
	}
	return strings.ToUpper(codes[len(codes)-1]), true
}

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

// PhoneProof is a pending proof of a phone by a message with a code; code, ticket and phone are keyed hashes. After a
// registration the message must come from the customer's phone. For a sign-in a browser holds a ticket, and the
// message's phone identifies the customer.
type PhoneProof struct {
	CodeHash   string
	TicketHash string // empty after a registration
	Scope      string // id of the named business, or empty
	ExpiresAt  time.Time
	BusinessID string // with CustomerID: who must prove the phone, or with a ticket who proved it
	CustomerID string
	PhoneKey   string // with a ticket: the proved phone
	Browser    string // keyed hash of the requesting browser; empty: it had no mark
	Hidden     bool   // a message came from a phone that WhatsApp hides
	SessionID  string // of the session opened by the ticket; empty: unused
	Requester  string // with SessionID: keyed hash of the browser that used the ticket
}

// IsPending reports whether the proof has not expired.
func (p PhoneProof) IsPending(now time.Time) bool { return now.Before(p.ExpiresAt) }

// IsForSignIn reports whether a browser waits for the proof.
func (p PhoneProof) IsForSignIn() bool { return p.TicketHash != "" }

const proofCodeLength = 8

// NewProofCode returns a code with 40 random bits: 'ABCD-EFGH'.
func NewProofCode(random io.Reader) (string, error) {
	code, err := RandomString(random, idAlphabet, proofCodeLength)
	if err != nil {
		return "", fmt.Errorf("reading random bytes for a code: %w", err)
	}
	text := strings.ToUpper(code)
	return text[:proofCodeLength/2] + "-" + text[proofCodeLength/2:], nil
}

var proofCode = regexp.MustCompile(`(?i)\b[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}\b`)

// FindProofCode returns the last code in a message, and false for none. An earlier match may be a business name.
func FindProofCode(message string) (string, bool) {
	codes := proofCode.FindAllString(message, -1)
	if len(codes) == 0 {
		return "", false
	}
	return strings.ToUpper(codes[len(codes)-1]), true
}

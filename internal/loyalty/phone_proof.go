package loyalty

import (
	"fmt"
	"io"
	"regexp"
	"strings"
	"time"
)

// How long a customer's message with a code is waited for.
const (
	SignInProofLifetime       = CodeLifetime
	RegistrationProofLifetime = time.Hour
)

// PhoneProof is what is waited for when a customer proves that a phone is hers
// by writing from it: a message with a code. What is kept of code, ticket and
// phone are keyed hashes.
//
// After a registration the customer is known from the start and the message has
// to come from her phone. To sign in a browser holds a ticket, and the phone
// that the message comes from tells who she is.
type PhoneProof struct {
	CodeHash   string
	TicketHash string // empty after a registration
	Scope      string // the business that was named, or empty
	ExpiresAt  time.Time
	BusinessID string // with CustomerID: who is to prove her phone, or with a ticket who has proved it
	CustomerID string
	PhoneKey   string // with a ticket: the phone that was proved
	Browser    string // in which the proof was asked for: a keyed hash; empty: it showed no mark
	Hidden     bool   // the message has come, from a phone that WhatsApp hides
	SessionID  string // of the session that the ticket has opened; empty: it was not used yet
	Requester  string // with SessionID: the browser that used it, a keyed hash too
}

// IsPending reports whether the proof is still waited for.
func (p PhoneProof) IsPending(now time.Time) bool { return now.Before(p.ExpiresAt) }

// IsForSignIn reports whether a browser waits for the proof.
func (p PhoneProof) IsForSignIn() bool { return p.TicketHash != "" }

const proofCodeLength = 8

// NewProofCode returns the code of a proof, of 40 random bits: 'ABCD-EFGH'.
func NewProofCode(random io.Reader) (string, error) {
	code, err := RandomString(random, idAlphabet, proofCodeLength)
	if err != nil {
		return "", fmt.Errorf("reading random bytes for a code: %w", err)
	}
	text := strings.ToUpper(code)
	return text[:proofCodeLength/2] + "-" + text[proofCodeLength/2:], nil
}

var proofCode = regexp.MustCompile(`(?i)\b[0-9a-hjkmnp-tv-z]{4}-[0-9a-hjkmnp-tv-z]{4}\b`)

// FindProofCode returns the code in a customer's message, and false when there
// is none. The code stands last: a business's name may look like one.
func FindProofCode(message string) (string, bool) {
	codes := proofCode.FindAllString(message, -1)
	if len(codes) == 0 {
		return "", false
	}
	return strings.ToUpper(codes[len(codes)-1]), true
}

package access

import (
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// A session ends after portalIdleTimeout without use, and portalSessionLifetime after its start.
const (
	portalIdleTimeout     = 60 * 24 * time.Hour
	portalSessionLifetime = 365 * 24 * time.Hour
)

// portalClaims has PhoneKey and EmailKey: the token ends when phone or e-mail change.
type portalClaims struct {
	jwt.RegisteredClaims
	BusinessID string `json:"businessId"`
	PhoneKey   string `json:"ph"`
	EmailKey   string `json:"em,omitempty"`
	QRID       string `json:"qr,omitempty"`
}

func (t tokens) portalClaims(user PortalUser, phone string) portalClaims {
	claims := portalClaims{
		RegisteredClaims: t.sessionClaims(user.CustomerID, portalAudience, portalSessionLifetime),
		BusinessID:       user.BusinessID,
		PhoneKey:         t.phoneKey(phone),
	}
	if user.Email != "" {
		claims.EmailKey = t.emailKey(user.Email)
	}
	return claims
}

func (c portalClaims) openedBy() store.SessionOrigin {
	return store.SessionOrigin{PhoneKey: c.PhoneKey, EmailKey: c.EmailKey}
}

// emailOfSession returns the e-mail that opens the card (empty: the phone), and false if the session does not open it.
// A token that differs from its session was forged.
func (t tokens) emailOfSession(claims portalClaims, status store.PortalSessionStatus) (email string, opens bool) {
	if status.SessionOpen && status.Origin != claims.openedBy() {
		return "", false
	}
	if !t.matchesPhone(claims.PhoneKey, status.Phone) {
		return "", false
	}
	if claims.EmailKey == "" {
		return "", true
	}
	return status.Email.Address, t.matchesEmail(claims.EmailKey, status.Email)
}

func (t tokens) matchesEmail(emailKey string, email loyalty.SignInEmail) bool {
	return email.CanSignIn() && hmac.Equal([]byte(emailKey), []byte(t.emailKey(email.Address)))
}

func (t tokens) parsePortalToken(ctx context.Context, token string) (portalClaims, error) {
	return t.portal.get(token, func() (claims portalClaims, keyID string, err error) {
		if keyID, err = t.parse(ctx, token, portalAudience, &claims); err != nil {
			return portalClaims{}, "", err
		}
		return claims, keyID, requireIDs(claims.RegisteredClaims)
	})
}

func (t tokens) phoneKey(phone string) string {
	return t.hmacHex("phone", loyalty.CanonicalPhone(phone))
}

// matchesPhone compares the token with both forms of the phone: older tokens have the second.
func (t tokens) matchesPhone(key, phone string) bool {
	if hmac.Equal([]byte(key), []byte(t.phoneKey(phone))) {
		return true
	}
	_, second := loyalty.PhoneForms(phone)
	return hmac.Equal([]byte(key), []byte(t.hmacHex("phone", second)))
}

func (t tokens) emailKey(email string) string { return t.hmacHex("email", email) }

func (t tokens) requesterKey(requester string) string { return t.hmacHex("asker", requester) }

func (t tokens) browserKey(browserID string) string {
	if browserID == "" {
		return ""
	}
	return t.hmacHex("browser", browserID)
}

// codeHash is an HMAC: a plain hash would reveal one of a million codes.
func (t tokens) codeHash(scope, phone, code string) string {
	return t.hmacHex("code", scope, phone, code)
}

func (t tokens) proofHash(code string) string { return t.hmacHex("proof", code) }

func (t tokens) ticketHash(ticket string) string { return t.hmacHex("ticket", ticket) }

func (t tokens) deviceCodeHash(code string) string { return t.hmacHex("device-code", code) }

func (t tokens) deviceHash(token string) string { return t.hmacHex("device", token) }

func (t tokens) hmacHex(parts ...string) string { return hex.EncodeToString(t.hmacBytes(parts...)) }

func (t tokens) hmacBytes(parts ...string) []byte {
	mac := hmac.New(sha256.New, t.hashKey)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return mac.Sum(nil)
}

package access

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"strings"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// A customer stays signed in for portalIdle after the last use, which is longer than from one
// haircut to the next, and for portalSession at most.
const (
	portalIdle    = 60 * 24 * time.Hour
	portalSession = 365 * 24 * time.Hour
)

// portalClaims are those of a customer. PhoneKey ends the token when the phone
// on file is no longer the one that she signed in with, and EmailKey, where the code went
// to her e-mail, when the e-mail on file is another or opens nothing any more.
type portalClaims struct {
	jwt.RegisteredClaims
	BusinessID string `json:"businessId"`
	PhoneKey   string `json:"ph"`
	EmailKey   string `json:"em,omitempty"`
}

// portalClaims are those of a session that a phone opens now, or an e-mail beside it.
func (t tokens) portalClaims(user PortalUser, phone string) portalClaims {
	claims := portalClaims{
		RegisteredClaims: t.session(user.CustomerID, portalAudience, portalSession),
		BusinessID:       user.BusinessID,
		PhoneKey:         t.phoneKey(phone),
	}
	if user.Email != "" {
		claims.EmailKey = t.emailKey(user.Email)
	}
	return claims
}

func (c portalClaims) openedBy() store.OpenedBy {
	return store.OpenedBy{PhoneKey: c.PhoneKey, EmailKey: c.EmailKey}
}

// enteredBy returns the e-mail by which a session opens a card where this one stands: empty
// for a session of the phone. It reports false where the session does not open it: also where
// the token says another phone or e-mail than the session was opened by, which only a token
// can that was forged with an old signing key and the id of another customer's session.
func (t tokens) enteredBy(claims portalClaims, standing store.PortalStanding) (email string, opens bool) {
	if standing.Open && standing.By != claims.openedBy() {
		return "", false
	}
	if !t.isOfPhone(claims.PhoneKey, standing.Phone) {
		return "", false
	}
	if claims.EmailKey == "" {
		return "", true
	}
	return standing.Email.Address, t.opens(claims.EmailKey, standing.Email)
}

// opens reports whether an e-mail, by its key, is the one that stands here and opens.
func (t tokens) opens(emailKey string, standing loyalty.SignInEmail) bool {
	return standing.CanSignIn() && hmac.Equal([]byte(emailKey), []byte(t.emailKey(standing.Address)))
}

func (t tokens) readPortal(token string) (portalClaims, error) {
	return t.portal.of(token, func() (portalClaims, error) {
		var claims portalClaims
		if err := t.parse(token, portalAudience, &claims); err != nil {
			return portalClaims{}, err
		}
		return claims, whole(claims.RegisteredClaims)
	})
}

// phoneKey stands for a phone where the phone itself is not to be kept. Both forms
// of a telephone have one key.
func (t tokens) phoneKey(phone string) string { return t.keyed("phone", loyalty.CanonicalPhone(phone)) }

// isOfPhone reports whether a key is that of a phone. A key of its second form is
// older than the rule that a telephone has one.
func (t tokens) isOfPhone(key, phone string) bool {
	if hmac.Equal([]byte(key), []byte(t.phoneKey(phone))) {
		return true
	}
	_, second := loyalty.PhoneForms(phone)
	return hmac.Equal([]byte(key), []byte(t.keyed("phone", second)))
}

// emailKey stands for an e-mail in the same way.
func (t tokens) emailKey(email string) string { return t.keyed("email", email) }

// askerKey stands for whoever asks for a code.
func (t tokens) askerKey(asker string) string { return t.keyed("asker", asker) }

// browserKey stands for a browser by the secret mark that it shows; empty: it shows none.
func (t tokens) browserKey(mark string) string {
	if mark == "" {
		return ""
	}
	return t.keyed("browser", mark)
}

// codeHash is what is kept of a code. Without our key, a million guesses would
// find the code.
func (t tokens) codeHash(scope, phone, code string) string {
	return t.keyed("code", scope, phone, code)
}

// proofHash and ticketHash are what is kept of the code that a customer sends
// from her phone, and of what the browser holds that waits for it.
func (t tokens) proofHash(code string) string { return t.keyed("proof", code) }

func (t tokens) ticketHash(ticket string) string { return t.keyed("ticket", ticket) }

// deviceCodeHash and deviceHash are what is kept of the code that makes a browser a
// named device, and of what the device holds from then on.
func (t tokens) deviceCodeHash(code string) string { return t.keyed("device-code", code) }

func (t tokens) deviceHash(token string) string { return t.keyed("device", token) }

func (t tokens) keyed(parts ...string) string { return hex.EncodeToString(t.keyedBytes(parts...)) }

func (t tokens) keyedBytes(parts ...string) []byte {
	mac := hmac.New(sha256.New, t.key)
	mac.Write([]byte(strings.Join(parts, "\x00")))
	return mac.Sum(nil)
}

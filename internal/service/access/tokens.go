package access

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// Staff and portal tokens have different audiences.
const (
	staffAudience  = "staff"
	portalAudience = "portal"
)

type tokens struct {
	keys     *SigningKeys
	hashKey  []byte // not a signing key, so stored hashes stay valid after a rotation
	lifetime time.Duration
	clock    func() time.Time
	staff    claimsCache[staffClaims]
	portal   claimsCache[portalClaims]
}

func newTokens(keys *SigningKeys, hashKey []byte, lifetime time.Duration, clock func() time.Time) (tokens, error) {
	staff, err := newClaimsCache[staffClaims](keys, clock)
	if err != nil {
		return tokens{}, err
	}
	portal, err := newClaimsCache[portalClaims](keys, clock)
	return tokens{keys: keys, hashKey: hashKey, lifetime: lifetime, clock: clock, staff: staff, portal: portal}, err
}

// staffClaims are the claims of the specification, and the token version.
type staffClaims struct {
	jwt.RegisteredClaims
	Role       loyalty.Role `json:"role"`
	BusinessID *string      `json:"businessId"`
	BizID      *string      `json:"bizId"`
	Name       string       `json:"name"`
	Email      string       `json:"email"`
	Version    int64        `json:"ver"`

	// AuthTime and Methods are as in OpenID Connect Core, section 2.
	AuthTime *jwt.NumericDate `json:"auth_time,omitempty"`
	Methods  []string         `json:"amr,omitempty"`

	keyID string
}

// Authentication methods (RFC 8176).
const (
	passwordMethod = "pwd"
	codeMethod     = "otp" // the second factor was verified, also by a passkey
)

// session returns the session of the claims. Older tokens have no time of authentication, so their time of issue
// counts.
func (c staffClaims) session() usecase.StaffSession {
	session := usecase.StaffSession{ID: c.ID, Version: c.Version, HasSecondFactor: slices.Contains(c.Methods, codeMethod)}
	if c.ExpiresAt != nil {
		session.ExpiresAt = c.ExpiresAt.Time
	}
	if authenticatedAt := cmp.Or(c.AuthTime, c.IssuedAt); authenticatedAt != nil {
		session.AuthenticatedAt = authenticatedAt.Time
	}
	return session
}

func (t tokens) lifetimeOf(role loyalty.Role) time.Duration {
	if role == loyalty.Superadmin {
		return min(t.lifetime, loyalty.OperatorSessionLifetime)
	}
	return t.lifetime
}

// signStaff signs a token, which is invalid if the session was revoked meanwhile.
func (t tokens) signStaff(user loyalty.User, session usecase.StaffSession) (string, error) {
	claims := staffClaims{
		RegisteredClaims: t.sessionClaims(user.ID, staffAudience, t.lifetimeOf(user.Role)),
		Role:             user.Role,
		Name:             user.Name,
		Email:            user.Email,
		Version:          session.Version,
		AuthTime:         jwt.NewNumericDate(session.AuthenticatedAt),
		Methods:          []string{passwordMethod},
	}
	claims.ID, claims.ExpiresAt = session.ID, jwt.NewNumericDate(session.ExpiresAt)
	if session.HasSecondFactor {
		claims.Methods = append(claims.Methods, codeMethod)
	}
	if user.BusinessID != "" {
		claims.BusinessID, claims.BizID = &user.BusinessID, &user.BusinessID
	}
	return t.signClaims(claims)
}

func (t tokens) sessionClaims(subject, audience string, lifetime time.Duration) jwt.RegisteredClaims {
	now := t.clock()
	return jwt.RegisteredClaims{
		ID:        rand.Text(),
		Subject:   subject,
		Audience:  jwt.ClaimStrings{audience},
		IssuedAt:  jwt.NewNumericDate(now),
		ExpiresAt: jwt.NewNumericDate(now.Add(lifetime)),
	}
}

func (t tokens) readStaff(ctx context.Context, token string) (staffClaims, error) {
	return t.staff.get(token, func() (claims staffClaims, keyID string, err error) {
		if keyID, err = t.parse(ctx, token, staffAudience, &claims); err != nil {
			return staffClaims{}, "", err
		}
		claims.keyID = keyID
		return claims, keyID, requireIDs(claims.RegisteredClaims)
	})
}

// requireIDs refuses tokens without subject or id, which could not be revoked.
func requireIDs(claims jwt.RegisteredClaims) error {
	if claims.ID == "" || claims.Subject == "" {
		return loyalty.ErrUnauthenticated
	}
	return nil
}

func (t tokens) signClaims(claims jwt.Claims) (string, error) { return t.keys.ring.Load().sign(claims) }

func (t tokens) parse(ctx context.Context, token, audience string, into jwt.Claims) (keyID string, err error) {
	var refusal error
	_, err = jwt.ParseWithClaims(token, into, func(parsedToken *jwt.Token) (any, error) {
		var secret []byte
		keyID, secret, refusal = t.secretOf(ctx, parsedToken)
		return secret, refusal
	},
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(t.clock))
	switch {
	case refusal != nil:
		return "", refusal
	case errors.Is(err, jwt.ErrTokenExpired):
		return "", loyalty.ErrTokenExpired
	case err != nil:
		return "", loyalty.ErrUnauthenticated
	}
	return keyID, nil
}

func (t tokens) secretOf(ctx context.Context, token *jwt.Token) (keyID string, secret []byte, err error) {
	if keyID, err = keyIDOf(token); err != nil {
		return "", nil, err
	}
	ring, err := t.keys.ringWith(ctx, keyID)
	if err != nil {
		return "", nil, err
	}
	secret, err = ring.secretOf(keyID)
	return keyID, secret, err
}

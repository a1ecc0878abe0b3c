package access

import (
	"cmp"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// The audiences separate staff tokens from portal tokens.
const (
	staffAudience  = "staff"
	portalAudience = "portal"
)

const tokenKeySetting = "token-key"

type tokens struct {
	key      []byte
	lifetime time.Duration
	clock    func() time.Time
	staff    claimsCache[staffClaims]
	portal   claimsCache[portalClaims]
}

func newTokens(key []byte, lifetime time.Duration, clock func() time.Time) (tokens, error) {
	staff, err := newClaimsCache[staffClaims](clock)
	if err != nil {
		return tokens{}, err
	}
	portal, err := newClaimsCache[portalClaims](clock)
	return tokens{key: key, lifetime: lifetime, clock: clock, staff: staff, portal: portal}, err
}

// staffClaims are the claims of the specification's client and the token version.
type staffClaims struct {
	jwt.RegisteredClaims
	Role       loyalty.Role `json:"role"`
	BusinessID *string      `json:"businessId"`
	BizID      *string      `json:"bizId"`
	Name       string       `json:"name"`
	Email      string       `json:"email"`
	Version    int64        `json:"ver"`

	// AuthTime and Methods say when and how the user authenticated (OpenID Connect Core, section 2).
	AuthTime *jwt.NumericDate `json:"auth_time,omitempty"`
	Methods  []string         `json:"amr,omitempty"`
}

// The methods of authentication (RFC 8176).
const (
	passwordMethod = "pwd"
	codeMethod     = "otp" // also after a passkey: it only says that the second step was taken
)

// session is the session that the claims describe. A token of an older version authenticated when it was issued.
func (c staffClaims) session() usecase.StaffSession {
	session := usecase.StaffSession{ID: c.ID, Version: c.Version, HasSecondFactor: slices.Contains(c.Methods, codeMethod)}
	if c.ExpiresAt != nil {
		session.ExpiresAt = c.ExpiresAt.Time
	}
	if authenticated := cmp.Or(c.AuthTime, c.IssuedAt); authenticated != nil {
		session.AuthenticatedAt = authenticated.Time
	}
	return session
}

// lifetimeOf is how long a session of a role lasts.
func (t tokens) lifetimeOf(role loyalty.Role) time.Duration {
	if role == loyalty.Superadmin {
		return min(t.lifetime, loyalty.OperatorSessionLifetime)
	}
	return t.lifetime
}

// signStaff signs a token of a session, which stays ended if it was ended meanwhile.
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

// sessionClaims returns the claims of a new session with its id.
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

// readStaff returns the claims of a valid staff token, or the refusal.
func (t tokens) readStaff(token string) (staffClaims, error) {
	return t.staff.get(token, func() (staffClaims, error) {
		var claims staffClaims
		if err := t.parse(token, staffAudience, &claims); err != nil {
			return staffClaims{}, err
		}
		return claims, requireIDs(claims.RegisteredClaims)
	})
}

// requireIDs refuses a token without subject or id, because its session could not be revoked.
func requireIDs(claims jwt.RegisteredClaims) error {
	if claims.ID == "" || claims.Subject == "" {
		return loyalty.ErrUnauthenticated
	}
	return nil
}

func (t tokens) signClaims(claims jwt.Claims) (string, error) {
	token, err := jwt.NewWithClaims(jwt.SigningMethodHS256, claims).SignedString(t.key)
	if err != nil {
		return "", fmt.Errorf("signing a token: %w", err)
	}
	return token, nil
}

func (t tokens) parse(token, audience string, into jwt.Claims) error {
	_, err := jwt.ParseWithClaims(token, into, func(*jwt.Token) (any, error) { return t.key, nil },
		jwt.WithValidMethods([]string{jwt.SigningMethodHS256.Alg()}),
		jwt.WithAudience(audience), jwt.WithExpirationRequired(), jwt.WithTimeFunc(t.clock))
	switch {
	case errors.Is(err, jwt.ErrTokenExpired):
		return loyalty.ErrTokenExpired
	case err != nil:
		return loyalty.ErrUnauthenticated
	}
	return nil
}

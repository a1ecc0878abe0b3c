package access

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	lru "github.com/hashicorp/golang-lru/v2"

	"axioma/internal/loyalty"
)

// tokensRemembered is how many tokens of a kind are remembered: those of the counters
// that work now, in some megabytes.
const tokensRemembered = 2048

// verified remembers what tokens say whose signature was verified. What a signature
// says does not change; whether the session still holds is asked of the store each
// time.
type verified[C jwt.Claims] struct {
	claims *lru.Cache[string, C]
	clock  func() time.Time
}

func newVerified[C jwt.Claims](clock func() time.Time) (verified[C], error) {
	cache, err := lru.New[string, C](tokensRemembered)
	if err != nil {
		return verified[C]{}, fmt.Errorf("making room for tokens: %w", err)
	}
	return verified[C]{claims: cache, clock: clock}, nil
}

// of returns what a token says, which verify reads the first time. It refuses one that
// has expired since.
func (v verified[C]) of(token string, verify func() (C, error)) (C, error) {
	if known, ok := v.claims.Get(token); ok {
		return known, v.holds(known)
	}
	claims, err := verify()
	if err == nil {
		v.claims.Add(token, claims)
	}
	return claims, err
}

func (v verified[C]) holds(claims C) error {
	expires, err := claims.GetExpirationTime()
	if err != nil || expires == nil || !v.clock().Before(expires.Time) {
		return loyalty.ErrTokenExpired
	}
	return nil
}

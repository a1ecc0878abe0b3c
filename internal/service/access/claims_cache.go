package access

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	lru "github.com/hashicorp/golang-lru/v2"

	"axioma/internal/loyalty"
)

// A few megabytes per kind.
const claimsCacheSize = 2048

// claimsCache caches the claims of verified signatures (LRU). The store still checks revocation each time.
type claimsCache[C jwt.Claims] struct {
	claims *lru.Cache[string, C]
	clock  func() time.Time
}

func newClaimsCache[C jwt.Claims](clock func() time.Time) (claimsCache[C], error) {
	cache, err := lru.New[string, C](claimsCacheSize)
	if err != nil {
		return claimsCache[C]{}, fmt.Errorf("creating the token cache: %w", err)
	}
	return claimsCache[C]{claims: cache, clock: clock}, nil
}

// get verifies a token on the first use. It refuses an expired one.
func (v claimsCache[C]) get(token string, verify func() (C, error)) (C, error) {
	if known, ok := v.claims.Get(token); ok {
		return known, v.checkExpiry(known)
	}
	claims, err := verify()
	if err == nil {
		v.claims.Add(token, claims)
	}
	return claims, err
}

func (v claimsCache[C]) checkExpiry(claims C) error {
	expires, err := claims.GetExpirationTime()
	if err != nil || expires == nil || !v.clock().Before(expires.Time) {
		return loyalty.ErrTokenExpired
	}
	return nil
}

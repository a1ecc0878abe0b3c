package access

import (
	"fmt"
	"time"

	"github.com/golang-jwt/jwt/v5"
	lru "github.com/hashicorp/golang-lru/v2"

	"axioma/internal/loyalty"
)

// claimsCacheSize is the number of tokens in the cache, per kind of token. They take a few megabytes.
const claimsCacheSize = 2048

// claimsCache is an LRU cache of verified claims. Revocation is checked in the store.
type claimsCache[C jwt.Claims] struct {
	claims *lru.Cache[string, verifiedClaims[C]]
	keys   *SigningKeys
	clock  func() time.Time
}

type verifiedClaims[C jwt.Claims] struct {
	claims C
	keyID  string
}

func newClaimsCache[C jwt.Claims](keys *SigningKeys, clock func() time.Time) (claimsCache[C], error) {
	cache, err := lru.New[string, verifiedClaims[C]](claimsCacheSize)
	if err != nil {
		return claimsCache[C]{}, fmt.Errorf("creating the token cache: %w", err)
	}
	return claimsCache[C]{claims: cache, keys: keys, clock: clock}, nil
}

// get returns the claims of a token. It calls verify if the token is not in the cache, or if the key that signed it is
// retired.
func (v claimsCache[C]) get(token string, verify func() (claims C, keyID string, err error)) (C, error) {
	if entry, ok := v.claims.Get(token); ok && v.keys.ring.Load().has(entry.keyID) {
		return entry.claims, v.checkExpiry(entry.claims)
	}
	claims, keyID, err := verify()
	if err == nil {
		v.claims.Add(token, verifiedClaims[C]{claims, keyID})
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

package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
)

// LogoName identifies content, so caches never expire; empty: none.
type LogoName string

// VisibleLogo: a suspended business shows none.
func (b Business) VisibleLogo() LogoName {
	if !b.IsActive() {
		return ""
	}
	return b.Logo
}

// NewLogoName is a prefix of SHA-256.
func NewLogoName(picture []byte) LogoName {
	sum := sha256.Sum256(picture)
	return LogoName(hex.EncodeToString(sum[:8]))
}

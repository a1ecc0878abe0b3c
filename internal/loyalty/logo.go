package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
)

// LogoName identifies a logo by its content, so caches under it never expire. The empty name means no logo.
type LogoName string

// VisibleLogo returns the logo; a suspended business shows none.
func (b Business) VisibleLogo() LogoName {
	if !b.IsActive() {
		return ""
	}
	return b.Logo
}

// NewLogoName returns the name of a picture: a prefix of its SHA-256.
func NewLogoName(picture []byte) LogoName {
	sum := sha256.Sum256(picture)
	return LogoName(hex.EncodeToString(sum[:8]))
}

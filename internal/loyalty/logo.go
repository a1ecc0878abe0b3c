package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
)

// LogoName is a hash of the content, which can be cached forever. Empty: none.
type LogoName string

// VisibleLogo hides the logo of a suspended business.
func (b Business) VisibleLogo() LogoName {
	if !b.IsActive() {
		return ""
	}
	return b.Logo
}

// NewLogoName returns a prefix of the SHA-256.
func NewLogoName(picture []byte) LogoName {
	sum := sha256.Sum256(picture)
	return LogoName(hex.EncodeToString(sum[:8]))
}

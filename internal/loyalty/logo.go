package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
)

// LogoName identifies a logo by a hash of its content, so that it can be cached forever. Empty: none.
type LogoName string

// VisibleLogo returns the logo; none while suspended.
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

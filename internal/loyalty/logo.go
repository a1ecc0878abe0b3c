package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
)

// LogoName tells a logo from every other one: it changes with the picture, so that
// whatever is kept under it holds for ever. The empty name is of none.
type LogoName string

// VisibleLogo is the logo that the business shows: a suspended one shows none.
func (b Business) VisibleLogo() LogoName {
	if !b.IsActive() {
		return ""
	}
	return b.Logo
}

// NewLogoName returns the name of a picture.
func NewLogoName(picture []byte) LogoName {
	sum := sha256.Sum256(picture)
	return LogoName(hex.EncodeToString(sum[:8]))
}

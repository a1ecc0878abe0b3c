package loyalty

import (
	"crypto/sha256"
	"encoding/hex"
)

// LogoName tells a logo from every other one: it changes with the picture, so that
// whatever is kept under it holds for ever. The empty name is of none.
type LogoName string

// ShownLogo is the logo that the business shows: a suspended one shows none.
func (b Business) ShownLogo() LogoName {
	if !b.Active() {
		return ""
	}
	return b.Logo
}

// NameLogo returns the name of a picture.
func NameLogo(picture []byte) LogoName {
	sum := sha256.Sum256(picture)
	return LogoName(hex.EncodeToString(sum[:8]))
}

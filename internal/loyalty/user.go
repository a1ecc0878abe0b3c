package loyalty

import (
	"strings"
	"time"
)

// Role says what a user may do (specification, section 6).
type Role string

// The roles. SUPERADMIN is the platform operator and belongs to no business.
const (
	Barber     Role = "BARBER"
	Admin      Role = "ADMIN"
	Owner      Role = "OWNER"
	Superadmin Role = "SUPERADMIN"
)

// IsAdminLevel reports whether the role is ADMIN or above.
func (r Role) IsAdminLevel() bool { return r == Admin || r == Owner || r == Superadmin }

// MayCreate reports whether the role may create users of another role (specification, section 5).
func (r Role) MayCreate(other Role) bool {
	switch r {
	case Admin:
		return other == Barber
	case Owner, Superadmin:
		return other == Admin || other == Barber
	}
	return false
}

// MayReset reports whether the role may reset, disable and enable users of another role (specification, section 6).
func (r Role) MayReset(other Role) bool {
	switch r {
	case Admin:
		return other == Barber
	case Owner:
		return other != Superadmin
	case Superadmin:
		return true
	}
	return false
}

// User is a staff member or an operator.
type User struct {
	ID           string
	BusinessID   string // empty for SUPERADMIN
	Email        string
	Name         string
	Role         Role
	PasswordHash string
	TokenVersion int64 // random; tokens with another version are revoked
	DisabledAt   time.Time
	// PasswordExpiresAt is the expiry of a temporary password; zero when the user chose the password.
	PasswordExpiresAt time.Time
	SecondFactor      SecondFactor
	TriedAt           time.Time // last time of repeated failed attempts from unknown devices; zero: never
	CreatedAt         time.Time
}

// TemporaryPasswordLifetime is how long an unused temporary password works: over a weekend.
const TemporaryPasswordLifetime = 72 * time.Hour

// MustChoosePassword reports whether the user must replace a temporary password first.
func (u User) MustChoosePassword() bool { return !u.PasswordExpiresAt.IsZero() }

// PasswordExpired reports whether a temporary password has expired.
func (u User) PasswordExpired(now time.Time) bool {
	return u.MustChoosePassword() && !now.Before(u.PasswordExpiresAt)
}

// FirstWord returns the first word of a name, for greetings.
func FirstWord(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return first
}

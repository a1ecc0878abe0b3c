package loyalty

import (
	"strings"
	"time"
)

// Role decides a user's rights (specification, section 6).
type Role string

// SUPERADMIN is the operator, without business.
const (
	Barber     Role = "BARBER"
	Admin      Role = "ADMIN"
	Owner      Role = "OWNER"
	Superadmin Role = "SUPERADMIN"
)

// IsAdminLevel reports whether the role is ADMIN or above.
func (r Role) IsAdminLevel() bool { return r == Admin || r == Owner || r == Superadmin }

// MayCreate reports whether the role may create accounts of another (specification, section 5).
func (r Role) MayCreate(other Role) bool {
	switch r {
	case Admin:
		return other == Barber
	case Owner, Superadmin:
		return other == Admin || other == Barber
	}
	return false
}

// MayReset reports whether the role may reset, disable and enable accounts of another (specification, section 6).
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

// User is staff or operator.
type User struct {
	ID           string
	BusinessID   string // empty: SUPERADMIN
	Email        string
	Name         string
	Role         Role
	PasswordHash string
	TokenVersion int64 // random; revokes other tokens
	DisabledAt   time.Time
	// PasswordExpiresAt is set for temporary passwords.
	PasswordExpiresAt time.Time
	SecondFactor      SecondFactor
	TriedAt           time.Time // guessing from unknown devices
	CreatedAt         time.Time
}

// TemporaryPasswordLifetime is how long a temporary password is valid: longer than a weekend.
const TemporaryPasswordLifetime = 72 * time.Hour

// MustChoosePassword reports whether the password is temporary.
func (u User) MustChoosePassword() bool { return !u.PasswordExpiresAt.IsZero() }

// PasswordExpired reports whether a temporary password has expired.
func (u User) PasswordExpired(now time.Time) bool {
	return u.MustChoosePassword() && !now.Before(u.PasswordExpiresAt)
}

// FirstWord returns the first word, for greetings.
func FirstWord(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return first
}

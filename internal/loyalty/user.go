package loyalty

import (
	"strings"
	"time"
)

// Role says what a user may do (specification, section 6).
type Role string

// The roles of staff. SUPERADMIN is the platform operator and belongs to no
// business.
const (
	Barber     Role = "BARBER"
	Admin      Role = "ADMIN"
	Owner      Role = "OWNER"
	Superadmin Role = "SUPERADMIN"
)

// IsAdminLevel reports whether the role is ADMIN or above.
func (r Role) IsAdminLevel() bool { return r == Admin || r == Owner || r == Superadmin }

// MayCreate reports whether the role may create a user of another role
// (specification, section 5).
func (r Role) MayCreate(other Role) bool {
	switch r {
	case Admin:
		return other == Barber
	case Owner, Superadmin:
		return other == Admin || other == Barber
	}
	return false
}

// MayReset reports whether the role may give a user of another role a new
// password, or disable and enable her (specification, section 6).
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

// User is somebody of the staff, or the operator.
type User struct {
	ID           string
	BusinessID   string // empty for SUPERADMIN
	Email        string
	Name         string
	Role         Role
	PasswordHash string
	TokenVersion int64 // random; tokens of another version have ended
	DisabledAt   time.Time
	// PasswordExpiresAt is until when a password holds that somebody else has given; zero
	// when the user has chosen it.
	PasswordExpiresAt time.Time
	TriedAt           time.Time // when it was last tried again and again from devices where it is not known; zero: never
	CreatedAt         time.Time
}

// TemporaryPasswordLifetime is how long a password holds that somebody else has given and
// nobody has signed in with: over a weekend.
const TemporaryPasswordLifetime = 72 * time.Hour

// MustChoosePassword reports whether the user has to choose a password of her own
// before she does anything else.
func (u User) MustChoosePassword() bool { return !u.PasswordExpiresAt.IsZero() }

// PasswordExpired reports whether the password that somebody else has given holds no
// more.
func (u User) PasswordExpired(now time.Time) bool {
	return u.MustChoosePassword() && !now.Before(u.PasswordExpiresAt)
}

// FirstWord is the word with which people are greeted.
func FirstWord(text string) string {
	first, _, _ := strings.Cut(strings.TrimSpace(text), " ")
	return first
}

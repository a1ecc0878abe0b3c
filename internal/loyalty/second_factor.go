package loyalty

import (
	"strings"
	"time"
)

// SecondFactor is the authenticator app and the passkeys of an account. Either completes a session.
type SecondFactor struct {
	Secret       string    // the app's key in base32; empty: none. It is only offered until EnrolledAt is set
	EnrolledAt   time.Time // of the app; zero: not enrolled
	NextSecret   string    // the offered key that is to replace Secret; empty: none
	Step         int64     // the time step of the last accepted code
	SessionID    string    // the session that confirmed the key
	PasskeyCount int
}

// IsEnrolled reports whether the account has a second factor.
func (f SecondFactor) IsEnrolled() bool { return f.HasApp() || f.PasskeyCount > 0 }

// HasApp reports whether the account has an authenticator app.
func (f SecondFactor) HasApp() bool { return !f.EnrolledAt.IsZero() }

// Offered returns the key of an app that waits for its first code; empty: none.
func (f SecondFactor) Offered() string {
	if f.HasApp() {
		return f.NextSecret
	}
	return f.Secret
}

// ConfirmationRepeat is how long a confirmation can be repeated after a lost answer.
const ConfirmationRepeat = 10 * time.Minute

// WasJustConfirmed reports whether a session may repeat its confirmation.
func (f SecondFactor) WasJustConfirmed(sessionID string, now time.Time) bool {
	return f.HasApp() && f.NextSecret == "" && sessionID != "" && f.SessionID == sessionID && now.Sub(f.EnrolledAt) <= ConfirmationRepeat
}

// RecoveryCodeCount is how many recovery codes an account gets.
const RecoveryCodeCount = 10

// RecentAuthentication is how long after a password was typed sensitive acts are possible.
const RecentAuthentication = 5 * time.Minute

// IsRecentAuthentication reports whether an authentication allows sensitive acts now.
func IsRecentAuthentication(at, now time.Time) bool {
	return now.Sub(at) <= RecentAuthentication
}

// PendingFactor is what a session still needs before it may be used.
type PendingFactor string

// The pending factors.
const (
	NothingPending   PendingFactor = "NONE"
	CodePending      PendingFactor = "CODE"      // a code of the enrolled app, a passkey, or a recovery code
	EnrolmentPending PendingFactor = "ENROLMENT" // the account must enrol an app or a passkey first
)

// SecondFactorStatus is what decides whether a session is complete.
type SecondFactorStatus struct {
	Role     Role
	Enrolled bool // the account has a second factor
	Required bool // the business requires one of its staff
	Exempt   bool // an account of the demo
	Passed   bool // a code was entered, or a passkey used, in this session
}

// Pending returns what a session still needs.
func (s SecondFactorStatus) Pending() PendingFactor {
	switch {
	case s.Enrolled && !s.Passed:
		return CodePending
	case !s.Enrolled && s.IsCompulsory():
		return EnrolmentPending
	}
	return NothingPending
}

// IsCompulsory reports whether the account must have a second factor: operators always, staff if their business says
// so.
func (s SecondFactorStatus) IsCompulsory() bool {
	return !s.Exempt && (s.Role == Superadmin || s.Required)
}

// CanonicalCode returns a typed code without spaces and hyphens, in lower case.
func CanonicalCode(typed string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "\t", "", "\u00a0", "").Replace(typed))
}

// NeedsRecentAuthentication reports whether giving an account of the role, or a new password to it, needs a recent
// authentication: it opens all customers of a business.
func (r Role) NeedsRecentAuthentication() bool { return r == Owner || r == Admin }

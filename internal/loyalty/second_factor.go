package loyalty

import (
	"strings"
	"time"
)

// SecondFactor has an authenticator app and passkeys. Either completes a session.
type SecondFactor struct {
	Secret       string    // base32; until EnrolledAt is set, an offer to enrol
	EnrolledAt   time.Time // of the app; zero: not enrolled
	NextSecret   string    // replacement on offer
	Step         int64     // of the last accepted code
	SessionID    string
	PasskeyCount int
}

// IsEnrolled reports whether there is any second factor.
func (f SecondFactor) IsEnrolled() bool { return f.HasApp() || f.PasskeyCount > 0 }

// HasApp reports whether an authenticator app is enrolled.
func (f SecondFactor) HasApp() bool { return !f.EnrolledAt.IsZero() }

// OfferedKey returns the secret that the user has not confirmed by a code, or "".
func (f SecondFactor) OfferedKey() string {
	if f.HasApp() {
		return f.NextSecret
	}
	return f.Secret
}

// ConfirmationRepeat is the time to retry after a lost response.
const ConfirmationRepeat = 10 * time.Minute

// WasJustConfirmed reports whether this session may repeat its confirmation.
func (f SecondFactor) WasJustConfirmed(sessionID string, now time.Time) bool {
	return f.HasApp() && f.NextSecret == "" && sessionID != "" && f.SessionID == sessionID && now.Sub(f.EnrolledAt).Abs() <= ConfirmationRepeat
}

// RecoveryCodeCount is the number of codes of an account.
const RecoveryCodeCount = 10

// RecentAuthentication is how long a typed password allows sensitive acts.
const RecentAuthentication = 5 * time.Minute

// IsRecentAuthentication reports whether sensitive acts are allowed. After the clock was set back, an authentication
// may be in the future. It is not recent if it is further away than RecentAuthentication.
func IsRecentAuthentication(at, now time.Time) bool {
	return now.Sub(at).Abs() <= RecentAuthentication
}

// PendingFactor is a factor that a session still needs.
type PendingFactor string

// Pending factors.
const (
	NothingPending   PendingFactor = "NONE"
	CodePending      PendingFactor = "CODE"      // by app, passkey or recovery code
	EnrolmentPending PendingFactor = "ENROLMENT" // must enrol first
)

// SecondFactorStatus decides whether a session is complete.
type SecondFactorStatus struct {
	Role     Role
	Enrolled bool
	Required bool
	Exempt   bool // demo account
	Passed   bool
}

// PendingFactor returns the factor still needed.
func (s SecondFactorStatus) PendingFactor() PendingFactor {
	switch {
	case s.Enrolled && !s.Passed:
		return CodePending
	case !s.Enrolled && s.IsCompulsory():
		return EnrolmentPending
	}
	return NothingPending
}

// IsCompulsory reports whether the account needs a second factor: operators do, and staff if the business requires it.
func (s SecondFactorStatus) IsCompulsory() bool {
	return !s.Exempt && (s.Role == Superadmin || s.Required)
}

// CanonicalCode returns lower case, without blanks and hyphens.
func CanonicalCode(input string) string {
	return strings.ToLower(strings.NewReplacer(" ", "", "-", "", "\t", "", "\u00a0", "").Replace(input))
}

// NeedsRecentAuthentication reports whether an account of this role is created or changed only after a recent
// authentication, because it opens all customers of a business.
func (r Role) NeedsRecentAuthentication() bool { return r == Owner || r == Admin }

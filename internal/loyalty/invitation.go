package loyalty

import "time"

// InvitationLifetime is the link's.
const InvitationLifetime = 7 * 24 * time.Hour

// IsInvited: never had a password.
func (u User) IsInvited() bool { return u.PasswordHash == "" }

// MayInvite refuses disabled accounts, and chosen passwords.
func (u User) MayInvite() error {
	switch {
	case !u.DisabledAt.IsZero():
		return ErrInvitedDisabled
	case !u.IsInvited() && !u.MustChoosePassword():
		return ErrInvitationAccepted
	}
	return nil
}

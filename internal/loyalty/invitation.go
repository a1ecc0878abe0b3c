package loyalty

import "time"

// InvitationLifetime is how long the link of an invitation is valid.
const InvitationLifetime = 7 * 24 * time.Hour

// IsInvited reports whether the user has never had a password: they choose one by the link of an invitation.
func (u User) IsInvited() bool { return u.PasswordHash == "" }

// MayInvite refuses an account that is disabled, or whose user has chosen a password.
func (u User) MayInvite() error {
	switch {
	case !u.DisabledAt.IsZero():
		return ErrInvitedDisabled
	case !u.IsInvited() && !u.MustChoosePassword():
		return ErrInvitationAccepted
	}
	return nil
}

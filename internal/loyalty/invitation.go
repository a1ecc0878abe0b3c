package loyalty

import "time"

// InvitationLifetime is how long the link is valid.
const InvitationLifetime = 7 * 24 * time.Hour

// IsInvited reports whether the user never had a password.
func (u User) IsInvited() bool { return u.PasswordHash == "" }

// MayInvite refuses disabled accounts and those with an own password.
func (u User) MayInvite() error {
	switch {
	case !u.DisabledAt.IsZero():
		return ErrInvitedDisabled
	case !u.IsInvited() && !u.MustChoosePassword():
		return ErrInvitationAccepted
	}
	return nil
}

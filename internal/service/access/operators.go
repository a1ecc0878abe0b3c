package access

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/act"
	"axioma/internal/store"
)

// Operators are the accounts of those who run the platform. Nothing but the command
// line uses them.
type Operators struct {
	*act.Base
	sessions  *Sessions
	users     *Users
	passwords *passwords
}

// List returns the accounts of the platform's operators in the order of their
// addresses.
func (o *Operators) List(ctx context.Context) ([]loyalty.User, error) {
	var operators []loyalty.User
	err := o.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		operators, err = tx.Users().Operators()
		return err
	})
	return operators, err
}

// Disable ends an operator's sessions and keeps her from signing in. It
// refuses with loyalty.ErrLastOperator the last one who could, unless that is meant,
// and with loyalty.ErrUserNotFound an address of no operator.
func (o *Operators) Disable(ctx context.Context, email string, evenTheLast bool) error {
	return o.change(ctx, email, loyalty.ActionUserDisabled, func(tx *store.PlatformTx, operator loyalty.User) error {
		operators, err := tx.Users().Operators()
		if err != nil {
			return err
		}
		if !evenTheLast && !othersRemain(operators, operator.ID) {
			return loyalty.ErrLastOperator
		}
		return tx.Users().SetDisabled(operator.ID, o.Now())
	})
}

func othersRemain(operators []loyalty.User, without string) bool {
	for _, operator := range operators {
		if operator.ID != without && operator.DisabledAt.IsZero() {
			return true
		}
	}
	return false
}

// Enable lets an operator sign in again. It refuses as Disable does.
func (o *Operators) Enable(ctx context.Context, email string) error {
	return o.change(ctx, email, loyalty.ActionUserEnabled, func(tx *store.PlatformTx, operator loyalty.User) error {
		return tx.Users().SetDisabled(operator.ID, time.Time{})
	})
}

// Reset gives an operator a temporary password, which is returned, and ends
// her sessions. It refuses as Disable does.
func (o *Operators) Reset(ctx context.Context, email string) (string, error) {
	password, err := TemporaryPassword()
	if err != nil {
		return "", err
	}
	hash, err := o.passwords.hash(ctx, "", password)
	if err != nil {
		return "", err
	}
	return password, o.change(ctx, email, loyalty.ActionUserReset, func(tx *store.PlatformTx, operator loyalty.User) error {
		_, err := tx.Users().SetPassword(operator.ID, hash, o.users.TemporaryUntil())
		return err
	})
}

// change changes an operator's account and records it, in one transaction.
// Who sits at the command line has no account.
func (o *Operators) change(
	ctx context.Context, email string, action loyalty.Action, change func(*store.PlatformTx, loyalty.User) error,
) error {
	address, _ := loyalty.ParseEmail(email)
	return o.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		operator, err := tx.Users().ByEmail(address)
		if err == nil && operator.Role != loyalty.Superadmin {
			err = loyalty.ErrUserNotFound
		}
		if err != nil {
			return err
		}
		if err := change(tx, operator); err != nil {
			return err
		}
		return o.Record(tx.In(operator.BusinessID), "", action, operator.ID, operator.Email)
	})
}

// OpenedBy returns those of some accounts that may sign in and that a password opens.
func (o *Operators) OpenedBy(ctx context.Context, emails []string, password string) ([]loyalty.User, error) {
	var opened []loyalty.User
	for _, email := range emails {
		user, _, err := o.sessions.userAndBusiness(ctx, email)
		if err != nil {
			return nil, err
		}
		if user.ID == "" || !user.DisabledAt.IsZero() {
			continue
		}
		match, err := o.passwords.matches(ctx, "", password, user.PasswordHash)
		if err != nil {
			return nil, err
		}
		if match {
			opened = append(opened, user)
		}
	}
	return opened, nil
}

// Shut keeps accounts from signing in and ends their sessions.
func (o *Operators) Shut(ctx context.Context, users []loyalty.User) error {
	err := o.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		var failed error
		for _, user := range users {
			failed = errors.Join(failed, tx.Users().SetDisabled(user.ID, o.Now()),
				o.Record(tx.In(user.BusinessID), "", loyalty.ActionUserDisabled, user.ID, user.Email))
		}
		return failed
	})
	if err != nil {
		return fmt.Errorf("disabling accounts: %w", err)
	}
	return nil
}

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

// Operators are the accounts of those who run the platform, and what they may do with
// everybody's. Nothing but the command line uses them.
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
	return o.reset(ctx, email, o.change)
}

// ResetAnybody is Reset for any account, of an operator or of the staff of a business.
func (o *Operators) ResetAnybody(ctx context.Context, email string) (string, error) {
	return o.reset(ctx, email, o.changeAnybody)
}

// changing changes the account with an address.
type changing func(ctx context.Context, email string, action loyalty.Action, change func(*store.PlatformTx, loyalty.User) error) error

func (o *Operators) reset(ctx context.Context, email string, change changing) (string, error) {
	password, err := TemporaryPassword()
	if err != nil {
		return "", err
	}
	hash, err := o.passwords.hash(ctx, "", password)
	if err != nil {
		return "", err
	}
	return password, change(ctx, email, loyalty.ActionUserReset, func(tx *store.PlatformTx, user loyalty.User) error {
		_, err := tx.Users().SetPassword(user.ID, hash, o.users.TemporaryUntil())
		return err
	})
}

// EndSessions ends the sessions of any account: whoever is signed in with it signs in
// again. It refuses with loyalty.ErrUserNotFound an address that nobody has.
func (o *Operators) EndSessions(ctx context.Context, email string) error {
	return o.changeAnybody(ctx, email, loyalty.ActionSessionsEnded, endSessions)
}

func endSessions(tx *store.PlatformTx, user loyalty.User) error {
	return tx.Users().EndSessions(user.ID)
}

// endedAtOnce is how many accounts' sessions are ended in one transaction: others write
// between two.
const endedAtOnce = 100

// EndAllSessions ends the sessions of all accounts and returns how many there are.
func (o *Operators) EndAllSessions(ctx context.Context) (int, error) {
	ended, last := 0, ""
	for {
		users, err := o.endSessionsAfter(ctx, last)
		if err != nil || len(users) == 0 {
			return ended, err
		}
		ended, last = ended+len(users), users[len(users)-1].ID
	}
}

func (o *Operators) endSessionsAfter(ctx context.Context, last string) ([]loyalty.User, error) {
	var users []loyalty.User
	err := o.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if users, err = tx.Users().After(last, endedAtOnce); err != nil {
			return err
		}
		for _, user := range users {
			if err := errors.Join(endSessions(tx, user), o.record(tx, loyalty.ActionSessionsEnded, user)); err != nil {
				return err
			}
		}
		return nil
	})
	return users, err
}

// change changes an operator's account and records it, in one transaction.
func (o *Operators) change(
	ctx context.Context, email string, action loyalty.Action, change func(*store.PlatformTx, loyalty.User) error,
) error {
	return o.changeAnybody(ctx, email, action, func(tx *store.PlatformTx, user loyalty.User) error {
		if user.Role != loyalty.Superadmin {
			return loyalty.ErrUserNotFound
		}
		return change(tx, user)
	})
}

func (o *Operators) changeAnybody(
	ctx context.Context, email string, action loyalty.Action, change func(*store.PlatformTx, loyalty.User) error,
) error {
	address, _ := loyalty.ParseEmail(email)
	return o.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, err := tx.Users().ByEmail(address)
		if err != nil {
			return err
		}
		if err := change(tx, user); err != nil {
			return err
		}
		return o.record(tx, action, user)
	})
}

// record adds to the audit trail what was done with an account. Who sits at the
// command line has none.
func (o *Operators) record(tx *store.PlatformTx, action loyalty.Action, user loyalty.User) error {
	return o.Record(tx.In(user.BusinessID), "", action, user.ID, user.Email)
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
			failed = errors.Join(failed, tx.Users().SetDisabled(user.ID, o.Now()), o.record(tx, loyalty.ActionUserDisabled, user))
		}
		return failed
	})
	if err != nil {
		return fmt.Errorf("disabling accounts: %w", err)
	}
	return nil
}

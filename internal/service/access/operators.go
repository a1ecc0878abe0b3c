package access

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Operators are the accounts of those who run the platform, and what they may do with
// everybody's. Nothing but the command line uses them.
type Operators struct {
	base      *usecase.Base
	sessions  *Sessions
	users     *Users
	passwords *passwords
	devices   *KnownDevices
}

// List returns the accounts of the platform's operators in the order of their
// addresses.
func (o *Operators) List(ctx context.Context) ([]loyalty.User, error) {
	var operators []loyalty.User
	err := o.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		operators, err = tx.Users().Operators()
		return err
	})
	return operators, err
}

// Disable ends an operator's sessions and keeps her from signing in. It
// refuses with loyalty.ErrLastOperator the last one who could, unless that is meant,
// and with loyalty.ErrUserNotFound an address of no operator.
func (o *Operators) Disable(ctx context.Context, email string, evenTheLast bool) error {
	address, _ := loyalty.ParseEmail(email)
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		// All are locked before one is changed: two operators who disable each other at once
		// would each see the other as the one who remains.
		operators, err := tx.Users().LockOperators()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(operators, func(operator loyalty.User) bool { return operator.Email == address })
		if at < 0 {
			return loyalty.ErrUserNotFound
		}
		if !evenTheLast && !othersRemain(operators, operators[at].ID) {
			return loyalty.ErrLastOperator
		}
		return errors.Join(o.setDisabled(tx, operators[at], o.base.Now()), o.record(tx, loyalty.ActionUserDisabled, operators[at]))
	})
}

func (o *Operators) setDisabled(tx *store.PlatformTx, user loyalty.User, since time.Time) error {
	version, err := o.base.IDs.TokenVersion()
	if err != nil {
		return err
	}
	return tx.Users().SetDisabled(user.ID, since, version)
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
		return o.setDisabled(tx, operator, time.Time{})
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
		version, err := o.base.IDs.TokenVersion()
		if err != nil {
			return err
		}
		changed, err := tx.Users().SetPassword(store.PasswordChange{
			UserID: user.ID, Hash: hash, Until: o.users.TemporaryUntil(), Verified: user.TokenVersion, Version: version,
		})
		if err == nil && !changed {
			err = loyalty.ErrUserChanged
		}
		return err
	})
}

// EndSessions ends the sessions of any account: whoever is signed in with it signs in
// again. It refuses with loyalty.ErrUserNotFound an address that nobody has.
func (o *Operators) EndSessions(ctx context.Context, email string) error {
	return o.changeAnybody(ctx, email, loyalty.ActionSessionsEnded, func(tx *store.PlatformTx, user loyalty.User) error {
		return o.sessions.end(tx, user.ID)
	})
}

// endedAtOnce is how many sessions are ended in one transaction: others write between two.
const endedAtOnce = 100

// EndedSessions are what EndAllSessions has ended.
type EndedSessions struct {
	Accounts int // of staff and operators
	Portals  int // sessions of customers
}

// EndAllSessions ends everything that was signed before: the sessions of all accounts and of
// all customers, and the marks of known devices. The holder of an old signing key can forge
// none of them afterwards.
func (o *Operators) EndAllSessions(ctx context.Context) (EndedSessions, error) {
	var ended EndedSessions
	err := o.devices.forgetAll(ctx)
	if err != nil {
		return ended, err
	}
	for last := ""; ; {
		users, err := o.endSessionsAfter(ctx, last)
		if err != nil {
			return ended, err
		}
		if len(users) == 0 {
			break
		}
		ended.Accounts, last = ended.Accounts+len(users), users[len(users)-1].ID
	}
	ended.Portals, err = o.endPortals(ctx)
	return ended, err
}

// endPortals ends the sessions that customers have opened until now, and returns how many.
func (o *Operators) endPortals(ctx context.Context) (int, error) {
	ended, until := 0, o.base.Now()
	for {
		closed := 0
		err := o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			closed, err = tx.PortalSessions().CloseOpened(until, endedAtOnce)
			return err
		})
		if err != nil || closed == 0 {
			return ended, err
		}
		ended += closed
	}
}

func (o *Operators) endSessionsAfter(ctx context.Context, last string) ([]loyalty.User, error) {
	var users []loyalty.User
	err := o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if users, err = tx.Users().After(last, endedAtOnce); err != nil {
			return err
		}
		for _, user := range users {
			if err := errors.Join(o.sessions.end(tx, user.ID), o.record(tx, loyalty.ActionSessionsEnded, user)); err != nil {
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
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, err := tx.Users().ByEmail(address)
		if err == nil {
			user, err = tx.Users().Lock(user.ID)
		}
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
	return o.base.Record(tx.In(user.BusinessID), "", action, user.ID, user.Email)
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

// Shut keeps accounts from signing in and ends their sessions. It leaves alone an account
// whose password was changed since it was read.
func (o *Operators) Shut(ctx context.Context, users []loyalty.User) error {
	err := o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, user := range users {
			if err := o.shut(tx, user); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("disabling accounts: %w", err)
	}
	return nil
}

func (o *Operators) shut(tx *store.PlatformTx, read loyalty.User) error {
	user, err := tx.Users().Lock(read.ID)
	if err != nil || user.PasswordHash != read.PasswordHash {
		return err
	}
	return errors.Join(o.setDisabled(tx, user, o.base.Now()), o.record(tx, loyalty.ActionUserDisabled, user))
}

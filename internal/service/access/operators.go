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

// Operators manages operators for the command line.
type Operators struct {
	base      *usecase.Base
	sessions  *Sessions
	users     *Users
	passwords *passwords
	devices   *KnownDevices
}

// List returns operators by address.
func (o *Operators) List(ctx context.Context) ([]loyalty.User, error) {
	var operators []loyalty.User
	err := o.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		operators, err = tx.Users().Operators()
		return err
	})
	return operators, err
}

// Disable disables an operator and revokes their sessions. Errors: loyalty.ErrUserNotFound, loyalty.ErrLastOperator for
// the last active one unless allowLast.
func (o *Operators) Disable(ctx context.Context, email string, allowLast bool) error {
	address, _ := loyalty.ParseEmail(email)
	return o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		// All are locked, so that two cannot disable each other at once.
		operators, err := tx.Users().LockOperators()
		if err != nil {
			return err
		}
		at := slices.IndexFunc(operators, func(operator loyalty.User) bool { return operator.Email == address })
		if at < 0 {
			return loyalty.ErrUserNotFound
		}
		if !allowLast && !othersRemain(operators, operators[at].ID) {
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

// Enable enables an operator. Error: loyalty.ErrUserNotFound.
func (o *Operators) Enable(ctx context.Context, email string) error {
	return o.change(ctx, email, loyalty.ActionUserEnabled, func(tx *store.PlatformTx, operator loyalty.User) error {
		return o.setDisabled(tx, operator, time.Time{})
	})
}

// Reset sets a temporary password, unlinks accounts at providers and revokes sessions. Errors:
// loyalty.ErrUserNotFound, loyalty.ErrUserChanged.
func (o *Operators) Reset(ctx context.Context, email string) (string, error) {
	return o.reset(ctx, email, o.change)
}

// ResetAnyAccount sets a temporary password like Reset, for any account.
func (o *Operators) ResetAnyAccount(ctx context.Context, email string) (string, error) {
	return o.reset(ctx, email, o.changeAnyAccount)
}

type accountChange func(ctx context.Context, email string, action loyalty.Action, change func(*store.PlatformTx, loyalty.User) error) error

func (o *Operators) reset(ctx context.Context, email string, change accountChange) (string, error) {
	password, err := o.passwords.drawTemporary()
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
			UserID: user.ID, Hash: hash, Until: o.users.TemporaryPasswordExpiry(), CheckedVersion: user.TokenVersion, Version: version,
		})
		if err == nil && !changed {
			err = loyalty.ErrUserChanged
		}
		if err == nil {
			err = tx.UserIdentities().Unlink(user.ID)
		}
		if err != nil {
			return err
		}
		return o.sessions.mails.queue(ctx, tx, user, passwordResetOnMachine())
	})
}

// RemoveSecondFactor removes an operator's second factor and revokes sessions. Errors: loyalty.ErrUserNotFound,
// loyalty.ErrNoSecondFactor.
func (o *Operators) RemoveSecondFactor(ctx context.Context, email string) error {
	return o.removeSecondFactor(ctx, email, o.change)
}

// RemoveAnySecondFactor removes a second factor like RemoveSecondFactor, for any account.
func (o *Operators) RemoveAnySecondFactor(ctx context.Context, email string) error {
	return o.removeSecondFactor(ctx, email, o.changeAnyAccount)
}

func (o *Operators) removeSecondFactor(ctx context.Context, email string, change accountChange) error {
	return change(ctx, email, loyalty.ActionSecondFactorOff, func(tx *store.PlatformTx, user loyalty.User) error {
		if err := errors.Join(removeFactor(tx, user.ID), o.sessions.endAll(tx, user.ID)); err != nil {
			return err
		}
		return o.sessions.mails.queue(ctx, tx, user, factorRemovedOnMachine())
	})
}

// EndSessions revokes an account's sessions, or returns loyalty.ErrUserNotFound.
func (o *Operators) EndSessions(ctx context.Context, email string) error {
	return o.changeAnyAccount(ctx, email, loyalty.ActionSessionsEnded, func(tx *store.PlatformTx, user loyalty.User) error {
		return o.sessions.endAll(tx, user.ID)
	})
}

const sessionBatchSize = 100

// EndedSessions counts accounts and portal sessions.
type EndedSessions struct {
	Accounts int
	Portals  int
}

// EndAllSessions revokes all sessions, device marks, and old or forged tokens.
func (o *Operators) EndAllSessions(ctx context.Context) (EndedSessions, error) {
	var sessions EndedSessions
	err := o.devices.revokeAll(ctx)
	if err != nil {
		return sessions, err
	}
	for last := ""; ; {
		users, err := o.endSessionsAfter(ctx, last)
		if err != nil {
			return sessions, err
		}
		if len(users) == 0 {
			break
		}
		sessions.Accounts, last = sessions.Accounts+len(users), users[len(users)-1].ID
	}
	sessions.Portals, err = o.endPortals(ctx)
	return sessions, err
}

func (o *Operators) endPortals(ctx context.Context) (int, error) {
	total, until := 0, o.base.Now()
	for {
		count := 0
		err := o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
			count, err = tx.PortalSessions().CloseOpenedBefore(until, sessionBatchSize)
			return err
		})
		if err != nil || count == 0 {
			return total, err
		}
		total += count
	}
}

func (o *Operators) endSessionsAfter(ctx context.Context, last string) ([]loyalty.User, error) {
	var users []loyalty.User
	err := o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if users, err = tx.Users().After(last, sessionBatchSize); err != nil {
			return err
		}
		for _, user := range users {
			if err := errors.Join(o.sessions.endAll(tx, user.ID), o.record(tx, loyalty.ActionSessionsEnded, user)); err != nil {
				return err
			}
		}
		return nil
	})
	return users, err
}

func (o *Operators) change(
	ctx context.Context, email string, action loyalty.Action, change func(*store.PlatformTx, loyalty.User) error,
) error {
	return o.changeAnyAccount(ctx, email, action, func(tx *store.PlatformTx, user loyalty.User) error {
		if user.Role != loyalty.Superadmin {
			return loyalty.ErrUserNotFound
		}
		return change(tx, user)
	})
}

func (o *Operators) changeAnyAccount(
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

func (o *Operators) record(tx *store.PlatformTx, action loyalty.Action, user loyalty.User) error {
	return o.base.Record(tx.In(user.BusinessID), "", action, user.ID, user.Email)
}

// AccountsWithPassword returns the active accounts with the password.
func (o *Operators) AccountsWithPassword(ctx context.Context, emails []string, password string) ([]loyalty.User, error) {
	var accounts []loyalty.User
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
			accounts = append(accounts, user)
		}
	}
	return accounts, nil
}

// DisableAccounts disables accounts and revokes their sessions. It omits accounts whose password has changed.
func (o *Operators) DisableAccounts(ctx context.Context, users []loyalty.User) error {
	err := o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		for _, user := range users {
			if err := o.disableAccount(tx, user); err != nil {
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

func (o *Operators) disableAccount(tx *store.PlatformTx, read loyalty.User) error {
	user, err := tx.Users().Lock(read.ID)
	if err != nil || user.PasswordHash != read.PasswordHash {
		return err
	}
	return errors.Join(o.setDisabled(tx, user, o.base.Now()), o.record(tx, loyalty.ActionUserDisabled, user))
}

package service

import (
	"context"
	"crypto/rand"
	"fmt"
	"math/big"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Users returns the staff of the business whose accounts the actor may manage:
// an ADMIN sees the barbers.
func (s *Service) Users(ctx context.Context, actor Actor) ([]loyalty.User, error) {
	var all []loyalty.User
	err := s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		all, err = tx.UsersOf(actor.BusinessID)
		return err
	})
	managed := []loyalty.User{}
	for _, user := range all {
		if s.now().Sub(user.TriedAt) > loyalty.TriedFor {
			user.TriedAt = time.Time{}
		}
		if actor.Role.MayReset(user.Role) {
			managed = append(managed, user)
		}
	}
	return managed, err
}

// CreateUser adds an account to the actor's business. It refuses with
// loyalty.ErrForbidden a role that the actor may not create and with
// loyalty.ErrEmailTaken an address that somebody has. The same key is answered with
// the account that it made, whatever password is said by then. The password is
// temporary, as one of ResetPassword.
func (s *Service) CreateUser(ctx context.Context, actor Actor, draft NewUser, key Key) (loyalty.User, error) {
	if draft.Role != loyalty.Admin && draft.Role != loyalty.Barber {
		return loyalty.User{}, loyalty.InvalidField("role", "El rol tiene que ser BARBER o ADMIN.")
	}
	if !actor.Role.MayCreate(draft.Role) {
		return loyalty.User{}, loyalty.ErrForbidden
	}
	if err := key.Checked(); err != nil {
		return loyalty.User{}, err
	}
	user, err := s.newUser(ctx, draft, actor.BusinessID)
	if err != nil {
		return user, err
	}
	user.PasswordUntil = s.temporaryUntil()
	asked := fmt.Sprintf("user %s %s: %s", user.Role, user.Email, user.Name)
	return s.insertUserOnce(ctx, actor, user, key, asked)
}

// insertUserOnce adds an account, and returns the one that the key has made before.
func (s *Service) insertUserOnce(ctx context.Context, actor Actor, user loyalty.User, key Key, asked string) (loyalty.User, error) {
	made := user
	var refused error
	err := s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		made = user
		here := tx.In(actor.BusinessID)
		id, err := once(s, here, key, asked, plainForm[string](), func() (string, error) {
			if err := tx.InsertUser(user); err != nil {
				return "", err
			}
			return user.ID, s.record(here, actor.UserID, loyalty.ActionUserCreated, user.ID, user.Email)
		})
		refused, err = committed(err)
		if err == nil && refused == nil && id != user.ID {
			made, err = tx.User(id)
		}
		return err
	})
	if err != nil {
		return user, err
	}
	return made, refused
}

// temporaryUntil is until when a password holds that is given now.
func (s *Service) temporaryUntil() time.Time { return s.now().Add(loyalty.TemporaryPasswordLife) }

// ResetPassword gives a user a new password and ends her sessions. It holds for
// loyalty.TemporaryPasswordLife, and she chooses another when she signs in. An empty one
// asks for a temporary password, which is returned and shown once. It refuses
// with loyalty.ErrUserNotFound somebody of another business, with
// loyalty.ErrForbidden whom the actor may not manage, and with a validation error
// a password of the wrong length.
func (s *Service) ResetPassword(ctx context.Context, actor Actor, userID, password string) (string, error) {
	user, err := s.managedUser(ctx, actor, userID)
	if err != nil {
		return "", err
	}
	if password == "" {
		if password, err = temporaryPassword(); err != nil {
			return "", err
		}
	}
	known, err := s.knownOf(ctx, user)
	if err != nil {
		return "", err
	}
	if err := loyalty.CheckPassword("newPassword", password, loyalty.MinNewPassword, known...); err != nil {
		return "", err
	}
	hash, err := s.passwords.hash(ctx, actor.UserID, password)
	if err != nil {
		return "", err
	}
	return password, s.changeUser(ctx, actor, user, loyalty.ActionUserReset, func(tx *store.PlatformTx) error {
		_, err := tx.SetPassword(user.ID, hash, s.temporaryUntil())
		return err
	})
}

// DisableUser ends a user's sessions and keeps her from signing in until she is
// enabled. Nobody disables herself: loyalty.ErrOwnAccount. Besides it refuses as
// ResetPassword does.
func (s *Service) DisableUser(ctx context.Context, actor Actor, userID string) (loyalty.User, error) {
	if userID == actor.UserID {
		return loyalty.User{}, loyalty.ErrOwnAccount
	}
	user, err := s.managedUser(ctx, actor, userID)
	if err != nil {
		return user, err
	}
	user.DisabledAt = s.now()
	return user, s.changeUser(ctx, actor, user, loyalty.ActionUserDisabled, func(tx *store.PlatformTx) error {
		return tx.SetDisabled(user.ID, user.DisabledAt)
	})
}

// EnableUser lets a disabled user sign in again. It refuses as ResetPassword
// does.
func (s *Service) EnableUser(ctx context.Context, actor Actor, userID string) (loyalty.User, error) {
	user, err := s.managedUser(ctx, actor, userID)
	if err != nil {
		return user, err
	}
	user.DisabledAt = time.Time{}
	return user, s.changeUser(ctx, actor, user, loyalty.ActionUserEnabled, func(tx *store.PlatformTx) error {
		return tx.SetDisabled(user.ID, time.Time{})
	})
}

// managedUser returns a user of the actor's business whom she may manage. One
// of another business is not found.
func (s *Service) managedUser(ctx context.Context, actor Actor, userID string) (loyalty.User, error) {
	var user loyalty.User
	err := s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		user, err = tx.User(userID)
		return err
	})
	switch {
	case err != nil:
		return user, err
	case user.BusinessID != actor.BusinessID:
		return loyalty.User{}, loyalty.ErrUserNotFound
	case !actor.Role.MayReset(user.Role):
		return loyalty.User{}, loyalty.ErrForbidden
	}
	return user, nil
}

// changeUser changes an account and records who did, in one transaction.
func (s *Service) changeUser(
	ctx context.Context, actor Actor, user loyalty.User, action loyalty.Action, change func(*store.PlatformTx) error,
) error {
	return s.store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := change(tx); err != nil {
			return err
		}
		return s.record(tx.In(actor.BusinessID), actor.UserID, action, user.ID, user.Email)
	})
}

// temporaryPassword returns a password that is easy to read out and type: four
// groups of letters and digits that are not mistaken for each other.
func temporaryPassword() (string, error) {
	const letters = "abcdefghjkmnpqrstuvwxyz23456789"
	password := make([]byte, 0, 19)
	for i := range 16 {
		if i > 0 && i%4 == 0 {
			password = append(password, '-')
		}
		n, err := rand.Int(rand.Reader, big.NewInt(int64(len(letters))))
		if err != nil {
			return "", fmt.Errorf("making a temporary password: %w", err)
		}
		password = append(password, letters[n.Int64()])
	}
	return string(password), nil
}

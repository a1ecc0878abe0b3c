package access

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Users manages staff accounts.
type Users struct {
	base      *usecase.Base
	sessions  *Sessions
	passwords *passwords
}

// List returns the accounts that the actor may manage: for an ADMIN only barbers.
func (u *Users) List(ctx context.Context, actor usecase.Actor) ([]loyalty.User, error) {
	var all []loyalty.User
	err := u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		all, err = tx.Users().Of(actor.BusinessID)
		return err
	})
	managedUsers := []loyalty.User{}
	for _, user := range all {
		user = u.withRecentTries(user)
		if actor.Role.MayReset(user.Role) {
			managedUsers = append(managedUsers, user)
		}
	}
	return managedUsers, err
}

func (u *Users) withRecentTries(user loyalty.User) loyalty.User {
	if u.base.Now().Sub(user.TriedAt) > SignInAlertPeriod {
		user.TriedAt = time.Time{}
	}
	return user
}

// ListGuessed returns accounts with recent guesses at the password: own and managed ones, for an operator all
// operators'.
func (u *Users) ListGuessed(ctx context.Context, actor usecase.Actor) ([]loyalty.User, error) {
	var all []loyalty.User
	err := u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if actor.Role == loyalty.Superadmin {
			all, err = tx.Users().Operators()
		} else {
			all, err = tx.Users().Of(actor.BusinessID)
		}
		return err
	})
	guessedUsers := []loyalty.User{}
	for _, user := range all {
		user = u.withRecentTries(user)
		if !user.TriedAt.IsZero() && (user.ID == actor.UserID || actor.Role.MayReset(user.Role)) {
			guessedUsers = append(guessedUsers, user)
		}
	}
	return guessedUsers, err
}

// Create adds an account with a temporary password. Errors: loyalty.ErrForbidden for the role, loyalty.ErrEmailTaken,
// loyalty.ErrRecentAuthenticationRequired for a new ADMIN.
func (u *Users) Create(ctx context.Context, actor usecase.Actor, draft NewUser, key usecase.IdempotencyKey) (loyalty.User, error) {
	if err := u.sessions.mayCreate(actor, draft.Role, key); err != nil {
		return loyalty.User{}, err
	}
	user, err := u.accountWithoutPassword(draft, actor.BusinessID)
	if err != nil {
		return user, err
	}
	// The key comes first: since the first request, the business may have got a name that the password contains.
	var refusal error
	if user.PasswordHash, refusal = u.checkAndHash(ctx, user, draft.Password); refusal != nil && key == "" {
		return loyalty.User{}, refusal
	}
	user.PasswordExpiresAt = u.TemporaryPasswordExpiry()
	request := fmt.Sprintf("user %s %s: %s", user.Role, user.Email, user.Name)
	return u.insertOnce(ctx, actor, user, refusal, key, request)
}

func (s *Sessions) mayCreate(actor usecase.Actor, role loyalty.Role, key usecase.IdempotencyKey) error {
	if role != loyalty.Admin && role != loyalty.Barber {
		return loyalty.InvalidField("role", "El rol tiene que ser BARBER o ADMIN.")
	}
	if !actor.Role.MayCreate(role) {
		return loyalty.ErrForbidden
	}
	return cmp.Or(s.requireRecentFor(actor, role), key.Validate())
}

// insertOnce adds a user once per key. A new key gets the refusal unless it is nil.
func (u *Users) insertOnce(
	ctx context.Context, actor usecase.Actor, user loyalty.User, refusal error, key usecase.IdempotencyKey, request string,
) (loyalty.User, error) {
	var storedUser loyalty.User
	var storedRefusal error
	err := u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		storedUser, err = u.insertOnceIn(tx, actor, user, refusal, key, request)
		storedRefusal, err = usecase.SplitCommitted(err)
		return err
	})
	if err != nil {
		return user, err
	}
	return storedUser, storedRefusal
}

// insertOnceIn adds a user like insertOnce. It may return a refusal to commit; see usecase.SplitCommitted.
func (u *Users) insertOnceIn(
	tx *store.PlatformTx, actor usecase.Actor, user loyalty.User, refusal error, key usecase.IdempotencyKey, request string,
) (loyalty.User, error) {
	businessTx := tx.In(actor.BusinessID)
	id, err := usecase.RunOnce(u.base, businessTx, key, request, usecase.PlainCodec[string](), func() (string, error) {
		if refusal != nil {
			return "", refusal
		}
		if err := tx.Users().Insert(user); err != nil {
			return "", err
		}
		return user.ID, u.base.Record(businessTx, actor.UserID, loyalty.ActionUserCreated, user.ID, user.Email)
	})
	if err != nil || id == user.ID {
		return user, err
	}
	return tx.Users().Get(id)
}

// TemporaryPassword returns a password that is easy to read aloud, and as long as the operator requires.
func (u *Users) TemporaryPassword() (string, error) { return u.passwords.drawTemporary() }

// TemporaryPasswordExpiry returns when a temporary password set now expires.
func (u *Users) TemporaryPasswordExpiry() time.Time {
	return u.base.Now().Add(loyalty.TemporaryPasswordLifetime)
}

// ResetPassword sets a temporary password ("": a random one, returned) and revokes sessions. Errors:
// loyalty.ErrUserNotFound, loyalty.ErrForbidden, a validation error, loyalty.ErrUserChanged after a concurrent change,
// loyalty.ErrRecentAuthenticationRequired for an owner's or ADMIN's account.
func (u *Users) ResetPassword(ctx context.Context, actor usecase.Actor, userID, password string) (string, error) {
	user, err := u.managedUser(ctx, actor, userID)
	if err != nil {
		return "", err
	}
	if err := u.sessions.requireRecentFor(actor, user.Role); err != nil {
		return "", err
	}
	if password == "" {
		if password, err = u.TemporaryPassword(); err != nil {
			return "", err
		}
	}
	facts, err := u.sessions.loadPublicFacts(ctx, user)
	if err != nil {
		return "", err
	}
	if err := u.passwords.check("newPassword", password, loyalty.MinNewPassword, facts...); err != nil {
		return "", err
	}
	hash, err := u.passwords.hash(ctx, actor.UserID, password)
	if err != nil {
		return "", err
	}
	return password, u.change(ctx, actor, user, loyalty.ActionUserReset, func(tx *store.PlatformTx, version int64) error {
		changed, err := tx.Users().SetPassword(store.PasswordChange{
			UserID: user.ID, Hash: hash, Until: u.TemporaryPasswordExpiry(), CheckedVersion: user.TokenVersion, Version: version,
		})
		if err == nil && !changed {
			err = loyalty.ErrUserChanged
		}
		if err != nil {
			return err
		}
		notice, err := u.sessions.mails.passwordReset(tx, actor)
		if err != nil {
			return err
		}
		return u.sessions.mails.queue(ctx, tx, user, notice)
	})
}

// Disable disables a user and revokes their sessions. Errors: loyalty.ErrOwnAccount, those of Enable.
func (u *Users) Disable(ctx context.Context, actor usecase.Actor, userID string) (loyalty.User, error) {
	if userID == actor.UserID {
		return loyalty.User{}, loyalty.ErrOwnAccount
	}
	user, err := u.managedUser(ctx, actor, userID)
	if err != nil {
		return user, err
	}
	user.DisabledAt = u.base.Now()
	return user, u.change(ctx, actor, user, loyalty.ActionUserDisabled, func(tx *store.PlatformTx, version int64) error {
		return tx.Users().SetDisabled(user.ID, user.DisabledAt, version)
	})
}

// Enable enables a user. Errors: loyalty.ErrUserNotFound, loyalty.ErrForbidden, for a disabled actor
// loyalty.ErrTokenExpired.
func (u *Users) Enable(ctx context.Context, actor usecase.Actor, userID string) (loyalty.User, error) {
	user, err := u.managedUser(ctx, actor, userID)
	if err != nil {
		return user, err
	}
	user.DisabledAt = time.Time{}
	return user, u.change(ctx, actor, user, loyalty.ActionUserEnabled, func(tx *store.PlatformTx, version int64) error {
		return tx.Users().SetDisabled(user.ID, time.Time{}, version)
	})
}

func (u *Users) managedUser(ctx context.Context, actor usecase.Actor, userID string) (loyalty.User, error) {
	var user loyalty.User
	err := u.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		user, err = tx.Users().Get(userID)
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

func (u *Users) change(
	ctx context.Context, actor usecase.Actor, user loyalty.User, action loyalty.Action, change func(tx *store.PlatformTx, version int64) error,
) error {
	return u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := lockActor(tx, actor); err != nil {
			return err
		}
		version, err := u.base.IDs.TokenVersion()
		if err != nil {
			return err
		}
		if err := change(tx, version); err != nil {
			return err
		}
		return u.base.Record(tx.In(actor.BusinessID), actor.UserID, action, user.ID, user.Email)
	})
}

// lockActor locks the staff in a fixed order, against deadlocks. A disabled actor gets loyalty.ErrTokenExpired: two
// owners cannot disable each other.
func lockActor(tx *store.PlatformTx, actor usecase.Actor) error {
	if actor.Role == loyalty.Superadmin {
		return nil
	}
	users, err := tx.Users().LockStaff(actor.BusinessID)
	if err != nil {
		return err
	}
	for _, user := range users {
		if user.ID == actor.UserID && user.DisabledAt.IsZero() {
			return nil
		}
	}
	return loyalty.ErrTokenExpired
}

// EndBusinessSessions revokes the staff's sessions.
func (u *Users) EndBusinessSessions(tx *store.PlatformTx, businessID string) error {
	staff, err := tx.Users().LockStaff(businessID)
	if err != nil {
		return err
	}
	for _, user := range staff {
		if err := u.sessions.endAll(tx, user.ID); err != nil {
			return err
		}
	}
	return nil
}

// NewUser is an account to create.
type NewUser struct {
	Email    string
	Name     string
	Role     loyalty.Role
	Password string
}

// CreateSuperadmin creates an operator, for the command line. Error: loyalty.ErrEmailTaken.
func (u *Users) CreateSuperadmin(ctx context.Context, draft NewUser) (loyalty.User, error) {
	draft.Role = loyalty.Superadmin
	user, err := u.NewAccount(ctx, draft, "")
	if err != nil {
		return user, err
	}
	err = u.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := tx.Users().Insert(user); err != nil {
			return err
		}
		return u.sessions.recordAccount(tx, user, loyalty.ActionUserCreated)
	})
	if err != nil {
		return user, fmt.Errorf("creating an operator: %w", err)
	}
	return user, nil
}

// NewAccount returns an account to store (without businessID an operator's), or a validation error.
func (u *Users) NewAccount(ctx context.Context, draft NewUser, businessID string) (loyalty.User, error) {
	user, err := u.accountWithoutPassword(draft, businessID)
	if err != nil {
		return loyalty.User{}, err
	}
	user.PasswordHash, err = u.checkAndHash(ctx, user, draft.Password)
	return user, err
}

func (u *Users) checkAndHash(ctx context.Context, user loyalty.User, password string) (string, error) {
	facts, err := u.sessions.loadPublicFacts(ctx, user)
	if err != nil {
		return "", err
	}
	if err := u.passwords.check("password", password, loyalty.MinNewPassword, facts...); err != nil {
		return "", err
	}
	return u.passwords.hash(ctx, "", password)
}

func (u *Users) accountWithoutPassword(draft NewUser, businessID string) (loyalty.User, error) {
	email, ok := loyalty.ParseEmail(draft.Email)
	if !ok || email == "" {
		return loyalty.User{}, loyalty.InvalidField("email", "El correo no es válido.")
	}
	name, err := loyalty.CleanName("name", draft.Name)
	if err != nil {
		return loyalty.User{}, err
	}
	version, err := u.base.IDs.TokenVersion()
	if err != nil {
		return loyalty.User{}, err
	}
	id, err := u.base.IDs.Next(u.base.Now())
	return loyalty.User{
		ID:           id,
		BusinessID:   businessID,
		Email:        email,
		Name:         name,
		Role:         draft.Role,
		TokenVersion: version,
		CreatedAt:    u.base.Now(),
	}, err
}

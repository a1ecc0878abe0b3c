package access

import (
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// SecondFactors manages authenticator apps and recovery codes (decision 0042); see also Passkeys.
type SecondFactors struct {
	base      *usecase.Base
	sessions  *Sessions
	users     *Users
	passwords *passwords
	party     *relyingParty
}

// SecondFactorState is shown to the user.
type SecondFactorState struct {
	EnrolledAt    time.Time // of the app
	Passkeys      PasskeyState
	CodesLeft     int
	IsCompulsory  bool
	PendingFactor loyalty.PendingFactor
}

// State returns the actor's state.
func (f *SecondFactors) State(ctx context.Context, actor usecase.Actor) (SecondFactorState, error) {
	state := SecondFactorState{PendingFactor: actor.Session.Pending}
	err := f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		user, business, err := userWithBusiness(tx, actor.UserID)
		if err != nil {
			return err
		}
		state.EnrolledAt = user.SecondFactor.EnrolledAt
		state.IsCompulsory = f.sessions.factorStatus(user, business).IsCompulsory()
		if state.Passkeys, err = f.party.stateOf(tx, user); err != nil {
			return err
		}
		state.CodesLeft, err = tx.SecondFactors().CountCodes(user.ID)
		return err
	})
	if err != nil {
		return state, fmt.Errorf("reading a second factor: %w", err)
	}
	return state, nil
}

func userWithBusiness(tx *store.PlatformTx, userID string) (loyalty.User, loyalty.Business, error) {
	user, err := tx.Users().Get(userID)
	if err != nil {
		return user, loyalty.Business{}, err
	}
	business, err := businessOf(tx, user)
	return user, business, err
}

func businessOf(tx *store.PlatformTx, user loyalty.User) (loyalty.Business, error) {
	if user.BusinessID == "" {
		return loyalty.Business{}, nil
	}
	return tx.Businesses().Get(user.BusinessID)
}

func (f *SecondFactors) read(ctx context.Context, userID string) (user loyalty.User, business loyalty.Business, err error) {
	err = f.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		user, business, err = userWithBusiness(tx, userID)
		return err
	})
	if err != nil {
		err = fmt.Errorf("reading an account: %w", err)
	}
	return user, business, err
}

// Enrolment is the key for an authenticator app.
type Enrolment struct {
	Secret string
	URL    string
}

// Begin offers a key. When the user confirms it, it replaces an enrolled one. Error: loyalty.ErrSecondFactorRequired.
func (f *SecondFactors) Begin(ctx context.Context, actor usecase.Actor) (Enrolment, error) {
	user, _, err := f.read(ctx, actor.UserID)
	if err != nil {
		return Enrolment{}, err
	}
	if err := requirePassed(actor, user); err != nil {
		return Enrolment{}, err
	}
	key, err := newTOTPKey(f.base.IDs.Random, user.Email)
	if err != nil {
		return Enrolment{}, err
	}
	err = f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, err := tx.Users().Lock(actor.UserID)
		if err == nil {
			err = requirePassed(actor, user) // a factor may have been enrolled meanwhile
		}
		if err != nil {
			return err
		}
		return tx.SecondFactors().Offer(user.ID, key.Secret())
	})
	if err != nil {
		return Enrolment{}, fmt.Errorf("offering a second factor: %w", err)
	}
	return Enrolment{Secret: key.Secret(), URL: key.URL()}, nil
}

// requirePassed refuses a session by password alone, which must not change factors.
func requirePassed(actor usecase.Actor, user loyalty.User) error {
	if user.SecondFactor.IsEnrolled() && !actor.Session.HasSecondFactor {
		return loyalty.ErrSecondFactorRequired
	}
	return nil
}

func withSecondFactor(session usecase.StaffSession, authenticatedAt time.Time) usecase.StaffSession {
	session.HasSecondFactor, session.AuthenticatedAt = true, authenticatedAt
	return session
}

// Pass completes a session by an app's or recovery code, each usable once. Errors: loyalty.ErrSecondFactorRefused,
// loyalty.ErrNoSecondFactor.
func (f *SecondFactors) Pass(ctx context.Context, actor usecase.Actor, typedCode string) (Session, error) {
	user, business, err := f.read(ctx, actor.UserID)
	if err != nil {
		return Session{}, err
	}
	err = f.accept(ctx, user, typedCode, func(tx *store.PlatformTx) error {
		return f.sessions.recordAccount(tx, user, loyalty.ActionSignIn)
	})
	if err != nil {
		return Session{}, err
	}
	return f.sessions.open(user, business, withSecondFactor(actor.Session, actor.Session.AuthenticatedAt))
}

// accept calls apply in the transaction that uses up the code. It records wrong codes.
func (f *SecondFactors) accept(ctx context.Context, user loyalty.User, typedCode string, apply func(*store.PlatformTx) error) error {
	if !user.SecondFactor.IsEnrolled() {
		return loyalty.ErrNoSecondFactor
	}
	var accepted bool
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if accepted, err = f.use(tx, user, typedCode); err != nil {
			return err
		}
		if !accepted {
			return f.sessions.recordAccount(tx, user, loyalty.ActionSecondFactorFailed)
		}
		return apply(tx)
	})
	if err != nil {
		return fmt.Errorf("checking a second factor: %w", err)
	}
	if !accepted {
		return loyalty.ErrSecondFactorRefused
	}
	return nil
}

func (f *SecondFactors) use(tx *store.PlatformTx, user loyalty.User, typedCode string) (bool, error) {
	code := loyalty.CanonicalCode(typedCode)
	if step, ok := matchingStep(user.SecondFactor.Secret, code, f.base.Now()); ok && user.SecondFactor.HasApp() {
		return tx.SecondFactors().UseStep(user.ID, user.SecondFactor.Secret, step)
	}
	used, err := tx.SecondFactors().UseCode(user.ID, f.sessions.tokens.recoveryCodeHash(user.ID, code))
	if err == nil && used {
		err = f.sessions.recordAccount(tx, user, loyalty.ActionRecoveryCodeUsed)
	}
	return used, err
}

// Reauthenticate makes a session recent by the password and, if enrolled, a code. Errors: loyalty.ErrWrongPassword,
// loyalty.ErrSecondFactorRefused.
func (f *SecondFactors) Reauthenticate(ctx context.Context, actor usecase.Actor, password, typedCode string) (Session, error) {
	user, business, err := f.read(ctx, actor.UserID)
	if err != nil {
		return Session{}, err
	}
	match, err := f.passwords.matches(ctx, actor.UserID, password, user.PasswordHash)
	if err != nil {
		return Session{}, err
	}
	if !match {
		return Session{}, loyalty.ErrWrongPassword
	}
	session := actor.Session
	session.AuthenticatedAt = f.base.Now()
	if !user.SecondFactor.IsEnrolled() {
		return f.sessions.open(user, business, session)
	}
	if strings.TrimSpace(typedCode) == "" {
		return Session{}, loyalty.InvalidField("code", "Escribe el código de tu aplicación o uno de recuperación.")
	}
	if err := f.accept(ctx, user, typedCode, func(*store.PlatformTx) error { return nil }); err != nil {
		return Session{}, err
	}
	return f.sessions.open(user, business, withSecondFactor(session, session.AuthenticatedAt))
}

// DrawCodes replaces the codes, or returns loyalty.ErrNoSecondFactor.
func (f *SecondFactors) DrawCodes(ctx context.Context, actor usecase.Actor) ([]string, error) {
	var codes []string
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, err := tx.Users().Lock(actor.UserID)
		if err != nil {
			return err
		}
		if !user.SecondFactor.IsEnrolled() {
			return loyalty.ErrNoSecondFactor
		}
		codes, err = f.redrawCodes(ctx, tx, user)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("generating recovery codes: %w", err)
	}
	return codes, nil
}

func (f *SecondFactors) redrawCodes(ctx context.Context, tx *store.PlatformTx, user loyalty.User) ([]string, error) {
	codes, err := f.sessions.giveRecoveryCodes(tx, user.ID)
	if err != nil {
		return nil, err
	}
	if err := f.sessions.mails.queue(ctx, tx, user, codesReplaced()); err != nil {
		return nil, err
	}
	return codes, f.sessions.recordAccount(tx, user, loyalty.ActionRecoveryCodesDrawn)
}

// Remove removes factors and recovery codes, and ends the other sessions. Errors: loyalty.ErrSecondFactorCompulsory,
// loyalty.ErrNoSecondFactor.
func (f *SecondFactors) Remove(ctx context.Context, actor usecase.Actor) error {
	if err := f.sessions.storeUsesOf(ctx, actor.UserID); err != nil {
		return err
	}
	err := f.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		user, business, err := userWithBusiness(tx, actor.UserID)
		if err != nil {
			return err
		}
		if f.sessions.factorStatus(user, business).IsCompulsory() {
			return loyalty.ErrSecondFactorCompulsory
		}
		if err := removeFactor(tx, user.ID); err != nil {
			return err
		}
		if _, err := tx.StaffSessions().EndOthers(user.ID, actor.Session.ID); err != nil {
			return err
		}
		if err := f.sessions.mails.queue(ctx, tx, user, factorRemoved()); err != nil {
			return err
		}
		return f.sessions.recordAccount(tx, user, loyalty.ActionSecondFactorOff)
	})
	if err != nil {
		return fmt.Errorf("removing a second factor: %w", err)
	}
	return nil
}

// RemoveOf removes a user's factors, and ends their sessions; own ones like Remove. Errors: those of Users.Enable,
// loyalty.ErrNoSecondFactor.
func (f *SecondFactors) RemoveOf(ctx context.Context, actor usecase.Actor, userID string) (loyalty.User, error) {
	user, err := f.users.managedUser(ctx, actor, userID)
	if err != nil {
		return user, err
	}
	if userID == actor.UserID {
		err = f.Remove(ctx, actor)
	} else {
		err = f.users.change(ctx, actor, user, loyalty.ActionSecondFactorOff, func(tx *store.PlatformTx, version int64) error {
			return cmp.Or(removeFactor(tx, user.ID), tx.Users().EndSessions(user.ID, version), f.sessions.mails.queue(ctx, tx, user, factorRemoved()))
		})
	}
	user.SecondFactor = loyalty.SecondFactor{}
	return user, err
}

func removeFactor(tx *store.PlatformTx, userID string) error {
	removed, err := tx.SecondFactors().Remove(userID)
	if err == nil && !removed {
		err = loyalty.ErrNoSecondFactor
	}
	return err
}

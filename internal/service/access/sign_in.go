package access

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Sessions signs staff in and authenticates their tokens.
type Sessions struct {
	base      *usecase.Base
	tokens    tokens
	passwords *passwords
	isExempt  func(email string) bool
	uses      *sessionUses
	mails     accountMails
	operators operatorNetworks
}

// Session is the result of a sign-in.
type Session struct {
	Token        string
	User         loyalty.User
	BusinessName string
	Pending      loyalty.PendingFactor
}

// SignIn returns a session; with a second factor it only allows to pass the factor. loyalty.ErrSignInFailed hides, even by
// time, whether address, password or account is wrong. Other errors: loyalty.ErrBusinessSuspended,
// loyalty.ErrPasswordExpired.
func (s *Sessions) SignIn(ctx context.Context, email, password string) (Session, error) {
	user, business, err := s.userAndBusiness(ctx, email)
	if err != nil {
		return Session{}, err
	}
	match, err := s.passwords.matches(ctx, strings.ToLower(strings.TrimSpace(email)), password, user.PasswordHash)
	switch {
	case err != nil:
		return Session{}, err
	case !match || !user.DisabledAt.IsZero():
		err = loyalty.ErrSignInFailed
	case user.Role != loyalty.Superadmin && !business.IsActive():
		err = loyalty.ErrBusinessSuspended
	case !s.operators.allow(ctx, user.Role): // before errors that reveal a right password
		err = errors.Join(loyalty.ErrSignInFailed, s.recordRefusedNetwork(ctx, user))
	case user.PasswordExpired(s.base.Now()):
		err = loyalty.ErrPasswordExpired
	}
	if err != nil {
		s.base.ActivityLog.NoteRefusedSignIn(user, business)
		return Session{}, err
	}
	session := s.newSession(user)
	err = s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := s.storeSession(ctx, tx, user, session); err != nil {
			return err
		}
		if err := s.mails.queueNewDevice(ctx, tx, s.tokens, user); err != nil || user.SecondFactor.IsEnrolled() {
			return err // SecondFactors.Pass records the sign-in
		}
		return s.recordAccount(tx, user, loyalty.ActionSignIn)
	})
	if err != nil {
		return Session{}, fmt.Errorf("signing in: %w", err)
	}
	return s.open(user, business, session)
}

func (s *Sessions) userAndBusiness(ctx context.Context, email string) (loyalty.User, loyalty.Business, error) {
	address, ok := loyalty.ParseEmail(email)
	if !ok || len(email) > loyalty.MaxEmailLength {
		return loyalty.User{}, loyalty.Business{}, nil
	}
	var user loyalty.User
	var business loyalty.Business
	err := s.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		user, err = tx.Users().ByEmail(address)
		if errors.Is(err, loyalty.ErrUserNotFound) {
			return nil
		}
		if err == nil {
			business, err = businessOf(tx, user)
		}
		return err
	})
	if err != nil {
		return user, business, fmt.Errorf("reading the user of a sign-in: %w", err)
	}
	return user, business, nil
}

func (s *Sessions) open(user loyalty.User, business loyalty.Business, session usecase.StaffSession) (Session, error) {
	token, err := s.tokens.signStaff(user, session)
	status := s.factorStatus(user, business)
	status.Passed = session.HasSecondFactor
	return Session{Token: token, User: user, BusinessName: business.Name, Pending: status.PendingFactor()}, err
}

func (s *Sessions) factorStatus(user loyalty.User, business loyalty.Business) loyalty.SecondFactorStatus {
	return loyalty.SecondFactorStatus{
		Role: user.Role, Enrolled: user.SecondFactor.IsEnrolled(), Required: business.SecondFactorRequired, Exempt: s.isExempt(user.Email),
	}
}

func (s *Sessions) recordAccount(tx *store.PlatformTx, user loyalty.User, action loyalty.Action) error {
	return s.base.Record(tx.In(user.BusinessID), user.ID, action, user.ID, "")
}

// Authenticate returns a token's user. Expiry, sign-out, a new password, disabling and suspension act at once; by
// another process on SQLite within 0.1 s (cache). An operator idle for an hour gets loyalty.ErrSessionIdle.
func (s *Sessions) Authenticate(ctx context.Context, token string) (usecase.Actor, error) {
	claims, err := s.tokens.readStaff(ctx, token)
	if err != nil {
		return usecase.Actor{}, err
	}
	actor, err := s.actorOf(ctx, claims)
	if err != nil {
		return usecase.Actor{}, err
	}
	if actor.Role == loyalty.Superadmin {
		if !s.operators.allow(ctx, actor.Role) {
			return usecase.Actor{}, s.refuseNetwork(ctx, actor)
		}
		if err := s.requireUse(ctx, claims); err != nil {
			return usecase.Actor{}, err
		}
	}
	s.recordUse(ctx, claims)
	return actor, nil
}

// actorOf returns the actor of claims. The business is the account's, not the claims'.
func (s *Sessions) actorOf(ctx context.Context, claims staffClaims) (usecase.Actor, error) {
	status, err := s.base.Store.SessionStatus(ctx, claims.Subject, claims.ID)
	switch {
	case errors.Is(err, loyalty.ErrUserNotFound):
		return usecase.Actor{}, loyalty.ErrUnauthenticated
	case err != nil:
		return usecase.Actor{}, fmt.Errorf("authenticating a staff user: %w", err)
	case status.SessionEnded || status.Disabled || !status.Accepts(claims.Version, s.base.Now(), s.tokens.lifetime) || status.Role != claims.Role:
		return usecase.Actor{}, loyalty.ErrTokenExpired
	case status.BusinessStatus == loyalty.BusinessSuspended:
		return usecase.Actor{}, s.suspension(ctx, status.BusinessID)
	}
	session := claims.session()
	session.Pending = loyalty.SecondFactorStatus{
		Role: status.Role, Enrolled: status.HasSecondFactor, Required: status.RequiresSecondFactor,
		Exempt: s.isExempt(claims.Email), Passed: session.HasSecondFactor,
	}.PendingFactor()
	return usecase.Actor{
		UserID: claims.Subject, Role: status.Role, BusinessID: status.BusinessID, MustChoosePassword: status.HasTemporaryPassword, Session: session,
	}, nil
}

// suspension returns the error of a suspended business. Sessions survive a restore or a move, which are short.
func (s *Sessions) suspension(ctx context.Context, businessID string) error {
	isRestoring := false
	err := s.base.Store.ViewBusiness(ctx, businessID, func(tx *store.Tx) (err error) {
		if err := store.MovesIn(tx).Refuse(); err != nil {
			return err
		}
		isRestoring, err = store.DataJobsIn(tx).IsRestoring()
		return err
	})
	switch {
	case err != nil:
		return fmt.Errorf("authenticating a staff user: %w", err)
	case isRestoring:
		return loyalty.ErrRestoreRunning
	}
	return loyalty.ErrTokenExpired
}

// ChangePassword replaces the password and revokes the other sessions. Errors: loyalty.ErrWrongPassword, a validation
// error, loyalty.ErrTokenExpired after a concurrent reset.
func (s *Sessions) ChangePassword(ctx context.Context, actor usecase.Actor, current, next string) (Session, error) {
	var user loyalty.User
	var facts []string
	err := s.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if user, err = tx.Users().Get(actor.UserID); err == nil {
			facts, err = publicFacts(tx, user)
		}
		return err
	})
	if err != nil {
		return Session{}, fmt.Errorf("changing a password: %w", err)
	}
	if err := s.passwords.check("newPassword", next, loyalty.MinOwnPassword, facts...); err != nil {
		return Session{}, err
	}
	match, err := s.passwords.matches(ctx, actor.UserID, current, user.PasswordHash)
	if err != nil {
		return Session{}, err
	}
	if !match {
		return Session{}, loyalty.ErrWrongPassword
	}
	if user.MustChoosePassword() && next == current {
		return Session{}, loyalty.ErrSamePassword
	}
	hash, err := s.passwords.hash(ctx, actor.UserID, next)
	if err != nil {
		return Session{}, err
	}
	return s.replacePassword(ctx, actor, user, hash)
}

// RequireRecent returns loyalty.ErrRecentAuthenticationRequired five minutes after the authentication.
func (s *Sessions) RequireRecent(actor usecase.Actor) error {
	if !loyalty.IsRecentAuthentication(actor.Session.AuthenticatedAt, s.base.Now()) {
		return loyalty.ErrRecentAuthenticationRequired
	}
	return nil
}

func (s *Sessions) requireRecentFor(actor usecase.Actor, role loyalty.Role) error {
	if !role.NeedsRecentAuthentication() {
		return nil
	}
	return s.RequireRecent(actor)
}

func (s *Sessions) loadPublicFacts(ctx context.Context, user loyalty.User) (facts []string, err error) {
	err = s.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		facts, err = publicFacts(tx, user)
		return err
	})
	return facts, err
}

// publicFacts returns texts about the account that are refused as passwords.
func publicFacts(tx *store.PlatformTx, user loyalty.User) ([]string, error) {
	business, err := businessName(tx, user.BusinessID)
	return factsOf(user, business), err
}

func factsOf(user loyalty.User, business string) []string {
	return []string{user.Email, user.Name, loyalty.FirstWord(user.Name), business}
}

func businessName(tx *store.PlatformTx, businessID string) (string, error) {
	if businessID == "" {
		return "", nil
	}
	business, err := tx.Businesses().Get(businessID)
	if errors.Is(err, loyalty.ErrBusinessNotFound) {
		return "", nil
	}
	return business.Name, err
}

func (s *Sessions) replacePassword(ctx context.Context, actor usecase.Actor, user loyalty.User, hash string) (Session, error) {
	var business loyalty.Business
	var session usecase.StaffSession
	change := store.PasswordChange{UserID: user.ID, Hash: hash, CheckedVersion: user.TokenVersion}
	err := s.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		if change.Version, err = s.base.IDs.TokenVersion(); err != nil {
			return err
		}
		changed, err := tx.Users().SetPassword(change)
		if err != nil {
			return err
		}
		if !changed {
			return loyalty.ErrTokenExpired
		}
		if business, err = businessOf(tx, user); err != nil {
			return err
		}
		user.TokenVersion, user.PasswordExpiresAt = change.Version, time.Time{}
		session = s.newSession(user)
		session.AuthenticatedAt, session.HasSecondFactor = actor.Session.AuthenticatedAt, actor.Session.HasSecondFactor
		if err := s.storeSession(ctx, tx, user, session); err != nil {
			return err
		}
		if err := s.mails.queue(ctx, tx, user, passwordChanged()); err != nil {
			return err
		}
		return s.recordAccount(tx, user, loyalty.ActionPasswordChanged)
	})
	if err != nil {
		return Session{}, fmt.Errorf("changing a password: %w", err)
	}
	return s.open(user, business, session)
}

func (s *Sessions) endAll(tx *store.PlatformTx, userID string) error {
	version, err := s.base.IDs.TokenVersion()
	if err != nil {
		return err
	}
	return tx.Users().EndSessions(userID, version)
}

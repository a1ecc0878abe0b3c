package access

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode"

	"axioma/internal/loyalty"
	"axioma/internal/openid"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// OrganisationTicketLifetime limits a sign-in at the provider.
const OrganisationTicketLifetime = 10 * time.Minute

// Organisation signs existing operators in by OpenID Connect (decision 0050).
type Organisation struct {
	base     *usecase.Base
	sessions *Sessions
	provider *openid.Provider // nil: not offered
}

// IsOffered reports whether there is a provider.
func (o *Organisation) IsOffered() bool { return o.provider != nil }

// Begin returns the provider's address and a ticket for the same browser. Errors: loyalty.ErrNoOrganisation,
// loyalty.ErrOrganisationUnavailable.
func (o *Organisation) Begin(ctx context.Context) (address, ticket string, err error) {
	if o.provider == nil {
		return "", "", loyalty.ErrNoOrganisation
	}
	ticket = strconv.FormatInt(o.base.Now().Unix(), 10) + "." + rand.Text()
	address, err = o.provider.AuthorizationURL(ctx, o.requestOf(ticket))
	return address, ticket, providerError(err)
}

// requestOf derives the request from the ticket, unstored.
func (o *Organisation) requestOf(ticket string) openid.Request {
	derive := func(purpose string) string {
		return base64.RawURLEncoding.EncodeToString(o.sessions.tokens.hmacBytes("organisation "+purpose, ticket))
	}
	return openid.Request{State: derive("state"), Nonce: derive("nonce"), Verifier: derive("verifier")}
}

func providerError(err error) error {
	switch {
	case errors.Is(err, openid.ErrUnavailable):
		return fmt.Errorf("%w: %w", loyalty.ErrOrganisationUnavailable, err)
	case errors.Is(err, openid.ErrRefused):
		return fmt.Errorf("%w: %w", loyalty.ErrOrganisationRefused, err)
	}
	return err
}

// Complete returns a session, which still needs the second factor. loyalty.ErrOrganisationRefused hides the reason:
// browser, account, unverified e-mail or network. Other errors: loyalty.ErrNoOrganisation,
// loyalty.ErrOrganisationUnavailable.
func (o *Organisation) Complete(ctx context.Context, ticket, state, code string) (Session, error) {
	if o.provider == nil {
		return Session{}, loyalty.ErrNoOrganisation
	}
	request := o.requestOf(ticket)
	if !o.isFresh(ticket) || subtle.ConstantTimeCompare([]byte(state), []byte(request.State)) == 0 {
		return Session{}, loyalty.ErrOrganisationRefused
	}
	identity, err := o.provider.Identify(ctx, code, request)
	if err != nil {
		return Session{}, providerError(err)
	}
	user, err := o.operatorOf(ctx, identity)
	var session Session
	if err == nil {
		session, err = o.signIn(ctx, user, identity)
	}
	if errors.Is(err, loyalty.ErrOrganisationRefused) {
		o.base.ActivityLog.NoteRefusedSignIn(user, loyalty.Business{})
	}
	return session, err
}

func (o *Organisation) isFresh(ticket string) bool {
	issueTime, _, _ := strings.Cut(ticket, ".")
	seconds, err := strconv.ParseInt(issueTime, 10, 64)
	age := o.base.Now().Sub(time.Unix(seconds, 0))
	return err == nil && age >= -time.Minute && age <= OrganisationTicketLifetime
}

func (o *Organisation) operatorOf(ctx context.Context, identity openid.Identity) (loyalty.User, error) {
	var user loyalty.User
	err := o.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		userID, err := tx.UserIdentities().UserOf(identity.Issuer, identity.Subject)
		if err != nil {
			return err
		}
		if userID != "" {
			user, err = tx.Users().Get(userID)
			return err
		}
		address, isValid := loyalty.ParseEmail(identity.Email)
		if !identity.EmailVerified || !isValid || !isASCII(identity.Email) {
			return loyalty.ErrOrganisationRefused
		}
		user, err = tx.Users().ByEmail(address)
		return err
	})
	switch {
	case errors.Is(err, loyalty.ErrUserNotFound):
		return user, loyalty.ErrOrganisationRefused
	case err != nil:
		return user, fmt.Errorf("reading the operator of an account at a provider: %w", err)
	case user.Role != loyalty.Superadmin || !user.DisabledAt.IsZero():
		return user, loyalty.ErrOrganisationRefused
	case !o.sessions.operators.allow(ctx, user.Role):
		return user, errors.Join(loyalty.ErrOrganisationRefused, o.sessions.recordRefusedNetwork(ctx, user))
	}
	return user, nil
}

// isASCII excludes look-alikes, such as the Kelvin sign (U+212A), which is k in lower case.
func isASCII(address string) bool {
	return !strings.ContainsFunc(address, func(letter rune) bool { return letter > unicode.MaxASCII })
}

// signIn opens a session. At the first sign-in it links the provider's account; then the link decides, not the e-mail.
func (o *Organisation) signIn(ctx context.Context, user loyalty.User, identity openid.Identity) (Session, error) {
	session := o.sessions.newSession(user)
	if session.AuthenticatedAt = identity.AuthenticatedAt; session.AuthenticatedAt.After(o.base.Now()) {
		session.AuthenticatedAt = o.base.Now() // by our clock; the provider's may differ
	}
	err := o.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) error {
		if err := requireUnchanged(tx, user); err != nil {
			return err
		}
		if err := o.link(tx, user, identity); err != nil {
			return err
		}
		if err := o.sessions.storeSession(ctx, tx, user, session); err != nil {
			return err
		}
		if err := o.sessions.mails.queueNewDevice(ctx, tx, o.sessions.tokens, user); err != nil || user.SecondFactor.IsEnrolled() {
			return err // SecondFactors.Pass records the sign-in
		}
		return o.sessions.recordAccount(tx, user, loyalty.ActionSignIn)
	})
	if err != nil {
		return Session{}, fmt.Errorf("signing in by an organisation: %w", err)
	}
	return o.sessions.open(user, loyalty.Business{}, session)
}

func requireUnchanged(tx *store.PlatformTx, read loyalty.User) error {
	user, err := tx.Users().Lock(read.ID)
	if err == nil && user.TokenVersion != read.TokenVersion {
		err = loyalty.ErrOrganisationRefused
	}
	return err
}

// link links the provider's account: one account per operator, and one operator per account.
func (o *Organisation) link(tx *store.PlatformTx, user loyalty.User, identity openid.Identity) error {
	linkedUserID, err := tx.UserIdentities().UserOf(identity.Issuer, identity.Subject)
	if err != nil || linkedUserID == user.ID {
		return err
	}
	added, err := tx.UserIdentities().Link(user.ID, identity.Issuer, identity.Subject, o.base.Now())
	if err != nil {
		return err
	}
	if !added {
		return loyalty.ErrOrganisationRefused
	}
	return o.base.Record(tx.In(""), user.ID, loyalty.ActionIdentityLinked, user.ID, identity.Issuer)
}

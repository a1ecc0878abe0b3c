package access

import (
	"cmp"
	"context"
	"crypto/hmac"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/messaging"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Portal signs customers in and authenticates their tokens.
type Portal struct {
	base     *usecase.Base
	tokens   tokens
	sessions *Sessions
	attempts *Attempts
	messages *messaging.Messages
	mail     bool

	endAccess      EndAccess
	birthdays      birthdayCheck
	portalSessions portalSessions
}

// EndAccess revokes an unverified customer's QR, passes and tokens.
type EndAccess func(tx *store.Tx, customerID string) error

// PortalSession is the result of a sign-in.
type PortalSession struct {
	Token        string
	User         PortalUser
	Phone        string
	CustomerName string
	QRID         string // the id in the customer's QR
	BusinessName string
}

// SignInWithCode exchanges a code for a session. loyalty.ErrCodeRefused hides the reason and uses up a try. A browser
// (BrowserRequester) may repeat the call; for a network requester a code works once.
func (p *Portal) SignInWithCode(ctx context.Context, requester, businessID, phone, typedCode string) (PortalSession, error) {
	return p.ExchangeCode(ctx, CodeExchange{Requester: requester, BusinessID: businessID, Phone: phone, Code: typedCode})
}

// CodeExchange is a typed code and its sender.
type CodeExchange struct {
	Requester  string // this and the next two fields: see CodeRequest
	BusinessID string
	Phone      string
	Code       string
	Birthday   string
}

// ExchangeCode exchanges a code like SignInWithCode, with a birthday if the phone may have a new owner. Without it,
// loyalty.ErrBirthdayRequired keeps the code usable; loyalty.ErrBirthdayRefused uses up a try.
func (p *Portal) ExchangeCode(ctx context.Context, try CodeExchange) (PortalSession, error) {
	code, number, err := p.parseExchange(ctx, try)
	if err != nil {
		return PortalSession{}, err
	}
	by := caller{requester: try.Requester, browser: p.BrowserKey(ctx), agent: usecase.UserAgentOf(ctx), birthday: try.Birthday}
	session, refusal, err := p.signIn(ctx, func(tx *store.PlatformTx) (PortalSession, error, error) {
		return p.open(tx, by, try.BusinessID, number, code)
	})
	switch {
	case err != nil:
		return PortalSession{}, fmt.Errorf("checking a code: %w", err)
	case refusal != nil:
		return PortalSession{}, refusal
	}
	return session, nil
}

type caller struct {
	requester string
	browser   string
	agent     string
	birthday  string
}

// BrowserKey returns the key of the calling browser, or "" if it has no mark.
func (p *Portal) BrowserKey(ctx context.Context) string {
	return p.tokens.browserKey(usecase.BrowserMarkOf(ctx))
}

// IsRegistrantBrowser reports whether the call comes from the browser that registered the customer. It returns false
// after another browser has verified the phone.
func (p *Portal) IsRegistrantBrowser(ctx context.Context, tx *store.Tx, customerID string) (bool, error) {
	key := p.BrowserKey(ctx)
	if key == "" {
		return false, nil
	}
	registrant, err := tx.Phones().Registrant(customerID)
	return err == nil && registrant != "" && hmac.Equal([]byte(registrant), []byte(key)), err
}

func (p *Portal) open(tx *store.PlatformTx, by caller, scope, phone, code string) (session PortalSession, refusal, err error) {
	loginCode, right, err := p.lockCode(tx, p.tokens.requesterKey(by.requester), scope, phone, code)
	if err != nil || !right {
		return session, loyalty.ErrCodeRefused, err
	}
	businessTx := tx.In(loginCode.BusinessID)
	// The customer may be archived or have another phone by now.
	customer, err := businessTx.Customers().ByPhone(phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) || err == nil && customer.ID != loginCode.CustomerID {
		return session, loyalty.ErrCodeRefused, tx.Codes().Remove(loginCode)
	}
	if err != nil {
		return session, nil, err
	}
	if refusal, err = p.checkBirthday(tx, businessTx, loginCode, customer, by.birthday); err != nil || refusal != nil {
		return session, refusal, err
	}
	if !isBrowser(by.requester) {
		if err := tx.Codes().Remove(loginCode); err != nil {
			return session, nil, err
		}
	}
	email, opens, err := p.emailOfCode(businessTx, loginCode)
	if err != nil || !opens {
		return session, loyalty.ErrCodeRefused, err
	}
	if loginCode.SessionID != "" {
		session, opens, err = p.resumeSession(tx, loginCode.SessionID, businessTx, customer, email)
	} else {
		session, opens, err = p.openByCode(tx, loginCode, customer, email, by)
	}
	if err == nil && !opens {
		refusal = loyalty.ErrCodeRefused
	}
	return session, refusal, err
}

func (p *Portal) openByCode(tx *store.PlatformTx, loginCode loyalty.LoginCode, customer loyalty.Customer, email string, by caller) (PortalSession, bool, error) {
	businessTx := tx.In(loginCode.BusinessID)
	if p.messages.HidesCodes() {
		if err := businessTx.Queue().BlankCodes(customer.ID); err != nil {
			return PortalSession{}, false, err
		}
	}
	session, newSession, opened, err := p.startSession(tx, businessTx, customer, credential{email: email, browser: by.browser}, by.agent)
	if err == nil && opened && isBrowser(by.requester) {
		err = tx.Codes().Use(loginCode, newSession.id)
	}
	return session, opened, err
}

func (p *Portal) startSession(
	tx *store.PlatformTx, businessTx *store.Tx, customer loyalty.Customer, by credential, agent string,
) (PortalSession, startedSession, bool, error) {
	session, opened, err := p.openSession(businessTx, customer, by)
	if err != nil || !opened {
		return PortalSession{}, startedSession{}, false, err
	}
	first, err := p.portalSessions.start(tx, session.User, customer.Phone, agent)
	session.Token = first.token
	return session, first, true, err
}

func (p *Portal) resumeSession(
	tx *store.PlatformTx, sessionID string, businessTx *store.Tx, customer loyalty.Customer, email string,
) (PortalSession, bool, error) {
	session, opens, err := sessionOf(businessTx, customer, email)
	if err != nil || !opens {
		return PortalSession{}, false, err
	}
	token, open, err := p.portalSessions.resume(tx, sessionID, session.User, customer.Phone)
	session.Token = token
	return session, open, err
}

func (p *Portal) checkBirthday(
	tx *store.PlatformTx, businessTx *store.Tx, loginCode loyalty.LoginCode, customer loyalty.Customer, birthday string,
) (refusal, err error) {
	if loginCode.EmailKey != "" || loginCode.BirthdayMatched {
		return nil, nil
	}
	refusal, err = p.birthdays.compare(businessTx, customer, birthday)
	if err == nil && errors.Is(refusal, loyalty.ErrBirthdayRefused) {
		err = tx.Codes().SpendTry(loginCode)
	}
	return refusal, err
}

func (p *Portal) emailOfCode(tx *store.Tx, code loyalty.LoginCode) (email string, opens bool, err error) {
	if code.EmailKey == "" {
		return "", true, nil
	}
	signInEmail, err := tx.Phones().SignInEmail(code.CustomerID)
	return signInEmail.Address, p.tokens.matchesEmail(code.EmailKey, signInEmail), err
}

type credential struct{ email, browser string }

// openSession opens a session, or returns false for a suspended business. A session by phone verifies the phone.
func (p *Portal) openSession(tx *store.Tx, customer loyalty.Customer, by credential) (PortalSession, bool, error) {
	email := by.email
	session, opens, err := sessionOf(tx, customer, email)
	if err != nil || !opens {
		return PortalSession{}, false, err
	}
	if email == "" {
		if customer, err = p.markPhoneVerified(tx, customer, by.browser); err != nil {
			return PortalSession{}, false, err
		}
		session.QRID = customer.QR()
	}
	note, status := tx.Customers().NoteSignIn, ""
	if email != "" {
		note, status = tx.Customers().NoteSignInByEmail, byEmail
	}
	if err := note(customer.ID, p.base.Now()); err != nil {
		return PortalSession{}, false, err
	}
	return session, true, p.base.Record(tx, "", loyalty.ActionPortalSignIn, customer.ID, status)
}

// markPhoneVerified marks the phone as verified; for a child, the guardian's. If another than the registering browser
// verifies it first, QR and passes are revoked.
func (p *Portal) markPhoneVerified(tx *store.Tx, customer loyalty.Customer, browser string) (loyalty.Customer, error) {
	holder := cmp.Or(customer.GuardianID, customer.ID)
	first, registrant, err := tx.Phones().MarkVerified(holder)
	if err != nil || !first {
		return customer, err
	}
	if err := p.base.Append(tx, loyalty.Event{Kind: loyalty.EventCustomerChanged, CustomerID: holder}); err != nil {
		return customer, err
	}
	if registrant != "" && hmac.Equal([]byte(registrant), []byte(browser)) {
		return customer, nil
	}
	if err := p.endAccess(tx, holder); err != nil {
		return customer, err
	}
	return tx.Customers().Get(customer.ID)
}

func sessionOf(tx *store.Tx, customer loyalty.Customer, email string) (PortalSession, bool, error) {
	business, err := tx.Business().Get()
	return PortalSession{
		User:         PortalUser{CustomerID: customer.ID, BusinessID: business.ID, Email: email},
		Phone:        customer.Phone,
		CustomerName: customer.Name,
		QRID:         customer.QR(),
		BusinessName: business.Name,
	}, err == nil && business.IsActive(), err
}

func (p *Portal) removeExpiredCodes(ctx context.Context) error {
	return p.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Codes, store.Codes.RemoveExpired), Before: p.base.Now()}})
}

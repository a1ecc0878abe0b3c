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

// Portal signs customers in and out, by codes that are sent to their phones, and
// says who holds a token.
type Portal struct {
	base     *usecase.Base
	tokens   tokens
	sessions *Sessions
	attempts *Attempts
	messages *messaging.Messages
	mail     bool // codes may go by e-mail

	endAccess EndAccess
	birthdays birthdays
	openings  openings
}

// EndAccess ends what others may hold of a customer whose phone was unproved: QRs, passes and
// whatever a registration gave out.
type EndAccess func(tx *store.Tx, customerID string) error

// PortalSession is what a code opens.
type PortalSession struct {
	Token        string
	User         PortalUser
	Phone        string // by which she has signed in
	CustomerName string
	QRID         string // as of loyalty.Customer.QR
	BusinessName string
}

// CheckCode exchanges the code that an asker was sent for a session. It refuses
// with loyalty.ErrCodeRefused, which does not tell a wrong code, an expired or
// used one, another asker's and one that was never sent apart. Each refusal spends
// one of the tries of the asker's own code.
//
// A browser that names itself (BrowserAsker) gets the same session again while the code
// would hold, because the first answer may have been lost. It does not once the session has
// ended. For an asker that is only known by its network a code opens once.
func (p *Portal) CheckCode(ctx context.Context, asker, businessID, phone, typed string) (PortalSession, error) {
	return p.TryCode(ctx, CodeTry{Asker: asker, BusinessID: businessID, Phone: phone, Code: typed})
}

// CodeTry is a code that somebody types.
type CodeTry struct {
	Asker      string // as in the CodeRequest, like the next two
	BusinessID string
	Phone      string
	Code       string
	Birthday   string // where it was asked for; empty: not said
}

// TryCode is CheckCode with a birthday. It refuses besides with loyalty.ErrBirthdayAsked a right
// code for a phone that may be recycled, without using it up, and with
// loyalty.ErrBirthdayRefused another birthday than the one on file, which spends a try.
func (p *Portal) TryCode(ctx context.Context, try CodeTry) (PortalSession, error) {
	code, number, err := p.cleanTry(ctx, try)
	if err != nil {
		return PortalSession{}, err
	}
	by := caller{asker: try.Asker, browser: p.BrowserKey(ctx), agent: usecase.UserAgentOf(ctx), birthday: try.Birthday}
	session, refusal, err := p.signInOf(ctx, func(tx *store.PlatformTx) (PortalSession, error, error) {
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

// caller tells who tries a code or a ticket.
type caller struct {
	asker    string
	browser  string // the key of the browser; empty where it shows no mark
	agent    string // what the browser says of itself
	birthday string // that they said; empty: none
}

// BrowserKey returns the key of the browser that calls; empty where it shows no mark.
func (p *Portal) BrowserKey(ctx context.Context) string {
	return p.tokens.browserKey(usecase.BrowserMarkOf(ctx))
}

// InOwnBrowser reports whether the calling browser is the one in which a customer registered.
// It is no longer once the phone was proved in another browser.
func (p *Portal) InOwnBrowser(ctx context.Context, tx *store.Tx, customerID string) (bool, error) {
	key := p.BrowserKey(ctx)
	if key == "" {
		return false, nil
	}
	registrant, err := tx.Phones().Registrant(customerID)
	return err == nil && registrant != "" && hmac.Equal([]byte(registrant), []byte(key)), err
}

// open opens a session when the code is right, or returns the one that it has opened. It uses one
// of the tries of the code when it is wrong. The second result is the refusal; nil: the session is
// open.
func (p *Portal) open(tx *store.PlatformTx, by caller, scope, phone, code string) (session PortalSession, refusal, err error) {
	kept, right, err := p.lockRight(tx, p.tokens.askerKey(by.asker), scope, phone, code)
	if err != nil || !right {
		return session, loyalty.ErrCodeRefused, err
	}
	bound := tx.In(kept.BusinessID)
	// She may have been archived, or have another phone, since the code was sent.
	customer, err := bound.Customers().ByPhone(phone)
	if errors.Is(err, loyalty.ErrCustomerNotFound) || err == nil && customer.ID != kept.CustomerID {
		return session, loyalty.ErrCodeRefused, tx.Codes().Remove(kept)
	}
	if err != nil {
		return session, nil, err
	}
	if refusal, err = p.recognise(tx, bound, kept, customer, by.birthday); err != nil || refusal != nil {
		return session, refusal, err
	}
	if !namesBrowser(by.asker) {
		if err := tx.Codes().Remove(kept); err != nil {
			return session, nil, err
		}
	}
	email, opens, err := p.mailedTo(bound, kept)
	if err != nil || !opens {
		return session, loyalty.ErrCodeRefused, err
	}
	if kept.SessionID != "" {
		session, opens, err = p.openAgain(tx, kept.SessionID, bound, customer, email)
	} else {
		session, opens, err = p.openByCode(tx, kept, customer, email, by)
	}
	if err == nil && !opens {
		refusal = loyalty.ErrCodeRefused
	}
	return session, refusal, err
}

// openByCode opens the session of a code that is used for the first time.
func (p *Portal) openByCode(tx *store.PlatformTx, kept loyalty.LoginCode, customer loyalty.Customer, email string, by caller) (PortalSession, bool, error) {
	bound := tx.In(kept.BusinessID)
	if p.messages.HidesCodes() {
		if err := bound.Queue().BlankCodes(customer.ID); err != nil {
			return PortalSession{}, false, err
		}
	}
	session, begun, opened, err := p.openFirst(tx, bound, customer, opening{email: email, browser: by.browser}, by.agent)
	if err == nil && opened && namesBrowser(by.asker) {
		err = tx.Codes().Use(kept, begun.id)
	}
	return session, opened, err
}

// openFirst opens a session and signs its token. It reports false when the business is suspended.
func (p *Portal) openFirst(
	tx *store.PlatformTx, bound *store.Tx, customer loyalty.Customer, by opening, agent string,
) (PortalSession, begun, bool, error) {
	session, opened, err := p.openOf(bound, customer, by)
	if err != nil || !opened {
		return PortalSession{}, begun{}, false, err
	}
	first, err := p.openings.begin(tx, session.User, customer.Phone, agent)
	session.Token = first.token
	return session, first, true, err
}

// openAgain answers with a session that is open already: the same token, and no second
// session. It reports false when the session has ended.
func (p *Portal) openAgain(
	tx *store.PlatformTx, sessionID string, bound *store.Tx, customer loyalty.Customer, email string,
) (PortalSession, bool, error) {
	session, opens, err := sessionOf(bound, customer, email)
	if err != nil || !opens {
		return PortalSession{}, false, err
	}
	token, open, err := p.openings.resume(tx, sessionID, session.User, customer.Phone)
	session.Token = token
	return session, open, err
}

// recognise returns why a right code that went to a phone does not open a card, if there is a
// reason: the phone may be recycled. A wrong birthday spends a try of the code.
func (p *Portal) recognise(
	tx *store.PlatformTx, bound *store.Tx, kept loyalty.LoginCode, customer loyalty.Customer, birthday string,
) (refusal, err error) {
	if kept.EmailKey != "" || kept.BirthdayMatched {
		return nil, nil
	}
	refusal, err = p.birthdays.check(bound, customer, birthday)
	if err == nil && errors.Is(refusal, loyalty.ErrBirthdayRefused) {
		err = tx.Codes().SpendTry(kept)
	}
	return refusal, err
}

// mailedTo returns the e-mail that a code went to; of one that went by WhatsApp there is
// none. It reports false where her e-mail is another by now, or opens nothing any more.
func (p *Portal) mailedTo(tx *store.Tx, code loyalty.LoginCode) (email string, opens bool, err error) {
	if code.EmailKey == "" {
		return "", true, nil
	}
	standing, err := tx.Phones().EmailStanding(code.CustomerID)
	return standing.Address, p.tokens.opens(code.EmailKey, standing), err
}

// opening says by what a card is opened: an e-mail, or else the phone, and in which browser.
type opening struct{ email, browser string }

// openOf returns the session of a customer that the phone opens, or an e-mail beside it,
// and false when the business is suspended. A session of the phone proves it.
func (p *Portal) openOf(tx *store.Tx, customer loyalty.Customer, by opening) (PortalSession, bool, error) {
	email := by.email
	session, opens, err := sessionOf(tx, customer, email)
	if err != nil || !opens {
		return PortalSession{}, false, err
	}
	if email == "" {
		if customer, err = p.prove(tx, customer, by.browser); err != nil {
			return PortalSession{}, false, err
		}
		session.QRID = customer.QR()
	}
	note, how := tx.Customers().NoteSignIn, ""
	if email != "" {
		note, how = tx.Customers().NoteSignInByEmail, byEmail
	}
	if err := note(customer.ID, p.base.Now()); err != nil {
		return PortalSession{}, false, err
	}
	return session, true, p.base.Record(tx, "", loyalty.ActionPortalSignIn, customer.ID, how)
}

// prove records that the phone by which a customer is reached is proved, for a child that of
// the guardian. The first proof from another browser than the one in which it was typed ends
// what others may hold. It returns the customer as they are then.
func (p *Portal) prove(tx *store.Tx, customer loyalty.Customer, browser string) (loyalty.Customer, error) {
	holder := cmp.Or(customer.GuardianID, customer.ID)
	first, registrant, err := tx.Phones().Prove(holder)
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

// sessionOf returns what the session of a customer shows, and false when the business is
// suspended.
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

// forgetCodes removes codes that nobody can use any more.
func (p *Portal) forgetCodes(ctx context.Context) error {
	return p.base.RunRemovals(ctx, []usecase.Removal{{Remove: usecase.RemoverOf((*store.PlatformTx).Codes, store.Codes.RemoveExpired), Before: p.base.Now()}})
}

package access

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// PortalCard is a card that a phone opens: of whoever has the phone at a business, or of a
// child of hers there.
type PortalCard = store.PortalCard

// Grown reports whether a card is of a child who has turned 14, by the day of her business.
func (p *Portal) Grown(card PortalCard) bool {
	return card.Child && !loyalty.Customer{Birthday: card.Birthday}.IsMinor(loyalty.Business{Zone: card.Zone}.DayOf(p.base.Now()))
}

// Cards returns the cards that the phone of a signed-in customer opens, of all businesses
// that are open, each business's together and in it the phone's own first. Where she has
// signed in with her e-mail they are those on which it stands, and opens, beside her phone:
// whoever registers a stranger's phone with an e-mail of his own enters that card alone. Cards
// whose phone may be recycled, and for which a birthday is asked, are left out: they are entered
// by a code of their business.
func (p *Portal) Cards(ctx context.Context, user PortalUser) ([]PortalCard, error) {
	var cards []PortalCard
	err := p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		standing, err := tx.Sessions().PortalStanding(user.CustomerID, "", p.base.Now())
		if err != nil {
			return err
		}
		cards, err = tx.Customers().CardsOf(standing.Phone, loyalty.SilentSince(p.base.Now()))
		return err
	})
	cards = slices.DeleteFunc(cards, func(card PortalCard) bool {
		if user.Email != "" {
			return !card.Email.CanSignIn() || card.Email.Address != user.Email
		}
		return card.AsksBirthday
	})
	return cards, err
}

// OpenCard exchanges a portal token for one of another card that it opens: see Cards. It
// is of the same session: it ends when that one expires or is left. It refuses with
// loyalty.ErrCustomerNotFound a card that it does not open, and as Authenticate
// does a token that opens nothing.
func (p *Portal) OpenCard(ctx context.Context, token, customerID string) (PortalSession, error) {
	if _, err := p.Authenticate(ctx, token); err != nil {
		return PortalSession{}, err
	}
	return p.GoOn(ctx, token, customerID)
}

// GoOn is OpenCard with a token that was let in, whatever has become of its own card since.
func (p *Portal) GoOn(ctx context.Context, token, customerID string) (PortalSession, error) {
	claims, err := p.tokens.readPortal(token)
	if err != nil {
		return PortalSession{}, err
	}
	var session PortalSession
	err = p.base.Store.InPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		session, err = p.openCard(tx, claims, customerID, p.BrowserKey(ctx))
		return err
	})
	if err != nil {
		return PortalSession{}, fmt.Errorf("opening another card: %w", err)
	}
	session.Token, err = p.tokens.portalAgain(claims, session)
	return session, err
}

func (p *Portal) openCard(tx *store.PlatformTx, claims portalClaims, customerID, browser string) (PortalSession, error) {
	standing, err := tx.Sessions().PortalStanding(customerID, claims.ID, p.base.Now())
	if err != nil {
		return PortalSession{}, err
	}
	if !standing.Open {
		return PortalSession{}, loyalty.ErrTokenExpired
	}
	email, opens := p.tokens.enteredBy(claims, standing)
	if !opens {
		return PortalSession{}, loyalty.ErrCustomerNotFound
	}
	bound := tx.In(standing.BusinessID)
	customer, err := bound.Customers().Get(customerID)
	if err != nil {
		return PortalSession{}, err
	}
	if email == "" {
		if _, asks, err := p.birthdays.asked(bound, customer); err != nil || asks {
			return PortalSession{}, cmp.Or(err, error(loyalty.ErrCustomerNotFound))
		}
	}
	session, opened, err := p.openOf(bound, customer, opening{email: email, browser: browser})
	if err == nil && !opened {
		err = loyalty.ErrCustomerNotFound // her business is suspended: as if there were none
	}
	session.Phone = standing.Phone
	return session, err
}

// portalAgain is a token of the same session, for another card.
func (t tokens) portalAgain(former portalClaims, session PortalSession) (string, error) {
	former.Subject, former.BusinessID = session.User.CustomerID, session.User.BusinessID
	return t.signed(former)
}

const registrationAudience = "registration"

// registrationSession is for how long whoever has registered adds her children without
// typing her phone again.
const registrationSession = 30 * time.Minute

// SignRegistration returns the token by which whoever has just registered, and has still
// to prove her phone, adds her children; empty when that is too long ago, or the QR of the
// registration has ended.
func (p *Portal) SignRegistration(customer loyalty.Customer, businessID string) (string, error) {
	ends := customer.CreatedAt.Add(registrationSession)
	if !ends.After(p.base.Now()) || customer.QRID != "" {
		return "", nil
	}
	return p.tokens.signed(portalClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			ID: customer.ID, Subject: customer.ID, Audience: jwt.ClaimStrings{registrationAudience}, ExpiresAt: jwt.NewNumericDate(ends),
		},
		BusinessID: businessID,
		PhoneKey:   p.tokens.phoneKey(customer.Phone),
	})
}

// HasRegistered returns who a token of SignRegistration is of, and refuses as
// Authenticate does one that holds no longer: also when her phone is another, or the QR of the
// registration has ended, as after a first proof of the phone from another browser.
func (p *Portal) HasRegistered(ctx context.Context, token string) (PortalUser, error) {
	var claims portalClaims
	if err := p.tokens.parse(token, registrationAudience, &claims); err != nil {
		return PortalUser{}, err
	}
	user := PortalUser{CustomerID: claims.Subject, BusinessID: claims.BusinessID}
	err := p.base.Store.ViewBusiness(ctx, user.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		if !business.IsActive() {
			return loyalty.ErrBusinessSuspended
		}
		customer, err := tx.Customers().Get(user.CustomerID)
		if err == nil && (customer.QRID != "" || !p.tokens.isOfPhone(claims.PhoneKey, customer.Phone)) {
			err = loyalty.ErrTokenExpired
		}
		// The record says when the customer registered. A token that was forged with an old
		// signing key may say anything.
		if err == nil && !customer.CreatedAt.Add(registrationSession).After(p.base.Now()) {
			err = loyalty.ErrTokenExpired
		}
		return err
	})
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		err = loyalty.ErrTokenExpired
	}
	return user, err
}

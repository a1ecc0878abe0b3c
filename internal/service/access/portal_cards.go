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

// PortalCard is a card that a phone opens: the customer's own or a child's.
type PortalCard = store.PortalCard

// IsGrownChild reports whether the card is of a child aged 14 or more, by local date.
func (p *Portal) IsGrownChild(card PortalCard) bool {
	return card.Child && !loyalty.Customer{Birthday: card.Birthday}.IsMinor(loyalty.Business{Zone: card.Zone}.DayOf(p.base.Now()))
}

// Cards returns the phone's cards at active businesses, by business, own first, except those that need a birthday.
// A session by e-mail instead gets all with that e-mail.
func (p *Portal) Cards(ctx context.Context, user PortalUser) ([]PortalCard, error) {
	var cards []PortalCard
	err := p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) error {
		status, err := tx.Sessions().PortalStatus(user.CustomerID, "", p.base.Now())
		if err != nil {
			return err
		}
		cards, err = tx.Customers().CardsOnPhone(status.Phone, loyalty.SilentSince(p.base.Now()))
		return err
	})
	cards = slices.DeleteFunc(cards, func(card PortalCard) bool {
		if user.Email != "" {
			return !card.Email.CanSignIn() || card.Email.Address != user.Email
		}
		return card.NeedsBirthday
	})
	return cards, err
}

// OpenCard exchanges a token for one of another card. Errors: loyalty.ErrCustomerNotFound, those of Authenticate.
func (p *Portal) OpenCard(ctx context.Context, token, customerID string) (PortalSession, error) {
	if _, err := p.Authenticate(ctx, token); err != nil {
		return PortalSession{}, err
	}
	return p.SwitchCard(ctx, token, customerID)
}

// SwitchCard exchanges a token like OpenCard, even if the token's card was archived.
func (p *Portal) SwitchCard(ctx context.Context, token, customerID string) (PortalSession, error) {
	claims, err := p.tokens.parsePortalToken(ctx, token)
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
	session.Token, err = p.tokens.signForCard(claims, session)
	return session, err
}

func (p *Portal) openCard(tx *store.PlatformTx, claims portalClaims, customerID, browser string) (PortalSession, error) {
	status, err := tx.Sessions().PortalStatus(customerID, claims.ID, p.base.Now())
	if err != nil {
		return PortalSession{}, err
	}
	if !status.SessionOpen {
		return PortalSession{}, loyalty.ErrTokenExpired
	}
	email, opens := p.tokens.emailOfSession(claims, status)
	if !opens {
		return PortalSession{}, loyalty.ErrCustomerNotFound
	}
	businessTx := tx.In(status.BusinessID)
	customer, err := businessTx.Customers().Get(customerID)
	if err != nil {
		return PortalSession{}, err
	}
	if email == "" {
		if _, asks, err := p.birthdays.isRequired(businessTx, customer); err != nil || asks {
			return PortalSession{}, cmp.Or(err, error(loyalty.ErrCustomerNotFound))
		}
	}
	session, opened, err := p.openSession(businessTx, customer, credential{email: email, browser: browser})
	if err == nil && !opened {
		err = loyalty.ErrCustomerNotFound // suspended businesses are not found
	}
	session.Phone = status.Phone
	return session, err
}

func (t tokens) signForCard(former portalClaims, session PortalSession) (string, error) {
	former.Subject, former.BusinessID = session.User.CustomerID, session.User.BusinessID
	return t.signClaims(former)
}

const registrationAudience = "registration"

const registrationSessionLifetime = 30 * time.Minute

// SignRegistration returns a token for adding children, "" after an old registration. A change of the QR revokes it.
func (p *Portal) SignRegistration(customer loyalty.Customer, businessID string) (string, error) {
	ends := customer.CreatedAt.Add(registrationSessionLifetime)
	if !ends.After(p.base.Now()) {
		return "", nil
	}
	return p.tokens.signClaims(portalClaims{
		RegisteredClaims: jwt.RegisteredClaims{
			ID: customer.ID, Subject: customer.ID, Audience: jwt.ClaimStrings{registrationAudience}, ExpiresAt: jwt.NewNumericDate(ends),
		},
		BusinessID: businessID,
		PhoneKey:   p.tokens.phoneKey(customer.Phone),
		QRID:       customer.QRID,
	})
}

// AuthenticateRegistration returns a token's customer. It refuses like Authenticate, and after a change of phone or QR.
func (p *Portal) AuthenticateRegistration(ctx context.Context, token string) (PortalUser, error) {
	var claims portalClaims
	if _, err := p.tokens.parse(ctx, token, registrationAudience, &claims); err != nil {
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
		if err == nil && (customer.QRID != claims.QRID || !p.tokens.matchesPhone(claims.PhoneKey, customer.Phone)) {
			err = loyalty.ErrTokenExpired
		}
		// The record's date decides: a token may be forged.
		if err == nil && !customer.CreatedAt.Add(registrationSessionLifetime).After(p.base.Now()) {
			err = loyalty.ErrTokenExpired
		}
		return err
	})
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		err = loyalty.ErrTokenExpired
	}
	return user, err
}

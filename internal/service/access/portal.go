package access

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// PortalUser is a customer who has signed in to her portal.
type PortalUser struct {
	CustomerID string
	BusinessID string
	Email      string // that her code went to; empty: she has signed in from her phone
	Unproved   bool   // the session came by an e-mail that is unproved, as the phone is
}

// MustBeProved refuses with loyalty.ErrPhoneUnproved a session of which it is not known that it
// is the customer's: whoever typed the phone into the open form typed the e-mail too.
func (u PortalUser) MustBeProved() error {
	if u.Unproved {
		return loyalty.ErrPhoneUnverified
	}
	return nil
}

// Actor is the customer as the use cases know who acts: without a role, in her
// business.
func (u PortalUser) Actor() usecase.Actor { return usecase.Actor{BusinessID: u.BusinessID} }

// Authenticate returns who holds a portal token. A token ends when it
// expires, when the customer signs out, there or on another device of hers, is archived
// or has another phone, and when her business is suspended; one that came by e-mail also
// when that is another or opens nothing any more. The database is asked every time, so it
// ends at once.
func (p *Portal) Authenticate(ctx context.Context, token string) (PortalUser, error) {
	claims, err := p.tokens.readPortal(token)
	if err != nil {
		return PortalUser{}, err
	}
	var standing store.PortalStanding
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		standing, err = tx.Sessions().PortalStanding(claims.Subject, claims.ID, p.base.Now())
		return err
	})
	email, opens := p.tokens.enteredBy(claims, standing)
	switch {
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		return PortalUser{}, loyalty.ErrTokenExpired
	case err != nil:
		return PortalUser{}, fmt.Errorf("authenticating a customer: %w", err)
	case !opens || !standing.Open || standing.BusinessID != claims.BusinessID || standing.BusinessStatus != loyalty.BusinessActive:
		return PortalUser{}, loyalty.ErrTokenExpired
	}
	user := PortalUser{CustomerID: claims.Subject, BusinessID: standing.BusinessID, Email: email, Unproved: email != "" && standing.Email.Unverified}
	return user, p.openings.saw(ctx, claims, standing.SeenAt)
}

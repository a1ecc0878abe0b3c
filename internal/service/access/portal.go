package access

import (
	"context"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// PortalUser is a signed-in customer.
type PortalUser struct {
	CustomerID string
	BusinessID string
	Email      string // received the code; empty: signed in by phone
	Unverified bool   // opened by an unverified e-mail with an unverified phone
}

// RequireVerified returns loyalty.ErrPhoneUnverified if a stranger may have typed phone and e-mail.
func (u PortalUser) RequireVerified() error {
	if u.Unverified {
		return loyalty.ErrPhoneUnverified
	}
	return nil
}

// Actor returns the customer as an actor without role.
func (u PortalUser) Actor() usecase.Actor { return usecase.Actor{BusinessID: u.BusinessID} }

// Authenticate returns a token's customer. It reads the database, so that expiry, sign-out, archiving, another phone or
// suspension act at once. A token by e-mail also ends when the e-mail changes.
func (p *Portal) Authenticate(ctx context.Context, token string) (PortalUser, error) {
	claims, err := p.tokens.parsePortalToken(ctx, token)
	if err != nil {
		return PortalUser{}, err
	}
	var status store.PortalSessionStatus
	err = p.base.Store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		status, err = tx.Sessions().PortalStatus(claims.Subject, claims.ID, p.base.Now())
		return err
	})
	email, opens := p.tokens.emailOfSession(claims, status)
	switch {
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		return PortalUser{}, loyalty.ErrTokenExpired
	case err != nil:
		return PortalUser{}, fmt.Errorf("authenticating a customer: %w", err)
	case !opens || !status.SessionOpen || status.BusinessID != claims.BusinessID || status.BusinessStatus != loyalty.BusinessActive:
		return PortalUser{}, loyalty.ErrTokenExpired
	}
	user := PortalUser{CustomerID: claims.Subject, BusinessID: status.BusinessID, Email: email, Unverified: email != "" && status.Email.Unverified}
	return user, p.portalSessions.touch(ctx, claims, status.SeenAt)
}

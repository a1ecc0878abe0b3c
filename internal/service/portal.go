package service

import (
	"context"
	"crypto/hmac"
	"errors"
	"fmt"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// PortalUser is a customer who has signed in to her portal.
type PortalUser struct {
	CustomerID string
	BusinessID string
}

// actor is the customer as the use cases know who acts: without a role, in her
// business.
func (u PortalUser) actor() Actor { return Actor{BusinessID: u.BusinessID} }

// AuthenticatePortal returns who holds a portal token. A token ends when it
// expires, when the customer signs out, is archived or has another phone, and when
// her business is suspended; the database is asked every time, so it ends at once.
func (s *Service) AuthenticatePortal(ctx context.Context, token string) (PortalUser, error) {
	claims, err := s.tokens.readPortal(token)
	if err != nil {
		return PortalUser{}, err
	}
	var standing store.PortalStanding
	err = s.store.ViewPlatform(ctx, func(tx *store.PlatformTx) (err error) {
		standing, err = tx.PortalStanding(claims.Subject, claims.ID)
		return err
	})
	switch {
	case errors.Is(err, loyalty.ErrCustomerNotFound):
		return PortalUser{}, loyalty.ErrTokenExpired
	case err != nil:
		return PortalUser{}, fmt.Errorf("authenticating a customer: %w", err)
	case standing.Ended || standing.BusinessID != claims.BusinessID || standing.BusinessStatus != loyalty.BusinessActive:
		return PortalUser{}, loyalty.ErrTokenExpired
	case !hmac.Equal([]byte(claims.PhoneKey), []byte(s.tokens.phoneKey(standing.Phone))):
		return PortalUser{}, loyalty.ErrTokenExpired
	}
	return PortalUser{CustomerID: claims.Subject, BusinessID: standing.BusinessID}, nil
}

// Own is what a customer sees of herself.
type Own struct {
	Customer loyalty.Customer
	Business loyalty.Business
	Progress loyalty.Progress
}

// Own returns a signed-in customer, her business and where she stands, all of
// one moment.
func (s *Service) Own(ctx context.Context, user PortalUser) (Own, error) {
	var own Own
	err := s.store.ViewBusiness(ctx, user.BusinessID, func(tx *store.Tx) (err error) {
		if own.Business, err = tx.Business(); err != nil {
			return err
		}
		if own.Customer, err = tx.Customer(user.CustomerID); err != nil {
			return err
		}
		own.Progress, err = s.progressOf(tx, own.Business, own.Customer)
		return err
	})
	return own, err
}

// OwnVisits returns a page of the customer's own visits, newest first.
func (s *Service) OwnVisits(ctx context.Context, user PortalUser, list ListRequest) (Listed[ListedVisit], error) {
	return s.Visits(ctx, user.actor(), user.CustomerID, list)
}

// OwnRewards returns a page of the rewards of the customer's cards, newest
// first.
func (s *Service) OwnRewards(ctx context.Context, user PortalUser, list ListRequest) (Listed[ListedReward], error) {
	return s.Rewards(ctx, user.actor(), user.CustomerID, list)
}

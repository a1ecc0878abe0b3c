package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// SelfService is what a signed-in customer sees of herself and does for herself.
type SelfService struct {
	base        *usecase.Base
	customers   *Customers
	consents    *Consents
	cards       *usecase.Cards
	visits      *Visits
	adjustments *Adjustments
	rewards     *Rewards
}

// OwnCard is what a customer sees of herself.
type OwnCard struct {
	Customer          loyalty.Customer
	Business          loyalty.Business
	Progress          loyalty.Progress
	SessionUnverified bool // the session is unproved: see access.PortalUser
	CardsOnPhone      int  // how many cards of the business her phone opens, with hers
}

// Card returns a signed-in customer, her business and where she stands, all of
// one moment. A session that is unproved does not learn the name of a family.
func (s *SelfService) Card(ctx context.Context, user access.PortalUser) (OwnCard, error) {
	own := OwnCard{SessionUnverified: user.Unproved}
	err := s.base.Store.ViewBusiness(ctx, user.BusinessID, func(tx *store.Tx) (err error) {
		if own.Business, err = tx.Business().Get(); err != nil {
			return err
		}
		if own.Customer, err = tx.Customers().Get(user.CustomerID); err != nil {
			return err
		}
		together, err := usecase.CustomersOnPhone(tx, own.Customer.ID)
		if err != nil {
			return err
		}
		own.CardsOnPhone = len(together)
		own.Progress, err = s.cards.ProgressOf(tx, own.Business, own.Customer)
		return err
	})
	if user.Unproved {
		own.Progress.FamilyName = ""
	}
	return own, err
}

// Visits returns a page of the customer's own visits, newest first; without the notes of the
// staff while the session is unproved.
func (s *SelfService) Visits(ctx context.Context, user access.PortalUser, list usecase.ListRequest) (usecase.Listed[usecase.ListedVisit], error) {
	page, err := s.visits.List(ctx, user.Actor(), user.CustomerID, list)
	if user.Unproved {
		page.Items = withoutNotes(page.Items)
	}
	return page, err
}

// Adjustments returns the last stamps on the customer's card that no visit left, newest first; without what the
// staff wrote while the session is unverified.
func (s *SelfService) Adjustments(ctx context.Context, user access.PortalUser) ([]ListedAdjustment, error) {
	listed, err := s.adjustments.List(ctx, user.Actor(), user.CustomerID)
	if user.Unproved {
		listed = withoutReasons(listed)
	}
	return listed, err
}

func withoutReasons(adjustments []ListedAdjustment) []ListedAdjustment {
	for i := range adjustments {
		adjustments[i].Reason, adjustments[i].Note = "", ""
	}
	return adjustments
}

func withoutNotes(visits []usecase.ListedVisit) []usecase.ListedVisit {
	for i := range visits {
		visits[i].Notes = ""
	}
	return visits
}

// Rewards returns a page of the rewards of the customer's cards, newest
// first.
func (s *SelfService) Rewards(ctx context.Context, user access.PortalUser, list usecase.ListRequest) (usecase.Listed[ListedReward], error) {
	return s.rewards.List(ctx, user.Actor(), user.CustomerID, list)
}

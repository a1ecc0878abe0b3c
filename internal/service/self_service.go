package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// SelfService has the use cases of signed-in customers.
type SelfService struct {
	base        *usecase.Base
	customers   *Customers
	consents    *Consents
	cards       *usecase.Cards
	visits      *Visits
	adjustments *Adjustments
	rewards     *Rewards
	usuals      *Usuals
}

// OwnCard is a card as the portal shows it.
type OwnCard struct {
	Customer          loyalty.Customer
	Business          loyalty.Business
	Progress          loyalty.Progress
	SessionUnverified bool // see access.PortalUser
	CanAddChildren    bool
	CardsOnPhone      int
}

// Card returns the customer's card, read in one transaction. Unverified sessions get no family name.
func (s *SelfService) Card(ctx context.Context, user access.PortalUser) (OwnCard, error) {
	own := OwnCard{SessionUnverified: user.Unverified}
	err := s.base.Store.ViewBusiness(ctx, user.BusinessID, func(tx *store.Tx) (err error) {
		if own.Business, err = tx.Business().Get(); err != nil {
			return err
		}
		if own.Customer, err = tx.Customers().Get(user.CustomerID); err != nil {
			return err
		}
		today := own.Business.DayOf(s.base.Now())
		own.CanAddChildren = !user.Unverified && (own.Customer.IsChild() || own.Customer.MayHaveChildren(today))
		together, err := usecase.CustomersOnPhone(tx, own.Customer.ID)
		if err != nil {
			return err
		}
		own.CardsOnPhone = len(together)
		own.Progress, err = s.cards.ProgressOf(tx, own.Business, own.Customer)
		return err
	})
	if user.Unverified {
		own.Progress.FamilyName = ""
	}
	return own, err
}

// Visits returns a page of visits, newest first. Unverified sessions get no notes.
func (s *SelfService) Visits(ctx context.Context, user access.PortalUser, list usecase.ListRequest) (usecase.List[usecase.ListedVisit], error) {
	page, err := s.visits.List(ctx, user.Actor(), user.CustomerID, list)
	if user.Unverified {
		page.Items = withoutNotes(page.Items)
	}
	return page, err
}

// Adjustments returns the adjustments, newest first. Unverified sessions get no reasons, which the staff wrote.
func (s *SelfService) Adjustments(ctx context.Context, user access.PortalUser) ([]ListedAdjustment, error) {
	adjustments, err := s.adjustments.List(ctx, user.Actor(), user.CustomerID)
	if user.Unverified {
		adjustments = withoutReasons(adjustments)
	}
	return adjustments, err
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

// Rewards returns a page, newest first.
func (s *SelfService) Rewards(ctx context.Context, user access.PortalUser, list usecase.ListRequest) (usecase.List[ListedReward], error) {
	return s.rewards.List(ctx, user.Actor(), user.CustomerID, list)
}

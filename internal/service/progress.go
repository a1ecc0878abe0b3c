package service

import (
	"context"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Progress returns where a customer stands.
func (s *Service) Progress(ctx context.Context, actor Actor, customerID string) (loyalty.Customer, loyalty.Progress, error) {
	var customer loyalty.Customer
	var progress loyalty.Progress
	err := s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		if customer, err = tx.Customer(customerID); err != nil {
			return err
		}
		progress, err = s.progressOf(tx, business, customer)
		return err
	})
	return actor.shown(customer), progress, err
}

// progressOf gathers a customer's progress within a transaction.
func (s *Service) progressOf(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (loyalty.Progress, error) {
	visited, err := tx.VisitedOn(customer.ID, business.DayOf(s.now()))
	if err != nil {
		return loyalty.Progress{}, err
	}
	wallet, err := walletOf(tx, customer)
	if err != nil {
		return loyalty.Progress{}, err
	}
	return wallet.progress(tx, business, customer, visited)
}

// wallet is the cards that a customer may redeem from. Stamped is the one that
// the next visit stamps.
type wallet struct {
	stamped loyalty.Card
	cardIDs []string
}

// walletOf returns the customer's own card and, of a family's member, the
// family's, which is the stamped one while its members share their points. In
// a writing transaction the cards are locked.
func walletOf(tx *store.Tx, customer loyalty.Customer) (wallet, error) {
	own, err := tx.CardOf(customer.ID)
	if err != nil || customer.Family == nil {
		return wallet{stamped: own, cardIDs: []string{own.ID}}, err
	}
	shared, err := tx.CardOfFamily(customer.Family.FamilyID)
	if err != nil {
		return wallet{}, err
	}
	w := wallet{stamped: own, cardIDs: []string{own.ID, shared.ID}}
	if customer.SharesPoints() {
		w.stamped = shared
	}
	return w, nil
}

func (w wallet) holds(cardID string) bool {
	for _, id := range w.cardIDs {
		if id == cardID {
			return true
		}
	}
	return false
}

// terms are what the stamped card pays.
func (w wallet) terms(business loyalty.Business, customer loyalty.Customer) loyalty.Terms {
	if w.stamped.Kind() == loyalty.FamilyCard {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}

func (w wallet) progress(tx *store.Tx, business loyalty.Business, customer loyalty.Customer, visitedToday bool) (loyalty.Progress, error) {
	owed, err := tx.RewardsOwed(w.cardIDs)
	progress := loyalty.Progress{
		Card:         w.stamped,
		Terms:        w.terms(business, customer),
		VisitedToday: visitedToday,
		Owed:         owed,
	}
	if w.stamped.Kind() == loyalty.FamilyCard {
		progress.FamilyName = customer.Family.Name
	}
	return progress, err
}

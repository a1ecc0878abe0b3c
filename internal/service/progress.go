package service

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// Progress returns where a customer stands: the card that her next visit stamps,
// and all that she may redeem. It refuses with loyalty.ErrCustomerNotFound.
func (s *Service) Progress(ctx context.Context, actor Actor, customerID string) (loyalty.Progress, error) {
	var progress loyalty.Progress
	err := s.store.ViewBusiness(ctx, actor.BusinessID, func(tx *store.Tx) (err error) {
		business, err := tx.Business()
		if err != nil {
			return err
		}
		customer, err := tx.Customer(customerID)
		if err != nil {
			return err
		}
		progress, err = s.progressOf(tx, business, customer)
		return err
	})
	return progress, err
}

// progressOf gathers a customer's progress within a transaction.
func (s *Service) progressOf(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (loyalty.Progress, error) {
	visited, err := s.cameToday(tx, business, customer)
	if err != nil {
		return loyalty.Progress{}, err
	}
	wallet, err := walletOf(tx, customer)
	if err != nil {
		return loyalty.Progress{}, err
	}
	unredeemed, err := tx.UnredeemedRewards(wallet.cardIDs())
	if err != nil {
		return loyalty.Progress{}, err
	}
	progress := wallet.progress(business, customer)
	progress.VisitedToday = visited
	progress.Owed = owed(unredeemed)
	return progress, nil
}

// cameToday reports whether a customer has a visit of today: by the clock of now, or
// as the day was called when she came.
func (s *Service) cameToday(tx *store.Tx, business loyalty.Business, customer loyalty.Customer) (bool, error) {
	if now := s.now(); !business.CameToday(customer, now) {
		return tx.VisitedOn(customer.ID, business.DayOf(now))
	}
	return true, nil
}

// progressSince is the progress of now. Of who is a customer no more it is what
// was said at last.
func (s *Service) progressSince(
	tx *store.Tx, business loyalty.Business, customerID string, said loyalty.Progress,
) (loyalty.Progress, error) {
	customer, err := tx.Customer(customerID)
	if errors.Is(err, loyalty.ErrCustomerNotFound) {
		return said, nil
	}
	if err != nil {
		return said, err
	}
	return s.progressOf(tx, business, customer)
}

// owed are the rewards that are PENDING.
func owed(rewards []loyalty.Reward) []loyalty.Reward {
	pending := []loyalty.Reward{}
	for _, reward := range rewards {
		if reward.Status == loyalty.RewardPending {
			pending = append(pending, reward)
		}
	}
	return pending
}

// oldestFirst sorts rewards as the store lists them. One that a stamp brought
// back may be older than others that are owed.
func oldestFirst(rewards []loyalty.Reward) []loyalty.Reward {
	slices.SortFunc(rewards, func(a, b loyalty.Reward) int {
		return cmp.Or(a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.ID, b.ID))
	})
	return rewards
}

// wallet is the cards that a customer may redeem from. Stamped is the one that
// the next visit stamps.
type wallet struct {
	stamped loyalty.Card
	cards   []loyalty.Card
}

// walletOf returns the customer's own card and, of a family's member, the
// family's, which is the stamped one while its members share their points. In
// a writing transaction the cards are locked.
func walletOf(tx *store.Tx, customer loyalty.Customer) (wallet, error) {
	own, err := tx.CardOf(customer.ID)
	if err != nil || customer.Family == nil {
		return wallet{stamped: own, cards: []loyalty.Card{own}}, err
	}
	shared, err := tx.CardOfFamily(customer.Family.FamilyID)
	if err != nil {
		return wallet{}, err
	}
	w := wallet{stamped: own, cards: []loyalty.Card{own, shared}}
	if customer.SharesPoints() {
		w.stamped = shared
	}
	return w, nil
}

func (w wallet) holds(cardID string) bool {
	return slices.Contains(w.cardIDs(), cardID)
}

func (w wallet) cardIDs() []string {
	ids := make([]string, len(w.cards))
	for i, card := range w.cards {
		ids[i] = card.ID
	}
	return ids
}

// stampsOn are the stamps of one of its cards.
func (w wallet) stampsOn(cardID string) int64 {
	at := slices.IndexFunc(w.cards, func(card loyalty.Card) bool { return card.ID == cardID })
	return w.cards[at].Stamps
}

// terms are what the stamped card pays.
func (w wallet) terms(business loyalty.Business, customer loyalty.Customer) loyalty.Terms {
	if w.stamped.Kind() == loyalty.FamilyCard {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}

// progress is what the wallet alone tells of a customer's progress.
func (w wallet) progress(business loyalty.Business, customer loyalty.Customer) loyalty.Progress {
	progress := loyalty.Progress{
		Card:        w.stamped,
		Terms:       w.terms(business, customer),
		LastVisitAt: customer.LastVisitAt,
	}
	if w.stamped.Kind() == loyalty.FamilyCard {
		progress.FamilyName = customer.Family.Name
	}
	return progress
}

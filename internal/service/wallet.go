package service

import (
	"slices"

	"axioma/internal/loyalty"
	"axioma/internal/store"
)

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
	own, err := tx.Cards().Of(customer.ID)
	if err != nil || customer.Family == nil {
		return wallet{stamped: own, cards: []loyalty.Card{own}}, err
	}
	shared, err := tx.Cards().OfFamily(customer.Family.FamilyID)
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

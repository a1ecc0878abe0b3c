package loyalty

import "slices"

// CustomerCards are the cards to redeem from, own first. Visits stamp StampedCard.
type CustomerCards struct {
	StampedCard Card
	Cards       []Card
}

// CardsWithFamily returns both cards. The family's is stamped while points are shared.
func (c Customer) CardsWithFamily(own, familyCard Card) CustomerCards {
	w := CustomerCards{StampedCard: own, Cards: []Card{own, familyCard}}
	if c.SharesPoints() {
		w.StampedCard = familyCard
	}
	return w
}

// Contains reports whether a card is one of Cards.
func (w CustomerCards) Contains(cardID string) bool {
	return slices.Contains(w.CardIDs(), cardID)
}

// CardIDs returns the ids.
func (w CustomerCards) CardIDs() []string {
	ids := make([]string, len(w.Cards))
	for i, card := range w.Cards {
		ids[i] = card.ID
	}
	return ids
}

// StampsOn returns a card's stamps.
func (w CustomerCards) StampsOn(cardID string) int64 {
	at := slices.IndexFunc(w.Cards, func(card Card) bool { return card.ID == cardID })
	return w.Cards[at].Stamps
}

// Terms returns the terms of the stamped card.
func (w CustomerCards) Terms(business Business, customer Customer) Terms {
	if w.StampedCard.Kind() == FamilyCard {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}

// Progress returns the progress without owed rewards.
func (w CustomerCards) Progress(business Business, customer Customer) Progress {
	progress := Progress{
		Card:           w.StampedCard,
		Terms:          w.Terms(business, customer),
		LastVisitAt:    customer.LastVisitAt,
		ClaimedStamps:  customer.ClaimedStamps,
		RejectedStamps: customer.RejectedStamps,
	}
	if w.StampedCard.Kind() == FamilyCard {
		progress.FamilyName = customer.Family.Name
	}
	return progress
}

package loyalty

import "slices"

// CustomerCards is the cards that a customer may redeem from. Stamped is the one that her
// next visit stamps.
type CustomerCards struct {
	Stamped Card
	Cards   []Card
}

// CardsWithFamily is the wallet of a family's member: her own card and the family's, which
// is the stamped one while the members share their points.
func (c Customer) CardsWithFamily(own, shared Card) CustomerCards {
	w := CustomerCards{Stamped: own, Cards: []Card{own, shared}}
	if c.SharesPoints() {
		w.Stamped = shared
	}
	return w
}

// Contains reports whether a card is one of them.
func (w CustomerCards) Contains(cardID string) bool {
	return slices.Contains(w.CardIDs(), cardID)
}

// CardIDs are the ids of its cards.
func (w CustomerCards) CardIDs() []string {
	ids := make([]string, len(w.Cards))
	for i, card := range w.Cards {
		ids[i] = card.ID
	}
	return ids
}

// StampsOn are the stamps of one of its cards.
func (w CustomerCards) StampsOn(cardID string) int64 {
	at := slices.IndexFunc(w.Cards, func(card Card) bool { return card.ID == cardID })
	return w.Cards[at].Stamps
}

// Terms are what the stamped card pays.
func (w CustomerCards) Terms(business Business, customer Customer) Terms {
	if w.Stamped.Kind() == FamilyCard {
		return business.FamilyTerms()
	}
	return business.IndividualTerms(customer.Tag)
}

// Progress is what the wallet alone tells of a customer's progress.
func (w CustomerCards) Progress(business Business, customer Customer) Progress {
	progress := Progress{
		Card:        w.Stamped,
		Terms:       w.Terms(business, customer),
		LastVisitAt: customer.LastVisitAt,
	}
	if w.Stamped.Kind() == FamilyCard {
		progress.FamilyName = customer.Family.Name
	}
	return progress
}

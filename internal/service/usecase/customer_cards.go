package usecase

import (
	"axioma/internal/loyalty"
	"axioma/internal/store"
)

// CardsOf returns the own card and the family's. A writing transaction locks them.
func CardsOf(tx *store.Tx, customer loyalty.Customer) (loyalty.CustomerCards, error) {
	own, err := tx.Cards().Of(customer.ID)
	if err != nil || customer.Family == nil {
		return loyalty.CustomerCards{StampedCard: own, Cards: []loyalty.Card{own}}, err
	}
	familyCard, err := tx.Cards().OfFamily(customer.Family.FamilyID)
	if err != nil {
		return loyalty.CustomerCards{}, err
	}
	return customer.CardsWithFamily(own, familyCard), nil
}

package store

import (
	"database/sql"
	"fmt"

	"axioma/internal/loyalty"
)

// Cards are the cards of a business: of its customers and of its families.
type Cards struct{ tx *Tx }

// Cards are the cards of the business.
func (tx *Tx) Cards() Cards { return Cards{tx} }

const (
	cardOfCustomer = `SELECT id, customer_id, family_id, stamps FROM cards WHERE business_id = $1 AND customer_id = $2`
	cardOfFamily   = `SELECT id, customer_id, family_id, stamps FROM cards WHERE business_id = $1 AND family_id = $2`
)

// Insert adds a card of a customer or a family.
func (q Cards) Insert(card loyalty.Card) error {
	_, err := q.tx.exec(`
		INSERT INTO cards (business_id, id, customer_id, family_id, stamps)
		VALUES ($1, $2, $3, $4, $5)`,
		q.tx.businessID, card.ID, text(card.CustomerID), text(card.FamilyID), card.Stamps)
	if err != nil {
		return fmt.Errorf("adding a card: %w", err)
	}
	return nil
}

// Of returns the individual card of a customer. In a writing transaction
// no other changes it until this one ends.
func (q Cards) Of(customerID string) (loyalty.Card, error) {
	return q.read(cardOfCustomer, customerID)
}

// OfFamily is Of for the card of a family.
func (q Cards) OfFamily(familyID string) (loyalty.Card, error) {
	return q.read(cardOfFamily, familyID)
}

// FamilyOfVisit returns the family whose card had the stamp of a visit, also of one that was
// taken back; empty: it was nobody's but the customer's.
func (q Cards) FamilyOfVisit(visitID string) (string, error) {
	return q.familyOf(`visits`, visitID)
}

// FamilyOfReward is FamilyOfVisit for the card that has a reward.
func (q Cards) FamilyOfReward(rewardID string) (string, error) {
	return q.familyOf(`rewards`, rewardID)
}

func (q Cards) familyOf(table, id string) (family string, err error) {
	_, err = q.tx.one(`
		SELECT coalesce(c.family_id, '') FROM `+table+` s JOIN cards c ON c.business_id = s.business_id AND c.id = s.card_id
		WHERE s.business_id = $1 AND s.id = $2`, []any{q.tx.businessID, id}, &family)
	return family, wrapped("looking for the family whose card it is", err)
}

func (q Cards) read(query, owner string) (loyalty.Card, error) {
	var card loyalty.Card
	var customer, family sql.NullString
	err := q.tx.row(query+q.tx.locking(), q.tx.businessID, owner).Scan(&card.ID, &customer, &family, &card.Stamps)
	if err != nil {
		return card, fmt.Errorf("reading a card: %w", err)
	}
	card.CustomerID, card.FamilyID = customer.String, family.String
	return card, nil
}

// Stamp puts one stamp on a card.
func (q Cards) Stamp(cardID string) error {
	return q.tx.later(func(err error) error { return fmt.Errorf("stamping card %s: %w", cardID, err) },
		`UPDATE cards SET stamps = stamps + 1 WHERE business_id = $1 AND id = $2`, q.tx.businessID, cardID)
}

// Unstamp takes one stamp off a card, and returns those that it still has.
func (q Cards) Unstamp(cardID string) (int64, error) {
	var stamps int64
	err := q.tx.row(`
		UPDATE cards SET stamps = stamps - 1
		WHERE business_id = $1 AND id = $2
		RETURNING stamps`, q.tx.businessID, cardID).Scan(&stamps)
	if err != nil {
		return 0, fmt.Errorf("taking a stamp off card %s: %w", cardID, err)
	}
	return stamps, nil
}

package store

import (
	"database/sql"
	"fmt"

	"axioma/internal/loyalty"
)

const cardColumns = ` id, customer_id, family_id, stamps `

// InsertCard adds a card of a customer or a family.
func (tx *Tx) InsertCard(card loyalty.Card) error {
	_, err := tx.exec(`
		INSERT INTO cards (business_id, id, customer_id, family_id, stamps)
		VALUES ($1, $2, $3, $4, $5)`,
		tx.businessID, card.ID, text(card.CustomerID), text(card.FamilyID), card.Stamps)
	if err != nil {
		return fmt.Errorf("adding a card: %w", err)
	}
	return nil
}

// CardOf returns the individual card of a customer. In a writing transaction
// no other changes it until this one ends.
func (tx *Tx) CardOf(customerID string) (loyalty.Card, error) {
	return tx.cardWhere(`customer_id = $2`, customerID)
}

// CardOfFamily is CardOf for the card of a family.
func (tx *Tx) CardOfFamily(familyID string) (loyalty.Card, error) {
	return tx.cardWhere(`family_id = $2`, familyID)
}

func (tx *Tx) cardWhere(condition, value string) (loyalty.Card, error) {
	var card loyalty.Card
	var customer, family sql.NullString
	err := tx.q.QueryRowContext(tx.ctx,
		`SELECT`+cardColumns+`FROM cards WHERE business_id = $1 AND `+condition+tx.locking(), tx.businessID, value).
		Scan(&card.ID, &customer, &family, &card.Stamps)
	if err != nil {
		return card, fmt.Errorf("reading a card: %w", err)
	}
	card.CustomerID, card.FamilyID = customer.String, family.String
	return card, nil
}

// Stamp puts one stamp on a card, or takes one off (by -1), and returns the
// stamps that it then has.
func (tx *Tx) Stamp(cardID string, by int64) (int64, error) {
	var stamps int64
	err := tx.q.QueryRowContext(tx.ctx, `
		UPDATE cards SET stamps = stamps + $3
		WHERE business_id = $1 AND id = $2
		RETURNING stamps`, tx.businessID, cardID, by).Scan(&stamps)
	if err != nil {
		return 0, fmt.Errorf("stamping card %s: %w", cardID, err)
	}
	return stamps, nil
}

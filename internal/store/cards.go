package store

import (
	"fmt"

	"axioma/internal/loyalty"
)

// Cards are customers' and families' cards.
type Cards struct{ tx *Tx }

// Cards gives access to the business's cards.
func (tx *Tx) Cards() Cards { return Cards{tx} }

const (
	cardOfCustomer = `SELECT id, customer_id, family_id, stamps FROM cards WHERE business_id = $1 AND customer_id = $2`
	cardOfFamily   = `SELECT id, customer_id, family_id, stamps FROM cards WHERE business_id = $1 AND family_id = $2`
)

// Insert adds a card.
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

// Of returns a customer's own card, locked in a writing transaction.
func (q Cards) Of(customerID string) (loyalty.Card, error) {
	return q.read(cardOfCustomer, customerID)
}

// OfFamily returns a family's card, locked in a writing transaction.
func (q Cards) OfFamily(familyID string) (loyalty.Card, error) {
	return q.read(cardOfFamily, familyID)
}

func (q Cards) read(query, owner string) (loyalty.Card, error) {
	card, err := scanCard(q.tx.queryRow(query+q.tx.lockClause(), q.tx.businessID, owner))
	if err != nil {
		return card, fmt.Errorf("reading a card: %w", err)
	}
	return card, nil
}

func scanCard(row scanner) (loyalty.Card, error) {
	var card loyalty.Card
	err := row.Scan(&card.ID, (*optionalText)(&card.CustomerID), (*optionalText)(&card.FamilyID), &card.Stamps)
	return card, err
}

// Stamp adds one stamp.
func (q Cards) Stamp(cardID string) error {
	return q.tx.execDeferred(func(err error) error { return fmt.Errorf("stamping card %s: %w", cardID, err) },
		`UPDATE cards SET stamps = stamps + 1 WHERE business_id = $1 AND id = $2`, q.tx.businessID, cardID)
}

// Lock returns a card, locked in a writing transaction.
func (q Cards) Lock(id string) (loyalty.Card, error) {
	return q.read(`SELECT id, customer_id, family_id, stamps FROM cards WHERE business_id = $1 AND id = $2`, id)
}

// Adjust adds stamps, or removes them if negative. The card may end below zero.
func (q Cards) Adjust(cardID string, stamps int64) (loyalty.Card, error) {
	card, err := scanCard(q.tx.queryRow(`
		UPDATE cards SET stamps = stamps + $3
		WHERE business_id = $1 AND id = $2
		RETURNING id, customer_id, family_id, stamps`, q.tx.businessID, cardID, stamps))
	if err != nil {
		return card, fmt.Errorf("adjusting card %s by %d stamps: %w", cardID, stamps, err)
	}
	return card, nil
}

const countedStamps = `(SELECT count(*)` + activeVisitsOfCustomer + ` AND v.card_id = $3)
	+ (SELECT coalesce(sum(a.stamps), 0) FROM adjustments a
		WHERE a.business_id = $1 AND a.card_id = $3 AND a.undone_at IS NULL)`

// CountStamps counts stamps of visits and adjustments. It is negative if corrections removed stamps of visits deleted
// later.
func (q Cards) CountStamps(customerID, cardID string) (int64, error) {
	stamps, err := q.tx.queryCount(`SELECT `+countedStamps, []any{q.tx.businessID, customerID, cardID})
	if err != nil {
		return 0, fmt.Errorf("counting the stamps of card %s: %w", cardID, err)
	}
	return stamps, nil
}

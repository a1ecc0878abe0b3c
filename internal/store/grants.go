package store

import (
	"fmt"
)

// GrantUnderWay returns up to which card, in the order of their ids, the business
// owes what its cards have reached, and false when no grant is under way. In a
// writing transaction no other goes on with it until this one ends.
func (tx *Tx) GrantUnderWay() (after string, found bool, err error) {
	found, err = tx.one(`SELECT after_card FROM grants_under_way WHERE business_id = $1`+tx.locking(), []any{tx.businessID}, &after)
	if err != nil {
		return "", false, fmt.Errorf("looking for a grant under way: %w", err)
	}
	return after, found, nil
}

// BeginGrant records that the business owes what its cards have reached.
func (tx *Tx) BeginGrant() error {
	if _, err := tx.exec(`INSERT INTO grants_under_way (business_id, after_card) VALUES ($1, '')`, tx.businessID); err != nil {
		return fmt.Errorf("beginning a grant: %w", err)
	}
	return nil
}

// GrantedUpTo records that the cards up to one have been gone through; those up to
// none are all.
func (tx *Tx) GrantedUpTo(card string) error {
	query, args := `UPDATE grants_under_way SET after_card = $2 WHERE business_id = $1`, []any{tx.businessID, card}
	if card == "" {
		query, args = `DELETE FROM grants_under_way WHERE business_id = $1`, args[:1]
	}
	if err := tx.execOne(query, args...); err != nil {
		return fmt.Errorf("recording how far a grant has come: %w", err)
	}
	return nil
}

// GrantsUnderWay returns the ids of the businesses with a grant under way.
func (p *PlatformTx) GrantsUnderWay() ([]string, error) {
	ids, err := p.tx.texts(`SELECT business_id FROM grants_under_way`)
	if err != nil {
		return nil, fmt.Errorf("looking for grants under way: %w", err)
	}
	return ids, nil
}

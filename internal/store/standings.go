package store

import (
	"database/sql"
	"fmt"

	"axioma/internal/loyalty"
)

// Standings returns how far every card of the business has come that belongs
// to an active customer, or to a family with one.
func (tx *Tx) Standings() ([]loyalty.Standing, error) {
	standings := []loyalty.Standing{}
	err := tx.each(`
		SELECT k.id, k.family_id, k.stamps, min(c.id), max(c.tag), coalesce(max(r.paid), 0)
		FROM cards k
		JOIN customers c ON c.business_id = k.business_id AND c.archived_at IS NULL
			AND (c.id = k.customer_id OR c.family_id = k.family_id)
		LEFT JOIN (
			SELECT card_id, max(milestone) AS paid FROM rewards
			WHERE business_id = $1 AND status <> 'CANCELLED' GROUP BY card_id
		) r ON r.card_id = k.id
		WHERE k.business_id = $1 AND k.stamps > 0
		GROUP BY k.id, k.family_id, k.stamps`,
		[]any{tx.businessID}, func(row scanner) error {
			var s loyalty.Standing
			var family, tag sql.NullString
			err := row.Scan(&s.CardID, &family, &s.Stamps, &s.CustomerID, &tag, &s.Paid)
			s.Family, s.Tag = family.Valid, loyalty.Tag(tag.String)
			standings = append(standings, s)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading how far the cards have come: %w", err)
	}
	return standings, nil
}

package store

import (
	"fmt"
)

// Grants is the progress of a grant: after a change of milestones, cards get rewards already earned.
type Grants struct{ tx *Tx }

// Grants gives access to the business's grant.
func (tx *Tx) Grants() Grants { return Grants{tx} }

// PlatformGrants are all grants.
type PlatformGrants struct{ tx *Tx }

// Grants gives access to all grants.
func (p *PlatformTx) Grants() PlatformGrants { return PlatformGrants{&p.tx} }

// InProgress returns the last processed card. A writing transaction locks the grant.
func (q Grants) InProgress() (after string, found bool, err error) {
	found, err = q.tx.queryOne(`SELECT last_card_id FROM pending_grants WHERE business_id = $1`+q.tx.lockClause(), []any{q.tx.businessID}, &after)
	if err != nil {
		return "", false, fmt.Errorf("finding an unfinished grant: %w", err)
	}
	return after, found, nil
}

// Begin starts a grant.
func (q Grants) Begin() error {
	if _, err := q.tx.exec(`INSERT INTO pending_grants (business_id, last_card_id) VALUES ($1, '')`, q.tx.businessID); err != nil {
		return fmt.Errorf("beginning a grant: %w", err)
	}
	return nil
}

// SaveProgress records the last processed card; "" completes the grant.
func (q Grants) SaveProgress(card string) error {
	query, args := `UPDATE pending_grants SET last_card_id = $2 WHERE business_id = $1`, []any{q.tx.businessID, card}
	if card == "" {
		query, args = `DELETE FROM pending_grants WHERE business_id = $1`, args[:1]
	}
	if err := q.tx.execOne(query, args...); err != nil {
		return fmt.Errorf("recording the progress of a grant: %w", err)
	}
	return nil
}

// InProgress returns businesses with a grant.
func (q PlatformGrants) InProgress() ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT business_id FROM pending_grants`)
	if err != nil {
		return nil, fmt.Errorf("finding unfinished grants: %w", err)
	}
	return ids, nil
}

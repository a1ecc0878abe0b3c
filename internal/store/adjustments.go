package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// ListedAdjustment is an adjustment with its author's name.
type ListedAdjustment struct {
	loyalty.Adjustment
	CreatedByName string
}

// InsertAdjustment adds an adjustment. It does not change the card.
func (q Cards) InsertAdjustment(a loyalty.Adjustment) error {
	if _, err := q.tx.exec(insertAdjustment, adjustmentRow.insertArgs(a, q.tx.businessID)...); err != nil {
		return fmt.Errorf("adding an adjustment of card %s: %w", a.CardID, err)
	}
	return nil
}

// GetAdjustment returns an adjustment, or loyalty.ErrAdjustmentNotFound.
func (q Cards) GetAdjustment(id string) (loyalty.Adjustment, error) {
	var a loyalty.Adjustment
	found, err := q.tx.queryOne(`SELECT`+adjustmentColumns+` FROM adjustments a WHERE a.business_id = $1 AND a.id = $2`,
		[]any{q.tx.businessID, id}, adjustmentRow.scanTargets(&a)...)
	if err != nil {
		return a, fmt.Errorf("reading adjustment %s: %w", id, err)
	}
	if !found {
		return a, loyalty.ErrAdjustmentNotFound
	}
	return a, nil
}

// HasOpening reports whether a card has a valid opening balance.
func (q Cards) HasOpening(cardID string) (bool, error) {
	openedFor, err := q.OpenedFor(cardID)
	return openedFor != "", err
}

// OpenedFor returns the customer of the card's valid opening balance, or "".
func (q Cards) OpenedFor(cardID string) (customerID string, err error) {
	_, err = q.tx.queryOne(`SELECT customer_id FROM adjustments
		WHERE business_id = $1 AND card_id = $2 AND kind = 'OPENING' AND undone_at IS NULL`, []any{q.tx.businessID, cardID}, &customerID)
	return customerID, wrapError("finding the opening balance of card "+cardID, err)
}

// StampsUntil counts an own card's stamps without visits after a day: with all valid adjustments, and with those before
// an instant.
func (q Cards) StampsUntil(card loyalty.Card, day loyalty.Day, before time.Time) (withAll, withEarlier int64, err error) {
	var visits int64
	_, err = q.tx.queryOne(`
		SELECT (SELECT count(*) FROM visits v
				WHERE v.business_id = $1 AND v.customer_id = $2 AND v.card_id = $3 AND v.deleted_at IS NULL AND v.local_day <= $4),
			(SELECT coalesce(sum(a.stamps), 0) FROM adjustments a WHERE a.business_id = $1 AND a.card_id = $3 AND a.undone_at IS NULL),
			(SELECT coalesce(sum(a.stamps), 0) FROM adjustments a
				WHERE a.business_id = $1 AND a.card_id = $3 AND a.undone_at IS NULL AND a.created_at < $5)`,
		[]any{q.tx.businessID, card.CustomerID, card.ID, day, millis(before)}, &visits, &withAll, &withEarlier)
	return visits + withAll, visits + withEarlier, wrapError("counting the stamps of a card until a day", err)
}

// Corrections sums up a card's corrections.
func (q Cards) Corrections(cardID string) (loyalty.Corrections, error) {
	var sum loyalty.Corrections
	_, err := q.tx.queryOne(`SELECT coalesce(sum(stamps), 0), coalesce(max(stamps_after - stamps), 0) FROM adjustments
		WHERE business_id = $1 AND card_id = $2 AND kind = 'CORRECTION' AND undone_at IS NULL`,
		[]any{q.tx.businessID, cardID}, &sum.Stamps, &sum.Highest)
	if err != nil {
		return sum, fmt.Errorf("summing up the corrections of card %s: %w", cardID, err)
	}
	return sum, nil
}

// ListAdjustments returns the newest first.
func (q Cards) ListAdjustments(customerID string, limit int) ([]ListedAdjustment, error) {
	adjustments := []ListedAdjustment{}
	err := q.tx.queryEach(`SELECT`+adjustmentColumns+`, u.name FROM adjustments a JOIN users u ON u.id = a.created_by
		WHERE a.business_id = $1 AND a.customer_id = $2 ORDER BY a.created_at DESC, a.id DESC LIMIT $3`,
		[]any{q.tx.businessID, customerID, limit}, func(row scanner) error {
			var a ListedAdjustment
			err := row.Scan(adjustmentRow.scanTargets(&a.Adjustment, &a.CreatedByName)...)
			adjustments = append(adjustments, a)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("listing the adjustments of customer %s: %w", customerID, err)
	}
	return adjustments, nil
}

// MarkAdjustmentUndone marks an adjustment undone. It does not change the card.
func (q Cards) MarkAdjustmentUndone(id string, at time.Time, by string) error {
	err := q.tx.execOne(`UPDATE adjustments SET undone_at = $3, undone_by = $4 WHERE business_id = $1 AND id = $2 AND undone_at IS NULL`,
		q.tx.businessID, id, millis(at), by)
	if err != nil {
		return fmt.Errorf("undoing adjustment %s: %w", id, err)
	}
	return nil
}

// SetClaim replaces a claim to paper stamps; zero: none.
func (q Cards) SetClaim(customerID string, claim loyalty.PaperClaim) error {
	q.tx.txCache.Invalidate()
	err := q.tx.execOne(`UPDATE customers SET claimed_stamps = $3, rejected_stamps = $4 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, customerID, claim.ClaimedStamps, claim.RejectedStamps)
	return wrapError("changing a claim to paper stamps", err)
}

// ReturnClaim restores the claim of an undone opening balance, unless the customer has another.
func (q Cards) ReturnClaim(customerID string, claim loyalty.PaperClaim) error {
	q.tx.txCache.Invalidate()
	_, err := q.tx.exec(`UPDATE customers SET claimed_stamps = $3, rejected_stamps = $4
		WHERE business_id = $1 AND id = $2 AND claimed_stamps = 0`, q.tx.businessID, customerID, claim.ClaimedStamps, claim.RejectedStamps)
	return wrapError("returning a claim to paper stamps", err)
}

// ChangeClaimed changes the stamps of an undecided claim.
func (q Cards) ChangeClaimed(customerID string, stamps int64) error {
	q.tx.txCache.Invalidate()
	err := q.tx.execOne(`UPDATE customers SET claimed_stamps = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, stamps)
	return wrapError("changing a claim to paper stamps", err)
}

// MovedAdjustment is an adjustment before a merge.
type MovedAdjustment struct {
	ID     string
	CardID string
	Stamps int64 // zero: undone
}

// AdjustmentsToMove returns adjustments, undone or not.
func (q Cards) AdjustmentsToMove(customerID string) ([]MovedAdjustment, error) {
	adjustments := []MovedAdjustment{}
	err := q.tx.queryEach(`SELECT a.id, a.card_id, CASE WHEN a.undone_at IS NULL THEN a.stamps ELSE 0 END FROM adjustments a
		WHERE a.business_id = $1 AND a.customer_id = $2 ORDER BY a.created_at, a.id`,
		[]any{q.tx.businessID, customerID}, func(row scanner) error {
			var a MovedAdjustment
			err := row.Scan(&a.ID, &a.CardID, &a.Stamps)
			adjustments = append(adjustments, a)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the adjustments of customer %s: %w", customerID, err)
	}
	return adjustments, nil
}

// PlaceAdjustment moves an adjustment to customerID and a.CardID.
func (q Cards) PlaceAdjustment(a MovedAdjustment, customerID string) error {
	err := q.tx.execOne(`UPDATE adjustments SET customer_id = $3, card_id = $4 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, a.ID, customerID, a.CardID)
	if err != nil {
		return fmt.Errorf("moving adjustment %s: %w", a.ID, err)
	}
	return nil
}

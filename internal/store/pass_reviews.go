package store

import "axioma/internal/loyalty"

// PlatformPassReviews are all reviews.
type PlatformPassReviews struct{ tx *Tx }

// PassReviews gives access to all reviews.
func (p *PlatformTx) PassReviews() PlatformPassReviews { return PlatformPassReviews{&p.tx} }

// PassEventPosition is a setting: position and Unix milliseconds of the last event processed for passes. Without it all
// passes are reviewed.
const PassEventPosition = "pass.followed"

// PassReview has cause and last reviewed customer.
type PassReview struct{ Cause, After string }

// StartReview reviews all passes. A review with another cause begins again.
func (q Passes) StartReview(cause string) error {
	_, err := q.tx.exec(`
		INSERT INTO pass_reviews (business_id, cause, after_customer) VALUES ($1, $2, '')
		ON CONFLICT (business_id) DO UPDATE SET cause = excluded.cause, after_customer = ''
		WHERE pass_reviews.cause <> excluded.cause`, q.tx.businessID, cause)
	return wrapError("beginning to look at passes", err)
}

// ReviewInProgress returns the review. A writing transaction locks it.
func (q Passes) ReviewInProgress() (PassReview, bool, error) {
	var review PassReview
	found, err := q.tx.queryOne(`SELECT cause, after_customer FROM pass_reviews WHERE business_id = $1`+q.tx.lockClause(),
		[]any{q.tx.businessID}, &review.Cause, &review.After)
	return review, found, wrapError("reading the progress of a review of passes", err)
}

// SaveReviewProgress records the last reviewed customer; "" completes the review.
func (q Passes) SaveReviewProgress(customerID string) error {
	query, args := `UPDATE pass_reviews SET after_customer = $2 WHERE business_id = $1`, []any{q.tx.businessID, customerID}
	if customerID == "" {
		query, args = `DELETE FROM pass_reviews WHERE business_id = $1`, args[:1]
	}
	return wrapError("recording the progress of a review of passes", q.tx.execOne(query, args...))
}

// InProgress returns businesses with a review.
func (q PlatformPassReviews) InProgress() ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT business_id FROM pass_reviews ORDER BY business_id`)
	return ids, wrapError("finding reviews of passes", err)
}

const withHolders = `
	WITH RECURSIVE keeping (id) AS (
		SELECT min(business_id) FROM pass_holders
		UNION ALL
		SELECT (SELECT min(h.business_id) FROM pass_holders h WHERE h.business_id > keeping.id) FROM keeping WHERE keeping.id IS NOT NULL
	)`

// WithHolders returns businesses with a held pass.
func (q PlatformPassReviews) WithHolders() ([]string, error) {
	ids, err := q.tx.queryStrings(withHolders + ` SELECT id FROM keeping WHERE id IS NOT NULL ORDER BY id`)
	return ids, wrapError("finding businesses with passes", err)
}

// WithHolders returns valid passes on devices, also of merged records.
func (q Passes) WithHolders(customerID string) ([]loyalty.Pass, error) {
	records, err := q.tx.Customers().Records(customerID)
	if err != nil {
		return nil, err
	}
	args, in := placeholders(2, records)
	var passes []loyalty.Pass
	err = q.tx.queryEach(`
		SELECT p.business_id, p.customer_id, p.serial, p.digest, p.version, p.modified_at, p.ended_at FROM passes p
		WHERE p.business_id = $1
			AND p.customer_id IN (`+in+`)
			AND p.ended_at IS NULL
			AND EXISTS (SELECT 1 FROM pass_holders h
				WHERE h.business_id = p.business_id AND h.customer_id = p.customer_id AND h.serial = p.serial)`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			pass, _, err := scanPass(row)
			passes = append(passes, pass)
			return err
		})
	return passes, wrapError("finding passes with a holder", err)
}

// CustomersWithHolders returns the next customers by id with a pass on a phone.
func (q Passes) CustomersWithHolders(customerID string, limit int) ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT DISTINCT customer_id FROM pass_holders WHERE business_id = $1 AND customer_id > $2 ORDER BY customer_id LIMIT $3`,
		q.tx.businessID, customerID, limit)
	return ids, wrapError("finding passes with a holder", err)
}

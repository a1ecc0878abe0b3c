package store

import "axioma/internal/loyalty"

// PlatformPassReviews is what is to be looked at of the passes of all businesses: those that
// somebody keeps, since nobody else is told of a change.
type PlatformPassReviews struct{ tx *Tx }

// PassReviews is what is to be looked at of the passes of all businesses.
func (p *PlatformTx) PassReviews() PlatformPassReviews { return PlatformPassReviews{&p.tx} }

// PassEventPosition is the setting of the platform that has up to which position events were
// followed for passes, and when that was, in Unix milliseconds; where it says nothing, all passes
// are looked at.
const PassEventPosition = "pass.followed"

// PassReview is the look at all passes of a business: why, and after which customer it goes
// on, in the order of their ids.
type PassReview struct{ Cause, After string }

// StartReview has all passes of the business looked at from the first on, for a cause that is one
// of its own; a review under way begins anew, unless that is its cause.
func (q Passes) StartReview(cause string) error {
	_, err := q.tx.exec(`
		INSERT INTO pass_reviews (business_id, cause, after_customer) VALUES ($1, $2, '')
		ON CONFLICT (business_id) DO UPDATE SET cause = excluded.cause, after_customer = ''
		WHERE pass_reviews.cause <> excluded.cause`, q.tx.businessID, cause)
	return wrapped("beginning to look at passes", err)
}

// ReviewInProgress returns how far the review of the business has come, and false where there is
// none. In a writing transaction no other goes on with it until this one ends.
func (q Passes) ReviewInProgress() (PassReview, bool, error) {
	var review PassReview
	found, err := q.tx.queryOne(`SELECT cause, after_customer FROM pass_reviews WHERE business_id = $1`+q.tx.lockClause(),
		[]any{q.tx.businessID}, &review.Cause, &review.After)
	return review, found, wrapped("looking how far a review of passes has come", err)
}

// SaveReviewProgress records that the passes up to a customer's have been looked at; those up to none are
// all.
func (q Passes) SaveReviewProgress(customerID string) error {
	query, args := `UPDATE pass_reviews SET after_customer = $2 WHERE business_id = $1`, []any{q.tx.businessID, customerID}
	if customerID == "" {
		query, args = `DELETE FROM pass_reviews WHERE business_id = $1`, args[:1]
	}
	return wrapped("recording how far a review of passes has come", q.tx.execOne(query, args...))
}

// InProgress returns the ids of the businesses with a review under way.
func (q PlatformPassReviews) InProgress() ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT business_id FROM pass_reviews ORDER BY business_id`)
	return ids, wrapped("looking for reviews of passes", err)
}

// withHolders are the businesses with a pass that somebody keeps: a step in the index for each.
const withHolders = `
	WITH RECURSIVE keeping (id) AS (
		SELECT min(business_id) FROM pass_holders
		UNION ALL
		SELECT (SELECT min(h.business_id) FROM pass_holders h WHERE h.business_id > keeping.id) FROM keeping WHERE keeping.id IS NOT NULL
	)`

// WithHolders returns the ids of the businesses with a pass that somebody keeps.
func (q PlatformPassReviews) WithHolders() ([]string, error) {
	ids, err := q.tx.queryStrings(withHolders + ` SELECT id FROM keeping WHERE id IS NOT NULL ORDER BY id`)
	return ids, wrapped("looking for businesses with passes", err)
}

// WithHolders returns the passes that somebody keeps of a customer, and of the records that were
// merged into hers: they show her card. Those that have ended do not.
func (q Passes) WithHolders(customerID string) ([]loyalty.Pass, error) {
	records, err := q.tx.Customers().Records(customerID)
	if err != nil {
		return nil, err
	}
	args, in := placeholders(2, records)
	var passes []loyalty.Pass
	err = q.tx.queryEach(`
		SELECT p.business_id, p.customer_id, p.serial, p.says, p.version, p.modified_at, p.ended_at FROM passes p
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
	return passes, wrapped("looking for passes that somebody keeps", err)
}

// CustomersWithHolders returns of whom somebody keeps a pass, in the order of the customers' ids after
// one, at most so many.
func (q Passes) CustomersWithHolders(customerID string, most int) ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT DISTINCT customer_id FROM pass_holders WHERE business_id = $1 AND customer_id > $2 ORDER BY customer_id LIMIT $3`,
		q.tx.businessID, customerID, most)
	return ids, wrapped("looking for passes that somebody keeps", err)
}

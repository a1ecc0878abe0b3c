package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Merges are the merges of a business's customers.
type Merges struct{ tx *Tx }

// Merges are the merges of the business's customers.
func (tx *Tx) Merges() Merges { return Merges{tx} }

// Moved is what a merge moved, kept so that it can be taken back.
type Moved struct {
	Kept     loyalty.Customer // as it was before: what people edit and its family
	Merged   loyalty.Customer
	Visits   []MovedVisit
	Rewards  map[string]string // reward id -> card it was on
	Consents []string
	Messages []string

	Redemptions []string // rewards that had been given to the merged customer
	Withdrawn   []string // consents that were withdrawn because the records disagreed
}

// MovedVisit is a visit as it was before a merge.
type MovedVisit struct {
	ID           string
	CardID       string
	Day          loyalty.Day
	DaySlot      *int64 // nil: deleted
	AuthorizedBy string
}

// Insert records a merge and what it moved.
func (q Merges) Insert(m loyalty.Merge, moved Moved) error {
	encoded, err := moved.encode()
	if err != nil {
		return err
	}
	_, err = q.tx.exec(`
		INSERT INTO merges (business_id, id, kept_id, merged_id, merged_at, merged_by, moved)
		VALUES ($1, $2, $3, $4, $5, $6, $7)`,
		q.tx.businessID, m.ID, m.KeptID, m.MergedID, millis(m.At), m.By, encoded)
	if err != nil {
		return fmt.Errorf("recording a merge: %w", err)
	}
	return nil
}

// Lock returns a merge and what it moved, or loyalty.ErrMergeNotFound.
func (q Merges) Lock(id string) (loyalty.Merge, Moved, error) {
	var m loyalty.Merge
	var at, undone sql.NullInt64
	var encoded string
	found, err := q.tx.one(`
		SELECT id, kept_id, merged_id, merged_at, merged_by, undone_at, moved FROM merges
		WHERE business_id = $1 AND id = $2`+q.tx.locking(),
		[]any{q.tx.businessID, id}, &m.ID, &m.KeptID, &m.MergedID, &at, &m.By, &undone, &encoded)
	if err != nil {
		return m, Moved{}, fmt.Errorf("reading merge %s: %w", id, err)
	}
	if !found {
		return m, Moved{}, loyalty.ErrMergeNotFound
	}
	m.At, m.UndoneAt = instant(at), instant(undone)
	moved, err := readMoved(encoded)
	return m, moved, err
}

// MarkUndone records that a merge was taken back.
func (q Merges) MarkUndone(mergeID string, at time.Time, by string) error {
	err := q.tx.execOne(`UPDATE merges SET undone_at = $3, undone_by = $4 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, mergeID, millis(at), by)
	if err != nil {
		return fmt.Errorf("marking merge %s as undone: %w", mergeID, err)
	}
	return nil
}

// List returns a page of the merges into a customer, newest first.
func (q Merges) List(customerID string, page Page) (Listed[loyalty.Merge], error) {
	where := clause{args: []any{q.tx.businessID, customerID}}
	const from = ` FROM merges m
		JOIN customers c ON c.business_id = m.business_id AND c.id = m.merged_id
		WHERE m.business_id = $1 AND m.kept_id = $2`
	total, err := q.tx.count(`SELECT count(*)`+from, where.args)
	if err != nil {
		return Listed[loyalty.Merge]{}, fmt.Errorf("counting merges: %w", err)
	}
	if err := afterInstant(&where, page, `m.merged_at`, `m.id`); err != nil {
		return Listed[loyalty.Merge]{}, err
	}
	listed := lister[loyalty.Merge]{limit: page.Limit, total: total}
	err = q.tx.each(`
		SELECT m.id, m.kept_id, m.merged_id, c.name, m.merged_at, m.merged_by, m.undone_at`+from+where.sql()+`
		ORDER BY m.merged_at DESC, m.id DESC LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		var m loyalty.Merge
		var at, undone sql.NullInt64
		err := row.Scan(&m.ID, &m.KeptID, &m.MergedID, &m.MergedName, &at, &m.By, &undone)
		m.At, m.UndoneAt = instant(at), instant(undone)
		listed.add(m, strconv.FormatInt(at.Int64, 10), m.ID)
		return err
	})
	if err != nil {
		return Listed[loyalty.Merge]{}, fmt.Errorf("listing merges: %w", err)
	}
	return listed.done(), nil
}

// Since reports whether another record was merged into a customer's from an
// instant on, and still is part of it.
func (q Merges) Since(customerID string, since time.Time) (bool, error) {
	merges, err := q.tx.count(`
		SELECT count(*) FROM merges
		WHERE business_id = $1 AND kept_id = $2 AND merged_at >= $3 AND undone_at IS NULL`,
		[]any{q.tx.businessID, customerID, millis(since)})
	if err != nil {
		return false, fmt.Errorf("looking for what was merged into customer %s: %w", customerID, err)
	}
	return merges > 0, nil
}

// MergedInto returns the customer that a record was merged into, and false for
// one that was not.
func (q Customers) MergedInto(customerID string) (string, bool, error) {
	var kept string
	merged, err := q.tx.one(`
		SELECT merged_into FROM customers
		WHERE business_id = $1 AND id = $2 AND merged_into IS NOT NULL`, []any{q.tx.businessID, customerID}, &kept)
	if err != nil {
		return "", false, fmt.Errorf("looking for what customer %s was merged into: %w", customerID, err)
	}
	return kept, merged, nil
}

// Close archives a record that was merged into another.
func (q Customers) Close(customerID, keptID string, at time.Time) error {
	err := q.tx.execOne(`
		UPDATE customers SET archived_at = $3, merged_into = $4, family_id = NULL, family_role = NULL
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID, millis(at), keptID)
	if err != nil {
		return fmt.Errorf("closing record %s: %w", customerID, err)
	}
	return nil
}

// Reopen makes a record active that was merged into another. It returns
// loyalty.ErrPhoneTaken when another active customer has the phone by now.
func (q Customers) Reopen(customerID string) error {
	err := q.tx.execOne(`
		UPDATE customers SET archived_at = NULL, merged_into = NULL
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID)
	if q.tx.store.dialect.isUnique(err) {
		return loyalty.ErrPhoneTaken
	}
	if err != nil {
		return fmt.Errorf("reopening record %s: %w", customerID, err)
	}
	return nil
}

// ToMove returns the visits of a customer, the deleted ones too, as a
// merge has to remember them.
func (q Visits) ToMove(customerID string) ([]MovedVisit, error) {
	visits := []MovedVisit{}
	err := q.tx.each(`
		SELECT id, card_id, local_day, day_slot, authorized_by FROM visits
		WHERE business_id = $1 AND customer_id = $2 ORDER BY local_day, day_slot`,
		[]any{q.tx.businessID, customerID}, func(row scanner) error {
			var v MovedVisit
			var slot sql.NullInt64
			var authorizedBy sql.NullString
			err := row.Scan(&v.ID, &v.CardID, &v.Day, &slot, &authorizedBy)
			if slot.Valid {
				v.DaySlot = &slot.Int64
			}
			v.AuthorizedBy = authorizedBy.String
			visits = append(visits, v)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the visits of customer %s: %w", customerID, err)
	}
	return visits, nil
}

// Place gives a visit to a customer and a card, in a slot of its day. A
// deleted visit keeps having none.
func (q Visits) Place(v MovedVisit, customerID string) error {
	slot := sql.NullInt64{Valid: v.DaySlot != nil}
	if v.DaySlot != nil {
		slot.Int64 = *v.DaySlot
	}
	err := q.tx.execOne(`
		UPDATE visits
		SET customer_id = $3, card_id = $4, authorized_by = $5,
			day_slot = CASE WHEN deleted_at IS NULL THEN CAST($6 AS BIGINT) END
		WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, v.ID, customerID, v.CardID, text(v.AuthorizedBy), slot)
	if err != nil {
		return fmt.Errorf("moving visit %s: %w", v.ID, err)
	}
	return nil
}

// CompactDay gives the first visit that a customer has on a day its slot 0.
func (q Visits) CompactDay(customerID string, day loyalty.Day) error {
	_, err := q.tx.exec(`
		UPDATE visits SET day_slot = 0
		WHERE business_id = $1 AND customer_id = $2 AND local_day = $3 AND day_slot = (
			SELECT min(day_slot) FROM visits
			WHERE business_id = $1 AND customer_id = $2 AND local_day = $3)`,
		q.tx.businessID, customerID, day)
	if err != nil {
		return fmt.Errorf("ordering the visits of a day: %w", err)
	}
	return nil
}

// Recount sets a customer's count of visits and the stamps of her own card, which
// no visits but hers stamp, to what her visits say.
func (q Customers) Recount(customerID, cardID string) error {
	err := q.tx.execOne(`
		UPDATE customers
		SET visits_count = (SELECT count(*)`+hersThatCount+`), rhythm = NULL,
			first_visit_day = (SELECT min(v.local_day)`+hersThatCount+`),
			last_visit_at = (SELECT max(v.visited_at)`+hersThatCount+`)
		WHERE business_id = $1 AND id = $2`, q.tx.businessID, customerID)
	if err != nil {
		return fmt.Errorf("recounting the visits of customer %s: %w", customerID, err)
	}
	err = q.tx.execOne(`
		UPDATE cards SET stamps = (SELECT count(*)`+hersThatCount+` AND v.card_id = $3)
		WHERE business_id = $1 AND id = $3`, q.tx.businessID, customerID, cardID)
	if err != nil {
		return fmt.Errorf("recounting the stamps of card %s: %w", cardID, err)
	}
	return nil
}

// Of returns every reward of a card.
func (q Rewards) Of(cardID string) ([]loyalty.Reward, error) {
	return q.where(`card_id = $2 ORDER BY created_at, id`, cardID)
}

// liftedMilestones keeps the milestones of rewards that are on their way from
// one card to another apart from those that lie there.
const liftedMilestones = 1_000_000_000

// Place puts rewards on their cards with their statuses. All are lifted
// first, so that two cards can exchange the rewards of one milestone.
func (q Rewards) Place(placed []loyalty.PlacedReward) error {
	for _, p := range placed {
		if err := q.tx.execOne(`UPDATE rewards SET milestone = milestone + $3 WHERE business_id = $1 AND id = $2`,
			q.tx.businessID, p.ID, liftedMilestones); err != nil {
			return fmt.Errorf("lifting reward %s: %w", p.ID, err)
		}
	}
	for _, p := range placed {
		if err := q.tx.execOne(`
			UPDATE rewards SET milestone = milestone - $3, card_id = $4, status = $5
			WHERE business_id = $1 AND id = $2`,
			q.tx.businessID, p.ID, liftedMilestones, p.CardID, p.Status); err != nil {
			return fmt.Errorf("placing reward %s: %w", p.ID, err)
		}
	}
	return nil
}

// ReassignAll gives the consents, the messages and the redemptions of one
// customer to another, and notes in moved which they were.
func (q Merges) ReassignAll(from, to string, moved *Moved) (err error) {
	if moved.Consents, err = q.reassign(`
		UPDATE consents SET customer_id = $3 WHERE business_id = $1 AND customer_id = $2 RETURNING id`, from, to); err != nil {
		return err
	}
	if moved.Messages, err = q.reassign(`
		UPDATE messages SET customer_id = $3 WHERE business_id = $1 AND customer_id = $2 RETURNING id`, from, to); err != nil {
		return err
	}
	moved.Redemptions, err = q.reassign(`
		UPDATE rewards SET redeemed_customer_id = $3
		WHERE business_id = $1 AND redeemed_customer_id = $2 AND redeemed_at IS NOT NULL RETURNING id`, from, to)
	return err
}

// ReturnAll gives what ReassignAll moved back to its customer.
func (q Merges) ReturnAll(moved Moved, to string) error {
	for query, ids := range map[string][]string{
		`UPDATE consents SET customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`:         moved.Consents,
		`UPDATE messages SET customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`:         moved.Messages,
		`UPDATE rewards SET redeemed_customer_id = $3 WHERE business_id = $1 AND id = $2 RETURNING id`: moved.Redemptions,
	} {
		for _, id := range ids {
			if _, err := q.reassign(query, id, to); err != nil {
				return err
			}
		}
	}
	return nil
}

func (q Merges) reassign(query, from, to string) ([]string, error) {
	ids, err := q.tx.texts(query, q.tx.businessID, from, to)
	if err != nil {
		return nil, fmt.Errorf("giving what belongs to %s to %s: %w", from, to, err)
	}
	return ids, nil
}

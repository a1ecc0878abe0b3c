package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// Visits are a business's visits.
type Visits struct{ tx *Tx }

// Visits gives access to the business's visits.
func (tx *Tx) Visits() Visits { return Visits{tx} }

// activeVisitsOfCustomer selects visits v of customer $2 by the unique key. Without statistics SQLite would scan the
// whole business for a first day.
const activeVisitsOfCustomer = ` FROM visits v WHERE v.business_id = $1 AND v.customer_id = $2 AND v.day_slot IS NOT NULL`

// Insert adds a visit, or returns false if the day slot is taken (slot 0: if the day has a visit).
func (q Visits) Insert(v loyalty.Visit) (bool, error) {
	rowCount, err := q.tx.exec(insertVisit, visitRow.insertArgs(v, q.tx.businessID)...)
	if err != nil {
		return false, fmt.Errorf("adding a visit of customer %s: %w", v.CustomerID, err)
	}
	return rowCount == 1, nil
}

// Prefetch sends a registration's queries as one batch (PostgreSQL). Customer and key may be "".
func (q Visits) Prefetch(customerID, key string) {
	ask, business := q.tx.q.Prefetch, q.tx.businessID
	ask(businessByID+q.tx.store.dialect.ForKeyShare, []any{business})
	if key != "" {
		ask(responseByKey, []any{business, key})
	}
	if customerID != "" {
		ask(customerToLock+q.tx.lockClause(), []any{business, customerID})
		ask(customerByID, []any{business, customerID})
		ask(cardOfCustomer+q.tx.lockClause(), []any{business, customerID})
	}
}

// NextDaySlot returns the slot after a day's last, or 0 without a visit.
func (q Visits) NextDaySlot(customerID string, day loyalty.Day) (int64, error) {
	slot, err := q.tx.queryCount(`
		SELECT coalesce(max(day_slot) + 1, 0) FROM visits
		WHERE business_id = $1 AND customer_id = $2 AND local_day = $3`,
		[]any{q.tx.businessID, customerID, day})
	if err != nil {
		return 0, fmt.Errorf("finding the visits of a day: %w", err)
	}
	return slot, nil
}

// Get returns an active visit, or loyalty.ErrVisitNotFound.
func (q Visits) Get(id string) (loyalty.Visit, error) {
	return q.read(visitByID, id)
}

func (q Visits) read(query, id string) (loyalty.Visit, error) {
	var v loyalty.Visit
	found, err := q.tx.queryOne(query, []any{q.tx.businessID, id}, visitRow.scanTargets(&v)...)
	if err != nil {
		return v, fmt.Errorf("reading visit %s: %w", id, err)
	}
	if !found {
		return v, loyalty.ErrVisitNotFound
	}
	return v, nil
}

// Lock returns a visit like Get, and locks the row.
func (q Visits) Lock(id string) (loyalty.Visit, error) {
	return q.read(visitByID+q.tx.lockClause(), id)
}

// SetServedBy changes who served; "" is the user who registered the visit.
func (q Visits) SetServedBy(id, userID string) error {
	err := q.tx.execOne(`UPDATE visits SET served_by = $3 WHERE business_id = $1 AND id = $2`, q.tx.businessID, id, text(userID))
	return wrapError("changing who did the service of visit "+id, err)
}

// DeletedAt returns when a visit was deleted, or zero.
func (q Visits) DeletedAt(id string) (time.Time, error) {
	var deletedAt sql.NullInt64
	_, err := q.tx.queryOne(`SELECT deleted_at FROM visits WHERE business_id = $1 AND id = $2`, []any{q.tx.businessID, id}, &deletedAt)
	if err != nil {
		return time.Time{}, fmt.Errorf("checking whether visit %s counts: %w", id, err)
	}
	return instant(deletedAt), nil
}

// Delete marks a visit deleted and frees its slot. Slot 0 goes to the day's next visit.
func (q Visits) Delete(v loyalty.Visit, at time.Time, by string) error {
	err := q.tx.execOne(`
		UPDATE visits SET deleted_at = $3, deleted_by = $4, day_slot = NULL
		WHERE business_id = $1 AND id = $2 AND deleted_at IS NULL`,
		q.tx.businessID, v.ID, millis(at), by)
	if err != nil {
		return fmt.Errorf("deleting visit %s: %w", v.ID, err)
	}
	if v.DaySlot != 0 {
		return nil
	}
	return q.CompactDay(v.CustomerID, v.Day)
}

// ExistsOn reports whether a day has a visit.
func (q Visits) ExistsOn(customerID string, day loyalty.Day) (bool, error) {
	slot, err := q.NextDaySlot(customerID, day)
	return slot > 0, err
}

// wasMoved selects visits that waited longer than $4 (loyalty.MaxVisitDelay) and were moved to the oldest allowed day.
const wasMoved = `v.received_at - v.visited_at = $4 AND NOT v.past_day`

// HasOnlyMoved reports whether a day has visits that all were moved (see wasMoved).
func (q Visits) HasOnlyMoved(customerID string, day loyalty.Day) (bool, error) {
	count, err := q.tx.queryCount(`
		SELECT coalesce(min(CASE WHEN `+wasMoved+` THEN 1 ELSE 0 END), 0)`+activeVisitsOfCustomer+`
		AND v.local_day = $3`,
		[]any{q.tx.businessID, customerID, day, loyalty.MaxVisitDelay.Milliseconds()})
	if err != nil {
		return false, fmt.Errorf("finding the moved visits of a day: %w", err)
	}
	return count > 0, nil
}

// HasMovedSince reports whether a visit received since was moved (see wasMoved).
func (q Visits) HasMovedSince(customerID string, since time.Time) (bool, error) {
	count, err := q.tx.queryCount(`
		SELECT count(*)`+activeVisitsOfCustomer+`
		AND v.received_at > $3 AND `+wasMoved,
		[]any{q.tx.businessID, customerID, millis(since), loyalty.MaxVisitDelay.Milliseconds()})
	if err != nil {
		return false, fmt.Errorf("finding moved visits of customer %s: %w", customerID, err)
	}
	return count > 0, nil
}

// StandsOn reports whether a day has a visit that was not moved (see wasMoved).
func (q Visits) StandsOn(customerID string, day loyalty.Day) (bool, error) {
	exists, err := q.ExistsOn(customerID, day)
	if err != nil || !exists {
		return false, err
	}
	isMoved, err := q.HasOnlyMoved(customerID, day)
	return !isMoved, err
}

// DayStamp is the stamp of a visit.
type DayStamp struct {
	Number, Target int64
	IsOnFamilyCard bool
}

// StampsOn returns the stamps of a day's visits, deleted or not, on any card.
func (q Visits) StampsOn(customerID string, day loyalty.Day) ([]DayStamp, error) {
	var stamps []DayStamp
	err := q.tx.queryEach(`
		SELECT v.stamp_number, v.card_target, (
			SELECT k.family_id FROM cards k WHERE k.business_id = v.business_id AND k.id = v.card_id) IS NOT NULL
		FROM visits v WHERE v.business_id = $1 AND v.customer_id = $2 AND v.local_day = $3`,
		[]any{q.tx.businessID, customerID, day}, func(row scanner) error {
			var stamp DayStamp
			err := row.Scan(&stamp.Number, &stamp.Target, &stamp.IsOnFamilyCard)
			stamps = append(stamps, stamp)
			return err
		})
	return stamps, wrapError("reading the stamps of a day", err)
}

// ForMerge returns all visits, deleted or not.
func (q Visits) ForMerge(customerID string) ([]MovedVisit, error) {
	visits := []MovedVisit{}
	err := q.tx.queryEach(`
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

// UnpaidMilestones returns milestones without a reward that a customer reached on a card, by each visit's terms.
func (q Visits) UnpaidMilestones(customerID, cardID string) ([]loyalty.Milestone, error) {
	var milestones []loyalty.Milestone
	err := q.tx.queryEach(`
		SELECT v.stamp_number, v.card_target, v.card_half FROM visits v
		WHERE v.business_id = $1 AND v.customer_id = $2 AND v.card_id = $3
		AND (v.stamp_number % v.card_target = 0 OR (v.card_half > 0 AND v.stamp_number % v.card_target = v.card_half))
		AND NOT EXISTS (
			SELECT 1 FROM rewards r
			WHERE r.business_id = v.business_id AND r.card_id = v.card_id AND r.milestone = v.stamp_number
			AND `+earnedReward+`)
		ORDER BY v.stamp_number`,
		[]any{q.tx.businessID, customerID, cardID}, func(row scanner) error {
			var terms loyalty.Terms
			var stamps int64
			err := row.Scan(&stamps, &terms.Target, &terms.Half)
			if kind, pays := terms.RewardAt(stamps); pays {
				milestones = append(milestones, loyalty.Milestone{Kind: kind, Stamps: stamps})
			}
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("reading the milestones of customer %s: %w", customerID, err)
	}
	return milestones, nil
}

// Place moves a visit to a customer and card. A deleted one has no slot.
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

// CompactDay moves a day's first visit to slot 0.
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

// ListedVisit is a visit with the names of users and device.
type ListedVisit struct {
	loyalty.Visit
	RegisteredByName string
	ServedByName     string // empty: RegisteredByName
	AuthorizedByName string
	DeviceName       string // empty: an unnamed browser
}

var listedVisitColumns = visitColumns + `, r.name, s.name, a.name, d.name`

const fromListedVisits = ` FROM visits v
	JOIN users r ON r.id = v.registered_by
	LEFT JOIN users s ON s.id = v.served_by
	LEFT JOIN users a ON a.id = v.authorized_by
	LEFT JOIN devices d ON d.business_id = v.business_id AND d.id = v.device_id` + whereOfCustomer

const whereOfCustomer = `
	WHERE v.business_id = $1 AND v.customer_id = $2`

// OfDay returns the visit that prevents another one: of that day, or of that instant if the time zone has changed.
func (q Visits) OfDay(customerID string, day loyalty.Day, at time.Time) (ListedVisit, error) {
	row := q.tx.queryRow(`SELECT`+listedVisitColumns+fromListedVisits+`
		AND v.day_slot IS NOT NULL AND (v.local_day = $3 OR v.visited_at = $4)
		ORDER BY CASE WHEN v.local_day = $3 THEN 0 ELSE 1 END, v.day_slot, v.id LIMIT 1`,
		q.tx.businessID, customerID, day, millis(at))
	visit, err := scanListedVisit(row)
	if err != nil {
		return visit, fmt.Errorf("reading the visit of %s: %w", day, err)
	}
	return visit, nil
}

// List returns visits, newest first. The search matches parts of day or notes, without case and accents.
func (q Visits) List(customerID, search string, page Page) (List[ListedVisit], error) {
	where := clause{args: []any{q.tx.businessID, customerID}}
	where.and(`v.day_slot IS NOT NULL`)
	if search != "" {
		where.and(`(` + q.contains(&where, `v.local_day`, search) + ` OR ` + q.contains(&where, `v.notes`, search) + `)`)
	}
	total, err := q.tx.queryCount(`SELECT count(*) FROM visits v`+whereOfCustomer+where.sql(), where.args)
	if err != nil {
		return List[ListedVisit]{}, fmt.Errorf("counting visits: %w", err)
	}
	if err := afterInstant(&where, page, `v.visited_at`, `v.id`); err != nil {
		return List[ListedVisit]{}, err
	}
	list := lister[ListedVisit]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`
		SELECT`+listedVisitColumns+fromListedVisits+where.sql()+`
		ORDER BY v.visited_at DESC, v.id DESC LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		visit, err := scanListedVisit(row)
		list.add(visit, strconv.FormatInt(visit.At.UnixMilli(), 10), visit.ID)
		return err
	})
	if err != nil {
		return List[ListedVisit]{}, fmt.Errorf("listing visits: %w", err)
	}
	return list.build(), nil
}

func (q Visits) contains(where *clause, column, part string) string {
	position := q.tx.store.dialect.PositionFunc
	return `(` + position + `(` + column + `, ` + where.bind(part) + `) > 0
		OR ` + position + `(` + foldSQL(column) + `, ` + where.bind(loyalty.Fold(part)) + `) > 0)`
}

func scanListedVisit(row scanner) (ListedVisit, error) {
	var v ListedVisit
	err := row.Scan(visitRow.scanTargets(&v.Visit, &v.RegisteredByName, (*optionalText)(&v.ServedByName), (*optionalText)(&v.AuthorizedByName), (*optionalText)(&v.DeviceName))...)
	return v, err
}

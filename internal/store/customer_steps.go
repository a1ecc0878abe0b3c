package store

import (
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// CustomerSteps are stored steps, computed by a background task after changes (decision 0040).
type CustomerSteps struct{ tx *Tx }

// CustomerStepsIn gives access to the business's steps.
func CustomerStepsIn(tx *Tx) CustomerSteps { return CustomerSteps{tx} }

// CustomerStepProgress says which steps are stored.
type CustomerStepProgress struct {
	Position   int64  // of the last event included
	CountedTo  string // last computed customer, until IsComplete
	IsComplete bool
	Version    int64 // zero: not stored
}

// Progress reads the progress.
func (q CustomerSteps) Progress() (p CustomerStepProgress, err error) {
	_, err = q.tx.queryOne(`SELECT position, counted_to, is_complete, version FROM customer_step_progress WHERE business_id = $1`,
		[]any{q.tx.businessID}, &p.Position, &p.CountedTo, &p.IsComplete, &p.Version)
	return p, wrapError("reading the stored steps", err)
}

// Start adds the progress if absent.
func (q CustomerSteps) Start(position int64) error {
	_, err := q.tx.exec(`
		INSERT INTO customer_step_progress (business_id, position, counted_to, is_complete, version) VALUES ($1, $2, '', FALSE, 1)
		ON CONFLICT (business_id) DO NOTHING`, q.tx.businessID, position)
	return wrapError("beginning to compute steps", err)
}

// Restart starts again from the first customer.
func (q CustomerSteps) Restart() error {
	_, err := q.tx.exec(`UPDATE customer_step_progress SET counted_to = '', is_complete = FALSE, version = version + 1 WHERE business_id = $1`, q.tx.businessID)
	return wrapError("restarting the steps", err)
}

// ChangedSince returns the customers whose steps later events may have changed, sorted by id, with their merge targets:
// customers of the events, and those who earned the events' rewards or others on their cards.
func (q CustomerSteps) ChangedSince(position int64) ([]string, error) {
	customerIDs, err := q.tx.queryStrings(`
		SELECT customer_id FROM events WHERE business_id = $1 AND position > $2 AND customer_id IS NOT NULL
		UNION
		SELECT r.customer_id FROM events e CROSS JOIN rewards r
		WHERE e.business_id = $1 AND e.position > $2 AND r.business_id = $1 AND r.id = e.reward_id`, q.tx.businessID, position)
	if err != nil {
		return nil, fmt.Errorf("finding changed steps: %w", err)
	}
	cards, err := q.tx.queryStrings(`SELECT DISTINCT card_id FROM events WHERE business_id = $1 AND position > $2 AND card_id IS NOT NULL`,
		q.tx.businessID, position)
	if err != nil {
		return nil, fmt.Errorf("finding changed cards: %w", err)
	}
	for batch := range slices.Chunk(cards, maxListedIDs) {
		args, in := placeholders(2, batch)
		earners, err := q.tx.queryStrings(`SELECT DISTINCT customer_id FROM rewards WHERE business_id = $1 AND card_id IN (`+in+`)`,
			append([]any{q.tx.businessID}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("finding rewards of changed cards: %w", err)
		}
		customerIDs = append(customerIDs, earners...)
	}
	return q.withMergeTargets(customerIDs)
}

func (q CustomerSteps) withMergeTargets(ids []string) ([]string, error) {
	for next := ids; len(next) > 0; {
		var mergeTargets []string
		for batch := range slices.Chunk(next, maxListedIDs) {
			targets, err := q.tx.Events().MergeTargets(batch)
			if err != nil {
				return nil, err
			}
			mergeTargets = append(mergeTargets, targets...)
		}
		ids, next = append(ids, mergeTargets...), mergeTargets
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// CustomersAfter returns the next customers by id, archived or not.
func (q CustomerSteps) CustomersAfter(id string, limit int) ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT id FROM customers WHERE business_id = $1 AND id > $2 ORDER BY id LIMIT $3`, q.tx.businessID, id, limit)
	return ids, wrapError("finding customers without steps", err)
}

// Compute computes customers' steps. It skips merged records and discarded registrations.
func (q CustomerSteps) Compute(ids []string) ([]loyalty.CustomerSteps, error) {
	var steps []loyalty.CustomerSteps
	for batch := range slices.Chunk(ids, maxListedIDs) {
		computing := stepComputing{q: q, of: map[string]*loyalty.CustomerSteps{}}
		for _, step := range []func([]string) error{computing.addCustomers, computing.addRecords, computing.addVisits, computing.addOpenings} {
			if err := step(batch); err != nil {
				return nil, fmt.Errorf("computing steps: %w", err)
			}
		}
		for _, id := range batch {
			if m := computing.of[id]; m != nil {
				steps = append(steps, *m)
			}
		}
	}
	return steps, nil
}

type stepComputing struct {
	q  CustomerSteps
	of map[string]*loyalty.CustomerSteps
}

func (c stepComputing) each(query func(in string) string, ids []string, use func(scanner) error) error {
	if len(ids) == 0 {
		return nil
	}
	args, in := placeholders(2, ids)
	return c.q.tx.queryEach(query(in), append([]any{c.q.tx.businessID}, args...), use)
}

func (c stepComputing) addCustomers(ids []string) error {
	return c.each(func(in string) string {
		return `SELECT c.id, c.created_at, c.archived_at IS NOT NULL, c.imported, coalesce(c.rhythm, ` + rhythm + `) FROM customers c
			WHERE c.business_id = $1 AND c.merged_into IS NULL AND c.discarded_at IS NULL AND c.id IN (` + in + `)`
	}, ids, func(row scanner) error {
		m := loyalty.CustomerSteps{Origin: loyalty.OriginRegistered}
		var createdAt sql.NullInt64
		var imported bool
		var text sql.NullString
		if err := row.Scan(&m.CustomerID, &createdAt, &m.IsArchived, &imported, &text); err != nil {
			return err
		}
		m.RegisteredAt = instant(createdAt)
		if imported {
			m.Origin = loyalty.OriginImported
		}
		c.of[m.CustomerID] = &m
		if !text.Valid || text.String == "" {
			return nil
		}
		var err error
		m.Rhythm, err = readRhythm(text.String)
		return err
	})
}

func (c stepComputing) addRecords(ids []string) error {
	keptBy, err := c.q.tx.Customers().recordsOf(ids)
	if err != nil {
		return err
	}
	var records, mergedRecords []string
	for record, customer := range keptBy {
		if c.of[customer] == nil {
			continue
		}
		records = append(records, record)
		if record != customer {
			mergedRecords = append(mergedRecords, record)
		}
	}
	slices.Sort(records)
	slices.Sort(mergedRecords)
	if err := c.addMerged(mergedRecords, keptBy); err != nil {
		return err
	}
	return c.addRewards(records, keptBy)
}

func (c stepComputing) addMerged(records []string, keptBy map[string]string) error {
	return c.each(func(in string) string {
		return `SELECT id, created_at, imported FROM customers WHERE business_id = $1 AND id IN (` + in + `)`
	}, records, func(row scanner) error {
		var id string
		var createdAt sql.NullInt64
		var imported bool
		if err := row.Scan(&id, &createdAt, &imported); err != nil {
			return err
		}
		if m := c.of[keptBy[id]]; instant(createdAt).Before(m.RegisteredAt) {
			m.RegisteredAt, m.Origin = instant(createdAt), loyalty.OriginRegistered
			if imported {
				m.Origin = loyalty.OriginImported
			}
		}
		return nil
	})
}

func (c stepComputing) addRewards(records []string, keptBy map[string]string) error {
	for batch := range slices.Chunk(records, maxListedIDs) {
		err := c.each(func(in string) string {
			return `SELECT customer_id, kind, created_at, redeemed_at FROM rewards
				WHERE business_id = $1 AND status <> '` + string(loyalty.RewardCancelled) + `' AND ` +
				oneOf(`kind`, loyalty.RewardKindsWhere(loyalty.RewardKind.IsEarned)) + ` AND customer_id IN (` + in + `)`
		}, batch, func(row scanner) error {
			var earner string
			var kind loyalty.RewardKind
			var earnedAt, redeemedAt sql.NullInt64
			if err := row.Scan(&earner, &kind, &earnedAt, &redeemedAt); err != nil {
				return err
			}
			m := c.of[keptBy[earner]]
			if kind == loyalty.RewardHalf {
				m.HalfAt = earliest(m.HalfAt, instant(earnedAt))
			} else {
				m.FullAt = earliest(m.FullAt, instant(earnedAt))
			}
			m.RedeemedAt = earliest(m.RedeemedAt, instant(redeemedAt))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func (c stepComputing) addVisits(ids []string) error {
	days := map[string][]loyalty.Day{}
	err := c.each(func(in string) string {
		return `SELECT customer_id, local_day FROM visits
			WHERE business_id = $1 AND customer_id IN (` + in + `) AND day_slot = 0 ORDER BY customer_id, local_day`
	}, ids, func(row scanner) error {
		var customer string
		var day loyalty.Day
		err := row.Scan(&customer, &day)
		days[customer] = append(days[customer], day)
		return err
	})
	for customer, customerDays := range days {
		m := c.of[customer]
		if m == nil {
			continue
		}
		m.Months = loyalty.CameMonthsOf(customerDays)
		if m.First = customerDays[0]; len(customerDays) > 1 {
			m.Second = customerDays[1]
		}
	}
	return err
}

func (c stepComputing) addOpenings(ids []string) error {
	return c.each(func(in string) string {
		return `SELECT customer_id FROM adjustments
			WHERE business_id = $1 AND customer_id IN (` + in + `) AND kind = 'OPENING' AND stamps > 0 AND undone_at IS NULL`
	}, ids, func(row scanner) error {
		var customer string
		err := row.Scan(&customer)
		if m := c.of[customer]; m != nil && m.Origin == loyalty.OriginRegistered {
			m.Origin = loyalty.OriginPaperCard
		}
		return err
	})
}

const customerStepColumns = `customer_id, origin, registered_at, is_archived, first_day, second_day, half_at, full_at, redeemed_at, months, rhythm`

// Store replaces steps and advances the progress. It returns false if another process has advanced it since former:
// those steps may be newer.
func (q CustomerSteps) Store(former, next CustomerStepProgress, ids []string, steps []loyalty.CustomerSteps) (bool, error) {
	rowCount, err := q.tx.exec(`
		UPDATE customer_step_progress SET position = $2, counted_to = $3, is_complete = $4, version = version + 1
		WHERE business_id = $1 AND version = $5`, q.tx.businessID, next.Position, next.CountedTo, next.IsComplete, former.Version)
	if err != nil || rowCount == 0 {
		return false, wrapError("advancing the steps", err)
	}
	for batch := range slices.Chunk(ids, maxListedIDs) {
		args, in := placeholders(2, batch)
		if _, err := q.tx.exec(`DELETE FROM customer_steps WHERE business_id = $1 AND customer_id IN (`+in+`)`,
			append([]any{q.tx.businessID}, args...)...); err != nil {
			return false, fmt.Errorf("removing former steps: %w", err)
		}
	}
	for _, m := range steps {
		if err := q.insert(m); err != nil {
			return false, err
		}
	}
	return true, nil
}

// insert adds steps. It skips customers that the undo of an import has removed.
func (q CustomerSteps) insert(m loyalty.CustomerSteps) error {
	_, err := q.tx.exec(`
		INSERT INTO customer_steps (business_id, `+customerStepColumns+`, last_day)
		SELECT business_id, id, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13 FROM customers WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, m.CustomerID, m.Origin, millis(m.RegisteredAt), m.IsArchived, text(m.First), text(m.Second),
		millis(m.HalfAt), millis(m.FullAt), millis(m.RedeemedAt), string(m.Months), text(writeRhythm(m.Rhythm)), text(m.Rhythm.Last))
	return wrapError("storing the steps of customer "+m.CustomerID, err)
}

func writeRhythm(r loyalty.Rhythm) string {
	if r.Days == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s %d", r.First, r.Last, r.Days)
}

// RegisteredIn returns steps with from <= registration < before.
func (q CustomerSteps) RegisteredIn(from, before time.Time) ([]loyalty.CustomerSteps, error) {
	return q.readStored(`registered_at >= 0 AND registered_at >= $2 AND registered_at < $3`, millis(from), millis(before))
}

// CameFirstIn returns steps with the first visit in a period.
func (q CustomerSteps) CameFirstIn(p loyalty.Period) ([]loyalty.CustomerSteps, error) {
	return q.readStored(`first_day >= $2 AND first_day <= $3`, p.From, p.To)
}

// CameLastSince returns steps with the last visit on or after a day.
func (q CustomerSteps) CameLastSince(day loyalty.Day) ([]loyalty.CustomerSteps, error) {
	return q.readStored(`last_day >= $2`, day)
}

func (q CustomerSteps) readStored(condition string, args ...any) ([]loyalty.CustomerSteps, error) {
	var steps []loyalty.CustomerSteps
	err := q.tx.queryEach(`SELECT `+customerStepColumns+` FROM customer_steps WHERE business_id = $1 AND `+condition,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			m, err := scanCustomerSteps(row)
			steps = append(steps, m)
			return err
		})
	return steps, wrapError("reading steps", err)
}

func scanCustomerSteps(row scanner) (m loyalty.CustomerSteps, err error) {
	var rhythm string
	err = row.Scan(&m.CustomerID, &m.Origin, (*optionalInstant)(&m.RegisteredAt), &m.IsArchived, (*optionalText)(&m.First), (*optionalText)(&m.Second),
		(*optionalInstant)(&m.HalfAt), (*optionalInstant)(&m.FullAt), (*optionalInstant)(&m.RedeemedAt), &m.Months, (*optionalText)(&rhythm))
	if err == nil && rhythm != "" {
		m.Rhythm, err = readRhythm(strings.Clone(rhythm))
	}
	return m, err
}

// NamedCustomerSteps are a customer's steps with the name.
type NamedCustomerSteps struct {
	loyalty.CustomerSteps
	Name string
}

// StepPage is a page of customers at a step, latest registration first. The first page counts the total, which the
// cursor carries.
type StepPage struct {
	Limit        int
	IsFirst      bool
	RegisteredAt time.Time // of the previous page's last customer
	CustomerID   string
	Total        int64
}

// NewStepPage reads a cursor, or "".
func NewStepPage(limit int, cursor string) (StepPage, error) {
	page, err := NewPage(limit, cursor, 3)
	if err != nil || page.after == nil {
		return StepPage{Limit: limit, IsFirst: true}, err
	}
	registeredAt, err := page.instantKey()
	if err != nil {
		return StepPage{}, err
	}
	total, err := strconv.ParseInt(page.after[2], 10, 64)
	if err != nil {
		return StepPage{}, errCursor()
	}
	return StepPage{Limit: limit, RegisteredAt: time.UnixMilli(registeredAt).UTC(), CustomerID: page.after[1], Total: total}, nil
}

// Follows reports whether a customer comes after the previous page.
func (p StepPage) Follows(m loyalty.CustomerSteps) bool {
	return p.IsFirst || m.RegisteredAt.Before(p.RegisteredAt) || m.RegisteredAt.Equal(p.RegisteredAt) && m.CustomerID > p.CustomerID
}

const lastStep = `CASE
	WHEN redeemed_at IS NOT NULL THEN '` + string(loyalty.StepRedeemed) + `' WHEN full_at IS NOT NULL THEN '` + string(loyalty.StepFull) + `'
	WHEN half_at IS NOT NULL THEN '` + string(loyalty.StepHalf) + `' WHEN second_day IS NOT NULL THEN '` + string(loyalty.StepSecond) + `'
	WHEN first_day IS NOT NULL THEN '` + string(loyalty.StepFirst) + `' ELSE '` + string(loyalty.StepRegistered) + `' END`

// StoppedAt returns the customers of loyalty.CustomerSteps.HasStoppedAt with from <= registration < before.
func (q CustomerSteps) StoppedAt(from, before time.Time, step loyalty.CardStep, after StepPage, limit int) ([]loyalty.CustomerSteps, error) {
	condition, args := `registered_at >= 0 AND registered_at >= $2 AND registered_at < $3`, []any{millis(from), millis(before), step, limit}
	if !after.IsFirst {
		condition += ` AND registered_at <= $6 AND (registered_at < $6 OR customer_id > $7)`
		args = append(args, millis(after.RegisteredAt), after.CustomerID)
	}
	return q.readStored(condition+` AND origin = 'REGISTERED' AND NOT is_archived AND `+lastStep+` = $4
		ORDER BY registered_at DESC, customer_id LIMIT $5`, args...)
}

// AddNames adds the customers' names. Another page follows if steps, which is sorted, is longer than page.Limit.
func (q CustomerSteps) AddNames(steps []loyalty.CustomerSteps, page StepPage) (List[NamedCustomerSteps], error) {
	ids := make([]string, len(steps))
	for n, m := range steps {
		ids[n] = m.CustomerID
	}
	names, err := q.tx.Reports().CustomerNames(ids)
	list := lister[NamedCustomerSteps]{limit: page.Limit, total: page.Total}
	for _, m := range steps {
		list.add(NamedCustomerSteps{CustomerSteps: m, Name: names[m.CustomerID].Name},
			strconv.FormatInt(m.RegisteredAt.UnixMilli(), 10), m.CustomerID, strconv.FormatInt(page.Total, 10))
	}
	return list.build(), err
}

package store

import (
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Milestones are the milestones of the business's customers, computed after a change (decision 0040).
type Milestones struct{ tx *Tx }

// MilestonesIn returns the milestones of the customers of the transaction's business.
func MilestonesIn(tx *Tx) Milestones { return Milestones{tx} }

// MilestoneProgress says which milestones are stored.
type MilestoneProgress struct {
	Position   int64  // of the last event that they include
	CountedTo  string // the last customer in the order of ids, until IsComplete
	IsComplete bool
	Version    int64 // zero: no row
}

// Progress returns the progress of the business.
func (q Milestones) Progress() (p MilestoneProgress, err error) {
	_, err = q.tx.queryOne(`SELECT position, counted_to, is_complete, version FROM milestone_progress WHERE business_id = $1`,
		[]any{q.tx.businessID}, &p.Position, &p.CountedTo, &p.IsComplete, &p.Version)
	return p, wrapped("reading which milestones are stored", err)
}

// Start adds the progress of the business, unless it has one. No customer has milestones yet.
func (q Milestones) Start(position int64) error {
	_, err := q.tx.exec(`
		INSERT INTO milestone_progress (business_id, position, counted_to, is_complete, version) VALUES ($1, $2, '', FALSE, 1)
		ON CONFLICT (business_id) DO NOTHING`, q.tx.businessID, position)
	return wrapped("beginning to compute milestones", err)
}

// ChangedSince returns the customers whose milestones the events after a position may have changed, in the order of their
// ids. They are the customer of an event and those who earned a reward on its card, or what these were merged into.
func (q Milestones) ChangedSince(position int64) ([]string, error) {
	named, err := q.tx.queryStrings(`
		SELECT customer_id FROM events WHERE business_id = $1 AND position > $2 AND customer_id IS NOT NULL
		UNION
		SELECT r.customer_id FROM events e CROSS JOIN rewards r
		WHERE e.business_id = $1 AND e.position > $2 AND r.business_id = $1 AND r.id = e.reward_id`, q.tx.businessID, position)
	if err != nil {
		return nil, fmt.Errorf("looking which milestones have changed: %w", err)
	}
	cards, err := q.tx.queryStrings(`SELECT DISTINCT card_id FROM events WHERE business_id = $1 AND position > $2 AND card_id IS NOT NULL`,
		q.tx.businessID, position)
	if err != nil {
		return nil, fmt.Errorf("looking which cards have changed: %w", err)
	}
	for some := range slices.Chunk(cards, maxListedIDs) {
		args, in := placeholders(2, some)
		earners, err := q.tx.queryStrings(`SELECT DISTINCT customer_id FROM rewards WHERE business_id = $1 AND card_id IN (`+in+`)`,
			append([]any{q.tx.businessID}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("looking who earned rewards on changed cards: %w", err)
		}
		named = append(named, earners...)
	}
	return q.withMergeTargets(named)
}

// withMergeTargets adds the records into which some records were merged, and sorts all.
func (q Milestones) withMergeTargets(ids []string) ([]string, error) {
	for next := ids; len(next) > 0; {
		var kept []string
		for some := range slices.Chunk(next, maxListedIDs) {
			targets, err := q.tx.Events().MergeTargets(some)
			if err != nil {
				return nil, err
			}
			kept = append(kept, targets...)
		}
		ids, next = append(ids, kept...), kept
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// CustomersAfter returns the next customers in the order of their ids, at most so many, with archived ones.
func (q Milestones) CustomersAfter(id string, most int) ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT id FROM customers WHERE business_id = $1 AND id > $2 ORDER BY id LIMIT $3`, q.tx.businessID, id, most)
	return ids, wrapped("looking for customers without milestones", err)
}

// Compute computes the milestones of customers from their visits and rewards. Merged records and discarded registrations
// have none.
func (q Milestones) Compute(ids []string) ([]loyalty.Milestones, error) {
	var computed []loyalty.Milestones
	for some := range slices.Chunk(ids, maxListedIDs) {
		computing := milestoneComputing{q: q, of: map[string]*loyalty.Milestones{}}
		for _, step := range []func([]string) error{computing.addCustomers, computing.addRecords, computing.addVisits, computing.addOpenings} {
			if err := step(some); err != nil {
				return nil, fmt.Errorf("computing milestones: %w", err)
			}
		}
		for _, id := range some {
			if m := computing.of[id]; m != nil {
				computed = append(computed, *m)
			}
		}
	}
	return computed, nil
}

// milestoneComputing computes the milestones of some customers.
type milestoneComputing struct {
	q  Milestones
	of map[string]*loyalty.Milestones // by customer
}

// each calls use for the rows of a query of the listed ids.
func (c milestoneComputing) each(query func(in string) string, ids []string, use func(scanner) error) error {
	if len(ids) == 0 {
		return nil
	}
	args, in := placeholders(2, ids)
	return c.q.tx.queryEach(query(in), append([]any{c.q.tx.businessID}, args...), use)
}

func (c milestoneComputing) addCustomers(ids []string) error {
	return c.each(func(in string) string {
		return `SELECT c.id, c.created_at, c.archived_at IS NOT NULL, c.imported, coalesce(c.rhythm, ` + rhythm + `) FROM customers c
			WHERE c.business_id = $1 AND c.merged_into IS NULL AND c.discarded_at IS NULL AND c.id IN (` + in + `)`
	}, ids, func(row scanner) error {
		m := loyalty.Milestones{Origin: loyalty.OriginRegistered}
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

// addRecords adds what customers have from merged records: the oldest one says when and how they registered, and each
// may have earned rewards.
func (c milestoneComputing) addRecords(ids []string) error {
	whose, err := c.q.tx.Customers().recordsOf(ids)
	if err != nil {
		return err
	}
	var records, merged []string
	for record, customer := range whose {
		if c.of[customer] == nil {
			continue
		}
		records = append(records, record)
		if record != customer {
			merged = append(merged, record)
		}
	}
	slices.Sort(records)
	slices.Sort(merged)
	if err := c.addMerged(merged, whose); err != nil {
		return err
	}
	return c.addRewards(records, whose)
}

func (c milestoneComputing) addMerged(records []string, whose map[string]string) error {
	return c.each(func(in string) string {
		return `SELECT id, created_at, imported FROM customers WHERE business_id = $1 AND id IN (` + in + `)`
	}, records, func(row scanner) error {
		var id string
		var createdAt sql.NullInt64
		var imported bool
		if err := row.Scan(&id, &createdAt, &imported); err != nil {
			return err
		}
		if m := c.of[whose[id]]; instant(createdAt).Before(m.RegisteredAt) {
			m.RegisteredAt, m.Origin = instant(createdAt), loyalty.OriginRegistered
			if imported {
				m.Origin = loyalty.OriginImported
			}
		}
		return nil
	})
}

func (c milestoneComputing) addRewards(records []string, whose map[string]string) error {
	for some := range slices.Chunk(records, maxListedIDs) {
		err := c.each(func(in string) string {
			return `SELECT customer_id, kind, created_at, redeemed_at FROM rewards
				WHERE business_id = $1 AND status <> '` + string(loyalty.RewardCancelled) + `' AND ` +
				oneOf(`kind`, loyalty.RewardKindsWhere(loyalty.RewardKind.IsEarned)) + ` AND customer_id IN (` + in + `)`
		}, some, func(row scanner) error {
			var earner string
			var kind loyalty.RewardKind
			var earned, redeemed sql.NullInt64
			if err := row.Scan(&earner, &kind, &earned, &redeemed); err != nil {
				return err
			}
			m := c.of[whose[earner]]
			if kind == loyalty.RewardHalf {
				m.HalfAt = earliest(m.HalfAt, instant(earned))
			} else {
				m.FullAt = earliest(m.FullAt, instant(earned))
			}
			m.RedeemedAt = earliest(m.RedeemedAt, instant(redeemed))
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// earliest returns the earlier instant; a zero one is none.
func earliest(a, b time.Time) time.Time {
	if a.IsZero() || !b.IsZero() && b.Before(a) {
		return b
	}
	return a
}

func (c milestoneComputing) addVisits(ids []string) error {
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
	for customer, of := range days {
		m := c.of[customer]
		if m == nil {
			continue
		}
		m.Months = loyalty.CameMonthsOf(of)
		if m.First = of[0]; len(of) > 1 {
			m.Second = of[1]
		}
	}
	return err
}

func (c milestoneComputing) addOpenings(ids []string) error {
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

const milestoneColumns = `customer_id, origin, registered_at, is_archived, first_day, second_day, half_at, full_at, redeemed_at, months, rhythm`

// Store replaces the milestones of customers and advances the progress. It stores nothing and reports false if another
// program has advanced it since: its milestones may be newer.
func (q Milestones) Store(former, next MilestoneProgress, ids []string, computed []loyalty.Milestones) (bool, error) {
	advanced, err := q.tx.exec(`
		UPDATE milestone_progress SET position = $2, counted_to = $3, is_complete = $4, version = version + 1
		WHERE business_id = $1 AND version = $5`, q.tx.businessID, next.Position, next.CountedTo, next.IsComplete, former.Version)
	if err != nil || advanced == 0 {
		return false, wrapped("advancing the milestones", err)
	}
	for some := range slices.Chunk(ids, maxListedIDs) {
		args, in := placeholders(2, some)
		if _, err := q.tx.exec(`DELETE FROM customer_milestones WHERE business_id = $1 AND customer_id IN (`+in+`)`,
			append([]any{q.tx.businessID}, args...)...); err != nil {
			return false, fmt.Errorf("removing former milestones: %w", err)
		}
	}
	for _, m := range computed {
		if err := q.insert(m); err != nil {
			return false, err
		}
	}
	return true, nil
}

func (q Milestones) insert(m loyalty.Milestones) error {
	err := q.tx.execOne(`
		INSERT INTO customer_milestones (business_id, `+milestoneColumns+`, last_day)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
		q.tx.businessID, m.CustomerID, m.Origin, millis(m.RegisteredAt), m.IsArchived, text(m.First), text(m.Second),
		millis(m.HalfAt), millis(m.FullAt), millis(m.RedeemedAt), string(m.Months), text(writeRhythm(m.Rhythm)), text(m.Rhythm.Last))
	return wrapped("storing the milestones of customer "+m.CustomerID, err)
}

// writeRhythm returns the text that readRhythm reads.
func writeRhythm(r loyalty.Rhythm) string {
	if r.Days == 0 {
		return ""
	}
	return fmt.Sprintf("%s %s %d", r.First, r.Last, r.Days)
}

// RegisteredIn returns the stored milestones of customers who registered from an instant until before another.
func (q Milestones) RegisteredIn(from, before time.Time) ([]loyalty.Milestones, error) {
	return q.stored(`registered_at >= 0 AND registered_at >= $2 AND registered_at < $3`, millis(from), millis(before))
}

// CameFirstIn returns the stored milestones of customers who came for the first time in a period.
func (q Milestones) CameFirstIn(p loyalty.Period) ([]loyalty.Milestones, error) {
	return q.stored(`first_day >= $2 AND first_day <= $3`, p.From, p.To)
}

// CameLastSince returns the stored milestones of customers whose last visit is on or after a day.
func (q Milestones) CameLastSince(day loyalty.Day) ([]loyalty.Milestones, error) {
	return q.stored(`last_day >= $2`, day)
}

func (q Milestones) stored(condition string, args ...any) ([]loyalty.Milestones, error) {
	var stored []loyalty.Milestones
	err := q.tx.queryEach(`SELECT `+milestoneColumns+` FROM customer_milestones WHERE business_id = $1 AND `+condition,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			m, err := scanMilestones(row)
			stored = append(stored, m)
			return err
		})
	return stored, wrapped("reading milestones", err)
}

func scanMilestones(row scanner) (m loyalty.Milestones, err error) {
	var rhythm string
	err = row.Scan(&m.CustomerID, &m.Origin, (*optionalInstant)(&m.RegisteredAt), &m.IsArchived, (*optionalText)(&m.First), (*optionalText)(&m.Second),
		(*optionalInstant)(&m.HalfAt), (*optionalInstant)(&m.FullAt), (*optionalInstant)(&m.RedeemedAt), &m.Months, (*optionalText)(&rhythm))
	if err == nil && rhythm != "" {
		m.Rhythm, err = readRhythm(strings.Clone(rhythm))
	}
	return m, err
}

// NamedMilestones are milestones with the name of the customer.
type NamedMilestones struct {
	loyalty.Milestones
	Name string
}

// PageOf returns a page of milestones, the latest registration first, with names.
func (q Milestones) PageOf(all []loyalty.Milestones, limit int, cursor string) (Listed[NamedMilestones], error) {
	page, err := pageOfLatest(all, limit, cursor, func(m loyalty.Milestones) (time.Time, string) { return m.RegisteredAt, m.CustomerID })
	if err != nil {
		return Listed[NamedMilestones]{}, err
	}
	named := Listed[NamedMilestones]{Total: page.Total, Next: page.Next}
	ids := make([]string, len(page.Items))
	for n, m := range page.Items {
		ids[n] = m.CustomerID
	}
	names, err := q.tx.Reports().CustomerNames(ids)
	for _, m := range page.Items {
		named.Items = append(named.Items, NamedMilestones{Milestones: m, Name: names[m.CustomerID].Name})
	}
	return named, err
}

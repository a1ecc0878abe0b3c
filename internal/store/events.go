package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/database"
	"axioma/internal/loyalty"
)

// Events become visible in order: a reader resumes by position and reads each once (decision 0016).
type Events struct{ tx *Tx }

// Events gives access to the business's events.
func (tx *Tx) Events() Events { return Events{tx} }

// PlatformEvents are all events.
type PlatformEvents struct{ tx *Tx }

// Events gives access to all events.
func (p *PlatformTx) Events() PlatformEvents { return PlatformEvents{&p.tx} }

// SQLite commits in sequence: a position is the clock in microseconds, or the last plus one. In PostgreSQL it is the
// transaction id plus event_offset, and readers stop below the oldest open transaction.
const (
	appendEventOfSQLite = `
		INSERT INTO events (business_id, position, number, kind, customer_id, family_id, card_id, visit_id, reward_id, at, local_day)
		VALUES ($1, max($8 * 1000, (SELECT coalesce(max(position), 0) + 1 FROM events)), 0, $2, $3, $4, $5, $6, $7, $8, $9)`
	appendEventOfPostgres = `
		INSERT INTO events (business_id, position, number, kind, customer_id, family_id, card_id, visit_id, reward_id, at, local_day)
		SELECT $1, t.position,
			coalesce((SELECT max(e.number) + 1 FROM events e WHERE e.business_id = $1 AND e.position = t.position), 0),
			$2, $3, $4, $5, $6, $7, CAST($8 AS BIGINT), $9
		FROM (SELECT value + pg_current_xact_id()::text::bigint AS position FROM event_offset) t`

	// Transaction ids count the whole server; transactions of other databases must not delay readers.
	lastEventOfPostgres = `
		SELECT o.value - 1 + coalesce((
			SELECT min(x.id::text::bigint) FROM pg_snapshot_xip(s.snapshot) x (id)
			JOIN pg_stat_activity a ON a.datname = current_database() AND a.backend_xid::text::bigint = x.id::text::bigint & 4294967295
		), pg_snapshot_xmax(s.snapshot)::text::bigint)
		FROM event_offset o, (SELECT pg_current_snapshot() AS snapshot) s`
)

type eventStatements struct{ add, last string }

func eventStatementsOf(dialect database.Dialect) eventStatements {
	if dialect.Name == "sqlite" {
		return eventStatements{add: appendEventOfSQLite, last: "SELECT coalesce(max(position), 0) FROM events"}
	}
	return eventStatements{add: appendEventOfPostgres, last: lastEventOfPostgres}
}

// raiseEventPositions raises the next position, for data from a server with higher transaction ids.
func raiseEventPositions(ctx context.Context, pool *sql.DB, mode openMode) error {
	if mode.engineMode() == database.ModeRead || mode.engineMode() == database.ModeInspect {
		return nil
	}
	_, err := pool.ExecContext(ctx, raiseEventOffset)
	return wrapError("preparing the positions of events", err)
}

const raiseEventOffset = `
	UPDATE event_offset SET value = greatest(
		floor(extract(epoch FROM clock_timestamp()) * 1000000)::bigint, (SELECT max(position) FROM events)
	) + 1 - pg_current_xact_id()::text::bigint
	WHERE (SELECT max(position) FROM events) >= value + pg_current_xact_id()::text::bigint`

const eventColumns = `business_id, position, kind, customer_id, family_id, card_id, visit_id, reward_id, at, local_day`

// Append adds an event. A transaction's events become visible together.
func (q Events) Append(e loyalty.Event) error {
	return q.tx.execDeferred(func(err error) error { return fmt.Errorf("adding the event %s: %w", e.Kind, err) },
		eventStatementsOf(q.tx.store.dialect).add,
		q.tx.businessID, e.Kind, text(e.CustomerID), text(e.FamilyID), text(e.CardID), text(e.VisitID), text(e.RewardID), millis(e.At), text(string(e.Day)))
}

// AppendToAll appends an event to each business.
func (q PlatformEvents) AppendToAll(kind loyalty.EventKind, at time.Time) error {
	ids, err := q.tx.queryStrings(`SELECT id FROM businesses`)
	for _, id := range ids {
		if err == nil {
			err = q.tx.in(id).Events().Append(loyalty.Event{Kind: kind, At: at})
		}
	}
	return wrapError("adding an event for each business", err)
}

const eventBatchSize = 200

const eventsBackwards = `SELECT ` + eventColumns + `, number FROM events
	WHERE business_id = $1 AND (position, number) < ($2, $3) ORDER BY position DESC, number DESC LIMIT $4`

// Since returns the events from an instant on, newest first, or false if there are more than limit.
func (q Events) Since(since time.Time, limit int) (events []loyalty.Event, all bool, err error) {
	before, number := int64(1)<<62, int64(0)
	for len(events) <= limit {
		var read, old int
		err := q.tx.queryEach(eventsBackwards, []any{q.tx.businessID, before, number, eventBatchSize}, func(row scanner) error {
			event, err := scanEvent(row, &number)
			before = event.Position
			read++
			if event.At.Before(since) {
				old++
				return err
			}
			events = append(events, event)
			return err
		})
		if err != nil {
			return nil, false, fmt.Errorf("reading the events since %s: %w", since, err)
		}
		if read < eventBatchSize || old > 0 {
			break
		}
	}
	return events, len(events) <= limit, nil
}

// CountAfter counts the events after a position, up to a limit.
func (q Events) CountAfter(position int64, limit int) (int64, error) {
	count, err := q.tx.queryCount(`SELECT count(*) FROM (SELECT 1 FROM events WHERE business_id = $1 AND position > $2 LIMIT $3) e`,
		[]any{q.tx.businessID, position, limit})
	return count, wrapError("counting events", err)
}

// FirstAfter returns the next event's instant, or zero.
func (q Events) FirstAfter(position int64) (time.Time, error) {
	var at int64
	found, err := q.tx.queryOne(`SELECT at FROM events WHERE business_id = $1 AND position > $2 ORDER BY position, number LIMIT 1`,
		[]any{q.tx.businessID, position}, &at)
	if err != nil || !found {
		return time.Time{}, wrapError("finding the first event after a position", err)
	}
	return time.UnixMilli(at).UTC(), nil
}

// Last returns the final position: no open transaction can still add an event at or before it.
func (q PlatformEvents) Last() (int64, error) {
	var position int64
	err := q.tx.queryRow(eventStatementsOf(q.tx.store.dialect).last).Scan(&position)
	return position, wrapError("finding the last event", err)
}

// Before returns the last position before an instant, or zero. It walks back from the newest event.
func (q PlatformEvents) Before(instant time.Time) (int64, error) {
	var position int64
	_, err := q.tx.queryOne(`SELECT position FROM events WHERE at < $1 ORDER BY position DESC LIMIT 1`, []any{millis(instant)}, &position)
	return position, wrapError("finding the last event before an instant", err)
}

// Between returns events with after < position <= upTo, sorted.
func (q PlatformEvents) Between(after, upTo int64) ([]loyalty.Event, error) {
	var events []loyalty.Event
	err := q.tx.queryEach(`SELECT `+eventColumns+`, number FROM events WHERE position > $1 AND position <= $2 ORDER BY position, number`,
		[]any{after, upTo}, func(row scanner) error {
			var number int64
			event, err := scanEvent(row, &number)
			events = append(events, event)
			return err
		})
	return events, wrapError("reading events", err)
}

// Businesses returns the businesses with events in after < position <= upTo.
func (q PlatformEvents) Businesses(after, upTo int64) ([]string, error) {
	ids, err := q.tx.queryStrings(`SELECT DISTINCT business_id FROM events WHERE position > $1 AND position <= $2`, after, upTo)
	return ids, wrapError("finding businesses with events", err)
}

// LastUntil returns the last position before the first newer event, or zero. It walks forward from the oldest.
func (q PlatformEvents) LastUntil(instant time.Time) (int64, error) {
	var position int64
	err := q.tx.queryRow(`
		SELECT coalesce(
			(SELECT position - 1 FROM events WHERE at > $1 ORDER BY position LIMIT 1),
			(SELECT max(position) FROM events), 0)`, instant.UnixMilli()).Scan(&position)
	return position, wrapError("finding the last event until an instant", err)
}

// Oldest returns the businesses of the oldest events, at most limit up to final, and the last position read.
func (q PlatformEvents) Oldest(final int64, limit int) (businesses []string, upTo int64, err error) {
	seenBusinesses := map[string]bool{}
	err = q.tx.queryEach(`SELECT business_id, position FROM events ORDER BY position LIMIT $1`, []any{limit}, func(row scanner) error {
		var business string
		var position int64
		if err := row.Scan(&business, &position); err != nil || position > final {
			return err
		}
		if upTo = position; seenBusinesses[business] {
			return nil
		}
		business = strings.Clone(business)
		seenBusinesses[business] = true
		businesses = append(businesses, business)
		return nil
	})
	return businesses, upTo, wrapError("finding the oldest events", err)
}

// RemoveUpTo removes events, oldest first.
func (q PlatformEvents) RemoveUpTo(position int64, limit int) (int, error) {
	return remove(q.tx, "events", `
		DELETE FROM events WHERE position IN (SELECT position FROM events WHERE position <= $1 ORDER BY position LIMIT $2)`, position, limit)
}

func scanEvent(row scanner, number *int64) (loyalty.Event, error) {
	var event loyalty.Event
	var at int64
	err := row.Scan(&event.BusinessID, &event.Position, &event.Kind, (*optionalText)(&event.CustomerID), (*optionalText)(&event.FamilyID),
		(*optionalText)(&event.CardID), (*optionalText)(&event.VisitID), (*optionalText)(&event.RewardID), &at, (*optionalText)(&event.Day), number)
	event.At = time.UnixMilli(at).UTC()
	return event, err
}

// FamilyMembers returns members of the families, and of the customers' families.
func (q Events) FamilyMembers(families, customers []string) ([]string, error) {
	inFamilies, familyParams := placeholders(2, append(families[:len(families):len(families)], ""))
	inCustomers, customerParams := placeholders(2+len(inFamilies), append(customers[:len(customers):len(customers)], ""))
	ids, err := q.tx.queryStrings(`
		SELECT id FROM customers WHERE business_id = $1 AND family_id IN (`+familyParams+`)
		UNION ALL
		SELECT m.id FROM customers c JOIN customers m ON m.business_id = c.business_id AND m.family_id = c.family_id
		WHERE c.business_id = $1 AND c.id IN (`+customerParams+`)`,
		slices.Concat([]any{q.tx.businessID}, inFamilies, inCustomers)...)
	return ids, wrapError("reading the members of families", err)
}

// SharingPhones returns guardians and children: the same phones open their cards.
func (q Events) SharingPhones(customers []string) ([]string, error) {
	args, in := placeholders(2, append(customers[:len(customers):len(customers)], ""))
	guardians, err := q.tx.queryStrings(`SELECT coalesce(guardian_id, '') FROM customers WHERE business_id = $1 AND id IN (`+in+`)`,
		append([]any{q.tx.businessID}, args...)...)
	guardians = slices.DeleteFunc(guardians, func(id string) bool { return id == "" })
	if err != nil {
		return nil, wrapError("reading the guardians of customers", err)
	}
	args, in = placeholders(2, slices.Concat(customers, guardians, []string{""}))
	children, err := q.tx.queryStrings(`SELECT id FROM customers WHERE business_id = $1 AND guardian_id IN (`+in+`)`,
		append([]any{q.tx.businessID}, args...)...)
	return append(guardians, children...), wrapError("reading the children of customers", err)
}

// MergeTargets returns records that customers were merged into.
func (q Events) MergeTargets(customers []string) ([]string, error) {
	args, in := placeholders(2, append(customers[:len(customers):len(customers)], ""))
	ids, err := q.tx.queryStrings(`SELECT merged_into FROM customers WHERE business_id = $1 AND id IN (`+in+`) AND merged_into IS NOT NULL`,
		append([]any{q.tx.businessID}, args...)...)
	return ids, wrapError("reading the records that were kept", err)
}

// MergeSources returns records merged into customers.
func (q Events) MergeSources(customers []string) ([]string, error) {
	args, in := placeholders(2, append(customers[:len(customers):len(customers)], ""))
	ids, err := q.tx.queryStrings(`SELECT id FROM customers WHERE business_id = $1 AND merged_into IN (`+in+`)`,
		append([]any{q.tx.businessID}, args...)...)
	return ids, wrapError("reading the records that were merged", err)
}

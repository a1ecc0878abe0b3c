package store

import (
	"database/sql"
	"fmt"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/queueing"
)

// Usage counts messages against a business's limits.
type Usage struct{ tx *Tx }

// Usage gives access to the business's usage.
func (tx *Tx) Usage() Usage { return Usage{tx} }

// Of returns the message counts of the last minute, of the days, and of the days' months. The time is when the oldest
// message of the last minute stops counting.
func (q Usage) Of(days []loyalty.Day, now time.Time) (queueing.Usage, time.Time, error) {
	var usage queueing.Usage
	var oldest sql.NullInt64
	since := now.Add(-queueing.RateWindow)
	// Earlier claims still being sent count. Tries in the future (the clock was set back) do not: they would delay
	// codes.
	_, err := q.tx.queryOne(`
		SELECT count(*), min(last_try_at) FROM (
			SELECT last_try_at FROM messages WHERE business_id = $1 AND last_try_at > $2 AND last_try_at <= $4
			UNION ALL
			SELECT last_try_at FROM messages WHERE status = 'SENDING' AND claimed_until <= $3 AND last_try_at <= $2 AND business_id = $1
		) recent`, []any{q.tx.businessID, millis(since), millis(since.Add(queueing.Lease)), millis(now.Add(queueing.Lease))}, &usage.Recent, &oldest)
	if err != nil {
		return usage, time.Time{}, fmt.Errorf("counting the messages of the last minute: %w", err)
	}
	for _, day := range days {
		daily := queueing.DayUsage{Day: day}
		_, err := q.tx.queryOne(`
			SELECT CAST(COALESCE(sum(CASE WHEN day = $2 THEN message_count ELSE 0 END), 0) AS BIGINT), CAST(COALESCE(sum(message_count), 0) AS BIGINT)
			FROM message_usage WHERE business_id = $1 AND day BETWEEN $3 AND $4`,
			[]any{q.tx.businessID, day, day.Month() + "-01", day.Month() + "-31"}, &daily.Used, &daily.InMonth)
		if err != nil {
			return usage, time.Time{}, fmt.Errorf("counting the messages of a day: %w", err)
		}
		usage.Days = append(usage.Days, daily)
	}
	return usage, instant(oldest).Add(queueing.RateWindow), nil
}

// Use counts messages on each day.
func (q Usage) Use(days []loyalty.Day, messages int) error {
	for _, day := range days {
		_, err := q.tx.exec(`
			INSERT INTO message_usage (business_id, day, message_count) VALUES ($1, $2, $3)
			ON CONFLICT (business_id, day) DO UPDATE SET message_count = message_usage.message_count + excluded.message_count`, q.tx.businessID, day, messages)
		if err != nil {
			return fmt.Errorf("counting messages of %s: %w", day, err)
		}
	}
	return nil
}

// Recount recounts for a new time zone. Today's messages still count, so a change gives no extra ones.
func (q Usage) Recount(former, b loyalty.Business, now time.Time) error {
	before, _, err := q.Of(queueing.Days(former, now), now)
	if err != nil {
		return err
	}
	var days []queueing.DayUsage
	for _, day := range queueing.LimitedDays(b, now) {
		used, err := q.takenOn(b, day)
		if err != nil {
			return err
		}
		days = append(days, queueing.DayUsage{Day: day, Used: used})
	}
	for _, usage := range before.Days {
		queueing.PreserveUsage(days, len(days)-len(queueing.Days(b, now)), usage.Used)
	}
	// In the former zone, today may have been later.
	_, err = q.tx.exec(`DELETE FROM message_usage WHERE business_id = $1 AND day >= $2`, q.tx.businessID, days[0].Day)
	if err != nil {
		return fmt.Errorf("recounting messages: %w", err)
	}
	for _, usage := range days {
		if err := q.Use([]loyalty.Day{usage.Day}, int(usage.Used)); err != nil {
			return err
		}
	}
	return nil
}

// takenOn counts what the provider may have accepted. An unknown result counts at its claim, give or take a lease.
func (q Usage) takenOn(b loyalty.Business, day loyalty.Day) (int64, error) {
	from, to := b.StartOf(day), b.StartOf(day.Plus(1))
	used, err := q.tx.queryCount(`
		SELECT count(*) FROM messages
		WHERE business_id = $1 AND last_try_at >= $4 AND last_try_at < $5
			AND CASE WHEN status = 'SENDING' THEN last_try_at < $3 ELSE last_try_at >= $2 END`,
		[]any{q.tx.businessID, millis(from), millis(to), millis(from.Add(-queueing.Lease)), millis(to.Add(queueing.Lease))})
	if err != nil {
		return 0, fmt.Errorf("counting the messages of %s: %w", day, err)
	}
	return used, nil
}

// Return reduces each day's count by one, not below zero.
func (q Usage) Return(days []loyalty.Day) error {
	for _, day := range days {
		_, err := q.tx.exec(`UPDATE message_usage SET message_count = message_count - 1 WHERE business_id = $1 AND day = $2 AND message_count > 0`, q.tx.businessID, day)
		if err != nil {
			return fmt.Errorf("withdrawing a message of %s: %w", day, err)
		}
	}
	return nil
}

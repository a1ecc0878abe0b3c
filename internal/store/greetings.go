package store

import (
	"database/sql"
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// NoteGreeting records a greeting and keeps the one before for UndoGreeting.
func (q Marketing) NoteGreeting(c loyalty.Customer) error {
	err := q.tx.execOne(`
		UPDATE customers SET greeted_before = greeted_at, greeted_at = $3 WHERE business_id = $1 AND id = $2`,
		q.tx.businessID, c.ID, millis(c.GreetedAt))
	return wrapError("recording a greeting", err)
}

// UndoGreeting removes a customer's last greeting and its invitation. It returns the time of the greeting before, or
// zero. Customers held back stay so.
func (q Marketing) UndoGreeting(c loyalty.Customer) (time.Time, error) {
	args := []any{q.tx.businessID, c.ID, c.GreetedAt.UnixMilli()}
	var before sql.NullInt64
	if _, err := q.tx.queryOne(`
		UPDATE customers SET greeted_at = greeted_before, greeted_before = NULL
		WHERE business_id = $1 AND id = $2 AND greeted_at = $3 RETURNING greeted_at`, args, &before); err != nil {
		return time.Time{}, fmt.Errorf("undoing the greeting of customer %s: %w", c.ID, err)
	}
	// Earlier programs read the clock twice, so the invitation may be some milliseconds later.
	_, err := q.tx.exec(`
		DELETE FROM greetings WHERE business_id = $1 AND customer_id = $2 AND greeted_at >= $3 AND user_id IS NOT NULL`, args...)
	return instant(before), wrapError("deleting an invitation", err)
}

// InsertGreeting records an invited or held back customer, once per id.
func (q Marketing) InsertGreeting(e loyalty.GreetingEntry) error {
	_, err := q.tx.exec(`
		INSERT INTO greetings (business_id, id, customer_id, user_id, absence, greeted_at, local_day, until_day)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
		ON CONFLICT (business_id, id) DO NOTHING`,
		q.tx.businessID, e.ID, e.CustomerID, text(e.UserID), text(string(e.Absence)), millis(e.At), e.Day, e.Until())
	return wrapError("recording an invitation", err)
}

// ListedGreeting is an invitation with names.
type ListedGreeting struct {
	loyalty.GreetingEntry
	Name     string
	UserName string
	CameBack bool // within loyalty.EffectDays
}

const cameBack = `EXISTS (
	SELECT 1 FROM visits v WHERE v.business_id = g.business_id AND v.customer_id = g.customer_id
	AND v.local_day >= g.local_day AND v.local_day <= g.until_day AND v.day_slot IS NOT NULL AND v.visited_at > g.greeted_at)`

// Greetings returns invitations to active customers, newest first.
func (q Marketing) Greetings(since time.Time, page Page) (List[ListedGreeting], error) {
	where := clause{args: []any{q.tx.businessID, millis(since)}}
	// LIMIT makes PostgreSQL look customers up one by one: a join may read all.
	const condition = ` g.business_id = $1 AND g.greeted_at > $2 AND g.user_id IS NOT NULL AND (
		SELECT 1 FROM customers a WHERE a.business_id = g.business_id AND a.id = g.customer_id AND a.archived_at IS NULL LIMIT 1) = 1`
	total, err := q.tx.queryCount(`SELECT count(*) FROM greetings g WHERE`+condition, where.args)
	if err != nil {
		return List[ListedGreeting]{}, fmt.Errorf("counting invitations: %w", err)
	}
	if err := afterInstant(&where, page, `g.greeted_at`, `g.id`); err != nil {
		return List[ListedGreeting]{}, err
	}
	greetings := lister[ListedGreeting]{limit: page.Limit, total: total}
	err = q.tx.queryEach(`
		SELECT g.id, g.customer_id, g.user_id, g.absence, g.greeted_at, g.local_day, c.name, u.name, `+cameBack+`
		FROM greetings g
		JOIN customers c ON c.business_id = g.business_id AND c.id = g.customer_id
		JOIN users u ON u.id = g.user_id
		WHERE`+condition+where.sql()+`
		ORDER BY g.greeted_at DESC, g.id DESC LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		var g ListedGreeting
		var at sql.NullInt64
		err := row.Scan(&g.ID, &g.CustomerID, &g.UserID, (*optionalText)(&g.Absence), &at, &g.Day, &g.Name, &g.UserName, &g.CameBack)
		g.At = instant(at)
		greetings.add(g, strconv.FormatInt(at.Int64, 10), g.ID)
		return err
	})
	if err != nil {
		return List[ListedGreeting]{}, fmt.Errorf("listing invitations: %w", err)
	}
	return greetings.build(), nil
}

// GreetingEffect counts who came back in time, invited or held back.
func (q Marketing) GreetingEffect(from, to time.Time) (invitedShare, heldBackShare loyalty.Share, err error) {
	err = q.tx.queryEach(`
		SELECT g.user_id IS NULL, count(*), sum(CASE WHEN `+cameBack+` THEN 1 ELSE 0 END)
		FROM greetings g WHERE g.business_id = $1 AND g.greeted_at > $2 AND g.greeted_at <= $3 AND g.absence IS NOT NULL
		GROUP BY g.user_id IS NULL`,
		[]any{q.tx.businessID, millis(from), millis(to)}, func(row scanner) error {
			var isHeld bool
			var share loyalty.Share
			err := row.Scan(&isHeld, &share.Total, &share.Part)
			if isHeld {
				heldBackShare = share
			} else {
				invitedShare = share
			}
			return err
		})
	return invitedShare, heldBackShare, wrapError("counting the effect of invitations", err)
}

package copying

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"

	"axioma/internal/database"
	"axioma/internal/store"
)

// mustBe locks the stored move until the transaction ends. It returns store.ErrMoveChanged if it is another one.
func mustBe(ctx context.Context, q database.Querier, d database.Dialect, businessID string, move store.BusinessMove) error {
	var state store.MoveState
	var since int64
	query := `SELECT state, changed_at FROM business_moves WHERE business_id = $1` + d.ForUpdate
	err := database.QueryRow(ctx, q, query, businessID).Scan(&state, &since)
	if errors.Is(err, sql.ErrNoRows) || err == nil && (state != move.State || since != move.ChangedAt.UnixMilli()) {
		return store.ErrMoveChanged
	}
	return err
}

func (c *BusinessCopy) mustArrive(ctx context.Context, q database.Querier, d database.Dialect) error {
	return mustBe(ctx, q, d, c.BusinessID, c.Arriving)
}

// Begin adds the business to the target, not yet served, with the move Arriving.
func (c *BusinessCopy) Begin(ctx context.Context) error {
	table := businessTables()[0]
	w := tableWriter{copy: c, table: table}
	var statement string
	var row []any
	err := c.From.ReadWhole(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) (err error) {
		if w.columns, err = columnsOf(ctx, q, d, table.name); err != nil {
			return err
		}
		for values, err := range businessRows(ctx, q, d, table, w.columns, c.BusinessID) {
			if err != nil {
				return err
			}
			statement, row = w.statement(difference{row: values})
		}
		return nil
	})
	if err != nil {
		return fmt.Errorf("reading business %s: %w", c.BusinessID, err)
	}
	err = c.To.WriteRows(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) error {
		if _, err := q.Exec(ctx, statement, row); err != nil {
			return err
		}
		_, err := q.Exec(ctx, `INSERT INTO business_moves (business_id, state, place, status, changed_at) VALUES ($1, $2, $3, $4, $5)`,
			[]any{c.BusinessID, string(c.Arriving.State), c.Arriving.Place, string(c.Arriving.Status), c.Arriving.ChangedAt.UnixMilli()})
		return err
	})
	if err != nil {
		return fmt.Errorf("adding business %s to the target: %w", c.BusinessID, err)
	}
	return nil
}

// Conflict is a unique value that the target has, or an operator that it lacks.
type Conflict struct{ What, Value string }

type uniqueValue struct {
	what, read, find string
	wanted           bool // must exist in the target
}

func uniqueValues() []uniqueValue {
	return []uniqueValue{
		{"the e-mail address", `SELECT email FROM users WHERE business_id = $1`,
			`SELECT count(*) FROM users WHERE email = $1 AND (business_id IS NULL OR business_id <> $2)`, false},
		{"the account", `SELECT id FROM users WHERE business_id = $1`,
			`SELECT count(*) FROM users WHERE id = $1 AND (business_id IS NULL OR business_id <> $2)`, false},
		{"the short address", `SELECT short_code FROM businesses WHERE id = $1 AND short_code IS NOT NULL`,
			`SELECT count(*) FROM businesses WHERE short_code = $1 AND id <> $2`, false},
		{"the operator's account", operatorsNamed(), `SELECT count(*) FROM users WHERE id = $1 AND '' <> $2`, true},
	}
}

// Conflicts returns the unique values that the target already has, and the operators that rows refer to but the target
// lacks.
func (c *BusinessCopy) Conflicts(ctx context.Context) (conflicts []Conflict, err error) {
	for _, check := range uniqueValues() {
		values, err := c.readTexts(ctx, check.read)
		if err != nil {
			return nil, err
		}
		for _, value := range values {
			var count int64
			err := c.To.ReadWhole(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) error {
				return database.QueryRow(ctx, q, check.find, value, c.BusinessID).Scan(&count)
			})
			if err != nil {
				return nil, fmt.Errorf("finding %s in the target: %w", check.what, err)
			}
			if (count > 0) != check.wanted {
				conflicts = append(conflicts, Conflict{check.what, value})
			}
		}
	}
	return conflicts, nil
}

func (c *BusinessCopy) readTexts(ctx context.Context, query string) (texts []string, err error) {
	err = c.From.ReadWhole(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) error {
		return database.Each(ctx, q, query, []any{c.BusinessID}, func(row database.Scanner) error {
			var text string
			err := row.Scan(&text)
			texts = append(texts, text)
			return err
		})
	})
	if err != nil {
		return nil, fmt.Errorf("reading unique values: %w", err)
	}
	return texts, nil
}

func operatorsNamed() string {
	var queries []string
	for _, line := range []string{
		"visits registered_by served_by authorized_by deleted_by", "rewards redeemed_by", "merges merged_by undone_by", "devices created_by revoked_by",
		"handover_visits scanned_by served_by settled_by", "adjustments created_by undone_by", "imports created_by", "greetings user_id", "usual_pictures taken_by",
	} {
		fields := strings.Fields(line)
		for _, column := range fields[1:] {
			queries = append(queries, `SELECT t.`+column+` FROM `+fields[0]+` t WHERE t.business_id = $1 AND t.`+column+` IN (SELECT id FROM users WHERE business_id IS NULL)`)
		}
	}
	return strings.Join(queries, ` UNION `)
}

func uncopiedTables() []businessTable {
	return []businessTable{
		{name: "events", key: []string{"position", "number"}}, {name: "staff_days", key: []string{"local_day", "user_id"}},
		{name: "reward_days", key: []string{"local_day", "kind"}}, {name: "customer_steps", key: []string{"customer_id"}},
		{name: "day_count_progress", key: []string{"business_id"}}, {name: "customer_step_progress", key: []string{"business_id"}},
		{name: "chain_blocks", key: []string{"number"}},
		{name: "phone_proofs", key: []string{"code_hash"}}, {name: "login_codes", key: []string{"scope", "phone_key", "requester_key"}},
		{name: "data_jobs", key: []string{"business_id"}},
		{name: "staff_sessions", key: []string{"id"}}, {name: "staff_mails", key: []string{"id"}}, {name: "invitations", key: []string{"user_id"}},
		{name: "password_resets", key: []string{"token_hash"}}, {name: "passkey_challenges", key: []string{"session_id", "purpose"}},
	}
}

// RemoveEvents deletes the target's events and hash chain from before a move back: they lack changes made elsewhere. It
// may be repeated.
func (c *BusinessCopy) RemoveEvents(ctx context.Context) error {
	for _, statement := range []string{
		`DELETE FROM chain_blocks WHERE business_id = $1 AND number IN (
			SELECT number FROM chain_blocks WHERE business_id = $1 ORDER BY number DESC LIMIT $2)`,
		`DELETE FROM events WHERE business_id = $1 AND (position, number) IN (
			SELECT position, number FROM events WHERE business_id = $1 ORDER BY position LIMIT $2)`,
	} {
		if err := deleteRows(ctx, c.To, statement, c.BusinessID, c.Arriving); err != nil {
			return fmt.Errorf("removing the events from before the move: %w", err)
		}
	}
	return nil
}

// RemoveBusiness deletes a business with the given move in small transactions, or returns store.ErrMoveChanged. It may be
// repeated.
func RemoveBusiness(ctx context.Context, st *store.Store, businessID string, move store.BusinessMove) error {
	tables := slices.Concat(businessTables()[1:], uncopiedTables())
	if err := deleteRows(ctx, st, `UPDATE customers SET merged_into = NULL, guardian_id = NULL WHERE business_id = $1 AND (business_id, id) IN (
		SELECT business_id, id FROM customers WHERE business_id = $1 AND (merged_into IS NOT NULL OR guardian_id IS NOT NULL) LIMIT $2)`, businessID, move); err != nil {
		return err
	}
	for _, table := range slices.Backward(tables) {
		condition, keys := table.ownCondition(), strings.Join(table.key, `, `)
		err := deleteRows(ctx, st, `DELETE FROM `+table.name+` WHERE `+condition+` AND (`+keys+`) IN (SELECT `+keys+` FROM `+table.name+` WHERE `+condition+` LIMIT $2)`, businessID, move)
		if err != nil {
			return fmt.Errorf("removing from the table %s: %w", table.name, err)
		}
	}
	return removeBusinessRow(ctx, st, businessID, move)
}

func removeBusinessRow(ctx context.Context, st *store.Store, businessID string, move store.BusinessMove) error {
	return st.WriteRows(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		if err := mustBe(ctx, q, d, businessID, move); err != nil {
			return err
		}
		for _, statement := range []string{`DELETE FROM business_moves WHERE business_id = $1`, `DELETE FROM businesses WHERE id = $1`} {
			if _, err := q.Exec(ctx, statement, []any{businessID}); err != nil {
				return fmt.Errorf("removing business %s: %w", businessID, err)
			}
		}
		return nil
	})
}

func deleteRows(ctx context.Context, st *store.Store, statement, businessID string, move store.BusinessMove) error {
	for rowCount := int64(1); rowCount > 0; {
		err := st.WriteRows(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) (err error) {
			if err := mustBe(ctx, q, d, businessID, move); err != nil {
				return err
			}
			rowCount, err = q.Exec(ctx, statement, []any{businessID, batchSize})
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

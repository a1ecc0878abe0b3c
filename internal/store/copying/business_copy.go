package copying

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	"axioma/internal/database"
	"axioma/internal/store"
)

type businessTable struct {
	name string
	key  []string
	self []string // columns that may refer to later rows
}

// movedTables are in the order of foreign keys: "table: key | columns that refer to the table itself".
const movedTables = `
	businesses: id
	logos: business_id
	users: id
	recovery_codes: user_id code_hash
	passkeys: id
	families: id
	customers: id | merged_into guardian_id
	cards: id
	visits: id
	adjustments: id
	rewards: id
	consents: id
	greetings: id
	merges: id
	erasures: customer_id
	imports: id
	import_chunks: import_id number
	import_rows: import_id run number
	import_claims: import_id customer_id number
	messages: id
	message_usage: day
	customer_texts: id
	mails: id
	devices: id
	handover_visits: id
	pending_grants: business_id
	passes: customer_id serial
	pass_holders: customer_id serial holder
	pass_reviews: business_id
	revoked_qrs: customer_id qr_id
	usual_pictures: customer_id id
	google_passes: customer_id serial
	google_classes: business_id
	idempotency_keys: key
	business_keys: key
	audit_events: id
	refused_sign_ins: local_day user_id`

func businessTables() []businessTable {
	var tables []businessTable
	for line := range strings.Lines(movedTables) {
		name, columns, found := strings.Cut(strings.TrimSpace(line), ": ")
		if !found {
			continue
		}
		key, self, _ := strings.Cut(columns, " | ")
		tables = append(tables, businessTable{name: name, key: strings.Fields(key), self: strings.Fields(self)})
	}
	return tables
}

func remainingTables() map[string]string {
	const (
		platform = "belongs to the installation"
		signIn   = "signed or hashed by a key of the installation, and short-lived"
		recount  = "counted again in the target"
	)
	return map[string]string{
		"settings": platform, "user_identities": platform, "notices": platform, "answered_message_ids": platform, "attempts": platform,
		"staff_mails": "the links in them lead to the former installation",
		"data_jobs":   "none can run while a business moves", "business_moves": "has another state in the target",
		"password_resets": signIn, "passkey_challenges": signIn, "staff_sessions": signIn, "invitations": signIn,
		"phone_proofs": signIn, "login_codes": signIn, "ended_sessions": signIn, "portal_sessions": signIn,
		"events": "positions belong to the installation; subscribers start again", "staff_days": recount, "reward_days": recount,
		"day_count_progress": recount, "customer_steps": recount, "customer_step_progress": recount,
		"chain_blocks": "seals positions of events; the target starts a new chain",
	}
}

func (t businessTable) ownCondition() string {
	switch t.name {
	case "businesses":
		return "id = $1"
	case "recovery_codes", "passkeys", "staff_sessions", "staff_mails", "invitations", "password_resets", "passkey_challenges":
		return "user_id IN (SELECT id FROM users WHERE business_id = $1)"
	}
	return "business_id = $1"
}

// hasBusinessID reports whether each row has the id in a column business_id.
func (t businessTable) hasBusinessID() bool { return t.ownCondition() == "business_id = $1" }

// BusinessCopy copies a business to another database. Both may be in use.
type BusinessCopy struct {
	From, To   *store.Store
	BusinessID string
	// IsPaused means that nothing else writes: batches follow at once and are read back. Otherwise Update pauses after
	// each batch for as long as it took.
	IsPaused bool
	// Arriving is stored in the target while this run copies. If another run has replaced it, nothing more is written.
	Arriving store.BusinessMove

	comparedMoments moments // of the last complete Update
	logs            struct{ from, to changeLog }
}

// ComparesChanges reports whether the next Update with IsPaused needs to compare only changed rows.
func (c *BusinessCopy) ComparesChanges() bool { return c.comparedMoments.areKnown() }

// batchSize limits the wait of SQLite's other writers.
const batchSize = 200

type difference struct {
	row    []any // nil: only in the target
	target []any // nil: only in the source
}

// Update makes the target equal to one snapshot of the source. It returns the source's row counts and the number of
// differences, and starts again if a moved unique value prevented a row. With IsPaused only rows changed since the last
// Update are compared, if they are known, and all keys; each written row is read back.
func (c *BusinessCopy) Update(ctx context.Context) (counts RowCounts, changedRows int64, err error) {
	if err := c.startLogs(ctx); err != nil {
		return nil, 0, err
	}
	var whole []string // compared by all rows
	for range 4 {
		round := updateRound{counts: RowCounts{}, whole: whole}
		err := c.updateOnce(ctx, &round)
		changedRows += round.changedRows
		if err != nil {
			return nil, changedRows, err
		}
		different, err := c.differentKeys(ctx, round.partial, round.counts)
		if err != nil {
			return nil, changedRows, err
		}
		if round.missedRows == 0 && len(different) == 0 {
			c.comparedMoments = round.began
			// Also if nothing was written: another run may have claimed the target.
			return round.counts, changedRows, c.To.WriteRows(ctx, c.mustArrive)
		}
		whole = append(whole, different...)
	}
	return nil, changedRows, errors.New("some rows cannot be written: their ids or unique values are taken in the target")
}

type updateRound struct {
	counts                  RowCounts
	changedRows, missedRows int64
	began                   moments
	whole                   []string
	partial                 []businessTable // of these, only changed rows were compared
}

func (c *BusinessCopy) updateOnce(ctx context.Context, round *updateRound) error {
	var writers []*tableWriter
	err := c.From.ReadWhole(ctx, func(ctx context.Context, source database.Querier, d database.Dialect) (err error) {
		if round.began, err = c.currentMoments(ctx, source, d); err != nil {
			return err
		}
		for _, table := range businessTables() {
			if len(table.self) > 0 { // without references to the table itself
				writers = append(writers, &tableWriter{copy: c, table: table, withoutSelf: true})
			}
			writers = append(writers, &tableWriter{copy: c, table: table})
		}
		for _, w := range writers {
			count, err := w.run(ctx, source, d, round)
			if err != nil {
				return fmt.Errorf("copying the table %s: %w", w.table.name, err)
			}
			round.counts[w.table.name] = count
			round.changedRows, round.missedRows = round.changedRows+w.changedRows, round.missedRows+w.missedRows
		}
		return nil
	})
	if err != nil {
		return err
	}
	removedRows, err := c.removeSurplus(ctx, writers)
	round.changedRows += removedRows
	return err
}

// removeSurplus deletes rows before those they refer to.
func (c *BusinessCopy) removeSurplus(ctx context.Context, writers []*tableWriter) (removedRows int64, err error) {
	for _, w := range slices.Backward(writers) {
		for batch := range slices.Chunk(w.surplus, batchSize) {
			if err := w.remove(ctx, batch); err != nil {
				return removedRows, fmt.Errorf("removing from the table %s: %w", w.table.name, err)
			}
			removedRows += int64(len(batch))
		}
	}
	return removedRows, nil
}

// isEmpty reports whether the target's table has no rows of the business. Then no snapshot of the target is held,
// during which SQLite's WAL would grow.
func (c *BusinessCopy) isEmpty(ctx context.Context, table businessTable) (isEmpty bool, err error) {
	err = c.To.ReadWhole(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) error {
		var count int64
		err := database.QueryRow(ctx, q, `SELECT count(*) FROM (SELECT 1 FROM `+table.name+` WHERE `+table.ownCondition()+` LIMIT 1) AS first_row`, c.BusinessID).Scan(&count)
		isEmpty = count == 0
		return err
	})
	return isEmpty, err
}

func (c *BusinessCopy) compareTable(
	ctx context.Context, source database.Querier, d database.Dialect, table businessTable, columns []copiedColumn, each func(difference) error,
) (count int64, err error) {
	isEmpty, err := c.isEmpty(ctx, table)
	if err != nil {
		return 0, err
	}
	if isEmpty {
		for row, err := range businessRows(ctx, source, d, table, columns, c.BusinessID) {
			if err == nil {
				err = each(difference{row: row})
			}
			if err != nil {
				return count, err
			}
			count++
		}
		return count, nil
	}
	places := keyPlaces(table, columns)
	err = c.To.ReadWhole(ctx, func(ctx context.Context, target database.Querier, targetDialect database.Dialect) error {
		nextTarget, stop := iter.Pull2(readAhead(businessRows(ctx, target, targetDialect, table, columns, c.BusinessID)))
		defer stop()
		other, err, more := nextTarget()
		for row, readErr := range readAhead(businessRows(ctx, source, d, table, columns, c.BusinessID)) {
			if readErr != nil {
				return readErr
			}
			count++
			for more && err == nil && compareKeys(places, other, row) < 0 {
				if err := each(difference{target: other}); err != nil {
					return err
				}
				other, err, more = nextTarget()
			}
			if err != nil {
				return err
			}
			diff := difference{row: row}
			if more && compareKeys(places, other, row) == 0 {
				diff.target = other
				other, err, more = nextTarget()
			}
			if diff.target == nil || !slices.Equal(diff.target, diff.row) {
				if err := each(diff); err != nil {
					return err
				}
			}
		}
		for ; more && err == nil; other, err, more = nextTarget() {
			if err := each(difference{target: other}); err != nil {
				return err
			}
		}
		return err
	})
	return count, err
}

func keyPlaces(table businessTable, columns []copiedColumn) []int {
	places := make([]int, len(table.key))
	for i, name := range table.key {
		places[i] = slices.IndexFunc(columns, func(c copiedColumn) bool { return c.name == name })
	}
	return places
}

func compareKeys(places []int, a, b []any) int {
	for _, place := range places {
		if order := compareValues(a[place], b[place]); order != 0 {
			return order
		}
	}
	return 0
}

func compareValues(a, b any) int {
	number, isNumber := a.(int64)
	if other, ok := b.(int64); isNumber && ok {
		return cmp.Compare(number, other)
	}
	return strings.Compare(fmt.Sprint(a), fmt.Sprint(b))
}

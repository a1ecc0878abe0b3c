package copying

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"strings"

	"axioma/internal/database"
	"axioma/internal/store"
)

// copiedTables are in the order of foreign keys.
func copiedTables() []string {
	return []string{
		"settings", "businesses", "logos", "users", "password_resets", "recovery_codes", "passkeys", "passkey_challenges", "user_identities", "staff_sessions", "invitations", "staff_mails",
		"families", "customers", "cards", "visits", "adjustments", "rewards", "consents", "greetings", "merges", "erasures",
		"imports", "import_chunks", "import_rows", "import_claims",
		"messages", "message_usage", "customer_texts", "mails", "devices", "handover_visits", "phone_proofs", "login_codes", "pending_grants", "data_jobs", "business_moves",
		"passes", "pass_holders", "pass_reviews", "revoked_qrs", "usual_pictures",
		"google_passes", "google_classes",
		"idempotency_keys", "business_keys", "audit_events", "refused_sign_ins", "events", "staff_days", "reward_days", "day_count_progress", "customer_steps", "customer_step_progress", "chain_blocks", "notices", "answered_message_ids", "ended_sessions", "portal_sessions", "attempts",
	}
}

type copiedColumn struct {
	name string
	flag bool
}

// copiedRows reuses its row, which is valid until the next.
type copiedRows struct {
	table   string
	columns []copiedColumn
	rows    iter.Seq2[[]any, error]
}

func (r copiedRows) names() []string {
	names := make([]string, len(r.columns))
	for i, column := range r.columns {
		names[i] = column.name
	}
	return names
}

// rowTarget receives all rows or none.
type rowTarget interface {
	empty(ctx context.Context) (bool, error)
	fill(ctx context.Context, rows copiedRows) (int64, error)
	// commit stores the rows; undo rolls back, unless they are stored.
	commit(ctx context.Context) error
	undo(ctx context.Context) error
}

// RowCounts are by table.
type RowCounts map[string]int64

// ErrNotEmpty means that the target has data.
var ErrNotEmpty = errors.New("there are data already")

// CopyRows copies a snapshot, all or nothing, also to the other engine. The source must have this program's version; a
// missing or older target is created or migrated. One with rows gives ErrNotEmpty. No server may use the target.
func CopyRows(ctx context.Context, from, to store.Location) (counts RowCounts, err error) {
	source, err := store.OpenReadOnly(ctx, from)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, source.Close()) }()
	target, err := openTarget(ctx, to)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, target.undo(context.WithoutCancel(ctx))) }()
	empty, err := target.empty(ctx)
	if err != nil {
		return nil, err
	}
	if !empty {
		return nil, ErrNotEmpty
	}
	counts, err = copyTables(ctx, source, target)
	if err != nil {
		return nil, err
	}
	return counts, target.commit(ctx)
}

// openTarget opens the target. It refuses a newer program's tables: rows would lack columns.
func openTarget(ctx context.Context, at store.Location) (rowTarget, error) {
	if _, err := store.CompareSchema(ctx, at); err != nil {
		return nil, err
	}
	st, err := store.Open(ctx, at)
	if err != nil {
		return nil, err
	}
	if err := st.Close(); err != nil {
		return nil, err
	}
	if at.URL != "" {
		return postgresTarget(ctx, at.URL)
	}
	return sqliteTarget(database.FilePath(at.Folder))
}

func copyTables(ctx context.Context, source *store.Store, target rowTarget) (RowCounts, error) {
	counts := RowCounts{}
	err := source.ReadWhole(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		for _, table := range copiedTables() {
			columns, err := columnsOf(ctx, q, d, table)
			if err != nil {
				return err
			}
			rows := copiedRows{table: table, columns: columns, rows: tableRows(ctx, q, table, columns)}
			if counts[table], err = target.fill(ctx, rows); err != nil {
				return fmt.Errorf("copying the table %s: %w", table, err)
			}
		}
		return nil
	})
	return counts, err
}

func columnsOf(ctx context.Context, q database.Querier, d database.Dialect, table string) (columns []copiedColumn, err error) {
	err = database.Each(ctx, q, d.Columns, []any{table}, func(row database.Scanner) error {
		var column copiedColumn
		err := row.Scan(&column.name, &column.flag)
		columns = append(columns, column)
		return err
	})
	if err == nil && len(columns) == 0 {
		err = fmt.Errorf("it has no table %s", table)
	}
	if err != nil {
		return nil, fmt.Errorf("reading the columns of %s: %w", table, err)
	}
	return columns, nil
}

func tableRows(ctx context.Context, q database.Querier, table string, columns []copiedColumn) iter.Seq2[[]any, error] {
	return func(yield func([]any, error) bool) {
		values, into := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			into[i] = &values[i]
		}
		query := `SELECT ` + strings.Join(copiedRows{columns: columns}.names(), `, `) + ` FROM ` + table
		err := database.Each(ctx, q, query, nil, func(row database.Scanner) error {
			if err := row.Scan(into...); err != nil {
				return err
			}
			for i, column := range columns {
				values[i] = copiedValue(column, values[i])
			}
			if !yield(values, nil) {
				return errStop
			}
			return nil
		})
		if err != nil && !errors.Is(err, errStop) {
			yield(nil, err)
		}
	}
}

var errStop = errors.New("no more rows are wanted")

func copiedValue(column copiedColumn, value any) any {
	if number, isNumber := value.(int64); isNumber && column.flag {
		return number != 0
	}
	if bytes, isBytes := value.([]byte); isBytes {
		return string(bytes)
	}
	return value
}

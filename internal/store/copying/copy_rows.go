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

// copiedTables are all tables with data, those first that others refer to.
func copiedTables() []string {
	return []string{
		"settings", "businesses", "logos", "users", "password_resets", "staff_mails",
		"families", "customers", "cards", "visits", "adjustments", "rewards", "consents", "merges", "erasures",
		"messages", "message_usage", "customer_texts", "mails", "devices", "handed_visits", "phone_proofs", "login_codes", "grants_under_way",
		"passes", "pass_holders", "pass_reviews", "ended_qrs",
		"google_passes", "google_classes",
		"idempotency_keys", "business_keys", "audit_events", "events", "notices", "inbound_messages", "ended_sessions", "portal_sessions", "attempts",
	}
}

// copiedColumn is a column of a table, which both engines have.
type copiedColumn struct {
	name string
	flag bool // says yes or no
}

// copiedRows are a table and all of its rows, each of which holds until the next one is
// asked for.
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

// rowTarget is an empty database that is given the rows of another one, all of them or
// none.
type rowTarget interface {
	// empty reports whether no table has a row.
	empty(ctx context.Context) (bool, error)
	// fill adds the rows of a table, and returns how many there were.
	fill(ctx context.Context, rows copiedRows) (int64, error)
	// done keeps what was added; undo drops it, and does nothing after done.
	done(ctx context.Context) error
	undo(ctx context.Context) error
}

// RowCounts are how many rows the tables of a database have.
type RowCounts map[string]int64

// ErrNotEmpty is returned where data were to be put that has some.
var ErrNotEmpty = errors.New("there are data already")

// CopyRows gives a database all rows of another one, as they are at one moment,
// whatever the engines are: all or none of them. Both have the version of this program;
// the second one is made where there is none, and gets its tables, and is refused with
// ErrNotEmpty where it has rows. Nobody may serve it meanwhile.
func CopyRows(ctx context.Context, from, to store.At) (counts RowCounts, err error) {
	source, err := store.OpenToRead(ctx, from)
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
	counts, err = pour(ctx, source, target)
	if err != nil {
		return nil, err
	}
	return counts, target.done(ctx)
}

// openTarget makes the tables of a database and opens it to be filled.
func openTarget(ctx context.Context, at store.At) (rowTarget, error) {
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

// pour fills a database with the rows of another one.
func pour(ctx context.Context, source *store.Store, target rowTarget) (RowCounts, error) {
	counts := RowCounts{}
	err := source.ReadWhole(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		for _, table := range copiedTables() {
			columns, err := columnsOf(ctx, q, d, table)
			if err != nil {
				return err
			}
			rows := copiedRows{table: table, columns: columns, rows: allOf(ctx, q, table, columns)}
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
		return nil, fmt.Errorf("looking which columns %s has: %w", table, err)
	}
	return columns, nil
}

// allOf goes through the rows of a table.
func allOf(ctx context.Context, q database.Querier, table string, columns []copiedColumn) iter.Seq2[[]any, error] {
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
				return errEnough
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			yield(nil, err)
		}
	}
}

// errEnough ends a walk through rows of which no more are wanted.
var errEnough = errors.New("no more rows are wanted")

// copiedValue is a value as the other engine takes it: SQLite keeps yes and no as
// numbers.
func copiedValue(column copiedColumn, value any) any {
	if number, isNumber := value.(int64); isNumber && column.flag {
		return number != 0
	}
	if bytes, isBytes := value.([]byte); isBytes {
		return string(bytes)
	}
	return value
}

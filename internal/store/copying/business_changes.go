package copying

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"axioma/internal/database"
	"axioma/internal/store"
)

// moments has, for each database, the id of the oldest transaction that a comparison may have missed. Rows changed
// since then have this id or a newer one as xmin. The id is empty on SQLite, whose rows store no transaction ids.
type moments struct{ from, to string }

func (m moments) areKnown() bool { return m.from != "" && m.to != "" }

// maxChangedRows is the number of changed rows from which reading the whole table is faster than reading by key.
const maxChangedRows = 1000

func oldestTransaction(ctx context.Context, q database.Querier, d database.Dialect) (id string, err error) {
	if d.OldestTransaction == "" {
		return "", nil
	}
	err = database.QueryRow(ctx, q, d.OldestTransaction).Scan(&id)
	return id, err
}

// currentMoments returns the ids for the source's snapshot and for the target as it is now.
func (c *BusinessCopy) currentMoments(ctx context.Context, source database.Querier, d database.Dialect) (now moments, err error) {
	if now.from, err = oldestTransaction(ctx, source, d); err != nil {
		return now, err
	}
	err = c.To.ReadWhole(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) (err error) {
		now.to, err = oldestTransaction(ctx, q, d)
		return err
	})
	return now, err
}

// compareChanged compares the rows changed since the last comparison, or returns false if there are too many. It does
// not find deleted rows: differentKeys does.
func (w *tableWriter) compareChanged(ctx context.Context, source database.Querier, each func(difference) error) (isDone bool, err error) {
	sourceRows, err := w.changedRows(ctx, source, w.copy.compared.from)
	if err != nil || len(sourceRows) > maxChangedRows {
		return false, err
	}
	err = w.copy.To.ReadWhole(ctx, func(ctx context.Context, target database.Querier, _ database.Dialect) error {
		targetRows, err := w.changedRows(ctx, target, w.copy.compared.to)
		if err != nil || len(targetRows) > maxChangedRows {
			return err
		}
		isDone = true
		places := keyPlaces(w.table, w.columns)
		byKey := func(a, b []any) int { return compareKeys(places, a, b) }
		slices.SortFunc(sourceRows, byKey)
		for _, row := range sourceRows {
			if err := w.compareWith(ctx, target, difference{row: row}, each); err != nil {
				return err
			}
		}
		for _, targetRow := range targetRows {
			if _, isCompared := slices.BinarySearchFunc(sourceRows, targetRow, byKey); isCompared {
				continue
			}
			if err := w.compareWith(ctx, source, difference{target: targetRow}, each); err != nil {
				return err
			}
		}
		return nil
	})
	return isDone, err
}

// compareWith completes diff with the other database's row. It calls each if the two rows differ.
func (w *tableWriter) compareWith(ctx context.Context, other database.Querier, diff difference, each func(difference) error) (err error) {
	if diff.row != nil {
		diff.target, err = w.rowLike(ctx, other, diff.row)
	} else {
		diff.row, err = w.rowLike(ctx, other, diff.target)
	}
	if err != nil || slices.Equal(diff.row, diff.target) {
		return err
	}
	return each(diff)
}

func (w *tableWriter) changedRows(ctx context.Context, q database.Querier, since string) (rows [][]any, err error) {
	query := `SELECT ` + strings.Join(copiedRows{columns: w.columns}.names(), `, `) + ` FROM ` + w.table.name +
		` WHERE ` + w.table.ownCondition() + ` AND age(xmin) <= age($2::text::xid8::xid) LIMIT $3`
	err = database.Each(ctx, q, query, []any{w.copy.BusinessID, since, maxChangedRows + 1}, func(row database.Scanner) error {
		values, err := scanComparable(row, w.columns)
		rows = append(rows, values)
		return err
	})
	return rows, err
}

type keyDigest struct {
	count int64
	sum   string
}

// differentKeys returns the tables whose keys differ between the databases. It sets counts to the source's row counts.
func (c *BusinessCopy) differentKeys(ctx context.Context, tables []businessTable, counts RowCounts) (different []string, err error) {
	if len(tables) == 0 {
		return nil, nil
	}
	var digests [2]map[string]keyDigest
	var failures [2]error
	var both sync.WaitGroup
	for i, st := range []*store.Store{c.From, c.To} {
		both.Go(func() { digests[i], failures[i] = c.keyDigests(ctx, st, tables) })
	}
	both.Wait()
	if err := errors.Join(failures[:]...); err != nil {
		return nil, err
	}
	for _, table := range tables {
		counts[table.name] = digests[0][table.name].count
		if digests[0][table.name] != digests[1][table.name] {
			different = append(different, table.name)
		}
	}
	return different, nil
}

func (c *BusinessCopy) keyDigests(ctx context.Context, st *store.Store, tables []businessTable) (digests map[string]keyDigest, err error) {
	digests = map[string]keyDigest{}
	err = st.ReadWhole(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) error {
		for _, table := range tables {
			key := `concat_ws(' ', ` + strings.Join(table.key, `, `) + `)`
			query := `SELECT count(*), coalesce(sum(hashtextextended(` + key + `, 0)), 0)::text FROM ` + table.name + ` WHERE ` + table.ownCondition()
			var digest keyDigest
			if err := database.QueryRow(ctx, q, query, c.BusinessID).Scan(&digest.count, &digest.sum); err != nil {
				return fmt.Errorf("comparing the keys of the table %s: %w", table.name, err)
			}
			digests[table.name] = digest
		}
		return nil
	})
	return digests, err
}

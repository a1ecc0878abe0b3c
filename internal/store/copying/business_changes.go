package copying

import (
	"context"
	"errors"
	"fmt"
	"hash/maphash"
	"slices"
	"strings"
	"sync"

	"axioma/internal/database"
	"axioma/internal/store"
)

// moments has, for each database, the moment of a comparison. On PostgreSQL it is the id of the oldest transaction that
// the comparison may have missed: rows changed since then have this id or a newer one as xmin. On SQLite it is a position
// in the change log. It is empty if the changes since then are not known.
type moments struct{ from, to string }

func (m moments) areKnown() bool { return m.from != "" && m.to != "" }

// maxChangedRows is the number of changed rows from which reading the whole table is faster than reading by key.
const maxChangedRows = 1000

// startLogs starts to record changes of the source before the first copy, and changes of the target before the second.
func (c *BusinessCopy) startLogs(ctx context.Context) error {
	if c.IsPaused || c.logs.to.businessID != "" {
		return nil
	}
	if c.logs.from.businessID == "" {
		c.logs.from.businessID = c.BusinessID
		return c.logs.from.start(ctx, c.From)
	}
	c.logs.to.businessID = c.BusinessID
	return c.logs.to.start(ctx, c.To)
}

// EndLogs removes what Update added to SQLite databases to record changes: with ofAnyRun also that of an interrupted run.
func (c *BusinessCopy) EndLogs(ctx context.Context, ofAnyRun bool) error {
	c.logs.from.businessID, c.logs.to.businessID = c.BusinessID, c.BusinessID
	return errors.Join(c.logs.from.end(ctx, c.From, !ofAnyRun), c.logs.to.end(ctx, c.To, !ofAnyRun))
}

func (l *changeLog) moment(ctx context.Context, q database.Querier, d database.Dialect) (moment string, err error) {
	if d.OldestTransaction == "" {
		return l.position(ctx, q)
	}
	err = database.QueryRow(ctx, q, d.OldestTransaction).Scan(&moment)
	return moment, err
}

// currentMoments returns the moments of the source's snapshot and of the target as it is now.
func (c *BusinessCopy) currentMoments(ctx context.Context, source database.Querier, d database.Dialect) (now moments, err error) {
	if now.from, err = c.logs.from.moment(ctx, source, d); err != nil {
		return now, err
	}
	err = c.To.ReadWhole(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) (err error) {
		now.to, err = c.logs.to.moment(ctx, q, d)
		return err
	})
	return now, err
}

// compareChanged compares the rows changed since the last comparison, or returns false if they are unknown or too many.
// On PostgreSQL it does not find deleted rows: differentKeys does.
func (w *tableWriter) compareChanged(ctx context.Context, source database.Querier, d database.Dialect, each func(difference) error) (isDone bool, err error) {
	keys, isPartial, err := w.changedKeys(ctx, source, d, &w.copy.logs.from, w.copy.comparedMoments.from)
	if err != nil || !isPartial {
		return false, err
	}
	err = w.copy.To.ReadWhole(ctx, func(ctx context.Context, target database.Querier, d database.Dialect) error {
		targetKeys, isPartial, err := w.changedKeys(ctx, target, d, &w.copy.logs.to, w.copy.comparedMoments.to)
		if err != nil || !isPartial {
			return err
		}
		isDone = true
		keys = append(keys, targetKeys...)
		slices.SortFunc(keys, compareKeyValues)
		for _, key := range slices.CompactFunc(keys, slices.Equal[[]any]) {
			if err := w.compareRows(ctx, source, target, key, each); err != nil {
				return err
			}
		}
		return nil
	})
	return isDone, err
}

func compareKeyValues(a, b []any) int { return slices.CompareFunc(a, b, compareValues) }

// compareRows calls each if the rows of the key differ, or only one exists.
func (w *tableWriter) compareRows(ctx context.Context, source, target database.Querier, key []any, each func(difference) error) (err error) {
	var diff difference
	if diff.row, err = w.rowOf(ctx, source, key); err != nil {
		return err
	}
	if diff.target, err = w.rowOf(ctx, target, key); err != nil || slices.Equal(diff.row, diff.target) {
		return err
	}
	return each(diff)
}

// changedKeys returns the keys of rows changed since a moment, on SQLite also of deleted rows. It returns false if they
// are not known, or too many.
func (w *tableWriter) changedKeys(
	ctx context.Context, q database.Querier, d database.Dialect, log *changeLog, since string,
) (keys [][]any, isPartial bool, err error) {
	query := `SELECT ` + strings.Join(w.table.key, `, `) + ` FROM ` + w.table.name + ` WHERE ` + w.table.ownCondition() + ` AND age(xmin) <= age($2::text::xid8::xid) LIMIT $3`
	if d.OldestTransaction == "" {
		if position, err := log.position(ctx, q); err != nil || position == "" {
			return nil, false, err
		}
		query = log.keysQuery(w.table)
	}
	var columns []copiedColumn
	for _, place := range keyPlaces(w.table, w.columns) {
		columns = append(columns, w.columns[place])
	}
	err = database.Each(ctx, q, query, []any{w.copy.BusinessID, since, maxChangedRows + 1}, func(row database.Scanner) error {
		key, err := scanComparable(row, columns)
		keys = append(keys, key)
		return err
	})
	return keys, len(keys) <= maxChangedRows, err
}

type keyDigest struct {
	count int64
	sum   uint64 // of the keys' hashes
}

// differentKeys returns the tables whose keys differ between the databases. It sets counts to the source's row counts.
func (c *BusinessCopy) differentKeys(ctx context.Context, tables []businessTable, counts RowCounts) (different []string, err error) {
	if len(tables) == 0 {
		return nil, nil
	}
	var digests [2]map[string]keyDigest
	var failures [2]error
	seed := maphash.MakeSeed()
	var both sync.WaitGroup
	for i, st := range []*store.Store{c.From, c.To} {
		both.Go(func() { digests[i], failures[i] = c.keyDigests(ctx, st, tables, seed) })
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

func (c *BusinessCopy) keyDigests(ctx context.Context, st *store.Store, tables []businessTable, seed maphash.Seed) (digests map[string]keyDigest, err error) {
	digests = map[string]keyDigest{}
	err = st.ReadWhole(ctx, func(ctx context.Context, q database.Querier, _ database.Dialect) error {
		for _, table := range tables {
			digest, err := c.keyDigest(ctx, q, table, seed)
			if err != nil {
				return fmt.Errorf("comparing the keys of the table %s: %w", table.name, err)
			}
			digests[table.name] = digest
		}
		return nil
	})
	return digests, err
}

// keyDigest hashes the keys here, because SQLite has no function for it.
func (c *BusinessCopy) keyDigest(ctx context.Context, q database.Querier, table businessTable, seed maphash.Seed) (digest keyDigest, err error) {
	query := `SELECT CAST(` + strings.Join(table.key, ` || ' ' || `) + ` AS TEXT) FROM ` + table.name + ` WHERE ` + table.ownCondition()
	err = database.Each(ctx, q, query, []any{c.BusinessID}, func(row database.Scanner) error {
		var key string
		err := row.Scan(&key)
		digest.count++
		digest.sum += maphash.String(seed, key)
		return err
	})
	return digest, err
}

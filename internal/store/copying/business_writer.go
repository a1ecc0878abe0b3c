package copying

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/database"
	"axioma/internal/store"
)

type tableWriter struct {
	copy        *BusinessCopy
	table       businessTable
	withoutSelf bool

	columns         []copiedColumn
	batch           []difference
	surplus         []difference
	changed, missed int64
}

func (w *tableWriter) run(ctx context.Context, source database.Querier, d database.Dialect, round *updateRound) (count int64, err error) {
	if w.columns, err = columnsOf(ctx, source, d, w.table.name); err != nil {
		return 0, err
	}
	each := func(found difference) error { return w.add(ctx, found) }
	if w.mayComparePart(round) {
		isDone, err := w.compareChanged(ctx, source, each)
		if isDone && !w.withoutSelf {
			round.partial = append(round.partial, w.table)
		}
		if err != nil || isDone {
			return 0, errors.Join(err, w.flush(ctx))
		}
	}
	count, err = w.copy.compareTable(ctx, source, d, w.table, w.columns, each)
	return count, errors.Join(err, w.flush(ctx))
}

func (w *tableWriter) mayComparePart(round *updateRound) bool {
	return w.copy.IsPaused && w.copy.compared.areKnown() && w.table.ownCondition() == "business_id = $1" && !slices.Contains(round.whole, w.table.name)
}

func (w *tableWriter) add(ctx context.Context, found difference) error {
	if found.row == nil {
		if !w.withoutSelf {
			w.surplus = append(w.surplus, found)
		}
		return nil
	}
	if w.batch = append(w.batch, found); len(w.batch) < batchSize {
		return nil
	}
	return w.flush(ctx)
}

// flush writes row by row if a unique value is taken.
func (w *tableWriter) flush(ctx context.Context) error {
	batch := w.batch
	w.batch = nil
	if len(batch) == 0 {
		return nil
	}
	began := time.Now()
	err := w.write(ctx, batch)
	if err != nil && store.IsConstraintViolation(err) {
		return w.writeEach(ctx, batch)
	}
	w.changed += int64(len(batch))
	if !w.copy.IsPaused {
		time.Sleep(time.Since(began))
	}
	return err
}

func (w *tableWriter) writeEach(ctx context.Context, batch []difference) error {
	for _, found := range batch {
		err := w.write(ctx, []difference{found})
		switch {
		case err == nil:
			w.changed++
		case store.IsConstraintViolation(err):
			w.missed++
		default:
			return err
		}
	}
	return nil
}

func (w *tableWriter) write(ctx context.Context, batch []difference) error {
	return w.copy.To.WriteRows(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		if err := w.copy.mustArrive(ctx, q, d); err != nil {
			return err
		}
		for _, found := range batch {
			query, args := w.statement(found)
			if err := q.ExecDeferred(ctx, query, args, nil); err != nil {
				return err
			}
		}
		if !w.copy.IsPaused {
			return nil
		}
		return w.prove(ctx, q, batch)
	})
}

func (w *tableWriter) prove(ctx context.Context, q database.Querier, batch []difference) error {
	for _, found := range batch {
		if err := w.mustEqual(ctx, q, w.valuesToWrite(found)); err != nil {
			return err
		}
	}
	return nil
}

func (w *tableWriter) valuesToWrite(found difference) []any {
	row := slices.Clone(found.row)
	for i, column := range w.columns {
		if found.target == nil && w.withoutSelf && slices.Contains(w.table.self, column.name) {
			row[i] = nil
		}
	}
	return row
}

// rowLike returns the row with the same key, or nil.
func (w *tableWriter) rowLike(ctx context.Context, q database.Querier, row []any) (there []any, err error) {
	condition, args := w.keyCondition(row, nil)
	names := strings.Join(copiedRows{columns: w.columns}.names(), `, `)
	err = database.Each(ctx, q, `SELECT `+names+` FROM `+w.table.name+` WHERE `+condition, args, func(found database.Scanner) (err error) {
		there, err = scanComparable(found, w.columns)
		return err
	})
	return there, err
}

func (w *tableWriter) mustEqual(ctx context.Context, q database.Querier, row []any) error {
	there, err := w.rowLike(ctx, q, row)
	if err == nil && !slices.Equal(there, row) {
		err = fmt.Errorf("the row %v differs after it was written", keyOf(keyPlaces(w.table, w.columns), row))
	}
	return err
}

func (w *tableWriter) statement(found difference) (string, []any) {
	if found.target != nil {
		return w.update(found)
	}
	names, places, args := copiedRows{columns: w.columns}.names(), []string{}, w.valuesToWrite(found)
	for i := range names {
		places = append(places, fmt.Sprintf("$%d", i+1))
	}
	return `INSERT INTO ` + w.table.name + ` (` + strings.Join(names, `, `) + `) VALUES (` + strings.Join(places, `, `) + `)`, args
}

func (w *tableWriter) update(found difference) (string, []any) {
	var sets []string
	var args []any
	for i, column := range w.columns {
		if found.row[i] != found.target[i] {
			args = append(args, found.row[i])
			sets = append(sets, fmt.Sprintf("%s = $%d", column.name, len(args)))
		}
	}
	condition, args := w.keyCondition(found.target, args)
	return `UPDATE ` + w.table.name + ` SET ` + strings.Join(sets, `, `) + ` WHERE ` + condition, args
}

func (w *tableWriter) keyCondition(row, args []any) (string, []any) {
	var conditions []string
	if slices.ContainsFunc(w.columns, func(c copiedColumn) bool { return c.name == "business_id" }) {
		args = append(args, w.copy.BusinessID)
		conditions = append(conditions, fmt.Sprintf("business_id = $%d", len(args)))
	}
	for i, value := range keyOf(keyPlaces(w.table, w.columns), row) {
		args = append(args, value)
		conditions = append(conditions, fmt.Sprintf("%s = $%d", w.table.key[i], len(args)))
	}
	return strings.Join(conditions, ` AND `), args
}

func (w *tableWriter) remove(ctx context.Context, surplus []difference) error {
	return w.copy.To.WriteRows(ctx, func(ctx context.Context, q database.Querier, d database.Dialect) error {
		if err := w.copy.mustArrive(ctx, q, d); err != nil {
			return err
		}
		for _, found := range surplus {
			condition, args := w.keyCondition(found.target, nil)
			if err := q.ExecDeferred(ctx, `DELETE FROM `+w.table.name+` WHERE `+condition, args, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

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

	columns                 []copiedColumn
	batch                   []difference
	surplus                 []difference
	changedRows, missedRows int64
}

func (w *tableWriter) run(ctx context.Context, source database.Querier, d database.Dialect, round *updateRound) (count int64, err error) {
	if w.columns, err = columnsOf(ctx, source, d, w.table.name); err != nil {
		return 0, err
	}
	each := func(diff difference) error { return w.add(ctx, diff) }
	if w.mayComparePart(round) {
		isDone, err := w.compareChanged(ctx, source, d, each)
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
	return w.copy.IsPaused && w.copy.comparedMoments.areKnown() && w.table.hasBusinessID() && !slices.Contains(round.whole, w.table.name)
}

func (w *tableWriter) add(ctx context.Context, diff difference) error {
	if diff.row == nil {
		if !w.withoutSelf {
			w.surplus = append(w.surplus, diff)
		}
		return nil
	}
	if w.batch = append(w.batch, diff); len(w.batch) < batchSize {
		return nil
	}
	return w.flush(ctx)
}

// flush writes the batch. If a constraint refuses the batch, flush writes row by row.
func (w *tableWriter) flush(ctx context.Context) error {
	batch := w.batch
	w.batch = nil
	if len(batch) == 0 {
		return nil
	}
	began := time.Now()
	err := w.write(ctx, batch)
	if err != nil && store.IsConstraintViolation(err) {
		return w.writeOneByOne(ctx, batch)
	}
	w.changedRows += int64(len(batch))
	if !w.copy.IsPaused {
		time.Sleep(time.Since(began))
	}
	return err
}

func (w *tableWriter) writeOneByOne(ctx context.Context, batch []difference) error {
	for _, diff := range batch {
		err := w.write(ctx, []difference{diff})
		switch {
		case err == nil:
			w.changedRows++
		case store.IsConstraintViolation(err):
			w.missedRows++
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
		for _, diff := range batch {
			query, args := w.statement(diff)
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
	for _, diff := range batch {
		if err := w.mustEqual(ctx, q, w.valuesToWrite(diff)); err != nil {
			return err
		}
	}
	return nil
}

func (w *tableWriter) valuesToWrite(diff difference) []any {
	row := slices.Clone(diff.row)
	for i, column := range w.columns {
		if diff.target == nil && w.withoutSelf && slices.Contains(w.table.self, column.name) {
			row[i] = nil
		}
	}
	return row
}

// rowOf returns nil if there is no row.
func (w *tableWriter) rowOf(ctx context.Context, q database.Querier, key []any) (row []any, err error) {
	condition, args := w.keyCondition(key, nil)
	names := strings.Join(copiedRows{columns: w.columns}.names(), `, `)
	err = database.Each(ctx, q, `SELECT `+names+` FROM `+w.table.name+` WHERE `+condition, args, func(scanner database.Scanner) (err error) {
		row, err = scanComparable(scanner, w.columns)
		return err
	})
	return row, err
}

func (w *tableWriter) mustEqual(ctx context.Context, q database.Querier, row []any) error {
	targetRow, err := w.rowOf(ctx, q, w.keyOf(row))
	if err == nil && !slices.Equal(targetRow, row) {
		err = fmt.Errorf("the row %v differs after it was written", w.keyOf(row))
	}
	return err
}

func (w *tableWriter) statement(diff difference) (string, []any) {
	if diff.target != nil {
		return w.update(diff)
	}
	names, places, args := copiedRows{columns: w.columns}.names(), []string{}, w.valuesToWrite(diff)
	for i := range names {
		places = append(places, fmt.Sprintf("$%d", i+1))
	}
	return `INSERT INTO ` + w.table.name + ` (` + strings.Join(names, `, `) + `) VALUES (` + strings.Join(places, `, `) + `)`, args
}

func (w *tableWriter) update(diff difference) (string, []any) {
	var sets []string
	var args []any
	for i, column := range w.columns {
		if diff.row[i] != diff.target[i] {
			args = append(args, diff.row[i])
			sets = append(sets, fmt.Sprintf("%s = $%d", column.name, len(args)))
		}
	}
	condition, args := w.keyCondition(w.keyOf(diff.target), args)
	return `UPDATE ` + w.table.name + ` SET ` + strings.Join(sets, `, `) + ` WHERE ` + condition, args
}

func (w *tableWriter) keyOf(row []any) []any {
	places := keyPlaces(w.table, w.columns)
	key := make([]any, len(places))
	for i, place := range places {
		key[i] = row[place]
	}
	return key
}

func (w *tableWriter) keyCondition(key, args []any) (string, []any) {
	var conditions []string
	if slices.ContainsFunc(w.columns, func(c copiedColumn) bool { return c.name == "business_id" }) {
		args = append(args, w.copy.BusinessID)
		conditions = append(conditions, fmt.Sprintf("business_id = $%d", len(args)))
	}
	for i, value := range key {
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
		for _, diff := range surplus {
			condition, args := w.keyCondition(w.keyOf(diff.target), nil)
			if err := q.ExecDeferred(ctx, `DELETE FROM `+w.table.name+` WHERE `+condition, args, nil); err != nil {
				return err
			}
		}
		return nil
	})
}

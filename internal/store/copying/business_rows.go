package copying

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"

	"axioma/internal/database"
)

// businessRows returns rows in key order, bytewise on both engines.
func businessRows(
	ctx context.Context, q database.Querier, d database.Dialect, table businessTable, columns []copiedColumn, businessID string,
) iter.Seq2[[]any, error] {
	order := slices.Clone(table.key)
	for i, column := range order {
		if d.Name != "sqlite" && column != "number" && column != "run" {
			order[i] = column + ` COLLATE "C"`
		}
	}
	names := copiedRows{columns: columns}.names()
	query := `SELECT ` + strings.Join(names, `, `) + ` FROM ` + table.name + ` WHERE ` + table.ownCondition() + ` ORDER BY ` + strings.Join(order, `, `)
	status := slices.Index(names, "status")
	return func(yield func([]any, error) bool) {
		err := database.Each(ctx, q, query, []any{businessID}, func(row database.Scanner) error {
			values, err := scanComparable(row, columns)
			if err != nil {
				return err
			}
			if table.name == "businesses" {
				values[status] = "SUSPENDED" // until served
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

func scanComparable(row database.Scanner, columns []copiedColumn) ([]any, error) {
	values, into := make([]any, len(columns)), make([]any, len(columns))
	for i := range values {
		into[i] = &values[i]
	}
	if err := row.Scan(into...); err != nil {
		return nil, err
	}
	for i, column := range columns {
		values[i] = comparableValue(column, values[i])
	}
	return values, nil
}

func comparableValue(column copiedColumn, value any) any {
	switch number := value.(type) {
	case int32:
		return int64(number)
	case int16:
		return int64(number)
	case float32:
		return float64(number)
	}
	return copiedValue(column, value)
}

const aheadRows = 512

// readAhead reads rows in a goroutine, which ends with the loop, so that both databases are read at once.
func readAhead(rows iter.Seq2[[]any, error]) iter.Seq2[[]any, error] {
	type read struct {
		row []any
		err error
	}
	return func(yield func([]any, error) bool) {
		results, stop := make(chan []read, 4), make(chan struct{})
		go func() {
			defer close(results)
			var batch []read
			for row, err := range rows {
				if batch = append(batch, read{row, err}); len(batch) < aheadRows/cap(results) {
					continue
				}
				select {
				case results <- batch:
					batch = nil
				case <-stop:
					return
				}
			}
			select {
			case results <- batch:
			case <-stop:
			}
		}()
		defer func() {
			close(stop)
			for range results { // until the goroutine ends
			}
		}()
		for batch := range results {
			for _, next := range batch {
				if !yield(next.row, next.err) {
					return
				}
			}
		}
	}
}

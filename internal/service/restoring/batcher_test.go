package restoring

import (
	"errors"
	"strings"
	"testing"

	"axioma/internal/store"
)

func TestBatcher_RowsOrFault_WritesUntilTheFault(t *testing.T) {
	t.Parallel()
	errWrite, errRead := errors.New("write"), errors.New("read")
	for name, test := range map[string]struct {
		inTurn        bool
		rows, failing int // the batch whose write fails, from 1
		fault         error
		wantErr       error
		wantRows      int
	}{
		"all rows are written in order":           {rows: 7, wantRows: 7},
		"all rows are written one by one":         {inTurn: true, rows: 7, wantRows: 7},
		"a failed single write ends at once":      {inTurn: true, rows: 100, failing: 2, wantErr: errWrite, wantRows: 3},
		"no rows are no write":                    {},
		"a failed write ends the reading":         {rows: 100, failing: 2, wantErr: errWrite, wantRows: 3},
		"a failed last write is returned":         {rows: 7, failing: 3, wantErr: errWrite, wantRows: 6},
		"a failed reading drops the last rows":    {rows: 7, fault: errRead, wantErr: errRead, wantRows: 6},
		"the reading's error hides the writing's": {rows: 6, failing: 2, fault: errRead, wantErr: errRead, wantRows: 3},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			rowCount, batches := 0, 0
			b := batcher{size: 3, readsAhead: !test.inTurn, write: func(rows []store.RestoredRow) error {
				if batches++; batches == test.failing {
					return errWrite
				}
				for _, row := range rows {
					if row["n"] != rowCount {
						t.Errorf("row %v is written as row %d, want the same number", row["n"], rowCount)
					}
					rowCount++
				}
				return nil
			}}
			err := test.fault
			for n := 0; n < test.rows; n++ {
				if fault := b.add(store.RestoredRow{"n": n}); fault != nil {
					err = fault
					break
				}
			}
			if err := b.close(err); !errors.Is(err, test.wantErr) || rowCount != test.wantRows {
				t.Errorf("close = %v after %d rows, want %v after %d", err, rowCount, test.wantErr, test.wantRows)
			}
			if test.failing == 2 && batches > 2 {
				t.Errorf("%d batches were written after the failed one", batches-2)
			}
		})
	}
}

func TestBatcher_PanicWhileReadingAhead_IsAnError(t *testing.T) {
	t.Parallel()
	b := batcher{size: 1, readsAhead: true, write: func([]store.RestoredRow) error { panic("a row without an id") }}
	err := b.close(b.add(store.RestoredRow{"n": 1}))
	if err == nil || !strings.Contains(err.Error(), "a row without an id") {
		t.Errorf("the batcher returns %v, want the panic", err)
	}
}

package store

import (
	"context"
	"errors"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"axioma/internal/database"
)

// ExecutedQuery is a query and its call sites in this package, innermost first, as file:line.
type ExecutedQuery struct {
	Text   string
	Args   []any
	Places []string
}

var errUndone = errors.New("undone")

// RecordQueries records the queries of a function, in a writing transaction that it rolls back.
func (s *Store) RecordQueries(ctx context.Context, businessID string, observe func(ExecutedQuery), fn func(*Tx, *PlatformTx)) error {
	err := s.engine.Write(ctx, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		queued := false
		tx := Tx{store: s, ctx: ctx, q: watchedQuerier{q, observe}, txCache: m, hasQueued: &queued, businessID: businessID}
		fn(&tx, &PlatformTx{tx})
		return errUndone
	})
	if errors.Is(err, errUndone) {
		return nil
	}
	return err
}

func Invariants() []string {
	var queries []string
	for _, invariant := range invariants() {
		queries = append(queries, invariant.query)
	}
	return queries
}

func CheckChainIn(tx *Tx, check ChainCheck) error { return checkChains(tx, check) }

type watchedQuerier struct {
	database.Querier
	record func(ExecutedQuery)
}

func (w watchedQuerier) Exec(ctx context.Context, query string, args []any) (int64, error) {
	w.record(ExecutedQuery{query, args, places()})
	return w.Querier.Exec(ctx, query, args)
}

func (w watchedQuerier) ExecInSavepoint(ctx context.Context, query string, args []any) (rowCount int64, statementErr, err error) {
	w.record(ExecutedQuery{query, args, places()})
	return w.Querier.ExecInSavepoint(ctx, query, args)
}

func (w watchedQuerier) ExecDeferred(ctx context.Context, query string, args []any, onResult func(int64, error) error) error {
	w.record(ExecutedQuery{query, args, places()})
	return w.Querier.ExecDeferred(ctx, query, args, onResult)
}

func (w watchedQuerier) Query(ctx context.Context, query string, args []any) (database.Rows, error) {
	w.record(ExecutedQuery{query, args, places()})
	return w.Querier.Query(ctx, query, args)
}

func places() []string {
	counters := make([]uintptr, 32)
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters)])
	var callers []string
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, "axioma/internal/store.") && !strings.HasSuffix(frame.File, "_test.go") {
			callers = append(callers, filepath.Base(frame.File)+":"+strconv.Itoa(frame.Line))
		}
		if !more {
			return callers
		}
	}
}

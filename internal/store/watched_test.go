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

// Asked is a query that a transaction ran, and where in this package it was
// called: the innermost place first, as file:line.
type Asked struct {
	Text   string
	Args   []any
	Places []string
}

var errUndone = errors.New("undone")

// Watched runs fn in a writing transaction that is undone, and tells of all that
// it asks.
func (s *Store) Watched(ctx context.Context, businessID string, asked func(Asked), fn func(*Tx, *PlatformTx)) error {
	err := s.engine.Write(ctx, businessID, func(ctx context.Context, q database.Querier, m *database.TxCache) error {
		queued := false
		tx := Tx{store: s, ctx: ctx, q: watchedQuerier{q, asked}, memo: m, queued: &queued, businessID: businessID}
		fn(&tx, &PlatformTx{tx})
		return errUndone
	})
	if errors.Is(err, errUndone) {
		return nil
	}
	return err
}

// Invariants are the queries of Check.
func Invariants() []string {
	var queries []string
	for _, invariant := range invariants() {
		queries = append(queries, invariant.query)
	}
	return queries
}

type watchedQuerier struct {
	database.Querier
	asked func(Asked)
}

func (w watchedQuerier) Exec(ctx context.Context, query string, args []any) (int64, error) {
	w.asked(Asked{query, args, places()})
	return w.Querier.Exec(ctx, query, args)
}

func (w watchedQuerier) Try(ctx context.Context, query string, args []any) (changed int64, failed, err error) {
	w.asked(Asked{query, args, places()})
	return w.Querier.ExecInSavepoint(ctx, query, args)
}

func (w watchedQuerier) ExecDeferred(ctx context.Context, query string, args []any, done func(int64, error) error) error {
	w.asked(Asked{query, args, places()})
	return w.Querier.ExecDeferred(ctx, query, args, done)
}

func (w watchedQuerier) Query(ctx context.Context, query string, args []any) (database.Rows, error) {
	w.asked(Asked{query, args, places()})
	return w.Querier.Query(ctx, query, args)
}

// places are where in this package the callers stand.
func places() []string {
	counters := make([]uintptr, 32)
	frames := runtime.CallersFrames(counters[:runtime.Callers(3, counters)])
	var found []string
	for {
		frame, more := frames.Next()
		if strings.HasPrefix(frame.Function, "axioma/internal/store.") && !strings.HasSuffix(frame.File, "_test.go") {
			found = append(found, filepath.Base(frame.File)+":"+strconv.Itoa(frame.Line))
		}
		if !more {
			return found
		}
	}
}

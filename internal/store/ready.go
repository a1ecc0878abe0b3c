package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"axioma/internal/database"
)

const probeSize = 64 << 10

// ErrOutdated means that a newer program changed the tables.
var ErrOutdated = errors.New("a newer program has changed the tables: replace this one")

// Ready returns nil if the database can be read and written, and suits this program. It writes a probe only after the
// database failed a write (full disk, read-only server). It returns by the end of ctx.
func (s *Store) Ready(ctx context.Context) error {
	if !s.failing.Load() {
		if err := s.ping(ctx); err != nil {
			return err
		}
		return s.refuseOutdated(ctx)
	}
	select {
	case s.probing <- struct{}{}: // one probe at a time
		defer func() { <-s.probing }()
	case <-ctx.Done():
		return s.translateError(fmt.Errorf("waiting to try to write: %w", ctx.Err()))
	}
	if err := s.ping(ctx); err != nil {
		return err
	}
	for _, size := range []int{probeSize, 0} { // the second write frees the space
		failuresBefore := s.outages.FailureCount()
		if err := s.translateAndTrack(s.probe(ctx, size), failuresBefore, true); err != nil {
			return fmt.Errorf("trying to write: %w", err)
		}
	}
	s.failing.Store(false)
	return nil
}

func (s *Store) ping(ctx context.Context) error {
	failuresBefore := s.outages.FailureCount()
	err := s.engine.Ping(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		s.outages.RecordFailure(err, false)
	}
	return s.translateAndTrack(err, failuresBefore, false)
}

func (s *Store) refuseOutdated(ctx context.Context) error {
	if s.dialect.Name == "sqlite" {
		return nil
	}
	versions, err := knownVersions()
	if err != nil {
		return err
	}
	var oldest int64
	failuresBefore := s.outages.FailureCount()
	err = s.engine.Lookup(ctx, func(ctx context.Context, q database.Querier, _ *database.TxCache) (err error) {
		oldest, err = oldestProgram(database.QueryRow(ctx, q, oldestProgramQuery))
		return err
	})
	if err := s.translateAndTrack(err, failuresBefore, false); err != nil {
		return err
	}
	if oldest > slices.Max(versions) {
		return ErrOutdated
	}
	return nil
}

func (s *Store) probe(ctx context.Context, size int) error {
	return s.engine.Write(ctx, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		_, err := q.Exec(ctx, `
			INSERT INTO settings (name, value) VALUES ('probe', $1)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, []any{strings.Repeat(".", size)})
		return err
	})
}

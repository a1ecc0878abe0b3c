package store

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"axioma/internal/database"
)

// probeSize is what a probe writes: it needs pages that are not there yet, as
// visits do sooner or later.
const probeSize = 64 << 10

// Ready reports whether the database can be read and written. After a write that
// failed for want of it (a full disk, a server that is read only) only a probe
// that really writes can tell; otherwise nothing is written. It answers when ctx
// ends at the latest.
func (s *Store) Ready(ctx context.Context) error {
	if !s.failing.Load() {
		return s.pinged(ctx)
	}
	select {
	case s.probing <- struct{}{}: // one at a time, however many ask
		defer func() { <-s.probing }()
	case <-ctx.Done():
		return s.told(fmt.Errorf("waiting to try to write: %w", ctx.Err()))
	}
	if err := s.pinged(ctx); err != nil {
		return err
	}
	for _, size := range []int{probeSize, 0} { // what it took is given back
		asked := s.outages.FailureCount()
		if err := s.learned(s.probe(ctx, size), asked, true); err != nil {
			return fmt.Errorf("trying to write: %w", err)
		}
	}
	s.failing.Store(false)
	return nil
}

// pinged asks the database for an answer. One that does not come in time is an outage: the
// question is as small as they are.
func (s *Store) pinged(ctx context.Context) error {
	asked := s.outages.FailureCount()
	err := s.engine.Ping(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		s.outages.RecordFailure(err, false)
	}
	return s.learned(err, asked, false)
}

func (s *Store) probe(ctx context.Context, size int) error {
	return s.engine.Write(ctx, "", func(ctx context.Context, q database.Querier, _ *database.TxCache) error {
		_, err := q.Exec(ctx, `
			INSERT INTO settings (name, value) VALUES ('probe', $1)
			ON CONFLICT (name) DO UPDATE SET value = excluded.value`, []any{strings.Repeat(".", size)})
		return err
	})
}

package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// UpdateStatistics has the database look at those of its tables anew that it has
// never looked at, as after a large import, or that have changed much since: so it
// knows which index finds few rows. Each table is a write of its own, which reads a
// part of it, and nobody waits longer than for that.
//
// PostgreSQL does this by itself within a minute, so here it is told only of
// tables that nobody has looked at.
func (s *Store) UpdateStatistics(ctx context.Context) error {
	var stale []string
	err := s.InPlatform(ctx, func(p *PlatformTx) (err error) { // SQLite takes the question for a write
		stale, err = p.tx.queryStrings(s.dialect.StaleStatistics)
		return err
	})
	if err != nil {
		return fmt.Errorf("looking for tables without statistics: %w", err)
	}
	for _, statement := range stale {
		if !strings.HasPrefix(statement, "ANALYZE ") {
			continue // SQLite has other advice too
		}
		err := s.InPlatform(ctx, func(p *PlatformTx) error {
			for _, step := range slices.Concat(s.dialect.StatisticsSettings, []string{statement}) {
				if _, err := p.tx.exec(step); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return fmt.Errorf("keeping statistics by %s: %w", statement, err)
		}
	}
	return nil
}

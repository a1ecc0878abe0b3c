package store

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// UpdateStatistics analyzes tables that never were or have changed a lot, each in a write that reads a sample: other
// writers wait only for that. PostgreSQL analyzes changed tables itself.
func (s *Store) UpdateStatistics(ctx context.Context) error {
	var stale []string
	err := s.InPlatform(ctx, func(p *PlatformTx) (err error) { // SQLite needs a writing transaction
		stale, err = p.tx.queryStrings(s.dialect.StaleStatistics)
		return err
	})
	if err != nil {
		return fmt.Errorf("finding tables without statistics: %w", err)
	}
	for _, statement := range stale {
		if !strings.HasPrefix(statement, "ANALYZE ") {
			continue // SQLite proposes other statements too
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
			return fmt.Errorf("storing statistics by %s: %w", statement, err)
		}
	}
	return nil
}

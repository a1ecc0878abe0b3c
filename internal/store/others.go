package store

import (
	"context"
	"errors"
	"fmt"
)

// RefuseOthers fails while somebody else is connected to a database of PostgreSQL: what
// copies or replaces all of it must be alone there.
func RefuseOthers(ctx context.Context, at At) (err error) {
	pool, err := openPool(ctx, at.URL, 1, toLook)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	var others int
	err = pool.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&others)
	if err != nil {
		return fmt.Errorf("looking who else uses the database: %w", err)
	}
	if others > 0 {
		return fmt.Errorf("%d others are connected to the database: stop all servers on it, and the pooler, first", others)
	}
	return nil
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"axioma/internal/database"
)

// leavingPatience is how long somebody is waited for who has gone: the server lists a
// connection for a moment after its program has closed it.
const leavingPatience = 2 * time.Second

// RefuseOthers fails while somebody else is connected to a database of PostgreSQL: what
// copies or replaces all of it must be alone there.
func RefuseOthers(ctx context.Context, at At) (err error) {
	pool, err := database.OpenPool(ctx, database.Location{URL: at.URL, Connections: 1}, database.ModeInspect)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	for patience := time.Now().Add(leavingPatience); ; {
		others, err := othersIn(ctx, pool)
		if err != nil || others == 0 {
			return err
		}
		if time.Now().After(patience) {
			return fmt.Errorf("%d others are connected to the database: stop all servers on it, and the pooler, first", others)
		}
		time.Sleep(leavingPatience / 20)
	}
}

func othersIn(ctx context.Context, pool *sql.DB) (others int, err error) {
	err = pool.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&others)
	if err != nil {
		return 0, fmt.Errorf("looking who else uses the database: %w", err)
	}
	return others, nil
}

package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"axioma/internal/database"
)

// disconnectTimeout bounds how long PostgreSQL lists a closed connection.
const disconnectTimeout = 2 * time.Second

// RefuseOtherSessions fails if the database is in use: copying needs it exclusively.
func RefuseOtherSessions(ctx context.Context, at Location) (err error) {
	pool, err := database.OpenPool(ctx, database.Location{URL: at.URL, Connections: 1}, database.ModeInspect)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	for deadline := time.Now().Add(disconnectTimeout); ; {
		others, err := countOtherSessions(ctx, pool)
		if err != nil || others == 0 {
			return err
		}
		if time.Now().After(deadline) {
			return fmt.Errorf("%d others are connected to the database: stop all servers on it, and the pooler, first", others)
		}
		time.Sleep(disconnectTimeout / 20)
	}
}

func countOtherSessions(ctx context.Context, pool *sql.DB) (others int, err error) {
	err = pool.QueryRowContext(ctx, `SELECT count(*) FROM pg_stat_activity
		WHERE datname = current_database() AND backend_type = 'client backend' AND pid <> pg_backend_pid()`).Scan(&others)
	if err != nil {
		return 0, fmt.Errorf("finding other clients of the database: %w", err)
	}
	return others, nil
}

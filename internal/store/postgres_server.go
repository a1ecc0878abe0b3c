package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/database"
)

// OldestPostgres is the oldest version of PostgreSQL that will do.
const OldestPostgres = 15

// PostgresServer is what a server of PostgreSQL says of itself.
type PostgresServer struct {
	Version     string        // as it is written: 16.3 (Debian …)
	Major       int           // 16 of that
	Connections int           // that an account without privileges may have, with all others
	Bytes       int64         // of the database
	Ahead       time.Duration // how much its clock is ahead of this machine's; negative: behind
}

// AskPostgres asks the server of a database about itself, whatever is in the database.
func AskPostgres(ctx context.Context, at At) (server PostgresServer, err error) {
	pool, err := database.OpenPool(ctx, database.Location{URL: at.URL, Connections: 1}, database.ModeInspect)
	if err != nil {
		return PostgresServer{}, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := pool.PingContext(ctx); err != nil {
		return PostgresServer{}, fmt.Errorf("connecting to the database: %w", err)
	}
	var clock time.Time
	asked := time.Now()
	err = pool.QueryRowContext(ctx, `SELECT current_setting('server_version'), current_setting('server_version_num')::int / 10000,
			current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
			pg_database_size(current_database()), clock_timestamp()`).
		Scan(&server.Version, &server.Major, &server.Connections, &server.Bytes, &clock)
	if err != nil {
		return PostgresServer{}, fmt.Errorf("asking the database server about itself: %w", err)
	}
	answered := time.Now()
	server.Ahead = clock.Sub(asked.Add(answered.Sub(asked) / 2))
	return server, nil
}

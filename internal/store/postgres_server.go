package store

import (
	"context"
	"errors"
	"fmt"
	"time"

	"axioma/internal/database"
)

// MinPostgresVersion is the oldest supported major version of PostgreSQL.
const MinPostgresVersion = 15

// PostgresServer describes a PostgreSQL server.
type PostgresServer struct {
	Version     string // 16.3 (Debian …)
	Major       int    // 16
	Connections int    // max_connections without those reserved for superusers
	Bytes       int64
	ClockAhead  time.Duration // of the server's clock against ours; negative: behind
	RowSecurity bool          // row-level security binds us: no superuser, no BYPASSRLS
}

// InspectPostgres reads the version, limits, size and clock of a server. Its database need not have our tables.
func InspectPostgres(ctx context.Context, at Location) (server PostgresServer, err error) {
	pool, err := database.OpenPool(ctx, database.Location{URL: at.URL, Connections: 1}, database.ModeInspect)
	if err != nil {
		return PostgresServer{}, err
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if err := pool.PingContext(ctx); err != nil {
		return PostgresServer{}, fmt.Errorf("connecting to the database: %w", err)
	}
	var clock time.Time
	start := time.Now()
	err = pool.QueryRowContext(ctx, `SELECT current_setting('server_version'), current_setting('server_version_num')::int / 10000,
			current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int,
			pg_database_size(current_database()), NOT (rolsuper OR rolbypassrls), clock_timestamp()
		FROM pg_roles WHERE rolname = current_user`).
		Scan(&server.Version, &server.Major, &server.Connections, &server.Bytes, &server.RowSecurity, &clock)
	if err != nil {
		return PostgresServer{}, fmt.Errorf("asking the database server about itself: %w", err)
	}
	end := time.Now()
	server.ClockAhead = clock.Sub(start.Add(end.Sub(start) / 2))
	return server, nil
}

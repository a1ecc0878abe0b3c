package doctor

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"

	"axioma/internal/store"
)

func (e examination) checkDatabase(ctx context.Context) []Finding {
	if e.Database.URL != "" {
		return e.checkPostgres(ctx)
	}
	bytes, err := fileSize(e.Database.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return finding("database", Fault, "no data in "+absolutePath(e.Database.Folder),
			"Name the server's data folder: axioma doctor --data DIR. Before the first start this is normal: axioma serve creates them.")
	}
	if err != nil {
		return finding("database", Fault, err.Error(), "Run this as the server's account, or with sudo.")
	}
	return e.checkTables(ctx, "SQLite, "+formatBytes(bytes)+" in "+absolutePath(e.Database.Folder))
}

func (e examination) postgresError(err error) []Finding {
	if store.IsUnreachable(err) {
		return finding("database", Fault, "PostgreSQL"+hostSuffix(e.Database.URL)+" cannot be reached: "+describeError(err),
			"Start it, or fix AXIOMA_DATABASE_URL or the connection (network, firewall, pg_hba.conf). The server waits meanwhile.")
	}
	return finding("database", Fault, "PostgreSQL refuses the connection: "+err.Error(),
		"Fix user, password or database name in AXIOMA_DATABASE_URL; a server does not start with these.")
}

func (e examination) checkPostgres(ctx context.Context) []Finding {
	server, err := e.database(ctx)
	if err != nil {
		return e.postgresError(err)
	}
	if server.Major < store.MinPostgresVersion {
		return finding("database", Fault, fmt.Sprintf("PostgreSQL %s is too old", server.Version),
			fmt.Sprintf("Move the database to PostgreSQL %d or newer.", store.MinPostgresVersion))
	}
	wantedConnections := int(cmp.Or(e.Database.Connections, store.DefaultConnections))
	if wantedConnections > server.Connections {
		return append(finding("database", Attention,
			fmt.Sprintf("a server may open %d connections, but PostgreSQL allows %d in total", wantedConnections, server.Connections),
			"Lower AXIOMA_DATABASE_CONNECTIONS, or raise max_connections of PostgreSQL."), e.checkTables(ctx, describePostgres(server))...)
	}
	if !server.RowSecurity {
		return append(finding("database", Attention,
			"the account of AXIOMA_DATABASE_URL is a superuser or has BYPASSRLS, so row-level security does not separate the businesses",
			"Use an account of its own: docs/operate/postgresql.md."), e.checkTables(ctx, describePostgres(server))...)
	}
	return e.checkTables(ctx, fmt.Sprintf("%s, up to %d of its %d connections", describePostgres(server), wantedConnections, server.Connections))
}

func hostSuffix(address string) string {
	parsedURL, err := url.Parse(address)
	if err != nil || parsedURL.Host == "" {
		return ""
	}
	return " at " + parsedURL.Host
}

func describePostgres(server store.PostgresServer) string {
	return fmt.Sprintf("PostgreSQL %s, %s", server.Version, formatBytes(server.Bytes))
}

func (e examination) checkTables(ctx context.Context, database string) []Finding {
	schema, err := store.CompareSchema(ctx, e.Database)
	switch {
	case err != nil:
		return finding("database", Fault, database+": "+err.Error(), "A server reports the same error: follow the message.")
	case schema.Version == 0:
		return finding("database", Fault, database+": it has no Axioma tables",
			"Check that it is the right database. Before the first start this is normal: axioma serve creates them.")
	case len(schema.Pending) > 0:
		return finding("database", Attention,
			fmt.Sprintf("%s: its schema has version %d, and this program needs %d", database, schema.Version, schema.Target), e.migrationAdvice())
	}
	return finding("database", OK, fmt.Sprintf("%s, schema version %d, up to date", database, schema.Version), "")
}

func (e examination) migrationAdvice() string {
	if e.Database.URL != "" {
		return "Make a backup (this is not automatic with PostgreSQL), stop the old server and start the new one, which migrates the schema."
	}
	return "Stop the old server and start the new one, which makes a copy and migrates the schema."
}

func (i Installation) askPostgres(ctx context.Context) (store.PostgresServer, error) {
	return store.InspectPostgres(ctx, i.Database)
}

func fileSize(folder string) (int64, error) {
	file, err := os.Stat(store.FileIn(folder))
	if err != nil {
		return 0, fmt.Errorf("reading the data: %w", err)
	}
	bytes := file.Size()
	if wal, err := os.Stat(store.FileIn(folder) + "-wal"); err == nil {
		bytes += wal.Size()
	}
	return bytes, nil
}

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

// lookAtDatabase finds whether the database is there, and whether it and the program are of
// an age.
func (e examination) lookAtDatabase(ctx context.Context) []Finding {
	if e.Database.URL != "" {
		return e.lookAtPostgres(ctx)
	}
	bytes, err := fileSize(e.Database.Folder)
	if errors.Is(err, fs.ErrNotExist) {
		return one("database", Fault, "there are no data in "+shownFolder(e.Database.Folder),
			"Name the folder of the server's data: axioma doctor --data DIR. Before the first start this is as it should be: axioma serve makes them.")
	}
	if err != nil {
		return one("database", Fault, err.Error(), "Ask as the account that the server runs as, or with sudo.")
	}
	return e.lookAtTables(ctx, "SQLite, "+size(bytes)+" in "+shownFolder(e.Database.Folder))
}

func (e examination) withoutPostgres(err error) []Finding {
	if store.IsAway(err) {
		return one("database", Fault, "PostgreSQL"+at(e.Database.URL)+" cannot be reached: "+plainly(err),
			"Start it, or mend its address in AXIOMA_DATABASE_URL and the way there (network, firewall, pg_hba.conf). The server waits for it meanwhile.")
	}
	return one("database", Fault, "PostgreSQL refuses us: "+err.Error(),
		"Mend account, password or name of the database in AXIOMA_DATABASE_URL; a server does not start with these.")
}

func (e examination) lookAtPostgres(ctx context.Context) []Finding {
	server, err := e.database(ctx)
	if err != nil {
		return e.withoutPostgres(err)
	}
	if server.Major < store.MinPostgresVersion {
		return one("database", Fault, fmt.Sprintf("PostgreSQL %s is too old", server.Version),
			fmt.Sprintf("Move the database to PostgreSQL %d or newer.", store.MinPostgresVersion))
	}
	wanted := int(cmp.Or(e.Database.Connections, store.DefaultConnections))
	if wanted > server.Connections {
		return append(one("database", Attention,
			fmt.Sprintf("a server may open %d connections, and PostgreSQL allows %d to everybody together", wanted, server.Connections),
			"Lower AXIOMA_DATABASE_CONNECTIONS, or raise max_connections of PostgreSQL."), e.lookAtTables(ctx, postgresInWords(server))...)
	}
	return e.lookAtTables(ctx, fmt.Sprintf("%s, up to %d of its %d connections", postgresInWords(server), wanted, server.Connections))
}

// at is where a database is, in words; nothing where its address names several servers.
func at(address string) string {
	parsed, err := url.Parse(address)
	if err != nil || parsed.Host == "" {
		return ""
	}
	return " at " + parsed.Host
}

func postgresInWords(server store.PostgresServer) string {
	return fmt.Sprintf("PostgreSQL %s, %s", server.Version, size(server.Bytes))
}

// lookAtTables compares the tables of a database, which is described, with the program's.
func (e examination) lookAtTables(ctx context.Context, database string) []Finding {
	schema, err := store.CompareSchema(ctx, e.Database)
	switch {
	case err != nil:
		return one("database", Fault, database+": "+err.Error(), "A server says the same: read the message.")
	case schema.Found == 0:
		return one("database", Fault, database+": it has no tables of this program",
			"Look whether it is the right one. Before the first start this is as it should be: axioma serve makes them.")
	case len(schema.Pending) > 0:
		return one("database", Attention,
			fmt.Sprintf("%s: its tables are of version %d, and this program's of %d", database, schema.Found, schema.Target), e.howToMigrate())
	}
	return one("database", OK, fmt.Sprintf("%s, tables of version %d, up to date", database, schema.Found), "")
}

func (e examination) howToMigrate() string {
	if e.Database.URL != "" {
		return "Make a backup, stop the old server and start the new one, which brings them up to date: it takes no copy of PostgreSQL by itself."
	}
	return "Stop the old server and start the new one, which makes a copy and brings them up to date."
}

func (i Installation) askPostgres(ctx context.Context) (store.PostgresServer, error) {
	return store.InspectPostgres(ctx, i.Database)
}

// fileSize is how many bytes the file of a folder has, with its journal.
func fileSize(folder string) (int64, error) {
	file, err := os.Stat(store.FileIn(folder))
	if err != nil {
		return 0, fmt.Errorf("looking at the data: %w", err)
	}
	bytes := file.Size()
	if journal, err := os.Stat(store.FileIn(folder) + "-wal"); err == nil {
		bytes += journal.Size()
	}
	return bytes, nil
}

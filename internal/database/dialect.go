package database

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// Dialect has the differences between the engines' SQL and errors.
type Dialect struct {
	Name            string
	System          string // name in OpenTelemetry traces
	ForUpdate       string // suffix of SELECT: rows to change
	SkipLocked      string // suffix of SELECT: rows to change, without locked ones
	ForNoKeyUpdate  string // allows new foreign keys to the row
	ForKeyShare     string // suffix of SELECT: rows that ForUpdate must not change meanwhile
	PositionFunc    string // a text's position in another
	SetTenant       string // statement to see a tenant's rows, for "" all; empty: no row-level security
	LockShared      string // shared lock by name; empty: writers take turns
	LockExclusive   string // exclusive lock by name; empty: as above
	CustomPlans     string // statement that plans queries for their arguments; empty: none
	LongRead        string // before an export; empty: none
	StaleStatistics string // query whose rows are statements that renew outdated statistics
	Size            string // query for the data's bytes
	DatabaseID      string // query: whether ServerID may be run, and the name of the database
	ServerID        string // query for the server's identity
	Columns         string // query: columns of a table, and whether each is boolean
	// Query for the oldest transaction that the snapshot may not see; empty: rows store none.
	OldestTransaction string

	StatisticsSettings []string // before each of StaleStatistics

	IsUnique      func(error) bool
	IsRetryable   func(error) bool // serialization failure or deadlock
	IsUnavailable func(error) bool
	IsOutage      func(error) (isOutage, writes bool) // isOutage: for all callers; writes: only writing fails
}

// SQLiteDialect returns SQLite's dialect.
func SQLiteDialect() Dialect {
	return Dialect{
		Name:         "sqlite",
		System:       "sqlite",
		PositionFunc: "instr",
		// A dry run over all tables. A thousand rows per index suffice.
		StaleStatistics:    "PRAGMA optimize(0x10003)",
		StatisticsSettings: []string{"PRAGMA analysis_limit(1000)"},
		Size:               "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
		DatabaseID:         "SELECT TRUE, ''",
		ServerID:           "SELECT ''",
		Columns:            "SELECT name, upper(type) = 'BOOLEAN' FROM pragma_table_info($1) ORDER BY cid",
		IsUnique:           hasSQLiteCode(sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey),
		IsRetryable:        func(error) bool { return false },
		IsUnavailable:      isSQLiteUnavailable,
		IsOutage:           isSQLiteOutage,
	}
}

// PostgresDialect returns PostgreSQL's dialect.
func PostgresDialect() Dialect {
	return Dialect{
		Name:           "postgres",
		System:         "postgresql",
		PositionFunc:   "strpos",
		ForUpdate:      " FOR UPDATE",
		SkipLocked:     " FOR UPDATE SKIP LOCKED",
		ForNoKeyUpdate: " FOR NO KEY UPDATE",
		ForKeyShare:    " FOR KEY SHARE",
		SetTenant:      setTenant,
		LockShared:     "SELECT pg_advisory_xact_lock_shared(hashtextextended($1, 138))",
		LockExclusive:  "SELECT pg_advisory_xact_lock(hashtextextended($1, 138))",
		// JIT compilation takes longer than a report's query.
		CustomPlans: "SELECT set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)",
		// An export has no time limit and may idle with a slow reader.
		LongRead: "SELECT set_config('jit', 'off', true), set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)",
		StaleStatistics: "SELECT 'ANALYZE ' || quote_ident(relname) FROM pg_class " +
			"WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p') AND reltuples < 0 AND (pg_relation_size(oid) > 0 " +
			"OR EXISTS (SELECT 1 FROM pg_partition_tree(oid) WHERE isleaf AND pg_relation_size(relid) > 0))",
		Size:       "SELECT pg_database_size(current_database())",
		DatabaseID: "SELECT has_function_privilege('pg_control_system()', 'EXECUTE'), (SELECT 'database ' || oid::text FROM pg_database WHERE datname = current_database())",
		ServerID:   "SELECT system_identifier::text FROM pg_control_system()",
		Columns: "SELECT column_name, data_type = 'boolean' FROM information_schema.columns " +
			"WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER' ORDER BY ordinal_position",
		OldestTransaction: "SELECT pg_snapshot_xmin(pg_current_snapshot())::text",

		IsUnique:      hasPostgresCode("23505"),
		IsRetryable:   hasPostgresCode("40001", "40P01"),
		IsUnavailable: IsPostgresUnavailable,
		IsOutage:      isPostgresOutage,
	}
}

func hasSQLiteCode(codes ...sqlite.ResultCode) func(error) bool {
	return func(err error) bool { return slices.Contains(codes, sqlite.ErrCode(err)) }
}

func hasPostgresCode(codes ...string) func(error) bool {
	return func(err error) bool {
		var fault *pgconn.PgError
		return errors.As(err, &fault) && slices.Contains(codes, fault.Code)
	}
}

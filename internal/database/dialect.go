package database

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// Dialect is all that the SQL and the errors of the two engines differ in.
type Dialect struct {
	Name            string
	System          string // its name in traces, which is OpenTelemetry's
	ForUpdate       string // appended to a SELECT that precedes a change
	SkipLocked      string // the same, passing over what another transaction has locked
	ForNoKeyUpdate  string // the same, without keeping others from adding rows that refer to it
	ForKeyShare     string // appended to a SELECT of what is to stay while others read it too
	Position        string // the function that says where one text stands in another
	CustomPlans     string // has each query of a transaction planned for what it asks; empty: nothing
	LongRead        string // run before the queries of an export; empty: nothing
	StaleStatistics string // the query for statements that renew statistics of tables which need it
	Size            string // the query for how many bytes the data take
	DatabaseID      string // the query for whether serverID may be asked, and for which database of the server this is
	ServerID        string // the query for which server this is
	Columns         string // the query for the columns of a table, and whether each says yes or no

	StatisticsSettings []string // run before each of those statements

	IsUnique    func(error) bool
	IsRetryable func(error) bool
	IsAway      func(error) bool                // the database cannot be used now
	IsOutage    func(error) (away, writes bool) // by nobody; it cannot be written
}

// SQLiteDialect is that of SQLite.
func SQLiteDialect() Dialect {
	return Dialect{
		Name:     "sqlite",
		System:   "sqlite",
		Position: "instr",
		// What it would do by itself, of all tables, without doing it. To look at a thousand rows of each index is enough.
		StaleStatistics:    "PRAGMA optimize(0x10003)",
		StatisticsSettings: []string{"PRAGMA analysis_limit(1000)"},
		Size:               "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
		DatabaseID:         "SELECT TRUE, ''",
		ServerID:           "SELECT ''",
		Columns:            "SELECT name, upper(type) = 'BOOLEAN' FROM pragma_table_info($1) ORDER BY cid",
		IsUnique:           hasSQLiteCode(sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey),
		IsRetryable:        func(error) bool { return false },
		IsAway:             sqliteIsAway,
		IsOutage:           isSQLiteOutage,
	}
}

// PostgresDialect is that of PostgreSQL.
func PostgresDialect() Dialect {
	return Dialect{
		Name:           "postgres",
		System:         "postgresql",
		Position:       "strpos",
		ForUpdate:      " FOR UPDATE",
		SkipLocked:     " FOR UPDATE SKIP LOCKED",
		ForNoKeyUpdate: " FOR NO KEY UPDATE",
		ForKeyShare:    " FOR KEY SHARE",
		// Compiling a query of a report takes longer than running it.
		CustomPlans: "SELECT set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)",
		// What reads everything takes as long as it takes, and may rest while it is written down.
		LongRead: "SELECT set_config('jit', 'off', true), set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)",
		StaleStatistics: "SELECT 'ANALYZE ' || quote_ident(relname) FROM pg_class " +
			"WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples < 0 AND pg_relation_size(oid) > 0",
		Size:       "SELECT pg_database_size(current_database())",
		DatabaseID: "SELECT has_function_privilege('pg_control_system()', 'EXECUTE'), (SELECT 'database ' || oid::text FROM pg_database WHERE datname = current_database())",
		ServerID:   "SELECT system_identifier::text FROM pg_control_system()",
		Columns: "SELECT column_name, data_type = 'boolean' FROM information_schema.columns " +
			"WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
		IsUnique:    hasPostgresCode("23505"),
		IsRetryable: hasPostgresCode("40001", "40P01"),
		IsAway:      IsPostgresAway,
		IsOutage:    isPostgresOutage,
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

package store

import (
	"errors"
	"slices"

	"github.com/jackc/pgx/v5/pgconn"
	"zombiezen.com/go/sqlite"
)

// dialect is all that the SQL of the two engines differs in.
type dialect struct {
	name       string
	system     string // its name in traces, which is OpenTelemetry's
	forUpdate  string // appended to a SELECT that precedes a change
	skipLocked string // the same, passing over what another transaction has locked
	forTurn    string // the same, without keeping others from adding rows that refer to it
	forTerms   string // appended to a SELECT of what is to stay while others read it too
	position   string // the function that says where one text stands in another
	planAnew   string // has each query of a transaction planned for what it asks; empty: nothing
	forWhole   string // run before the queries of an export; empty: nothing
	stale      string // the query for statements that renew statistics of tables which need it
	size       string // the query for how many bytes the data take
	databaseID string // the query for whether serverID may be asked, and for which database of the server this is
	serverID   string // the query for which server this is
	columns    string // the query for the columns of a table, and whether each says yes or no

	forStatistics []string // run before each of those statements

	isUnique    func(error) bool
	isRetryable func(error) bool
	isAway      func(error) bool                // the database cannot be used now
	isOutage    func(error) (away, writes bool) // by nobody; it cannot be written
}

func sqliteDialect() dialect {
	return dialect{
		name:     "sqlite",
		system:   "sqlite",
		position: "instr",
		// What it would do by itself, of all tables, without doing it. To look at a thousand rows of each index is enough.
		stale:         "PRAGMA optimize(0x10003)",
		forStatistics: []string{"PRAGMA analysis_limit(1000)"},
		size:          "SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()",
		databaseID:    "SELECT TRUE, ''",
		serverID:      "SELECT ''",
		columns:       "SELECT name, upper(type) = 'BOOLEAN' FROM pragma_table_info($1) ORDER BY cid",
		isUnique:      hasSQLiteCode(sqlite.ResultConstraintUnique, sqlite.ResultConstraintPrimaryKey),
		isRetryable:   func(error) bool { return false },
		isAway:        sqliteIsAway,
		isOutage:      isSQLiteOutage,
	}
}

func postgresDialect() dialect {
	return dialect{
		name:       "postgres",
		system:     "postgresql",
		position:   "strpos",
		forUpdate:  " FOR UPDATE",
		skipLocked: " FOR UPDATE SKIP LOCKED",
		forTurn:    " FOR NO KEY UPDATE",
		forTerms:   " FOR KEY SHARE",
		// Compiling a query of a report takes longer than running it.
		planAnew: "SELECT set_config('jit', 'off', true), set_config('plan_cache_mode', 'force_custom_plan', true)",
		// What reads everything takes as long as it takes, and may rest while it is written down.
		forWhole: "SELECT set_config('jit', 'off', true), set_config('statement_timeout', '0', true), set_config('idle_in_transaction_session_timeout', '0', true)",
		stale: "SELECT 'ANALYZE ' || quote_ident(relname) FROM pg_class " +
			"WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND reltuples < 0 AND pg_relation_size(oid) > 0",
		size:       "SELECT pg_database_size(current_database())",
		databaseID: "SELECT has_function_privilege('pg_control_system()', 'EXECUTE'), (SELECT 'database ' || oid::text FROM pg_database WHERE datname = current_database())",
		serverID:   "SELECT system_identifier::text FROM pg_control_system()",
		columns: "SELECT column_name, data_type = 'boolean' FROM information_schema.columns " +
			"WHERE table_schema = current_schema() AND table_name = $1 ORDER BY ordinal_position",
		isUnique:    hasPostgresCode("23505"),
		isRetryable: hasPostgresCode("40001", "40P01"),
		isAway:      postgresIsAway,
		isOutage:    isPostgresOutage,
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

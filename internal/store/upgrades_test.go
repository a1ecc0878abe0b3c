package store_test

import (
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

// A database is migrated version by version. At each version with new data it gets a business from testdata/upgrades.
// In the end its rows must be unchanged, the invariants hold, and the tables equal those of a new database.
func TestMigration_FromEachVersion_LosesNothing(t *testing.T) {
	t.Parallel()
	database, fresh := storetest.New(t), storetest.New(t)
	database.DropTables(t)
	steps := stepsOf(t, database)
	var shops []writtenShop
	for _, version := range steps.versions() {
		if err := steps.To(t.Context(), version); err != nil {
			t.Fatal(err)
		}
		shops = append(shops, steps.writeShop(version))
	}
	steps.run("INSERT INTO settings (name, value) VALUES ('token-key', 'c2VjcmV0')")
	if err := steps.To(t.Context(), steps.last); err != nil {
		t.Fatal(err)
	}
	renames := readRenames(t)
	for _, shop := range shops {
		for i, column := range shop.columns {
			shop.columns[i] = renames.apply(column)
		}
		if now := steps.rowsOf(shop); !slices.Equal(now, shop.rows) {
			t.Errorf("rows of version %d that are now missing:\n%s\nand rows that are new:\n%s", shop.version, strings.Join(removeTexts(shop.rows, now), "\n"), strings.Join(removeTexts(now, shop.rows), "\n"))
		}
	}
	breaches, err := database.Open(t).Check(t.Context())
	if err != nil || breaches.Rows > 0 {
		t.Errorf("%v, %d breaches, the first of them %q", err, breaches.Rows, breaches.First[:min(3, len(breaches.First))])
	}
	had, want := steps.rows(steps.schema), stepsOf(t, fresh).rows(steps.schema)
	if len(want) == 0 || !slices.Equal(had, want) {
		t.Errorf("the upgraded tables have\n%s\nbut a new database has\n%s", strings.Join(removeTexts(had, want), "\n"), strings.Join(removeTexts(want, had), "\n"))
	}
	steps.mustHaveMoved()
}

// mustHaveMoved checks columns that were derived from older rows.
func (s *upgrade) mustHaveMoved() {
	s.t.Helper()
	for query, want := range map[string][]string{
		// Until version 130 one key signed and hashed. Its hashes and tokens must stay valid.
		`SELECT name || ' ' || replace(value, '"since":' || (SELECT min(created_at) FROM users), '"since":first') FROM settings
			WHERE name IN ('signing-keys', 'token-key') ORDER BY name`: {`signing-keys [{"id":"first","secret":"c2VjcmV0","since":first}]`, "token-key c2VjcmV0"},
		"SELECT id FROM customers WHERE phone_unverified AND business_id IN ('v06', 'v08', 'v24', 'v25') ORDER BY id": {
			"v06-eva", "v06-pia", "v06-sol", "v08-eva", "v24-eva", "v25-eva",
		},
		// Eva registered by the form, Mar's record was merged, and the staff added Ana.
		"SELECT id FROM customers WHERE email_unverified ORDER BY id":      {"v43-eva", "v43-mar"},
		"SELECT serial || ' ' || holder FROM pass_holders ORDER BY holder": {"v44-pass google:", "v44-pass v44-telephone"},
		"SELECT serial FROM google_passes":                                 {"v44-pass"},
		// Token versions are random since version 52. Former ones are accepted for a while.
		"SELECT id FROM users WHERE previous_token_version IS NULL OR previous_token_version_at IS NULL OR previous_token_version > 100": {},
		"SELECT id FROM users WHERE token_version < 0 OR token_version <= previous_token_version":                                        {},
		"SELECT CAST(token_version AS TEXT) FROM users GROUP BY token_version HAVING count(*) > 1":                                       {},
		"SELECT id FROM messages WHERE sender = '1065' AND business_id IN ('v08', 'v09', 'v10') ORDER BY id":                             {"v09-w4", "v10-w4"},
		"SELECT id FROM businesses WHERE search <> 'barberia'":                                                                           {},
		"SELECT id FROM families WHERE search <> sort_key":                                                                               {},
		"SELECT DISTINCT scope FROM login_codes WHERE scope IN ('v24', 'v25')":                                                           {"v25"},
		"SELECT id FROM customers WHERE business_id = 'v10' AND first_visit_day = '2026-01-05' ORDER BY id":                              {"v10-ana", "v10-luz"},
		"SELECT id FROM consents WHERE business_id = 'v07' AND replaced_at = 5 ORDER BY id":                                              {"v07-c7"},
		"SELECT status || ' ' || urgency || ' ' || next_try_at FROM messages WHERE business_id = 'v05' AND id = 'v05-w1'":                {"QUEUED 1 0"},
		"SELECT id FROM visits WHERE business_id = 'v14' AND (received_at IS NOT NULL OR device_id IS NOT NULL)":                         {},
		"SELECT id FROM customers WHERE business_id = 'v17' AND version <> 1":                                                            {},
	} {
		if got := s.rows(query); !slices.Equal(got, want) {
			s.t.Errorf("%s: %q, want %q", query, got, want)
		}
	}
}

type upgrade struct {
	*store.Steps
	t       *testing.T
	last    int64
	columns string // table.column
	schema  string
}

func stepsOf(t *testing.T, database storetest.Database) *upgrade {
	t.Helper()
	schema, err := store.CompareSchema(t.Context(), store.Location{Folder: t.TempDir()})
	if err != nil {
		t.Fatal(err)
	}
	steps, err := store.NewSteps(database.Folder, database.URL)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := steps.Pool.Close(); err != nil {
			t.Error(err)
		}
	})
	u := &upgrade{Steps: steps, t: t, last: schema.Target, columns: `
		SELECT t.name || '.' || c.name FROM sqlite_schema t JOIN pragma_table_info(t.name) c
		WHERE t.type = 'table' AND t.name NOT LIKE 'sqlite%' AND t.name NOT LIKE 'goose%'`, schema: `
		SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema WHERE name NOT LIKE 'goose%' AND tbl_name NOT LIKE 'sqlite%'`}
	if database.URL == "" {
		u.run("PRAGMA synchronous = OFF")
		return u
	}
	u.columns = `
		SELECT c.relname || '.' || a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
		WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND c.relname NOT LIKE 'goose%'`
	u.schema = `
		SELECT indexdef FROM pg_indexes WHERE schemaname = 'public' AND tablename NOT LIKE 'goose%'
		UNION ALL
		SELECT conrelid::regclass::text || ' ' || pg_get_constraintdef(oid) FROM pg_constraint
		WHERE connamespace = 'public'::regnamespace AND conrelid::regclass::text NOT LIKE 'goose%'
		UNION ALL
		SELECT table_name || '.' || column_name || ' ' || data_type || ' ' || is_nullable || ' ' || coalesce(column_default, '')
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name NOT LIKE 'goose%'`
	return u
}

func (s *upgrade) run(statements string) {
	s.t.Helper()
	if _, err := s.Pool.ExecContext(s.t.Context(), statements); err != nil {
		s.t.Fatal(err)
	}
}

func (s *upgrade) rows(query string) []string {
	s.t.Helper()
	rows, err := s.Pool.QueryContext(s.t.Context(), query)
	if err != nil {
		s.t.Fatal(err)
	}
	values := []string{}
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			s.t.Fatal(err)
		}
		values = append(values, text)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		s.t.Fatal(err)
	}
	slices.Sort(values)
	return values
}

type writtenShop struct {
	version int64
	name    string
	columns []string // table.column
	rows    []string
}

func (s *upgrade) writeShop(version int64) writtenShop {
	s.t.Helper()
	shop := writtenShop{version: version, name: fmt.Sprintf("v%02d", version)}
	statements := "BEGIN;\n"
	for _, file := range upgradeFiles(s.t) {
		if file.since <= version && version <= file.until {
			statements += file.statements
		}
	}
	s.run(strings.ReplaceAll(statements, "$shop", shop.name) + "COMMIT;")
	// Version 52 sets new token versions, which mustHaveMoved checks.
	shop.columns = slices.DeleteFunc(s.rows(s.columns), func(column string) bool { return column == "users.token_version" })
	shop.rows = s.rowsOf(shop)
	if codesAskedAgain := int64(25); version < codesAskedAgain {
		shop.rows = slices.DeleteFunc(shop.rows, func(row string) bool { return strings.HasPrefix(row, "login_codes ") })
	}
	return shop
}

func (s *upgrade) versions() (versions []int64) {
	s.t.Helper()
	for _, file := range upgradeFiles(s.t) {
		for _, version := range []int64{file.since, file.until} {
			if version < s.last {
				versions = append(versions, version)
			}
		}
	}
	slices.Sort(versions)
	return slices.Compact(versions)
}

type upgradeFile struct {
	since, until int64
	statements   string
}

// upgradeFiles reads '04.sql' from version 4 on, '04-24.sql' until version 24.
func upgradeFiles(t *testing.T) (files []upgradeFile) {
	t.Helper()
	paths, err := filepath.Glob("testdata/upgrades/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		statements, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		since, until, limited := strings.Cut(strings.TrimSuffix(filepath.Base(path), ".sql"), "-")
		file := upgradeFile{since: number(t, since), until: math.MaxInt64, statements: string(statements)}
		if limited {
			file.until = number(t, until)
		}
		files = append(files, file)
	}
	return files
}

func number(t *testing.T, text string) int64 {
	t.Helper()
	value, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// renamings are by table, or by table.column.
type renamings map[string]string

var renaming = regexp.MustCompile(`ALTER TABLE (\w+) RENAME (?:COLUMN (\w+) )?TO (\w+);`)

func readRenames(t *testing.T) renamings {
	t.Helper()
	files, err := filepath.Glob("migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	renames := renamings{}
	for _, file := range files {
		statements, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range renaming.FindAllStringSubmatch(string(statements), -1) {
			renames[strings.TrimSuffix(m[1]+"."+m[2], ".")] = m[3]
		}
	}
	return renames
}

func (r renamings) apply(name string) string {
	table, column, _ := strings.Cut(name, ".")
	if present, ok := r[name]; ok {
		column = present
	}
	if present, ok := r[table]; ok {
		table = present
	}
	return table + "." + column
}

func everyColumn(names []string, renames renamings) string {
	tables := map[string]string{}
	for _, name := range names {
		table, column, _ := strings.Cut(name, ".")
		_, present, _ := strings.Cut(renames.apply(name), ".")
		tables[table] += " || ' " + present + "=' || coalesce(CAST(" + column + " AS TEXT), '-')"
	}
	var parts []string
	for table, texts := range tables {
		present, _, _ := strings.Cut(renames.apply(table), ".")
		parts = append(parts, "SELECT '"+present+"'"+texts+" FROM "+table)
	}
	return strings.Join(parts, " UNION ALL ")
}

func (s *upgrade) rowsOf(shop writtenShop) []string {
	s.t.Helper()
	return slices.DeleteFunc(s.rows(everyColumn(shop.columns, readRenames(s.t))), func(row string) bool { return !strings.Contains(row, shop.name) })
}

func removeTexts(texts, others []string) []string {
	return slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return slices.Contains(others, text) })
}

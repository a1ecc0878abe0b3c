package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver "pgx"
	_ "modernc.org/sqlite"             // the driver "sqlite"
)

// past is a history to measure reports on. It is written behind the server's back, because through the counter it would
// take as long as it took. A customer comes at most once a day, and every day has as many visits.
type past struct {
	business  string
	account   string // the e-mail address of who registered the visits
	customers int
	visits    int
	days      int
}

// write adds the history to the database of a server that does not run.
func (p past) write(ctx context.Context, o options, folder string) (err error) {
	driver, address := "sqlite", "file:"+filepath.Join(folder, "axioma.db")+"?_pragma=foreign_keys(1)"
	if o.database != "" {
		driver, address = "pgx", o.database
	}
	pool, err := sql.Open(driver, address)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	for _, statement := range p.statements(time.Now()) {
		if _, err := pool.ExecContext(ctx, statement); err != nil {
			return fmt.Errorf("write the past: %.80s: %w", statement, err)
		}
	}
	return tidy(ctx, o.database)
}

// tidy does at once what PostgreSQL's own housekeeping does within a minute of a large change. SQLite needs none.
func tidy(ctx context.Context, database string) (err error) {
	if database == "" {
		return nil
	}
	pool, err := sql.Open("pgx", database)
	if err != nil {
		return fmt.Errorf("open the database: %w", err)
	}
	defer func() { err = errors.Join(err, pool.Close()) }()
	if _, err := pool.ExecContext(ctx, "VACUUM ANALYZE"); err != nil {
		return fmt.Errorf("tidy the database: %w", err)
	}
	return nil
}

// statements are in the part of SQL that both engines read.
func (p past) statements(now time.Time) []string {
	replace := strings.NewReplacer(
		"{business}", p.business, "{account}", p.account, "{days}", p.calendar(now),
		"{customers}", fmt.Sprint(p.customers), "{visits}", fmt.Sprint(p.visits), "{day count}", fmt.Sprint(p.days),
		"{each}", fmt.Sprint(p.visits/p.customers), "{now}", fmt.Sprint(now.UnixMilli()),
	)
	statements := []string{
		`INSERT INTO customers (business_id, id, name, sort_key, phone, search, visits_count, last_visit_at, created_at)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {customers} - 1)
		SELECT '{business}', 'pastcustomer' || (10000000 + i), 'Cliente ' || i, '5' || (10000000 + i),
			'+346' || (10000000 + i), 'cliente ' || i || '` + "\t\n\n" + `+346' || (10000000 + i), {each},
			{now} - CAST(86400000 AS BIGINT) * (i % 90), {now} - CAST(86400000 AS BIGINT) * {day count}
		FROM n`,
		`INSERT INTO cards (business_id, id, customer_id, stamps)
		SELECT business_id, 'card' || id, id, visits_count FROM customers
		WHERE business_id = '{business}' AND id LIKE 'pastcustomer%'`,
		`INSERT INTO visits (business_id, id, customer_id, card_id, visited_at, local_day, day_slot, stamp_number, card_target,
			card_half, registered_by)
		WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < {visits} - 1),
			days(d, local_day, opens_at) AS (VALUES {days}),
			come(i, d, who) AS (SELECT i, i / ({visits} / {day count}), i % {customers} * 7919 % {customers} FROM n)
		SELECT '{business}', 'pastvisit' || (10000000 + i), 'pastcustomer' || (10000000 + who),
			'cardpastcustomer' || (10000000 + who), opens_at + 60000 * (i * 37 % 660), local_day, 0,
			1 + i / {customers}, 1000000, 0, (SELECT id FROM users WHERE email = '{account}')
		FROM come JOIN days ON days.d = come.d
		ORDER BY i`,
		`INSERT INTO rewards (business_id, id, card_id, customer_id, kind, status, milestone, created_at)
		SELECT business_id, 'reward' || id, 'card' || id, id, 'FREE', 'PENDING', 10, {now}
		FROM customers WHERE business_id = '{business}' AND id LIKE 'pastcustomer%0'`,
		`UPDATE customers SET first_visit_day = (
			SELECT min(v.local_day) FROM visits v WHERE v.business_id = customers.business_id AND v.customer_id = customers.id)
		WHERE business_id = '{business}' AND id LIKE 'pastcustomer%'`,
	}
	for i, statement := range statements {
		statements[i] = replace.Replace(statement)
	}
	return statements
}

// calendar is a row for each day up to today: its number, its name and the instant at which the shop opens.
func (p past) calendar(now time.Time) string {
	rows := make([]string, p.days)
	for d := range rows {
		day := now.UTC().AddDate(0, 0, d-p.days+1)
		opens := time.Date(day.Year(), day.Month(), day.Day(), 8, 0, 0, 0, time.UTC)
		rows[d] = fmt.Sprintf("(%d, '%s', %d)", d, opens.Format(time.DateOnly), opens.UnixMilli())
	}
	return strings.Join(rows, ", ")
}

package store

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// ServiceCount is how often a customer came on a day, in its week and in its
// month.
type ServiceCount struct {
	CustomerID       string
	Name             string
	Day, Week, Month int64
}

// ServiceCounts is a page of the customers who came in a range. Total counts
// the customers of all pages, Visits their visits in the range.
type ServiceCounts struct {
	Listed[ServiceCount]
	Visits int64
}

// rangeColumns are the counts that a range is about.
var rangeColumns = map[loyalty.Range]string{
	loyalty.RangeDay:   "in_day",
	loyalty.RangeWeek:  "in_week",
	loyalty.RangeMonth: "in_month",
}

// CountServices counts the visits of each active customer who came in the
// range, most visits in it first, then in Spanish order of their names. The
// search finds parts of names, ignoring case and accents. A page without limit
// has everybody.
func (tx *Tx) CountServices(window loyalty.Window, r loyalty.Range, search string, page Page) (ServiceCounts, error) {
	where := clause{args: []any{tx.businessID}}
	counted := tx.countedServices(&where, window, r, search)
	read := tx.readServicePage
	switch {
	case page.Limit == 0 && page.after == nil:
		read = tx.readServices
	case page.Limit == 0:
		page.Limit = math.MaxInt32
	}
	counts, err := read(counted, where, page)
	if err != nil {
		return ServiceCounts{}, fmt.Errorf("counting services: %w", err)
	}
	return counts, nil
}

// countedServices is the query of the whole report. The visits are counted
// before anything is known of the customers: CROSS JOIN keeps SQLite to that
// order.
func (tx *Tx) countedServices(where *clause, window loyalty.Window, r loyalty.Range, search string) string {
	column := rangeColumns[r]
	visits := `SELECT v.customer_id,
			` + countWithin(where, window.Day) + ` AS in_day,
			` + countWithin(where, window.Week) + ` AS in_week,
			` + countWithin(where, window.Month) + ` AS in_month
		FROM visits v
		WHERE v.business_id = $1 AND ` + within(where, window.Span()) + ` AND v.deleted_at IS NULL
		GROUP BY v.customer_id`
	where.and(`c.archived_at IS NULL AND came.` + column + ` > 0`)
	if folded := loyalty.Fold(search); folded != "" {
		where.and(tx.positionOf(where, folded) + ` BETWEEN 1 AND ` + tx.positionOf(where, afterName))
	}
	return `SELECT came.customer_id, c.name, came.in_day, came.in_week, came.in_month, came.` + column + ` AS in_range, c.sort_key
		FROM (` + visits + `) came CROSS JOIN customers c
		WHERE c.business_id = $1 AND c.id = came.customer_id` + where.sql()
}

const serviceOrder = ` ORDER BY in_range DESC, sort_key, customer_id`

// readServices reads everybody. What of all pages has to be known is added up
// on the way.
func (tx *Tx) readServices(counted string, where clause, _ Page) (ServiceCounts, error) {
	counts := ServiceCounts{Listed: Listed[ServiceCount]{Items: []ServiceCount{}}}
	err := tx.each(`SELECT customer_id, name, in_day, in_week, in_month, in_range FROM (`+counted+`) counted`+serviceOrder,
		where.args, func(row scanner) error {
			var c ServiceCount
			var inRange int64
			err := row.Scan(&c.CustomerID, &c.Name, &c.Day, &c.Week, &c.Month, &inRange)
			counts.Visits += inRange
			counts.Items = append(counts.Items, c)
			return err
		})
	counts.Total = int64(len(counts.Items))
	return counts, err
}

func (tx *Tx) readServicePage(counted string, where clause, page Page) (ServiceCounts, error) {
	after, err := afterCount(&where, page)
	if err != nil {
		return ServiceCounts{}, err
	}
	var counts ServiceCounts
	listed := lister[ServiceCount]{limit: page.Limit}
	err = tx.each(`
		SELECT customer_id, name, in_day, in_week, in_month, in_range, sort_key, customers, visits
		FROM (
			SELECT customer_id, name, in_day, in_week, in_month, in_range, sort_key,
				count(*) OVER () AS customers, CAST(sum(in_range) OVER () AS BIGINT) AS visits
			FROM (`+counted+`) counted
		) totalled WHERE `+after+serviceOrder+` LIMIT `+where.bind(page.Limit+1), where.args, func(row scanner) error {
		var c ServiceCount
		var inRange int64
		var key string
		err := row.Scan(&c.CustomerID, &c.Name, &c.Day, &c.Week, &c.Month, &inRange, &key, &listed.total, &counts.Visits)
		listed.add(c, strconv.FormatInt(inRange, 10), key, c.CustomerID)
		return err
	})
	counts.Listed = listed.done()
	return counts, err
}

func within(where *clause, p loyalty.Period) string {
	return `v.local_day >= ` + where.bind(p.From) + ` AND v.local_day <= ` + where.bind(p.To)
}

func countWithin(where *clause, p loyalty.Period) string {
	return `sum(CASE WHEN ` + within(where, p) + ` THEN 1 ELSE 0 END)`
}

func afterCount(where *clause, page Page) (string, error) {
	if page.after == nil {
		return `TRUE`, nil
	}
	count, err := page.instantKey()
	if err != nil {
		return "", err
	}
	bound := where.bind(count)
	return `(in_range < ` + bound + ` OR in_range = ` + bound +
		` AND (sort_key, customer_id) > (` + where.bind(page.after[1]) + `, ` + where.bind(page.after[2]) + `))`, nil
}

// byActive leaves out the visits of archived customers.
const byActive = `v.customer_id NOT IN (
	SELECT a.id FROM customers a WHERE a.business_id = $1 AND a.archived_at IS NOT NULL)`

// QuarterCount is how many visits there were in a quarter of an hour.
type QuarterCount struct {
	Day    loyalty.Day
	Begins time.Time
	Visits int64
}

// quarterMillis is a quarter of an hour: days and hours begin on one in every
// time zone of today.
const quarterMillis = 15 * 60 * 1000

// VisitsByQuarter counts the visits of active customers in a period.
func (tx *Tx) VisitsByQuarter(p loyalty.Period) ([]QuarterCount, error) {
	var counts []QuarterCount
	err := tx.each(`
		SELECT min(v.local_day), v.visited_at / $4 AS quarter, count(*) FROM visits v
		WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.deleted_at IS NULL AND `+byActive+`
		GROUP BY quarter`,
		[]any{tx.businessID, p.From, p.To, quarterMillis}, func(row scanner) error {
			var c QuarterCount
			var quarter int64
			err := row.Scan(&c.Day, &quarter, &c.Visits)
			c.Begins = time.UnixMilli(quarter * quarterMillis).UTC()
			counts = append(counts, c)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting visits by the hour: %w", err)
	}
	return counts, nil
}

// CountCame counts the visits of active customers in a period, and those
// customers.
func (tx *Tx) CountCame(p loyalty.Period) (visits, customers int64, err error) {
	_, err = tx.one(`
		SELECT CAST(coalesce(sum(each.visits), 0) AS BIGINT), count(*) FROM (
			SELECT count(*) AS visits FROM visits v
			WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.deleted_at IS NULL AND `+byActive+`
			GROUP BY v.customer_id
		) each`, []any{tx.businessID, p.From, p.To}, &visits, &customers)
	if err != nil {
		return 0, 0, fmt.Errorf("counting who came: %w", err)
	}
	return visits, customers, nil
}

// NewCustomers counts the active customers who came for the first time ever in
// a period, by day.
func (tx *Tx) NewCustomers(p loyalty.Period) (map[loyalty.Day]int64, error) {
	counts := map[loyalty.Day]int64{}
	err := tx.each(`
		SELECT first_visit_day, count(*) FROM customers
		WHERE business_id = $1 AND archived_at IS NULL AND first_visit_day >= $2 AND first_visit_day <= $3
		GROUP BY first_visit_day`, []any{tx.businessID, p.From, p.To}, func(row scanner) error {
		var day loyalty.Day
		var customers int64
		err := row.Scan(&day, &customers)
		counts[day] = customers
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("counting who came for the first time: %w", err)
	}
	return counts, nil
}

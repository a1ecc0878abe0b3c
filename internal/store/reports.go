package store

import (
	"cmp"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// Reports are the counts of a business's visits and customers.
type Reports struct{ tx *Tx }

// Reports are the counts of the business's visits and customers.
func (tx *Tx) Reports() Reports { return Reports{tx} }

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

// in is the count that a range is about.
func (c ServiceCount) in(r loyalty.Range) int64 {
	switch r {
	case loyalty.RangeDay:
		return c.Day
	case loyalty.RangeMonth:
		return c.Month
	default:
		return c.Week
	}
}

// add counts a visit in the periods to which it belongs.
func (c *ServiceCount) add(inDay, inWeek, inMonth bool) {
	if inDay {
		c.Day++
	}
	if inWeek {
		c.Week++
	}
	if inMonth {
		c.Month++
	}
}

// Services counts the visits of each active customer who came in the
// range, most visits in it first, then in Spanish order of their names. The
// search finds parts of names, ignoring case and accents. A page without limit
// has everybody.
func (q Reports) Services(window loyalty.Window, r loyalty.Range, search string, page Page) (ServiceCounts, error) {
	report := serviceReport{window: window, r: r, page: page}
	came, err := report.ranked(q.tx)
	if err != nil {
		return ServiceCounts{}, err
	}
	if err := report.addByName(q.tx, came, search); err != nil {
		return ServiceCounts{}, err
	}
	counts := ServiceCounts{Visits: report.visits}
	if counts.Listed, err = report.listed(q.tx); err != nil {
		return ServiceCounts{}, err
	}
	return counts, nil
}

// ranked counts the visits of every customer who came: of the whole window, or only
// of the range, which ranks her, where a page is to follow.
func (s *serviceReport) ranked(tx *Tx) (map[string]*ServiceCount, error) {
	period := s.window.Span()
	if s.page.Limit > 0 {
		period = s.window.Of(s.r)
	}
	came := map[string]*ServiceCount{}
	err := tx.Reports().eachDay(`v.customer_id`, period, func(day loyalty.Day, visits iter.Seq[string]) error {
		inDay, inWeek, inMonth := s.window.Day.Contains(day), s.window.Week.Contains(day), s.window.Month.Contains(day)
		for customerID := range visits {
			count := came[customerID]
			if count == nil {
				count = &ServiceCount{CustomerID: strings.Clone(customerID)}
				came[count.CustomerID] = count
			}
			count.add(inDay, inWeek, inMonth)
		}
		return nil
	})
	return came, err
}

// eachDay calls count for the days of a period that have visits, with what a
// column says of each of them: no text with a space. The text of a day comes in
// one piece, because handing a row over takes longer than finding it.
func (q Reports) eachDay(column string, p loyalty.Period, count func(day loyalty.Day, visits iter.Seq[string]) error) error {
	err := q.tx.each(`
		SELECT v.local_day, string_agg(`+column+`, ' ') FROM visits v
		WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.deleted_at IS NULL
		GROUP BY v.local_day`, []any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
		var day loyalty.Day
		var visits string
		if err := row.Scan(&day, &visits); err != nil {
			return err
		}
		return count(day, strings.SplitSeq(visits, " "))
	})
	if err != nil {
		return fmt.Errorf("reading the visits from %s to %s: %w", p.From, p.To, err)
	}
	return nil
}

// serviceReport gathers who came in a range: in the order of the names first.
type serviceReport struct {
	window loyalty.Window
	r      loyalty.Range
	page   Page
	visits int64 // in the range, of all
	served []served
}

// served is who came in the range.
type served struct {
	*ServiceCount
	afterName bool // her name stands after the one that the page before ended with
}

// addByName adds whoever came and is found, in the order of the names. Without a
// limit the names are read too.
func (s *serviceReport) addByName(tx *Tx, came map[string]*ServiceCount, search string) error {
	where := clause{args: []any{tx.businessID}}
	name, after := `''`, `FALSE`
	if s.page.Limit == 0 {
		name = `c.name`
	}
	if s.page.after != nil {
		after = `(c.sort_key, c.id) > (` + where.bind(s.page.after[1]) + `, ` + where.bind(s.page.after[2]) + `)`
	}
	// The first is true of all: it leads SQLite to the index of the names.
	where.and(`c.sort_key >= '' AND c.archived_at IS NULL`)
	if loyalty.Fold(search) != "" {
		where.and(customerNames(tx, search).found(&where, afterName))
	}
	err := tx.each(`SELECT c.id, `+name+`, `+after+` FROM customers c WHERE c.business_id = $1`+where.sql()+` ORDER BY c.sort_key, c.id`,
		where.args, func(row scanner) error {
			var id, name string
			var after bool
			if err := row.Scan(&id, &name, &after); err != nil {
				return err
			}
			if count := came[id]; count != nil && count.in(s.r) > 0 {
				count.Name = name
				s.visits += count.in(s.r)
				s.served = append(s.served, served{count, after})
			}
			return nil
		})
	if err != nil {
		return fmt.Errorf("reading the customers of a report: %w", err)
	}
	return nil
}

// listed is the page of the report.
func (s *serviceReport) listed(tx *Tx) (Listed[ServiceCount], error) {
	listed := lister[ServiceCount]{limit: s.page.Limit, total: int64(len(s.served))}
	following, err := s.following()
	if err != nil {
		return Listed[ServiceCount]{}, err
	}
	if s.page.Limit == 0 {
		listed.limit = len(following)
		for _, each := range following {
			listed.add(*each.ServiceCount)
		}
		return listed.done(), nil
	}
	following = following[:min(len(following), s.page.Limit+1)]
	keys, err := s.name(tx, following)
	if err == nil {
		err = s.count(tx, following)
	}
	for _, each := range following {
		listed.add(*each.ServiceCount, strconv.FormatInt(each.in(s.r), 10), keys[each.CustomerID], each.CustomerID)
	}
	return listed.done(), err
}

// following are those on this page and on all that follow it.
func (s *serviceReport) following() ([]served, error) {
	slices.SortStableFunc(s.served, func(a, b served) int { return cmp.Compare(b.in(s.r), a.in(s.r)) })
	if s.page.after == nil {
		return s.served, nil
	}
	last, err := s.page.instantKey()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(s.served, func(each served) bool {
		count := each.in(s.r)
		return count > last || count == last && !each.afterName
	}), nil
}

// ofPage returns the counts of a page by customer, and the condition that a column
// is one of those customers. It binds as many as a page may have: each other number
// would be another query to keep.
func (s *serviceReport) ofPage(page []served, column string, where *clause) (counts map[string]*ServiceCount, condition string) {
	counts = map[string]*ServiceCount{}
	places := make([]string, s.page.Limit+1)
	for i := range places {
		id := ""
		if i < len(page) {
			id = page[i].CustomerID
			counts[id] = page[i].ServiceCount
		}
		places[i] = where.bind(id)
	}
	return counts, column + ` IN (` + strings.Join(places, `, `) + `)`
}

// name reads the names of a page, and returns the keys by which they are ordered.
func (s *serviceReport) name(tx *Tx, page []served) (map[string]string, error) {
	where := clause{args: []any{tx.businessID}}
	counts, those := s.ofPage(page, `id`, &where)
	keys := map[string]string{}
	err := tx.each(`SELECT id, name, sort_key FROM customers WHERE business_id = $1 AND `+those, where.args, func(row scanner) error {
		var id, name, key string
		err := row.Scan(&id, &name, &key)
		counts[id].Name, keys[id] = name, key
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("reading the names of a report: %w", err)
	}
	return keys, nil
}

// count counts the visits of a page's customers in the whole window.
func (s *serviceReport) count(tx *Tx, page []served) error {
	span := s.window.Span()
	where := clause{args: []any{tx.businessID, span.From, span.To}}
	counts, those := s.ofPage(page, `v.customer_id`, &where)
	for _, count := range counts {
		*count = ServiceCount{CustomerID: count.CustomerID, Name: count.Name}
	}
	// A visit that counts has a slot of its day, which is in the index of a customer's visits.
	err := tx.each(`
		SELECT v.customer_id, v.local_day FROM visits v
		WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.day_slot IS NOT NULL AND `+those,
		where.args, func(row scanner) error {
			var id string
			var day loyalty.Day
			err := row.Scan(&id, &day)
			counts[id].add(s.window.Day.Contains(day), s.window.Week.Contains(day), s.window.Month.Contains(day))
			return err
		})
	if err != nil {
		return fmt.Errorf("reading the visits of a report's page: %w", err)
	}
	return nil
}

// QuarterCount is how many visits there were in a quarter of an hour.
type QuarterCount struct {
	Day    loyalty.Day
	Begins time.Time
	Visits int64
}

// quarterMillis is a quarter of an hour: days and hours begin on one in every
// time zone of today.
const quarterMillis = 15 * 60 * 1000

// VisitsByQuarter counts the visits of active customers in a period, and those
// customers.
func (q Reports) VisitsByQuarter(p loyalty.Period) (quarters []QuarterCount, customers int64, err error) {
	active, err := q.activeOnes()
	if err != nil {
		return nil, 0, err
	}
	err = q.eachDay(`v.customer_id || ' ' || CAST(v.visited_at / `+strconv.Itoa(quarterMillis)+` AS TEXT)`, p,
		func(day loyalty.Day, visits iter.Seq[string]) error {
			counts, err := active.byQuarter(visits)
			for quarter, count := range counts {
				quarters = append(quarters, QuarterCount{day, time.UnixMilli(quarter * quarterMillis).UTC(), count})
			}
			return err
		})
	return quarters, active.came, err
}

// CountCame counts the visits of active customers in a period, and those
// customers.
func (q Reports) CountCame(p loyalty.Period) (visits, customers int64, err error) {
	active, err := q.activeOnes()
	if err != nil {
		return 0, 0, err
	}
	err = q.eachDay(`v.customer_id`, p, func(_ loyalty.Day, ids iter.Seq[string]) error {
		for id := range ids {
			if active.note(id) {
				visits++
			}
		}
		return nil
	})
	return visits, active.came, err
}

// activeOnes are the customers who came, without those who are archived.
type activeOnes struct {
	known map[string]bool // of an archived one: false
	came  int64
}

func (q Reports) activeOnes() (*activeOnes, error) {
	archived, err := q.tx.Customers().archived()
	active := &activeOnes{known: map[string]bool{}}
	for id := range archived {
		active.known[id] = false
	}
	return active, err
}

// note notes that a customer came, and reports whether she is active.
func (a *activeOnes) note(customerID string) bool {
	active, known := a.known[customerID]
	if !known {
		a.known[strings.Clone(customerID)] = true
		a.came++
	}
	return active || !known
}

// byQuarter counts visits by quarters of an hour since 1970. Each is a customer
// and then a quarter.
func (a *activeOnes) byQuarter(visits iter.Seq[string]) (map[int64]int64, error) {
	counts := map[int64]int64{}
	customer := ""
	for part := range visits {
		if customer == "" {
			customer = part
			continue
		}
		quarter, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("reading when a visit was: %w", err)
		}
		if a.note(customer) {
			counts[quarter]++
		}
		customer = ""
	}
	return counts, nil
}

// NewCustomers counts the active customers who came for the first time ever in
// a period, by day.
func (q Reports) NewCustomers(p loyalty.Period) (map[loyalty.Day]int64, error) {
	counts := map[loyalty.Day]int64{}
	err := q.tx.each(`
		SELECT first_visit_day, count(*) FROM customers
		WHERE business_id = $1 AND archived_at IS NULL AND first_visit_day >= $2 AND first_visit_day <= $3
		GROUP BY first_visit_day`, []any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
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

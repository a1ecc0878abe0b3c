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

// Reports counts visits, customers and rewards.
type Reports struct{ tx *Tx }

// Reports gives access to the business's reports.
func (tx *Tx) Reports() Reports { return Reports{tx} }

// ServiceCount counts a customer's visits of a day, week and month.
type ServiceCount struct {
	CustomerID       string
	Name             string
	Day, Week, Month int64
}

// ServiceCounts is a page. Total and Visits cover all pages.
type ServiceCounts struct {
	List[ServiceCount]
	Visits int64
}

func (c ServiceCount) inRange(r loyalty.Range) int64 {
	switch r {
	case loyalty.RangeDay:
		return c.Day
	case loyalty.RangeMonth:
		return c.Month
	default:
		return c.Week
	}
}

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

// Services counts active customers' visits: most first, then in Spanish order. The search matches a part of the name
// without case and accents. Without a limit, the page has all customers.
func (q Reports) Services(window loyalty.Window, r loyalty.Range, search string, page Page) (ServiceCounts, error) {
	report := serviceReport{window: window, r: r, page: page}
	byCustomer, err := report.countRanked(q.tx)
	if err != nil {
		return ServiceCounts{}, err
	}
	if err := report.addByName(q.tx, byCustomer, search); err != nil {
		return ServiceCounts{}, err
	}
	counts := ServiceCounts{Visits: report.visits}
	if counts.List, err = report.listPage(q.tx); err != nil {
		return ServiceCounts{}, err
	}
	return counts, nil
}

// countRanked counts visits, for a page only in the range that orders it.
func (s *serviceReport) countRanked(tx *Tx) (map[string]*ServiceCount, error) {
	period := s.window.Span()
	if s.page.Limit > 0 {
		period = s.window.Of(s.r)
	}
	counts := map[string]*ServiceCount{}
	err := tx.Reports().eachDay(`v.customer_id`, period, func(day loyalty.Day, visits iter.Seq[string]) error {
		inDay, inWeek, inMonth := s.window.Day.Contains(day), s.window.Week.Contains(day), s.window.Month.Contains(day)
		for customerID := range visits {
			count := counts[customerID]
			if count == nil {
				count = &ServiceCount{CustomerID: strings.Clone(customerID)}
				counts[count.CustomerID] = count
			}
			count.add(inDay, inWeek, inMonth)
		}
		return nil
	})
	return counts, err
}

// eachDay reads the words of a day's values as one string: passing rows costs more than finding them.
func (q Reports) eachDay(column string, p loyalty.Period, count func(day loyalty.Day, visits iter.Seq[string]) error) error {
	err := q.tx.queryEach(`
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

type serviceReport struct {
	window    loyalty.Window
	r         loyalty.Range
	page      Page
	visits    int64
	customers []servedCustomer
}

type servedCustomer struct {
	*ServiceCount
	afterName bool // this name follows the cursor's
}

func (s *serviceReport) addByName(tx *Tx, counts map[string]*ServiceCount, search string) error {
	where := clause{args: []any{tx.businessID}}
	name, after := `''`, `FALSE`
	if s.page.Limit == 0 {
		name = `c.name`
	}
	if s.page.after != nil {
		after = `(c.sort_key, c.id) > (` + where.bind(s.page.after[1]) + `, ` + where.bind(s.page.after[2]) + `)`
	}
	// The first condition always holds: SQLite then uses the index by name.
	where.and(`c.sort_key >= '' AND c.archived_at IS NULL`)
	if loyalty.Fold(search) != "" {
		where.and(customerNames(tx, search).matchCondition(&where, afterName))
	}
	err := tx.queryEach(`SELECT c.id, `+name+`, `+after+` FROM customers c WHERE c.business_id = $1`+where.sql()+` ORDER BY c.sort_key, c.id`,
		where.args, func(row scanner) error {
			var id, name string
			var after bool
			if err := row.Scan(&id, &name, &after); err != nil {
				return err
			}
			if count := counts[id]; count != nil && count.inRange(s.r) > 0 {
				count.Name = name
				s.visits += count.inRange(s.r)
				s.customers = append(s.customers, servedCustomer{count, after})
			}
			return nil
		})
	if err != nil {
		return fmt.Errorf("reading the customers of a report: %w", err)
	}
	return nil
}

func (s *serviceReport) listPage(tx *Tx) (List[ServiceCount], error) {
	list := lister[ServiceCount]{limit: s.page.Limit, total: int64(len(s.customers))}
	following, err := s.customersAfterCursor()
	if err != nil {
		return List[ServiceCount]{}, err
	}
	if s.page.Limit == 0 {
		list.limit = len(following)
		for _, each := range following {
			list.add(*each.ServiceCount)
		}
		return list.build(), nil
	}
	following = following[:min(len(following), s.page.Limit+1)]
	keys, err := s.name(tx, following)
	if err == nil {
		err = s.count(tx, following)
	}
	for _, each := range following {
		list.add(*each.ServiceCount, strconv.FormatInt(each.inRange(s.r), 10), keys[each.CustomerID], each.CustomerID)
	}
	return list.build(), err
}

func (s *serviceReport) customersAfterCursor() ([]servedCustomer, error) {
	slices.SortStableFunc(s.customers, func(a, b servedCustomer) int { return cmp.Compare(b.inRange(s.r), a.inRange(s.r)) })
	if s.page.after == nil {
		return s.customers, nil
	}
	last, err := s.page.instantKey()
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(s.customers, func(each servedCustomer) bool {
		count := each.inRange(s.r)
		return count > last || count == last && !each.afterName
	}), nil
}

// ofPage binds a full page of values: all pages share one prepared statement.
func (s *serviceReport) ofPage(page []servedCustomer, column string, where *clause) (counts map[string]*ServiceCount, condition string) {
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

func (s *serviceReport) name(tx *Tx, page []servedCustomer) (map[string]string, error) {
	where := clause{args: []any{tx.businessID}}
	counts, those := s.ofPage(page, `id`, &where)
	keys := map[string]string{}
	err := tx.queryEach(`SELECT id, name, sort_key FROM customers WHERE business_id = $1 AND `+those, where.args, func(row scanner) error {
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

func (s *serviceReport) count(tx *Tx, page []servedCustomer) error {
	span := s.window.Span()
	where := clause{args: []any{tx.businessID, span.From, span.To}}
	counts, those := s.ofPage(page, `v.customer_id`, &where)
	for _, count := range counts {
		*count = ServiceCount{CustomerID: count.CustomerID, Name: count.Name}
	}
	// Active visits have a day slot, which is in the index of a customer's visits.
	err := tx.queryEach(`
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

// QuarterCount counts the visits of 15 minutes.
type QuarterCount struct {
	Day    loyalty.Day
	Begins time.Time
	Visits int64
	// UntimedVisits were entered later for a past day and are stored at noon.
	UntimedVisits int64
}

// quarterMillis is 15 minutes: days and hours begin on a multiple in all time zones.
const quarterMillis = 15 * 60 * 1000

// VisitsByQuarter counts visits of active customers, and these customers.
func (q Reports) VisitsByQuarter(p loyalty.Period) (quarters []QuarterCount, customers int64, err error) {
	archivedIDs, err := q.tx.Customers().archivedIDs()
	if err != nil {
		return nil, 0, err
	}
	active := newActiveCustomers(archivedIDs)
	err = q.eachDay(`v.customer_id || ' ' || CAST(v.visited_at / `+strconv.Itoa(quarterMillis)+` AS TEXT)`, p,
		func(day loyalty.Day, visits iter.Seq[string]) error {
			counts, err := active.byQuarter(visits)
			for quarter, count := range counts {
				quarters = append(quarters, newQuarterCount(day, quarter, count))
			}
			return err
		})
	if err != nil {
		return nil, 0, err
	}
	return quarters, active.came, q.addUntimed(quarters, p, func(customerID string) bool { return active.activeByID[customerID] })
}

func newQuarterCount(day loyalty.Day, quarter, visits int64) QuarterCount {
	return QuarterCount{Day: day, Begins: time.UnixMilli(quarter * quarterMillis).UTC(), Visits: visits}
}

func (q Reports) addUntimed(quarters []QuarterCount, p loyalty.Period, isCounted func(customerID string) bool) error {
	type key struct {
		day    loyalty.Day
		begins int64
	}
	untimedVisits := map[key]int64{}
	err := q.tx.queryEach(`
		SELECT v.customer_id, v.local_day, v.visited_at FROM visits v
		WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.deleted_at IS NULL AND v.past_day`,
		[]any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
			var customer string
			var day loyalty.Day
			var at int64
			err := row.Scan(&customer, &day, &at)
			if isCounted(customer) {
				untimedVisits[key{loyalty.Day(strings.Clone(string(day))), at - at%quarterMillis}]++
			}
			return err
		})
	for n, quarter := range quarters {
		quarters[n].UntimedVisits = untimedVisits[key{quarter.Day, quarter.Begins.UnixMilli()}]
	}
	return wrapError("reading the visits of past days", err)
}

// AllVisitsByQuarter counts visits, also of archived customers.
func (q Reports) AllVisitsByQuarter(p loyalty.Period) (quarters []QuarterCount, err error) {
	err = q.eachDay(`CAST(v.visited_at / `+strconv.Itoa(quarterMillis)+` AS TEXT)`, p, func(day loyalty.Day, visits iter.Seq[string]) error {
		counts := map[string]int64{}
		for quarter := range visits {
			counts[quarter]++
		}
		for text, count := range counts {
			quarter, err := strconv.ParseInt(text, 10, 64)
			if err != nil {
				return fmt.Errorf("reading the time of a visit: %w", err)
			}
			quarters = append(quarters, newQuarterCount(day, quarter, count))
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return quarters, q.addUntimed(quarters, p, func(string) bool { return true })
}

// NewCustomers counts active customers by first day.
func (q Reports) NewCustomers(p loyalty.Period) (map[loyalty.Day]int64, error) {
	return q.countByDay(`
		SELECT first_visit_day, count(*) FROM customers
		WHERE business_id = $1 AND archived_at IS NULL AND first_visit_day >= $2 AND first_visit_day <= $3
		GROUP BY first_visit_day`, p)
}

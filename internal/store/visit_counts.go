package store

import (
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

// CountVisits counts the visits of active customers.
func (q Reports) CountVisits(p loyalty.Period) (int64, error) {
	days, err := q.AllVisitsByDay(p)
	if err != nil {
		return 0, err
	}
	archivedVisits, err := q.ArchivedVisitsByDay(p)
	var visits int64
	for day, count := range days {
		visits += count - archivedVisits[day]
	}
	return visits, err
}

// AllVisitsByDay counts the visits of all customers, archived ones included.
func (q Reports) AllVisitsByDay(p loyalty.Period) (map[loyalty.Day]int64, error) {
	return q.countByDay(`
		SELECT local_day, count(*) FROM visits
		WHERE business_id = $1 AND local_day >= $2 AND local_day <= $3 AND deleted_at IS NULL GROUP BY local_day`, p)
}

// ArchivedVisitsByDay counts the visits of archived customers. These customers are few, so the query begins with them.
func (q Reports) ArchivedVisitsByDay(p loyalty.Period) (map[loyalty.Day]int64, error) {
	return q.countByDay(`
		WITH archived AS MATERIALIZED (SELECT id FROM customers WHERE business_id = $1 AND archived_at IS NOT NULL)
		SELECT v.local_day, count(*) FROM archived a CROSS JOIN visits v
		WHERE v.business_id = $1 AND v.customer_id = a.id AND v.local_day >= $2 AND v.local_day <= $3 AND v.day_slot IS NOT NULL
		GROUP BY v.local_day`, p)
}

func (q Reports) countByDay(query string, p loyalty.Period) (map[loyalty.Day]int64, error) {
	days := map[loyalty.Day]int64{}
	err := q.tx.queryEach(query, []any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
		var day loyalty.Day
		var count int64
		err := row.Scan(&day, &count)
		days[day] = count
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("counting the days from %s to %s: %w", p.From, p.To, err)
	}
	return days, nil
}

// Visitors counts visits of active customers, and these customers.
type Visitors struct{ Visits, Customers int64 }

// CountVisitors counts each period's visitors. Two periods are apart, or one is within the other.
func (q Reports) CountVisitors(periods ...loyalty.Period) ([]Visitors, error) {
	archivedIDs, err := q.tx.Customers().archivedIDs()
	if err != nil {
		return nil, err
	}
	counts := make([]Visitors, len(periods))
	active := make([]*activeCustomers, len(periods))
	for n := range periods {
		active[n] = newActiveCustomers(archivedIDs)
	}
	for _, read := range outermost(periods) {
		err := q.eachDay(`v.customer_id`, read, func(day loyalty.Day, ids iter.Seq[string]) error {
			current := indexesOf(periods, day)
			for id := range ids {
				for _, n := range current {
					if active[n].note(id) {
						counts[n].Visits++
					}
				}
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	for n := range counts {
		counts[n].Customers = active[n].came
	}
	return counts, nil
}

// outermost leaves out the periods within another one.
func outermost(periods []loyalty.Period) (outer []loyalty.Period) {
	for _, p := range periods {
		isInner := slices.ContainsFunc(periods, func(other loyalty.Period) bool {
			return other != p && other.Contains(p.From) && other.Contains(p.To)
		})
		if !isInner && !slices.Contains(outer, p) {
			outer = append(outer, p)
		}
	}
	return outer
}

func indexesOf(periods []loyalty.Period, day loyalty.Day) (indexes []int) {
	for n, p := range periods {
		if p.Contains(day) {
			indexes = append(indexes, n)
		}
	}
	return indexes
}

type activeCustomers struct {
	activeByID map[string]bool // false for archived customers
	came       int64
}

func newActiveCustomers(archivedIDs map[string]bool) *activeCustomers {
	active := &activeCustomers{activeByID: map[string]bool{}}
	for id := range archivedIDs {
		active.activeByID[id] = false
	}
	return active
}

func (a *activeCustomers) note(customerID string) bool {
	active, known := a.activeByID[customerID]
	if !known {
		a.activeByID[strings.Clone(customerID)] = true
		a.came++
	}
	return active || !known
}

// byQuarter counts visits of active customers. Each visit is two texts: customer and quarter.
func (a *activeCustomers) byQuarter(visits iter.Seq[string]) (map[int64]int64, error) {
	counts := map[int64]int64{}
	customer := ""
	for part := range visits {
		if customer == "" {
			customer = part
			continue
		}
		quarter, err := strconv.ParseInt(part, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("reading the time of a visit: %w", err)
		}
		if a.note(customer) {
			counts[quarter]++
		}
		customer = ""
	}
	return counts, nil
}

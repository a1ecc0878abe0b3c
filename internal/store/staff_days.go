package store

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"axioma/internal/loyalty"
)

// allCounted is CountedFrom if all days are counted, noneCounted if none is.
const (
	allCounted  loyalty.Day = "0001-01-01"
	noneCounted loyalty.Day = "9999-12-31"
)

// DayCountProgress says which staff_days are counted (decision 0040).
type DayCountProgress struct {
	Position    int64 // of the last included event
	CountedFrom loyalty.Day
	Version     int64 // zero: not stored
}

// IsComplete reports whether every day is counted.
func (p DayCountProgress) IsComplete() bool { return p.CountedFrom == allCounted }

// Complete returns the progress after the last batch.
func (p DayCountProgress) Complete() DayCountProgress {
	p.CountedFrom = allCounted
	return p
}

// ListUncounted returns businesses with uncounted days or steps.
func (q PlatformBusinesses) ListUncounted() ([]string, error) {
	ids, err := q.tx.queryStrings(`
		SELECT b.id FROM businesses b
		LEFT JOIN day_count_progress p ON p.business_id = b.id LEFT JOIN customer_step_progress m ON m.business_id = b.id
		WHERE p.business_id IS NULL OR p.counted_from <> $1 OR m.business_id IS NULL OR NOT m.is_complete`, allCounted)
	return ids, wrapError("finding uncounted businesses", err)
}

// DayCountProgress reads the progress.
func (q Reports) DayCountProgress() (DayCountProgress, error) {
	p := DayCountProgress{CountedFrom: noneCounted}
	_, err := q.tx.queryOne(`SELECT position, counted_from, version FROM day_count_progress WHERE business_id = $1`,
		[]any{q.tx.businessID}, &p.Position, &p.CountedFrom, &p.Version)
	return p, wrapError("reading the counted days", err)
}

// StartDayCounts adds the progress of counting if absent. There are no visits from countedFrom on.
func (q Reports) StartDayCounts(position int64, countedFrom loyalty.Day) error {
	_, err := q.tx.exec(`
		INSERT INTO day_count_progress (business_id, position, counted_from, version) VALUES ($1, $2, $3, 1)
		ON CONFLICT (business_id) DO NOTHING`, q.tx.businessID, position, countedFrom)
	return wrapError("beginning to count days", err)
}

// RestartDayCounts counts all days again, backwards. The version continues: counts begun before are discarded.
func (q Reports) RestartDayCounts(countedFrom loyalty.Day) error {
	_, err := q.tx.exec(`UPDATE day_count_progress SET counted_from = $2, version = version + 1 WHERE business_id = $1`, q.tx.businessID, countedFrom)
	return wrapError("restarting the counts of days", err)
}

// FirstVisitDay returns the first visit's day, deleted or not, or "".
func (q Reports) FirstVisitDay() (loyalty.Day, error) {
	var first loyalty.Day
	for _, condition := range []string{`deleted_at IS NULL`, `deleted_at IS NOT NULL`} {
		var day loyalty.Day
		_, err := q.tx.queryOne(`
			SELECT local_day FROM visits WHERE business_id = $1 AND `+condition+` ORDER BY local_day LIMIT 1`,
			[]any{q.tx.businessID}, &day)
		if err != nil {
			return "", fmt.Errorf("finding the first visit: %w", err)
		}
		if first == "" || day != "" && day < first {
			first = day
		}
	}
	return first, nil
}

// changedDays are the days that a visit changes: its day, the customer's first, and the next RhythmDays days, because
// it counts for their rhythm. A redemption changes its day, named by the event of its reversal.
var changedDays = `
	WITH changed AS (
		SELECT v.customer_id, v.local_day, coalesce(c.first_visit_day, v.local_day) AS first_day
		FROM events e CROSS JOIN visits v CROSS JOIN customers c
		WHERE e.business_id = $1 AND e.position > $2 AND v.business_id = $1 AND v.id = e.visit_id
		AND c.business_id = $1 AND c.id = v.customer_id
	)
	SELECT local_day FROM changed
	UNION
	SELECT first_day FROM changed
	UNION
	SELECT n.local_day FROM changed CROSS JOIN visits n
	WHERE n.business_id = $1 AND n.customer_id = changed.customer_id AND n.local_day > changed.local_day AND n.day_slot = 0
	AND n.local_day <= coalesce((
		SELECT l.local_day FROM visits l
		WHERE l.business_id = $1 AND l.customer_id = changed.customer_id AND l.local_day > changed.local_day AND l.day_slot = 0
		ORDER BY l.local_day LIMIT 1 OFFSET ` + strconv.Itoa(loyalty.RhythmDays-1) + `
	), '9999-12-31')
	UNION
	SELECT v.local_day FROM events e CROSS JOIN visits v
	WHERE e.business_id = $1 AND e.position > $2 AND e.kind IN ('` + string(loyalty.EventCustomerMerged) + `', '` + string(loyalty.EventMergeUndone) + `')
	AND v.business_id = $1 AND v.customer_id = e.customer_id`

// ChangedDays returns sorted days that later events may have changed.
func (q Reports) ChangedDays(after int64) ([]loyalty.Day, error) {
	texts, err := q.tx.queryStrings(changedDays, q.tx.businessID, after)
	if err != nil {
		return nil, fmt.Errorf("finding changed days: %w", err)
	}
	days, err := q.redemptionDays(after)
	for _, text := range texts {
		days = append(days, loyalty.Day(text))
	}
	slices.Sort(days)
	return slices.Compact(days), err
}

// CountStaffDays counts by day and user: a visit for the user who served, a deletion or authorization for the one who
// made it.
func (q Reports) CountStaffDays(p loyalty.Period) ([]loyalty.StaffDay, error) {
	counting := staffDayCounting{days: map[staffDayKey]*loyalty.StaffDay{}, fresh: map[string]*loyalty.StaffDay{}, servedKeys: map[string]bool{}}
	for _, step := range []func(Reports, loyalty.Period) error{counting.addVisits, counting.addReturns, counting.addRecovered, counting.addRedeemed, counting.addDeleted} {
		if err := step(q, p); err != nil {
			return nil, fmt.Errorf("counting the visits of %s to %s by user: %w", p.From, p.To, err)
		}
	}
	return counting.sortedDays(), nil
}

type staffDayKey struct {
	day  loyalty.Day
	user string
}

type staffDayCounting struct {
	days       map[staffDayKey]*loyalty.StaffDay
	fresh      map[string]*loyalty.StaffDay // by new customer
	servedKeys map[string]bool
}

func (s *staffDayCounting) of(day loyalty.Day, user string) *loyalty.StaffDay {
	key := staffDayKey{day, user}
	if s.days[key] == nil {
		s.days[key] = &loyalty.StaffDay{Day: day, UserID: user}
	}
	return s.days[key]
}

func (s *staffDayCounting) addVisits(q Reports, p loyalty.Period) error {
	return q.tx.queryEach(`
		SELECT v.local_day, `+servedBy(`v`)+`, v.authorized_by, v.customer_id,
			coalesce(v.day_slot = 0 AND c.first_visit_day = v.local_day, FALSE)
		FROM visits v CROSS JOIN customers c
		WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.deleted_at IS NULL
		AND c.business_id = $1 AND c.id = v.customer_id`,
		[]any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
			var day loyalty.Day
			var user, authorizedBy, customer string
			var fresh bool
			if err := row.Scan(&day, &user, (*optionalText)(&authorizedBy), &customer, &fresh); err != nil {
				return err
			}
			s.addVisit(s.of(day, user), customer, fresh)
			if authorizedBy != "" {
				s.of(day, authorizedBy).AuthorizedVisits++
			}
			return nil
		})
}

func (s *staffDayCounting) addVisit(day *loyalty.StaffDay, customer string, fresh bool) {
	day.Visits++
	if key := string(day.Day) + day.UserID + customer; !s.servedKeys[key] {
		s.servedKeys[key] = true
		day.Customers = day.Customers.With(customer)
	}
	if fresh {
		day.NewCustomers++
		s.fresh[customer] = day
	}
}

func (s *staffDayCounting) addReturns(q Reports, p loyalty.Period) error {
	returns := map[string]*laterVisits{}
	err := q.tx.queryEach(`
		SELECT w.customer_id, w.local_day, `+servedBy(`w`)+`, w.day_slot
		FROM visits v CROSS JOIN customers c CROSS JOIN visits w
		WHERE v.business_id = $1 AND v.local_day >= $2 AND v.local_day <= $3 AND v.deleted_at IS NULL AND v.day_slot = 0
		AND c.business_id = $1 AND c.id = v.customer_id AND c.first_visit_day = v.local_day
		AND w.business_id = $1 AND w.customer_id = v.customer_id AND w.local_day > v.local_day AND w.local_day <= $4
		AND w.day_slot IS NOT NULL`,
		[]any{q.tx.businessID, p.From, p.To, p.To.Plus(loyalty.ThirdVisitDays)}, func(row scanner) error {
			var customer, user string
			var day loyalty.Day
			var slot int64
			if err := row.Scan(&customer, &day, &user, &slot); err != nil {
				return err
			}
			if first := s.fresh[customer]; first != nil {
				if returns[customer] == nil {
					returns[customer] = &laterVisits{}
				}
				returns[customer].add(first, day, user, slot)
			}
			return nil
		})
	for customer, visits := range returns {
		visits.count(s.fresh[customer])
	}
	return err
}

type laterVisits struct {
	returned, toBarber bool
	days               int // within ThirdVisitDays
}

func (l *laterVisits) add(first *loyalty.StaffDay, day loyalty.Day, user string, slot int64) {
	after := day.Since(first.Day)
	if after <= loyalty.ReturnDays {
		l.returned = true
		l.toBarber = l.toBarber || user == first.UserID
	}
	if after <= loyalty.ThirdVisitDays && slot == 0 {
		l.days++
	}
}

func (l *laterVisits) count(first *loyalty.StaffDay) {
	if l.returned {
		first.ReturnedCustomers++
	}
	if l.toBarber {
		first.ReturnedToBarber++
	}
	if l.days >= 2 {
		first.ThirdVisits++
	}
}

func (s *staffDayCounting) addRecovered(q Reports, p loyalty.Period) error {
	return q.eachRecovered(p, func(day loyalty.Day, user string, visit loyalty.RecoveredVisit) {
		line := s.of(day, user)
		line.RecoveredCount++
		line.RecoveredCustomers = line.RecoveredCustomers.With(visit)
	})
}

func (s *staffDayCounting) addRedeemed(q Reports, p loyalty.Period) error {
	// GROUP BY follows the index, so nothing is sorted.
	return q.tx.queryEach(`
		SELECT redeemed_day, redeemed_by, count(*) FROM rewards
		WHERE business_id = $1 AND redeemed_day >= $2 AND redeemed_day <= $3 AND redeemed_at IS NOT NULL GROUP BY redeemed_day, redeemed_by`,
		[]any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
			var day loyalty.Day
			var user string
			var count int64
			err := row.Scan(&day, &user, &count)
			s.of(day, user).RedeemedRewards += count
			return err
		})
}

func (s *staffDayCounting) addDeleted(q Reports, p loyalty.Period) error {
	return q.tx.queryEach(`
		SELECT local_day, registered_by, deleted_by, deleted_at - coalesce(received_at, visited_at) FROM visits
		WHERE business_id = $1 AND local_day >= $2 AND local_day <= $3 AND deleted_at IS NOT NULL`,
		[]any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
			var day loyalty.Day
			var registeredBy, deletedBy string
			var after int64
			if err := row.Scan(&day, &registeredBy, (*optionalText)(&deletedBy), &after); err != nil || deletedBy == "" {
				return err
			}
			if deletedBy == registeredBy && after <= loyalty.VisitUndoWindow.Milliseconds() {
				s.of(day, deletedBy).UndoneVisits++
			} else {
				s.of(day, deletedBy).DeletedVisits++
			}
			return nil
		})
}

func (s *staffDayCounting) sortedDays() []loyalty.StaffDay {
	days := make([]loyalty.StaffDay, 0, len(s.days))
	for _, day := range s.days {
		days = append(days, *day)
	}
	slices.SortFunc(days, func(a, b loyalty.StaffDay) int {
		return cmp.Or(strings.Compare(string(a.Day), string(b.Day)), strings.Compare(a.UserID, b.UserID))
	})
	return days
}

const staffDayColumns = `visits, new_customers, returned, returned_same, third_visits, authorized, undone, deleted, recovered, redeemed`

func countTargets(c *loyalty.StaffCounts) []any {
	return []any{&c.Visits, &c.NewCustomers, &c.ReturnedCustomers, &c.ReturnedToBarber, &c.ThirdVisits, &c.AuthorizedVisits, &c.UndoneVisits, &c.DeletedVisits, &c.RecoveredCount, &c.RedeemedRewards}
}

// StoredStaffDays returns stored counts, if wanted with the sets of customers.
func (q Reports) StoredStaffDays(p loyalty.Period, withCustomers bool) ([]loyalty.StaffDay, error) {
	var days []loyalty.StaffDay
	customers := `''`
	if withCustomers {
		customers = `customers`
	}
	err := q.tx.queryEach(`
		SELECT local_day, user_id, recovered_customers, `+customers+`, `+staffDayColumns+` FROM staff_days
		WHERE business_id = $1 AND local_day >= $2 AND local_day <= $3 ORDER BY local_day, user_id`,
		[]any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
			var d loyalty.StaffDay
			err := row.Scan(append([]any{&d.Day, &d.UserID, &d.RecoveredCustomers, &d.Customers}, countTargets(&d.StaffCounts)...)...)
			days = append(days, d)
			return err
		})
	return days, wrapError("reading the days of the staff", err)
}

// CountedDays are days whose new counts replace the stored ones.
type CountedDays struct {
	Staff, Rewards []loyalty.Day
	ByUser         []loyalty.StaffDay
	ByKind         []loyalty.RewardDay
}

// StoreDays replaces counts and advances the progress. It returns false if another process has advanced it since
// former: those counts may be newer.
func (q Reports) StoreDays(former, next DayCountProgress, counts CountedDays) (bool, error) {
	rowCount, err := q.tx.exec(`
		UPDATE day_count_progress SET position = $2, counted_from = $3, version = version + 1 WHERE business_id = $1 AND version = $4`,
		q.tx.businessID, next.Position, next.CountedFrom, former.Version)
	if err != nil || rowCount == 0 {
		return false, wrapError("advancing the counted days", err)
	}
	for table, days := range map[string][]loyalty.Day{"staff_days": counts.Staff, "reward_days": counts.Rewards} {
		for _, day := range days {
			if _, err := q.tx.exec(`DELETE FROM `+table+` WHERE business_id = $1 AND local_day = $2`, q.tx.businessID, day); err != nil {
				return false, fmt.Errorf("removing the counts of %s: %w", day, err)
			}
		}
	}
	if next.IsComplete() && !former.IsComplete() {
		if err := q.removeBefore(former.CountedFrom); err != nil {
			return false, err
		}
	}
	for _, d := range counts.ByUser {
		if err := q.storeStaffDay(d); err != nil {
			return false, err
		}
	}
	for _, d := range counts.ByKind {
		if err := q.storeRewardDay(d); err != nil {
			return false, err
		}
	}
	return true, nil
}

// removeBefore removes counts before the first visit, which a restart does not reach.
func (q Reports) removeBefore(first loyalty.Day) error {
	for _, table := range []string{"staff_days", "reward_days"} {
		if _, err := q.tx.exec(`DELETE FROM `+table+` WHERE business_id = $1 AND local_day < $2`, q.tx.businessID, first); err != nil {
			return fmt.Errorf("removing the counts before %s: %w", first, err)
		}
	}
	return nil
}

func (q Reports) storeStaffDay(d loyalty.StaffDay) error {
	err := q.tx.execOne(`
		INSERT INTO staff_days (business_id, local_day, user_id, recovered_customers, customers, `+staffDayColumns+`)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15)`,
		q.tx.businessID, d.Day, d.UserID, string(d.RecoveredCustomers), string(d.Customers),
		d.Visits, d.NewCustomers, d.ReturnedCustomers, d.ReturnedToBarber, d.ThirdVisits, d.AuthorizedVisits, d.UndoneVisits, d.DeletedVisits, d.RecoveredCount, d.RedeemedRewards)
	return wrapError("storing the counts of "+string(d.Day), err)
}

package service

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

// Insights makes reports for the staff. The web app defines each figure.
type Insights struct{ base *usecase.Base }

// InsightRequest asks for From to To, else the running period of Range; empty: the last loyalty.RollingDays days.
type InsightRequest struct {
	Range    loyalty.Range
	From, To string
	Compare  loyalty.Comparison
}

// InsightPeriods are a report's period and its comparison.
type InsightPeriods struct{ Now, Before loyalty.Period }

func (r InsightRequest) periods(today loyalty.Day) (InsightPeriods, error) {
	if r.hasDays() {
		now, err := loyalty.ParsePeriod(r.From, r.To)
		return InsightPeriods{Now: now, Before: loyalty.RangeRolling.Before(now, r.Compare)}, err
	}
	span := cmp.Or(r.Range, loyalty.RangeRolling)
	now := span.Around(today, today)
	return InsightPeriods{Now: now, Before: span.Before(now, r.Compare)}, nil
}

func (r InsightRequest) hasDays() bool {
	return strings.TrimSpace(r.From) != "" || strings.TrimSpace(r.To) != ""
}

// StaffLine counts a user's acts in a period.
type StaffLine struct {
	UserID string
	Name   string
	Now    StaffFigures
	Before StaffFigures
	// ReturnedShare and ReturnedToBarber are shares of the visits in StaffReport.FirstVisits.
	ReturnedShare    loyalty.Share // within loyalty.ReturnDays
	ReturnedToBarber loyalty.Share
}

// StaffFigures are a user's counts.
type StaffFigures struct {
	loyalty.StaffCounts
	Days      int64
	Customers int64
}

// StaffReport is sorted by name: it must not rank users.
type StaffReport struct {
	InsightPeriods
	FirstVisits loyalty.Period
	Lines       []StaffLine
}

// Staff returns a line per user; a BARBER gets their own.
func (i *Insights) Staff(ctx context.Context, actor usecase.Actor, request InsightRequest) (StaffReport, error) {
	var report StaffReport
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		today := business.DayOf(i.base.Now())
		report = StaffReport{FirstVisits: returnWindow(today)}
		if report.InsightPeriods, err = request.periods(today); err != nil {
			return err
		}
		return report.fill(tx, actor, today)
	})
	return report, err
}

func returnWindow(today loyalty.Day) loyalty.Period {
	return loyalty.Period{From: today.Plus(-2 * loyalty.ReturnDays), To: today.Plus(-loyalty.ReturnDays)}
}

func (r *StaffReport) fill(tx *store.Tx, actor usecase.Actor, today loyalty.Day) error {
	days, err := newStaffDays(tx, today)
	if err != nil {
		return err
	}
	now, err := staffFigures(days, r.Now)
	if err != nil {
		return err
	}
	before, err := staffFigures(days, r.Before)
	if err != nil {
		return err
	}
	firstVisits, err := firstVisitCounts(days, r.FirstVisits)
	if err != nil {
		return err
	}
	for _, id := range usersOf(now, before) {
		if actor.Role.IsAdminLevel() || id == actor.UserID {
			r.Lines = append(r.Lines, newStaffLine(id, now[id], before[id], firstVisits[id]))
		}
	}
	return r.name(tx)
}

func newStaffLine(id string, now, before StaffFigures, firstVisits loyalty.StaffCounts) StaffLine {
	return StaffLine{
		UserID: id, Now: now, Before: before,
		ReturnedShare:    loyalty.Share{Part: firstVisits.ReturnedCustomers, Total: firstVisits.NewCustomers},
		ReturnedToBarber: loyalty.Share{Part: firstVisits.ReturnedToBarber, Total: firstVisits.NewCustomers},
	}
}

func usersOf(figures ...map[string]StaffFigures) []string {
	var ids []string
	for _, byUser := range figures {
		for id := range byUser {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func (r *StaffReport) name(tx *store.Tx) error {
	for n := range r.Lines {
		name, err := tx.Users().Name(r.Lines[n].UserID)
		if err != nil {
			return err
		}
		r.Lines[n].Name = name
	}
	slices.SortStableFunc(r.Lines, func(a, b StaffLine) int {
		return strings.Compare(loyalty.SortKey(a.Name), loyalty.SortKey(b.Name))
	})
	return nil
}

func staffFigures(all staffDays, period loyalty.Period) (map[string]StaffFigures, error) {
	days, err := all.daysOf(period, true)
	if err != nil {
		return nil, err
	}
	figures, customers := map[string]StaffFigures{}, map[string]*loyalty.CustomerHashes{}
	for _, day := range days {
		sum := figures[day.UserID]
		sum.Add(day.StaffCounts)
		if day.Visits > 0 {
			sum.Days++
		}
		figures[day.UserID] = sum
		if customers[day.UserID] == nil {
			customers[day.UserID] = &loyalty.CustomerHashes{}
		}
		day.Customers.AddTo(customers[day.UserID])
	}
	for user, hashes := range customers {
		sum := figures[user]
		sum.Customers = int64(hashes.Len())
		figures[user] = sum
	}
	return figures, nil
}

func firstVisitCounts(all staffDays, period loyalty.Period) (map[string]loyalty.StaffCounts, error) {
	days, err := all.daysOf(period, false)
	counts := map[string]loyalty.StaffCounts{}
	for _, day := range days {
		sum := counts[day.UserID]
		sum.Add(day.StaffCounts)
		counts[day.UserID] = sum
	}
	return counts, err
}

// ReturnReport is about returns after the first visit.
type ReturnReport struct {
	FirstVisits   loyalty.Period
	ReturnedShare loyalty.Share
	ToBarber      loyalty.Share
	ThirdPeriod   loyalty.Period
	ThirdVisits   loyalty.Share
	Months        []ReturnMonth
}

// ReturnMonth is complete loyalty.ReturnDays after its last day.
type ReturnMonth struct {
	Month         string
	ReturnedShare loyalty.Share
	IsComplete    bool
}

// Returns reports how many customers come back.
func (i *Insights) Returns(ctx context.Context, actor usecase.Actor) (ReturnReport, error) {
	var report ReturnReport
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		today := business.DayOf(i.base.Now())
		all, err := newStaffDays(tx, today)
		if err != nil {
			return err
		}
		days, err := all.daysOf(loyalty.Period{From: today.Plus(-loyalty.MaxInsightDays), To: today}, false)
		report = newReturnReport(today, days)
		return err
	})
	return report, err
}

func newReturnReport(today loyalty.Day, days []loyalty.StaffDay) ReturnReport {
	report := ReturnReport{
		FirstVisits: returnWindow(today),
		ThirdPeriod: loyalty.Period{From: today.Plus(-2 * loyalty.ThirdVisitDays), To: today.Plus(-loyalty.ThirdVisitDays)},
	}
	firstMonth := today.Plus(-loyalty.MaxInsightDays).Month()
	for _, day := range days {
		if report.FirstVisits.Contains(day.Day) {
			report.ReturnedShare.Count(day.ReturnedCustomers, day.NewCustomers)
			report.ToBarber.Count(day.ReturnedToBarber, day.NewCustomers)
		}
		if report.ThirdPeriod.Contains(day.Day) {
			report.ThirdVisits.Count(day.ThirdVisits, day.NewCustomers)
		}
		if day.Day.Month() > firstMonth {
			report.addToMonth(day, today)
		}
	}
	return report
}

func (r *ReturnReport) addToMonth(day loyalty.StaffDay, today loyalty.Day) {
	if last := len(r.Months) - 1; last < 0 || r.Months[last].Month != day.Day.Month() {
		end := loyalty.WindowAround(day.Day).Month.To
		r.Months = append(r.Months, ReturnMonth{Month: day.Day.Month(), IsComplete: end.Plus(loyalty.ReturnDays) < today})
	}
	r.Months[len(r.Months)-1].ReturnedShare.Count(day.ReturnedCustomers, day.NewCustomers)
}

// DebtReport has owed rewards and later redemptions.
type DebtReport struct {
	Business    loyalty.Business
	Owed        []OwedByAge
	Now, Before RewardFlow
	InsightPeriods
	SeenRedemption SeenRedemption
}

// Value returns the estimated value of owed rewards in cents by the mean ticket, or false if unknown. Welcome discounts
// have none.
func (r DebtReport) Value() (int64, bool) {
	var free, half int64
	for _, o := range r.Owed {
		switch o.Kind {
		case loyalty.RewardFree:
			free += o.Count
		case loyalty.RewardHalf:
			half += o.Count
		}
	}
	return r.Business.ValueOf(free, half)
}

// RewardFlow counts rewards of a period.
type RewardFlow struct {
	EarnedCount   int64
	RedeemedCount int64 // any kind, whenever earned
}

// SeenRedemption is the share redeemed of rewards earned 540 to 181 days ago.
type SeenRedemption struct {
	Period        loyalty.Period
	RedeemedShare loyalty.Share
	MedianDays    int // from earning to redeeming
}

// AgeBounds divide owed rewards by age, in days.
func AgeBounds() []int { return []int{30, 90, 180, 365} }

const (
	seenFromDays = 540
	seenToDays   = 180
)

// Debt reports the owed rewards.
func (i *Insights) Debt(ctx context.Context, actor usecase.Actor, request InsightRequest) (DebtReport, error) {
	var report DebtReport
	err := i.base.Store.ViewReports(ctx, actor.BusinessID, func(tx *store.Tx) error {
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		report = DebtReport{Business: business}
		today := business.DayOf(i.base.Now())
		if report.InsightPeriods, err = request.periods(today); err != nil {
			return err
		}
		return report.fill(tx, today)
	})
	return report, err
}

func (r *DebtReport) fill(tx *store.Tx, today loyalty.Day) error {
	r.SeenRedemption.Period = loyalty.Period{From: today.Plus(-seenFromDays), To: today.Plus(-seenToDays - 1)}
	all, err := newRewardDays(tx, r.Business, today)
	if err != nil {
		return err
	}
	days, err := all.all(r.SeenRedemption.Period)
	if err != nil {
		return err
	}
	archivedRewards, err := tx.Reports().OwedToArchived()
	if err != nil {
		return err
	}
	r.Owed = all.owedByAge(days, archivedRewards, today, AgeBounds())
	r.Now.EarnedCount, r.Before.EarnedCount = earnedIn(days, r.InsightPeriods.Now), earnedIn(days, r.InsightPeriods.Before)
	if err := r.addRedeemed(tx, today); err != nil {
		return err
	}
	return r.SeenRedemption.count(days)
}

func (r *DebtReport) addRedeemed(tx *store.Tx, today loyalty.Day) error {
	staff, err := newStaffDays(tx, today)
	if err != nil {
		return err
	}
	if r.Now.RedeemedCount, err = staff.countRedeemed(r.InsightPeriods.Now); err != nil {
		return err
	}
	r.Before.RedeemedCount, err = staff.countRedeemed(r.InsightPeriods.Before)
	return err
}

func earnedIn(days []loyalty.RewardDay, period loyalty.Period) (count int64) {
	for _, day := range days {
		if day.Kind.IsEarned() && period.Contains(day.Day) {
			count += day.EarnedCount
		}
	}
	return count
}

func (s *SeenRedemption) count(days []loyalty.RewardDay) error {
	delays := map[int]int64{}
	for _, day := range days {
		if !day.Kind.IsEarned() || !s.Period.Contains(day.Day) {
			continue
		}
		s.RedeemedShare.Total += day.EarnedCount
		s.RedeemedShare.Part += day.EarnedCount - day.Owed
		if err := day.Delays.AddTo(delays); err != nil {
			return err
		}
	}
	var sum int64
	for _, s.MedianDays = range slices.Sorted(maps.Keys(delays)) {
		if sum += delays[s.MedianDays]; 2*sum >= s.RedeemedShare.Part {
			break
		}
	}
	return nil
}

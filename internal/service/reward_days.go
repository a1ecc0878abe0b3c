package service

import (
	"maps"
	"slices"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
)

type rewardDays struct {
	tx          *store.Tx
	business    loyalty.Business
	progress    store.DayCountProgress
	changedDays []loyalty.Day
}

func newRewardDays(tx *store.Tx, business loyalty.Business, today loyalty.Day) (rewardDays, error) {
	days := rewardDays{tx: tx, business: business}
	var err error
	if days.progress, err = tx.Reports().DayCountProgress(); err != nil || days.progress.Version == 0 {
		return days, err
	}
	days.changedDays, _, err = changedDays(tx, days.progress.Position, today, func(position int64) ([]loyalty.Day, error) {
		return tx.Reports().ChangedRewardDays(position, business)
	})
	return days, err
}

// all returns the days with rewards. Changed or missing days are counted from the rewards (decision 0040).
func (r rewardDays) all(withDelays loyalty.Period) ([]loyalty.RewardDay, error) {
	days, err := r.tx.Reports().StoredRewardDays(withDelays)
	if err != nil {
		return nil, err
	}
	missing, err := r.missingPeriods()
	if err != nil {
		return nil, err
	}
	days = slices.DeleteFunc(days, func(d loyalty.RewardDay) bool {
		return slices.ContainsFunc(missing, func(p loyalty.Period) bool { return p.Contains(d.Day) })
	})
	for _, period := range missing {
		countedDays, err := r.tx.Reports().CountRewardDays(period, r.business)
		if err != nil {
			return nil, err
		}
		days = append(days, countedDays...)
	}
	return days, nil
}

func (r rewardDays) missingPeriods() ([]loyalty.Period, error) {
	isCounted := func(day loyalty.Day) bool { return day >= r.progress.CountedFrom }
	missing := joinRuns(filterDays(slices.Clone(r.changedDays), isCounted))
	if r.progress.IsComplete() {
		return missing, nil
	}
	first, err := firstDay(r.tx)
	if err != nil || first == "" {
		return missing, err
	}
	return append(missing, loyalty.Period{From: first, To: r.progress.CountedFrom.Plus(-1)}), nil
}

type owedAges struct {
	today  loyalty.Day
	bounds []int
	counts map[loyalty.RewardKind][]int64
}

func newOwedAges(today loyalty.Day, bounds []int) owedAges {
	return owedAges{today: today, bounds: bounds, counts: map[loyalty.RewardKind][]int64{}}
}

func (o owedAges) add(kind loyalty.RewardKind, day loyalty.Day, count int64) {
	if o.counts[kind] == nil {
		o.counts[kind] = make([]int64, len(o.bounds)+1)
	}
	age := 0
	for silence := o.today.Since(day); age < len(o.bounds) && silence >= o.bounds[age]; {
		age++
	}
	o.counts[kind][age] += count
}

// OwedByAge counts owed rewards. Age is how many of the bounds, in days, they reach.
type OwedByAge struct {
	Kind  loyalty.RewardKind
	Age   int
	Count int64
}

// owedByAge counts active customers' owed rewards: all except store.Reports.OwedToArchived.
func (r rewardDays) owedByAge(days []loyalty.RewardDay, archivedRewards []store.HeldReward, today loyalty.Day, bounds []int) []OwedByAge {
	ages := newOwedAges(today, bounds)
	for _, day := range days {
		ages.add(day.Kind, day.Day, day.Owed)
	}
	for _, reward := range archivedRewards {
		ages.add(reward.Kind, r.business.DayOf(reward.EarnedAt), -1)
	}
	return ages.toList()
}

func (o owedAges) toList() []OwedByAge {
	var ages []OwedByAge
	for _, kind := range slices.Sorted(maps.Keys(o.counts)) {
		for age, count := range o.counts[kind] {
			if count > 0 {
				ages = append(ages, OwedByAge{Kind: kind, Age: age, Count: count})
			}
		}
	}
	return ages
}

// OwedRewards counts redeemable rewards, once per family.
type OwedRewards struct {
	Free, Half int64
	Others     int64
	Long       int64 // of any kind, owed for loyalty.LongOwedDays
	Customers  int64 // with the same count as the list of customers
}

func owedNow(tx *store.Tx, business loyalty.Business, today loyalty.Day) (OwedRewards, error) {
	all, err := newRewardDays(tx, business, today)
	if err != nil {
		return OwedRewards{}, err
	}
	days, err := all.all(loyalty.Period{})
	if err != nil {
		return OwedRewards{}, err
	}
	var owed OwedRewards
	var archivedRewards []store.HeldReward
	if owed.Customers, archivedRewards, err = countOwing(tx); err != nil {
		return OwedRewards{}, err
	}
	for _, o := range all.owedByAge(days, archivedRewards, today, []int{loyalty.LongOwedDays}) {
		if o.Age > 0 {
			owed.Long += o.Count
		}
		switch o.Kind {
		case loyalty.RewardFree:
			owed.Free += o.Count
		case loyalty.RewardHalf:
			owed.Half += o.Count
		default:
			owed.Others += o.Count
		}
	}
	return owed, nil
}

// countOwing counts customers who are owed a reward, and returns the rewards of store.Reports.OwedToArchived. Families
// without active members are found among those counted, to read the members once.
func countOwing(tx *store.Tx) (customers int64, rewards []store.HeldReward, err error) {
	archivedRewards, err := tx.Reports().OwedToArchivedCustomers()
	if err != nil {
		return 0, nil, err
	}
	customers, withoutMembers, err := tx.Week().CountOwing(archivedRewards)
	if err != nil {
		return 0, nil, err
	}
	ofFamilies, err := tx.Reports().OwedOn(withoutMembers)
	return customers, append(archivedRewards, ofFamilies...), err
}

// appendOfDays adds an event for each day of removed rewards, because no row names these days any more. It adds at least
// one event.
func appendOfDays(base *usecase.Base, tx *store.Tx, event loyalty.Event, earnTimes []time.Time) error {
	business, err := tx.Business().Get()
	if err != nil {
		return err
	}
	days := map[loyalty.Day]bool{}
	for _, at := range earnTimes {
		days[business.DayOf(at)] = true
	}
	if len(days) == 0 {
		days[""] = true
	}
	for _, day := range slices.Sorted(maps.Keys(days)) {
		event.Day = day
		if err := base.Append(tx, event); err != nil {
			return err
		}
	}
	return nil
}

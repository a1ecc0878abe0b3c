package store

import (
	"fmt"
	"time"

	"axioma/internal/loyalty"
)

// rewardDaysRule is checked in Go: a reward's day depends on the time zone.
const rewardDaysRule = "the stored reward counts of each day equal its rewards"

// CountedBusiness is a business whose day counts include all its events.
type CountedBusiness struct {
	ID       string
	From     loyalty.Day // first counted day
	TimeZone string
}

// ListCounted returns businesses with complete counts. It omits those with uncounted events: their counts may be older
// than the rows.
func (q PlatformBusinesses) ListCounted() ([]CountedBusiness, error) {
	var all []CountedBusiness
	err := q.tx.queryEach(`
		SELECT p.business_id, p.counted_from, b.time_zone FROM day_count_progress p CROSS JOIN businesses b
		WHERE b.id = p.business_id
		AND NOT EXISTS (SELECT 1 FROM events e WHERE e.business_id = p.business_id AND e.position > p.position)`, nil, func(row scanner) error {
		var c CountedBusiness
		err := row.Scan(&c.ID, &c.From, &c.TimeZone)
		all = append(all, c)
		return err
	})
	return all, err
}

func (b *Breaches) checkRewardDays(tx *Tx) error {
	all, err := PlatformBusinesses{tx}.ListCounted()
	if err != nil {
		return fmt.Errorf("checking that %s: %w", rewardDaysRule, err)
	}
	for _, c := range all {
		zone, err := time.LoadLocation(c.TimeZone)
		if err == nil && !b.incomplete[c.ID] {
			err = b.compareRewardDays(tx.in(c.ID).Reports(), c.From, loyalty.Business{ID: c.ID, Zone: zone})
		}
		if err != nil {
			return fmt.Errorf("checking that %s: %w", rewardDaysRule, err)
		}
	}
	return nil
}

func (b *Breaches) compareRewardDays(reports Reports, from loyalty.Day, business loyalty.Business) error {
	storedDays, err := reports.StoredRewardDays(loyalty.Period{From: from, To: noneCounted})
	if err != nil {
		return err
	}
	days, err := reports.CountRewardDays(loyalty.Period{From: from, To: noneCounted.Plus(-1)}, business)
	if err != nil {
		return err
	}
	storedDayByKey := map[rewardDayKey]loyalty.RewardDay{}
	for _, day := range storedDays {
		if day.Day >= from {
			storedDayByKey[rewardDayKey{day.Day, day.Kind}] = day
		}
	}
	for _, day := range days {
		key := rewardDayKey{day.Day, day.Kind}
		if storedDayByKey[key] != day {
			b.list(rewardDaysRule, business.ID, fmt.Sprintf("%s of %s: the stored counts are %+v, the rewards give %+v", day.Kind, day.Day, storedDayByKey[key], day))
		}
		delete(storedDayByKey, key)
	}
	for key, day := range storedDayByKey {
		b.list(rewardDaysRule, business.ID, fmt.Sprintf("%s of %s: the stored counts are %+v, but there are no rewards", key.kind, key.day, day))
	}
	return nil
}

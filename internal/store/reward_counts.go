package store

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// CountRedeemed counts the rewards given in a period.
func (q Reports) CountRedeemed(p loyalty.Period) (int64, error) {
	count, err := q.tx.queryCount(`
		SELECT count(*) FROM rewards WHERE business_id = $1 AND redeemed_day >= $2 AND redeemed_day <= $3 AND redeemed_at IS NOT NULL`,
		[]any{q.tx.businessID, p.From, p.To})
	return count, wrapped("counting given rewards", err)
}

// FirstReward returns when the first reward was earned, without cancelled ones; zero: none.
func (q Reports) FirstReward() (time.Time, error) {
	var first time.Time
	_, err := q.tx.queryOne(`
		SELECT created_at FROM rewards WHERE business_id = $1 AND status <> 'CANCELLED' AND created_at >= 0 ORDER BY created_at LIMIT 1`,
		[]any{q.tx.businessID}, (*optionalInstant)(&first))
	return first, wrapped("looking for the first reward", err)
}

// changedRewards selects when the rewards were earned that the events of a business after a position may have changed:
// those that events name, the unredeemed ones of the cards of their customers, and all of merged records. Redeemed ones
// of other cards change by an event of their own.
var changedRewards = `
	WITH touched AS (
		SELECT e.card_id FROM events e WHERE e.business_id = $1 AND e.position > $2 AND e.card_id IS NOT NULL
		UNION
		SELECT k.id FROM events e CROSS JOIN cards k
		WHERE e.business_id = $1 AND e.position > $2 AND k.business_id = $1 AND k.customer_id = e.customer_id
	)
	SELECT r.created_at FROM events e CROSS JOIN rewards r
	WHERE e.business_id = $1 AND e.position > $2 AND r.business_id = $1 AND r.id = e.reward_id
	UNION
	SELECT r.created_at FROM touched t CROSS JOIN rewards r WHERE r.business_id = $1 AND r.card_id = t.card_id AND r.status = 'PENDING'
	UNION
	SELECT r.created_at FROM touched t CROSS JOIN rewards r WHERE r.business_id = $1 AND r.card_id = t.card_id AND r.status = 'CANCELLED'
	UNION
	SELECT r.created_at FROM events e CROSS JOIN cards k CROSS JOIN rewards r
	WHERE e.business_id = $1 AND e.position > $2 AND e.kind IN ('` + string(loyalty.EventCustomerMerged) + `', '` + string(loyalty.EventMergeUndone) + `')
	AND k.business_id = $1 AND k.customer_id = e.customer_id AND r.business_id = $1 AND r.card_id = k.id`

// ChangedRewardDays returns the days of the business's time zone whose rewards the events after a position may have
// changed, in order.
func (q Reports) ChangedRewardDays(after int64, business loyalty.Business) ([]loyalty.Day, error) {
	var days []loyalty.Day
	err := q.tx.queryEach(changedRewards, []any{q.tx.businessID, after}, func(row scanner) error {
		var earned time.Time
		err := row.Scan((*optionalInstant)(&earned))
		days = append(days, business.DayOf(earned))
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("looking whose rewards have changed: %w", err)
	}
	named, err := q.tx.queryStrings(`
		SELECT e.local_day FROM events e WHERE e.business_id = $1 AND e.position > $2 AND e.local_day IS NOT NULL`, q.tx.businessID, after)
	for _, day := range named {
		days = append(days, loyalty.Day(day))
	}
	slices.Sort(days)
	return slices.Compact(days), wrapped("looking which days of rewards have changed", err)
}

// CountRewardDays counts the rewards that were earned in a period, by day and kind.
func (q Reports) CountRewardDays(p loyalty.Period, business loyalty.Business) ([]loyalty.RewardDay, error) {
	counting := rewardDayCounting{}
	// The condition on zero is that of the index rewards_by_age.
	err := q.tx.queryEach(`
		SELECT kind, status, created_at, coalesce(redeemed_at - created_at, 0) FROM rewards
		WHERE business_id = $1 AND created_at >= $2 AND created_at < $3 AND created_at >= 0 AND status <> 'CANCELLED'`,
		[]any{q.tx.businessID, millis(business.StartOf(p.From)), millis(business.StartOf(p.To.Plus(1)))}, func(row scanner) error {
			var kind loyalty.RewardKind
			var status loyalty.RewardStatus
			var earned time.Time
			var waited int64
			err := row.Scan(&kind, &status, (*optionalInstant)(&earned), &waited)
			counting.add(rewardDayKey{business.DayOf(earned), kind}, status, int(waited/dayMillis))
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting the rewards of %s to %s: %w", p.From, p.To, err)
	}
	return counting.sorted(), nil
}

// dayMillis is a day, as a difference of instants.
const dayMillis = int64(24 * time.Hour / time.Millisecond)

type rewardDayKey struct {
	day  loyalty.Day
	kind loyalty.RewardKind
}

// rewardDayCounting counts rewards by day and kind.
type rewardDayCounting map[rewardDayKey]*countedRewards

type countedRewards struct {
	earned, owed int64
	delays       map[int]int64
}

func (c rewardDayCounting) add(key rewardDayKey, status loyalty.RewardStatus, delay int) {
	of := c[key]
	if of == nil {
		of = &countedRewards{delays: map[int]int64{}}
		c[key] = of
	}
	of.earned++
	switch status {
	case loyalty.RewardPending:
		of.owed++
	case loyalty.RewardRedeemed:
		of.delays[delay]++
	}
}

func (c rewardDayCounting) sorted() []loyalty.RewardDay {
	days := make([]loyalty.RewardDay, 0, len(c))
	for key, of := range c {
		days = append(days, loyalty.RewardDay{
			Day: key.day, Kind: key.kind, Earned: of.earned, Owed: of.owed, Delays: loyalty.NewRedemptionDelays(of.delays),
		})
	}
	slices.SortFunc(days, func(a, b loyalty.RewardDay) int {
		return cmp.Or(strings.Compare(string(a.Day), string(b.Day)), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	return days
}

// StoredRewardDays returns the stored counts of all days in order, with the delays of a period.
func (q Reports) StoredRewardDays(withDelays loyalty.Period) ([]loyalty.RewardDay, error) {
	var days []loyalty.RewardDay
	err := q.tx.queryEach(`
		SELECT local_day, kind, earned, owed, CASE WHEN local_day >= $2 AND local_day <= $3 THEN delays ELSE '' END
		FROM reward_days WHERE business_id = $1 ORDER BY local_day, kind`,
		[]any{q.tx.businessID, withDelays.From, withDelays.To}, func(row scanner) error {
			var d loyalty.RewardDay
			err := row.Scan(&d.Day, &d.Kind, &d.Earned, &d.Owed, &d.Delays)
			days = append(days, d)
			return err
		})
	return days, wrapped("reading the counts of rewards", err)
}

func (q Reports) storeRewardDay(d loyalty.RewardDay) error {
	err := q.tx.execOne(`INSERT INTO reward_days (business_id, local_day, kind, earned, owed, delays) VALUES ($1, $2, $3, $4, $5, $6)`,
		q.tx.businessID, d.Day, d.Kind, d.Earned, d.Owed, string(d.Delays))
	return wrapped("storing the rewards of "+string(d.Day), err)
}

// HeldReward is an owed reward that no active customer may redeem.
type HeldReward struct {
	Kind   loyalty.RewardKind
	Earned time.Time
}

// OwedToArchived returns the few owed rewards on the cards of archived customers, and on those of families without an
// active member.
func (q Reports) OwedToArchived() ([]HeldReward, error) {
	var held []HeldReward
	for _, query := range []string{`
		WITH gone AS MATERIALIZED (SELECT id FROM customers WHERE business_id = $1 AND archived_at IS NOT NULL)
		SELECT r.kind, r.created_at FROM gone a CROSS JOIN cards k CROSS JOIN rewards r
		WHERE k.business_id = $1 AND k.customer_id = a.id
		AND r.business_id = $1 AND r.card_id = k.id AND r.status = 'PENDING'`, `
		SELECT r.kind, r.created_at FROM families f CROSS JOIN cards k CROSS JOIN rewards r
		WHERE f.business_id = $1 AND k.business_id = $1 AND k.family_id = f.id
		AND r.business_id = $1 AND r.card_id = k.id AND r.status = 'PENDING' AND NOT EXISTS (
			SELECT 1 FROM customers m WHERE m.family_id = f.id AND m.business_id = $1 AND m.archived_at IS NULL)`} {
		err := q.tx.queryEach(query, []any{q.tx.businessID}, func(row scanner) error {
			var r HeldReward
			err := row.Scan(&r.Kind, (*optionalInstant)(&r.Earned))
			held = append(held, r)
			return err
		})
		if err != nil {
			return nil, fmt.Errorf("looking for what is owed to archived customers: %w", err)
		}
	}
	return held, nil
}

package store

import (
	"fmt"
	"maps"
	"slices"
	"time"

	"axioma/internal/loyalty"
)

// RedeemedBy counts the rewards that each user gave in a period.
func (q Reports) RedeemedBy(p loyalty.Period) (map[string]int64, error) {
	counts := map[string]int64{}
	// The groups have the order of the index, so nothing is sorted.
	err := q.tx.queryEach(`
		SELECT redeemed_by, count(*) FROM rewards
		WHERE business_id = $1 AND redeemed_day >= $2 AND redeemed_day <= $3 AND redeemed_at IS NOT NULL GROUP BY redeemed_day, redeemed_by`,
		[]any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
			var user string
			var count int64
			err := row.Scan(&user, &count)
			counts[user] += count
			return err
		})
	return counts, wrapped("counting who gave rewards", err)
}

// OwedByAge counts owed rewards of a kind. Age is the number of bounds, in days, that the rewards are older than.
type OwedByAge struct {
	Kind  loyalty.RewardKind
	Age   int
	Count int64
}

// OwedByAge counts the rewards that active customers may redeem by kind and age. The bounds are instants, latest first.
// It counts all owed rewards in an index, and takes off the few whose holders are archived.
func (q Reports) OwedByAge(bounds []time.Time) ([]OwedByAge, error) {
	counting := owedCounting{bounds: bounds, counts: map[loyalty.RewardKind][]int64{}}
	for _, step := range []func(Reports) error{counting.addAll, counting.removeOfArchived, counting.removeOfFamilies} {
		if err := step(q); err != nil {
			return nil, fmt.Errorf("counting what is owed by age: %w", err)
		}
	}
	return counting.sorted(), nil
}

// owedCounting counts owed rewards by kind and age.
type owedCounting struct {
	bounds []time.Time
	counts map[loyalty.RewardKind][]int64 // by age
}

// addAll reads for each kind how many rewards are later than each bound.
func (o owedCounting) addAll(q Reports) error {
	where := clause{args: []any{q.tx.businessID}}
	later := ``
	for _, bound := range o.bounds {
		later += ` sum(CASE WHEN created_at > ` + where.bind(millis(bound)) + ` THEN 1 ELSE 0 END),`
	}
	return q.tx.queryEach(`
		SELECT kind,`+later+` count(*) FROM rewards
		WHERE business_id = $1 AND status = 'PENDING' AND created_at >= 0 GROUP BY kind`, where.args, func(row scanner) error {
		var kind loyalty.RewardKind
		ages := make([]int64, len(o.bounds)+1)
		targets := []any{&kind}
		for i := range ages {
			targets = append(targets, &ages[i])
		}
		err := row.Scan(targets...)
		for i := len(ages) - 1; i > 0; i-- {
			ages[i] -= ages[i-1]
		}
		o.counts[kind] = ages
		return err
	})
}

// removeOfArchived takes off the rewards on the cards of archived customers.
func (o owedCounting) removeOfArchived(q Reports) error {
	return o.remove(q, `
		WITH gone AS MATERIALIZED (SELECT id FROM customers WHERE business_id = $1 AND archived_at IS NOT NULL)
		SELECT r.kind, r.created_at FROM gone a CROSS JOIN cards k CROSS JOIN rewards r
		WHERE k.business_id = $1 AND k.customer_id = a.id
		AND r.business_id = $1 AND r.card_id = k.id AND r.status = 'PENDING'`)
}

// removeOfFamilies takes off the rewards on the cards of families without an active member.
func (o owedCounting) removeOfFamilies(q Reports) error {
	return o.remove(q, `
		SELECT r.kind, r.created_at FROM families f CROSS JOIN cards k CROSS JOIN rewards r
		WHERE f.business_id = $1 AND k.business_id = $1 AND k.family_id = f.id
		AND r.business_id = $1 AND r.card_id = k.id AND r.status = 'PENDING' AND NOT EXISTS (
			SELECT 1 FROM customers m WHERE m.family_id = f.id AND m.business_id = $1 AND m.archived_at IS NULL)`)
}

func (o owedCounting) remove(q Reports, query string) error {
	return q.tx.queryEach(query, []any{q.tx.businessID}, func(row scanner) error {
		var kind loyalty.RewardKind
		var created time.Time
		if err := row.Scan(&kind, (*optionalInstant)(&created)); err != nil {
			return err
		}
		age := 0
		for age < len(o.bounds) && !created.After(o.bounds[age]) {
			age++
		}
		o.counts[kind][age]--
		return nil
	})
}

func (o owedCounting) sorted() []OwedByAge {
	var sorted []OwedByAge
	for _, kind := range slices.Sorted(maps.Keys(o.counts)) {
		for age, count := range o.counts[kind] {
			if count > 0 {
				sorted = append(sorted, OwedByAge{Kind: kind, Age: age, Count: count})
			}
		}
	}
	return sorted
}

// CountEarned counts the rewards that stamps earned from an instant to before another one, without cancelled ones.
func (q Reports) CountEarned(from, before time.Time) (int64, error) {
	// The condition on zero is that of the index rewards_by_age.
	count, err := q.tx.queryCount(`
		SELECT count(*) FROM rewards r
		WHERE r.business_id = $1 AND r.created_at >= $2 AND r.created_at < $3 AND r.created_at >= 0 AND r.status <> 'CANCELLED' AND `+earnedReward,
		[]any{q.tx.businessID, millis(from), millis(before)})
	return count, wrapped("counting what was earned", err)
}

// EarnedReward counts rewards that stamps earned, by what became of them.
type EarnedReward struct {
	Status loyalty.RewardStatus
	Days   int // between earning and redeeming
	Count  int64
}

// dayMillis is a day, as a difference of instants.
const dayMillis = int64(24 * time.Hour / time.Millisecond)

// EarnedBetween counts the rewards that stamps earned from an instant to before another one, without cancelled ones.
func (q Reports) EarnedBetween(from, before time.Time) ([]EarnedReward, error) {
	var counts []EarnedReward
	// The condition on zero is that of the index rewards_by_age.
	err := q.tx.queryEach(`
		SELECT r.status, coalesce((r.redeemed_at - r.created_at) / $4, 0) AS days, count(*) FROM rewards r
		WHERE r.business_id = $1 AND r.created_at >= $2 AND r.created_at < $3 AND r.created_at >= 0 AND r.status <> 'CANCELLED' AND `+earnedReward+`
		GROUP BY r.status, days ORDER BY days`,
		[]any{q.tx.businessID, millis(from), millis(before), dayMillis}, func(row scanner) error {
			var e EarnedReward
			err := row.Scan(&e.Status, &e.Days, &e.Count)
			counts = append(counts, e)
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting what was earned: %w", err)
	}
	return counts, nil
}

package store

import (
	"fmt"
	"strconv"
	"time"

	"axioma/internal/loyalty"
)

// RedeemedBy counts the rewards that each user gave in a period.
func (q Reports) RedeemedBy(p loyalty.Period) (map[string]int64, error) {
	counts := map[string]int64{}
	err := q.tx.queryEach(`
		SELECT redeemed_by, count(*) FROM rewards
		WHERE business_id = $1 AND redeemed_day >= $2 AND redeemed_day <= $3 AND redeemed_at IS NOT NULL GROUP BY redeemed_by`,
		[]any{q.tx.businessID, p.From, p.To}, func(row scanner) error {
			var user string
			var count int64
			err := row.Scan(&user, &count)
			counts[user] = count
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
func (q Reports) OwedByAge(bounds []time.Time) ([]OwedByAge, error) {
	where := clause{args: []any{q.tx.businessID}}
	age := ` WHEN FALSE THEN 0`
	for i, bound := range bounds {
		age += ` WHEN r.created_at > ` + where.bind(millis(bound)) + ` THEN ` + strconv.Itoa(i)
	}
	var counts []OwedByAge
	// CROSS JOIN keeps SQLite from looking up the rewards card by card.
	err := q.tx.queryEach(`
		SELECT r.kind, CASE`+age+` ELSE `+strconv.Itoa(len(bounds))+` END AS age, count(*)
		FROM rewards r CROSS JOIN cards k
		LEFT JOIN customers c ON c.business_id = k.business_id AND c.id = k.customer_id
		WHERE r.business_id = $1 AND r.status = 'PENDING' AND k.business_id = $1 AND k.id = r.card_id
		AND CASE WHEN k.customer_id IS NOT NULL THEN c.archived_at IS NULL ELSE EXISTS (
			SELECT 1 FROM customers m WHERE m.family_id = k.family_id AND m.business_id = k.business_id AND m.archived_at IS NULL) END
		GROUP BY r.kind, age ORDER BY r.kind, age`, where.args, func(row scanner) error {
		var o OwedByAge
		err := row.Scan(&o.Kind, &o.Age, &o.Count)
		counts = append(counts, o)
		return err
	})
	return counts, wrapped("counting what is owed by age", err)
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

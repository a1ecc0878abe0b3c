package store

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"axioma/internal/loyalty"
)

// CountRedeemed counts a period's redemptions.
func (q Reports) CountRedeemed(p loyalty.Period) (int64, error) {
	count, err := q.tx.queryCount(`
		SELECT count(*) FROM rewards WHERE business_id = $1 AND redeemed_day >= $2 AND redeemed_day <= $3 AND redeemed_at IS NOT NULL`,
		[]any{q.tx.businessID, p.From, p.To})
	return count, wrapError("counting given rewards", err)
}

// FirstReward returns when the first uncancelled reward was earned, or zero.
func (q Reports) FirstReward() (time.Time, error) {
	var first time.Time
	_, err := q.tx.queryOne(`
		SELECT created_at FROM rewards WHERE business_id = $1 AND status <> 'CANCELLED' AND created_at >= 0 ORDER BY created_at LIMIT 1`,
		[]any{q.tx.businessID}, (*optionalInstant)(&first))
	return first, wrapError("finding the first reward", err)
}

type touchedRows struct{ rewards, cards, customers, mergedCustomers []string }

func (q Reports) touchedRows(after int64) (touchedRows, error) {
	var rows touchedRows
	err := q.tx.queryEach(`SELECT kind, reward_id, card_id, customer_id FROM events WHERE business_id = $1 AND position > $2`,
		[]any{q.tx.businessID, after}, func(row scanner) error {
			var kind loyalty.EventKind
			var reward, card, customer string
			err := row.Scan(&kind, (*optionalText)(&reward), (*optionalText)(&card), (*optionalText)(&customer))
			rows.rewards, rows.cards = append(rows.rewards, reward), append(rows.cards, card)
			if rows.customers = append(rows.customers, customer); kind == loyalty.EventCustomerMerged || kind == loyalty.EventMergeUndone {
				rows.mergedCustomers = append(rows.mergedCustomers, customer)
			}
			return err
		})
	return rows, wrapError("reading names of events", err)
}

const touchedBatch = 50

func (q Reports) inBatches(before string, ids []string, after string) ([]string, error) {
	slices.Sort(ids)
	var foundTexts []string
	for batch := range slices.Chunk(slices.Compact(ids), touchedBatch) {
		args, in := placeholders(2, batch)
		texts, err := q.tx.queryStrings(before+` IN (`+in+`)`+after, append([]any{q.tx.businessID}, args...)...)
		if err != nil {
			return nil, fmt.Errorf("reading names of events: %w", err)
		}
		foundTexts = append(foundTexts, texts...)
	}
	return foundTexts, nil
}

const earnedTimes = `SELECT CAST(created_at AS TEXT) FROM rewards WHERE business_id = $1 AND `

// changedRewardTimes returns when rewards were earned that later events may have changed: those they name, unredeemed
// ones on their cards and their customers', all of merged records. Only an event naming a reward changes its
// redemption.
func (q Reports) changedRewardTimes(after int64) ([]string, error) {
	rows, err := q.touchedRows(after)
	if err != nil {
		return nil, err
	}
	const cardsOf = `SELECT id FROM cards WHERE business_id = $1 AND customer_id`
	own, err := q.inBatches(cardsOf, rows.customers, ``)
	if err != nil {
		return nil, err
	}
	mergedCards, err := q.inBatches(cardsOf, rows.mergedCustomers, ``)
	if err != nil {
		return nil, err
	}
	cards := append(own, rows.cards...)
	var times []string
	for _, lookup := range []struct {
		before string
		ids    []string
		after  string
	}{
		{earnedTimes + `id`, rows.rewards, ``},
		{earnedTimes + `card_id`, cards, ` AND status = 'PENDING'`},
		{earnedTimes + `card_id`, cards, ` AND status = 'CANCELLED'`},
		{earnedTimes + `card_id`, mergedCards, ``},
	} {
		foundTimes, err := q.inBatches(lookup.before, lookup.ids, lookup.after)
		if err != nil {
			return nil, err
		}
		times = append(times, foundTimes...)
	}
	return times, nil
}

// ChangedRewardDays returns sorted days that later events may have changed.
func (q Reports) ChangedRewardDays(after int64, business loyalty.Business) ([]loyalty.Day, error) {
	times, err := q.changedRewardTimes(after)
	if err != nil {
		return nil, err
	}
	days, err := q.namedDays(after)
	for _, text := range times {
		earnedAt, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("reading when a reward was earned: %w", err)
		}
		days = append(days, business.DayOf(time.UnixMilli(earnedAt)))
	}
	slices.Sort(days)
	return slices.Compact(days), err
}

func (q Reports) namedDays(after int64) ([]loyalty.Day, error) {
	texts, err := q.tx.queryStrings(`SELECT local_day FROM events WHERE business_id = $1 AND position > $2 AND local_day IS NOT NULL`, q.tx.businessID, after)
	days := make([]loyalty.Day, len(texts))
	for n, text := range texts {
		days[n] = loyalty.Day(text)
	}
	return days, wrapError("finding the days of events", err)
}

func (q Reports) redemptionDays(after int64) ([]loyalty.Day, error) {
	rows, err := q.touchedRows(after)
	if err != nil {
		return nil, err
	}
	texts, err := q.inBatches(`SELECT redeemed_day FROM rewards WHERE business_id = $1 AND id`, rows.rewards, ` AND redeemed_day IS NOT NULL`)
	if err != nil {
		return nil, err
	}
	days, err := q.namedDays(after)
	for _, text := range texts {
		days = append(days, loyalty.Day(text))
	}
	return days, err
}

// CountRewardDays counts rewards by day and kind.
func (q Reports) CountRewardDays(p loyalty.Period, business loyalty.Business) ([]loyalty.RewardDay, error) {
	counting := rewardDayCounting{}
	// The condition on zero is that of the index rewards_by_age.
	err := q.tx.queryEach(`
		SELECT kind, status, created_at, coalesce(redeemed_at - created_at, 0) FROM rewards
		WHERE business_id = $1 AND created_at >= $2 AND created_at < $3 AND created_at >= 0 AND status <> 'CANCELLED'`,
		[]any{q.tx.businessID, millis(business.StartOf(p.From)), millis(business.StartOf(p.To.Plus(1)))}, func(row scanner) error {
			var kind loyalty.RewardKind
			var status loyalty.RewardStatus
			var earnedAt time.Time
			var delay int64
			err := row.Scan(&kind, &status, (*optionalInstant)(&earnedAt), &delay)
			counting.add(rewardDayKey{business.DayOf(earnedAt), kind}, status, int(delay/dayMillis))
			return err
		})
	if err != nil {
		return nil, fmt.Errorf("counting the rewards of %s to %s: %w", p.From, p.To, err)
	}
	return counting.sortedDays(), nil
}

const dayMillis = int64(24 * time.Hour / time.Millisecond)

type rewardDayKey struct {
	day  loyalty.Day
	kind loyalty.RewardKind
}

type rewardDayCounting map[rewardDayKey]*countedRewards

type countedRewards struct {
	earnedCount, owedCount int64
	delays                 map[int]int64
}

func (c rewardDayCounting) add(key rewardDayKey, status loyalty.RewardStatus, delay int) {
	counts := c[key]
	if counts == nil {
		counts = &countedRewards{delays: map[int]int64{}}
		c[key] = counts
	}
	counts.earnedCount++
	switch status {
	case loyalty.RewardPending:
		counts.owedCount++
	case loyalty.RewardRedeemed:
		counts.delays[delay]++
	}
}

func (c rewardDayCounting) sortedDays() []loyalty.RewardDay {
	days := make([]loyalty.RewardDay, 0, len(c))
	for key, counts := range c {
		days = append(days, loyalty.RewardDay{
			Day: key.day, Kind: key.kind, EarnedCount: counts.earnedCount, Owed: counts.owedCount, Delays: loyalty.NewRedemptionDelays(counts.delays),
		})
	}
	slices.SortFunc(days, func(a, b loyalty.RewardDay) int {
		return cmp.Or(strings.Compare(string(a.Day), string(b.Day)), strings.Compare(string(a.Kind), string(b.Kind)))
	})
	return days
}

// StoredRewardDays returns sorted counts, with delays only for a period.
func (q Reports) StoredRewardDays(withDelays loyalty.Period) ([]loyalty.RewardDay, error) {
	var days []loyalty.RewardDay
	err := q.tx.queryEach(`
		SELECT local_day, kind, earned, owed, CASE WHEN local_day >= $2 AND local_day <= $3 THEN delays ELSE '' END
		FROM reward_days WHERE business_id = $1 ORDER BY local_day, kind`,
		[]any{q.tx.businessID, withDelays.From, withDelays.To}, func(row scanner) error {
			var d loyalty.RewardDay
			err := row.Scan(&d.Day, &d.Kind, &d.EarnedCount, &d.Owed, &d.Delays)
			days = append(days, d)
			return err
		})
	return days, wrapError("reading the counts of rewards", err)
}

func (q Reports) storeRewardDay(d loyalty.RewardDay) error {
	err := q.tx.execOne(`INSERT INTO reward_days (business_id, local_day, kind, earned, owed, delays) VALUES ($1, $2, $3, $4, $5, $6)`,
		q.tx.businessID, d.Day, d.Kind, d.EarnedCount, d.Owed, string(d.Delays))
	return wrapError("storing the rewards of "+string(d.Day), err)
}

// HeldReward is a reward that is owed, but that no active customer may redeem.
type HeldReward struct {
	CardID   string
	Kind     loyalty.RewardKind
	EarnedAt time.Time
}

// OwedToArchived returns owed rewards of archived customers and of families without active members.
func (q Reports) OwedToArchived() ([]HeldReward, error) {
	customers, err := q.OwedToArchivedCustomers()
	if err != nil {
		return nil, err
	}
	families, err := q.heldRewards(`
		SELECT (SELECT k.id FROM cards k WHERE k.business_id = $1 AND k.family_id = f.id) AS id
		FROM families f WHERE f.business_id = $1 AND NOT EXISTS (
			SELECT 1 FROM customers m WHERE m.family_id = f.id AND m.business_id = $1 AND m.archived_at IS NULL)`)
	return append(customers, families...), err
}

// OwedToArchivedCustomers returns the owed rewards on archived customers' own cards. It finds the cards by key, because
// PostgreSQL would join all.
func (q Reports) OwedToArchivedCustomers() ([]HeldReward, error) {
	return q.heldRewards(`
		SELECT (SELECT k.id FROM cards k WHERE k.business_id = $1 AND k.customer_id = c.id) AS id
		FROM customers c WHERE c.business_id = $1 AND c.archived_at IS NOT NULL`)
}

// OwedOn returns the owed rewards on some cards.
func (q Reports) OwedOn(cardIDs []string) (heldRewards []HeldReward, err error) {
	for batch := range slices.Chunk(cardIDs, touchedBatch) {
		args, in := placeholders(2, batch)
		rewards, err := q.heldRewards(`SELECT id FROM cards WHERE business_id = $1 AND id IN (`+in+`)`, args...)
		if err != nil {
			return nil, err
		}
		heldRewards = append(heldRewards, rewards...)
	}
	return heldRewards, nil
}

func (q Reports) heldRewards(cards string, args ...any) (heldRewards []HeldReward, err error) {
	err = q.tx.queryEach(`
		WITH gone AS MATERIALIZED (`+cards+`)
		SELECT r.card_id, r.kind, r.created_at FROM gone g CROSS JOIN rewards r
		WHERE r.business_id = $1 AND r.card_id = g.id AND r.status = 'PENDING'`,
		append([]any{q.tx.businessID}, args...), func(row scanner) error {
			var r HeldReward
			err := row.Scan(&r.CardID, &r.Kind, (*optionalInstant)(&r.EarnedAt))
			heldRewards = append(heldRewards, r)
			return err
		})
	return heldRewards, wrapError("finding owed rewards", err)
}

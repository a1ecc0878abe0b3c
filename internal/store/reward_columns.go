package store

import "axioma/internal/loyalty"

// rewardRow is what is kept of a reward, and what becomes of it. What is edited changes
// when it is given, and when that is taken back.
var rewardRow = columns[loyalty.Reward]{
	{
		name: "id", hidden: technical, stays: nameless,
		bind: func(r loyalty.Reward) any { return r.ID },
		into: func(r *loyalty.Reward) any { return &r.ID },
	},
	{
		name: "card_id", hidden: technical, stays: nameless,
		bind: func(r loyalty.Reward) any { return r.CardID },
		into: func(r *loyalty.Reward) any { return &r.CardID },
	},
	{
		name: "customer_id", hidden: technical, stays: nameless,
		bind: func(r loyalty.Reward) any { return r.CustomerID },
		into: func(r *loyalty.Reward) any { return &r.CustomerID },
	},
	{
		name: "kind", stays: nameless,
		bind: func(r loyalty.Reward) any { return r.Kind },
		into: func(r *loyalty.Reward) any { return &r.Kind },
	},
	{
		name: "status", edited: true, stays: nameless,
		bind: func(r loyalty.Reward) any { return r.Status },
		into: func(r *loyalty.Reward) any { return &r.Status },
	},
	{
		name: "milestone", stays: nameless,
		bind: func(r loyalty.Reward) any { return r.Milestone },
		into: func(r *loyalty.Reward) any { return &r.Milestone },
	},
	{
		name: "owed_from", hidden: technical, stays: nameless,
		bind: func(r loyalty.Reward) any { return r.OwedFrom },
		into: func(r *loyalty.Reward) any { return &r.OwedFrom },
	},
	{
		name: "promise", stays: nameless,
		bind: func(r loyalty.Reward) any { return text(r.Promise) },
		into: func(r *loyalty.Reward) any { return (*optionalText)(&r.Promise) },
	},
	{
		name: "created_at", stays: nameless,
		bind: func(r loyalty.Reward) any { return millis(r.CreatedAt) },
		into: func(r *loyalty.Reward) any { return (*optionalInstant)(&r.CreatedAt) },
	},
	{
		name: "redeemed_at", edited: true, stays: nameless,
		bind: func(r loyalty.Reward) any { return millis(redemptionOf(r).At) },
		into: func(r *loyalty.Reward) any { return (*optionalInstant)(&r.Redemption.At) },
	},
	{
		name: "redeemed_day", edited: true, hidden: technical, stays: nameless,
		bind: func(r loyalty.Reward) any { return text(redemptionOf(r).Day) },
		into: func(r *loyalty.Reward) any { return (*optionalText)(&r.Redemption.Day) },
	},
	{
		name: "redeemed_customer_id", edited: true, hidden: technical, stays: nameless,
		bind: func(r loyalty.Reward) any { return text(redemptionOf(r).CustomerID) },
		into: func(r *loyalty.Reward) any { return (*optionalText)(&r.Redemption.CustomerID) },
	},
	{
		name: "redeemed_by", edited: true, whose: OfStaff,
		bind: func(r loyalty.Reward) any { return text(redemptionOf(r).UserID) },
		into: func(r *loyalty.Reward) any { return (*optionalText)(&r.Redemption.UserID) },
	},
}

// redemptionOf is the empty one while a reward has not been given.
func redemptionOf(r loyalty.Reward) loyalty.Redemption {
	if r.Redemption == nil {
		return loyalty.Redemption{}
	}
	return *r.Redemption
}

// The texts that rewardRow makes, once.
var (
	insertReward   = rewardRow.insertInto(`rewards`, `business_id`) + ` ON CONFLICT (business_id, card_id, kind, milestone) DO NOTHING`
	grantReward    = rewardRow.insertIntoWhere(milestoneUnpaid(), `rewards`, `business_id`) + ` ON CONFLICT (business_id, card_id, kind, milestone) DO NOTHING`
	redeemReward   = rewardRow.update(`rewards`, `business_id`, `id`) + ` AND status = 'PENDING'`
	takeBackReward = rewardRow.update(`rewards`, `business_id`, `id`) + ` AND status = 'REDEEMED'`

	// earnedReward holds for a reward r of a kind that stamps earn.
	earnedReward = oneOf(`r.kind`, loyalty.RewardKindsWhere(loyalty.RewardKind.IsEarned))

	rewardColumns = rewardRow.of(`rewards`)
	selectRewards = `SELECT` + rewardColumns + ` FROM rewards WHERE business_id = $1 AND `
	rewardByID    = selectRewards + `id = $2`
	rewardsOfCard = selectRewards + `card_id = $2 ORDER BY created_at, id`
	rewardsGiven  = selectRewards + `redeemed_customer_id = $2 AND (redeemed_day = $3 OR redeemed_at >= $4) AND redeemed_at IS NOT NULL`
)

// scanReward reads rewardColumns, and what a query has besides.
func scanReward(row scanner, besides ...any) (loyalty.Reward, error) {
	r := loyalty.Reward{Redemption: &loyalty.Redemption{}}
	err := row.Scan(rewardRow.into(&r, besides...)...)
	if r.Redemption.At.IsZero() {
		r.Redemption = nil
	}
	return r, err
}

// milestoneUnpaid is the condition that the milestone of the reward that grantReward adds
// has no reward of any earned kind yet.
func milestoneUnpaid() string {
	place := rewardRow.places(`business_id`)
	return `NOT EXISTS (
		SELECT 1 FROM rewards r
		WHERE r.business_id = ` + place[`business_id`] + ` AND r.card_id = ` + place[`card_id`] + ` AND r.milestone = ` + place[`milestone`] + `
		AND ` + earnedReward + `)`
}

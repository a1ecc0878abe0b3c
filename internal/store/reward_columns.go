package store

import "axioma/internal/loyalty"

// rewardRow has the columns of rewards. The edited ones are those that Redeem and TakeBack write.
var rewardRow = columns[loyalty.Reward]{
	{
		name: "id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return r.ID },
		dest: func(r *loyalty.Reward) any { return &r.ID },
	},
	{
		name: "card_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return r.CardID },
		dest: func(r *loyalty.Reward) any { return &r.CardID },
	},
	{
		name: "customer_id", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return r.CustomerID },
		dest: func(r *loyalty.Reward) any { return &r.CustomerID },
	},
	{
		name: "kind", keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return r.Kind },
		dest: func(r *loyalty.Reward) any { return &r.Kind },
	},
	{
		name: "status", edited: true, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return r.Status },
		dest: func(r *loyalty.Reward) any { return &r.Status },
	},
	{
		name: "milestone", keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return r.Milestone },
		dest: func(r *loyalty.Reward) any { return &r.Milestone },
	},
	{
		name: "owed_from", hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return r.OwedFrom },
		dest: func(r *loyalty.Reward) any { return &r.OwedFrom },
	},
	{
		name: "promise", keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return text(r.Promise) },
		dest: func(r *loyalty.Reward) any { return (*optionalText)(&r.Promise) },
	},
	{
		name: "created_at", keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return millis(r.CreatedAt) },
		dest: func(r *loyalty.Reward) any { return (*optionalInstant)(&r.CreatedAt) },
	},
	{
		name: "redeemed_at", edited: true, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return millis(redemptionOf(r).At) },
		dest: func(r *loyalty.Reward) any { return (*optionalInstant)(&r.Redemption.At) },
	},
	{
		name: "redeemed_day", edited: true, hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return text(redemptionOf(r).Day) },
		dest: func(r *loyalty.Reward) any { return (*optionalText)(&r.Redemption.Day) },
	},
	{
		name: "redeemed_customer_id", edited: true, hiddenReason: reasonTechnical, keepReason: reasonAnonymous,
		bind: func(r loyalty.Reward) any { return text(redemptionOf(r).CustomerID) },
		dest: func(r *loyalty.Reward) any { return (*optionalText)(&r.Redemption.CustomerID) },
	},
	{
		name: "redeemed_by", edited: true, subject: SubjectStaff,
		bind: func(r loyalty.Reward) any { return text(redemptionOf(r).UserID) },
		dest: func(r *loyalty.Reward) any { return (*optionalText)(&r.Redemption.UserID) },
	},
}

func redemptionOf(r loyalty.Reward) loyalty.Redemption {
	if r.Redemption == nil {
		return loyalty.Redemption{}
	}
	return *r.Redemption
}

var (
	insertReward   = rewardRow.insertSQL(`rewards`, `business_id`) + ` ON CONFLICT (business_id, card_id, kind, milestone) DO NOTHING`
	grantReward    = rewardRow.insertWhereSQL(milestoneUnpaid(), `rewards`, `business_id`) + ` ON CONFLICT (business_id, card_id, kind, milestone) DO NOTHING`
	redeemReward   = rewardRow.updateSQL(`rewards`, `business_id`, `id`) + ` AND status = 'PENDING'`
	takeBackReward = rewardRow.updateSQL(`rewards`, `business_id`, `id`) + ` AND status = 'REDEEMED'`

	earnedReward = oneOf(`r.kind`, loyalty.RewardKindsWhere(loyalty.RewardKind.IsEarned))

	rewardColumns     = rewardRow.selectList(`rewards`)
	selectRewards     = `SELECT` + rewardColumns + ` FROM rewards WHERE business_id = $1 AND `
	rewardByID        = selectRewards + `id = $2`
	rewardsOfCard     = selectRewards + `card_id = $2 ORDER BY created_at, id`
	rewardsRedeemedOn = selectRewards + `redeemed_customer_id = $2 AND (redeemed_day = $3 OR redeemed_at >= $4) AND redeemed_at IS NOT NULL`
)

func scanReward(row scanner, further ...any) (loyalty.Reward, error) {
	r := loyalty.Reward{Redemption: &loyalty.Redemption{}}
	err := row.Scan(rewardRow.scanTargets(&r, further...)...)
	if r.Redemption.At.IsZero() {
		r.Redemption = nil
	}
	return r, err
}

func milestoneUnpaid() string {
	place := rewardRow.placeholdersByName(`business_id`)
	return `NOT EXISTS (
		SELECT 1 FROM rewards r
		WHERE r.business_id = ` + place[`business_id`] + ` AND r.card_id = ` + place[`card_id`] + ` AND r.milestone = ` + place[`milestone`] + `
		AND ` + earnedReward + `)`
}

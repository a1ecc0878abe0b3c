package loyalty

import (
	"slices"
	"time"
)

// MergeUndoPeriod is how long a merge can be undone.
const MergeUndoPeriod = 30 * 24 * time.Hour

// Merge records that MergedID was merged into KeptID.
type Merge struct {
	ID         string
	KeptID     string
	MergedID   string
	MergedName string
	At         time.Time
	By         string
	UndoneAt   time.Time
}

// MayUndo refuses a second or late undo.
func (m Merge) MayUndo(now time.Time) error {
	switch {
	case !m.UndoneAt.IsZero():
		return ErrMergeUndone
	case now.Sub(m.At) > MergeUndoPeriod:
		return ErrMergeTooLate
	}
	return nil
}

// RewardPlan places the rewards of merged cards, and names those to revive and the milestones to grant.
type RewardPlan struct {
	Rewards    []PlacedReward
	RevivedIDs []string
	Owed       []Milestone
}

// PlacedReward is the new card and status of a reward.
type PlacedReward struct {
	ID     string
	Status RewardStatus
	RewardPlacement
}

// RewardPlacement is a card and Reward.OwedFrom.
type RewardPlacement struct {
	CardID   string
	OwedFrom int64
}

// Placement returns the reward's placement.
func (r Reward) Placement() RewardPlacement {
	return RewardPlacement{CardID: r.CardID, OwedFrom: r.OwedFrom}
}

// PlanMerge plans the rewards of a card that gets the stamps of both cards (decision 0002). Each milestone pays once.
// Milestones above both cards, up to the sum of their stamps, earn new rewards. Cancelled rewards still need the stamps
// that they lacked. If two rewards have the same milestone, one stays on the merged card, cancelled, for the undo.
func PlanMerge(terms Terms, keptCard, mergedCard Card, keptRewards, mergedRewards []Reward) RewardPlan {
	chosenRewards := map[Milestone]mergedReward{}
	var plan RewardPlan
	for _, reward := range slices.Concat(rewardsOf(keptCard, keptRewards), rewardsOf(mergedCard, mergedRewards)) {
		at := Milestone{Kind: reward.Kind, Stamps: reward.Milestone}
		other, both := chosenRewards[at]
		if both && !reward.precedes(other) {
			reward, other = other, reward
		}
		chosenRewards[at] = reward
		if both {
			plan.Rewards = append(plan.Rewards, other.displace(mergedCard))
		}
	}
	reachedStamps, stamps := max(keptCard.Stamps, mergedCard.Stamps), keptCard.Stamps+mergedCard.Stamps
	paidMilestones := map[int64]bool{} // of any kind
	for at, reward := range chosenRewards {
		paidMilestones[at.Stamps] = paidMilestones[at.Stamps] || at.Kind.IsEarned()
		plan.add(reward.placeOnMergedCard(keptCard.ID, reachedStamps, stamps))
	}
	for _, m := range terms.MilestonesBetween(reachedStamps, stamps) {
		if !paidMilestones[m.Stamps] {
			plan.Owed = append(plan.Owed, m)
		}
	}
	return plan
}

func (p *RewardPlan) add(placedReward PlacedReward, isRevived bool) {
	p.Rewards = append(p.Rewards, placedReward)
	if isRevived {
		p.RevivedIDs = append(p.RevivedIDs, placedReward.ID)
	}
}

type mergedReward struct {
	Reward
	lacks int64
}

func rewardsOf(card Card, rewards []Reward) []mergedReward {
	mergedRewards := make([]mergedReward, len(rewards))
	for i, reward := range rewards {
		mergedRewards[i] = mergedReward{reward, reward.owedFrom() - card.Stamps}
	}
	return mergedRewards
}

// precedes prefers a redeemed reward, then a pending one, then the one lacking fewer stamps.
func (r mergedReward) precedes(other mergedReward) bool {
	order := []RewardStatus{RewardRedeemed, RewardPending, RewardCancelled}
	mine, theirs := slices.Index(order, r.Status), slices.Index(order, other.Status)
	return mine < theirs || mine == theirs && r.Status == RewardCancelled && r.lacks < other.lacks
}

// displace cancels the reward on the merged card, unless redeemed.
func (r mergedReward) displace(mergedCard Card) PlacedReward {
	placedReward := PlacedReward{ID: r.ID, Status: RewardCancelled, RewardPlacement: RewardPlacement{CardID: mergedCard.ID}}
	if r.Status == RewardRedeemed {
		placedReward.Status = RewardRedeemed
	}
	return placedReward
}

// placeOnMergedCard places a reward on the merged card. reachedStamps is the higher stamp count of the two cards.
func (r mergedReward) placeOnMergedCard(cardID string, reachedStamps, stamps int64) (placedReward PlacedReward, isRevived bool) {
	placedReward = PlacedReward{ID: r.ID, Status: r.Status, RewardPlacement: RewardPlacement{CardID: cardID, OwedFrom: r.OwedFrom}}
	switch {
	case r.Status != RewardCancelled:
		return placedReward, false
	case r.Milestone > reachedStamps:
		placedReward.OwedFrom = 0
		if r.Milestone <= stamps {
			placedReward.Status, isRevived = RewardPending, true
		}
	default:
		placedReward.OwedFrom = stamps + max(1, r.lacks)
	}
	return placedReward, isRevived
}

func (r Reward) statusAt(stamps int64) RewardStatus {
	switch {
	case r.Status == RewardRedeemed:
		return RewardRedeemed
	case r.owedFrom() > stamps:
		return RewardCancelled
	}
	return RewardPending
}

// Split has the facts for undoing a merge.
type Split struct {
	Rewards    []Reward
	Origin     map[string]RewardPlacement // by reward id, before the merge
	GrantedIDs []string
	RevivedIDs []string

	KeptCardID     string
	StampsByCard   map[string]int64 // by card id, after visits were returned
	ReturnedStamps int64
	LaterStamps    int64 // of later merges not undone
}

// SplitPlan is the result of PlanSplit.
type SplitPlan struct {
	Rewards      []PlacedReward
	WithdrawnIDs []string
}

// PlanSplit returns rewards to their Origin. It withdraws rewards that the merge granted, unless visits
// after the merge reached them. Redeemed rewards stay.
func PlanSplit(s Split) SplitPlan {
	var plan SplitPlan
	for _, reward := range s.Rewards {
		placedReward := s.place(reward)
		if placedReward.Status == RewardCancelled && slices.Contains(s.GrantedIDs, reward.ID) {
			plan.WithdrawnIDs = append(plan.WithdrawnIDs, reward.ID)
			continue
		}
		plan.Rewards = append(plan.Rewards, placedReward)
	}
	return plan
}

func (s Split) place(reward Reward) PlacedReward {
	id, isCancelled := reward.ID, reward.Status == RewardCancelled
	home, hadHome := s.Origin[id]
	if hadHome {
		reward.CardID, reward.OwedFrom = home.CardID, home.OwedFrom
	} else {
		reward.OwedFrom = max(0, reward.OwedFrom-s.ReturnedStamps)
	}
	stamps := s.StampsByCard[reward.CardID]
	reachedStamps := stamps
	byThisMerge := slices.Contains(s.GrantedIDs, id) || slices.Contains(s.RevivedIDs, id)
	if reward.CardID == s.KeptCardID && (byThisMerge || hadHome && isCancelled) {
		reachedStamps -= s.LaterStamps // another merge owes nothing below its own cards
	}
	placedReward := PlacedReward{ID: id, Status: reward.statusAt(reachedStamps)}
	if lacks := reward.owedFrom() - reachedStamps; placedReward.Status == RewardCancelled && reward.owedFrom() <= stamps {
		reward.OwedFrom = stamps + lacks
	}
	placedReward.RewardPlacement = reward.Placement()
	return placedReward
}

// WithFieldsFrom returns the customer with empty fields filled from the other, and the later imported last visit.
func (c Customer) WithFieldsFrom(other Customer) Customer {
	former := c
	if c.Phone == "" {
		c.Phone = other.Phone
	}
	if c.GuardianID == "" {
		c.GuardianID = other.GuardianID
	}
	c = c.withoutGuardianIfPhone()
	if c.Email == "" {
		c.Email = other.Email
	}
	if c.Birthday == "" {
		c.Birthday = other.Birthday
	}
	if c.Notes == "" {
		c.Notes = other.Notes
	}
	if c.Tag == TagNone {
		c.Tag = other.Tag
	}
	c.ImportedVisitDay = max(c.ImportedVisitDay, other.ImportedVisitDay)
	return c.withNextVersion(former)
}

// WithoutFieldsFrom undoes WithFieldsFrom for fields that did not change after it.
func (c Customer) WithoutFieldsFrom(before, other Customer) Customer {
	former := c
	if before.Phone == "" && SamePhone(c.Phone, other.Phone) {
		c.Phone = ""
	}
	switch {
	case before.GuardianID == "" && c.GuardianID == other.GuardianID:
		c.GuardianID = ""
	case c.GuardianID == "" && c.Phone == "":
		c.GuardianID = before.GuardianID
	}
	if before.Email == "" && c.Email == other.Email {
		c.Email = ""
	}
	if before.Birthday == "" && c.Birthday == other.Birthday {
		c.Birthday = ""
	}
	if before.Notes == "" && c.Notes == other.Notes {
		c.Notes = ""
	}
	if before.Tag == TagNone && c.Tag == other.Tag {
		c.Tag = TagNone
	}
	if before.ImportedVisitDay < other.ImportedVisitDay && c.ImportedVisitDay == other.ImportedVisitDay {
		c.ImportedVisitDay = before.ImportedVisitDay
	}
	return c.withNextVersion(former)
}

package loyalty

import (
	"slices"
	"time"
)

// MergeUndoPeriod is how long a merge of two records can be taken back.
const MergeUndoPeriod = 30 * 24 * time.Hour

// Merge says that two records of one person were made one: what Merged had is
// Kept's since.
type Merge struct {
	ID         string
	KeptID     string
	MergedID   string
	MergedName string
	At         time.Time
	By         string
	UndoneAt   time.Time
}

// MayUndo refuses to take a merge back twice or too late.
func (m Merge) MayUndo(now time.Time) error {
	switch {
	case !m.UndoneAt.IsZero():
		return ErrMergeUndone
	case now.Sub(m.At) > MergeUndoPeriod:
		return ErrMergeTooLate
	}
	return nil
}

// RewardPlan is what becomes of the rewards of two cards when their stamps are
// put on one: the card and the status of each, by id, and what is owed besides.
type RewardPlan struct {
	Placed []PlacedReward
	Owed   []Milestone
}

// PlacedReward is where a reward belongs, and its status there.
type PlacedReward struct {
	ID     string
	CardID string
	Status RewardStatus
}

// PlanMerge decides what becomes of the rewards of two individual cards when
// the kept one takes the stamps of both. A milestone that either card was given
// is not owed again; one that both were owed is owed once. The merge itself owes
// only the milestones that neither card had reached: those above the stamps of
// both and up to their sum. What had to give way stays on the merged card,
// cancelled, so that the merge can be taken back.
func PlanMerge(terms Terms, kept, merged Card, keptRewards, mergedRewards []Reward) RewardPlan {
	stamps := kept.Stamps + merged.Stamps
	type milestone struct {
		kind   RewardKind
		stamps int64
	}
	chosen := map[milestone]Reward{}
	var plan RewardPlan
	for _, reward := range append(keptRewards[:len(keptRewards):len(keptRewards)], mergedRewards...) {
		at := milestone{reward.Kind, reward.Milestone}
		other, both := chosen[at]
		if both && (other.Status == RewardRedeemed || reward.Status != RewardRedeemed) {
			reward, other = other, reward
		}
		chosen[at] = reward
		if both {
			plan.Placed = append(plan.Placed, PlacedReward{ID: other.ID, CardID: merged.ID, Status: givenWay(other.Status)})
		}
	}
	for _, reward := range chosen {
		plan.Placed = append(plan.Placed, PlacedReward{ID: reward.ID, CardID: kept.ID, Status: reward.statusAt(stamps)})
	}
	paid := map[int64]bool{} // a milestone pays once, of whichever kind
	for at := range chosen {
		paid[at.stamps] = paid[at.stamps] || at.kind.Earned()
	}
	for _, m := range terms.milestonesBetween(max(kept.Stamps, merged.Stamps), stamps) {
		if !paid[m.Stamps] {
			plan.Owed = append(plan.Owed, m)
		}
	}
	return plan
}

// givenWay is the status of a reward whose milestone another one stands for.
func givenWay(status RewardStatus) RewardStatus {
	if status == RewardRedeemed {
		return RewardRedeemed
	}
	return RewardCancelled
}

// statusAt is the status that a reward has on a card with this many stamps.
func (r Reward) statusAt(stamps int64) RewardStatus {
	switch {
	case r.Status == RewardRedeemed:
		return RewardRedeemed
	case r.Milestone > stamps:
		return RewardCancelled
	}
	return RewardPending
}

// SplitPlan is what becomes of rewards when a merge is undone: the card and the
// status of each that stays, and the ids of those that are withdrawn.
type SplitPlan struct {
	Placed    []PlacedReward
	Withdrawn []string
}

// PlanSplit decides what becomes of rewards when a merge is undone. Each returns to
// its card, by home, with the status it has by that card's stamps. A reward that the
// merge granted is withdrawn unless the card has reached its milestone since. What was
// redeemed meanwhile stays redeemed.
func PlanSplit(rewards []Reward, home map[string]string, granted []string, stamps map[string]int64) SplitPlan {
	var plan SplitPlan
	for _, reward := range rewards {
		cardID := reward.CardID
		if former, moved := home[reward.ID]; moved {
			cardID = former
		}
		placed := PlacedReward{ID: reward.ID, CardID: cardID, Status: reward.statusAt(stamps[cardID])}
		if placed.Status == RewardCancelled && slices.Contains(granted, reward.ID) {
			plan.Withdrawn = append(plan.Withdrawn, reward.ID)
			continue
		}
		plan.Placed = append(plan.Placed, placed)
	}
	return plan
}

// FilledFrom returns the customer with her empty fields filled from another
// record of her.
func (c Customer) FilledFrom(other Customer) Customer {
	former := c
	if c.Phone == "" {
		c.Phone = other.Phone
	}
	if c.GuardianID == "" {
		c.GuardianID = other.GuardianID
	}
	c = c.onOwnPhone()
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
	return c.revised(former)
}

// WithoutFill is the inverse of FilledFrom: fields that were empty before and
// still have the other record's value are empty again.
func (c Customer) WithoutFill(before, other Customer) Customer {
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
	return c.revised(former)
}

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
// put on one: the card and the status of each, by id, which of them are owed again, and what is
// owed besides.
type RewardPlan struct {
	Rewards    []PlacedReward
	RevivedIDs []string
	Owed       []Milestone
}

// PlacedReward is where a reward belongs, and its status there.
type PlacedReward struct {
	ID     string
	Status RewardStatus
	RewardPlacement
}

// RewardPlacement is the card of a reward, and the stamps of that card from which it is owed where
// they are more than its milestone (Reward.OwedFrom).
type RewardPlacement struct {
	CardID   string
	OwedFrom int64
}

// Placement is where a reward belongs.
func (r Reward) Placement() RewardPlacement {
	return RewardPlacement{CardID: r.CardID, OwedFrom: r.OwedFrom}
}

// PlanMerge decides what becomes of the rewards of two individual cards when
// the kept one takes the stamps of both. A milestone that either card was given
// is not owed again; one that both were owed is owed once. The merge itself owes
// only the milestones that neither card had reached: those above the stamps of
// both and up to their sum. A cancelled reward below them stays cancelled until as many
// stamps have come as it lacked before. What had to give way stays on the merged card,
// cancelled, so that the merge can be taken back.
func PlanMerge(terms Terms, kept, merged Card, keptRewards, mergedRewards []Reward) RewardPlan {
	chosen := map[Milestone]mergedReward{}
	var plan RewardPlan
	for _, reward := range slices.Concat(rewardsOf(kept, keptRewards), rewardsOf(merged, mergedRewards)) {
		at := Milestone{Kind: reward.Kind, Stamps: reward.Milestone}
		other, both := chosen[at]
		if both && !reward.precedes(other) {
			reward, other = other, reward
		}
		chosen[at] = reward
		if both {
			plan.Rewards = append(plan.Rewards, other.displaced(merged))
		}
	}
	reached, stamps := max(kept.Stamps, merged.Stamps), kept.Stamps+merged.Stamps
	paid := map[int64]bool{} // a milestone pays once, of whichever kind
	for at, reward := range chosen {
		paid[at.Stamps] = paid[at.Stamps] || at.Kind.IsEarned()
		plan.add(reward.onMergedCard(kept.ID, reached, stamps))
	}
	for _, m := range terms.milestonesBetween(reached, stamps) {
		if !paid[m.Stamps] {
			plan.Owed = append(plan.Owed, m)
		}
	}
	return plan
}

func (p *RewardPlan) add(placed PlacedReward, isRevived bool) {
	p.Rewards = append(p.Rewards, placed)
	if isRevived {
		p.RevivedIDs = append(p.RevivedIDs, placed.ID)
	}
}

// mergedReward is a reward of one of two cards that are merged, with the stamps that this
// card lacks for it.
type mergedReward struct {
	Reward
	lacks int64
}

func rewardsOf(card Card, rewards []Reward) []mergedReward {
	of := make([]mergedReward, len(rewards))
	for i, reward := range rewards {
		of[i] = mergedReward{reward, reward.owedFrom() - card.Stamps}
	}
	return of
}

// precedes reports whether a reward stands for a milestone rather than one of the other card:
// what was given, then what is owed, then what lacks fewer stamps.
func (r mergedReward) precedes(other mergedReward) bool {
	order := []RewardStatus{RewardRedeemed, RewardPending, RewardCancelled}
	mine, theirs := slices.Index(order, r.Status), slices.Index(order, other.Status)
	return mine < theirs || mine == theirs && r.Status == RewardCancelled && r.lacks < other.lacks
}

// displaced is a reward whose milestone another one stands for.
func (r mergedReward) displaced(merged Card) PlacedReward {
	placed := PlacedReward{ID: r.ID, Status: RewardCancelled, RewardPlacement: RewardPlacement{CardID: merged.ID}}
	if r.Status == RewardRedeemed {
		placed.Status = RewardRedeemed
	}
	return placed
}

// onMergedCard is a reward on a card that has the stamps of two, of which the higher had reached so
// many. It reports whether the merge makes it owed again.
func (r mergedReward) onMergedCard(cardID string, reached, stamps int64) (placed PlacedReward, isRevived bool) {
	placed = PlacedReward{ID: r.ID, Status: r.Status, RewardPlacement: RewardPlacement{CardID: cardID, OwedFrom: r.OwedFrom}}
	switch {
	case r.Status != RewardCancelled:
		return placed, false
	case r.Milestone > reached:
		placed.OwedFrom = 0
		if r.Milestone <= stamps {
			placed.Status, isRevived = RewardPending, true
		}
	default:
		placed.OwedFrom = stamps + max(1, r.lacks)
	}
	return placed, isRevived
}

// statusAt is the status that a reward has on a card with this many stamps.
func (r Reward) statusAt(stamps int64) RewardStatus {
	switch {
	case r.Status == RewardRedeemed:
		return RewardRedeemed
	case r.owedFrom() > stamps:
		return RewardCancelled
	}
	return RewardPending
}

// Split is what is known of the rewards of two cards whose merge is undone.
type Split struct {
	Rewards    []Reward
	Origin     map[string]RewardPlacement // where each was before the merge, by id
	GrantedIDs []string                   // the ids of those that the merge owed
	RevivedIDs []string                   // the ids of those that it made owed again

	KeptCardID     string
	StampsByCard   map[string]int64 // of each card, by id, after the visits have gone back
	ReturnedStamps int64            // stamps that have left the kept card with them
	LaterStamps    int64            // stamps that later merges, which stand, have put on it
}

// SplitPlan is what becomes of rewards when a merge is undone: the card and the
// status of each that stays, and the ids of those that are withdrawn.
type SplitPlan struct {
	Rewards      []PlacedReward
	WithdrawnIDs []string
}

// PlanSplit decides what becomes of rewards when a merge is undone. Each returns to
// its card, by home, with the status it has by that card's stamps. A reward that the
// merge granted is withdrawn unless visits have brought the card to its milestone since. What
// was redeemed meanwhile stays redeemed.
func PlanSplit(s Split) SplitPlan {
	var plan SplitPlan
	for _, reward := range s.Rewards {
		placed := s.placed(reward)
		if placed.Status == RewardCancelled && slices.Contains(s.GrantedIDs, reward.ID) {
			plan.WithdrawnIDs = append(plan.WithdrawnIDs, reward.ID)
			continue
		}
		plan.Rewards = append(plan.Rewards, placed)
	}
	return plan
}

func (s Split) placed(reward Reward) PlacedReward {
	id, isCancelled := reward.ID, reward.Status == RewardCancelled
	home, hadHome := s.Origin[id]
	if hadHome {
		reward.CardID, reward.OwedFrom = home.CardID, home.OwedFrom
	} else {
		reward.OwedFrom = max(0, reward.OwedFrom-s.ReturnedStamps)
	}
	stamps := s.StampsByCard[reward.CardID]
	reached := stamps
	byThisMerge := slices.Contains(s.GrantedIDs, id) || slices.Contains(s.RevivedIDs, id)
	if reward.CardID == s.KeptCardID && (byThisMerge || hadHome && isCancelled) {
		reached -= s.LaterStamps // another merge owes nothing below its own cards
	}
	placed := PlacedReward{ID: id, Status: reward.statusAt(reached)}
	if lacks := reward.owedFrom() - reached; placed.Status == RewardCancelled && reward.owedFrom() <= stamps {
		reward.OwedFrom = stamps + lacks
	}
	placed.RewardPlacement = reward.Placement()
	return placed
}

// WithFieldsFrom returns the customer with her empty fields filled from another
// record of her.
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
	return c.withNextVersion(former)
}

// WithoutFieldsFrom is the inverse of FilledFrom: fields that were empty before and
// still have the other record's value are empty again.
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
	return c.withNextVersion(former)
}

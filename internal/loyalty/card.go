package loyalty

import "time"

// CardKind distinguishes customers' and families' cards.
type CardKind string

// Every customer has an individual card. A family's card is stamped under policy POOL.
const (
	IndividualCard CardKind = "INDIVIDUAL"
	FamilyCard     CardKind = "FAMILY"
)

// Card collects stamps of one customer or one family. The other id is empty.
type Card struct {
	ID         string
	CustomerID string
	FamilyID   string
	Stamps     int64
}

// Kind returns the card's kind.
func (c Card) Kind() CardKind {
	if c.FamilyID != "" {
		return FamilyCard
	}
	return IndividualCard
}

// Terms decide when stamps earn rewards: FREE at each multiple of Target, HALF after Half stamps of each cycle (0:
// never).
type Terms struct {
	Target int64
	Half   int64
	VIP    bool
}

// IndividualTerms returns the terms of a customer's own card.
func (b Business) IndividualTerms(tag Tag) Terms {
	if tag.IsVIP() {
		return Terms{Target: b.VIPVisitTarget, VIP: true}
	}
	return b.FamilyTerms()
}

// FamilyTerms returns a family's terms, whatever the members' tags.
func (b Business) FamilyTerms() Terms {
	terms := Terms{Target: b.VisitTarget}
	if b.HalfRewardEnabled {
		terms.Half = b.VisitTarget / 2
	}
	return terms
}

// RewardAt returns the reward at this number of stamps, or false.
func (t Terms) RewardAt(stamps int64) (RewardKind, bool) {
	switch {
	case stamps <= 0:
		return "", false
	case stamps%t.Target == 0:
		return RewardFree, true
	case t.Half > 0 && stamps%t.Target == t.Half:
		return RewardHalf, true
	}
	return "", false
}

// Progress describes the card that the next visit stamps, with owed rewards.
type Progress struct {
	Card         Card
	FamilyName   string
	Terms        Terms
	VisitedToday bool
	LastVisitAt  time.Time
	Owed         []Reward // oldest first, also of the customer's own card

	ClaimedStamps  int64
	RejectedStamps int64
}

// ToFree counts the visits left to a free service.
func (p Progress) ToFree() int64 { return p.Terms.Target - p.Card.Stamps%p.Terms.Target }

// ToHalf counts the visits left to this cycle's half reward (0: earned), false: none.
func (p Progress) ToHalf() (int64, bool) {
	if p.Terms.Half == 0 {
		return 0, false
	}
	return max(0, p.Terms.Half-p.Card.Stamps%p.Terms.Target), true
}

// FirstOwed returns the oldest owed reward of a kind.
func (p Progress) FirstOwed(kind RewardKind) (Reward, bool) {
	for _, reward := range p.Owed {
		if reward.Kind == kind {
			return reward, true
		}
	}
	return Reward{}, false
}

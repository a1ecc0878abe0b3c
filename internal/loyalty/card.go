package loyalty

import "time"

// CardKind says whether a card belongs to a customer or a family.
type CardKind string

// The kinds of card. Every customer has an individual one. A family with policy POOL has one of its own.
const (
	IndividualCard CardKind = "INDIVIDUAL"
	FamilyCard     CardKind = "FAMILY"
)

// Card collects the stamps of visits. It belongs to one customer or one family; the other id is empty.
type Card struct {
	ID         string
	CustomerID string
	FamilyID   string
	Stamps     int64
}

// Kind returns the kind of the card.
func (c Card) Kind() CardKind {
	if c.FamilyID != "" {
		return FamilyCard
	}
	return IndividualCard
}

// Terms define the rewards of a card: FREE at every Target stamps, and HALF at Half stamps within each cycle. Half 0
// means none.
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

// FamilyTerms returns the terms of a family's card. Members' tags do not matter.
func (b Business) FamilyTerms() Terms {
	terms := Terms{Target: b.VisitTarget}
	if b.HalfRewardEnabled {
		terms.Half = b.VisitTarget / 2
	}
	return terms
}

// RewardAt returns the kind of reward that a card earns at this number of stamps, and false for none.
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

// Progress is the state of the card that the customer's next visit stamps, with all rewards owed.
type Progress struct {
	Card         Card
	FamilyName   string // of a family's card
	Terms        Terms
	VisitedToday bool
	LastVisitAt  time.Time
	Owed         []Reward // PENDING, oldest first; of this card and of the customer's own

	ClaimedStamps  int64 // of a paper card, as the customer says; the staff have not answered yet
	RejectedStamps int64 // of a paper card, which the staff have refused
}

// ToFree returns the visits missing to the next free service.
func (p Progress) ToFree() int64 { return p.Terms.Target - p.Card.Stamps%p.Terms.Target }

// ToHalf returns the visits missing to the half reward of this cycle, 0 if passed. It returns false for a card without
// one.
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

package loyalty

import "time"

// CardKind tells whose stamps a card collects.
type CardKind string

// The kinds of card. Every customer has an individual one; a family that
// shares its points (policy POOL) has one of its own.
const (
	IndividualCard CardKind = "INDIVIDUAL"
	FamilyCard     CardKind = "FAMILY"
)

// Card collects the stamps of visits. It belongs to exactly one customer or
// one family; the other id is empty.
type Card struct {
	ID         string
	CustomerID string
	FamilyID   string
	Stamps     int64
}

// Kind tells whose card it is.
func (c Card) Kind() CardKind {
	if c.FamilyID != "" {
		return FamilyCard
	}
	return IndividualCard
}

// Terms are what a card pays: FREE at every Target stamps and, where Half is
// not zero, HALF at that many stamps within each cycle.
type Terms struct {
	Target int64
	Half   int64
	VIP    bool
}

// IndividualTerms are the terms of a customer's own card.
func (b Business) IndividualTerms(tag Tag) Terms {
	if tag.IsVIP() {
		return Terms{Target: b.VIPVisitTarget, VIP: true}
	}
	return b.FamilyTerms()
}

// FamilyTerms are the terms of a family's card: the ordinary ones, whatever
// the tags of its members.
func (b Business) FamilyTerms() Terms {
	terms := Terms{Target: b.VisitTarget}
	if b.HalfRewardEnabled {
		terms.Half = b.VisitTarget / 2
	}
	return terms
}

// RewardAt returns the kind of reward that is earned by the visit that brings
// a card to this many stamps, and false when none is.
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

// Progress is where a customer stands: the card that the next visit stamps
// and all that is owed.
type Progress struct {
	Card         Card
	FamilyName   string // of a family's card
	Terms        Terms
	VisitedToday bool
	LastVisitAt  time.Time
	Owed         []Reward // PENDING, oldest first; of this card and of the customer's own
}

// ToFree is the number of visits still missing to the free service.
func (p Progress) ToFree() int64 { return p.Terms.Target - p.Card.Stamps%p.Terms.Target }

// ToHalf is the number of visits still missing to the half reward of this
// cycle: zero when it lies behind, and false where the card has none.
func (p Progress) ToHalf() (int64, bool) {
	if p.Terms.Half == 0 {
		return 0, false
	}
	return max(0, p.Terms.Half-p.Card.Stamps%p.Terms.Target), true
}

// FirstOwed returns the oldest reward of a kind that is owed.
func (p Progress) FirstOwed(kind RewardKind) (Reward, bool) {
	for _, reward := range p.Owed {
		if reward.Kind == kind {
			return reward, true
		}
	}
	return Reward{}, false
}

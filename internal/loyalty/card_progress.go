package loyalty

// CardProgress has a card's stamps and its highest milestone with a reward.
type CardProgress struct {
	CardID        string
	CustomerID    string // on a family's card: one of the members
	Name          string
	FamilyID      string
	Tag           Tag
	Stamps        int64
	PaidMilestone int64 // the highest whose reward is owed or redeemed; 0: none
}

// MilestonesOwed returns the milestones above PaidMilestone that the card has reached. There are some, for example,
// after the target was lowered.
func (s CardProgress) MilestonesOwed(b Business) []Milestone {
	terms := b.IndividualTerms(s.Tag)
	if s.FamilyID != "" {
		terms = b.FamilyTerms()
	}
	return terms.MilestonesBetween(s.PaidMilestone, s.Stamps)
}

// Card returns the card.
func (s CardProgress) Card() Card {
	card := Card{ID: s.CardID, FamilyID: s.FamilyID, Stamps: s.Stamps}
	if s.FamilyID == "" {
		card.CustomerID = s.CustomerID
	}
	return card
}

// Milestone earns a reward.
type Milestone struct {
	Kind   RewardKind
	Stamps int64
}

// Milestones returns the milestones up to a number of stamps, in order.
func (t Terms) Milestones(stamps int64) []Milestone { return t.MilestonesBetween(0, stamps) }

// MilestonesBetween returns the milestones above one number of stamps up to another.
func (t Terms) MilestonesBetween(above, stamps int64) []Milestone {
	var milestones []Milestone
	for n := above + 1; n <= stamps; n++ {
		if kind, ok := t.RewardAt(n); ok {
			milestones = append(milestones, Milestone{Kind: kind, Stamps: n})
		}
	}
	return milestones
}

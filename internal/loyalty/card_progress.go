package loyalty

// CardProgress is how far a card has come: its stamps, the tag that its terms
// depend on, and the highest milestone that ever paid.
type CardProgress struct {
	CardID        string
	CustomerID    string // who holds it; of a family's card, a member
	Name          string // of the customer, or of the family
	FamilyID      string // of a family's card
	Tag           Tag
	Stamps        int64
	PaidMilestone int64
}

// MilestonesOwed returns the milestones that a card has passed under the terms of
// a business without having been paid for them: those above the highest one
// that paid. It is what a change of the target would owe at once.
func (s CardProgress) MilestonesOwed(b Business) []Milestone {
	terms := b.IndividualTerms(s.Tag)
	if s.FamilyID != "" {
		terms = b.FamilyTerms()
	}
	return terms.milestonesBetween(s.PaidMilestone, s.Stamps)
}

// Card is the card that the standing is of.
func (s CardProgress) Card() Card {
	card := Card{ID: s.CardID, FamilyID: s.FamilyID, Stamps: s.Stamps}
	if s.FamilyID == "" {
		card.CustomerID = s.CustomerID
	}
	return card
}

// Milestone is a number of stamps that pays.
type Milestone struct {
	Kind   RewardKind
	Stamps int64
}

// Milestones returns what the terms pay up to a number of stamps, lowest
// first.
func (t Terms) Milestones(stamps int64) []Milestone { return t.milestonesBetween(0, stamps) }

// milestonesBetween returns what the terms pay above a number of stamps and up to
// another, lowest first.
func (t Terms) milestonesBetween(above, stamps int64) []Milestone {
	var milestones []Milestone
	for n := above + 1; n <= stamps; n++ {
		if kind, ok := t.RewardAt(n); ok {
			milestones = append(milestones, Milestone{Kind: kind, Stamps: n})
		}
	}
	return milestones
}

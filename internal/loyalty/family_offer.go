package loyalty

import "slices"

// FamilyOffer is one family for a guardian and her children: who of them would join it.
type FamilyOffer struct {
	Family     Family     // without ID: a new one
	NewMembers []Customer // the guardian first, if she does; nobody: nothing is offered
}

// OfferFamily returns the family that a guardian and her children are offered: the one
// that she is in, or else they are, or a new one that shares its points. Nothing is
// offered to who has no children, and where the children are in several families: whose
// visits are to count together is not for us to say.
func OfferFamily(guardian Customer, children []Customer) FamilyOffer {
	offer := FamilyOffer{Family: newFamilyOf(guardian)}
	for _, member := range append([]Customer{guardian}, children...) {
		switch {
		case member.Family == nil:
			offer.NewMembers = append(offer.NewMembers, member)
		case offer.Family.ID == "":
			offer.Family = member.Family.family()
		case offer.Family.ID != member.Family.FamilyID && guardian.Family == nil:
			return FamilyOffer{Family: offer.Family}
		}
	}
	if len(children) == 0 {
		offer.NewMembers = nil
	}
	return offer
}

// newFamilyOf is a family named after a guardian: by her whole name if a family may be
// called so.
func newFamilyOf(guardian Customer) Family {
	for _, name := range []string{guardian.Name, FirstWord(guardian.Name)} {
		if family, err := NewFamily("Familia de "+name, PolicyPool); err == nil {
			return family
		}
	}
	return Family{Name: "Familia", Policy: PolicyPool}
}

// RoleOf is the place in the family of who joins it. The guardian leads the new one, and
// takes nobody's place in another.
func (o FamilyOffer) RoleOf(customer Customer) FamilyRole {
	switch {
	case customer.IsChild():
		return RoleChild
	case o.Family.ID == "":
		return RolePrimary
	}
	return RoleAdult
}

// Matches reports whether the offer is of this family, empty for a new one, to these
// customers.
func (o FamilyOffer) Matches(familyID string, customerIDs []string) bool {
	joining := make([]string, len(o.NewMembers))
	for i, customer := range o.NewMembers {
		joining[i] = customer.ID
	}
	slices.Sort(joining)
	return len(joining) > 0 && o.Family.ID == familyID && slices.Equal(joining, slices.Sorted(slices.Values(customerIDs)))
}

package loyalty

import "slices"

// FamilyOffer proposes a family for guardian and children.
type FamilyOffer struct {
	Family     Family     // without id: new
	NewMembers []Customer // guardian first; empty: no offer
}

// OfferFamily chooses the guardian's family, else the children's, else a new one with shared points; none for children
// in several families.
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

func newFamilyOf(guardian Customer) Family {
	for _, name := range []string{guardian.Name, FirstWord(guardian.Name)} {
		if family, err := NewFamily("Familia de "+name, PolicyPool); err == nil {
			return family
		}
	}
	return Family{Name: "Familia", Policy: PolicyPool}
}

// RoleOf returns a new member's role. The guardian is PRIMARY only in a new family.
func (o FamilyOffer) RoleOf(customer Customer) FamilyRole {
	switch {
	case customer.IsChild():
		return RoleChild
	case o.Family.ID == "":
		return RolePrimary
	}
	return RoleAdult
}

// Matches reports whether the offer is this family ("": a new one) with these new members.
func (o FamilyOffer) Matches(familyID string, customerIDs []string) bool {
	joining := make([]string, len(o.NewMembers))
	for i, customer := range o.NewMembers {
		joining[i] = customer.ID
	}
	slices.Sort(joining)
	return len(joining) > 0 && o.Family.ID == familyID && slices.Equal(joining, slices.Sorted(slices.Values(customerIDs)))
}

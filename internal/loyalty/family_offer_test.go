package loyalty

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"
)

func TestOfferFamily_FormerFamilies_DecideWhoJoins(t *testing.T) {
	t.Parallel()
	in := func(id string) *Membership {
		if id == "" {
			return nil
		}
		return &Membership{FamilyID: id, Name: "Familia " + id, Policy: PolicyIndividual, Role: RoleAdult}
	}
	for name, c := range map[string]struct {
		guardian string
		children []string // the family of each child; empty: none
		family   string
		joining  []string
	}{
		"no person has a family":              {"", []string{"", ""}, "", []string{"Ana PRIMARY", "hijo 0 CHILD", "hijo 1 CHILD"}},
		"the guardian has a family":           {"f", []string{"", ""}, "f", []string{"hijo 0 CHILD", "hijo 1 CHILD"}},
		"a child has a family":                {"", []string{"", "f"}, "f", []string{"Ana ADULT", "hijo 0 CHILD"}},
		"the children have a family":          {"", []string{"f", "f"}, "f", []string{"Ana ADULT"}},
		"a child has another family":          {"f", []string{"g", ""}, "f", []string{"hijo 1 CHILD"}},
		"all have the same family":            {"f", []string{"f", "f"}, "f", nil},
		"all have different families":         {"f", []string{"g"}, "f", nil},
		"the children have several families":  {"", []string{"f", "g", ""}, "f", nil},
		"there are no children":               {"", nil, "", nil},
		"the only member has no children":     {"f", nil, "f", nil},
		"the last of several children is new": {"f", []string{"f", "f", ""}, "f", []string{"hijo 2 CHILD"}},
	} {
		children := make([]Customer, len(c.children))
		for i, family := range c.children {
			children[i] = Customer{ID: strconv.Itoa(i), Name: fmt.Sprint("hijo ", i), GuardianID: "ana", Family: in(family)}
		}
		offer := OfferFamily(Customer{ID: "ana", Name: "Ana", Family: in(c.guardian)}, children)
		var joining, ids []string
		for _, customer := range offer.NewMembers {
			joining, ids = append(joining, customer.Name+" "+string(offer.RoleOf(customer))), append(ids, customer.ID)
		}
		if offer.Family.ID != c.family || !slices.Equal(joining, c.joining) || !offer.Family.Policy.IsValid() {
			t.Errorf("where %s: got the family %+v and the new members %q, want %q and %q", name, offer.Family, joining, c.family, c.joining)
		}
		slices.Reverse(ids)
		if got := offer.Matches(c.family, ids); got != (c.joining != nil) {
			t.Errorf("where %s: Matches of the same offer is %t, want %t", name, got, c.joining != nil)
		}
		if offer.Matches("another", ids) || offer.Matches(c.family, append(ids, "eva")) {
			t.Errorf("where %s: Matches accepts another offer", name)
		}
	}
}

func TestOfferFamily_NewFamily_IsNamedAfterTheGuardian(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"Ana Gómez":                          "Familia de Ana Gómez",
		"Ana " + strings.Repeat("Ruiz ", 22): "Familia de Ana",
		strings.Repeat("a", 120):             "Familia",
		"Ana premio.com":                     "Familia de Ana",
		"premio.com":                         "Familia",
	} {
		offer := OfferFamily(Customer{Name: strings.TrimSpace(name)}, []Customer{{GuardianID: "ana"}})
		if offer.Family.Name != want || offer.Family.Policy != PolicyPool {
			t.Errorf("the family of %q is %+v; want Name %v and Policy %v", name, offer.Family, want, PolicyPool)
		}
	}
}

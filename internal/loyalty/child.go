package loyalty

import (
	"cmp"
	"slices"
	"strings"
)

// MaxChildren is how many children a guardian may have at a business: more than any
// family that comes, and few enough that a list of them is one page.
const MaxChildren = 12

// IsChild reports whether a guardian, another customer of the business, looks after the
// customer's card: she has no phone of her own.
func (c Customer) IsChild() bool { return c.GuardianID != "" }

// ChildDraft is what a form says of a child, before it is checked.
type ChildDraft struct {
	Name     string
	Birthday string
	Tag      string // empty: the staff choose later
	Consents bool   // her guardian does
}

// Validate returns the child of a guardian that the draft describes, or the validation
// refusal that names each wrong field. Today bounds the birthday: who has completed
// GuardianAge years has a card of her own.
func (d ChildDraft) Validate(guardian Customer, today Day) (Customer, error) {
	c := validator{}
	child := Customer{
		Name:       c.requiredName("name", d.Name, noName),
		Birthday:   c.birthday("birthday", d.Birthday, today),
		Tag:        c.tag("tag", d.Tag),
		GuardianID: guardian.ID,
		Guardian:   guardian.Name,
		Version:    1,
	}
	switch {
	case strings.TrimSpace(d.Birthday) == "":
		c.refuse("birthday", "Indica la fecha de nacimiento.")
	case child.Birthday != "" && !child.IsMinor(today):
		c.refuse("birthday", "Ya tiene 14 años: puede tener su propia tarjeta, con su teléfono.")
	}
	if !d.Consents {
		c.refuse("guardianConsent", "Es menor de 14 años: falta el consentimiento de su madre, padre o tutor.")
	}
	return child, c.err()
}

// withoutGuardianIfPhone is the customer, who is nobody's child once she has a phone.
func (c Customer) withoutGuardianIfPhone() Customer {
	if c.Phone != "" {
		c.GuardianID = ""
	}
	return c
}

// MayLeaveGuardian reports whether a child may take her card along to a phone of her own: the law
// lets her consent for herself.
func (c Customer) MayLeaveGuardian(today Day) bool { return c.IsChild() && !c.IsMinor(today) }

// MayAdd refuses a child of a customer who cannot be a guardian, one whom she has among
// her children already, and one too many.
func (c Customer) MayAdd(child Customer, children []Customer, today Day) error {
	again := func(other Customer) bool {
		return other.Birthday == child.Birthday && Fold(other.Name) == Fold(child.Name)
	}
	switch {
	case c.IsChild() || c.IsMinor(today):
		return ErrGuardianMinor
	case c.Phone == "":
		return ErrGuardianWithoutPhone
	case slices.ContainsFunc(children, again):
		return ErrChildExists
	case len(children) >= MaxChildren:
		return ErrTooManyChildren
	}
	return nil
}

// SortChildren puts children in their order: the oldest first, and by name those of one
// day.
func SortChildren(children []Customer) {
	slices.SortFunc(children, func(a, b Customer) int {
		return cmp.Or(cmp.Compare(a.Birthday, b.Birthday), cmp.Compare(SortKey(a.Name), SortKey(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}

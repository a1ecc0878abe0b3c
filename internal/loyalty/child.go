package loyalty

import (
	"cmp"
	"slices"
	"strings"
)

// MaxChildren is the limit per guardian.
const MaxChildren = 12

// IsChild reports whether a guardian manages the card. A child has no phone.
func (c Customer) IsChild() bool { return c.GuardianID != "" }

// ChildDraft is an unvalidated form.
type ChildDraft struct {
	Name     string
	Birthday string
	Tag      string
	Consents bool
}

// Validate returns the child, or a validation error. A child is under GuardianAge.
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

func (c Customer) withoutGuardianIfPhone() Customer {
	if c.Phone != "" {
		c.GuardianID = ""
	}
	return c
}

// MayLeaveGuardian reports whether a child is old enough for their own phone.
func (c Customer) MayLeaveGuardian(today Day) bool { return c.IsChild() && !c.IsMinor(today) }

// MayHaveChildren reports whether the customer is an adult with a phone.
func (c Customer) MayHaveChildren(today Day) bool {
	return !c.IsChild() && !c.IsMinor(today) && c.Phone != ""
}

// MayAdd refuses an unsuitable guardian, a duplicate child, and too many.
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

// SortChildren sorts oldest first, then by name.
func SortChildren(children []Customer) {
	slices.SortFunc(children, func(a, b Customer) int {
		return cmp.Or(cmp.Compare(a.Birthday, b.Birthday), cmp.Compare(SortKey(a.Name), SortKey(b.Name)), cmp.Compare(a.ID, b.ID))
	})
}

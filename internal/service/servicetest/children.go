package servicetest

import (
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/usecase"
)

// ChildBirthday is a minor's birthday.
var ChildBirthday = loyalty.Change{Sent: true, Value: "2015-05-17"}

// ChildDraft has the guardian's consent.
func ChildDraft(name string) loyalty.ChildDraft {
	return loyalty.ChildDraft{Name: name, Birthday: ChildBirthday.Value, Consents: true}
}

// AddChild adds a child as ADMIN.
func AddChild(t testing.TB, shop *Shop, guardianID string, draft loyalty.ChildDraft, key usecase.IdempotencyKey) (loyalty.Customer, error) {
	t.Helper()
	return shop.Cases.Children.Add(t.Context(), shop.Admin, guardianID, draft, key)
}

// ChildOf returns the added child.
func ChildOf(t testing.TB, shop *Shop, guardian loyalty.Customer, name string) loyalty.Customer {
	t.Helper()
	child, err := AddChild(t, shop, guardian.ID, ChildDraft(name), "")
	if err != nil {
		t.Fatalf("adding %s to %s: %v", name, guardian.Name, err)
	}
	return child
}

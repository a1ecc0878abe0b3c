package service_test

import (
	"errors"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func TestCreateFamily_SameKey_CreatesOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	create := func(name string, key usecase.IdempotencyKey) (loyalty.Family, error) {
		return shop.Cases.Families.Create(t.Context(), shop.Admin, name, "", key)
	}
	first, err := create(" Familia Rojas ", "once")
	if err != nil || first.Name != "Familia Rojas" || first.Policy != loyalty.PolicyPool {
		t.Fatalf("the created family is %+v, %v; want Name Familia Rojas and Policy %v", first, err, loyalty.PolicyPool)
	}
	again, err := create("Familia Rojas", "once")
	if err != nil || again.ID != first.ID {
		t.Errorf("the same key made family %s, %v; the first was %s; want the first", again.ID, err, first.ID)
	}
	if _, err := create("Otra", "once"); !errors.Is(err, loyalty.ErrIdempotencyMismatch) {
		t.Errorf("another name with the same key returns %v, want ErrIdempotencyMismatch", err)
	}
	families, err := shop.Cases.Families.List(t.Context(), shop.Admin, usecase.ListRequest{Limit: 10})
	if err != nil || families.Total != 1 {
		t.Errorf("there are %d families, %v; want 1", families.Total, err)
	}
}

func TestJoinFamily_SameKey_JoinsOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, family := shop.Customer("Ana"), shop.Family(loyalty.PolicyPool)
	request := service.JoinRequest{FamilyID: family.ID, CustomerID: ana.ID, Role: loyalty.RoleChild, Key: "once"}
	for range 2 {
		record, err := shop.Cases.Families.Join(t.Context(), shop.Admin, request)
		if err != nil || len(record.Members) != 1 {
			t.Errorf("after joining the family has %d members, %v; want 1", len(record.Members), err)
		}
	}
	request.Key = "other"
	for range 2 {
		if _, err := shop.Cases.Families.Join(t.Context(), shop.Admin, request); !errors.Is(err, loyalty.ErrInAnotherFamily) {
			t.Errorf("joining twice returns %v, want ErrInAnotherFamily", err)
		}
	}
}

func TestJoinFamily_SameKeyAfterLeaving_IsNoSuccess(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, family := shop.Customer("Ana"), shop.Family(loyalty.PolicyPool)
	request := service.JoinRequest{FamilyID: family.ID, CustomerID: ana.ID, Role: loyalty.RoleChild, Key: "once"}
	if _, err := shop.Cases.Families.Join(t.Context(), shop.Admin, request); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.Leave(t.Context(), shop.Admin, family.ID, ana.ID); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.Join(t.Context(), shop.Admin, request); !errors.Is(err, loyalty.ErrMemberNotFound) {
		t.Errorf("the repeated request returns %v, want ErrMemberNotFound", err)
	}
}

// Spec: validation-17, limits-20
func TestFamily_InvalidNamePolicyOrRole_IsRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	family := shop.Family(loyalty.PolicyPool, ana)
	blank, unknown := "  ", loyalty.FamilyPolicy("SHARED")
	change := func(changes loyalty.FamilyChanges) error {
		_, err := shop.Cases.Families.Change(t.Context(), shop.Admin, family.ID, changes)
		return err
	}
	_, createErr := shop.Cases.Families.Create(t.Context(), shop.Admin, blank, "", "")
	_, previewErr := shop.Cases.Families.PreviewPolicy(t.Context(), shop.Admin, family.ID, unknown)
	_, roleErr := shop.Cases.Families.ChangeRole(t.Context(), shop.Admin, family.ID, ana.ID, "UNCLE")
	for name, err := range map[string]error{
		"a blank name": createErr, "a name made blank": change(loyalty.FamilyChanges{Name: &blank}),
		"an unknown policy": change(loyalty.FamilyChanges{Policy: &unknown}), "its preview": previewErr,
		"an unknown role": roleErr, "joining with it": shop.Join(family, shop.Customer("Eva"), "UNCLE"),
	} {
		if !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("%s returns %v, want ErrValidation", name, err)
		}
	}
	for _, policy := range []loyalty.FamilyPolicy{"INDIVIDUAL", "POOL"} {
		if err := change(loyalty.FamilyChanges{Policy: &policy}); err != nil {
			t.Errorf("changing the policy to %s: %v", policy, err)
		}
	}
	for _, role := range []loyalty.FamilyRole{"PRIMARY", "ADULT", "CHILD"} {
		if err := shop.Join(family, shop.Customer("Leo"), role); err != nil {
			t.Errorf("joining as %s: %v", role, err)
		}
	}
	var refusal *loyalty.Error
	if !errors.As(createErr, &refusal) || refusal.Message != "Indica un nombre para la familia." {
		t.Errorf("a blank name is refused with %v, want the message that asks for a name", createErr)
	}
}

func TestUndoMerge_FamilyChangedAfterMerge_RestoresMembership(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	mergeMember := func(family loyalty.Family) (keptRecord, other loyalty.Customer, mergeID string) {
		keptRecord, other = shop.Customer("Ana"), shop.Customer("Ana Gómez")
		if err := shop.Join(family, other, loyalty.RolePrimary); err != nil {
			t.Fatal(err)
		}
		merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Admin, keptRecord.ID, other.ID)
		if err != nil {
			t.Fatal(err)
		}
		if merge.Customer.Family == nil || merge.Customer.Family.Role != loyalty.RolePrimary {
			t.Fatalf("the kept record's family is %+v, want PRIMARY of the family", merge.Customer.Family)
		}
		return keptRecord, other, merge.MergeID
	}
	membership := func(customer loyalty.Customer) *loyalty.Membership {
		foundCustomer, err := shop.Cases.Customers.Get(t.Context(), shop.Admin, customer.ID)
		if err != nil {
			t.Fatal(err)
		}
		return foundCustomer.Family
	}

	deletedFamily := shop.Family(loyalty.PolicyPool)
	keptRecord, other, mergeID := mergeMember(deletedFamily)
	if _, err := shop.Cases.Families.Leave(t.Context(), shop.Admin, deletedFamily.ID, keptRecord.ID); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Families.Delete(t.Context(), shop.Admin, deletedFamily.ID); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, mergeID); err != nil || membership(other) != nil {
		t.Errorf("after the undo without the deleted family: %v; the record is in %+v, want none", err, membership(other))
	}

	family := shop.Family(loyalty.PolicyPool)
	keptRecord, other, mergeID = mergeMember(family)
	eva := shop.Customer("Eva")
	if err := shop.Join(family, eva, loyalty.RolePrimary); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Admin, mergeID); err != nil {
		t.Fatal(err)
	}
	if back := membership(other); back == nil || back.Role != loyalty.RoleAdult || membership(eva).Role != loyalty.RolePrimary || membership(keptRecord) != nil {
		t.Errorf("after the undo the memberships are %+v and %+v, want the former ones", back, membership(eva))
	}
	shop.MustHoldInvariants(t)
}

func TestFamily_EachChange_IsAudited(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, family := shop.Customer("Ana"), shop.Family(loyalty.PolicyPool)
	policy := loyalty.PolicyIndividual
	if err := shop.Join(family, ana, loyalty.RoleAdult); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.Change(t.Context(), shop.Admin, family.ID, loyalty.FamilyChanges{Policy: &policy}); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.ChangeRole(t.Context(), shop.Admin, family.ID, ana.ID, loyalty.RolePrimary); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Families.Leave(t.Context(), shop.Admin, family.ID, ana.ID); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Families.Delete(t.Context(), shop.Admin, family.ID); err != nil {
		t.Fatal(err)
	}
	rows := shop.Database.Rows(t, "SELECT action, detail FROM audit_events WHERE subject_id = '"+family.ID+"' ORDER BY action")
	want := []string{
		"family.changed POOL -> INDIVIDUAL", "family.created POOL", "family.deleted <nil>",
		"family.joined " + ana.ID, "family.left " + ana.ID, "family.role-changed " + ana.ID + " PRIMARY",
	}
	if len(rows) != len(want) {
		t.Fatalf("the trail is %q, want %d entries", rows, len(want))
	}
	for i, row := range rows {
		if row != want[i] {
			t.Errorf("the trail has %q, want %q", row, want[i])
		}
	}
}

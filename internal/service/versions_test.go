package service_test

import (
	"context"
	"fmt"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func TestSettings_ConcurrentChanges_OneIsSaved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ctx := context.Background()
	before, err := shop.Cases.Businesses.Get(ctx, shop.Owner)
	if err != nil {
		t.Fatal(err)
	}
	businesses, faults := servicetest.RunConcurrently(func(i int) (loyalty.Business, error) {
		name := fmt.Sprintf("Nombre %d", i)
		return shop.Cases.Businesses.ChangeSettings(ctx, shop.Owner, loyalty.SettingChanges{Name: &name, Version: before.Version}, false)
	})
	winner := servicetest.MustSucceedOnce(t, faults, loyalty.ErrBusinessChanged)
	after, err := shop.Cases.Businesses.Get(ctx, shop.Owner)
	if err != nil || after.Name != businesses[winner].Name || after.Version != before.Version+1 {
		t.Errorf("the business is %q with version %d, %v; want %q with version %d",
			after.Name, after.Version, err, businesses[winner].Name, before.Version+1)
	}
}

func TestFamily_ConcurrentChanges_OneIsSaved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ctx := context.Background()
	family := shop.Family(loyalty.PolicyPool)
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) {
		name := fmt.Sprintf("Familia %d", i)
		_, err := shop.Cases.Families.Change(ctx, shop.Admin, family.ID, loyalty.FamilyChanges{Name: &name, Version: family.Version})
		return struct{}{}, err
	})
	winner := servicetest.MustSucceedOnce(t, faults, loyalty.ErrFamilyChanged)
	after, err := shop.Cases.Families.Get(ctx, shop.Admin, family.ID)
	if err != nil || after.Family.Name != fmt.Sprintf("Familia %d", winner) || after.Family.Version != family.Version+1 {
		t.Errorf("the family is %+v, %v; want the winner's name, one version later", after.Family, err)
	}
}

func TestBusinessVersion_ChangedSettings_RaiseItByOne(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ctx := context.Background()
	boss := usecase.Actor{UserID: shop.Operator(t).ID, Role: loyalty.Superadmin}
	version := func() int64 {
		t.Helper()
		business, err := shop.Cases.Businesses.Get(ctx, shop.Owner)
		if err != nil {
			t.Fatal(err)
		}
		return business.Version
	}
	grows := func(what string, by int64, act func() error) {
		t.Helper()
		before := version()
		if err := act(); err != nil {
			t.Fatalf("%s: %v", what, err)
		}
		if after := version(); after != before+by {
			t.Errorf("%s: version %d after %d, want %d", what, after, before, before+by)
		}
	}
	zone, daily, name := "Europe/Madrid", int64(7), "Otra"
	change := func(changes loyalty.SettingChanges) func() error {
		return func() error {
			_, err := shop.Cases.Businesses.ChangeSettings(ctx, shop.Owner, changes, false)
			return err
		}
	}
	grows("a change of the owner", 1, change(loyalty.SettingChanges{Name: &name}))
	grows("the same values again", 0, change(loyalty.SettingChanges{Name: &name, TimeZone: &zone}))
	grows("a rename by the operator", 1, func() error {
		_, err := shop.Cases.ControlPanel.Rename(ctx, boss, shop.Business.ID, "Tercera", version())
		return err
	})
	grows("another cap", 1, func() error {
		_, err := shop.Cases.ControlPanel.ChangeSending(ctx, boss, shop.Business.ID, loyalty.WhatsAppChanges{DailyCap: &daily, Version: version()})
		return err
	})
	grows("a visit", 0, func() error { shop.Visit(shop.Customer("Ana")); return nil })
	servicetest.MustRefuse(t, "a rename of a former version",
		servicetest.ErrorOf(shop.Cases.ControlPanel.Rename(ctx, boss, shop.Business.ID, "Cuarta", 1)), loyalty.ErrBusinessChanged)
	servicetest.MustRefuse(t, "a cap of a former version",
		servicetest.ErrorOf(shop.Cases.ControlPanel.ChangeSending(ctx, boss, shop.Business.ID, loyalty.WhatsAppChanges{DailyCap: &daily, Version: 1})), loyalty.ErrBusinessChanged)
}

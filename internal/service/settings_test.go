package service_test

import (
	"context"
	"reflect"
	"slices"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func TestChangeSettings_LowerTarget_GrantsIfChosen(t *testing.T) {
	for _, row := range []struct {
		name  string
		grant bool
		owed  int
	}{{"granted", true, 1}, {"not granted", false, 0}} {
		t.Run(row.name, func(t *testing.T) {
			shop := servicetest.New(t)
			ctx := context.Background()
			nine, three, vip := shop.Customer("Nueve"), shop.Customer("Tres"), shop.Customer("Vip", loyalty.TagVIPA)
			shop.Visits(nine, 9)
			shop.Visits(three, 3)
			shop.Visits(vip, 3)
			if _, err := shop.Redeem(nine, loyalty.RewardHalf); err != nil {
				t.Fatal(err)
			}
			preview, err := shop.Cases.Businesses.PreviewSettings(ctx, shop.Owner, servicetest.Targets(8))
			want := service.SettingsEffect{
				Customers: 1, Rewards: 1, Free: 1,
				Holders: []service.AffectedHolder{{CustomerID: nine.ID, Name: "Nueve", Rewards: 1}},
			}
			if err != nil || !reflect.DeepEqual(preview, want) {
				t.Fatalf("the preview is %+v (%v), want %+v", preview, err, want)
			}
			if got := len(shop.Progress(nine).Owed); got != 0 {
				t.Fatalf("a preview must not grant rewards, but %d are owed", got)
			}
			business, err := shop.Cases.Businesses.ChangeSettings(ctx, shop.Owner, servicetest.Targets(8), row.grant)
			if err != nil || business.VisitTarget != 8 {
				t.Fatalf("changing: %+v, %v; want VisitTarget 8", business, err)
			}
			progress := shop.Progress(nine)
			if len(progress.Owed) != row.owed || progress.Terms.Target != 8 {
				t.Errorf("the rewards owed are %v, with a target of %d; want %d and 8", progress.Owed, progress.Terms.Target, row.owed)
			}
			if row.owed == 1 && (progress.Owed[0].Kind != loyalty.RewardFree || progress.Owed[0].Milestone != 8) {
				t.Errorf("the reward owed is %+v, want FREE at 8", progress.Owed[0])
			}
			shop.MustHoldInvariants(t)
		})
	}
}

func TestChangeSettings_PaidMilestone_IsNotPaidTwice(t *testing.T) {
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 11) // 5 and 10 are paid
	preview, err := shop.Cases.Businesses.PreviewSettings(context.Background(), shop.Owner, servicetest.Targets(9))
	if err != nil || preview.Customers != 0 {
		t.Errorf("the preview is %+v (%v), want no customers: 9 is below the 10 that were rewarded", preview, err)
	}
}

func TestChangeSettings_InvalidFields_AreNamed(t *testing.T) {
	shop := servicetest.New(t)
	for name, changes := range map[string]loyalty.SettingChanges{
		"a blank name":               {Name: ptr(" ")},
		"an unknown time zone":       {TimeZone: ptr("Europa/Madriz")},
		"the server's own time zone": {TimeZone: ptr("Local")},
		"an unknown country":         {Country: ptr("XX")},
		"a target of 1":              {VisitTarget: ptr(int64(1))},
		"a VIP target of 51":         {VIPVisitTarget: ptr(int64(51))},
	} {
		_, err := shop.Cases.Businesses.ChangeSettings(context.Background(), shop.Owner, changes, false)
		servicetest.MustRefuse(t, name, err, loyalty.ErrValidation)
	}
	business, err := shop.Cases.Businesses.Get(context.Background(), shop.Owner)
	if err != nil || business.VisitTarget != loyalty.DefaultVisitTarget || business.Zone.String() != loyalty.DefaultTimeZone {
		t.Errorf("a refused change changed the business: %+v, %v; want VisitTarget %v and Zone.String %v", business, err, loyalty.DefaultVisitTarget, loyalty.DefaultTimeZone)
	}
}

func ptr[T any](value T) *T { return &value }

func TestMarketing_NewBusiness_IsOff(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	newBusiness, err := town.Cases.Businesses.Create(t.Context(), service.NewBusiness{Name: "Barbería"})
	if err != nil {
		t.Fatal(err)
	}
	owner := usecase.Actor{BusinessID: newBusiness.ID, Role: loyalty.Owner}
	business, err := town.Cases.Businesses.Get(t.Context(), owner)
	if err != nil || business.BirthdayMessages || business.OneMoreMessages || business.Quiet != loyalty.DefaultQuietHours() {
		t.Errorf("a new business has the settings %+v, %v; want no messages, and the default quiet hours", business, err)
	}
	enabled, from, to := true, "20:30", "09:00"
	if _, err := town.Cases.Businesses.ChangeSettings(t.Context(), owner, loyalty.SettingChanges{
		BirthdayMessages: &enabled, OneMoreMessages: &enabled, QuietFrom: &from, QuietTo: &to,
	}, false); err != nil {
		t.Fatal(err)
	}
	business, err = town.Cases.Businesses.Get(t.Context(), owner)
	if err != nil || !business.BirthdayMessages || !business.OneMoreMessages || business.Quiet.From != "20:30" || business.Quiet.To != "09:00" {
		t.Errorf("after the change the business has the settings %+v, %v; want BirthdayMessages true, OneMoreMessages true, Quiet.From 20:30 and Quiet.To 09:00", business, err)
	}
}

func TestPreviewSettings_NamesCustomersAndFamilies(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	zoe, angel := shop.Customer("Zoe"), shop.Customer("Ángel")
	family := shop.Family(loyalty.PolicyPool)
	if err := shop.Join(family, shop.Customer("Mara"), loyalty.RoleAdult); err != nil {
		t.Fatal(err)
	}
	shop.Visits(zoe, 4)
	shop.Visits(angel, 8)
	shop.Customer("Nadie")
	owed, err := shop.Cases.Businesses.PreviewSettings(t.Context(), shop.Owner, servicetest.Targets(4))
	if err != nil {
		t.Fatal(err)
	}
	names := make([]string, len(owed.Holders))
	for i, holder := range owed.Holders {
		names[i] = holder.Name
	}
	if !slices.Equal(names, []string{"Ángel", "Zoe"}) || owed.Customers != 2 {
		t.Errorf("%d customers are owed rewards, named %q; want 2", owed.Customers, names)
	}
}

package service_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

type offlineCounter struct {
	*servicetest.Shop

	t                  *testing.T
	limit              int
	progressByCustomer map[string]string // progress by customer id
	asOf               time.Time
}

func newOfflineCounter(t *testing.T, shop *servicetest.Shop) *offlineCounter {
	t.Helper()
	c := &offlineCounter{Shop: shop, t: t, limit: 1000, progressByCustomer: map[string]string{}}
	if !c.sync() {
		t.Error("the first snapshot must be complete")
	}
	return c
}

func (c *offlineCounter) sync() (complete bool) {
	c.t.Helper()
	request := service.SnapshotRequest{Since: c.asOf, Limit: c.limit}
	for first := true; first || request.Cursor != ""; first = false {
		snapshot, err := c.Cases.Snapshots.Read(c.t.Context(), c.Barber, request)
		if err != nil {
			c.t.Fatal(err)
		}
		if first && snapshot.Complete {
			c.progressByCustomer = map[string]string{}
		}
		if len(snapshot.Customers) > c.limit || !first && !snapshot.AsOf.Equal(c.asOf) {
			c.t.Errorf("a page of %d has %d customers as of %s, want no more, as of %s", c.limit, len(snapshot.Customers), snapshot.AsOf, c.asOf)
		}
		for _, id := range snapshot.RemovedIDs {
			delete(c.progressByCustomer, id)
		}
		for _, customer := range snapshot.Customers {
			c.progressByCustomer[customer.SnapshotID] = describeListed(customer.ListedCustomer)
		}
		complete, c.asOf, request.Cursor = snapshot.Complete, snapshot.AsOf, snapshot.Next
	}
	return complete
}

func describeListed(c service.ListedCustomer) string {
	return fmt.Sprint(c.Name, c.Phone, c.Tag, c.Stamps, c.Target, c.Owed)
}

func (c *offlineCounter) mustBeUpToDate(when string) {
	c.t.Helper()
	want := map[string]string{}
	list, err := c.Cases.Customers.List(c.t.Context(), c.Barber, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 1000}})
	if err != nil {
		c.t.Fatal(err)
	}
	for _, customer := range list.Items {
		customer.Name = loyalty.ShortName(customer.Name)
		want[customer.ID] = describeListed(customer)
	}
	if fmt.Sprint(c.progressByCustomer) != fmt.Sprint(want) {
		c.t.Errorf("%s: the counter knows\n%v\nwant\n%v", when, c.progressByCustomer, want)
	}
}

// Spec: checkin-22
func TestSnapshot_Customer_HasCounterData(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Change(shop.Register("Ana María Ruiz"), loyalty.CustomerChanges{
		Tag: loyalty.Change{Sent: true, Value: string(loyalty.TagVIPA)}, Email: loyalty.Change{Sent: true, Value: "ana@correo.test"},
	})
	shop.Visits(ana, 5)
	shop.Archive(shop.Customer("Berta"))
	shop.Town.Shop(t).Customer("Carla")
	for _, actor := range []usecase.Actor{shop.Barber, shop.Owner} {
		got, err := shop.Cases.Snapshots.Read(t.Context(), actor, service.SnapshotRequest{Limit: 10})
		if err != nil || len(got.Customers) != 1 || !got.Complete || len(got.RemovedIDs) != 0 || got.Next != "" {
			t.Fatalf("%s gets the snapshot %+v, %v; want len(Customers) 1, Complete true, no RemovedIDs and no Next", actor.Role, got, err)
		}
		customer := got.Customers[0]
		want := loyalty.MaskPhone(ana.Phone)
		if customer.ID != ana.ID || customer.Name != "Ana M." || customer.Phone != want || customer.Stamps != 5 || customer.Target != 4 || customer.Tag != loyalty.TagVIPA {
			t.Errorf("%s gets the customer %+v; want Ana M. with the phone %s, 5 of 4 stamps and the tag %s", actor.Role, customer, want, loyalty.TagVIPA)
		}
		if owed := fmt.Sprint(customer.Owed); owed != "[FREE WELCOME]" {
			t.Errorf("%s gets the rewards owed %s, want [FREE WELCOME]", actor.Role, owed)
		}
	}
}

// Spec: checkin-22
func TestSnapshot_Since_EqualsFullSnapshot(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, carla := shop.Register("Ana"), shop.Customer("Berta"), shop.Customer("Carla")
	family := shop.Family(loyalty.PolicyPool, berta, carla)
	shop.Visits(berta, 3)
	c := newOfflineCounter(t, shop)
	var visit service.RegisteredVisit
	var redemption service.RedemptionResult
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, act := range []struct {
		name     string
		complete bool
		does     func()
	}{
		{"after no change", false, func() {}},
		{"after a visit", false, func() { visit = shop.Visit(ana) }},
		{"after the visit was deleted", false, func() { shop.Delete(visit) }},
		{"after a visit of another day", false, func() {
			_, err := shop.Cases.Visits.Register(t.Context(), shop.Admin, service.VisitRequest{
				CustomerID: ana.ID, Day: shop.Business.DayOf(shop.Clock.Now()).Plus(-1), Reason: "Sin QR", Key: "past",
			})
			must(err)
		}},
		{"after stamps of a paper card", false, func() {
			_, err := shop.Cases.Adjustments.RecordOpening(t.Context(), shop.Admin, service.OpeningRequest{CustomerID: ana.ID, Stamps: 2, Key: "paper"})
			must(err)
		}},
		{"after a correction", false, func() {
			_, err := shop.Cases.Adjustments.Correct(t.Context(), shop.Admin, service.CorrectionRequest{CustomerID: ana.ID, Stamps: -1, Reason: "De más", Key: "less"})
			must(err)
		}},
		{"after a redemption", false, func() {
			var err error
			redemption, err = shop.Redeem(ana, loyalty.RewardWelcome)
			must(err)
		}},
		{"after the redemption was taken back", false, func() {
			_, err := shop.Cases.Rewards.TakeBack(t.Context(), shop.Admin, service.TakeBackRequest{CustomerID: ana.ID, RewardID: redemption.Reward.ID, Reason: "Error"})
			must(err)
		}},
		{"after a shared card was stamped", false, func() { visit = shop.Visits(berta, 2) }},
		{"after a change of name and tag", false, func() {
			shop.Tag(ana, loyalty.TagVIPB)
			shop.Change(ana, loyalty.CustomerChanges{Name: loyalty.Change{Sent: true, Value: "Anita Ruiz"}})
		}},
		{"after a change of the policy", false, func() {
			policy := loyalty.PolicyIndividual
			_, err := shop.Cases.Families.Change(t.Context(), shop.Admin, family.ID, loyalty.FamilyChanges{Policy: &policy})
			must(err)
		}},
		{"after the policy was changed back", false, func() {
			policy := loyalty.PolicyPool
			_, err := shop.Cases.Families.Change(t.Context(), shop.Admin, family.ID, loyalty.FamilyChanges{Policy: &policy})
			must(err)
		}},
		{"after a member left", false, func() {
			_, err := shop.Cases.Families.Leave(t.Context(), shop.Admin, family.ID, berta.ID)
			must(err)
		}},
		{"after the former member's visit was deleted", false, func() { shop.Delete(visit) }},
		{"after a member joined", false, func() { must(shop.Join(family, ana, loyalty.RoleChild)) }},
		{"after a registration", false, func() { shop.Register("Dora") }},
		{"after a customer was archived", false, func() { shop.Archive(berta) }},
		{"after a merge", false, func() {
			_, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, carla.ID)
			must(err)
		}},
		{"after the merged customer was archived by the id of the removed record", false, func() { shop.Archive(carla) }},
		{"after a change of the target", true, func() {
			target := int64(6)
			_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{VisitTarget: &target}, true)
			must(err)
		}},
	} {
		shop.Clock.Advance(5 * time.Minute)
		act.does()
		shop.Clock.Advance(2 * time.Minute)
		if complete := c.sync(); complete != act.complete {
			t.Errorf("%s: the snapshot is complete = %t, want %t", act.name, complete, act.complete)
		}
		c.mustBeUpToDate(act.name)
	}
}

// The counter fetches the changed settings before the rewards are granted.
func TestSnapshot_RewardsGrantedBySettings_AreListed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, berta, carla := shop.Customer("Ana"), shop.Customer("Berta"), shop.Customer("Carla")
	shop.Family(loyalty.PolicyPool, berta, carla)
	shop.Visits(ana, 4)
	shop.Visits(berta, 4)
	shop.Clock.Advance(time.Hour)
	servicetest.InterruptGrant(t, shop)
	shop.Clock.Advance(time.Hour)
	c := newOfflineCounter(t, shop)
	shop.Clock.Advance(time.Hour)
	servicetest.Must(t, 0, shop.Cases.Businesses.FinishGrants(t.Context()))
	shop.Clock.Advance(time.Minute)
	if c.sync() {
		t.Error("the snapshot must not be complete")
	}
	c.mustBeUpToDate("after rewards were granted")
}

func TestSnapshot_UndoneMerge_ListsBothRecords(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, anita := shop.Customer("Ana"), shop.Customer("Anita")
	shop.Visits(anita, 5)
	merge, err := shop.Cases.Merges.Merge(t.Context(), shop.Owner, ana.ID, anita.ID)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(time.Hour)
	c := newOfflineCounter(t, shop)
	if err := shop.Cases.Merges.Undo(t.Context(), shop.Owner, merge.MergeID); err != nil {
		t.Fatal(err)
	}
	c.sync()
	c.mustBeUpToDate("after a merge was undone")
	if len(c.progressByCustomer) != 2 {
		t.Errorf("the counter knows %v, want 2 customers", c.progressByCustomer)
	}
}

func TestSnapshot_ErasedCustomer_IsRemoved(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Register("Ana")
	c := newOfflineCounter(t, shop)
	if err := shop.Cases.SelfService.RequestErasure(t.Context(), access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID}); err != nil {
		t.Fatal(err)
	}
	if c.sync() || len(c.progressByCustomer) != 0 {
		t.Errorf("the counter still knows %v, want no customers", c.progressByCustomer)
	}
	shop.Clock.Advance(4 * 366 * 24 * time.Hour)
	if err := shop.Cases.Maintenance.ApplyRetention(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, since := range []time.Time{{}, shop.Clock.Now().Add(-time.Hour)} {
		got, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Limit: 10, Since: since})
		if err != nil || len(got.Customers) != 0 {
			t.Errorf("the snapshot since %s has %+v, %v; want no customers", since, got.Customers, err)
		}
	}
}

func TestSnapshot_ChangesWhilePaging_AreNotMissed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	customers := []loyalty.Customer{}
	for i := range 7 {
		customers = append(customers, shop.Customer(fmt.Sprint("Cliente", i)))
	}
	slices.SortFunc(customers, func(a, b loyalty.Customer) int { return strings.Compare(a.ID, b.ID) })
	c := &offlineCounter{Shop: shop, t: t, limit: 3, progressByCustomer: map[string]string{}}
	shop.Clock.Advance(time.Hour)
	first, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Limit: 3})
	if err != nil || len(first.Customers) != 3 || first.Next == "" {
		t.Fatalf("the first page is %+v, %v; want len(Customers) 3 and some Next", first, err)
	}
	shop.Clock.Advance(10 * time.Minute)
	shop.Visit(customers[0])   // on a page that was already read
	shop.Archive(customers[6]) // on a later page
	request := service.SnapshotRequest{Limit: 3, Cursor: first.Next}
	pages := first.Customers
	for request.Cursor != "" {
		shop.Clock.Advance(10 * time.Minute)
		next, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, request)
		if err != nil || !next.AsOf.Equal(first.AsOf) || !next.Complete {
			t.Fatalf("the next page is %+v, %v; want the same time, complete", next, err)
		}
		pages, request.Cursor = append(pages, next.Customers...), next.Next
	}
	for _, customer := range pages {
		c.progressByCustomer[customer.SnapshotID] = describeListed(customer.ListedCustomer)
	}
	c.asOf = first.AsOf
	if c.sync() {
		t.Error("after two changes the snapshot must not be complete")
	}
	c.mustBeUpToDate("after reading in pages")
	c.limit = 2
	shop.Clock.Advance(24 * time.Hour)
	for _, customer := range customers[:3] {
		shop.Visit(customer)
	}
	shop.Clock.Advance(time.Second)
	if !c.sync() {
		t.Error("after more changes than fit into a page the snapshot must be complete")
	}
	c.mustBeUpToDate("after more changes than fit into a page")
}

func TestSnapshot_OldOrFutureSince_IsComplete(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	shop.Customer("Ana")
	for _, ago := range []time.Duration{-time.Hour, 8 * 24 * time.Hour} {
		got, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Limit: 10, Since: shop.Clock.Now().Add(-ago)})
		if err != nil || !got.Complete || len(got.Customers) != 1 {
			t.Errorf("the snapshot since %s ago is %+v, %v; want Complete true and len(Customers) 1", ago, got, err)
		}
	}
	for _, cursor := range []string{"x", "WyJ4IiwieSJd"} {
		if _, err := shop.Cases.Snapshots.Read(t.Context(), shop.Barber, service.SnapshotRequest{Limit: 10, Cursor: cursor}); !errors.Is(err, loyalty.ErrValidation) {
			t.Errorf("the cursor %q returns %v, want ErrValidation", cursor, err)
		}
	}
}

package demo_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"axioma/internal/demo"
	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/messaging"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store"
	"axioma/internal/store/storetest"
)

func TestCreate_AnyDay_FillsEveryScreenAndHoldsInvariants(t *testing.T) {
	days := []string{
		"2028-02-29T12:00:00Z", "2026-12-31T22:58:00Z", "2026-03-29T00:58:00Z", "2026-10-25T00:58:00Z",
	}
	// The days are the same on both engines: on PostgreSQL all of them run at night only.
	// TestCreate_ConcurrentStarts_AllSucceed checks the first day.
	if testing.Short() || (storetest.IsPostgres() && servicetest.Effort() == 1) {
		days = nil
	}
	for _, now := range days {
		t.Run(now, func(t *testing.T) {
			t.Parallel()
			today, err := time.Parse(time.RFC3339, now)
			if err != nil {
				t.Fatal(err)
			}
			testDemoOn(t, today)
		})
	}
}

func testDemoOn(t *testing.T, today time.Time) {
	t.Helper()
	st := storetest.Open(t)
	if err := demo.Create(t.Context(), st, "http://demo.test", today); err != nil {
		t.Fatal(err)
	}
	mustBeWhole(t, st, today)
}

// mustBeWhole also creates the demo again, which changes nothing.
func mustBeWhole(t *testing.T, st *store.Store, today time.Time) {
	t.Helper()
	ctx := context.Background()
	if err := demo.Create(ctx, st, "http://demo.test", today); err != nil {
		t.Fatal(err)
	}
	breaches, err := st.Check(ctx)
	if err != nil || breaches.Rows > 0 {
		t.Fatalf("the demo breaks rules of its data: %v %v; want no Rows", breaches, err)
	}
	cases, err := service.New(st, service.Options{Clock: func() time.Time { return today }})
	if err != nil {
		t.Fatal(err)
	}
	session, err := cases.Sessions.SignIn(ctx, "owner@demo.test", demo.Password)
	if err != nil {
		t.Fatal(err)
	}
	owner := usecase.Actor{UserID: session.User.ID, Role: loyalty.Owner, BusinessID: demo.BusinessID}
	kinds := progressKinds(t, cases, owner)
	for _, want := range []string{"HALF owed", "FREE owed", "WELCOME owed", "VIP card", "family card with stamps", "one before half", "one before free", "no visit today"} {
		if !kinds[want] {
			t.Errorf("the demo has no customer with: %s", want)
		}
	}
	marketing, err := cases.Marketing.Overview(ctx, owner)
	if err != nil || marketing.Audience.Customers == 0 || marketing.Audience.Customers == marketing.Audience.All {
		t.Errorf("marketing reaches %+v (%v), want some of the customers and not all", marketing.Audience, err)
	}
	messages, err := cases.Messages.List(ctx, messaging.MessageFilter{}, usecase.ListRequest{Limit: 100})
	if err != nil || messages.Total == 0 || messages.Total > 10 || !strings.Contains(messages.Items[0].Text, "http://demo.test/") {
		t.Errorf("these messages wait (%v), want a few with links: %+v", err, messages.Items)
	}
	if count := countBusinesses(t, st); count != 3 {
		t.Errorf("%d businesses, want 3", count)
	}
	testBusyShop(t, st, today)
}

func testBusyShop(t *testing.T, st *store.Store, today time.Time) {
	t.Helper()
	err := st.ViewBusiness(context.Background(), demo.BusyBusinessID, func(tx *store.Tx) error {
		last := loyalty.Day(today.Format(time.DateOnly))
		visits, err := tx.Reports().CountVisits(loyalty.Period{From: last.Plus(-800), To: last.Plus(1)})
		if err != nil {
			return err
		}
		if visits < 6000 || visits > 6100 {
			t.Errorf("the busy shop has %d visits, want about 6000", visits)
		}
		days, err := tx.Reports().CountStaffDays(loyalty.Period{From: last.Plus(-364), To: last.Plus(1)})
		if err != nil {
			return err
		}
		byWeekday := map[int]int64{}
		for _, day := range days {
			byWeekday[day.Day.Weekday()] += day.Visits
			if day.Day.Month()[5:] == "08" || day.Day.Weekday() == 7 {
				t.Errorf("there are %d visits on %s, when the shop is closed", day.Visits, day.Day)
			}
		}
		if byWeekday[5] < 2*byWeekday[1] {
			t.Errorf("there are %d visits on Fridays and %d on Mondays, want at least twice as many on Fridays", byWeekday[5], byWeekday[1])
		}
		business, err := tx.Business().Get()
		if err != nil {
			return err
		}
		rewards, err := tx.Reports().CountRewardDays(loyalty.Period{From: last.Plus(-364), To: last.Plus(1)}, business)
		owed := map[loyalty.RewardKind]int64{}
		for _, day := range rewards {
			owed[day.Kind] += day.Owed
		}
		if owed[loyalty.RewardFree] == 0 || owed[loyalty.RewardHalf] == 0 {
			t.Errorf("the busy shop owes %v, want both kinds", owed)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func progressKinds(t *testing.T, cases *service.Service, owner usecase.Actor) map[string]bool {
	t.Helper()
	customers, err := cases.Customers.List(context.Background(), owner, service.CustomersRequest{ListRequest: usecase.ListRequest{Limit: 1000}})
	if err != nil || customers.Total < 40 {
		t.Fatalf("%d customers (%v), want 40 or more", customers.Total, err)
	}
	kinds := map[string]bool{}
	for _, customer := range customers.Items {
		p, err := cases.Cards.Progress(context.Background(), owner, customer.ID)
		if err != nil {
			t.Fatal(err)
		}
		for _, reward := range p.Owed {
			kinds[string(reward.Kind)+" owed"] = true
		}
		own := p.Card.Kind() == loyalty.IndividualCard && !p.Terms.VIP
		kinds["VIP card"] = kinds["VIP card"] || p.Terms.VIP
		kinds["family card with stamps"] = kinds["family card with stamps"] || (p.Card.Kind() == loyalty.FamilyCard && p.Card.Stamps > 0)
		kinds["one before half"] = kinds["one before half"] || (own && p.Card.Stamps == 4)
		kinds["one before free"] = kinds["one before free"] || (own && p.Card.Stamps == 9)
		kinds["no visit today"] = kinds["no visit today"] || !p.VisitedToday
	}
	return kinds
}

func countBusinesses(t *testing.T, st *store.Store) (count int) {
	t.Helper()
	err := st.ViewPlatform(context.Background(), func(tx *store.PlatformTx) error {
		businesses, err := tx.Businesses().List("", store.Page{Limit: 1})
		count = int(businesses.Total)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return count
}

// Only PostgreSQL has several servers: SQLite allows one process per database.
func TestCreate_ConcurrentStarts_AllSucceed(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	database.DropTables(t)
	copies := 1
	if database.URL != "" {
		copies = 3
	}
	faults := make([]error, copies)
	var all sync.WaitGroup
	for i := range copies {
		all.Go(func() { faults[i] = startWithDemo(database) })
	}
	all.Wait()
	if err := errors.Join(faults...); err != nil {
		t.Fatal(err)
	}
	mustBeWhole(t, database.Open(t), firstDay())
	if rows := database.Rows(t, "SELECT name FROM customers WHERE business_id = '"+demo.SecondBusinessID+"' GROUP BY name HAVING count(*) > 1"); len(rows) > 0 {
		t.Errorf("these customers were made twice: %q, want none", rows)
	}
}

func startWithDemo(database storetest.Database) (err error) {
	st, err := store.Open(context.Background(), database.Location())
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, st.Close()) }()
	if _, err := service.New(st, service.Options{}); err != nil {
		return err
	}
	return demo.Create(context.Background(), st, "http://demo.test", firstDay())
}

func firstDay() time.Time { return time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC) }

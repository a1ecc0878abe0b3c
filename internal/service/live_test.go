package service_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
	"axioma/internal/store/storetest"
)

// The fake clock of synctest makes the test independent of the machine's load.
func TestLive_VisitOnOtherServer_WakesListenerWithinOneSecond(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		shop := servicetest.NewTownOn(t, database).Shop(t)
		ana := shop.Customer("Ana")
		listener, err := shop.Cases.Live.Listen(t.Context(), access.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID})
		if err != nil {
			t.Fatal(err)
		}
		defer shop.Cases.Live.StopListening(listener)
		time.Sleep(time.Minute)
		<-listener.Changed // wakes for the changes above
		began := time.Now()
		if _, err := shop.SecondServer(t).Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID}); err != nil {
			t.Fatal(err)
		}
		<-listener.Changed
		if took := time.Since(began); took > time.Second {
			t.Errorf("the change was received after %s, want within a second", took)
		}
		time.Sleep(time.Minute)
		select {
		case <-listener.Changed:
			t.Error("the change was received twice")
		default:
		}
	})
}

func listenFor(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer) *service.Listener {
	t.Helper()
	listener, err := shop.Cases.Live.Listen(t.Context(), access.PortalUser{CustomerID: customer.ID, BusinessID: shop.Business.ID})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { shop.Cases.Live.StopListening(listener) })
	return listener
}

func rename(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	name := "Otra"
	if _, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, loyalty.SettingChanges{Name: &name}, false); err != nil {
		t.Fatal(err)
	}
}

func finishGrant(t *testing.T, shop *servicetest.Shop) {
	t.Helper()
	servicetest.Must(t, 0, shop.Cases.Businesses.FinishGrants(t.Context()))
}

func TestLive_Change_WakesOnlyAffectedListeners(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		shop := servicetest.NewTownOn(t, database).Shop(t)
		ana, daughter, berta := shop.Customer("Ana"), shop.Customer("Hija"), shop.Customer("Berta")
		shop.Family(loyalty.PolicyPool, ana, daughter)
		shop.Visits(berta, 4)
		servicetest.InterruptGrant(t, shop)
		shop.Clock.Advance(24 * time.Hour)
		listeners := map[string]*service.Listener{}
		for name, customer := range map[string]loyalty.Customer{"Ana": ana, "Ana's daughter": daughter, "Berta": berta} {
			listeners[name] = listenFor(t, shop, customer)
		}
		time.Sleep(time.Minute)
		for _, listener := range listeners {
			<-listener.Changed // wakes for the changes above
		}
		for _, test := range []struct {
			what  string
			act   func()
			woken []string
		}{
			{"a visit of a customer without a family", func() { shop.Visit(berta) }, []string{"Berta"}},
			{"a visit on a family's card", func() { shop.Visit(ana) }, []string{"Ana", "Ana's daughter"}},
			{"a sign-in of the staff", func() { shop.Token(t, shop.Staff[loyalty.Barber]) }, nil},
			{"rewards granted after a change of settings", func() { finishGrant(t, shop) }, []string{"Berta"}},
			{"new settings", func() { rename(t, shop) }, []string{"Ana", "Ana's daughter", "Berta"}},
		} {
			test.act()
			time.Sleep(time.Minute)
			var woken []string
			for name, listener := range listeners {
				select {
				case <-listener.Changed:
					woken = append(woken, name)
				default:
				}
			}
			slices.Sort(woken)
			if !slices.Equal(woken, test.woken) {
				t.Errorf("%s wakes %v, want %v", test.what, woken, test.woken)
			}
			shop.Clock.Advance(time.Minute)
		}
	})
}

func TestLive_TooManyListeners_IsRefused(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	shop, other := town.Shop(t), town.Shop(t)
	open := func(business string, customer int, network string) error {
		listener, err := town.Cases.Live.Listen(usecase.WithNetwork(t.Context(), network),
			access.PortalUser{CustomerID: fmt.Sprint(customer), BusinessID: business})
		if err == nil {
			t.Cleanup(func() { town.Cases.Live.StopListening(listener) })
		}
		return err
	}
	for i := range 500 {
		if err := open(shop.Business.ID, i, fmt.Sprint(i)); err != nil {
			t.Fatalf("stream %d: %v", i, err)
		}
	}
	if err := open(shop.Business.ID, 500, "another"); !errors.Is(err, loyalty.ErrTooMany) {
		t.Errorf("the stream above the limit of the business returns %v, want ErrTooMany", err)
	}
	for i := range 200 {
		if err := open(other.Business.ID, i, "one"); err != nil {
			t.Fatalf("stream %d of the other business: %v", i, err)
		}
	}
	if err := open(other.Business.ID, 200, "one"); !errors.Is(err, loyalty.ErrTooMany) {
		t.Errorf("the stream above the network's limit returns %v, want ErrTooMany", err)
	}
	if hits := town.Cases.LimitHits.Counts()["streams"]; hits != 2 {
		t.Errorf("the limit was hit %d times, want 2", hits)
	}
	if err := open(other.Business.ID, 201, "two"); err != nil {
		t.Errorf("a stream of another network: %v", err)
	}
}

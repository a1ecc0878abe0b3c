package service_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store"
)

func sixteenAt(shop *servicetest.Shop, stamps int) []loyalty.Customer {
	customers := make([]loyalty.Customer, 16)
	for i := range customers {
		customers[i] = shop.Customer(fmt.Sprintf("Cliente %d", i))
		shop.Visits(customers[i], stamps)
	}
	return customers
}

func startAsync(fn func() error) (completion <-chan struct{}, fault func() error) {
	done := make(chan struct{})
	var err error
	go func() {
		defer close(done)
		err = fn()
	}()
	return done, func() error { <-done; return err }
}

func TestGrant_VisitUnderFormerTerms_IsGranted(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	shop.Visits(ana, 3)
	shop.Clock.Set(shop.Clock.Now().AddDate(0, 0, 1))
	lock := shop.Database.LockRow(t, "customers", ana.ID)
	visitDone, visitFault := startAsync(func() error {
		_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID})
		return err
	})
	lock.AwaitBlocked("1", visitDone)
	changeDone, changeFault := startAsync(func() error {
		_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(4), true)
		return err
	})
	lock.AwaitBlocked("2", changeDone)
	lock.Commit()
	if visitFault() != nil || changeFault() != nil {
		t.Fatalf("registering the visit: %v; changing the settings: %v; want no error", visitFault(), changeFault())
	}
	if _, free := shop.Progress(ana).FirstOwed(loyalty.RewardFree); !free {
		t.Errorf("a fourth visit during the grants of a target of four gives the rewards %+v, want FREE", shop.Progress(ana).Owed)
	}
	shop.MustHoldInvariants(t)
}

func TestGrant_VisitDeletedMeanwhile_OwesNothing(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	last := shop.Visits(ana, 8)
	deletion := shop.Database.LockRow(t, "customers", ana.ID,
		fmt.Sprintf(`UPDATE visits SET deleted_at = 1, day_slot = NULL WHERE id = '%s'`, last.Visit.ID),
		fmt.Sprintf(`UPDATE customers SET visits_count = 7 WHERE id = '%s'`, ana.ID),
		fmt.Sprintf(`UPDATE cards SET stamps = 7 WHERE customer_id = '%s'`, ana.ID))
	changeDone, fault := startAsync(func() error {
		_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(8), true)
		return err
	})
	deletion.AwaitBlocked("1", changeDone)
	deletion.Commit()
	if fault() != nil {
		t.Fatal(fault())
	}
	shop.MustHoldInvariants(t)
}

func TestChangeSettings_ConcurrentVisits_HoldInvariants(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	coming, leaving := sixteenAt(shop, 3), sixteenAt(shop, 4)
	shop.Clock.Set(shop.Clock.Now().AddDate(0, 0, 1))
	last := make([]service.RegisteredVisit, len(leaving))
	for i, customer := range leaving {
		last[i] = shop.Visit(customer)
	}
	var wg sync.WaitGroup
	faults := make(chan error, 3*len(coming))
	for i := range coming {
		wg.Go(func() {
			_, err := shop.Cases.Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: coming[i].ID})
			faults <- err
		})
		wg.Go(func() {
			_, err := shop.Cases.Visits.Delete(t.Context(), shop.Owner, last[i].Visit.ID)
			faults <- err
		})
	}
	wg.Go(func() {
		_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(4), true)
		faults <- err
	})
	wg.Wait()
	close(faults)
	for err := range faults {
		if err != nil {
			t.Error(err)
		}
	}
	for _, customer := range coming {
		if _, free := shop.Progress(customer).FirstOwed(loyalty.RewardFree); !free {
			t.Errorf("with four stamps and a target of four the rewards owed are %+v, want FREE", shop.Progress(customer).Owed)
		}
	}
	shop.MustHoldInvariants(t)
}

// whileReportsWait calls fn while all slots for reports are in use.
func whileReportsWait(t *testing.T, shop *servicetest.Shop, fn func()) {
	t.Helper()
	short, cancel := context.WithTimeout(t.Context(), 200*time.Millisecond)
	defer cancel()
	entered := false
	err := shop.Store.ViewReports(short, shop.Business.ID, func(*store.Tx) error {
		entered = true
		whileReportsWait(t, shop, fn)
		return nil
	})
	if err != nil && !errors.Is(err, loyalty.ErrBusy) {
		t.Error(err)
	}
	if !entered {
		fn()
	}
}

func TestChangeSettings_WithoutGrant_DoesNotWaitForReports(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	whileReportsWait(t, shop, func() {
		changeDone, fault := startAsync(func() error {
			_, err := shop.Cases.Businesses.ChangeSettings(t.Context(), shop.Owner, servicetest.Targets(4), false)
			return err
		})
		select {
		case <-changeDone:
		case <-time.After(30 * time.Second): // half of the longest wait in the store
			t.Error("the change must not wait for reports")
		}
		if fault() != nil {
			t.Error(fault())
		}
	})
}

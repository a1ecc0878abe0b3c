package service_test

import (
	"testing"
	"testing/synctest"
	"time"

	"axioma/internal/service"
	"axioma/internal/service/servicetest"
	"axioma/internal/store/storetest"
)

// TestAListenerHearsWithinASecondOfWhatAnotherServerDoes lives in a time that is
// not real: how busy the machine is makes no difference.
func TestAListenerHearsWithinASecondOfWhatAnotherServerDoes(t *testing.T) {
	t.Parallel()
	database := storetest.New(t)
	synctest.Test(t, func(t *testing.T) {
		shop := servicetest.TownOn(t, database).Shop(t)
		ana := shop.Customer("Ana")
		listener, err := shop.Cases.Listen(service.PortalUser{CustomerID: ana.ID, BusinessID: shop.Business.ID})
		if err != nil {
			t.Fatal(err)
		}
		defer shop.Cases.StopListening(listener)
		time.Sleep(time.Minute)
		<-listener.Changed // of what was before
		began := time.Now()
		if _, err := shop.Copy(t).RegisterVisit(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID}); err != nil {
			t.Fatal(err)
		}
		<-listener.Changed
		if took := time.Since(began); took > time.Second {
			t.Errorf("it was heard after %s", took)
		}
		time.Sleep(time.Minute)
		select {
		case <-listener.Changed:
			t.Error("it was heard twice")
		default:
		}
	})
}

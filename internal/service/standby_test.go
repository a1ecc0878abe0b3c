package service_test

import (
	"context"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/servicetest"
)

// Without its standby, PostgreSQL cancels the wait of a COMMIT. The row is visible on the primary, but a failover loses
// it, so no response may acknowledge it.
func TestStandbyMissing_NothingIsAcknowledged(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	waiting := shop.ServerWithoutStandby(t)
	if waiting == nil {
		return
	}
	visit := service.VisitRequest{CustomerID: shop.Customer("Ana").ID, Key: shop.Key()}
	registration := service.RegistrationRequest{BusinessID: shop.Business.ID, Form: shop.Form("Eva"), Key: shop.Key(), KeyLifetime: time.Hour}
	draft, draftKey := loyalty.CustomerDraft{Name: "Luz", Phone: "611222333", Tag: string(loyalty.TagCard)}, shop.Key()
	for _, act := range []struct {
		name, rows string
		run        func(context.Context, *service.Service) error
	}{
		{"a visit", "SELECT id FROM visits", func(ctx context.Context, server *service.Service) error {
			return servicetest.ErrorOf(server.Visits.Register(ctx, shop.Owner, visit))
		}},
		{"a registration", "SELECT id FROM customers WHERE name = 'Eva'", func(ctx context.Context, server *service.Service) error {
			return servicetest.ErrorOf(server.Registrations.RegisterFrom(servicetest.WithBrowser(ctx), registration))
		}},
		{"a customer", "SELECT id FROM customers WHERE name = 'Luz'", func(ctx context.Context, server *service.Service) error {
			_, _, err := server.Customers.Create(ctx, shop.Owner, draft, draftKey)
			return err
		}},
	} {
		mustFail := func(name string) {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second/4)
			defer cancel()
			if act.run(ctx, waiting) == nil {
				t.Fatalf("%s was acknowledged without a standby", name)
			}
		}
		countRows := func() int { return len(shop.Database.Rows(t, act.rows)) }
		for countRows() == 0 {
			mustFail(act.name)
		}
		mustFail("the repetition of " + act.name)
		if err := act.run(t.Context(), shop.Cases); err != nil || countRows() != 1 {
			t.Errorf("%s with a standby is stored %d times, want 1; %v", act.name, countRows(), err)
		}
	}
}

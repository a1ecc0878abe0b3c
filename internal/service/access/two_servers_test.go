package access_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

// machines are three servers, whose clocks differ by a second each.
func machines(t *testing.T, town *servicetest.Town) [3]*service.Service {
	t.Helper()
	return [...]*service.Service{town.Cases, town.SecondServerOnOtherMachine(t, time.Second), town.SecondServerOnOtherMachine(t, -time.Second)}
}

func TestAttempts_ManyServers_ShareOneLimit(t *testing.T) {
	t.Parallel()
	town := servicetest.NewTown(t)
	copies := machines(t, town)
	limit := access.AttemptSignInNetwork.Limit()
	takeAttempt := func(i int) error {
		return copies[i%len(copies)].Attempts.Take(t.Context(), access.Attempt{Kind: access.AttemptSignInNetwork, Subject: "ana"})
	}
	allowedCount := int64(0)
	count := func(err error) {
		switch {
		case err == nil:
			allowedCount++
		case !errors.Is(err, loyalty.ErrTooMany):
			t.Errorf("a try failed: %v", err)
		}
	}
	_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) { return struct{}{}, takeAttempt(i) })
	for _, err := range faults {
		count(err)
	}
	for range 10 { // the window has not ended yet on the slowest clock
		town.Clock.Advance((limit.Window - 3*time.Second) / 10)
		for i := range copies {
			count(takeAttempt(i))
		}
	}
	if allowedCount != limit.Max {
		t.Errorf("%d tries were allowed, want %d", allowedCount, limit.Max)
	}
}

func TestSecrets_ManyServers_AreUsedOnce(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	copies := machines(t, shop.Town)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	ticket := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, ticket)))
	device, err := shop.Cases.Devices.Add(t.Context(), shop.Owner, "Tablet")
	if err != nil {
		t.Fatal(err)
	}
	for name, test := range map[string]struct {
		take    func(*service.Service) error
		refusal error
	}{
		"a code": {func(server *service.Service) error {
			_, err := server.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code)
			return err
		}, loyalty.ErrCodeRefused},
		"a ticket": {func(server *service.Service) error {
			_, _, err := server.Proofs.SignInWithTicket(t.Context(), ticket.Ticket)
			return err
		}, loyalty.ErrTicketRefused},
		"a device's code": {func(server *service.Service) error {
			_, err := server.Devices.Enrol(t.Context(), "", device.Code)
			return err
		}, loyalty.ErrDeviceCode},
	} {
		t.Run(name, func(t *testing.T) {
			_, faults := servicetest.RunConcurrently(func(i int) (struct{}, error) { return struct{}{}, test.take(copies[i%len(copies)]) })
			servicetest.MustSucceedOnce(t, faults, test.refusal)
		})
	}
}

func TestCodeTries_ManyServers_AreShared(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	copies := machines(t, shop.Town)
	ana := shop.Customer("Ana")
	code := shop.Code(ana.Phone)
	for i := range loyalty.CodeTries {
		_, err := copies[i%len(copies)].Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, servicetest.WrongCode(code))
		if !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Fatalf("try %d with a wrong code returns %v, want ErrCodeRefused", i+1, err)
		}
	}
	for i, server := range copies {
		if _, err := server.Portal.SignInWithCode(t.Context(), servicetest.Requester, shop.Business.ID, ana.Phone, code); !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Errorf("machine %d still accepts the code: %v, want ErrCodeRefused", i, err)
		}
	}
}

func TestIdempotencyKey_ManyServers_MakesOneVisit(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	copies := machines(t, shop.Town)
	ana := shop.Customer("Ana")
	_, faults := servicetest.RunConcurrently(func(i int) (service.RegisteredVisit, error) {
		return copies[i%len(copies)].Visits.Register(t.Context(), shop.Barber, service.VisitRequest{CustomerID: ana.ID, Key: "once"})
	})
	for _, err := range faults {
		if err != nil {
			t.Errorf("a repeated request was refused: %v", err)
		}
	}
	if stamps := shop.Progress(ana).Card.Stamps; stamps != 1 {
		t.Errorf("the card has %d stamps, want 1", stamps)
	}
	shop.MustHoldInvariants(t)
}

package access_test

import (
	"errors"
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

var browser = access.BrowserRequester("telephone")

func codeFor(t *testing.T, shop *servicetest.Shop, phone string) string {
	t.Helper()
	shop.Clock.Advance(time.Millisecond)
	err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{BusinessID: shop.Business.ID, Phone: phone, Requester: browser})
	if err != nil {
		t.Fatal(err)
	}
	return shop.LastCode(phone)
}

func sessionsOpen(t *testing.T, shop *servicetest.Shop, token string) int {
	t.Helper()
	sessions, err := shop.Cases.Portal.OpenSessions(t.Context(), token)
	if err != nil {
		t.Fatal(err)
	}
	return len(sessions)
}

func TestSignInWithCode_RepeatedBySameBrowser_ReturnsSameSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := codeFor(t, shop, ana.Phone)
	check := func(asker, code string) (access.PortalSession, error) {
		return shop.Cases.Portal.SignInWithCode(t.Context(), asker, shop.Business.ID, ana.Phone, code)
	}
	first, err := check(browser, code)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(loyalty.CodeLifetime - time.Second)
	for _, server := range []*service.Service{shop.Cases, shop.SecondServer(t)} {
		again, err := server.Portal.SignInWithCode(t.Context(), browser, shop.Business.ID, ana.Phone, code)
		if err != nil || again != first {
			t.Errorf("the repeated call returns %+v, %v; want %+v", again, err, first)
		}
	}
	if open := sessionsOpen(t, shop, first.Token); open != 1 {
		t.Errorf("%d sessions are open, want 1", open)
	}
	if signIns := shop.Database.Rows(t, "SELECT count(*) FROM audit_events WHERE action = 'portal.sign-in'"); signIns[0] != "1" {
		t.Errorf("the trail has %s sign-ins, want 1", signIns[0])
	}
	if remaining := shop.Database.Rows(t, "SELECT tries_left FROM login_codes"); !slices.Equal(remaining, []string{"5"}) {
		t.Errorf("%v tries are left, want all", remaining)
	}
	for _, asker := range []string{access.BrowserRequester("another"), servicetest.Requester} {
		if _, err := check(asker, code); !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Errorf("the code sent by %q returns %v, want ErrCodeRefused", asker, err)
		}
	}
	shop.Clock.Advance(time.Second)
	if _, err := check(browser, code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("after ten minutes the code returns %v, want ErrCodeRefused", err)
	}
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), first.Token); err != nil {
		t.Errorf("the session is refused: %v", err)
	}
}

func TestSignInWithCode_WrongCodeAfterUse_SpendsTries(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	code := codeFor(t, shop, ana.Phone)
	check := func(code string) error {
		_, err := shop.Cases.Portal.SignInWithCode(t.Context(), browser, shop.Business.ID, ana.Phone, code)
		return err
	}
	if err := check(code); err != nil {
		t.Fatal(err)
	}
	for range loyalty.CodeTries {
		if err := check(servicetest.WrongCode(code)); !errors.Is(err, loyalty.ErrCodeRefused) {
			t.Errorf("a wrong code: %v, want ErrCodeRefused", err)
		}
	}
	if err := check(code); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the right code after five wrong ones: %v, want ErrCodeRefused", err)
	}
}

func TestSignInWithCode_RepeatedAfterTheSessionEnded_IsRefused(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*testing.T, *servicetest.Shop, loyalty.Customer, string) error{
		"signed out": func(t *testing.T, shop *servicetest.Shop, _ loyalty.Customer, token string) error {
			return shop.Cases.Portal.SignOut(t.Context(), token)
		},
		"closed on another device": func(t *testing.T, shop *servicetest.Shop, ana loyalty.Customer, _ string) error {
			return shop.Cases.Portal.CloseSessions(t.Context(), shop.PortalToken(ana), true)
		},
		"archived": func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer, _ string) error {
			shop.Archive(ana)
			return nil
		},
		"another phone": func(_ *testing.T, shop *servicetest.Shop, ana loyalty.Customer, _ string) error {
			shop.Change(ana, loyalty.CustomerChanges{Phone: loyalty.Change{Sent: true, Value: "+34699000111"}})
			return nil
		},
		"suspended": func(_ *testing.T, shop *servicetest.Shop, _ loyalty.Customer, _ string) error {
			shop.Suspend()
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			ana := shop.Customer("Ana")
			code := codeFor(t, shop, ana.Phone)
			session, err := shop.Cases.Portal.SignInWithCode(t.Context(), browser, shop.Business.ID, ana.Phone, code)
			if err != nil {
				t.Fatal(err)
			}
			if err := end(t, shop, ana, session.Token); err != nil {
				t.Fatal(err)
			}
			if _, err := shop.Cases.Portal.SignInWithCode(t.Context(), browser, shop.Business.ID, ana.Phone, code); err == nil {
				t.Error("the code opens the ended session again")
			}
			if _, err := shop.Cases.Portal.Authenticate(t.Context(), session.Token); err == nil {
				t.Error("the session stays valid")
			}
		})
	}
}

func TestSignInWithCode_NewCodeRequested_EndsRepetition(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	former := codeFor(t, shop, ana.Phone)
	check := func(code string) (access.PortalSession, error) {
		return shop.Cases.Portal.SignInWithCode(t.Context(), browser, shop.Business.ID, ana.Phone, code)
	}
	first, err := check(former)
	if err != nil {
		t.Fatal(err)
	}
	next := codeFor(t, shop, ana.Phone)
	for next == former { // one in a million
		next = codeFor(t, shop, ana.Phone)
	}
	if _, err := check(former); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("the former code returns %v, want ErrCodeRefused", err)
	}
	second, err := check(next)
	if err != nil || second.Token == first.Token {
		t.Errorf("the next code opens the former session: %v", err)
	}
}

func TestSignInWithCode_DoubleTapsOnManyMachines_OpenOneSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	copies := machines(t, shop.Town)
	ana := shop.Customer("Ana")
	code := codeFor(t, shop, ana.Phone)
	sessions, faults := servicetest.RunConcurrently(func(i int) (access.PortalSession, error) {
		return copies[i%len(copies)].Portal.SignInWithCode(t.Context(), browser, shop.Business.ID, ana.Phone, code)
	})
	for i, err := range faults {
		if err != nil || sessions[i] != sessions[0] {
			t.Errorf("tap %d: %+v, %v; want the session of the first tap", i, sessions[i], err)
		}
	}
	if open := sessionsOpen(t, shop, sessions[0].Token); open != 1 {
		t.Errorf("%d sessions are open, want 1", open)
	}
}

func TestSignInWithCode_MailedCodeRepeated_ReturnsSameSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.CustomerWithEmail("Ana", "ana@correo.test")
	err := shop.Cases.Portal.RequestCode(t.Context(), access.CodeRequest{
		BusinessID: shop.Business.ID, Phone: ana.Phone, Channel: string(loyalty.CodeByEmail), Requester: browser,
	})
	if err != nil {
		t.Fatal(err)
	}
	mail := shop.ClaimMails()[0]
	code := mail.Text[:loyalty.CodeDigits]
	check := func() (access.PortalSession, error) {
		return shop.Cases.Portal.SignInWithCode(t.Context(), browser, shop.Business.ID, ana.Phone, code)
	}
	first, err := check()
	if err != nil || first.User.Email == "" {
		t.Fatalf("the session is %+v, %v; want one with an e-mail", first, err)
	}
	if again, err := check(); err != nil || again != first {
		t.Errorf("the repeated call returns %+v, %v; want the first session", again, err)
	}
	shop.Change(ana, loyalty.CustomerChanges{Email: loyalty.Change{Sent: true, Value: "otra@correo.test"}})
	if _, err := check(); !errors.Is(err, loyalty.ErrCodeRefused) {
		t.Errorf("after a change of the e-mail the code returns %v, want ErrCodeRefused", err)
	}
}

func TestSignInWithTicket_RepeatedBySameBrowser_ReturnsSameSession(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	copies := machines(t, shop.Town)
	ana := shop.Customer("Ana")
	ticket := servicetest.RequestSignIn(t, shop.Cases, shop.Business.ID)
	servicetest.Receive(t, shop.Cases, servicetest.InboundText(shop.Town, ana.Phone, servicetest.ProofMessage(t, ticket)))
	sessions, faults := servicetest.RunConcurrently(func(i int) (access.PortalSession, error) {
		session, _, err := copies[i%len(copies)].Proofs.ExchangeTicket(t.Context(), access.TicketExchange{Requester: browser, Ticket: ticket.Ticket})
		return session, err
	})
	for i, err := range faults {
		if err != nil || sessions[i] != sessions[0] || sessions[i].Token == "" {
			t.Errorf("check %d: %+v, %v; want the session of the first check", i, sessions[i], err)
		}
	}
	if open := sessionsOpen(t, shop, sessions[0].Token); open != 1 {
		t.Errorf("%d sessions are open, want 1", open)
	}
	take := func(asker string) error {
		_, _, err := shop.Cases.Proofs.ExchangeTicket(t.Context(), access.TicketExchange{Requester: asker, Ticket: ticket.Ticket})
		return err
	}
	if err := take(access.BrowserRequester("another")); !errors.Is(err, loyalty.ErrTicketRefused) {
		t.Errorf("another browser gets %v, want ErrTicketRefused", err)
	}
	if _, _, err := shop.Cases.Proofs.SignInWithTicket(t.Context(), ticket.Ticket); !errors.Is(err, loyalty.ErrTicketRefused) {
		t.Errorf("a browser without a name gets %v, want ErrTicketRefused", err)
	}
	if err := shop.Cases.Portal.SignOut(t.Context(), sessions[0].Token); err != nil {
		t.Fatal(err)
	}
	if err := take(browser); !errors.Is(err, loyalty.ErrTicketRefused) {
		t.Errorf("after signing out the ticket returns %v, want ErrTicketRefused", err)
	}
}

func TestDeviceCode_RepeatedBySameBrowser_ReturnsSameToken(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	newDevice, err := shop.Cases.Devices.Add(t.Context(), shop.Owner, "Tablet caja")
	if err != nil {
		t.Fatal(err)
	}
	first, err := shop.Cases.Devices.Enrol(t.Context(), "tablet", newDevice.Code)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(loyalty.DeviceCodeLifetime - time.Second)
	for _, server := range []*service.Service{shop.Cases, shop.SecondServer(t)} {
		if again, err := server.Devices.Enrol(t.Context(), "tablet", newDevice.Code); err != nil || again.Token != first.Token || again.ID != first.ID {
			t.Errorf("the repeated call returns %+v, %v; want %+v", again, err, first)
		}
	}
	for _, asker := range []string{"another", ""} {
		if _, err := shop.Cases.Devices.Enrol(t.Context(), asker, newDevice.Code); !errors.Is(err, loyalty.ErrDeviceCode) {
			t.Errorf("the browser %q gets %v, want ErrDeviceCode", asker, err)
		}
	}
	if countRows := shop.Database.Rows(t, "SELECT count(*) FROM audit_events WHERE action = 'device.enrolled'"); countRows[0] != "1" {
		t.Errorf("the trail has %s device.enrolled lines, want 1", countRows[0])
	}
	if _, known, err := shop.Cases.Devices.Get(t.Context(), first.Token); err != nil || !known {
		t.Errorf("the token returns known = %t, %v; want true", known, err)
	}
}

func TestDeviceCode_RepeatedAtOnce_ReturnsSameToken(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	copies := machines(t, shop.Town)
	newDevice, err := shop.Cases.Devices.Add(t.Context(), shop.Owner, "Tablet caja")
	if err != nil {
		t.Fatal(err)
	}
	answers, faults := servicetest.RunConcurrently(func(i int) (access.EnrolledDevice, error) {
		return copies[i%len(copies)].Devices.Enrol(t.Context(), "tablet", newDevice.Code)
	})
	for i, answer := range answers {
		if faults[i] != nil || answer.Token != answers[0].Token {
			t.Errorf("try %d returns %v, and has the token of the first try = %t; want no error and true", i, faults[i], answer.Token == answers[0].Token)
		}
	}
}

func TestDeviceCode_RepeatedTooLate_IsRefused(t *testing.T) {
	t.Parallel()
	for name, change := range map[string]func(*testing.T, *servicetest.Shop, access.EnrolledDevice){
		"after the code has expired": func(_ *testing.T, shop *servicetest.Shop, _ access.EnrolledDevice) {
			shop.Clock.Advance(loyalty.DeviceCodeLifetime)
		},
		"after the device was revoked": func(_ *testing.T, shop *servicetest.Shop, device access.EnrolledDevice) {
			shop.RevokeDevice(device)
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			shop := servicetest.New(t)
			newDevice, err := shop.Cases.Devices.Add(t.Context(), shop.Owner, "Tablet caja")
			if err != nil {
				t.Fatal(err)
			}
			device, err := shop.Cases.Devices.Enrol(t.Context(), "tablet", newDevice.Code)
			if err != nil {
				t.Fatal(err)
			}
			change(t, shop, device)
			if _, err := shop.Cases.Devices.Enrol(t.Context(), "tablet", newDevice.Code); !errors.Is(err, loyalty.ErrDeviceCode) {
				t.Errorf("the code returns %v, want ErrDeviceCode", err)
			}
			if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
				t.Fatal(err)
			}
			if remainingRows := shop.Database.Rows(t, "SELECT used_code_hash FROM devices WHERE used_code_hash IS NOT NULL"); len(remainingRows) != 0 {
				t.Errorf("the code is still stored")
			}
			if listedNames := deviceNames(t, shop); listedNames != "Tablet caja" {
				t.Errorf("the listed devices are %q, want Tablet caja", listedNames)
			}
		})
	}
}

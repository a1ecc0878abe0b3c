package access_test

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

const (
	android = "Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Mobile Safari/537.36"
	iPhone  = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1"
)

func signedInWith(t *testing.T, shop *servicetest.Shop, customer loyalty.Customer, agent string) string {
	t.Helper()
	code := shop.Code(customer.Phone)
	session, err := shop.Cases.Portal.SignInWithCode(usecase.WithUserAgent(t.Context(), agent), servicetest.Requester, shop.Business.ID, customer.Phone, code)
	if err != nil {
		t.Fatal(err)
	}
	return session.Token
}

// Spec: portal-19
func TestPortalSessions_CloseOne_LeavesTheOthers(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	lostToken := signedInWith(t, shop, ana, android)
	shop.Clock.Advance(2 * time.Hour)
	mine, others := signedInWith(t, shop, ana, iPhone), signedInWith(t, shop, eva, android)
	open := servicetest.OpenSessions(t, shop, mine)
	if got := fmt.Sprintln(len(open), open[0].Device, open[0].Current, open[1].Device, open[1].Current); got != "2 Safari en iPhone true Chrome en Android false\n" {
		t.Fatalf("the open sessions are %s, want %q", got, "2 Safari en iPhone true Chrome en Android false\n")
	}
	for _, want := range []error{nil, loyalty.ErrSessionNotFound} {
		if err := shop.Cases.Portal.CloseSession(t.Context(), mine, open[1].ID); !errors.Is(err, want) {
			t.Fatalf("closing the other session: %v, want %v", err, want)
		}
	}
	if servicetest.IsPortalTokenValid(t, shop, lostToken) || !servicetest.IsPortalTokenValid(t, shop, mine) || len(servicetest.OpenSessions(t, shop, mine)) != 1 {
		t.Error("closing a session must close that one and no other")
	}
	if err := shop.Cases.Portal.CloseSession(t.Context(), mine, servicetest.OpenSessions(t, shop, others)[0].ID); !errors.Is(err, loyalty.ErrSessionNotFound) || !servicetest.IsPortalTokenValid(t, shop, others) {
		t.Errorf("a session of another phone: %v, valid %t", err, servicetest.IsPortalTokenValid(t, shop, others))
	}
}

// Spec: portal-19
func TestPortalSessions_CloseAll_CoversAllCardsOfThePhone(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	sol := servicetest.ChildOf(t, shop, ana, "Sol")
	lostToken, mine, others := signedInWith(t, shop, ana, android), signedInWith(t, shop, ana, iPhone), signedInWith(t, shop, eva, "")
	onChild, err := shop.Cases.Portal.OpenCard(t.Context(), lostToken, sol.ID)
	if err != nil {
		t.Fatal(err)
	}
	if open := servicetest.OpenSessions(t, shop, mine); len(open) != 2 {
		t.Errorf("opening another card must not add a session: %+v", open)
	}
	if err := shop.Cases.Portal.CloseSessions(t.Context(), mine, false); err != nil {
		t.Fatal(err)
	}
	if servicetest.IsPortalTokenValid(t, shop, lostToken) || servicetest.IsPortalTokenValid(t, shop, onChild.Token) || servicetest.IsPortalTokenValid(t, shop, mine) || !servicetest.IsPortalTokenValid(t, shop, others) {
		t.Error("all sessions of the phone must be closed, and no others")
	}
	if _, err := shop.Cases.Portal.OpenCard(t.Context(), onChild.Token, ana.ID); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a closed session that opens another card returns %v, want ErrTokenExpired", err)
	}
}

func TestPortalSessions_CloseOthers_KeepsTheCurrent(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	lostToken, mine := signedInWith(t, shop, ana, android), signedInWith(t, shop, ana, iPhone)
	if err := shop.Cases.Portal.CloseSessions(t.Context(), mine, true); err != nil {
		t.Fatal(err)
	}
	if servicetest.IsPortalTokenValid(t, shop, lostToken) || !servicetest.IsPortalTokenValid(t, shop, mine) || len(servicetest.OpenSessions(t, shop, mine)) != 1 {
		t.Error("the own session must stay open, and no other one")
	}
}

func TestPortalSessions_TooMany_EndTheOldest(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana, eva := shop.Customer("Ana"), shop.Customer("Eva")
	others, oldest := signedInWith(t, shop, eva, android), signedInWith(t, shop, ana, android)
	var newest string
	for range 20 {
		shop.Clock.Advance(time.Hour) // stays within the limit of codes
		newest = signedInWith(t, shop, ana, iPhone)
	}
	if open := servicetest.OpenSessions(t, shop, newest); len(open) != 20 || open[19].Device != "Safari en iPhone" {
		t.Errorf("%d sessions are open, want 20", len(open))
	}
	if servicetest.IsPortalTokenValid(t, shop, oldest) || !servicetest.IsPortalTokenValid(t, shop, newest) || !servicetest.IsPortalTokenValid(t, shop, others) {
		t.Error("only the oldest session must end")
	}
}

func TestPortalSession_LastUse_IsRecordedByTheDay(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	token := signedInWith(t, shop, ana, android)
	openedAt := shop.Clock.Now()
	for _, test := range []struct {
		after   time.Duration
		lastUse time.Duration
	}{{time.Hour, 0}, {23 * time.Hour, 24 * time.Hour}, {3 * time.Hour, 24 * time.Hour}} {
		shop.Clock.Advance(test.after)
		if !servicetest.IsPortalTokenValid(t, shop, token) {
			t.Fatal("the session has ended")
		}
		if seenAt := servicetest.OpenSessions(t, shop, token)[0].SeenAt; !seenAt.Equal(openedAt.Add(test.lastUse)) {
			t.Errorf("the session was last used %s after it was opened, want %s", seenAt.Sub(openedAt), test.lastUse)
		}
	}
	shop.Clock.Advance(61 * 24 * time.Hour)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := shop.Database.Rows(t, "SELECT id FROM portal_sessions"); len(rows) != 0 {
		t.Errorf("%d sessions are stored, want none", len(rows))
	}
}

func TestPortalSessions_SignOut_RemovesTheDevice(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	endedToken, other := signedInWith(t, shop, ana, android), signedInWith(t, shop, ana, iPhone)
	if err := shop.Cases.Portal.SignOut(t.Context(), endedToken); err != nil {
		t.Fatal(err)
	}
	if open := servicetest.OpenSessions(t, shop, other); len(open) != 1 || !open[0].Current {
		t.Errorf("the open sessions are %+v, want only the current one", open)
	}
}

func TestDeviceName_UserAgent_NamesBrowserAndSystem(t *testing.T) {
	t.Parallel()
	for agent, want := range map[string]string{
		android: "Chrome en Android",
		iPhone:  "Safari en iPhone",
		"Mozilla/5.0 (Linux; Android 13; SM-A536B) AppleWebKit/537.36 (KHTML, like Gecko) SamsungBrowser/26.0 Chrome/122.0 Mobile Safari/537.36": "Samsung Internet en Android",
		"Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/131.0 Mobile/15E148 Safari/604.1": "Chrome en iPhone",
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0 Safari/537.36 Edg/131.0":                  "Edge en Windows",
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:133.0) Gecko/20100101 Firefox/133.0":                                                   "Firefox en Mac",
		"Firefox/1": "Firefox", "(iPad)": "iPad", "": "Dispositivo desconocido", "curl/8.0": "Dispositivo desconocido",
	} {
		if got := access.DeviceName(agent); got != want {
			t.Errorf("the device name of %q is %q, want %q", agent, got, want)
		}
	}
}

func TestPortalSession_ThatIsUsed_IsRenewedUntilItsEnd(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := shop.PortalToken(shop.Customer("Ana"))
	const day = 24 * time.Hour
	for used := time.Duration(0); used < 350*day; used += 50 * day {
		shop.Clock.Advance(50 * day)
		if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); err != nil {
			t.Fatalf("after %s of use: %v", used+50*day, err)
		}
	}
	shop.Clock.Advance(15 * day)
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("a year after the code: %v, want ErrTokenExpired", err)
	}
}

func TestPortalSession_ThatIsNotUsed_EndsAfterSixtyDays(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := shop.PortalToken(shop.Customer("Ana"))
	const day = 24 * time.Hour
	shop.Clock.Advance(30 * day)
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(59 * day)
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); err != nil {
		t.Errorf("59 days after the last use: %v", err)
	}
	shop.Clock.Advance(60 * day)
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("60 days after the last use: %v, want ErrTokenExpired", err)
	}
}

package access_test

import (
	"errors"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/servicetest"
)

func TestSignOut_StaffSession_EndsOnAllServers(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	endedToken, other := shop.Token(t, shop.Staff[loyalty.Barber]), shop.Token(t, shop.Staff[loyalty.Barber])
	if err := shop.Cases.Sessions.SignOut(t.Context(), endedToken); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.SecondServer(t).Sessions.Authenticate(t.Context(), endedToken); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the session that was signed out returns %v, want ErrTokenExpired", err)
	}
	if actor, err := shop.Cases.Sessions.Authenticate(t.Context(), other); err != nil || withoutSession(actor) != shop.Barber {
		t.Errorf("the other session belongs to %+v, %v; want the barber", actor, err)
	}
	if err := shop.Cases.Sessions.SignOut(t.Context(), endedToken+"x"); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("signing out with a forged token returns %v, want ErrUnauthenticated", err)
	}
}

func TestSignOut_PortalSession_Ends(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	ana := shop.Customer("Ana")
	endedToken := shop.PortalToken(ana)
	shop.Clock.Advance(2 * time.Hour)
	other := shop.PortalToken(ana)
	if err := shop.Cases.Sessions.SignOut(t.Context(), endedToken); !errors.Is(err, loyalty.ErrUnauthenticated) {
		t.Errorf("signing staff out with a portal token returns %v, want ErrUnauthenticated", err)
	}
	if err := shop.Cases.Portal.SignOut(t.Context(), endedToken); err != nil {
		t.Fatal(err)
	}
	if _, err := shop.Cases.Portal.Authenticate(t.Context(), endedToken); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("the session that was signed out returns %v, want ErrTokenExpired", err)
	}
	if user, err := shop.Cases.Portal.Authenticate(t.Context(), other); err != nil || user.CustomerID != ana.ID {
		t.Errorf("the other session belongs to %+v, %v; want Ana", user, err)
	}
}

// A clock that was days ahead is set back: then the revoked token has not yet expired.
func TestEndedSessions_ClockSetBack_StayEnded(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := shop.Token(t, shop.Staff[loyalty.Barber])
	if err := shop.Cases.Sessions.SignOut(t.Context(), token); err != nil {
		t.Fatal(err)
	}
	maintain := func() {
		t.Helper()
		if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	const ahead = 48 * time.Hour
	shop.Clock.Advance(ahead)
	maintain()
	shop.Clock.Advance(-ahead)
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("after the clock was set back the token returns %v, want ErrTokenExpired", err)
	}
	shop.Clock.Advance(servicetest.Session + 8*24*time.Hour)
	maintain()
	if remainingRows := shop.Database.Rows(t, "SELECT id FROM ended_sessions"); len(remainingRows) > 0 {
		t.Errorf("%d ended sessions are stored, want none", len(remainingRows))
	}
}

package access_test

import (
	"slices"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func TestRetire_SessionsOfTheKey_AreNotListed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	session := func() access.Session {
		newSession, err := shop.Cases.Sessions.SignIn(t.Context(), owner.Email, servicetest.Password)
		if err != nil {
			t.Fatal(err)
		}
		return newSession
	}
	listIDs := func(cases *service.Service, token string) (ids []string) {
		actor := shop.Actor(t, token)
		open, err := cases.Sessions.Open(t.Context(), actor)
		if err != nil {
			t.Fatal(err)
		}
		for _, one := range open {
			ids = append(ids, one.ID)
		}
		return ids
	}
	old, renewedSession := session(), session()
	first := keyIDOf(t, old.Token)
	rotate(t, shop.Cases)
	if err := shop.Cases.Sessions.WriteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(time.Second)
	again, err := shop.Cases.SecondFactors.Reauthenticate(t.Context(), shop.Actor(t, renewedSession.Token), servicetest.Password, "")
	if err != nil {
		t.Fatal(err)
	}
	renewedActor, oldActor := shop.Actor(t, again.Token), shop.Actor(t, old.Token)
	if got := listIDs(shop.Cases, again.Token); !slices.Contains(got, oldActor.Session.ID) {
		t.Errorf("before the key is retired the list %q lacks its session", got)
	}
	if err := shop.Cases.SigningKeys.Retire(t.Context(), first); err != nil {
		t.Fatal(err)
	}
	if err := shop.Cases.Sessions.WriteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, server := range map[string]*service.Service{"the server": shop.Cases, "another server": shop.SecondServerOnOtherMachine(t, 0)} {
		got := listIDs(server, again.Token)
		if slices.Contains(got, oldActor.Session.ID) || !slices.Contains(got, renewedActor.Session.ID) {
			t.Errorf("%s lists %q after the key was retired; want %s, not %s", name, got, renewedActor.Session.ID, oldActor.Session.ID)
		}
	}
}

func TestSettings_RemovedKey_SessionsOfKeyAreNotListed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const first, second = "the first of the keys in the settings", "the second of the keys in the settings"
	tokenOf(t, shop, mustStartOutside(t, shop, first))
	both := mustStartOutside(t, shop, second, first)
	listedOn := func(server *service.Service, token string) int {
		t.Helper()
		actor, err := server.Sessions.Authenticate(t.Context(), token)
		if err != nil {
			t.Fatal(err)
		}
		open, err := server.Sessions.Open(t.Context(), actor)
		if err != nil {
			t.Fatal(err)
		}
		return len(open)
	}
	current := tokenOf(t, shop, both)
	if sessionCount := listedOn(both, current); sessionCount != 2 {
		t.Errorf("with both keys %d sessions are listed, want 2", sessionCount)
	}
	if sessionCount := listedOn(mustStartOutside(t, shop, second), current); sessionCount != 1 {
		t.Errorf("without the first key %d sessions are listed, want 1", sessionCount)
	}
}

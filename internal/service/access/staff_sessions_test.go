package access_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
	"axioma/internal/service/usecase"
)

func openSessions(t *testing.T, town *servicetest.Town, token string) []access.OpenStaffSession {
	t.Helper()
	open, err := town.Cases.Sessions.Open(t.Context(), town.Actor(t, token))
	if err != nil {
		t.Fatal(err)
	}
	return open
}

func TestStaffSessions_List_ShowsDevicesAndUses(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	owner := shop.Staff[loyalty.Owner]
	phone := usecase.WithAddress(usecase.WithUserAgent(t.Context(), "Mozilla/5.0 (iPhone) Safari/604"), "203.0.113.7")
	first, err := shop.Cases.Sessions.SignIn(phone, owner.Email, servicetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	openedAt := shop.Clock.Now()
	shop.Clock.Advance(time.Hour)
	own := shop.Token(t, owner)
	shop.Token(t, shop.Staff[loyalty.Admin]) // a session of another user is not listed
	shop.Clock.Advance(time.Minute)
	if _, err := shop.Cases.Sessions.Authenticate(usecase.WithAddress(phone, "198.51.100.9"), first.Token); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(time.Minute)
	open := openSessions(t, shop.Town, own)
	if len(open) != 2 || !open[0].Current || open[1].Current {
		t.Fatalf("the listed sessions are %+v, want the current one and another", open)
	}
	got := open[1]
	if got.Device != "Safari en iPhone" || got.Address != "198.51.100.9" || !got.OpenedAt.Equal(openedAt) || !got.SeenAt.Equal(openedAt.Add(time.Hour+time.Minute)) {
		t.Errorf("the phone is shown as %+v, want an iPhone with its address and times", got.StaffSession)
	}
}

func TestStaffSessions_Close_EndsThemOnAllServers(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	second := shop.SecondServerOnOtherMachine(t, 0)
	owner := shop.Staff[loyalty.Owner]
	own, one, two, stranger := shop.Token(t, owner), shop.Token(t, owner), shop.Token(t, owner), shop.Token(t, shop.Staff[loyalty.Admin])
	actor := shop.Actor(t, own)
	valid := func(token string) bool {
		_, server := shop.Cases.Sessions.Authenticate(t.Context(), token)
		_, there := second.Sessions.Authenticate(t.Context(), token)
		return server == nil && there == nil
	}
	for _, id := range []string{shop.Actor(t, stranger).Session.ID, "nada"} {
		if err := shop.Cases.Sessions.Close(t.Context(), actor, id); !errors.Is(err, loyalty.ErrSessionNotFound) {
			t.Errorf("closing another user's session: %v, want ErrSessionNotFound", err)
		}
	}
	closedID := shop.Actor(t, one).Session.ID
	for _, want := range []error{nil, loyalty.ErrSessionNotFound} {
		if err := shop.Cases.Sessions.Close(t.Context(), actor, closedID); !errors.Is(err, want) {
			t.Errorf("closing: %v, want %v", err, want)
		}
	}
	if err := shop.Cases.Sessions.CloseOthers(t.Context(), actor); err != nil {
		t.Fatal(err)
	}
	for name, token := range map[string]string{"the closed one": one, "the other one": two} {
		if valid(token) {
			t.Errorf("the session of %s is still open", name)
		}
	}
	if !valid(own) || !valid(stranger) {
		t.Error("the user's own session and another user's must stay open")
	}
	if open := openSessions(t, shop.Town, own); len(open) != 1 || !open[0].Current {
		t.Errorf("afterwards the listed sessions are %+v, want only the current one", open)
	}
	if got := trail(t, shop.Town, owner); strings.Count(got, "user.sessions-closed") != 2 {
		t.Errorf("the trail has %q, want two entries about closed sessions", got)
	}
}

func TestStaffSessions_SignInWhileOthersClose_StaysListed(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	if shop.Database.URL != "" {
		return // a trigger of SQLite acts as the concurrent sign-in
	}
	own, _ := shop.Token(t, shop.Staff[loyalty.Owner]), shop.Token(t, shop.Staff[loyalty.Owner])
	shop.Database.Corrupt(t, `CREATE TRIGGER sign_in AFTER INSERT ON ended_sessions BEGIN
		INSERT INTO staff_sessions (id, user_id, token_version, device, address, opened_at, seen_at, expires_at)
		SELECT 'late', user_id, token_version, device, address, opened_at, seen_at, expires_at FROM staff_sessions WHERE id = NEW.id; END`)
	if err := shop.Cases.Sessions.CloseOthers(t.Context(), shop.Actor(t, own)); err != nil {
		t.Fatal(err)
	}
	if open := openSessions(t, shop.Town, own); len(open) != 2 {
		t.Errorf("the listed sessions are %+v, want 2", open)
	}
}

func TestStaffSessions_Uses_AreWrittenEveryFewMinutes(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	token := shop.Token(t, shop.Staff[loyalty.Barber])
	readSeenAt := func() string {
		if err := shop.Cases.Sessions.WriteUses(t.Context()); err != nil {
			t.Fatal(err)
		}
		return shop.Database.Rows(t, "SELECT CAST(seen_at AS TEXT) FROM staff_sessions")[0]
	}
	shop.Clock.Advance(time.Second)
	shop.Actor(t, token)
	first := readSeenAt()
	shop.Clock.Advance(4 * time.Minute)
	shop.Actor(t, token)
	if got := readSeenAt(); got != first {
		t.Errorf("four minutes later a use must not be stored, but %s replaced %s", got, first)
	}
	shop.Clock.Advance(2 * time.Minute)
	shop.Actor(t, token)
	second := readSeenAt()
	if second == first {
		t.Error("six minutes later no use is stored")
	}
	shop.Clock.Advance(10 * time.Minute)
	if _, err := shop.Cases.Sessions.Authenticate(usecase.WithAutomatic(t.Context()), token); err != nil {
		t.Fatal(err)
	}
	if got := readSeenAt(); got != second {
		t.Error("a call that the app makes by itself must not count as a use")
	}
	shop.Clock.Advance(servicetest.Session)
	if err := shop.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if rows := shop.Database.Rows(t, "SELECT id FROM staff_sessions"); len(rows) > 0 {
		t.Errorf("expired sessions are still stored: %q", rows)
	}
}

func TestOperatorSession_Unused_EndsAfterAnHour(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.SecondServer(t)
	operator := shop.Operator(t)
	token, barbers := shop.Token(t, operator), shop.Token(t, shop.Staff[loyalty.Barber])
	authenticate := func(cases *service.Service, token string) error {
		_, err := cases.Sessions.Authenticate(t.Context(), token)
		return err
	}
	for range 3 { // once every 50 minutes
		shop.Clock.Advance(50 * time.Minute)
		if err := authenticate(shop.Cases, token); err != nil {
			t.Fatalf("a session in use is refused: %v", err)
		}
	}
	if err := shop.Cases.Sessions.WriteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(loyalty.OperatorIdleTimeout)
	if err := authenticate(other, token); err != nil {
		t.Errorf("an hour after its use, on another server, the session is refused: %v", err)
	}
	if err := other.Sessions.WriteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(50 * time.Minute)
	if err := authenticate(shop.Cases, token); err != nil {
		t.Errorf("after a use on the other server the session is refused: %v", err)
	}
	for range 7 {
		shop.Clock.Advance(9 * time.Minute)
		if _, err := shop.Cases.Sessions.Authenticate(usecase.WithAutomatic(t.Context()), token); err != nil && !errors.Is(err, loyalty.ErrSessionIdle) {
			t.Fatal(err)
		}
	}
	if err := authenticate(shop.Cases, token); !errors.Is(err, loyalty.ErrSessionIdle) {
		t.Errorf("after an hour with only the app's own calls: %v, want ErrSessionIdle", err)
	}
	if open := openSessions(t, shop.Town, shop.Token(t, operator)); len(open) != 1 {
		t.Errorf("the idle session must not be listed: %+v", open)
	}
	if err := authenticate(shop.Cases, barbers); err != nil {
		t.Errorf("a barber's session, unused for hours, is refused: %v", err)
	}
}

func TestOperatorSession_InUse_EndsAfterEightHours(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	session, err := shop.Cases.Sessions.SignIn(t.Context(), shop.Operator(t).Email, servicetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	openedAt := shop.Clock.Now()
	for shop.Clock.Advance(50 * time.Minute); shop.Clock.Now().Before(openedAt.Add(loyalty.OperatorSessionLifetime)); shop.Clock.Advance(50 * time.Minute) {
		if session, err = shop.Cases.SecondFactors.Reauthenticate(t.Context(), shop.Actor(t, session.Token), servicetest.Password, ""); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), session.Token); !errors.Is(err, loyalty.ErrTokenExpired) {
		t.Errorf("after eight hours the session returns %v, want ErrTokenExpired", err)
	}
}

func TestOperators_FromOtherNetworks_AreRefused(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, OperatorsFrom: []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("2001:db8::/32")}})
	if err != nil {
		t.Fatal(err)
	}
	operator, owner := shop.Operator(t), shop.Staff[loyalty.Owner]
	token := shop.Token(t, operator)
	for text, allowed := range map[string]bool{"203.0.113.77": true, "::ffff:203.0.113.77": true, "2001:db8:5::1": true, "203.0.114.1": false, "2001:db9::1": false, "": false} {
		ctx := t.Context()
		if text != "" {
			ctx = usecase.WithIP(ctx, netip.MustParseAddr(text))
		}
		var wantSignIn, wantUse error
		if !allowed {
			wantSignIn, wantUse = loyalty.ErrSignInFailed, loyalty.ErrUnauthenticated
		}
		if _, err := cases.Sessions.SignIn(ctx, operator.Email, servicetest.Password); !errors.Is(err, wantSignIn) {
			t.Errorf("signing in from %q: %v, want %v", text, err, wantSignIn)
		}
		if _, err := cases.Sessions.Authenticate(ctx, token); !errors.Is(err, wantUse) {
			t.Errorf("a session from %q: %v, want %v", text, err, wantUse)
		}
		if _, err := cases.Sessions.SignIn(ctx, owner.Email, servicetest.Password); err != nil {
			t.Errorf("an owner from %q: %v", text, err)
		}
	}
	// Three sign-ins are refused; the session is recorded once.
	if got := trail(t, shop.Town, operator); strings.Count(got, "user.network-refused") != 4 {
		t.Errorf("the trail has %q, want four user.network-refused", got)
	}
}

func TestOperatorSession_RefusedNetworkNotRecorded_NextRefusalIsRecorded(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	cases, err := service.New(shop.Store, service.Options{Clock: shop.Clock.Now, OperatorsFrom: []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24")}})
	if err != nil {
		t.Fatal(err)
	}
	operator := shop.Operator(t)
	token := shop.Token(t, operator)
	if _, err := cases.Sessions.SignIn(t.Context(), operator.Email, servicetest.Password); !errors.Is(err, loyalty.ErrSignInFailed) {
		t.Fatalf("signing in from another network: %v, want %v", err, loyalty.ErrSignInFailed)
	}
	use := func() {
		t.Helper()
		if _, err := cases.Sessions.Authenticate(t.Context(), token); !errors.Is(err, loyalty.ErrUnauthenticated) {
			t.Errorf("a session from another network: %v, want %v", err, loyalty.ErrUnauthenticated)
		}
	}
	shop.Database.Corrupt(t, "CREATE UNIQUE INDEX only_one ON audit_events (action) WHERE action = 'user.network-refused'")
	use()
	shop.Database.Corrupt(t, "DROP INDEX only_one")
	use()
	use()
	if got := trail(t, shop.Town, operator); strings.Count(got, "user.network-refused") != 2 {
		t.Errorf("the trail has %q, want user.network-refused for the sign-in and for the session", got)
	}
}

func TestStaffSessions_FailedBatchOfUses_KeepsTheOthers(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	const sessions = usecase.BatchSize + 2
	tokens := make([]string, sessions)
	for i := range tokens {
		tokens[i] = shop.Token(t, shop.Staff[loyalty.Barber])
	}
	shop.Clock.Advance(10 * time.Minute)
	for _, token := range tokens {
		shop.Actor(t, token)
	}
	listStoredUses := func() []string {
		return shop.Database.Rows(t, fmt.Sprintf("SELECT id FROM staff_sessions WHERE seen_at = %d", shop.Clock.Now().UnixMilli()))
	}
	last := shop.Database.Rows(t, "SELECT id FROM staff_sessions ORDER BY id DESC LIMIT 2")[1]
	shop.Database.Corrupt(t, fmt.Sprintf("UPDATE staff_sessions SET seen_at = seen_at - 1 WHERE id = '%s'", last),
		fmt.Sprintf("CREATE UNIQUE INDEX only_one ON staff_sessions (seen_at) WHERE id >= '%s'", last))
	if err := shop.Cases.Sessions.WriteUses(t.Context()); err == nil {
		t.Error("a failed batch must return an error")
	}
	if got := len(listStoredUses()); got != usecase.BatchSize {
		t.Errorf("%d uses are stored beside the failed batch, want %d", got, usecase.BatchSize)
	}
	shop.Database.Corrupt(t, "DROP INDEX only_one")
	if err := shop.Cases.Sessions.WriteUses(t.Context()); err != nil || len(listStoredUses()) != sessions {
		t.Errorf("after the retry %d uses are stored, %v; want %d", len(listStoredUses()), err, sessions)
	}
}

func TestIdleLeft_LastUseOnAnotherServer_IsExact(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	first, other := shop.Cases, shop.SecondServerOnOtherMachine(t, 0)
	session, err := first.Sessions.SignIn(t.Context(), shop.Operator(t).Email, servicetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	var operator usecase.Actor
	for range 4 { // the first use is written, those after it are too near
		shop.Clock.Advance(time.Minute)
		operator = shop.Actor(t, session.Token)
		if err := first.Sessions.WriteUses(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	shop.Clock.Advance(time.Minute)
	if err := first.Sessions.WriteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(54 * time.Minute)
	for name, server := range map[string]*service.Service{"the server": first, "another server": other} {
		remaining, endsIdle, err := server.Sessions.IdleLeft(t.Context(), operator)
		if err != nil || !endsIdle || remaining != 5*time.Minute {
			t.Errorf("%s: %s are left, ends idle = %t, %v; want 5 minutes", name, remaining, endsIdle, err)
		}
	}
}

func TestOperatorSession_UsedUnderAClockThatWasSetBack_EndsAfterAnHour(t *testing.T) {
	t.Parallel()
	shop := servicetest.New(t)
	other := shop.SecondServerOnOtherMachine(t, 0)
	session, err := shop.Cases.Sessions.SignIn(t.Context(), shop.Operator(t).Email, servicetest.Password)
	if err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(3 * time.Hour / 4)
	shop.Actor(t, session.Token)
	const back = 40 * time.Minute
	if err := shop.Cases.Sessions.WriteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	shop.Clock.Advance(-back)
	operator := shop.Actor(t, session.Token)
	if err := shop.Cases.Sessions.WriteUses(t.Context()); err != nil {
		t.Fatal(err)
	}
	for name, server := range map[string]*service.Service{"the server": shop.Cases, "another server": other} {
		remaining, _, err := server.Sessions.IdleLeft(t.Context(), operator)
		if err != nil || remaining != loyalty.OperatorIdleTimeout {
			t.Errorf("%s: %s are left, %v; want the whole idle time", name, remaining, err)
		}
	}
	if open := openSessions(t, shop.Town, session.Token); !open[0].SeenAt.Equal(shop.Clock.Now()) {
		t.Errorf("the last use of the session is listed as %s, want now", open[0].SeenAt)
	}
	shop.Clock.Advance(loyalty.OperatorIdleTimeout + time.Second)
	if _, err := shop.Cases.Sessions.Authenticate(t.Context(), session.Token); !errors.Is(err, loyalty.ErrSessionIdle) {
		t.Errorf("after an hour without use the session returns %v, want ErrSessionIdle", err)
	}
}

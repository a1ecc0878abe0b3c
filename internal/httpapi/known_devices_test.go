package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
)

type device struct {
	*site
	address string
	cookie  string
}

func (d *device) post(path, body string) answer {
	d.t.Helper()
	request := httptest.NewRequest(http.MethodPost, "/api"+path, strings.NewReader(body))
	request.Header.Set("Content-Type", "application/json")
	request.RemoteAddr = d.address + ":443"
	if d.cookie != "" {
		request.Header.Set("Cookie", d.cookie)
	}
	got := d.send(request)
	if set := got.header.Get("Set-Cookie"); set != "" {
		d.cookie, _, _ = strings.Cut(set, ";")
	}
	return got
}

func (d *device) signIn(email, password string) answer {
	d.t.Helper()
	return d.post("/auth/login", fmt.Sprintf(`{"email":%q,"password":%q}`, email, password))
}

func (s *site) guessFromOtherNetworks(email string) {
	s.t.Helper()
	for network := range 40 {
		stranger := device{site: s, address: fmt.Sprintf("198.51.%d.7", network)}
		for range 10 {
			if stranger.signIn(email, "no").status == http.StatusTooManyRequests {
				return
			}
		}
	}
	s.t.Fatal("sign-ins of a stranger are never limited")
}

func TestSignIn_KnownDevice_IsNotLockedOutByOthers(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	email, password := s.Staff[loyalty.Owner].Email, "Clave-1234"
	own := device{site: s, address: "203.0.113.1"}
	set := own.signIn(email, password).has(http.StatusOK).header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Strict", "Path=/api/auth", "Max-Age="} {
		if !strings.Contains(set, want) {
			t.Errorf("the cookie lacks %s: %s", want, set)
		}
	}
	if strings.Contains(set, email) || strings.Contains(set, "Secure") {
		t.Errorf("over http the cookie has the e-mail or is Secure: %s", set)
	}
	s.guessFromOtherNetworks(email)
	otherDevice := device{site: s, address: "203.0.113.99"}
	otherDevice.signIn(email, password).has(http.StatusTooManyRequests)
	own.address = "192.0.2.200"
	own.signIn(email, password).has(http.StatusOK)

	for name, cookie := range map[string]string{
		"a mark of another account": s.cookieOf(loyalty.Barber),
		"a forged mark":             own.cookie[:len(own.cookie)-2] + "AA",
		"nonsense":                  "axioma_known=....;;",
	} {
		forgedDevice := device{site: s, address: "203.0.113.98", cookie: cookie}
		if got := forgedDevice.signIn(email, password); got.status != http.StatusTooManyRequests {
			t.Errorf("with %s the status is %d, want 429", name, got.status)
		}
	}
	s.mustExhaust(10, func(int) answer { return own.signIn(email, "no") })
	s.Clock.Advance(181 * 24 * time.Hour)
	s.guessFromOtherNetworks(email)
	own.signIn(email, password).has(http.StatusTooManyRequests)
}

func (s *site) cookieOf(role loyalty.Role) string {
	s.t.Helper()
	other := device{site: s, address: "203.0.113.50"}
	other.signIn(s.Staff[role].Email, "Clave-1234").has(http.StatusOK)
	return other.cookie
}

func TestKnownDevice_SharedCounter_IsKnownToEachUser(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	counter := device{site: s, address: "203.0.113.1"}
	for _, role := range []loyalty.Role{loyalty.Owner, loyalty.Admin, loyalty.Barber} {
		counter.signIn(s.Staff[role].Email, "Clave-1234").has(http.StatusOK)
	}
	wifi := device{site: s, address: counter.address}
	s.mustExhaust(59, func(i int) answer { return wifi.signIn(fmt.Sprintf("nadie%d@x.test", i), "") })
	for _, role := range []loyalty.Role{loyalty.Owner, loyalty.Admin, loyalty.Barber} {
		counter.signIn(s.Staff[role].Email, "Clave-1234").has(http.StatusOK)
	}
}

// A private window sends no cookie, so its device is unknown.
func TestSignIn_Success_CountsNoAttempt(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	email := s.Staff[loyalty.Barber].Email
	for range 20 {
		private := device{site: s, address: "203.0.113.1"}
		private.signIn(email, "Clave-1234").has(http.StatusOK)
	}
	if triedAccounts := s.Database.Rows(t, "SELECT subject_id FROM audit_events WHERE action = 'user.sign-ins-tried'"); len(triedAccounts) != 0 {
		t.Errorf("the audit trail reports tried accounts: %v, want none", triedAccounts)
	}
	stranger := device{site: s, address: "203.0.113.1"}
	s.mustExhaust(10, func(int) answer { return stranger.signIn(email, "no") })
}

func TestTriedAccounts_Owner_SeesThem(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	listTriedAccounts := func() []string {
		var users struct{ Items []User }
		s.call(asOwner, http.MethodGet, "/users", "").has(http.StatusOK).into(&users)
		var emails []string
		for _, user := range users.Items {
			if user.TriedAt != nil {
				emails = append(emails, user.Email)
			}
		}
		return emails
	}
	barber := s.Staff[loyalty.Barber]
	stranger := device{site: s, address: "198.51.100.1"}
	for range 9 {
		stranger.signIn(barber.Email, "no")
	}
	if got := listTriedAccounts(); len(got) != 0 {
		t.Errorf("after nine tries the owner sees the tried accounts %v, want none", got)
	}
	s.guessFromOtherNetworks(barber.Email)
	if got := listTriedAccounts(); !slices.Equal(got, []string{barber.Email}) {
		t.Errorf("the owner sees the tried accounts %v, want the barber", got)
	}
	events := s.Database.Rows(t, "SELECT subject_id, business_id FROM audit_events WHERE action = 'user.sign-ins-tried'")
	if want := []string{barber.ID + " " + s.Business.ID}; !slices.Equal(events, want) {
		t.Errorf("the audit trail has %v, want the barber", events)
	}
	s.Clock.Advance(8 * 24 * time.Hour)
	if got := listTriedAccounts(); len(got) != 0 {
		t.Errorf("eight days later the owner sees the tried accounts %v, want none", got)
	}
}

func TestPortal_KnownDevice_IsNotLockedOutByOthers(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	ana := s.Customer("Ana")
	ask := fmt.Sprintf(`{"phone":%q,"businessId":%q}`, ana.Phone, s.Business.ID)
	own := device{site: s, address: "192.0.2.1"}
	own.post("/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"businessId":%q,"code":%q}`, ana.Phone, s.Business.ID, s.Code(ana.Phone))).
		has(http.StatusOK)
	limits := limitsOn(t, s.Cases) // the limits of another server
	for i := range 30 {
		network := fmt.Sprintf("198.51.%d.0/24", i/5)
		if err := limits.requestCode(context.WithValue(t.Context(), addressKey, callerOrigin{address: network, network: network}), ana.Phone); err != nil {
			t.Fatalf("request %d for a code failed: %v", i+1, err)
		}
	}
	(&device{site: s, address: "198.51.100.7"}).post("/auth/customer/request", ask).has(http.StatusTooManyRequests)
	s.Clock.Advance(time.Millisecond)
	own.address = "203.0.113.7"
	own.post("/auth/customer/request", ask).has(http.StatusOK)
	own.post("/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"businessId":%q,"code":%q}`, ana.Phone, s.Business.ID, s.LastCode(ana.Phone))).
		has(http.StatusOK)
}

func (s *site) triedAccounts(as caller) []string {
	s.t.Helper()
	var users struct{ Items []User }
	s.call(as, http.MethodGet, "/auth/tried", "").has(http.StatusOK).into(&users)
	emails := []string{}
	for _, user := range users.Items {
		emails = append(emails, user.Email)
	}
	return emails
}

func TestSignIn_GuessesFromKnownDevice_AreLimitedByDayAndReported(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	barber := s.Staff[loyalty.Barber]
	phone := device{site: s, address: "203.0.113.1"}
	phone.signIn(barber.Email, "Clave-1234").has(http.StatusOK)
	guessCount, start := 0, s.Clock.Now()
	for s.Clock.Now().Sub(start) < 23*time.Hour {
		for phone.signIn(barber.Email, "no").status == http.StatusUnauthorized {
			guessCount++
			if guessCount == 9 && len(s.triedAccounts(asBarber)) != 0 {
				t.Error("the account is reported after nine wrong passwords")
			}
		}
		s.Clock.Advance(3 * time.Hour) // flood limits use the machine's clock
	}
	if want := int(access.AttemptSignInKnownDay.Limit().Max); guessCount != want {
		t.Errorf("%d guesses in a day, want %d", guessCount, want)
	}
	for _, as := range []caller{asBarber, asAdmin, asOwner} {
		if got := s.triedAccounts(as); !slices.Equal(got, []string{barber.Email}) {
			t.Errorf("%v sees the tried accounts %v, want the barber", as, got)
		}
	}
	if events := s.Database.Rows(t, "SELECT count(*) FROM audit_events WHERE action = 'user.sign-ins-tried'"); events[0] != "1" {
		t.Errorf("the audit trail has %s entries, want 1", events[0])
	}
	phone.signIn(barber.Email, "Clave-1234").has(http.StatusOK)
	s.Clock.Advance(8 * 24 * time.Hour)
	if got := s.triedAccounts(asOwner); len(got) != 0 {
		t.Errorf("eight days later the owner sees the tried accounts %v, want none", got)
	}
}

func TestSignIn_RightPasswordsOnKnownDevice_CountNoAttempt(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	owner := s.Staff[loyalty.Owner]
	counter := device{site: s, address: "203.0.113.1"}
	for range access.AttemptSignInKnownDay.Limit().Max + 5 {
		counter.signIn(owner.Email, "Clave-1234").has(http.StatusOK)
	}
	if got := s.triedAccounts(asOwner); len(got) != 0 {
		t.Errorf("the owner sees the tried accounts %v, want none", got)
	}
}

func TestSignIn_OperatorTried_IsReportedToOperators(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	operator := s.Operator(t)
	phone := device{site: s, address: "203.0.113.1"}
	phone.signIn(operator.Email, "Clave-1234").has(http.StatusOK)
	for range 10 {
		phone.signIn(operator.Email, "no").has(http.StatusUnauthorized)
	}
	if got := s.triedAccounts(asOperator); !slices.Equal(got, []string{operator.Email}) {
		t.Errorf("operators see the tried accounts %v, want the operator", got)
	}
	if got := s.triedAccounts(asOwner); len(got) != 0 {
		t.Errorf("an owner sees the tried accounts %v, want none", got)
	}
}

func TestChangePassword_GuessesOfSignedInUser_AreLimitedByDayAndReported(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	barber := s.Staff[loyalty.Barber]
	change := func(current, next string) answer {
		return s.call(asBarber, http.MethodPost, "/auth/change-password", fmt.Sprintf(`{"currentPassword":%q,"newPassword":%q}`, current, next))
	}
	for range 3 {
		for range 5 {
			change("no", "corta").has(http.StatusUnprocessableEntity)
		}
		s.Clock.Advance(6 * time.Minute)
	}
	if got := s.triedAccounts(asBarber); len(got) != 0 {
		t.Errorf("refused new passwords are reported as tried accounts %v, want none", got)
	}
	guessCount := 0
	for range 20 {
		for change("no", "Mía-y-nueva-1").status != http.StatusTooManyRequests {
			guessCount++
		}
		s.Clock.Advance(10 * time.Minute)
	}
	if want := int(access.AttemptOwnPasswordDay.Limit().Max); guessCount != want {
		t.Errorf("%d guesses in a day, want %d", guessCount, want)
	}
	if got := s.triedAccounts(asOwner); !slices.Equal(got, []string{barber.Email}) {
		t.Errorf("the owner sees the tried accounts %v, want the barber", got)
	}
}

func TestPortal_CodesOnKnownDevice_AreLimitedByDay(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	ana := s.Customer("Ana")
	own := device{site: s, address: "192.0.2.1"}
	own.post("/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"businessId":%q,"code":%q}`, ana.Phone, s.Business.ID, s.Code(ana.Phone))).
		has(http.StatusOK)
	mark, _, _ := strings.Cut(strings.TrimPrefix(own.cookie, knownDeviceCookie+"="), ";")
	ctx := context.WithValue(t.Context(), addressKey, callerOrigin{address: "a", network: "a", marks: []string{mark}})
	limits := limitsOn(t, s.Cases)
	for name, test := range map[string]struct {
		take func(context.Context, string) error
		most int64
	}{
		"requested": {limits.requestCode, access.AttemptCodeKnownDay.Limit().Max},
		"checked":   {limits.checkCode, access.AttemptCheckKnownDay.Limit().Max},
	} {
		start, sentCount := s.Clock.Now(), int64(0)
		for s.Clock.Now().Sub(start) < 23*time.Hour {
			for test.take(ctx, ana.Phone) == nil {
				sentCount++
			}
			s.Clock.Advance(61 * time.Minute)
		}
		if sentCount != test.most {
			t.Errorf("codes are %s %d times in a day, want %d", name, sentCount, test.most)
		}
		s.Clock.Advance(2 * time.Hour)
	}
}

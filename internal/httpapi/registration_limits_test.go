package httpapi

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"axioma/internal/loyalty"
	"axioma/internal/service/access"
	"axioma/internal/service/servicetest"
)

func withLowDailyCap(t *testing.T, daily int64) *site {
	t.Helper()
	s := newLimitedSite(t)
	s.Database.Corrupt(t, fmt.Sprintf("UPDATE businesses SET wa_daily_cap = %d WHERE id = '%s'", daily, s.Business.ID))
	return s
}

func (s *site) registerFrom(address string) answer {
	s.t.Helper()
	body := fmt.Sprintf(`{"businessId":%q,"name":"Ana","phone":%q,"acceptedPrivacy":true,"whatsappOptIn":true}`, s.Business.ID, s.Phone())
	return s.from(address, "/public/customers/register", body)
}

func (s *site) from(address, path, body string) answer {
	s.t.Helper()
	request := s.request(asAnonymous, http.MethodPost, path, body)
	request.RemoteAddr = address + ":443"
	return s.send(request)
}

func mustSendToCounter(t *testing.T, got answer) {
	t.Helper()
	problem := got.has(http.StatusTooManyRequests).problem()
	if problem.Code != loyalty.ErrRegisterAtCounter.Code || !strings.Contains(problem.Message, "mostrador") {
		t.Errorf("the refusal is %+v; want Code %v and %q in Message", problem, loyalty.ErrRegisterAtCounter.Code, "mostrador")
	}
	if seconds, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || seconds < 1 || seconds > 30*24*3600 {
		t.Errorf("Retry-After is %q, want 1 second to 30 days", got.header.Get("Retry-After"))
	}
}

func (s *site) staffCallsFrom(as caller, address string) {
	s.t.Helper()
	request := s.request(as, http.MethodGet, "/business", "")
	request.RemoteAddr = address + ":443"
	s.send(request).has(http.StatusOK)
}

func (s *site) registerUntilRefused(limit int, address func(i int) string) (acceptedCount int) {
	s.t.Helper()
	for ; acceptedCount < limit; acceptedCount++ {
		if got := s.registerFrom(address(acceptedCount)); got.status != http.StatusCreated {
			mustSendToCounter(s.t, got)
			return acceptedCount
		}
	}
	return acceptedCount
}

func (s *site) registerCausesMessage(address string) bool {
	s.t.Helper()
	count := func() int { return len(s.Database.Rows(s.t, "SELECT id FROM messages")) }
	before := count()
	s.registerFrom(address).has(http.StatusCreated)
	return count() > before
}

func always(address string) func(int) string { return func(int) string { return address } }

func TestRegistration_BeyondDailyLimit_SendsNoMessages(t *testing.T) {
	t.Parallel()
	s := withLowDailyCap(t, 10)
	ana := s.Customer("Ana")
	s.staffCallsFrom(asBarber, "198.51.100.1")
	var got RegisteredCustomer
	for i := range 20 {
		address := fmt.Sprintf("203.0.%d.1", i)
		if i >= 10 { // registrations get only half of the messages
			address = "198.51.100.1"
		}
		if !s.registerCausesMessage(address) {
			t.Fatalf("registration %d caused no message", i)
		}
	}
	if s.registerFrom("198.51.100.1").has(http.StatusCreated).into(&got); got.QRSentBy != nil || got.QRURL == "" {
		t.Errorf("a registration over the daily limit got %+v; want no QRSentBy and some QRURL", got)
	}
	s.mustHaveHit("register day")
	if queuedMessages := s.Database.Rows(t, "SELECT id FROM messages"); len(queuedMessages) != 20 {
		t.Errorf("%d messages are queued, want 20", len(queuedMessages))
	}
	s.callOnce(asAdmin, "/customers", fmt.Sprintf(`{"name":"Eva","phone":%q,"tag":"ESPORADICO"}`, s.Phone())).has(http.StatusCreated)

	if messages := s.SendMessages(); len(messages) != 8 {
		t.Errorf("%d messages went to registrations, want 8 of ten a day", len(messages))
	}
	s.call(asAnonymous, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":%q,"businessId":%q}`, ana.Phone, s.Business.ID)).has(http.StatusOK)
	if messages := s.SendMessages(); len(messages) != 1 || messages[0].Kind != loyalty.MessageOTP {
		t.Errorf("the customer got %+v, want a code", messages)
	}
}

func TestRegistration_TwoAddresses_DoNotExhaustTheDailyLimit(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	for _, address := range []string{"203.0.113.1", "198.51.100.1"} {
		if acceptedCount := s.registerUntilRefused(60, always(address)); acceptedCount != 10 {
			t.Errorf("from %s %d registered, want 10", address, acceptedCount)
		}
	}
	if !s.registerCausesMessage("192.0.2.77") {
		t.Error("a customer elsewhere got no message")
	}
	s.Clock.Advance(24 * time.Hour)
	s.registerFrom("203.0.113.1").has(http.StatusCreated)
}

func TestRegistration_ManyAddressesOfANetwork_ShareItsLimit(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]func(int) string{
		"IPv4": func(i int) string { return fmt.Sprintf("203.0.113.%d", i+1) },
		"IPv6": func(i int) string { return fmt.Sprintf("[2001:db8:7:%x00::1]", i+1) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			if acceptedCount := newLimitedSite(t).registerUntilRefused(60, address); acceptedCount != 30 {
				t.Errorf("%d registrations were accepted, want 30", acceptedCount)
			}
		})
	}
}

func TestRegistration_MessagesToStrangers_UseHalfOfTheDailyLimit(t *testing.T) {
	t.Parallel()
	s := withLowDailyCap(t, 40) // twenty messages for registrations
	s.staffCallsFrom(asOwner, "198.51.100.1")
	for i := range 11 {
		if written := s.registerCausesMessage(fmt.Sprintf("203.0.%d.1", i)); written != (i < 10) {
			t.Errorf("stranger %d caused a message: %t; want a message for the first ten only", i, written)
		}
	}
	if !s.registerCausesMessage("198.51.100.1") {
		t.Error("a customer on the network of the staff got no message")
	}
}

func TestRegistration_AddressOfStaff_HasAHigherLimit(t *testing.T) {
	t.Parallel()
	const shop = "203.0.113.1"
	for name, c := range map[string]struct {
		before   func(*site)
		generous bool
	}{
		"a member of the staff calls from it":        {func(s *site) { s.staffCallsFrom(asBarber, shop) }, true},
		"a member of the staff has just signed in":   {func(s *site) { s.signInFrom(shop) }, true},
		"staff of another business call from it":     {func(s *site) { s.staffCallsFrom(asForeignOwner, shop) }, false},
		"an operator calls from it":                  {func(s *site) { s.operatorCallsFrom(shop) }, false},
		"staff call from another address of its /24": {func(s *site) { s.staffCallsFrom(asBarber, "203.0.113.2") }, false},
		"staff called from it the day before": {func(s *site) {
			s.staffCallsFrom(asBarber, shop)
			s.Clock.Advance(access.StaffAddressLifetime)
		}, false},
		"staff call through another copy of the program": {func(s *site) {
			s.staffCallsFrom(asBarber, shop)
			if err := s.Cases.StaffAddresses.Write(s.t.Context()); err != nil {
				s.t.Fatal(err)
			}
			s.handler = s.apiOn(s.Town.SecondServer(s.t), limitsOn(s.t, s.Town.SecondServer(s.t)))
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newLimitedSite(t)
			c.before(s)
			if acceptedCount := s.registerUntilRefused(25, always(shop)); (acceptedCount == 25) != c.generous {
				t.Errorf("%d registrations were accepted, want all 25 = %t", acceptedCount, c.generous)
			}
		})
	}
}

func (s *site) signInFrom(address string) {
	s.t.Helper()
	body := fmt.Sprintf(`{"email":%q,"password":%q}`, s.Staff[loyalty.Barber].Email, servicetest.Password)
	s.from(address, "/auth/login", body).has(http.StatusOK)
}

func (s *site) operatorCallsFrom(address string) {
	s.t.Helper()
	request := s.request(asOperator, http.MethodGet, "/business?businessId="+s.Business.ID, "")
	request.RemoteAddr = address + ":443"
	s.send(request).has(http.StatusOK)
}

func TestRegistration_StaffAddresses_AreStoredAsHashesAndExpire(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.staffCallsFrom(asBarber, "203.0.113.1")
	for range 2 {
		if err := s.Cases.StaffAddresses.Write(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	rows := s.Database.Rows(t, "SELECT key, ends_at FROM attempts")
	if len(rows) != 1 || strings.Contains(rows[0], "203.0.113") {
		t.Errorf("the stored key is readable: %q", rows)
	}
	s.Clock.Advance(access.StaffAddressLifetime)
	if err := s.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if remaining := s.Database.Rows(t, "SELECT key FROM attempts"); len(remaining) != 0 {
		t.Errorf("a day later the stored keys are %q, want none", remaining)
	}
}

func TestRegistration_Limits_FitABusySaturday(t *testing.T) {
	t.Parallel()
	limits := access.RegistrationLimits(loyalty.DefaultWhatsAppLimits())
	if shop := limits[access.AttemptRegisterStaffAddress]; shop.Max < 60 || shop.Window > 24*time.Hour {
		t.Errorf("from the shop's own network %d may register in %s: too few, or too long", shop.Max, shop.Window)
	}
	if day, address := limits[access.AttemptRegisterDay].Max, limits[access.AttemptRegisterAddress].Max; 4*address > day {
		t.Errorf("two addresses may take %d of a day's %d, want half at most", 2*address, day)
	}
}

func TestAttempts_SeveralServersAndRestart_CountTogether(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	email := s.Staff[loyalty.Barber].Email
	wrong := func(int) answer {
		s.handler = s.apiOn(s.Town.SecondServer(t), limitsOn(t, s.Town.SecondServer(t))) // each call reaches another server
		return s.call(asAnonymous, http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"no"}`)
	}
	s.mustExhaust(10, wrong)
	rows := s.Database.Rows(t, "SELECT key, attempt_count FROM attempts")
	for _, row := range rows {
		if strings.Contains(row, email) || strings.Contains(row, "192.0.2") {
			t.Errorf("the stored attempt is readable: %s", row)
		}
	}
	wrong(0).has(http.StatusTooManyRequests)
	if again := s.Database.Rows(t, "SELECT key, attempt_count FROM attempts"); !slices.Equal(rows, again) {
		t.Errorf("a refusal was written: %v became %v", rows, again)
	}
	s.Clock.Advance(24 * time.Hour)
	if err := s.Cases.Maintenance.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if remaining := s.Database.Rows(t, "SELECT key FROM attempts"); len(remaining) != 0 {
		t.Errorf("after their time %d attempts are left, want none", len(remaining))
	}
}

func TestAttempts_OtherServer_SharesTheCount(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		after      int
		as         caller
		path, body string
	}{
		"wrong current passwords":              {10, asBarber, "/auth/change-password", `{"currentPassword":"no","newPassword":"corta"}`},
		"requests to prove a customer's phone": {10, asAnonymous, "/public/customers/{ana}/phone-proof", ""},
		"tickets for one address":              {60, asAnonymous, "/auth/customer/message", `{}`},
		"requests to unsubscribe":              {10, asAnonymous, "/public/customers/{ana}/unsubscribe", `{"reason":"USER_REQUEST"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			path := strings.ReplaceAll(test.path, "{ana}", s.Customer("Ana").QR())
			var machines [3]http.Handler
			for i := range machines {
				cases := s.SecondServerOnOtherMachine(t, 0)
				machines[i] = s.apiOn(cases, limitsOn(t, cases))
			}
			s.mustExhaust(test.after, func(i int) answer {
				s.handler = machines[i%len(machines)]
				return s.call(test.as, http.MethodPost, path, test.body)
			})
		})
	}
}

func TestAttempts_ClockSetBack_LocksNoCallerOut(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	email := s.Staff[loyalty.Barber].Email
	s.mustExhaust(10, func(int) answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"no"}`)
	})
	s.Clock.Advance(-24 * time.Hour)
	s.call(asAnonymous, http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"no"}`).has(http.StatusUnauthorized)
}

func TestRegistration_URLAsName_IsRefused(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range []string{"http://malo.example/premio", "Ana premio.com", `Ana \u202epremio`} {
		body := fmt.Sprintf(`{"businessId":%q,"name":"%s","phone":%q,"acceptedPrivacy":true,"whatsappOptIn":true}`, s.Business.ID, name, s.Phone())
		problem := s.call(asAnonymous, http.MethodPost, "/public/customers/register", body).has(http.StatusUnprocessableEntity).problem()
		if len(problem.Errors) != 1 || problem.Errors[0].Field != "name" {
			t.Errorf("%s: %+v; want len(Errors) 1 and Errors.Field name", name, problem)
		}
	}
	for _, call := range []struct {
		as         caller
		path, body string
	}{
		{asOwner, "/users", `{"email":"eva@x.test","password":"Clave-12345","role":"BARBER","name":"premio.com"}`},
		{asAdmin, "/families", `{"name":"premio.com","policy":"POOL"}`},
		{asOwner, "/devices", `{"name":"premio.com"}`},
	} {
		s.callOnce(call.as, call.path, call.body).has(http.StatusUnprocessableEntity, "direcciones de internet")
	}
	if messages := s.SendMessages(); len(messages) != 0 {
		t.Errorf("the messages sent are %+v, want none", messages)
	}
}

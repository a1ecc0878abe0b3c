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
)

// sendingLittle is a site with limits whose business may send few messages a day.
func sendingLittle(t *testing.T, daily int64) *site {
	t.Helper()
	s := limited(t)
	s.Database.Corrupt(t, fmt.Sprintf("UPDATE businesses SET wa_daily_cap = %d WHERE id = '%s'", daily, s.Business.ID))
	return s
}

// joins registers somebody at the shop from an address.
func (s *site) joins(address string) answer {
	s.t.Helper()
	body := fmt.Sprintf(`{"businessId":%q,"name":"Ana","phone":%q,"acceptedPrivacy":true,"whatsappOptIn":true}`, s.Business.ID, s.Phone())
	return s.from(address, "/public/customers/register", body)
}

// from is a call by nobody from an address.
func (s *site) from(address, path, body string) answer {
	s.t.Helper()
	request := s.request(asNobody, http.MethodPost, path, body)
	request.RemoteAddr = address + ":443"
	return s.send(request)
}

// mustJoinAtTheCounter fails unless the answer sends somebody there.
func mustJoinAtTheCounter(t *testing.T, got answer) {
	t.Helper()
	problem := got.has(http.StatusTooManyRequests).problem()
	if problem.Code != loyalty.ErrAtTheCounter.Code || !strings.Contains(problem.Message, "mostrador") {
		t.Errorf("the refusal is %+v", problem)
	}
	if seconds, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || seconds < 1 || seconds > 30*24*3600 {
		t.Errorf("Retry-After is %q", got.header.Get("Retry-After"))
	}
}

func TestStrangersFromManyAddressesFillNeitherTheListNorTheMessagesForCodes(t *testing.T) {
	t.Parallel()
	s := sendingLittle(t, 10)
	known := s.Customer("Ana")
	for i := range 20 {
		s.joins(fmt.Sprintf("203.0.%d.1", i)).has(http.StatusCreated)
	}
	mustJoinAtTheCounter(t, s.joins("203.0.113.1"))
	s.hasHit("join day")
	s.callOnce(asAdmin, "/customers", fmt.Sprintf(`{"name":"Eva","phone":%q,"tag":"ESPORADICO"}`, s.Phone())).has(http.StatusCreated)

	if sent := s.SendMessages(); len(sent) != 8 {
		t.Errorf("of ten messages a day %d went to whoever registered", len(sent))
	}
	s.call(asNobody, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":%q,"businessId":%q}`, known.Phone, s.Business.ID)).has(http.StatusOK)
	if sent := s.SendMessages(); len(sent) != 1 || sent[0].Kind != loyalty.MessageOTP {
		t.Errorf("the customer was sent %+v instead of her code", sent)
	}
}

func TestOneAddressLeavesRoomForWhoRegistersFromAnother(t *testing.T) {
	t.Parallel()
	s := sendingLittle(t, 60) // thirty registrations a day
	for range 20 {
		s.joins("203.0.113.1").has(http.StatusCreated)
	}
	mustJoinAtTheCounter(t, s.joins("203.0.113.1"))
	s.joins("198.51.100.1").has(http.StatusCreated)
	s.Clock.Advance(24 * time.Hour)
	s.joins("203.0.113.1").has(http.StatusCreated)
}

func TestABusySaturdayFitsIntoWhatAFormTakes(t *testing.T) {
	t.Parallel()
	limits := loyalty.DefaultWhatsAppLimits().Registrations()
	if shop := limits[loyalty.AttemptJoinAddress]; shop.Most < 60 || shop.Within > 24*time.Hour {
		t.Errorf("through the shop's own network %d may register in %s", shop.Most, shop.Within)
	}
}

func TestWhatStrangersTryIsCountedByAllCopiesAndOverARestart(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	email := s.Staff[loyalty.Barber].Email
	wrong := func(int) answer {
		s.handler = s.apiOn(s.Town.Copy(t), limitsOn(t, s.Town.Copy(t))) // each call comes to another copy
		return s.call(asNobody, http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"no"}`)
	}
	s.mustRunOut(10, wrong)
	rows := s.Database.Rows(t, "SELECT key, used FROM attempts")
	for _, row := range rows {
		if strings.Contains(row, email) || strings.Contains(row, "192.0.2") {
			t.Errorf("what is kept can be read: %s", row)
		}
	}
	wrong(0).has(http.StatusTooManyRequests)
	if again := s.Database.Rows(t, "SELECT key, used FROM attempts"); !slices.Equal(rows, again) {
		t.Errorf("a refusal was written: %v became %v", rows, again)
	}
	s.Clock.Advance(time.Hour)
	if err := s.Cases.Upkeep.Run(t.Context()); err != nil {
		t.Fatal(err)
	}
	if left := s.Database.Rows(t, "SELECT key FROM attempts"); len(left) != 0 {
		t.Errorf("after their time %d rows are left", len(left))
	}
}

func TestWhatIsTriedCountsOnAllMachines(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		after      int
		as         caller
		path, body string
	}{
		"one's own password":    {10, asBarber, "/auth/change-password", `{"currentPassword":"no","newPassword":"corta"}`},
		"a customer's proofs":   {10, asNobody, "/public/customers/{ana}/phone-proof", ""},
		"tickets of an address": {60, asNobody, "/auth/customer/message", `{}`},
		"unsubscribing":         {10, asNobody, "/public/customers/{ana}/unsubscribe", `{"reason":"USER_REQUEST"}`},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			path := strings.ReplaceAll(test.path, "{ana}", s.Customer("Ana").ID)
			var machines [3]http.Handler
			for i := range machines {
				cases := s.Apart(t, 0)
				machines[i] = s.apiOn(cases, limitsOn(t, cases))
			}
			s.mustRunOut(test.after, func(i int) answer {
				s.handler = machines[i%len(machines)]
				return s.call(test.as, http.MethodPost, path, test.body)
			})
		})
	}
}

func TestAClockThatStepsBackKeepsNobodyOut(t *testing.T) {
	t.Parallel()
	s := limited(t)
	email := s.Staff[loyalty.Barber].Email
	s.mustRunOut(10, func(int) answer {
		return s.call(asNobody, http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"no"}`)
	})
	s.Clock.Advance(-24 * time.Hour)
	s.call(asNobody, http.MethodPost, "/auth/login", `{"email":"`+email+`","password":"no"}`).has(http.StatusUnauthorized)
}

func TestNobodyRegistersAnAddressAsAName(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	for _, name := range []string{"http://malo.example/premio", "Ana premio.com", `Ana \u202epremio`} {
		body := fmt.Sprintf(`{"businessId":%q,"name":"%s","phone":%q,"acceptedPrivacy":true,"whatsappOptIn":true}`, s.Business.ID, name, s.Phone())
		problem := s.call(asNobody, http.MethodPost, "/public/customers/register", body).has(http.StatusUnprocessableEntity).problem()
		if len(problem.Errors) != 1 || problem.Errors[0].Field != "name" {
			t.Errorf("%s: %+v", name, problem)
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
	if sent := s.SendMessages(); len(sent) != 0 {
		t.Errorf("sent %+v", sent)
	}
}

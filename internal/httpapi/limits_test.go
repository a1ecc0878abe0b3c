package httpapi

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"testing"

	"axioma/internal/loyalty"
	"axioma/internal/service"
)

// newLimitedSite returns a site with the rate limits of production.
func newLimitedSite(t *testing.T) *site { return newSiteWithLimits(t, false) }

func newSiteBehindProxy(t *testing.T) *site { return newSiteWithLimits(t, true) }

func newSiteWithLimits(t *testing.T, trustProxy bool) *site {
	t.Helper()
	s := newSite(t)
	s.handler = s.api(limitsOn(t, s.Cases), trustProxy)
	return s
}

func limitsOn(t *testing.T, cases *service.Service) *Limits {
	t.Helper()
	limits, err := NewLimits(cases)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := limits.Close(context.Background()); err != nil {
			t.Error(err)
		}
	})
	return limits
}

func (s *site) mustExhaust(after int, call func(i int) answer) {
	s.t.Helper()
	for i := range after {
		if got := call(i); got.status == http.StatusTooManyRequests {
			s.t.Fatalf("call %d of %d was refused", i+1, after)
		}
	}
	got := call(after).has(http.StatusTooManyRequests)
	if problem := got.problem(); problem.Code != loyalty.ErrTooMany.Code {
		s.t.Errorf("the refusal has the code %s, want %s", problem.Code, loyalty.ErrTooMany.Code)
	}
	if seconds, err := strconv.Atoi(got.header.Get("Retry-After")); err != nil || seconds < 1 || seconds > 3600 {
		s.t.Errorf("Retry-After is %q, want 1 to 3600 seconds", got.header.Get("Retry-After"))
	}
}

func (s *site) mustHaveHit(limits ...string) {
	s.t.Helper()
	for limit, hits := range s.Cases.LimitHits.Counts() {
		if want := slices.Contains(limits, limit); want != (hits == 1) || !want && hits > 0 {
			s.t.Errorf("the limit %q was hit %d times, want once = %t", limit, hits, want)
		}
	}
}

func TestLimits_PasswordGuesses_AreLimitedPerAccount(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	email := s.Staff[loyalty.Barber].Email
	spellings := []string{email, strings.ToUpper(email), " " + email, email + " ", "\\t" + email}
	s.mustExhaust(10, func(i int) answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/login", `{"email":"`+spellings[i%len(spellings)]+`","password":"no"}`)
	})
	s.call(asAnonymous, http.MethodPost, "/auth/login", loginBody(s)).has(http.StatusOK)
	s.mustHaveHit("sign-in network")
}

func TestLimits_PasswordGuesses_AreLimitedPerAddress(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.mustExhaust(60, func(i int) answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/login", fmt.Sprintf(`{"email":"nadie%d@x.test","password":""}`, i))
	})
	s.mustHaveHit("sign-in flood")
}

func TestLimits_Registrations_AreLimitedPerPhone(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	spellings := []string{"612345678", "612 34 56 78", "+34612345678", "0034 612-345-678", "(612) 345 678", "+34 612.345.678"}
	s.mustExhaust(5, func(i int) answer {
		body := fmt.Sprintf(`{"businessId":%q,"name":"Ana","phone":%q,"acceptedPrivacy":true}`, s.Business.ID, spellings[i])
		return s.call(asAnonymous, http.MethodPost, "/public/customers/register", body)
	})
	s.mustHaveHit("form phone")
}

func TestLimits_Registrations_AreLimitedPerAddress(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.call(asBarber, http.MethodGet, "/business", "").has(http.StatusOK) // from the shop's own line
	s.mustExhaust(60, func(int) answer {
		return s.call(asAnonymous, http.MethodPost, "/public/customers/register", registerBody(s))
	})
}

// Spec: entities-9, calls-8
func TestUnsubscribe_OneCustomer_IsLimited(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	ana := s.Customer("Ana")
	s.mustExhaust(10, func(int) answer { return s.unsubscribe(ana.QR()) })
}

func (s *site) unsubscribe(qrID string) answer {
	s.t.Helper()
	return s.call(asAnonymous, http.MethodPost, "/public/customers/"+qrID+"/unsubscribe", `{"reason":"USER_REQUEST"}`)
}

// The customers of a company or a mobile network share an address.
func TestUnsubscribe_CustomersOfOneAddress_AreAllAccepted(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	for range 30 {
		s.unsubscribe(s.Customer("Ana").QR()).has(http.StatusOK)
	}
}

func TestUnsubscribe_UnknownIDs_CountNothing(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	ana := s.Customer("Ana")
	for i := range 100 {
		s.unsubscribe(fmt.Sprintf("made-up-id-%020d", i)).has(http.StatusNotFound, loyalty.ErrCustomerNotFound.Code)
	}
	if remainingRows := s.Database.Rows(t, "SELECT key FROM attempts"); len(remainingRows) != 0 {
		t.Errorf("made-up ids left %d rows, want none", len(remainingRows))
	}
	s.unsubscribe(ana.QR()).has(http.StatusOK)
}

// Ids cannot be guessed, and a business's screens request many (decision 0020).
func TestLimits_PublicCustomer_IsNotLimited(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	ana := s.Customer("Ana")
	for range 65 {
		for _, path := range []string{"", "/qr.png", "/visits"} {
			s.call(asAnonymous, http.MethodGet, "/public/customers/"+ana.QR()+path, "").has(http.StatusOK)
		}
	}
}

func TestLimits_ChangePassword_IsLimitedPerUser(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.mustExhaust(10, func(int) answer {
		return s.call(asBarber, http.MethodPost, "/auth/change-password", `{"currentPassword":"no","newPassword":"corta"}`)
	})
}

func TestLimits_BehindProxy_CountEachCaller(t *testing.T) {
	t.Parallel()
	s := newSiteBehindProxy(t)
	from := func(address string) func(int) answer {
		return s.registrationThrough("192.0.2.1:1234", "203.0.113.200, "+address)
	}
	s.mustExhaust(60, from("203.0.113.1"))
	s.mustExhaust(60, from("203.0.113.2"))
}

func TestLimits_WithoutProxy_IgnoreForwardedFor(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.mustExhaust(60, func(i int) answer {
		return s.registrationThrough("192.0.2.1:1234", fmt.Sprintf("203.0.113.%d", i))(i)
	})
}

func TestLimits_BehindProxy_UseTheLastForwardedFor(t *testing.T) {
	t.Parallel()
	s := newSiteBehindProxy(t)
	s.mustExhaust(60, func(i int) answer {
		return s.registrationThrough("192.0.2.1:1234", fmt.Sprintf("203.0.113.%d", i), "198.51.100.7")(i)
	})
}

func TestLimits_IPv6Prefix_IsOneCaller(t *testing.T) {
	t.Parallel()
	for name, address := range map[string]string{
		"addresses of a /64 network":            "[2001:db8:1:2::%x]:443",
		"networks of one line, a /56":           "[2001:db8:1:%x::1]:443",
		"privacy addresses of a network":        "[2001:db8:1:2:%x:a:b:c]:443",
		"ports of an IPv4 address":              "203.0.113.9:4%d",
		"ports of an IPv4 address in IPv6 form": "[::ffff:203.0.113.9]:4%d",
		"scopes of a link-local address":        "[fe80::1%%eth%d]:443",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newLimitedSite(t)
			s.mustExhaust(60, func(i int) answer { return s.registrationThrough(fmt.Sprintf(address, i))(i) })
			s.registrationThrough("[2001:db8:1:100::1]:443")(61).has(http.StatusNotFound)
		})
	}
}

func TestLimits_ForwardedForWithPort_IsRead(t *testing.T) {
	t.Parallel()
	s := newSiteBehindProxy(t)
	s.mustExhaust(60, func(i int) answer {
		return s.registrationThrough("192.0.2.1:1234", fmt.Sprintf("203.0.113.9:4%d", i))(i)
	})
}

func (s *site) registrationThrough(remote string, forwardedFor ...string) func(int) answer {
	return func(i int) answer {
		s.t.Helper()
		body := fmt.Sprintf(`{"businessId":"none","name":"Ana","phone":"6%08d"}`, i)
		request := s.request(asAnonymous, http.MethodPost, "/public/customers/register", body)
		request.RemoteAddr = remote
		request.Header["X-Forwarded-For"] = forwardedFor
		return s.send(request)
	}
}

func TestLog_Attacks_HaveAddressAndCode(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		as           caller
		method, path string
		body         string
		code         string
	}{
		"a wrong password": {asAnonymous, http.MethodPost, "/auth/login", `{"email":"dueña@x.test","password":"Secreta-1"}`, "SIGN_IN_FAILED"},
		"a wrong current password": {asBarber, http.MethodPost, "/auth/change-password",
			`{"currentPassword":"Secreta-1","newPassword":"Secreta-12"}`, "WRONG_PASSWORD"},
		"a wrong code":                      {asAnonymous, http.MethodPost, "/auth/customer/verify", `{"phone":"+34612345678","code":"123456"}`, "CODE_REFUSED"},
		"a barber who changes the settings": {asBarber, http.MethodPatch, "/business", `{"name":"Secreta-1"}`, "FORBIDDEN"},
		"a notice without a signature":      {asAnonymous, http.MethodPost, "/wa/webhook", `{"entry":"Secreta-1"}`, "BAD_SIGNATURE"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t)
			s.call(test.as, test.method, test.path, test.body)
			logText := s.logOutput.String()
			if !strings.Contains(logText, "code="+test.code) || !strings.Contains(logText, "from=192.0.2.1") {
				t.Errorf("the log lacks the refusal %s or the caller's address: %q", test.code, logText)
			}
			if user := "user=" + s.Staff[loyalty.Barber].ID; test.as == asBarber && !strings.Contains(logText, user) {
				t.Errorf("the log lacks %q: %q", user, logText)
			}
			for _, typedText := range []string{"Secreta", "dueña", "612345678", "123456"} {
				if strings.Contains(logText, typedText) {
					t.Errorf("the log has the typed text: %q", logText)
				}
			}
		})
	}
}

func TestLog_OrdinaryRefusals_AreNotLogged(t *testing.T) {
	t.Parallel()
	s := newSite(t)
	s.call(asAnonymous, http.MethodGet, "/business", "").has(http.StatusUnauthorized)
	s.call(asBarber, http.MethodGet, "/customers/none", "").has(http.StatusNotFound)
	if s.logOutput.Len() > 0 {
		t.Errorf("the log has %s, want nothing", s.logOutput)
	}
}

func TestLimits_Codes_AreLimitedPerPhone(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	knownPhone, unknownPhone := s.Customer("Ana").Phone, s.Phone()
	for _, phone := range []string{knownPhone, unknownPhone} {
		spellings := []string{phone, phone[3:], "00" + phone[1:], phone[:6] + " " + phone[6:]}
		s.mustExhaust(5, func(i int) answer {
			return s.call(asAnonymous, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":%q}`, spellings[i%len(spellings)]))
		})
	}
}

func TestLimits_Codes_AreLimitedPerAddress(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.mustExhaust(60, func(i int) answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/customer/request", fmt.Sprintf(`{"phone":"9%d"}`, i))
	})
}

func TestLimits_CodeGuesses_AreLimitedPerPhone(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	phone := s.Customer("Ana").Phone
	s.mustExhaust(20, func(int) answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/customer/verify", fmt.Sprintf(`{"phone":%q,"code":"123456"}`, phone))
	})
}

func TestLimits_CodeGuesses_AreLimitedPerAddress(t *testing.T) {
	t.Parallel()
	s := newLimitedSite(t)
	s.mustExhaust(60, func(i int) answer {
		return s.call(asAnonymous, http.MethodPost, "/auth/customer/verify", fmt.Sprintf(`{"phone":"+3461234%04d","code":"123456"}`, i))
	})
}

func TestLimits_FormsOfOnePhone_CountAsOne(t *testing.T) {
	t.Parallel()
	for _, forms := range [][]string{
		{"+34612345678", "612 34 56 78", "tel:612345678", "６１２３４５６７８", "+34 (0) 612 345 678"},
		{"+5491123456789", "+54 11 2345 6789", "54 11 15 2345 6789", "tel:+541123456789"},
		{"+5511981234567", "+55 11 8123 4567", "55 11 8123 4567", "11 8123 4567"},
	} {
		for _, form := range forms {
			if got, want := phoneKey(form), phoneKey(forms[0]); got != want {
				t.Errorf("%s counts as %q, and %s as %q; want the same", form, got, forms[0], want)
			}
		}
	}
}
